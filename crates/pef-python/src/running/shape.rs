//! Shapes: what a parameter's type makes of an input.
//!
//! A shape is used twice with the same names: to build the symbolic argument of a run, and to build the plain one
//! for the replay. Both read the same model with the same defaults, so they cannot differ. Names are Python
//! expressions (`items[0]`, `len(items)`), because conditions are printed with them.

use std::sync::Arc;

use pef_explore::SiteId;
use pef_term::{Domain, Integer, Model, Sort, TermId, Value};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PyList, PySet, PyTuple};

use super::names::{alternative_name, choice_name, element_name, listed, value_name};
use super::object_shape::{Construction, Deferred};
use super::sequence_shape::Sequence;
use super::{choice, function_shape, keywords, text_shape};
use crate::raw::Owned;
use crate::session::{self, Stop};
use crate::texts::Alphabet;
use crate::values::convert;
use crate::values::decide::{Raised, raise_stop};
use crate::values::equality::{Equality, equality};
use crate::values::float_operand::new_float;
use crate::values::keyed;
use crate::values::lazy::{Container, Filling, decide_length, fix, new_lazy};
use crate::values::modelled::while_modelled;
use crate::values::number::{new_boolean, new_integer};
use crate::values::undecided::new_undecided;

/// A container with more elements than this is not built.
const SIZE_LIMIT: i64 = 10_000;

/// What values a parameter may have.
#[derive(Debug)]
pub enum Shape {
    Int,
    Bool,
    Float,
    Text,
    Bytes,
    ByteArray,
    List(Arc<Shape>),
    /// A tuple of these elements.
    Tuple(Vec<Shape>),
    /// A tuple of any length.
    TupleOf(Arc<Shape>),
    Dict(Arc<Shape>, Arc<Shape>),
    Set(Arc<Shape>),
    FrozenSet(Arc<Shape>),
    /// What `**kwargs` collects: values of this shape, under names other than these.
    Keywords(Arc<Shape>, Vec<String>),
    /// One of these; which one is a decision.
    Choice(Vec<Shape>),
    /// One of these; which one is a decision that everything with this name shares.
    Shared(String, Vec<Shape>),
    /// A function with results of this shape, made by this.
    Function(Py<PyAny>, Arc<Shape>),
    /// One particular object of the plain world, and what it is in the rewritten one.
    Twins(Py<PyAny>, Py<PyAny>),
    /// One particular object.
    Constant(Py<PyAny>),
    /// An object of a class.
    Object(Construction),
    /// An object of a class on which methods have been called.
    Sequence(Sequence),
    /// Made when the attribute that it is stored in is read.
    ByNeed(Arc<Shape>),
    /// What this gives; for classes whose objects contain others of them.
    Deferred(Deferred),
}

impl Shape {
    /// Reads the description that `pef.inputs.types` makes: a tuple with the kind first.
    pub fn from_description(description: &Bound<'_, PyAny>) -> PyResult<Self> {
        let description = description.cast::<PyTuple>()?;
        let kind: String = description.get_item(0)?.extract()?;
        let part = |index: usize| -> PyResult<Arc<Self>> {
            Ok(Arc::new(Self::from_description(
                &description.get_item(index)?,
            )?))
        };
        let parts = || -> PyResult<Vec<Self>> {
            description
                .iter()
                .skip(1)
                .map(|part| Self::from_description(&part))
                .collect()
        };
        Ok(match kind.as_str() {
            "int" => Self::Int,
            "bool" => Self::Bool,
            "float" => Self::Float,
            "str" => Self::Text,
            "bytes" => Self::Bytes,
            "bytearray" => Self::ByteArray,
            "list" => Self::List(part(1)?),
            "tuple" => Self::Tuple(parts()?),
            "tuple_of" => Self::TupleOf(part(1)?),
            "dict" => Self::Dict(part(1)?, part(2)?),
            "set" => Self::Set(part(1)?),
            "frozenset" => Self::FrozenSet(part(1)?),
            "keywords" => Self::Keywords(part(1)?, description.get_item(2)?.extract()?),
            "choice" => Self::Choice(parts()?),
            "shared" => Self::Shared(
                description.get_item(1)?.extract()?,
                description
                    .iter()
                    .skip(2)
                    .map(|part| Self::from_description(&part))
                    .collect::<PyResult<_>>()?,
            ),
            "function" => Self::Function(description.get_item(1)?.unbind(), part(2)?),
            "twins" => Self::Twins(
                description.get_item(1)?.unbind(),
                description.get_item(2)?.unbind(),
            ),
            "constant" => Self::Constant(description.get_item(1)?.unbind()),
            "object" => Self::Object(Construction::from_description(description)?),
            "sequence" => Self::Sequence(Sequence::from_description(description)?),
            "by_need" => Self::ByNeed(part(1)?),
            "defer" => Self::Deferred(Deferred::new(description.get_item(1)?.unbind())),
            other => {
                return Err(PyValueError::new_err(format!(
                    "no shape is called {other:?}"
                )));
            }
        })
    }

