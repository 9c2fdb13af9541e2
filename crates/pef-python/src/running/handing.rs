//! Entries of the frontier as Python data, on their way to another process.

use pef_explore::Handed;
use pef_term::{Integer, Value};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat};

/// An entry as a tuple: input, prediction, bound, free decisions, excluded values, whether it is a guess.
pub type Described = (
    Vec<(String, Py<PyAny>)>,
    Option<(usize, u64, Vec<u32>)>,
    usize,
    Vec<u32>,
    Vec<Py<PyAny>>,
    bool,
);

pub fn describe(python: Python<'_>, handed: Handed) -> PyResult<Described> {
    let input = handed
        .input
        .into_iter()
        .map(|(name, value)| Ok((name, to_python(python, &value)?)))
        .collect::<PyResult<_>>()?;
    let excluded = handed
        .excluded
        .iter()
        .map(|value| to_python(python, value))
        .collect::<PyResult<_>>()?;
    Ok((
        input,
        handed.predicted,
        handed.bound,
        handed.free,
        excluded,
        handed.is_guess,
    ))
}

pub fn read(python: Python<'_>, described: Described) -> PyResult<Handed> {
    let (input, predicted, bound, free, excluded, is_guess) = described;
    Ok(Handed {
        input: input
            .into_iter()
            .map(|(name, value)| Ok((name, from_python(value.bind(python))?)))
            .collect::<PyResult<_>>()?,
        predicted,
        bound,
        free,
        excluded: excluded
            .iter()
            .map(|value| from_python(value.bind(python)))
            .collect::<PyResult<_>>()?,
        is_guess,
    })
}

pub fn to_python(python: Python<'_>, value: &Value) -> PyResult<Py<PyAny>> {
    match value {
        Value::Bool(value) => value.into_py_any(python),
        Value::Int(value) => value.to_bigint().into_py_any(python),
        Value::Float(value) => value.into_py_any(python),
    }
}

fn from_python(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    if value.is_instance_of::<PyBool>() {
        return Ok(Value::Bool(value.extract()?));
    }
    if value.is_instance_of::<PyFloat>() {
        return Ok(Value::Float(value.extract()?));
    }
    Ok(Value::Int(Integer::from(
        value.extract::<num_bigint::BigInt>()?,
    )))
}
