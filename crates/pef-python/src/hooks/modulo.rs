//! `%`: a remainder, unless the left side is text.

use pyo3::ffi;

use super::guard;
use crate::raw::{Object, Owned};
use crate::session;
use crate::values::decide::concretised;

pub unsafe extern "C" fn modulo(_: Object, arguments: *mut Object, _: ffi::Py_ssize_t) -> Object {
    unsafe { apply(*arguments, *arguments.add(1), ffi::PyNumber_Remainder) }
}

pub unsafe extern "C" fn in_place_modulo(
    _: Object,
    arguments: *mut Object,
    _: ffi::Py_ssize_t,
) -> Object {
    unsafe {
        apply(
            *arguments,
            *arguments.add(1),
            ffi::PyNumber_InPlaceRemainder,
        )
    }
}

unsafe fn apply(
    left: Object,
    right: Object,
    native: unsafe extern "C" fn(Object, Object) -> Object,
) -> Object {
    unsafe {
        let text = ffi::PyUnicode_Check(left) != 0
            || ffi::PyBytes_Check(left) != 0
            || ffi::PyByteArray_Check(left) != 0;
        if text && session::is_active() && guard::holds_symbolic(right) {
            concretised(|| "% formatting of a symbolic value".to_owned());
            // Top-level values are made plain; nested ones format by their own slots, which note it too.
            let Some(right) = Owned::new(crate::values::plain(right)) else {
                return std::ptr::null_mut();
            };
            return native(left, right.get());
        }
        native(left, right)
    }
}
