//! Entries of the frontier as Python data, on their way to another process.

use pef_explore::Handed;
use pef_term::{Integer, Value};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat};

/// An entry as it is handed out. `pef.protocol.frontier_entries` has the meaning of its parts.
#[pyclass(frozen, get_all, module = "pef._engine")]
pub struct HandedEntry {
    values: Vec<(String, Py<PyAny>)>,
    predicted: Option<HandedPrediction>,
    bound: usize,
    free: Vec<u32>,
    excluded: Vec<Py<PyAny>>,
    is_guess: bool,
}

/// The decisions that an entry is predicted to take.
#[pyclass(frozen, get_all, module = "pef._engine")]
#[derive(Clone, Debug)]
pub struct HandedPrediction {
    count: usize,
    fingerprint: u64,
    beginnings: Vec<u32>,
}

/// An entry as it comes back: a record with these attributes.
#[derive(FromPyObject)]
pub struct TakenEntry {
    values: Vec<(String, Py<PyAny>)>,
    predicted: Option<TakenPrediction>,
    bound: usize,
    free: Vec<u32>,
    excluded: Vec<Py<PyAny>>,
    is_guess: bool,
}

#[derive(FromPyObject)]
struct TakenPrediction {
    count: usize,
    fingerprint: u64,
    beginnings: Vec<u32>,
}

impl HandedEntry {
    pub fn made_of(python: Python<'_>, handed: Handed) -> PyResult<Self> {
        let predicted = handed
            .predicted
            .map(|(count, fingerprint, beginnings)| HandedPrediction {
                count,
                fingerprint,
                beginnings,
            });
        Ok(Self {
            values: handed
                .input
                .into_iter()
                .map(|(name, value)| Ok((name, to_python(python, &value)?)))
                .collect::<PyResult<_>>()?,
            predicted,
            bound: handed.bound,
            free: handed.free,
            excluded: handed
                .excluded
                .iter()
                .map(|value| to_python(python, value))
                .collect::<PyResult<_>>()?,
            is_guess: handed.is_guess,
        })
    }
}

impl TakenEntry {
    pub fn read(self, python: Python<'_>) -> PyResult<Handed> {
        Ok(Handed {
            input: self
                .values
                .into_iter()
                .map(|(name, value)| Ok((name, from_python(value.bind(python))?)))
                .collect::<PyResult<_>>()?,
            predicted: self
                .predicted
                .map(|predicted| (predicted.count, predicted.fingerprint, predicted.beginnings)),
            bound: self.bound,
            free: self.free,
            excluded: self
                .excluded
                .iter()
                .map(|value| from_python(value.bind(python)))
                .collect::<PyResult<_>>()?,
            is_guess: self.is_guess,
        })
    }
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
