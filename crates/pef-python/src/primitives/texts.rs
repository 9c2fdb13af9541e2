//! What models of methods of strings and bytes ask of a whole text, whatever its length: none of this decides anything.

use pef_term::{CodeTable, TextRelation};
use pyo3::exceptions::{PySystemError, PyTypeError};
use pyo3::ffi;
use pyo3::prelude::*;

use super::{object, raised};
use crate::raw::Owned;
use crate::session;
use crate::values::number::{new_boolean, new_integer};
use crate::values::{Symbolic, convert, symbolic, text_conditions, text_search};

/// The condition that a string, or bytes, begin with others of their kind. No decision.
#[pyfunction]
fn begins_with<'py>(
    value: &Bound<'py, PyAny>,
    part: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    at_end(value, part, TextRelation::Begins)
}

/// The condition that a string, or bytes, end with others of their kind. No decision.
#[pyfunction]
fn ends_with<'py>(
    value: &Bound<'py, PyAny>,
    part: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    at_end(value, part, TextRelation::Ends)
}

fn at_end<'py>(
    value: &Bound<'py, PyAny>,
    part: &Bound<'py, PyAny>,
    relation: TextRelation,
) -> PyResult<Bound<'py, PyAny>> {
    let python = value.py();
    // SAFETY: both are alive.
    unsafe {
        let is_text = |object: &Bound<'py, PyAny>| ffi::PyUnicode_Check(object.as_ptr()) != 0;
        if is_text(value) != is_text(part) {
            return Err(PyTypeError::new_err("two strings, or bytes, are needed"));
        }
        let (condition, present) =
            text_search::end_condition(value.as_ptr(), part.as_ptr(), relation)
                .map_err(raised(python))?;
        object(python, new_boolean(present, condition))
    }
}

/// Whether the length of a string, or of bytes, is still open.
#[pyfunction]
fn is_open(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    let python = value.py();
    // SAFETY: the object is alive.
    let text = unsafe { text_search::text_of(value.as_ptr()) }.map_err(raised(python))?;
    Ok(text.is_some_and(|text| session::with(|session| session.texts.is_open(text))))
}

/// The condition that every code of a string, or of bytes, lies in one of the ranges (inclusive pairs, ascending);
/// `label` says what is true of such an element, as Python over `c`. No decision.
#[pyfunction]
fn every_code<'py>(
    value: &Bound<'py, PyAny>,
    ranges: Vec<(i64, i64)>,
    label: String,
) -> PyResult<Bound<'py, PyAny>> {
    let python = value.py();
    let table = CodeTable {
        ranges: ranges.into(),
        label,
    };
    // SAFETY: the object is alive, and its value that of its text.
    unsafe {
        let string = value.as_ptr();
        let Some(text) = text_search::text_of(string).map_err(raised(python))? else {
            return Err(PyTypeError::new_err("a string or bytes are needed"));
        };
        let now = if ffi::PyUnicode_Check(string) != 0 {
            (0..ffi::PyUnicode_GET_LENGTH(string))
                .all(|index| table.contains(i64::from(ffi::PyUnicode_ReadChar(string, index))))
        } else {
            let octets = crate::raw::octets::slice(string);
            octets.iter().all(|&octet| table.contains(i64::from(octet)))
        };
        let condition = text_conditions::every_code(text, table);
        object(python, new_boolean(now, condition))
    }
}

/// Has a condition printed as this Python expression, an atom.
#[pyfunction]
fn shown_as<'py>(condition: &Bound<'py, PyAny>, text: String) -> Bound<'py, PyAny> {
    // SAFETY: the object is alive.
    if let Some(Symbolic::Bool(term)) = unsafe { symbolic(condition.as_ptr()) } {
        session::with(|session| {
            if session.terms.as_const(term).is_none() {
                session.terms.set_alias(term, text);
            }
        });
    }
    condition.clone()
}

/// The expression that a string, or bytes, are if they are the whole of an input.
#[pyfunction]
fn input_name(value: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let python = value.py();
    // SAFETY: the object is alive.
    let text = unsafe { text_search::text_of(value.as_ptr()) }.map_err(raised(python))?;
    Ok(session::with(|session| {
        let input = session.texts.input(text?)?;
        Some(session.terms.family_info(input).name.clone())
    }))
}

/// The first code of an open text, which is there if its length says so.
#[pyfunction]
fn first_code<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let python = value.py();
    // SAFETY: the object is alive; the input has this code, whether the text is long enough for it or not.
    unsafe {
        let Some(text) = text_search::text_of(value.as_ptr()).map_err(raised(python))? else {
            return Err(PyTypeError::new_err("a string or bytes are needed"));
        };
        let (term, value) = session::with(|session| {
            let term = session.code(text, 0);
            (
                term,
                pef_term::evaluate(&session.terms, term, &session.model),
            )
        });
        let value = value.ok_or_else(|| PySystemError::new_err("a code without a value"))?;
        let plain = Owned::new(convert::new_plain(&value)).ok_or_else(|| PyErr::fetch(python))?;
        object(python, new_integer(&plain, term))
    }
}

pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add_functions!(
        module,
        begins_with,
        ends_with,
        is_open,
        every_code,
        first_code,
        shown_as,
        input_name,
    );
    Ok(())
}
