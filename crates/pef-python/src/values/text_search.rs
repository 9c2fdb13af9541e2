//! Conditions between strings, or between bytes, of which one is symbolic: equality, containment, beginnings.
//!
//! None of them decides anything, not even a length (see `text_conditions`).

use pef_term::{TermId, TextRelation};
use pyo3::ffi;

use super::decide::{Raised, check_frame};
use super::{octets, symbolic, text, text_conditions as conditions};
use crate::raw::{Object, octets as raw};
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

/// The condition that two strings are equal.
///
/// # Safety
/// Both are strings, or both bytes.
pub unsafe fn equality_condition(left: Object, right: Object) -> Result<TermId, Raised> {
    unsafe {
        if let Some(condition) = text::unread_equality(left, right)? {
            return Ok(condition);
        }
        let (Some(one), Some(two)) = (text_of(left)?, text_of(right)?) else {
            return Err(Raised);
        };
        Ok(conditions::related(TextRelation::Equal, one, two))
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
        let present = if ffi::PyUnicode_Check(object) != 0 {
            ffi::PyUnicode_Contains(object, part) == 1
        } else {
            occurs(raw::slice(object), raw::slice(part))
        };
        let condition = conditions::related(TextRelation::Occurs, whole, wanted);
        Ok(Some((condition, present)))
    }
}

/// The condition that a string begins, or ends, with another one, of which at least one is symbolic.
///
/// # Safety
/// Both are strings, or both bytes.
pub unsafe fn end_condition(
    object: Object,
    part: Object,
    relation: TextRelation,
) -> Result<(TermId, bool), Raised> {
    unsafe {
        let (Some(whole), Some(wanted)) = (text_of(object)?, text_of(part)?) else {
            return Err(Raised);
        };
        let at_end = relation == TextRelation::Ends;
        let present = if ffi::PyUnicode_Check(object) != 0 {
            let end = ffi::PyUnicode_GET_LENGTH(object);
            ffi::PyUnicode_Tailmatch(object, part, 0, end, if at_end { 1 } else { -1 }) == 1
        } else if at_end {
            raw::slice(object).ends_with(raw::slice(part))
        } else {
            raw::slice(object).starts_with(raw::slice(part))
        };
        Ok((conditions::related(relation, whole, wanted), present))
    }
}

fn occurs(whole: &[u8], part: &[u8]) -> bool {
    part.is_empty() || whole.windows(part.len()).any(|window| window == part)
}
