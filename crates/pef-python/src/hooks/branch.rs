//! `__pef_branch__(number, condition)`: the truth of a condition, decided at a known place and counted.

use pyo3::ffi;

use crate::raw::Object;
use crate::raw::reference::new_bool;
use crate::session;
use crate::values::decide::{Raised, raise_stop, truth};

pub unsafe extern "C" fn branch(_: Object, arguments: *mut Object, _: ffi::Py_ssize_t) -> Object {
    unsafe {
        let number = ffi::PyLong_AsLong(*arguments) as u32;
        let condition = *arguments.add(1);
        let side = if condition == ffi::Py_True() {
            true
        } else if condition == ffi::Py_False() {
            false
        } else {
            match truth(condition, |session| session.sites.branch(number)) {
                Ok(side) => side,
                Err(Raised) => return std::ptr::null_mut(),
            }
        };
        if session::is_active() {
            let ticked = session::with(|session| {
                session.cover(number as usize, side);
                session.tick()
            });
            if let Err(stop) = ticked {
                raise_stop(stop);
                return std::ptr::null_mut();
            }
        }
        new_bool(side)
    }
}
