//! Functions as arguments: `pef.inputs.types.functions` makes them, and their results come from here.
//!
//! A function decides for each call whether its arguments equal those of an earlier one; where they do, the result is
//! that of the earlier call, and otherwise the next new one. The symbolic and the plain function number their results in
//! the same order, so the same variables stand for them.

use std::sync::Arc;

use pef_term::{Model, UNPRINTED};
use pyo3::prelude::*;

use super::shape::Shape;
use crate::session;
use crate::values::{Symbolic, symbolic as symbolic_value};

/// The results of one function: in a symbolic run, or for an input.
#[pyclass(frozen, unsendable, module = "pef._engine")]
pub struct Results {
    shape: Arc<Shape>,
    name: String,
    /// The run that they are of.
    epoch: u32,
    /// For the plain function: the input.
    input: Option<Model>,
}

#[pymethods]
impl Results {
    /// The name of the parameter, for people.
    #[getter]
    fn name(&self) -> String {
        self.name.replace(UNPRINTED, "")
    }

    /// What tells the function from others of the same call.
    #[getter]
    fn key(&self) -> &str {
        &self.name
    }

    #[getter]
    fn is_plain(&self) -> bool {
        self.input.is_some()
    }

    /// What the plain function gives where nothing is asked of its result.
    fn otherwise(&self, python: Python<'_>) -> PyResult<Py<PyAny>> {
        self.shape
            .plain(python, &format!("{}()", self.name), 0, &Model::default())
    }

    /// The result of that number, of a call with arguments that read like this; each time a new object.
    fn get(&self, python: Python<'_>, number: usize, arguments: &str) -> PyResult<Py<PyAny>> {
        let mark = UNPRINTED.to_string().repeat(number);
        let name = format!("{}({arguments}){mark}", self.name);
        match &self.input {
            Some(input) => self.shape.plain(python, &name, 0, input),
            None if session::is_active() && session::epoch() == self.epoch => {
                self.shape.symbolic(python, &name, 0)
            }
            // The program kept it from an earlier run.
            None => self.shape.plain(python, &name, 0, &Model::default()),
        }
    }
}

/// The formula of a symbolic number of this run as Python; nothing for other values.
#[pyfunction]
pub fn term_text(value: &Bound<'_, PyAny>) -> Option<String> {
    // SAFETY: the value is alive.
    let term = match unsafe { symbolic_value(value.as_ptr()) }? {
        Symbolic::Int(term) | Symbolic::Bool(term) | Symbolic::Float(term) => term,
        Symbolic::Text(_) | Symbolic::Octets(_) => return None,
    };
    Some(session::with(|session| session.terms.display(term)))
}

/// The function of a symbolic run.
pub fn symbolic(
    python: Python<'_>,
    maker: &Py<PyAny>,
    result: &Arc<Shape>,
    name: &str,
) -> PyResult<Py<PyAny>> {
    make(python, maker, result, name, None)
}

/// The function of the plain run of the same input.
pub fn plain(
    python: Python<'_>,
    maker: &Py<PyAny>,
    result: &Arc<Shape>,
    name: &str,
    model: &Model,
) -> PyResult<Py<PyAny>> {
    make(python, maker, result, name, Some(model.clone()))
}

fn make(
    python: Python<'_>,
    maker: &Py<PyAny>,
    result: &Arc<Shape>,
    name: &str,
    input: Option<Model>,
) -> PyResult<Py<PyAny>> {
    let results = Results {
        shape: Arc::clone(result),
        name: name.to_owned(),
        epoch: session::epoch(),
        input,
    };
    maker.call1(python, (Bound::new(python, results)?,))
}
