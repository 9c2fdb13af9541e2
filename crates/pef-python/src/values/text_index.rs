//! Which position of a text an index means: whether it is valid is decided, and its value where it matters.

use std::ffi::CStr;

use pyo3::ffi;

use super::decide::{Raised, decide};
use crate::raw::Object;
use crate::session;
use crate::texts::TextId;

/// The position that the index `key` means in a text of `present` codes; `IndexError` with the message if it means
/// none. A negative index needs the length, which `fix` decides.
///
/// # Safety
/// `key` is an `int`.
pub unsafe fn position(
    text: TextId,
    present: usize,
    key: Object,
    message: &CStr,
    fix: impl FnOnce() -> Result<(), Raised>,
) -> Result<ffi::Py_ssize_t, Raised> {
    unsafe {
        let present = present as i64;
        let value = super::convert::integer_of(key);
        let length = session::with(|session| session.texts.length(text));
        let term = match super::integer::integer_term(key) {
            Some(term) => term,
            None => session::with(|session| session.terms.int_const(value.clone())),
        };
        let (inside, from_front) = session::with(|session| {
            let terms = &mut session.terms;
            let lowest = terms.neg(length);
            let above = terms.le(lowest, term);
            let below = terms.lt(term, length);
            let zero = terms.int_const(0);
            (terms.and(&[above, below]), terms.le(zero, term))
        });
        let is_inside = value < present.into() && value >= (-present).into();
        if !decide(inside, is_inside)? {
            return Err(out_of_range(key, message));
        }
        if !decide(from_front, !value.is_negative())? {
            fix()?;
        }
        let plain = super::integer_methods::settle(key)?;
        let position = ffi::PyLong_AsSsize_t(plain.get());
        Ok(if position < 0 {
            position + present as ffi::Py_ssize_t
        } else {
            position
        })
    }
}

/// Sets the `IndexError` for an index that is not valid: a plain one that fits into no word has a message of its own.
///
/// # Safety
/// `key` is an `int`.
pub unsafe fn out_of_range(key: Object, message: &CStr) -> Raised {
    unsafe {
        let is_plain = super::symbolic(key).is_none();
        if is_plain
            && ffi::PyNumber_AsSsize_t(key, ffi::PyExc_IndexError) == -1
            && !ffi::PyErr_Occurred().is_null()
        {
            return Raised;
        }
        ffi::PyErr_SetString(ffi::PyExc_IndexError, message.as_ptr());
        Raised
    }
}
