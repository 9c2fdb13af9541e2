//! Values of which nothing runs code of the program, whatever is done with them: builtin values in builtin containers.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PyList, PySet, PyString, PyTuple};

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

/// Containers in containers of which `ordinary_text` makes a text.
const DEEPEST: usize = 8;
/// So many characters count as one part.
const PART_OF_TEXT: usize = 32;
/// What has more parts than this is not light.
const LIGHT: usize = 256;

/// The text of a value that is an expression for it as it is: of small numbers, texts, and containers of them. Nothing for
/// other values, which `pef.inputs.literals` knows how to write.
#[pyfunction]
pub fn ordinary_text<'py>(value: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyString>>> {
    let mut room = LIMIT;
    if is_ordinary(value, DEEPEST, &mut room) {
        return value.repr().map(Some);
    }
    Ok(None)
}

/// Whether a value takes little memory and holds nothing of the machine, all the way down: nobody is hindered by keeping it.
pub fn is_light(value: &Bound<'_, PyAny>) -> bool {
    let mut room = LIGHT;
    is_ordinary(value, DEEPEST, &mut room)
}

/// Whether a value is a small number, a text or a container of such, with no more parts than there is room for.
fn is_ordinary(value: &Bound<'_, PyAny>, depth: usize, room: &mut usize) -> bool {
    let object = value.as_ptr();
    // SAFETY: the object is alive, and of the type that is asked for its length.
    let octets = unsafe {
        if ffi::PyUnicode_CheckExact(object) != 0 {
            ffi::PyUnicode_GET_LENGTH(object)
        } else if ffi::PyBytes_CheckExact(object) != 0 {
            ffi::PyBytes_Size(object)
        } else {
            0
        }
    };
    let Some(left) = room.checked_sub(1 + octets.unsigned_abs() / PART_OF_TEXT) else {
        return false;
    };
    *room = left;
    // SAFETY: the object is alive.
    unsafe {
        if ffi::PyLong_CheckExact(object) != 0 {
            let mut overflow = 0;
            ffi::PyLong_AsLongLongAndOverflow(object, &raw mut overflow);
            return overflow == 0;
        }
        if ffi::PyFloat_CheckExact(object) != 0 {
            return ffi::PyFloat_AS_DOUBLE(object).is_finite();
        }
    }
    if is_atom(value) {
        return true;
    }
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    let mut is_one = |one: &Bound<'_, PyAny>| is_ordinary(one, depth, room);
    if let Ok(list) = value.cast_exact::<PyList>() {
        list.iter().all(|one| is_one(&one))
    } else if let Ok(tuple) = value.cast_exact::<PyTuple>() {
        tuple.iter().all(|one| is_one(&one))
    } else if let Ok(dictionary) = value.cast_exact::<PyDict>() {
        dictionary
            .iter()
            .all(|(key, one)| is_one(&key) && is_one(&one))
    } else if let Ok(set) = value.cast_exact::<PySet>() {
        set.iter().all(|one| is_one(&one))
    } else if let Ok(set) = value.cast_exact::<PyFrozenSet>() {
        set.iter().all(|one| is_one(&one))
    } else {
        false
    }
}

/// Whether an object is a builtin value or container itself, whatever it contains.
pub fn is_value(object: &Bound<'_, PyAny>) -> bool {
    is_atom(object)
        || object.is_exact_instance_of::<PyList>()
        || object.is_exact_instance_of::<PyTuple>()
        || object.is_exact_instance_of::<PyDict>()
        || object.is_exact_instance_of::<PySet>()
        || object.is_exact_instance_of::<PyFrozenSet>()
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
