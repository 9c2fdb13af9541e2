//! `%`: a remainder, unless the left side is text; then a model written in Python formats symbolic values.

use pyo3::ffi;

use crate::raw::Object;
use crate::session;
use crate::values::decide::concretised;
use crate::values::holding;
use crate::values::written::{self, Written};

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
        if text
            && session::is_active()
            && (holding::holds_symbolic(right) || holding::holds_symbolic(left))
        {
            let model = written::model(Written::Percent);
            if !model.is_null() {
                let arguments = [left, right];
                return ffi::PyObject_Vectorcall(
                    model,
                    arguments.as_ptr(),
                    arguments.len(),
                    std::ptr::null_mut(),
                );
            }
            concretised(|| "% formatting of a symbolic value".to_owned());
        }
        native(left, right)
    }
}
