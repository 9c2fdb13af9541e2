//! Arguments: what a parameter's type makes of an input.
//!
//! A shape is used twice with the same names: to build the symbolic argument of a run, and to build the plain one
//! for the replay. Both read the same model with the same defaults, so they cannot differ.

use pef_term::{Domain, Model, Sort, Value};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::session;
use crate::values::convert;
use crate::values::number::{new_boolean, new_integer};

use crate::raw::Owned;

/// What values a parameter may have.
#[derive(Debug)]
pub enum Shape {
    Int,
    Bool,
    /// One particular object.
    Constant(Py<PyAny>),
}

impl Shape {
    /// Reads the description that `pef.types` makes: a tuple with the kind first.
    pub fn from_description(description: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let kind: String = description.get_item(0)?.extract()?;
        match kind.as_str() {
            "int" => Ok(Self::Int),
            "bool" => Ok(Self::Bool),
            "constant" => Ok(Self::Constant(description.get_item(1)?.unbind())),
            other => Err(PyValueError::new_err(format!(
                "no shape is called {other:?}"
            ))),
        }
    }

    /// The argument of a symbolic run.
    pub fn symbolic(&self, python: Python<'_>, name: &str) -> PyResult<Py<PyAny>> {
        match self {
            Self::Int => {
                let (term, value) = session::with(|session| {
                    session.input(name, Sort::Int, Domain::ALL, Value::from(0))
                });
                // SAFETY: the interpreter is attached; the value is the term's in this run.
                unsafe {
                    let value = Owned::new(convert::new_plain(&value))
                        .ok_or_else(|| PyErr::fetch(python))?;
                    Bound::from_owned_ptr_or_err(python, new_integer(&value, term))
                        .map(Bound::unbind)
                }
            }
            Self::Bool => {
                let (term, value) = session::with(|session| {
                    session.input(name, Sort::Bool, Domain::ALL, Value::from(false))
                });
                let value = value.as_bool().unwrap_or(false);
                // SAFETY: as above.
                unsafe {
                    Bound::from_owned_ptr_or_err(python, new_boolean(value, term))
                        .map(Bound::unbind)
                }
            }
            Self::Constant(object) => Ok(object.clone_ref(python)),
        }
    }

    /// The argument of the plain run of the same input.
    pub fn plain(&self, python: Python<'_>, name: &str, input: &Model) -> PyResult<Py<PyAny>> {
        match self {
            Self::Int => plain_value(python, name, Sort::Int, Value::from(0), input),
            Self::Bool => plain_value(python, name, Sort::Bool, Value::from(false), input),
            Self::Constant(object) => Ok(object.clone_ref(python)),
        }
    }
}

fn plain_value(
    python: Python<'_>,
    name: &str,
    sort: Sort,
    default: Value,
    input: &Model,
) -> PyResult<Py<PyAny>> {
    let value = session::with(|session| {
        let variable = session.terms.variable(name, sort, Domain::ALL);
        input.get(variable).cloned().unwrap_or(default)
    });
    // SAFETY: the interpreter is attached.
    unsafe { Bound::from_owned_ptr_or_err(python, convert::new_plain(&value)).map(Bound::unbind) }
}

/// How an argument is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    Positional,
    Keyword,
}

/// One parameter of the target.
#[derive(Debug)]
pub struct Parameter {
    pub name: String,
    pub passing: Passing,
    pub shape: Shape,
}

/// The arguments of one call.
pub struct Arguments {
    pub positional: Vec<Py<PyAny>>,
    pub keyword: Vec<(String, Py<PyAny>)>,
}

/// Builds the arguments of a call, one parameter after another.
pub fn build(
    parameters: &[Parameter],
    mut argument: impl FnMut(&Parameter) -> PyResult<Py<PyAny>>,
) -> PyResult<Arguments> {
    let mut arguments = Arguments {
        positional: Vec::new(),
        keyword: Vec::new(),
    };
    for parameter in parameters {
        let value = argument(parameter)?;
        match parameter.passing {
            Passing::Positional => arguments.positional.push(value),
            Passing::Keyword => arguments.keyword.push((parameter.name.clone(), value)),
        }
    }
    Ok(arguments)
}
