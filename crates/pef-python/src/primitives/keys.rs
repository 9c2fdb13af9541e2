//! What the models of dictionaries, sets and sequences are made of.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use super::{object, raised};
use crate::raw::Owned;
use crate::raw::reference::new_bool;
use crate::session;
use crate::values::dictionary::{self, check_hashable};
use crate::values::equality::{Equality, equality};
use crate::values::index;
use crate::values::modelled::while_modelled;
use crate::values::number::new_boolean;
use crate::values::{keyed, lazy};

/// The key to use with a dictionary or set in place of `key`, which is an equal one in it if there is one. Decides.
/// The container is made ready for it if it is going to be stored.
#[pyfunction]
#[pyo3(signature = (container, key, stores = false))]
fn resolve_key<'py>(
    container: &Bound<'py, PyAny>,
    key: &Bound<'py, PyAny>,
    stores: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let python = key.py();
    // SAFETY: both are alive, and the container is a dictionary or a set.
    unsafe {
        lazy::fix(container.as_ptr()).map_err(raised(python))?;
        let resolved =
            dictionary::resolve(container.as_ptr(), key.as_ptr()).map_err(raised(python))?;
        let Some(resolved) = resolved else {
            return Ok(key.clone());
        };
        if stores {
            dictionary::will_store(container.as_ptr(), resolved.key.get());
        }
        object(python, resolved.key.release())
    }
}

/// Decides which of the keys in a list a key is equal to, or none; those in the list differ from each other. Whether
/// it is one of them.
#[pyfunction]
fn relate(keys: &Bound<'_, PyList>, key: &Bound<'_, PyAny>) -> PyResult<bool> {
    let python = key.py();
    // SAFETY: both are alive.
    unsafe {
        check_hashable(key.as_ptr()).map_err(raised(python))?;
        let found = dictionary::find(keys.as_ptr(), key.as_ptr()).map_err(raised(python))?;
        Ok(found.present == Some(true))
    }
}

/// The keys of a dictionary, or the elements of a set or any iterable, as a new list. Says nothing of a set's order.
#[pyfunction]
fn keys<'py>(container: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let python = container.py();
    // SAFETY: the object is alive.
    unsafe {
        lazy::fix(container.as_ptr()).map_err(raised(python))?;
        let keys = keyed::keys_of(container.as_ptr()).map_err(raised(python))?;
        object(python, keys.release())
    }
}

/// Whether different elements of a list are totally ordered, so that nothing depends on the order they come in.
#[pyfunction]
fn totally_ordered(elements: &Bound<'_, PyList>) -> bool {
    // SAFETY: the list is alive.
    unsafe { keyed::is_totally_ordered(elements.as_ptr()) }
}

/// Calls the builtin's own code, after all that it depends on was decided. A container with symbolic keys that comes
/// out of it is known as one.
#[pyfunction]
#[pyo3(signature = (builtin, *arguments, **named))]
fn run_builtin<'py>(
    builtin: &Bound<'py, PyAny>,
    arguments: &Bound<'py, PyTuple>,
    named: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let python = builtin.py();
    let result = while_modelled(|| builtin.call(arguments, named))?;
    // SAFETY: the object is alive.
    unsafe { keyed::settle_type(result.as_ptr()) }.map_err(raised(python))?;
    Ok(result)
}

/// The builtin type whose code works on a container.
#[pyfunction]
fn ordinary_class<'py>(container: &Bound<'py, PyAny>) -> Bound<'py, PyAny> {
    // SAFETY: the object is alive, and so is its type.
    unsafe {
        let class = keyed::ordinary_type(container.as_ptr());
        Bound::from_borrowed_ptr(container.py(), class.cast())
    }
}

/// Whether a dictionary or set has symbolic keys.
#[pyfunction]
fn has_symbolic_keys(container: &Bound<'_, PyAny>) -> bool {
    // SAFETY: the object is alive.
    session::is_active() && unsafe { dictionary::has_symbolic_keys(container.as_ptr()) }
}

/// Whether two values are equal, as one condition where it can be one; nothing where only their own `==` can tell.
#[pyfunction(name = "equality")]
fn equality_of<'py>(
    one: &Bound<'py, PyAny>,
    two: &Bound<'py, PyAny>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let python = one.py();
    // SAFETY: both are alive; the condition has this value in this run.
    unsafe {
        let answer = match equality(one.as_ptr(), two.as_ptr()).map_err(raised(python))? {
            Equality::Plain(equal) => new_bool(equal),
            Equality::When(condition, now) => new_boolean(now, condition),
            Equality::Foreign => return Ok(None),
        };
        object(python, answer).map(Some)
    }
}

/// A plain index for a sequence of a length: whether it is in range is one decision, which position another.
#[pyfunction]
fn index_for<'py>(index: &Bound<'py, PyAny>, length: isize) -> PyResult<Bound<'py, PyAny>> {
    let python = index.py();
    // SAFETY: the object is alive, and an int by the test.
    unsafe {
        if ffi::PyLong_Check(index.as_ptr()) == 0 {
            return Ok(index.clone());
        }
        let plain = index::sequence_index(index.as_ptr(), length).map_err(raised(python))?;
        object(python, plain.release())
    }
}

/// A plain bound for a sequence of a length, as slices take them: beyond either end is one case.
#[pyfunction]
fn bound_for<'py>(bound: &Bound<'py, PyAny>, length: isize) -> PyResult<Bound<'py, PyAny>> {
    let python = bound.py();
    // SAFETY: the object is alive.
    let plain: Owned = unsafe { index::clamp(bound.as_ptr(), length) }.map_err(raised(python))?;
    object(python, plain.release())
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add_functions!(
        module,
        resolve_key,
        relate,
        keys,
        totally_ordered,
        run_builtin,
        ordinary_class,
        has_symbolic_keys,
        equality_of,
        index_for,
        bound_for,
        keyed::set_view_classes,
        keyed::keyed_class,
    );
    Ok(())
}
