//! How a choice among alternatives reads: `isinstance(x, int)`, `x is None`, `x == 'left'`.

use pef_term::{TermId, UNPRINTED};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyType};

use super::shape::Shape;
use crate::raw::looking;
use crate::{plain_data, session};

/// Gives the conditions "this alternative was taken" texts of their own.
pub fn describe(python: Python<'_>, choice: TermId, name: &str, alternatives: &[Shape]) {
    let name = name.replace(UNPRINTED, "");
    for (index, alternative) in alternatives.iter().enumerate() {
        let condition = session::with(|session| {
            let index = session.terms.int_const(index as i64);
            let condition = session.terms.eq(choice, index);
            (!session.terms.has_alias(condition)).then_some(condition)
        });
        if let Some(condition) = condition {
            let text = test(python, alternative, &name);
            session::with(|session| session.terms.set_alias(condition, text));
        }
    }
}

/// A condition that holds of the values of a shape.
fn test(python: Python<'_>, shape: &Shape, name: &str) -> String {
    let class: &str = match shape {
        // A bool is an int, and often both are alternatives.
        Shape::Bool => return format!("type({name}) is bool"),
        Shape::Int => "int",
        Shape::Float => "float",
        Shape::Text => "str",
        Shape::Bytes => "bytes",
        Shape::ByteArray => "bytearray",
        Shape::List(_) => "list",
        Shape::Tuple(_) | Shape::TupleOf(_) => "tuple",
        Shape::Dict(..) | Shape::Keywords(..) => "dict",
        Shape::Set(_) => "set",
        Shape::FrozenSet(_) => "frozenset",
        Shape::Function(..) => return format!("callable({name})"),
        Shape::Choice(parts) | Shape::Shared(_, parts) => {
            let tests: Vec<String> = parts.iter().map(|part| test(python, part, name)).collect();
            return format!("({})", tests.join(" or "));
        }
        Shape::Object(construction) => return construction.test(python, name),
        Shape::Sequence(sequence) => return test(python, sequence.object(), name),
        Shape::ByNeed(shape) => return test(python, shape, name),
        Shape::Deferred(deferred) => {
            return deferred
                .shape(python)
                .map_or_else(|_| "...".to_owned(), |shape| test(python, &shape, name));
        }
        Shape::Twins(object, _) | Shape::Constant(object) => {
            let object = object.bind(python);
            if let Ok(class) = object.cast::<PyType>() {
                let class = looking::name(class);
                return format!("{name} is {}", class.as_deref().unwrap_or("..."));
            }
            let by_identity = object.is_none() || object.is_instance_of::<PyBool>();
            let operator = if by_identity { "is" } else { "==" };
            if !has_own_text(object) {
                // What its text is, code of the program would say.
                let class = looking::name(&object.get_type());
                return format!("type({name}) is {}", class.as_deref().unwrap_or("..."));
            }
            let text = object
                .repr()
                .map_or_else(|_| "...".to_owned(), |text| text.to_string());
            return format!("{name} {operator} {text}");
        }
    };
    format!("isinstance({name}, {class})")
}

/// Whether no code of the program is run for the text of a constant.
fn has_own_text(object: &Bound<'_, PyAny>) -> bool {
    let class = object.get_type();
    // SAFETY: the class is alive.
    let is_written =
        unsafe { ffi::PyType_HasFeature(class.as_type_ptr(), ffi::Py_TPFLAGS_HEAPTYPE) != 0 };
    let is_ours = || looking::module_name(&class).is_some_and(|name| name.starts_with("pef"));
    let is_container = plain_data::is_value(object) && !plain_data::is_atom(object);
    (!is_written || is_ours()) && (!is_container || plain_data::is_light(object))
}
