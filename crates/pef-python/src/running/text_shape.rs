//! Strings and bytes as arguments: of a symbolic run, and of the plain run of the same input.

use pef_term::{Integer, Model, Value};
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

use super::shape::{object, owned, plain_size, size_in_run, value_in};
use crate::session;
use crate::texts::{Alphabet, DEFAULT_CODE};
use crate::values::lazy::decide_length;
use crate::values::{convert, integer_methods, octets, text};

/// The argument of a symbolic run.
pub fn symbolic(
    python: Python<'_>,
    alphabet: Alphabet,
    name: &str,
    variant: usize,
) -> PyResult<Py<PyAny>> {
    let default = default_codes(variant);
    // An input that is too large ends the run here.
    size_in_run(python, name, default.len())?;
    let (id, codes) = session::with(|session| session.input_text(name, alphabet, &default));
    // SAFETY: the interpreter is attached; the value is the text's in this run.
    unsafe {
        match alphabet {
            Alphabet::CodePoints => {
                let value = owned(python, text::new_plain_text(&codes))?;
                object(python, text::new_text(&value, id))
            }
            Alphabet::Octets => object(python, octets::new_octets(&bytes_of(&codes), id)),
        }
    }
}

/// A bytearray of a symbolic run. It is an ordinary one, because C code changes it in place: the run depends on its
/// length and on each of its bytes.
pub fn symbolic_array(python: Python<'_>, name: &str, variant: usize) -> PyResult<Py<PyAny>> {
    let default = default_codes(variant);
    let (length, size) = size_in_run(python, name, default.len())?;
    decide_length(length, size as i64).map_err(|_| PyErr::fetch(python))?;
    let (id, codes) = session::with(|session| session.input_text(name, Alphabet::Octets, &default));
    for (index, &code) in codes.iter().enumerate() {
        let term = session::with(|session| session.code(id, index));
        // SAFETY: the interpreter is attached, and the code is the term's value in this run.
        unsafe {
            let value = owned(python, convert::new_plain(&Value::from(i64::from(code))))?;
            integer_methods::settle_term(term, value.get()).map_err(|_| PyErr::fetch(python))?;
        }
    }
    Ok(PyByteArray::new(python, &bytes_of(&codes))
        .into_any()
        .unbind())
}

/// The argument of the plain run.
pub fn plain(
    python: Python<'_>,
    alphabet: Alphabet,
    name: &str,
    variant: usize,
    model: &Model,
) -> PyResult<Py<PyAny>> {
    let codes = plain_codes(alphabet, name, variant, model);
    // SAFETY: the interpreter is attached.
    unsafe {
        match alphabet {
            Alphabet::CodePoints => object(python, text::new_plain_text(&codes)),
            Alphabet::Octets => object(python, octets::new_plain_octets(&bytes_of(&codes))),
        }
    }
}

/// A bytearray of the plain run.
pub fn plain_array(python: Python<'_>, name: &str, variant: usize, model: &Model) -> Py<PyAny> {
    let codes = plain_codes(Alphabet::Octets, name, variant, model);
    PyByteArray::new(python, &bytes_of(&codes))
        .into_any()
        .unbind()
}

fn plain_codes(alphabet: Alphabet, name: &str, variant: usize, model: &Model) -> Vec<u32> {
    let default = default_codes(variant);
    (0..plain_size(name, default.len(), model))
        .map(|index| {
            let code = default.get(index).copied().unwrap_or(DEFAULT_CODE);
            value_in(&alphabet.code_name(name, index), Value::from(code), model)
                .as_int()
                .and_then(Integer::to_i64)
                .unwrap_or(code) as u32
        })
        .collect()
}

fn bytes_of(codes: &[u32]) -> Vec<u8> {
    codes.iter().map(|&code| code as u8).collect()
}

/// A short text that differs from those of other variants: the empty one, then letters.
fn default_codes(variant: usize) -> Vec<i64> {
    let mut codes = Vec::new();
    let mut rest = variant;
    while rest > 0 {
        codes.push(i64::from(b'a') + ((rest - 1) % 26) as i64);
        rest = (rest - 1) / 26;
    }
    codes
}