    /// The argument of a symbolic run. `variant` numbers values that should differ from each other by default.
    pub fn symbolic(&self, python: Python<'_>, name: &str, variant: usize) -> PyResult<Py<PyAny>> {
        match self {
            Self::Int => {
                let (term, value) =
                    input(name, Sort::Int, Domain::ALL, Value::from(variant as i64));
                // SAFETY: the interpreter is attached; the value is the term's in this run.
                unsafe {
                    let value = owned(python, convert::new_plain(&value))?;
                    object(python, new_integer(&value, term))
                }
            }
            Self::Bool => {
                let (term, value) =
                    input(name, Sort::Bool, Domain::ALL, Value::from(variant % 2 == 1));
                // SAFETY: as above.
                unsafe { object(python, new_boolean(value.as_bool().unwrap_or(false), term)) }
            }
            Self::Float => {
                let default = Value::from(variant as f64);
                let (term, value) = input(name, Sort::Float, Domain::ALL, default);
                // SAFETY: as above.
                unsafe {
                    let value = owned(python, convert::new_plain(&value))?;
                    object(python, new_float(&value, term))
                }
            }
            Self::Text => text_shape::symbolic(python, Alphabet::CodePoints, name, variant),
            Self::Bytes => text_shape::symbolic(python, Alphabet::Octets, name, variant),
            Self::ByteArray => text_shape::symbolic_array(python, name, variant),
            Self::List(element) => open(python, Container::List, name, name, element, None),
            Self::TupleOf(element) => open(python, Container::Tuple, name, name, element, None),
            Self::Set(element) => open(python, Container::Set, name, &listed(name), element, None),
            Self::Dict(key, value) => open(
                python,
                Container::Dict,
                name,
                &listed(name),
                key,
                Some(value),
            ),
            Self::Tuple(parts) => {
                let elements = parts
                    .iter()
                    .enumerate()
                    .map(|(index, part)| {
                        part.symbolic(
                            python,
                            &element_name(name, index),
                            if index == 0 { variant } else { 0 },
                        )
                    })
                    .collect::<PyResult<Vec<_>>>()?;
                Ok(PyTuple::new(python, elements)?.into_any().unbind())
            }
            Self::FrozenSet(element) => {
                // A frozen set cannot be filled later, so its size is decided at once.
                let (length, size) = size_in_run(python, name, 0)?;
                decide_length(length, size as i64).map_err(|_| PyErr::fetch(python))?;
                let filling = Filling {
                    element: Arc::clone(element),
                    value: None,
                    name: listed(name),
                };
                let elements =
                    distinct_elements(&filling, size).map_err(|_| PyErr::fetch(python))?;
                let elements: Vec<Py<PyAny>> = elements
                    .into_iter()
                    // SAFETY: an owned reference becomes another.
                    .map(|element| unsafe { object(python, element.release()) })
                    .collect::<PyResult<_>>()?;
                let set = while_modelled(|| PyFrozenSet::new(python, elements))?;
                // SAFETY: the object is alive. Without this its elements would be looked up by their hashes alone.
                unsafe { keyed::settle_type(set.as_ptr()) }.map_err(|_| PyErr::fetch(python))?;
                Ok(set.into_any().unbind())
            }
            Self::Keywords(value, taken) => keywords::symbolic(python, name, value, taken),
            Self::Choice(parts) => {
                let chosen = choose(python, name, name, parts)?;
                parts[chosen].symbolic(python, &alternative_name(name, chosen), variant)
            }
            Self::Shared(shared, parts) => {
                let chosen = choose(python, shared, name, parts)?;
                parts[chosen].symbolic(python, &alternative_name(name, chosen), variant)
            }
            Self::Function(maker, result) => function_shape::symbolic(python, maker, result, name),
            Self::Twins(_, object) | Self::Constant(object) => Ok(object.clone_ref(python)),
            Self::Object(construction) => construction.symbolic(python, name, variant),
            Self::Sequence(sequence) => sequence.symbolic(python, name, variant),
            Self::ByNeed(shape) if shape.is_eager(python)? => shape.symbolic(python, name, variant),
            Self::ByNeed(shape) => new_undecided(python, shape, name),
            Self::Deferred(deferred) => deferred.shape(python)?.symbolic(python, name, variant),
        }
    }

