//! What `**kwargs` collects: a dictionary whose keys are the names of arguments.
//!
//! Names are text. They are not empty, differ from each other, and differ from the names that are passed to
//! parameters of their own; all of that is assumed before the call, as facts of the path. Its size is decided, because
//! a call takes the entries one by one.

use std::sync::Arc;

use pef_term::Model;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use super::names::{element_name, listed, value_name};
use super::shape::{Shape, plain_size, require_different, size_in_run};
use super::text_shape;
use crate::raw::Owned;
use crate::session;
use crate::texts::Alphabet;
use crate::values::lazy::decide_length;
use crate::values::modelled::while_modelled;

/// The argument of a symbolic run: an ordinary dictionary with symbolic keys.
pub fn symbolic(
    python: Python<'_>,
    name: &str,
    value: &Arc<Shape>,
    taken: &[String],
) -> PyResult<Py<PyAny>> {
    let (length, size) = size_in_run(python, name, 0)?;
    decide_length(length, size as i64).map_err(|_| PyErr::fetch(python))?;
    let mut unlike: Vec<Owned> = std::iter::once("")
        .chain(taken.iter().map(String::as_str))
        .map(|text| borrowed(PyString::new(python, text).as_any()))
        .collect();
    let entries = PyDict::new(python);
    for index in 0..size {
        let key = text_shape::symbolic(
            python,
            Alphabet::CodePoints,
            &key_name(name, index),
            index + 1,
        )?;
        let key = key.into_bound(python);
        let owned = borrowed(&key);
        for other in &unlike {
            require_different(other, &owned).map_err(|_| PyErr::fetch(python))?;
        }
        unlike.push(owned);
        session::with(|session| session.keyword_names.insert(key.as_ptr() as usize));
        let value = value.symbolic(python, &value_name(name, index), 0)?;
        while_modelled(|| entries.set_item(key, value))?;
    }
    Ok(entries.into_any().unbind())
}

/// The argument of the plain run of the same input.
pub fn plain(
    python: Python<'_>,
    name: &str,
    value: &Arc<Shape>,
    model: &Model,
) -> PyResult<Py<PyAny>> {
    let entries = PyDict::new(python);
    for index in 0..plain_size(name, 0, model) {
        let key = text_shape::plain(
            python,
            Alphabet::CodePoints,
            &key_name(name, index),
            index + 1,
            model,
        )?;
        let value = value.plain(python, &value_name(name, index), 0, model)?;
        entries.set_item(key, value)?;
    }
    Ok(entries.into_any().unbind())
}

fn key_name(name: &str, index: usize) -> String {
    element_name(&listed(name), index)
}

fn borrowed(object: &Bound<'_, PyAny>) -> Owned {
    // SAFETY: the object is alive, and the new reference keeps it so.
    unsafe { Owned::borrowed(object.as_ptr()) }
}
