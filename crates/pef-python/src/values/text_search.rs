//! Conditions between string objects of which one is symbolic: equality, containment, beginnings.
//!
//! A length is decided only where the formula (see `text_conditions`) cannot do without it.

use pef_term::TermId;
use pyo3::ffi;

use super::decide::{Raised, check_frame, decide};
use super::text::{fix, text_of};
use super::{symbolic, text_conditions as conditions};
use crate::raw::Object;
use crate::session;

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
        if symbolic(object).is_none() && symbolic(part).is_none() {
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
        let present_length = ffi::PyUnicode_GET_LENGTH(object) as i64;
        if !decide(long_enough, present_length >= needed)? {
            let never = session::with(|session| session.terms.bool_const(false));
            return Ok(Some((never, false)));
        }
        fix(object, whole)?;
        let present = ffi::PyUnicode_Contains(object, part) == 1;
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
        let end = ffi::PyUnicode_GET_LENGTH(object);
        let present = ffi::PyUnicode_Tailmatch(object, part, 0, end, -1) == 1;
        Ok((conditions::begins_with(whole, wanted), present))
    }
}
