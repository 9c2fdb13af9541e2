//! `is`, `not`, and settling: operations that never ask the value itself.

use pyo3::ffi;

use crate::raw::reference::{new_bool, new_reference};
use crate::raw::{Object, long};
use crate::session;
use crate::values::decide::{Raised, concretised, truth};
use crate::values::number::new_boolean;
use crate::values::{Symbolic, convert, symbolic};

/// CPython keeps one object for each of these, so that for them identity is equality.
const SHARED_INTEGERS: std::ops::RangeInclusive<i64> = -5..=256;

pub unsafe extern "C" fn is(_: Object, arguments: *mut Object, _: ffi::Py_ssize_t) -> Object {
    unsafe { identical(*arguments, *arguments.add(1), true) }
}

pub unsafe extern "C" fn is_not(_: Object, arguments: *mut Object, _: ffi::Py_ssize_t) -> Object {
    unsafe { identical(*arguments, *arguments.add(1), false) }
}

unsafe fn identical(left: Object, right: Object, wanted: bool) -> Object {
    unsafe {
        if left == right || !session::is_active() {
            return new_bool((left == right) == wanted);
        }
        match (symbolic(left), symbolic(right)) {
            (None, None) => new_bool(!wanted),
            (Some(Symbolic::Bool(term)), None) => truth_is(term, left, right, wanted),
            (None, Some(Symbolic::Bool(term))) => truth_is(term, right, left, wanted),
            (Some(Symbolic::Bool(one)), Some(Symbolic::Bool(two))) => {
                let same = long::is_zero(left) == long::is_zero(right);
                let term = session::with(|session| {
                    if wanted {
                        session.terms.eq(one, two)
                    } else {
                        session.terms.ne(one, two)
                    }
                });
                new_boolean(same == wanted, term)
            }
            (Some(Symbolic::Int(term)), None) => integer_is(term, left, right, wanted),
            (None, Some(Symbolic::Int(term))) => integer_is(term, right, left, wanted),
            (Some(_), None) | (None, Some(_)) if !same_class(left, right) => new_bool(!wanted),
            (Some(_), Some(_) | None) | (None, Some(_)) => {
                concretised(|| "identity of symbolic values".to_owned());
                new_bool(!wanted)
            }
        }
    }
}

/// Whether a symbolic value and another object could be one object at all.
unsafe fn same_class(one: Object, two: Object) -> bool {
    unsafe {
        let text = |object| ffi::PyUnicode_Check(object) != 0;
        let float = |object| ffi::PyFloat_Check(object) != 0;
        let bytes = |object| ffi::PyBytes_Check(object) != 0;
        (text(one) && text(two)) || (bytes(one) && bytes(two)) || (float(one) && float(two))
    }
}

/// `b is True` and the like.
unsafe fn truth_is(term: pef_term::TermId, object: Object, other: Object, wanted: bool) -> Object {
    unsafe {
        let side = if other == ffi::Py_True() {
            true
        } else if other == ffi::Py_False() {
            false
        } else {
            return new_bool(!wanted);
        };
        let positive = side == wanted;
        let value = !long::is_zero(object);
        let term = if positive {
            term
        } else {
            session::with(|session| session.terms.not(term))
        };
        new_boolean(value == positive, term)
    }
}

/// `x is 3`: equality for the shared small ints; for others CPython itself makes no promise.
unsafe fn integer_is(
    term: pef_term::TermId,
    object: Object,
    other: Object,
    wanted: bool,
) -> Object {
    unsafe {
        if ffi::PyLong_CheckExact(other) == 0 {
            return new_bool(!wanted);
        }
        let value = convert::integer_of(other);
        if !value
            .to_i64()
            .is_some_and(|small| SHARED_INTEGERS.contains(&small))
        {
            concretised(|| "identity of a symbolic int".to_owned());
            return new_bool(!wanted);
        }
        let equal = convert::integer_of(object) == value;
        let term = session::with(|session| {
            let value = session.terms.int_const(value);
            if wanted {
                session.terms.eq(term, value)
            } else {
                session.terms.ne(term, value)
            }
        });
        new_boolean(equal == wanted, term)
    }
}

/// The object as identity tests see it: for a symbolic bool that is `True` or `False`.
pub unsafe extern "C" fn settle(_: Object, object: Object) -> Object {
    unsafe {
        match symbolic(object) {
            Some(Symbolic::Bool(_)) => match truth(object, |session| session.sites.here()) {
                Ok(side) => new_bool(side),
                Err(Raised) => std::ptr::null_mut(),
            },
            Some(
                Symbolic::Int(_) | Symbolic::Float(_) | Symbolic::Text(_) | Symbolic::Octets(_),
            )
            | None => new_reference(object),
        }
    }
}

/// `not x` where its value is not at once tested.
pub unsafe extern "C" fn not(_: Object, object: Object) -> Object {
    unsafe {
        let term = match symbolic(object) {
            None => {
                return match truth(object, |session| session.sites.here()) {
                    Ok(side) => new_bool(!side),
                    Err(Raised) => std::ptr::null_mut(),
                };
            }
            Some(Symbolic::Bool(term)) => session::with(|session| session.terms.not(term)),
            Some(Symbolic::Int(term)) => session::with(|session| {
                let zero = session.terms.int_const(0);
                session.terms.eq(term, zero)
            }),
            Some(Symbolic::Float(term)) => {
                let nonzero = crate::values::float::nonzero(term);
                let term = session::with(|session| session.terms.not(nonzero));
                return new_boolean(ffi::PyFloat_AS_DOUBLE(object) == 0.0, term);
            }
            Some(Symbolic::Octets(text)) => {
                let term = session::with(|session| {
                    let length = session.texts.length(text);
                    let zero = session.terms.int_const(0);
                    session.terms.eq(length, zero)
                });
                return new_boolean(ffi::PyBytes_Size(object) == 0, term);
            }
            Some(Symbolic::Text(text)) => {
                if crate::values::text::symbolic_text(object).is_err() {
                    return std::ptr::null_mut();
                }
                let term = session::with(|session| {
                    let length = session.texts.length(text);
                    let zero = session.terms.int_const(0);
                    session.terms.eq(length, zero)
                });
                return new_boolean(ffi::PyUnicode_GET_LENGTH(object) == 0, term);
            }
        };
        new_boolean(long::is_zero(object), term)
    }
}
