//! Conditions between strings, or between bytes, of which one is symbolic: equality, containment, beginnings.
//!
//! A length is decided only where the formula (see `text_conditions`) cannot do without it.

use pef_term::TermId;
use pyo3::ffi;

use super::decide::{Raised, check_frame, decide};
use super::{octets, symbolic, text, text_conditions as conditions};
use crate::raw::{Object, octets as raw};
use crate::session;
use crate::texts::TextId;

/// The text of a string or of bytes, plain or symbolic; nothing for other objects.
///
/// # Safety
/// `object` is alive.
pub unsafe fn text_of(object: Object) -> Result<Option<TextId>, Raised> {
    unsafe {
        if ffi::PyUnicode_Check(object) != 0 {
            text::text_of(object)
        } else {
            Ok(octets::octets_of(object))
        }
    }
}

/// Decides the length of a string or of bytes, if it is open.
///
/// # Safety
/// `object` has that text.
pub unsafe fn fix(object: Object, id: TextId) -> Result<(), Raised> {
    unsafe {
        if ffi::PyUnicode_Check(object) != 0 {
            text::fix(object, id)
        } else {
            octets::fix(object, id)
        }
    }
}

/// How many codes a string or bytes have in this run.
///
/// # Safety
/// `object` is a string, bytes or a bytearray.
pub unsafe fn present_length(object: Object) -> usize {
    unsafe {
        if ffi::PyUnicode_Check(object) != 0 {
            ffi::PyUnicode_GET_LENGTH(object) as usize
        } else {
            raw::slice(object).len()
        }
    }
}

/// Whether both are strings, or neither is.
unsafe fn alike(one: Object, two: Object) -> bool {
    unsafe { (ffi::PyUnicode_Check(one) != 0) == (ffi::PyUnicode_Check(two) != 0) }
}

/// The condition that two strings are equal; one length may have to be decided for it.
///
/// # Safety
/// Both are strings.
pub unsafe fn equality_condition(left: Object, right: Object) -> Result<TermId, Raised> {
    unsafe {
        let (Some(one), Some(two)) = (text_of(left)?, text_of(right)?) else {
            return Err(Raised);
        };
        if session::with(|session| session.texts.is_open(one) && session.texts.is_open(two)) {
            fix(left, one)?;
        }
        Ok(conditions::equal(one, two))
    }
}

/// The condition that `part in object`, for strings of which at least one is symbolic.
///
/// # Safety
/// Both are alive.
pub unsafe fn find_condition(
    object: Object,
    part: Object,
) -> Result<Option<(TermId, bool)>, Raised> {
    unsafe {
        if (symbolic(object).is_none() && symbolic(part).is_none()) || !alike(object, part) {
            return Ok(None);
        }
        let (Some(whole), Some(wanted)) = (text_of(object)?, text_of(part)?) else {
            return Ok(None);
        };
        check_frame();
        fix(part, wanted)?;
        // A text that is too short is one case, whatever its length.
        let (long_enough, needed) = session::with(|session| {
            let length = session.texts.length(whole);
            let needed = session.texts.codes(wanted).len() as i64;
            let constant = session.terms.int_const(needed);
            (session.terms.ge(length, constant), needed)
        });
        if !decide(long_enough, present_length(object) as i64 >= needed)? {
            let never = session::with(|session| session.terms.bool_const(false));
            return Ok(Some((never, false)));
        }
        fix(object, whole)?;
        let present = if ffi::PyUnicode_Check(object) != 0 {
            ffi::PyUnicode_Contains(object, part) == 1
        } else {
            occurs(raw::slice(object), raw::slice(part))
        };
        Ok(Some((conditions::occurs(whole, wanted), present)))
    }
}

/// The condition that a string begins with another one, of which at least one is symbolic.
///
/// # Safety
/// Both are strings.
pub unsafe fn prefix_condition(object: Object, part: Object) -> Result<(TermId, bool), Raised> {
    unsafe {
        let (Some(whole), Some(wanted)) = (text_of(object)?, text_of(part)?) else {
            return Err(Raised);
        };
        if session::with(|session| session.texts.is_open(whole) && session.texts.is_open(wanted)) {
            fix(part, wanted)?;
        }
        let present = if ffi::PyUnicode_Check(object) != 0 {
            let end = ffi::PyUnicode_GET_LENGTH(object);
            ffi::PyUnicode_Tailmatch(object, part, 0, end, -1) == 1
        } else {
            raw::slice(object).starts_with(raw::slice(part))
        };
        Ok((conditions::begins_with(whole, wanted), present))
    }
}

fn occurs(whole: &[u8], part: &[u8]) -> bool {
    part.is_empty() || whole.windows(part.len()).any(|window| window == part)
}
