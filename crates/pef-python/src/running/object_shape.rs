//! Objects of classes as arguments: built by running the constructor on arguments that have shapes of their own.
//!
//! The symbolic run calls the class of the rewritten world. The plain one gets a *description* (which class, which
//! arguments), because what is announced and shown must not run code of the program; `pef.inputs.objects` makes the object of
//! it when the plain run begins. Both read the same variables: `name.parameter`.
//!
//! Invariant: a constructor that raises makes the input none of the target's, and its decisions stay in the trace, so
//! that the search goes on with inputs that it accepts.

use std::sync::{Arc, OnceLock};

use pef_term::Model;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use rustc_hash::FxHashSet;

use super::arguments::{self, Arguments, Parameter};
use super::shape::{Shape, stopped};
use crate::session::{self, Stop};

/// How an object is made: a maker of `pef.inputs.objects`, and what it needs.
#[derive(Debug)]
pub struct Construction {
    maker: Py<PyAny>,
    parameters: Vec<Parameter>,
    /// Parameters that no attribute of their name holds.
    replaced: FxHashSet<String>,
}

impl Construction {
    /// Reads `("object", maker, parameter, …)`.
    pub fn from_description(description: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let maker = description.get_item(1)?;
        let replaced = maker
            .getattr_opt("replaced")?
            .map_or_else(|| Ok(FxHashSet::default()), |names| names.extract())?;
        Ok(Self {
            maker: maker.unbind(),
            replaced,
            parameters: description
                .iter()
                .skip(2)
                .map(|parameter| Parameter::from_description(&parameter))
                .collect::<PyResult<_>>()?,
        })
    }

    /// Whether making it may depend on when it is made, so that it has to be made before the call.
    pub fn is_eager(&self, python: Python<'_>, known: &mut FxHashSet<usize>) -> PyResult<bool> {
        if !known.insert(self.maker.as_ptr() as usize) {
            return Ok(false);
        }
        let pure = self.maker.getattr(python, "is_pure")?;
        if !pure.is_truthy(python)? {
            return Ok(true);
        }
        self.parameters.iter().try_fold(false, |found, parameter| {
            Ok(found || parameter.shape.is_eager_beside(python, known)?)
        })
    }

    /// A condition that holds of such objects, as Python.
    pub fn test(&self, python: Python<'_>, name: &str) -> String {
        self.maker
            .call_method1(python, "test", (name,))
            .and_then(|text| text.extract(python))
            .unwrap_or_else(|_| "...".to_owned())
    }

    /// The object of a symbolic run.
    pub fn symbolic(&self, python: Python<'_>, name: &str, variant: usize) -> PyResult<Py<PyAny>> {
        let arguments = self.arguments(python, name, variant, |shape, name, variant| {
            shape.symbolic(python, name, variant)
        })?;
        let Arguments {
            positional,
            keyword,
        } = arguments;
        let (accepted, made): (bool, Py<PyAny>) = self
            .maker
            .call_method1(python, "symbolic", (positional, keyword))?
            .extract(python)?;
        if accepted {
            return Ok(made);
        }
        let stop = session::with(|session| session.halt(Stop::Impossible));
        Err(stopped(python, stop))
    }

    /// The description of the object of the plain run.
    pub fn described(
        &self,
        python: Python<'_>,
        name: &str,
        variant: usize,
        model: &Model,
    ) -> PyResult<Py<PyAny>> {
        let arguments = self.arguments(python, name, variant, |shape, name, variant| {
            shape.plain(python, name, variant, model)
        })?;
        self.maker.call_method1(
            python,
            "described",
            (arguments.positional, arguments.keyword),
        )
    }

    /// The first argument is the one that makes variants differ.
    fn arguments(
        &self,
        python: Python<'_>,
        name: &str,
        variant: usize,
        mut argument: impl FnMut(&Shape, &str, usize) -> PyResult<Py<PyAny>>,
    ) -> PyResult<Arguments> {
        let mut variant = Some(variant);
        let never = |_: &str| Ok(false);
        arguments::build(python, &self.parameters, never, |parameter| {
            let name = if self.replaced.contains(&parameter.name) {
                // What the constructor was given is not what a reader finds in the object.
                format!("{name}.__init__.{}", parameter.name)
            } else {
                member_name(name, &parameter.name)
            };
            argument(&parameter.shape, &name, variant.take().unwrap_or(0))
        })
    }
}

/// An attribute, an entry where the name is a subscript already, or the thing itself where there is no name.
fn member_name(name: &str, member: &str) -> String {
    let point = if member.is_empty() || member.starts_with('[') {
        ""
    } else {
        "."
    };
    format!("{name}{point}{member}")
}

/// A shape that is read when it is first needed: that of a class inside itself.
#[derive(Debug)]
pub struct Deferred {
    thunk: Py<PyAny>,
    shape: OnceLock<Arc<Shape>>,
}

impl Deferred {
    pub fn new(thunk: Py<PyAny>) -> Self {
        Self {
            thunk,
            shape: OnceLock::new(),
        }
    }

    pub fn shape(&self, python: Python<'_>) -> PyResult<Arc<Shape>> {
        if let Some(shape) = self.shape.get() {
            return Ok(Arc::clone(shape));
        }
        let description = self.thunk.call0(python)?;
        let shape = Arc::new(Shape::from_description(description.bind(python))?);
        Ok(Arc::clone(self.shape.get_or_init(|| shape)))
    }
}
