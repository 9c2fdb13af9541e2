//! `__pef_branch__(number, condition)`: the truth of a condition, decided at a known place and counted.

use pyo3::ffi;

use crate::raw::Object;
use crate::raw::reference::new_bool;
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
