//! Models written in Python that code here calls: which they are, and where they are kept.

use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::exceptions::PyValueError;
use pyo3::ffi;
use pyo3::prelude::*;

use crate::raw::Object;

/// What there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// `join(parts)`: a tuple of strings as one string.
    Join,
    /// `join_equals(parts, other)`: the condition that they are, put together, some plain string; `None` if not known.
    JoinEquals,
    /// `format(value, conversion, specification)`: a field of an f-string.
    Format,
    /// `percent(format, values)`: `format % values`.
    Percent,
    /// `int(value, …)` of text.
    Int,
    /// `float(value)` of text.
    Float,
    /// What a generator gives to `any` and `all`, evaluated to its end where that makes no difference.
    Quantified,
    /// `part(text, slice)`: a slice of a text that was deferred, now.
    Part,
    /// `part_equals(text, slice, other)`: the condition that it is some plain string; `None` if not known.
    PartEquals,
    /// `repetition(text, count)`: the same for a text so many times.
    Repetition,
    /// `power(base, exponent, modulus)` with an exponent below zero.
    Inverse,
    /// `source(text, is_expression)`: the plain source that a symbolic text is decided to be, or `None`.
    Source,
}

const NAMES: [(Written, &str); 12] = [
    (Written::Join, "join"),
    (Written::JoinEquals, "join_equals"),
    (Written::Format, "format"),
    (Written::Percent, "percent"),
    (Written::Int, "int"),
    (Written::Float, "float"),
    (Written::Quantified, "quantified"),
    (Written::Part, "part"),
    (Written::PartEquals, "part_equals"),
    (Written::Repetition, "repetition"),
    (Written::Inverse, "inverse"),
    (Written::Source, "source"),
];

static MODELS: [AtomicPtr<ffi::PyObject>; NAMES.len()] =
    [const { AtomicPtr::new(std::ptr::null_mut()) }; NAMES.len()];

/// The model (borrowed, lives as long as the process); null before the models are loaded.
pub fn model(written: Written) -> Object {
    MODELS[written as usize].load(Ordering::Relaxed)
}

/// Makes a model known by its name.
#[pyfunction]
pub fn set_model(name: &str, model: Py<PyAny>) -> PyResult<()> {
    let Some((written, _)) = NAMES.iter().find(|(_, known)| *known == name) else {
        return Err(PyValueError::new_err(format!(
            "no model is called {name:?}"
        )));
    };
    MODELS[*written as usize].store(model.into_ptr(), Ordering::Relaxed);
    Ok(())
}
