//! Deciding what a symbolic index, slice bound or key means to an ordinary container.
//!
//! Whether an index is in range is one decision; which of the positions it is, another with as many values. A
//! slice bound beyond the ends is one case, whatever its value, and so is a step.

use pef_term::TermId;
use pyo3::ffi;

use super::convert::integer_of;
use super::decide::{Raised, decide};
use super::integer::integer_term;
use super::integer_methods::settle;
use super::plain;
use crate::raw::{Object, Owned};
use crate::session;

/// A plain index into a sequence of that length; out of range it stays so.
///
/// # Safety
/// `index` is an `int`.
pub unsafe fn sequence_index(index: Object, length: ffi::Py_ssize_t) -> Result<Owned, Raised> {
    unsafe {
        let Some(term) = integer_term(index) else {
            return Owned::new(plain(index)).ok_or(Raised);
        };
        let value = integer_of(index);
        let (lower, upper) = ((-length as i64).into(), (length as i64).into());
        let inside = value >= lower && value < upper;
        let condition = session::with(|session| {
            let lower = session.terms.int_const(lower);
            let upper = session.terms.int_const(upper);
            let above = session.terms.le(lower, term);
            let below = session.terms.lt(term, upper);
            session.terms.and(&[above, below])
        });
        if decide(condition, inside)? {
            settle(index)
        } else {
            Owned::new(plain(index)).ok_or(Raised)
        }
    }
}

/// A plain slice for a sequence of that length: bounds beyond the ends, and steps beyond them, are one case each.
///
/// # Safety
/// `slice` is a slice object.
pub unsafe fn sequence_slice(slice: Object, length: ffi::Py_ssize_t) -> Result<Owned, Raised> {
    unsafe {
        let parts = slice.cast::<ffi::PySliceObject>();
        // A zero step is an error whatever the bounds are, so it comes first.
        let step = clamp_step((*parts).step, length)?;
        with_bounds(parts, length, &step)
    }
}

/// The same for a `range`, whose slices show their step.
///
/// # Safety
/// `slice` is a slice object.
pub unsafe fn range_slice(slice: Object, length: ffi::Py_ssize_t) -> Result<Owned, Raised> {
    unsafe {
        let parts = slice.cast::<ffi::PySliceObject>();
        let step = if ffi::PyLong_Check((*parts).step) != 0 {
            settle((*parts).step)?
        } else {
            Owned::borrowed((*parts).step)
        };
        with_bounds(parts, length, &step)
    }
}

unsafe fn with_bounds(
    parts: *mut ffi::PySliceObject,
    length: ffi::Py_ssize_t,
    step: &Owned,
) -> Result<Owned, Raised> {
    unsafe {
        let start = clamp((*parts).start, length)?;
        let stop = clamp((*parts).stop, length)?;
        Owned::new(ffi::PySlice_New(start.get(), stop.get(), step.get())).ok_or(Raised)
    }
}

/// A plain slice, for a container of which nothing is known.
///
/// # Safety
/// `slice` is a slice object.
pub unsafe fn settled_slice(slice: Object) -> Result<Owned, Raised> {
    unsafe {
        let parts = slice.cast::<ffi::PySliceObject>();
        let settled = |part: Object| {
            if ffi::PyLong_Check(part) != 0 {
                settle(part)
            } else {
                Ok(Owned::borrowed(part))
            }
        };
        let (start, stop) = (settled((*parts).start)?, settled((*parts).stop)?);
        let step = settled((*parts).step)?;
        Owned::new(ffi::PySlice_New(start.get(), stop.get(), step.get())).ok_or(Raised)
    }
}

/// A step as a plain int. One of at least the length takes no second element, whatever it is; but never is it made
/// 1, with which an assignment may change the length.
///
/// # Safety
/// `step` is alive.
unsafe fn clamp_step(step: Object, length: ffi::Py_ssize_t) -> Result<Owned, Raised> {
    unsafe {
        let Some(term) = integer_term(step) else {
            return Owned::new(plain(step)).ok_or(Raised);
        };
        let value = integer_of(step);
        let far = (length as i64).max(2);
        if decide(compare_constant(term, far, true), value >= far.into())? {
            return Owned::new(ffi::PyLong_FromLongLong(far)).ok_or(Raised);
        }
        if decide(compare_constant(term, -far, false), value <= (-far).into())? {
            return Owned::new(ffi::PyLong_FromLongLong(-far)).ok_or(Raised);
        }
        settle(step)
    }
}

/// A bound as a plain int, settled only where it falls within the sequence.
///
/// # Safety
/// `bound` is alive.
pub unsafe fn clamp(bound: Object, length: ffi::Py_ssize_t) -> Result<Owned, Raised> {
    unsafe {
        let Some(term) = integer_term(bound) else {
            return Owned::new(plain(bound)).ok_or(Raised);
        };
        let value = integer_of(bound);
        let length = length as i64;
        let (lowest, highest) = ((-length - 1).into(), length.into());
        let above = value >= highest;
        if decide(compare_constant(term, length, true), above)? {
            return Owned::new(ffi::PyLong_FromLongLong(length)).ok_or(Raised);
        }
        let below = value <= lowest;
        if decide(compare_constant(term, -length - 1, false), below)? {
            return Owned::new(ffi::PyLong_FromLongLong(-length - 1)).ok_or(Raised);
        }
        settle(bound)
    }
}

/// `term >= constant`, or `term <= constant`.
fn compare_constant(term: TermId, constant: i64, at_least: bool) -> TermId {
    session::with(|session| {
        let constant = session.terms.int_const(constant);
        if at_least {
            session.terms.ge(term, constant)
        } else {
            session.terms.le(term, constant)
        }
    })
}