    /// The argument of the plain run of the same input; objects of classes are described, not made.
    pub fn plain(
        &self,
        python: Python<'_>,
        name: &str,
        variant: usize,
        model: &Model,
    ) -> PyResult<Py<PyAny>> {
        match self {
            Self::Int => plain_value(python, name, Value::from(variant as i64), model),
            Self::Bool => plain_value(python, name, Value::from(variant % 2 == 1), model),
            Self::Float => plain_value(python, name, Value::from(variant as f64), model),
            Self::Text => text_shape::plain(python, Alphabet::CodePoints, name, variant, model),
            Self::Bytes => text_shape::plain(python, Alphabet::Octets, name, variant, model),
            Self::ByteArray => Ok(text_shape::plain_array(python, name, variant, model)),
            Self::List(element) => Ok(PyList::new(
                python,
                plain_elements(python, name, element, false, model)?,
            )?
            .into_any()
            .unbind()),
            Self::TupleOf(element) => Ok(PyTuple::new(
                python,
                plain_elements(python, name, element, false, model)?,
            )?
            .into_any()
            .unbind()),
            Self::Tuple(parts) => {
                let elements = parts
                    .iter()
                    .enumerate()
                    .map(|(index, part)| {
                        let variant = if index == 0 { variant } else { 0 };
                        part.plain(python, &element_name(name, index), variant, model)
                    })
                    .collect::<PyResult<Vec<_>>>()?;
                Ok(PyTuple::new(python, elements)?.into_any().unbind())
            }
            Self::Set(element) => {
                let elements = plain_elements(python, &listed(name), element, true, model)?;
                Ok(PySet::new(python, elements)?.into_any().unbind())
            }
            Self::FrozenSet(element) => {
                let elements = plain_elements(python, &listed(name), element, true, model)?;
                Ok(PyFrozenSet::new(python, elements)?.into_any().unbind())
            }
            Self::Dict(key, value) => {
                let dictionary = PyDict::new(python);
                for (index, key) in plain_elements(python, &listed(name), key, true, model)?
                    .into_iter()
                    .enumerate()
                {
                    dictionary.set_item(
                        key,
                        value.plain(python, &value_name(name, index), 0, model)?,
                    )?;
                }
                Ok(dictionary.into_any().unbind())
            }
            Self::Keywords(value, _) => keywords::plain(python, name, value, model),
            Self::Choice(parts) => {
                let chosen = index_of(&value_in(&choice_name(name), Value::from(0), model));
                parts[chosen].plain(python, &alternative_name(name, chosen), variant, model)
            }
            Self::Shared(shared, parts) => {
                let chosen = index_of(&value_in(&choice_name(shared), Value::from(0), model));
                parts[chosen].plain(python, &alternative_name(name, chosen), variant, model)
            }
            Self::Function(maker, result) => {
                function_shape::plain(python, maker, result, name, model)
            }
            Self::Twins(object, _) | Self::Constant(object) => Ok(object.clone_ref(python)),
            Self::Object(construction) => construction.described(python, name, variant, model),
            Self::Sequence(sequence) => sequence.described(python, name, variant, model),
            Self::ByNeed(shape) => shape.plain(python, name, variant, model),
            Self::Deferred(deferred) => deferred.shape(python)?.plain(python, name, variant, model),
        }
    }
}

