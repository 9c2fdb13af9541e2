//! What modules bring into the process, dealt with when they have been loaded: operators of C types ([`foreign`]), clocks
//! and whatever else tells of the surroundings ([`surroundings`]).
//!
//! Looking through all types takes as long as a small exploration, so it is done only where something new can be: another
//! module, or a type that one made later.

use std::cell::RefCell;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyModule};

use super::state::version;
use super::surroundings;
use crate::values::foreign;

/// How the process looked the last time.
#[derive(Default)]
struct Seen {
    /// The names of the modules, which are kept: the address of one stands for no other.
    modules: Vec<Py<PyAny>>,
    /// The version of the table of modules, while it had these names. Walking through it would take memory that nobody
    /// else needs into the caches of the processor.
    version: Option<u64>,
    /// How many types there were that derive from `object` directly, as nearly all types of C do.
    types: usize,
}

thread_local! {
    static SEEN: RefCell<Seen> = RefCell::default();
}

static SYSTEM: PyOnceLock<Py<PyModule>> = PyOnceLock::new();

/// The module `sys`; importing it once more takes as long as a short run.
pub fn system(python: Python<'_>) -> PyResult<&Bound<'_, PyModule>> {
    SYSTEM
        .get_or_try_init(python, || python.import("sys").map(Bound::unbind))
        .map(|system| system.bind(python))
}

/// The table of modules that importing uses.
pub fn modules(python: Python<'_>) -> Bound<'_, PyDict> {
    // SAFETY: there is one as long as there is an interpreter, and it is a dictionary.
    unsafe { Bound::from_borrowed_ptr(python, ffi::PyImport_GetModuleDict()).cast_into_unchecked() }
}

/// Deals with what is new.
pub fn deal_with_new(python: Python<'_>) -> PyResult<()> {
    let modules = modules(python);
    let types = type_count(python)?;
    let is_known = SEEN.with_borrow_mut(|seen| seen.types == types && seen.has_names(&modules));
    if is_known {
        return Ok(());
    }
    foreign::wrap_all(python)?;
    surroundings::install(&modules)?;
    SEEN.set(Seen {
        version: version(&modules),
        modules: modules.iter().map(|(name, _)| name.unbind()).collect(),
        types,
    });
    Ok(())
}

/// Puts modules in the places of others of the same names: nothing is new because of that.
pub fn replacing(
    modules: &Bound<'_, PyDict>,
    replace: impl FnOnce() -> PyResult<()>,
) -> PyResult<()> {
    let count = modules.len();
    let before = version(modules);
    replace()?;
    if count == modules.len() {
        SEEN.with_borrow_mut(|seen| {
            if seen.version.is_some() && seen.version == before {
                seen.version = version(modules);
            }
        });
    }
    Ok(())
}

impl Seen {
    /// Whether the table has the names that it had.
    fn has_names(&mut self, modules: &Bound<'_, PyDict>) -> bool {
        let now = version(modules);
        if now.is_some() && now == self.version {
            return true;
        }
        let is_same = self.modules.len() == modules.len()
            && modules
                .iter()
                .zip(&self.modules)
                .all(|((name, _), then)| name.is(then));
        if is_same {
            self.version = now;
        }
        is_same
    }
}

/// How many types derive from `object` directly.
#[cfg(not(Py_3_12))]
#[expect(
    clippy::unnecessary_wraps,
    reason = "elsewhere it has to be asked for in Python"
)]
fn type_count(_: Python<'_>) -> PyResult<usize> {
    // SAFETY: a dictionary of weak references, out of which a type is taken when it goes.
    unsafe {
        let known: *mut ffi::PyObject = (*(&raw const ffi::PyBaseObject_Type)).tp_subclasses.cast();
        Ok(if known.is_null() {
            0
        } else {
            ffi::PyDict_Size(known) as usize
        })
    }
}

#[cfg(Py_3_12)]
fn type_count(python: Python<'_>) -> PyResult<usize> {
    use pyo3::types::PyType;

    python
        .get_type::<PyType>()
        .call_method1("__subclasses__", (python.get_type::<PyAny>(),))?
        .len()
}
