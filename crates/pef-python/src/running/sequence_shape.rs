//! Objects in states that their constructors do not give: some of their methods are called before the target is.
//!
//! Which method comes next, or that none does, is a decision; none is the default. A call that raises makes the input
//! none of the target's: it is a matter of that method. As for constructors, the plain run gets a description.

use std::sync::Arc;

use pef_explore::ReasonKind;
use pef_term::{Domain, Model, Sort, TermId, UNPRINTED, Value};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::arguments::{self, Arguments, Parameter};
use super::shape::{Shape, decide_choice, entry_site, index_of, input, stopped, value_in};
use crate::session::{self, Stop};

/// An object, and the methods of which a few are called on it.
#[derive(Debug)]
pub struct Sequence {
    object: Arc<Shape>,
    /// Has `step(object, method, args, kwargs)`, which says whether the call returned, and `described(object, steps)`.
    maker: Py<PyAny>,
    limit: usize,
    methods: Vec<Method>,
    /// What to say where the limit, or a method that cannot be called, keeps objects from being made.
    bound: String,
    /// Whether there are such methods.
    is_partial: bool,
}

#[derive(Debug)]
struct Method {
    name: String,
    parameters: Vec<Parameter>,
}

impl Sequence {
    /// Reads `("sequence", object, maker, limit, bound, is_partial, (method, parameter, …), …)`.
    pub fn from_description(description: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let methods = description
            .iter()
            .skip(6)
            .map(|method| {
                let method = method.cast_into::<PyTuple>()?;
                Ok(Method {
                    name: method.get_item(0)?.extract()?,
                    parameters: method
                        .iter()
                        .skip(1)
                        .map(|parameter| Parameter::from_description(&parameter))
                        .collect::<PyResult<_>>()?,
                })
            })
            .collect::<PyResult<_>>()?;
        Ok(Self {
            object: Arc::new(Shape::from_description(&description.get_item(1)?)?),
            maker: description.get_item(2)?.unbind(),
            limit: description.get_item(3)?.extract()?,
            bound: description.get_item(4)?.extract()?,
            is_partial: description.get_item(5)?.extract()?,
            methods,
        })
    }

    /// What the methods are called on.
    pub fn object(&self) -> &Shape {
        &self.object
    }

    /// The object of a symbolic run, after the calls.
    pub fn symbolic(&self, python: Python<'_>, name: &str, variant: usize) -> PyResult<Py<PyAny>> {
        let object = self.object.symbolic(python, name, variant)?;
        let mut is_bounded = self.is_partial;
        for step in 0..self.limit {
            let (term, value) = input(
                &choice_name(name, step),
                Sort::Int,
                Domain::between(0, self.methods.len() as i64),
                Value::from(0),
            );
            self.describe(term, name, step);
            let chosen = index_of(&value);
            decide_choice(term, chosen).map_err(|stop| stopped(python, stop))?;
            let Some(method) = chosen
                .checked_sub(1)
                .and_then(|index| self.methods.get(index))
            else {
                break;
            };
            is_bounded |= step + 1 == self.limit;
            let Arguments {
                positional,
                keyword,
            } = arguments::build(
                python,
                &method.parameters,
                |_: &str| Ok(false),
                |parameter| {
                    let name = argument_name(name, method, step, parameter);
                    parameter.shape.symbolic(python, &name, 0)
                },
            )?;
            let returned: bool = self
                .maker
                .call_method1(python, "step", (&object, &method.name, positional, keyword))?
                .extract(python)?;
            if !returned {
                let stop = session::with(|session| session.halt(Stop::Impossible));
                return Err(stopped(python, stop));
            }
        }
        if is_bounded {
            session::with(|session| {
                let site = entry_site(session);
                session.note(ReasonKind::Depth, site, self.bound.clone());
            });
        }
        Ok(object)
    }

    /// Has the choice of a call read as what it is.
    fn describe(&self, choice: TermId, name: &str, step: usize) {
        let name = name.replace(UNPRINTED, "");
        for chosen in 0..=self.methods.len() {
            session::with(|session| {
                let value = session.terms.int_const(chosen as i64);
                let condition = session.terms.eq(choice, value);
                if session.terms.has_alias(condition) {
                    return;
                }
                let method = chosen
                    .checked_sub(1)
                    .and_then(|index| self.methods.get(index));
                let text = match method {
                    Some(method) => format!("calls({name})[{step}] == {:?}", method.name),
                    None => format!("len(calls({name})) == {step}"),
                };
                session.terms.set_alias(condition, text);
            });
        }
    }

    /// The description of the object of the plain run.
    pub fn described(
        &self,
        python: Python<'_>,
        name: &str,
        variant: usize,
        model: &Model,
    ) -> PyResult<Py<PyAny>> {
        let object = self.object.plain(python, name, variant, model)?;
        let mut steps = Vec::new();
        for step in 0..self.limit {
            let chosen = index_of(&value_in(&choice_name(name, step), Value::from(0), model));
            let Some(method) = chosen
                .checked_sub(1)
                .and_then(|index| self.methods.get(index))
            else {
                break;
            };
            let Arguments {
                positional,
                keyword,
            } = arguments::build(
                python,
                &method.parameters,
                |_: &str| Ok(false),
                |parameter| {
                    let name = argument_name(name, method, step, parameter);
                    parameter.shape.plain(python, &name, 0, model)
                },
            )?;
            steps.push((method.name.as_str(), positional, keyword));
        }
        self.maker
            .call_method1(python, "described", (object, steps))
    }
}

fn choice_name(name: &str, step: usize) -> String {
    format!("calls({name})[{step}]")
}

fn argument_name(name: &str, method: &Method, step: usize, parameter: &Parameter) -> String {
    format!("{name}.{}[{step}].{}", method.name, parameter.name)
}
