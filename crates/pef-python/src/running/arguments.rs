//! Arguments of a call, built one parameter after another from their shapes.
//!
//! What `*args` and `**kwargs` collect is a container of open size, and a call takes its elements one by one: so its
//! size is decided when the call is made.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::shape::Shape;
use crate::values::lazy;
use crate::values::modelled::while_modelled;

/// How an argument is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    Positional,
    Keyword,
    /// The elements of a tuple, by position.
    Spread,
    /// The entries of a dictionary, by name.
    SpreadKeywords,
}

impl Passing {
    /// Reads what `pef.inputs.types` says.
    pub fn from_description(description: &str) -> PyResult<Self> {
        Ok(match description {
            "positional" => Self::Positional,
            "keyword" => Self::Keyword,
            "spread" => Self::Spread,
            "spread keywords" => Self::SpreadKeywords,
            other => {
                return Err(PyValueError::new_err(format!(
                    "nothing is passed {other:?}"
                )));
            }
        })
    }
}

/// One parameter of the target.
#[derive(Debug)]
pub struct Parameter {
    pub name: String,
    pub passing: Passing,
    pub shape: Shape,
    /// Earlier parameters whose object may be given to this one too.
    same_as: Vec<String>,
    /// Says of such an object whether it is a value of this parameter; all are, where there is none.
    admits: Option<Py<PyAny>>,
}

impl Parameter {
    /// Reads what `pef.inputs.types` says of one: its name, how it is passed, its shape.
    pub fn from_description(description: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (name, passing, shape): (String, String, Bound<'_, PyAny>) = description.extract()?;
        let parts = shape.cast::<PyTuple>()?;
        let (same_as, shape, admits) = if parts.get_item(0)?.extract::<String>()? == "alias" {
            (
                parts.get_item(1)?.extract()?,
                parts.get_item(2)?,
                parts.get_item(3)?.extract()?,
            )
        } else {
            (Vec::new(), shape, None)
        };
        Ok(Self {
            name,
            passing: Passing::from_description(&passing)?,
            shape: Shape::from_description(&shape)?,
            same_as,
            admits,
        })
    }

    /// The object of an earlier parameter, if that is what this one is given.
    fn same(
        &self,
        python: Python<'_>,
        made: &[(&str, Py<PyAny>)],
        mut is_same: impl FnMut(&str) -> PyResult<bool>,
    ) -> PyResult<Option<Py<PyAny>>> {
        let mut refused: Vec<&Py<PyAny>> = Vec::new();
        for (earlier, value) in made {
            // `None` is one object anyway; what two earlier parameters share is asked about once.
            if !self.same_as.iter().any(|name| name == earlier)
                || value.is_none(python)
                || refused.iter().any(|other| other.is(value))
            {
                continue;
            }
            let is_admitted = match &self.admits {
                Some(admits) => admits.call1(python, (value,))?.extract(python)?,
                None => true,
            };
            if is_admitted && is_same(&format!("{earlier} is {}", self.name))? {
                return Ok(Some(value.clone_ref(python)));
            }
            refused.push(value);
        }
        Ok(None)
    }
}

/// The arguments of one call.
pub struct Arguments {
    pub positional: Vec<Py<PyAny>>,
    /// By name. A name that goes to `**kwargs` may be symbolic.
    pub keyword: Vec<(Py<PyAny>, Py<PyAny>)>,
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
                .map(|(name, value)| (name.clone_ref(python), value.clone_ref(python)))
                .collect(),
        }
    }
}

/// Builds the arguments of a call, one parameter after another. `is_same` says of a condition like `a is b` whether it
/// holds.
pub fn build(
    python: Python<'_>,
    parameters: &[Parameter],
    mut is_same: impl FnMut(&str) -> PyResult<bool>,
    mut argument: impl FnMut(&Parameter) -> PyResult<Py<PyAny>>,
) -> PyResult<Arguments> {
    let mut made: Vec<(&str, Py<PyAny>)> = Vec::new();
    let mut arguments = Arguments {
        positional: Vec::new(),
        keyword: Vec::new(),
    };
    for parameter in parameters {
        let value = match parameter.same(python, &made, &mut is_same)? {
            Some(value) => value,
            None => argument(parameter)?,
        };
        made.push((&parameter.name, value.clone_ref(python)));
        match parameter.passing {
            Passing::Positional => arguments.positional.push(value),
            Passing::Keyword => {
                let name = parameter.name.as_str().into_pyobject(python)?;
                arguments.keyword.push((name.into_any().unbind(), value));
            }
            Passing::Spread => {
                // SAFETY: the value is alive.
                unsafe { lazy::fix(value.as_ptr()) }.map_err(|_| PyErr::fetch(python))?;
                let elements = value.bind(python).cast::<PyTuple>()?;
                arguments
                    .positional
                    .extend(elements.iter().map(Bound::unbind));
            }
            Passing::SpreadKeywords => {
                let entries = value.bind(python).cast::<PyDict>()?;
                arguments.keyword.extend(
                    entries
                        .iter()
                        .map(|(name, value)| (name.unbind(), value.unbind())),
                );
            }
        }
    }
    Ok(arguments)
}

impl Arguments {
    /// Those that are passed by name, if there are any. Names differ from each other by construction.
    pub fn keywords<'py>(&self, python: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        if self.keyword.is_empty() {
            return Ok(None);
        }
        let keywords = PyDict::new(python);
        for (name, value) in &self.keyword {
            while_modelled(|| keywords.set_item(name, value))?;
        }
        Ok(Some(keywords))
    }
}