fn choices(parts: &[Shape]) -> Domain {
    Domain::between(0, parts.len() as i64 - 1)
}

pub fn input(name: &str, sort: Sort, domain: Domain, default: Value) -> (TermId, Value) {
    session::with(|session| session.input(name, sort, domain, default))
}

pub fn index_of(value: &Value) -> usize {
    value.as_int().and_then(Integer::to_i64).unwrap_or(0) as usize
}

/// Decides whether two arguments are the same object; they are not, unless that is asked for.
pub fn decide_same(python: Python<'_>, condition: &str) -> PyResult<bool> {
    let (term, value) = input(condition, Sort::Bool, Domain::ALL, Value::from(false));
    let same = value.as_bool().unwrap_or(false);
    let decided = session::with(|session| {
        let site = entry_site(session);
        session.decide(term, same, site)
    });
    decided.map_err(|stop| stopped(python, stop))?;
    Ok(same)
}

/// Whether two arguments of the plain run are the same object.
pub fn is_same(condition: &str, model: &Model) -> bool {
    value_in(condition, Value::from(false), model)
        .as_bool()
        .unwrap_or(false)
}

/// Decides which of several alternatives is taken.
fn choose(python: Python<'_>, choice: &str, name: &str, parts: &[Shape]) -> PyResult<usize> {
    let (term, value) = input(
        &choice_name(choice),
        Sort::Int,
        choices(parts),
        Value::from(0),
    );
    let chosen = index_of(&value);
    choice::describe(python, term, name, parts);
    decide_choice(term, chosen).map_err(|stop| stopped(python, stop))?;
    Ok(chosen)
}

pub fn decide_choice(term: TermId, chosen: usize) -> Result<(), Stop> {
    session::with(|session| {
        let value = session.terms.int_const(chosen as i64);
        let site = entry_site(session);
        session.decide_value(term, value, site)
    })
}

/// Where decisions about arguments are placed: the call of the target.
pub fn entry_site(session: &mut session::Session) -> SiteId {
    // SAFETY: the interpreter is attached while arguments are built.
    unsafe { session.sites.here() }
}

pub fn stopped(python: Python<'_>, stop: Stop) -> PyErr {
    raise_stop(stop);
    PyErr::fetch(python)
}

/// The length of a container: its term, and what it is in this run.
pub fn size_in_run(python: Python<'_>, name: &str, default: usize) -> PyResult<(TermId, usize)> {
    let (term, value) = input(
        &format!("len({name})"),
        Sort::Int,
        session::lengths(),
        Value::from(default as i64),
    );
    match value.as_int().and_then(Integer::to_i64) {
        Some(size) if size <= SIZE_LIMIT => Ok((term, size as usize)),
        _ => {
            let stop = session::with(|session| session.halt(Stop::TooLarge));
            Err(stopped(python, stop))
        }
    }
}

/// One element of an open container; a new reference.
pub fn element(filling: &Filling, index: usize, variant: usize) -> Result<Owned, Raised> {
    make(
        &filling.element,
        &element_name(&filling.name, index),
        variant,
    )
}

/// The value of one entry of an open dictionary; a new reference.
pub fn value(filling: &Filling, index: usize) -> Result<Owned, Raised> {
    let shape = filling.value.as_ref().ok_or(Raised)?;
    let dictionary = filling
        .name
        .strip_prefix("list(")
        .and_then(|rest| rest.strip_suffix(')'));
    make(
        shape,
        &value_name(dictionary.unwrap_or(&filling.name), index),
        0,
    )
}

fn make(shape: &Shape, name: &str, variant: usize) -> Result<Owned, Raised> {
    // SAFETY: elements are made while the program runs, so the interpreter is attached.
    let python = unsafe { Python::assume_attached() };
    match shape.symbolic(python, name, variant) {
        // SAFETY: a new reference is handed over.
        Ok(made) => unsafe { Owned::new(made.into_ptr()) }.ok_or(Raised),
        Err(error) => {
            error.restore(python);
            Err(Raised)
        }
    }
}

