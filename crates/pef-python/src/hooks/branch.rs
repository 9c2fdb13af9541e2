//! `__pef_branch__(number, condition)`: the truth of a condition, decided at a known place and counted. And the loops
//! around such places: the point that a run is at is both.

use pyo3::ffi;

use crate::joining;
use crate::raw::Object;
use crate::raw::reference::{new_bool, new_reference};
use crate::session;
use crate::values::decide::{Raised, raise_stop, truth};

pub unsafe extern "C" fn branch(_: Object, arguments: *mut Object, _: ffi::Py_ssize_t) -> Object {
    unsafe {
        match side(*arguments, *arguments.add(1)) {
            Ok(side) => new_bool(side),
            Err(Raised) => std::ptr::null_mut(),
        }
    }
}

/// `__pef_loop__(number, iterable)`: what a `for` loop goes through.
pub unsafe extern "C" fn begin_loop(
    _: Object,
    arguments: *mut Object,
    _: ffi::Py_ssize_t,
) -> Object {
    unsafe {
        let (number, iterable) = (*arguments, *arguments.add(1));
        if session::is_active() {
            let number = ffi::PyLong_AsLong(number) as u32;
            if let Some(iterator) = joining::loop_begins(number, iterable) {
                return iterator;
            }
        }
        new_reference(iterable)
    }
}

/// The side that is taken of the branch with this number.
///
/// # Safety
/// The number is an `int`, the condition is alive.
#[inline]
pub unsafe fn side(number: Object, condition: Object) -> Result<bool, Raised> {
    unsafe {
        let number = ffi::PyLong_AsLong(number) as u32;
        let side = if condition == ffi::Py_True() {
            true
        } else if condition == ffi::Py_False() {
            false
        } else {
            if session::is_active() {
                joining::at_branch(number, condition);
            }
            truth(condition, |session| session.sites.branch(number))?
        };
        if session::is_active() {
            let ticked = session::with(|session| {
                session.cover(number as usize, side);
                session.tick()
            });
            if let Err(stop) = ticked {
                raise_stop(stop);
                return Err(Raised);
            }
        }
        Ok(side)
    }
}
