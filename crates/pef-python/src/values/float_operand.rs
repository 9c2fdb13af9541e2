//! Making symbolic floats, and taking operands of float arithmetic apart.

use pef_term::{Integer, TermId};
use pyo3::ffi;

use super::decide::{Raised, decide, raise_stop};
use super::{Symbolic, convert, float_type, symbolic};
use crate::raw::extended::Tag;
use crate::raw::{Object, Owned, float};
use crate::session;

/// A value with its term as a float: the plain value itself when the term is a constant. A new reference.
///
/// # Safety
/// `value` is a `float` whose value the term has in this run.
pub unsafe fn new_float(value: &Owned, term: TermId) -> Object {
    let constant = session::with(|session| {
        session.check(term, || {
            unsafe { ffi::PyFloat_AS_DOUBLE(value.get()) }.into()
        });
        session.terms.as_const(term).is_some()
    });
    if constant {
        return unsafe { super::plain(value.get()) };
    }
    let tag = Tag {
        term: term.index() as u32,
        epoch: session::epoch(),
    };
    unsafe { float::allocate(float_type(), ffi::PyFloat_AS_DOUBLE(value.get()), tag) }
}

/// What an operand of float arithmetic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatOperand {
    Symbolic(TermId),
    /// An int (or bool), symbolic, which arithmetic converts first.
    SymbolicInt(TermId),
    Plain,
    PlainInt,
    /// Something whose own type has a say: another type, or a subtype of `float` with operators of its own.
    Foreign,
}

impl FloatOperand {
    /// Takes an operand apart. `overrides` tells whether a subtype of `float` has the operator in question itself;
    /// `float` never asks subtypes of `int`.
    ///
    /// # Safety
    /// `object` is alive.
    pub unsafe fn of(object: Object, overrides: impl FnOnce(&ffi::PyTypeObject) -> bool) -> Self {
        unsafe {
            match symbolic(object) {
                Some(Symbolic::Float(term)) => return Self::Symbolic(term),
                Some(Symbolic::Int(term)) => return Self::SymbolicInt(term),
                Some(Symbolic::Bool(term)) => {
                    let term = session::with(|session| session.terms.int_of_bool(term));
                    return Self::SymbolicInt(term);
                }
                Some(Symbolic::Text(_) | Symbolic::Octets(_)) => return Self::Foreign,
                None => {}
            }
            if ffi::PyLong_Check(object) != 0 {
                return Self::PlainInt;
            }
            let kind = ffi::Py_TYPE(object);
            let plain = ffi::PyFloat_Check(object) != 0
                && (kind == &raw mut ffi::PyFloat_Type
                    || kind == float_type()
                    || !overrides(&*kind));
            if plain { Self::Plain } else { Self::Foreign }
        }
    }

    /// The term of an operand that is not foreign, as a float; nothing where converting it overflows. Which of the
    /// two it is gets decided.
    ///
    /// # Safety
    /// The operand is that of `object`.
    pub unsafe fn term(self, object: Object) -> Result<Option<TermId>, Raised> {
        unsafe {
            match self {
                Self::Symbolic(term) => Ok(Some(term)),
                Self::SymbolicInt(term) => float_of_int(term, object),
                Self::Plain | Self::Foreign => {
                    let value = ffi::PyFloat_AS_DOUBLE(object);
                    Ok(Some(session::with(|session| {
                        session.terms.float_const(value)
                    })))
                }
                Self::PlainInt => Ok(convert::integer_of(object)
                    .to_f64()
                    .map(|value| session::with(|session| session.terms.float_const(value)))),
            }
        }
    }
}

/// Integers from here on overflow when they become floats: half a unit beyond the largest float rounds up.
pub fn overflow_limit() -> Integer {
    &Integer::power_of_two(1024) - &Integer::power_of_two(970)
}

/// `float(n)` of a symbolic int; nothing where it overflows, which is decided.
///
/// # Safety
/// `object` is an `int` whose value the term has in this run.
pub unsafe fn float_of_int(term: TermId, object: Object) -> Result<Option<TermId>, Raised> {
    unsafe {
        let overflows = convert::integer_of(object).to_f64().is_none();
        let condition = session::with(|session| {
            let terms = &mut session.terms;
            let limit = terms.int_const(overflow_limit());
            let lowest = terms.neg(limit);
            let outside = [terms.ge(term, limit), terms.le(term, lowest)];
            terms.or(&outside)
        });
        if decide(condition, overflows)? {
            return Ok(None);
        }
        Ok(Some(session::with(|session| {
            session.terms.float_of_int(term)
        })))
    }
}

/// Decides whether a float is NaN, then whether it is infinite; gives its value back.
///
/// # Safety
/// `object` is a `float` whose value the term has in this run.
pub unsafe fn decide_finite(term: TermId, object: Object) -> Result<f64, Raised> {
    unsafe {
        let value = ffi::PyFloat_AS_DOUBLE(object);
        let nan = session::with(|session| session.terms.float_is_nan(term));
        if !decide(nan, value.is_nan())? {
            let infinite = session::with(|session| session.terms.float_is_infinite(term));
            decide(infinite, value.is_infinite())?;
        }
        Ok(value)
    }
}

/// Makes the run depend on the present value of a float: other values are other paths. A value decision compares, and
/// comparing neither finds NaN nor tells the zeros apart; those are branches of their own.
///
/// # Safety
/// `object` is a `float` whose value the term has in this run.
pub unsafe fn settle_float(term: TermId, object: Object) -> Result<(), Raised> {
    unsafe {
        let value = ffi::PyFloat_AS_DOUBLE(object);
        let nan = session::with(|session| session.terms.float_is_nan(term));
        if decide(nan, value.is_nan())? {
            return Ok(());
        }
        session::with(|session| {
            // The zeros are equal: one value, whose sign is decided after it.
            let constant = session.terms.float_const(value + 0.0);
            let site = session.sites.here();
            session.decide_value(term, constant, site)
        })
        .map_err(raise_stop)?;
        if value == 0.0 {
            let negative = session::with(|session| session.terms.float_is_negative(term));
            decide(negative, value.is_sign_negative())?;
        }
        Ok(())
    }
}
