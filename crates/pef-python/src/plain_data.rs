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
    values.iter().all(|value| is_data(&value, &mut seen))
}

fn is_data(value: &Bound<'_, PyAny>, seen: &mut usize) -> bool {
    *seen += 1;
    if is_atom(value) {
        return true;
    }
    if *seen > LIMIT {
        return false;
    }
    let mut element = |element: &Bound<'_, PyAny>| is_data(element, seen);
    if let Ok(list) = value.cast_exact::<PyList>() {
        list.iter().all(|one| element(&one))
    } else if let Ok(tuple) = value.cast_exact::<PyTuple>() {
        tuple.iter().all(|one| element(&one))
    } else if let Ok(dictionary) = value.cast_exact::<PyDict>() {
        dictionary
            .iter()
            .all(|(key, one)| element(&key) && element(&one))
    } else if let Ok(set) = value.cast_exact::<PySet>() {
        set.iter().all(|one| element(&one))
    } else if let Ok(set) = value.cast_exact::<PyFrozenSet>() {
        set.iter().all(|one| element(&one))
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
