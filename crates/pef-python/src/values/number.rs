//! Making symbolic ints and bools, and taking operands apart.

use pef_term::TermId;
use pyo3::ffi;

use super::{Symbolic, boolean_type, convert, integer_type, symbolic};
use crate::raw::extended::Tag;
use crate::raw::reference::new_bool;
use crate::raw::{Object, Owned, long};
use crate::session::{self, Session};

/// A value with its term as an int: the plain value itself when the term is a constant. A new reference.
///
/// # Safety
/// `value` is an `int` whose value the term has in this run.
pub unsafe fn new_integer(value: &Owned, term: TermId) -> Object {
    let constant = session::with(|session| {
        session.check(term, || unsafe { convert::integer_of(value.get()) }.into());
        session.terms.as_const(term).is_some()
    });
    if constant {
        return unsafe { super::plain(value.get()) };
    }
    let tag = Tag {
        term: term.index() as u32,
        epoch: session::epoch(),
    };
    unsafe { long::allocate(integer_type(), value.get(), tag) }
}

/// A truth value with its term. A new reference.
///
/// # Safety
/// The interpreter is attached, and the term has this value in this run.
pub unsafe fn new_boolean(value: bool, term: TermId) -> Object {
    let constant = session::with(|session| {
        session.check(term, || value.into());
        session.terms.as_const(term).is_some()
    });
    if constant {
        return unsafe { new_bool(value) };
    }
    let tag = Tag {
        term: term.index() as u32,
        epoch: session::epoch(),
    };
    unsafe {
        let plain = if value {
            ffi::Py_True()
        } else {
            ffi::Py_False()
        };
        long::allocate(boolean_type(), plain, tag)
    }
}

/// What an operand of integer arithmetic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A symbolic int, or a symbolic bool as the int it stands for.
    Symbolic(TermId),
    /// An ordinary int or bool.
    Plain,
    /// Something whose own type has a say: another type, or a subtype of `int` with operators of its own.
    Foreign,
}

/// Takes an operand apart. `own_slot` tells whether a subtype of `int` overrides the operator in question.
///
/// # Safety
/// `object` is alive.
pub unsafe fn operand(
    object: Object,
    overrides: impl FnOnce(&ffi::PyTypeObject) -> bool,
) -> Operand {
    unsafe {
        match symbolic(object) {
            Some(Symbolic::Int(term)) => return Operand::Symbolic(term),
            Some(Symbolic::Bool(term)) => {
                return Operand::Symbolic(session::with(|session| session.terms.int_of_bool(term)));
            }
            Some(Symbolic::Float(_) | Symbolic::Text(_) | Symbolic::Octets(_)) => {
                return Operand::Foreign;
            }
            None => {}
        }
        if ffi::PyLong_Check(object) == 0 {
            return Operand::Foreign;
        }
        let kind = ffi::Py_TYPE(object);
        let plain = kind == &raw mut ffi::PyLong_Type
            || kind == &raw mut ffi::PyBool_Type
            || super::is_ours(object)
            || !overrides(&*kind);
        if plain {
            Operand::Plain
        } else {
            Operand::Foreign
        }
    }
}

/// The term of an operand that is not foreign.
///
/// # Safety
/// `object` is alive, and an `int` when the operand is plain.
pub unsafe fn term_of(session: &mut Session, operand: Operand, object: Object) -> TermId {
    match operand {
        Operand::Symbolic(term) => term,
        Operand::Plain | Operand::Foreign => {
            let value = unsafe { convert::integer_of(object) };
            session.terms.int_const(value)
        }
    }
}
