//! Values of which nothing runs code of the program, whatever is done with them: builtin values in builtin containers.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PyList, PySet, PyTuple};

/// What takes longer to look through than it saves is not looked through; a container may contain itself.
const LIMIT: usize = 5_000;

/// Whether some values are such data, their elements included.
#[pyfunction]
pub fn is_plain_data(values: &Bound<'_, PyList>) -> bool {
    let mut seen = 0;
    // A list of what is still to be looked at, because what is nested deeply does not fit on a stack.
    let mut waiting: Vec<Bound<'_, PyAny>> = values.iter().collect();
    while let Some(value) = waiting.pop() {
        seen += 1;
        if seen > LIMIT {
            return false;
        }
        if !is_atom(&value) && !add_elements(&value, &mut waiting) {
            return false;
        }
    }
    true
}

/// Lists the elements of a builtin container; false for anything else, and for what is too large.
fn add_elements<'py>(value: &Bound<'py, PyAny>, waiting: &mut Vec<Bound<'py, PyAny>>) -> bool {
    // The length of anything else would be asked of code of the program.
    let mut add = |length: usize, elements: &mut dyn Iterator<Item = Bound<'py, PyAny>>| {
        let fits = length <= LIMIT;
        if fits {
            waiting.extend(elements);
        }
        fits
    };
    if let Ok(list) = value.cast_exact::<PyList>() {
        add(list.len(), &mut list.iter())
    } else if let Ok(tuple) = value.cast_exact::<PyTuple>() {
        add(tuple.len(), &mut tuple.iter())
    } else if let Ok(dictionary) = value.cast_exact::<PyDict>() {
        let mut parts = dictionary.iter().flat_map(|(key, one)| [key, one]);
        add(dictionary.len(), &mut parts)
    } else if let Ok(set) = value.cast_exact::<PySet>() {
        add(set.len(), &mut set.iter())
    } else if let Ok(set) = value.cast_exact::<PyFrozenSet>() {
        add(set.len(), &mut set.iter())
    } else {
        false
    }
}

/// Whether a value is a builtin one without parts.
pub fn is_atom(value: &Bound<'_, PyAny>) -> bool {
    // SAFETY: the object is alive.
    unsafe {
        let value = value.as_ptr();
        value == ffi::Py_None()
            || ffi::PyLong_CheckExact(value) != 0
            || ffi::PyUnicode_CheckExact(value) != 0
            || ffi::PyFloat_CheckExact(value) != 0
            || ffi::PyBytes_CheckExact(value) != 0
            || ffi::PyBool_Check(value) != 0
    }
}
