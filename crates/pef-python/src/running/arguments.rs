//! Arguments of a call, built one parameter after another from their shapes.

use pyo3::prelude::*;

use super::shape::Shape;

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

impl Parameter {
    /// Reads what `pef.types` says of one: its name, whether it is passed by name, its shape.
    pub fn from_description(description: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (name, keyword, shape): (String, bool, Bound<'_, PyAny>) = description.extract()?;
        Ok(Self {
            name,
            passing: if keyword {
                Passing::Keyword
            } else {
                Passing::Positional
            },
            shape: Shape::from_description(&shape)?,
        })
    }
}

/// The arguments of one call.
pub struct Arguments {
    pub positional: Vec<Py<PyAny>>,
    pub keyword: Vec<(String, Py<PyAny>)>,
}

impl Arguments {
    /// The same objects once more.
    pub fn clone_ref(&self, python: Python<'_>) -> Self {
        Self {
            positional: self
                .positional
                .iter()
                .map(|value| value.clone_ref(python))
                .collect(),
            keyword: self
                .keyword
                .iter()
                .map(|(name, value)| (name.clone(), value.clone_ref(python)))
                .collect(),
        }
    }
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