/// The keys of a dictionary, or the elements of a set: made, and known to differ from each other.
pub fn distinct_elements(filling: &Filling, size: usize) -> Result<Vec<Owned>, Raised> {
    let mut elements: Vec<Owned> = Vec::with_capacity(size);
    for index in 0..size {
        let made = element(filling, index, index)?;
        for other in &elements {
            require_different(other, &made)?;
        }
        elements.push(made);
    }
    Ok(elements)
}

/// That two keys differ is a fact where they do, and where they do not, a reason to ask for another input.
pub fn require_different(one: &Owned, two: &Owned) -> Result<(), Raised> {
    // SAFETY: both are alive.
    let stopped_by = match unsafe { equality(one.get(), two.get()) }? {
        Equality::Plain(false) | Equality::Foreign => None,
        Equality::Plain(true) => Some(session::with(|session| session.halt(Stop::Impossible))),
        Equality::When(condition, now) => session::with(|session| {
            let different = session.terms.not(condition);
            let site = entry_site(session);
            if now {
                session
                    .decide(different, false, site)
                    .err()
                    .or(Some(session.halt(Stop::Impossible)))
            } else {
                session.assume(different, site).err()
            }
        }),
    };
    stopped_by.map_or(Ok(()), |stop| Err(raise_stop(stop)))
}

fn open(
    python: Python<'_>,
    container: Container,
    name: &str,
    indexed: &str,
    element: &Arc<Shape>,
    value: Option<&Arc<Shape>>,
) -> PyResult<Py<PyAny>> {
    let (length, size) = size_in_run(python, name, 0)?;
    let filling = Filling {
        element: Arc::clone(element),
        value: value.map(Arc::clone),
        name: indexed.to_owned(),
    };
    let eager = element.is_eager(python)?
        || match value {
            Some(value) => value.is_eager(python)?,
            None => false,
        };
    // SAFETY: the interpreter is attached, and the size is the term's in this run; what is made is a new reference.
    unsafe {
        let made = new_lazy(container, length, size, filling).map_err(|_| PyErr::fetch(python))?;
        let made = object(python, made)?;
        if eager {
            fix(made.as_ptr()).map_err(|_| PyErr::fetch(python))?;
        }
        Ok(made)
    }
}

pub fn value_in(name: &str, default: Value, model: &Model) -> Value {
    session::with(|session| {
        session
            .terms
            .find_variable(name)
            .and_then(|variable| model.get(variable))
            .cloned()
            .unwrap_or(default)
    })
}

fn plain_value(
    python: Python<'_>,
    name: &str,
    default: Value,
    model: &Model,
) -> PyResult<Py<PyAny>> {
    let value = value_in(name, default, model);
    // SAFETY: the interpreter is attached.
    unsafe { object(python, convert::new_plain(&value)) }
}

pub fn plain_size(name: &str, default: usize, model: &Model) -> usize {
    index_of(&value_in(
        &format!("len({name})"),
        Value::from(default as i64),
        model,
    ))
    .min(SIZE_LIMIT as usize)
}

fn plain_elements(
    python: Python<'_>,
    name: &str,
    element: &Shape,
    distinct: bool,
    model: &Model,
) -> PyResult<Vec<Py<PyAny>>> {
    let measured = name
        .strip_prefix("list(")
        .and_then(|rest| rest.strip_suffix(')'))
        .unwrap_or(name);
    (0..plain_size(measured, 0, model))
        .map(|index| {
            let variant = if distinct { index } else { 0 };
            element.plain(python, &element_name(name, index), variant, model)
        })
        .collect()
}

/// # Safety
/// `pointer` is null with an exception set, or a new reference.
pub unsafe fn object(python: Python<'_>, pointer: *mut pyo3::ffi::PyObject) -> PyResult<Py<PyAny>> {
    unsafe { Bound::from_owned_ptr_or_err(python, pointer).map(Bound::unbind) }
}

/// # Safety
/// As for [`object`].
pub unsafe fn owned(python: Python<'_>, pointer: *mut pyo3::ffi::PyObject) -> PyResult<Owned> {
    unsafe { Owned::new(pointer) }.ok_or_else(|| PyErr::fetch(python))
}
