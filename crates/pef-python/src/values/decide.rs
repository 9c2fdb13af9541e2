//! Turning a symbolic truth value into a decision of the run.

use pef_explore::{ReasonKind, SiteId};
use pef_term::TermId;
use pyo3::{Python, ffi};

use super::length;
use super::{Symbolic, symbolic};
use super::{modelled, unwinding};
use crate::raw::{Object, frame, long};
use crate::session::{self, Session, Stop};

/// A Python exception is set.
#[derive(Debug)]
pub struct Raised;

/// Sets the exception that ends a run which the session wants stopped.
pub fn raise_stop(_stop: Stop) -> Raised {
    if session::with(Session::is_deaf) {
        // SAFETY: the interpreter is attached wherever values are used.
        let begun = unwinding::begin(unsafe { Python::assume_attached() });
        // Without it the run ends later, or is ended from outside.
        drop(begun);
    }
    // SAFETY: as above; the type lives as long as the process.
    unsafe { ffi::PyErr_SetNone(super::errors::run_stopped()) };
    Raised
}

/// Records which way a condition went at the place where the program is; gives the side back.
///
/// # Safety
/// The interpreter is attached.
pub unsafe fn decide(condition: TermId, side: bool) -> Result<bool, Raised> {
    unsafe { decide_at(condition, side, |session| session.sites.here()) }
}

/// Records which way a condition went at a given place.
///
/// # Safety
/// The interpreter is attached.
pub unsafe fn decide_at(
    condition: TermId,
    side: bool,
    site: impl FnOnce(&mut Session) -> SiteId,
) -> Result<bool, Raised> {
    session::with(|session| {
        if session.terms.as_const(condition).is_some() {
            return Ok(());
        }
        let site = site(session);
        session.decide(condition, side, site)
    })
    .map(|()| side)
    .map_err(raise_stop)
}

/// The truth of an object that may be symbolic, decided at a place.
///
/// # Safety
/// `object` is alive.
pub unsafe fn truth(
    object: Object,
    site: impl FnOnce(&mut Session) -> SiteId,
) -> Result<bool, Raised> {
    unsafe {
        match symbolic(object) {
            Some(Symbolic::Bool(term)) => decide_at(term, !long::is_zero(object), site),
            Some(Symbolic::Int(term)) => {
                let condition = session::with(|session| session.terms.is_nonzero(term));
                decide_at(condition, !long::is_zero(object), site)
            }
            Some(Symbolic::Float(term)) => {
                let condition = super::float::nonzero(term);
                decide_at(condition, ffi::PyFloat_AS_DOUBLE(object) != 0.0, site)
            }
            Some(Symbolic::Octets(text)) => {
                let condition = session::with(|session| {
                    let length = session.texts.length(text);
                    session.terms.is_nonzero(length)
                });
                decide_at(condition, ffi::PyBytes_Size(object) != 0, site)
            }
            Some(Symbolic::Text(text)) => {
                super::text::symbolic_text(object)?;
                let condition = session::with(|session| {
                    let length = session.texts.length(text);
                    session.terms.is_nonzero(length)
                });
                decide_at(condition, ffi::PyUnicode_GET_LENGTH(object) != 0, site)
            }
            None => {
                if let Some(length) = length::length_for_truth(object)? {
                    // A number, so this ends here.
                    return truth(length.get(), site);
                }
                match ffi::PyObject_IsTrue(object) {
                    -1 => Err(Raised),
                    side => Ok(side == 1),
                }
            }
        }
    }
}

/// Notes that a symbolic value was used as the plain one, here.
///
/// # Safety
/// The interpreter is attached.
pub unsafe fn concretised(detail: impl FnOnce() -> String) {
    if session::is_active() {
        session::with(|session| {
            let site = unsafe { session.sites.here() };
            session.note(ReasonKind::Concretised, site, detail());
        });
    }
}

/// Remembers what a symbolic value is in this run: whoever used it as the plain one may do something else with others.
///
/// # Safety
/// `object` is alive.
pub unsafe fn fix_value(object: Object) {
    let Some(value) = (unsafe { symbolic(object) }) else {
        return;
    };
    session::with(|session| match value {
        Symbolic::Int(term) | Symbolic::Bool(term) | Symbolic::Float(term) => session.fix(term),
        Symbolic::Text(text) | Symbolic::Octets(text) => {
            if session.texts.is_deferred(text) {
                return;
            }
            session.fix(session.texts.length(text));
            for code in session.texts.codes(text).to_vec() {
                session.fix(code);
            }
        }
    });
}

/// Notes that a symbolic value was hashed, unless what it is hashed for was decided before.
///
/// # Safety
/// The interpreter is attached.
pub unsafe fn hashed(object: Object, detail: &str) {
    let is_name = session::with(|session| {
        // Whoever hashes may be storing it as a key.
        session.symbolic_keys_exist = true;
        session.keyword_names.contains(&(object as usize))
            && !session.is_program(unsafe { frame::globals() } as usize)
    });
    if !is_name && !modelled::is_modelled_here() {
        unsafe { fix_value(object) };
        unsafe { concretised(|| detail.to_owned()) };
    }
}

/// Notes an operation on a symbolic value by code that was not rewritten: what that code does without
/// consulting the value (an index into a list, say) is not seen.
///
/// # Safety
/// The interpreter is attached.
#[inline]
pub unsafe fn check_frame() {
    let globals = unsafe { frame::globals() };
    let known = session::with(|session| session.is_instrumented(globals as usize));
    if !known {
        unsafe { concretised(|| "used by code that is not instrumented".to_owned()) };
    }
}
