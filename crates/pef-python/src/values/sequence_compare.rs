//! Comparing two lists or two tuples, as one formula.
//!
//! The builtin compares element by element and asks for the truth of each comparison: a path for every position at
//! which two sequences can differ first. Where elements are compared without running any code of the program, the whole
//! comparison is one condition instead, and whoever asks for its truth makes one decision. Everything else is left to
//! the builtin.

use std::cmp::Ordering;
use std::ffi::c_int;

use pef_term::{Integer, TermId};
use pyo3::ffi;

use super::convert::integer_of;
use super::decide::Raised;
use super::equality::{Equality, equality};
use super::number::new_boolean;
use super::{Symbolic, symbolic};
use crate::raw::Object;
use crate::session;

/// Longer sequences are not looked through for something symbolic: the builtin may stop at their first elements.
const LONGEST: usize = 256;
/// How deep sequences within sequences are looked through.
const DEEPEST: u32 = 4;

/// The result of a comparison; nothing where the builtin is to compare.
///
/// # Safety
/// Both are alive, and the interpreter is attached.
pub unsafe fn compare(left: Object, right: Object, relation: c_int) -> Option<Object> {
    unsafe {
        if ffi::Py_TYPE(left) != ffi::Py_TYPE(right) {
            return None;
        }
        let (one, two) = (elements(left)?, elements(right)?);
        if !(one.iter().chain(two)).any(|&element| holds_symbolic(element, DEEPEST)) {
            return None;
        }
        match relation {
            ffi::Py_EQ | ffi::Py_NE => equal(left, right, relation == ffi::Py_NE),
            _ => ordered(one, two, relation),
        }
    }
}

/// The elements of an ordinary list or tuple of moderate length.
unsafe fn elements<'a>(sequence: Object) -> Option<&'a [Object]> {
    unsafe {
        let found = crate::raw::sequence::elements(sequence)?;
        (found.len() <= LONGEST).then_some(found)
    }
}

unsafe fn holds_symbolic(object: Object, depth: u32) -> bool {
    unsafe {
        symbolic(object).is_some()
            || (depth > 0
                && elements(object).is_some_and(|elements| {
                    elements
                        .iter()
                        .any(|&element| holds_symbolic(element, depth - 1))
                }))
    }
}

unsafe fn equal(left: Object, right: Object, negated: bool) -> Option<Object> {
    unsafe {
        match equality(left, right) {
            Err(Raised) => Some(std::ptr::null_mut()),
            Ok(Equality::Foreign) => None,
            Ok(answer) => {
                let (now, condition) = (answer.now()?, answer.condition()?);
                let condition = if negated {
                    session::with(|session| session.terms.not(condition))
                } else {
                    condition
                };
                Some(new_boolean(now != negated, condition))
            }
        }
    }
}

/// Which comes first is decided by the first elements that differ, or else by the lengths. Ints only.
unsafe fn ordered(one: &[Object], two: &[Object], relation: c_int) -> Option<Object> {
    unsafe {
        let pairs = one
            .iter()
            .zip(two)
            .map(|(&left, &right)| Some((integer(left)?, integer(right)?)))
            .collect::<Option<Vec<_>>>()?;
        let now = pairs
            .iter()
            .map(|((_, left), (_, right))| left.cmp(right))
            .find(|order| *order != Ordering::Equal)
            .unwrap_or(one.len().cmp(&two.len()));
        let condition = session::with(|session| {
            let terms = &mut session.terms;
            let mut rest = terms.bool_const(satisfies(one.len().cmp(&two.len()), relation));
            for ((left, _), (right, _)) in pairs.into_iter().rev() {
                let same = terms.eq(left, right);
                let differs = match relation {
                    ffi::Py_LT | ffi::Py_LE => terms.lt(left, right),
                    _ => terms.lt(right, left),
                };
                let decided_later = terms.and(&[same, rest]);
                rest = terms.or(&[differs, decided_later]);
            }
            rest
        });
        Some(new_boolean(satisfies(now, relation), condition))
    }
}

fn satisfies(order: Ordering, relation: c_int) -> bool {
    match relation {
        ffi::Py_LT => order.is_lt(),
        ffi::Py_LE => order.is_le(),
        ffi::Py_GT => order.is_gt(),
        _ => order.is_ge(),
    }
}

/// The term and the value of an int or bool, plain or symbolic.
unsafe fn integer(object: Object) -> Option<(TermId, Integer)> {
    unsafe {
        let term = match symbolic(object) {
            Some(Symbolic::Int(term)) => Some(term),
            Some(Symbolic::Bool(term)) => {
                Some(session::with(|session| session.terms.int_of_bool(term)))
            }
            Some(Symbolic::Float(_) | Symbolic::Text(_) | Symbolic::Octets(_)) => return None,
            None => None,
        };
        let is_plain = ffi::PyLong_CheckExact(object) != 0 || ffi::PyBool_Check(object) != 0;
        if term.is_none() && !is_plain {
            return None;
        }
        let value = integer_of(object);
        let constant = || session::with(|session| session.terms.int_const(value.clone()));
        Some((term.unwrap_or_else(constant), value))
    }
}
