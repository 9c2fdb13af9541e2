//! `print`: writing a value decides nothing, so its plain text is written without a note. A container is made text by the
//! model of that, which takes it apart as C code cannot.

use std::ffi::c_long;

use pyo3::ffi;

use crate::raw::call;
use crate::raw::{Object, Owned};
use crate::values::integer::becomes_text;
use crate::values::lazy::is_lazy;
use crate::values::symbolic;
use crate::values::written::{self, Written};
use crate::values::{blind_call, holding};

pub unsafe extern "C" fn print(
    _: Object,
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> Object {
    unsafe {
        let builtins = ffi::PyEval_GetBuiltins();
        let Some(native) = Owned::new(ffi::PyMapping_GetItemString(builtins, c"print".as_ptr()))
        else {
            return std::ptr::null_mut();
        };
        let arguments = call::arguments(pointer, count, keywords);
        let mut texts = Vec::new();
        let mut written = arguments.to_vec();
        for argument in written.iter_mut().take(count as usize) {
            becomes_text(*argument);
            if let Some(text) = text_of_container(*argument) {
                *argument = text.get();
                texts.push(text);
            }
        }
        if !ffi::PyErr_Occurred().is_null() {
            return std::ptr::null_mut();
        }
        blind_call::call_with_plain_arguments(native.get(), &written, keywords)
    }
}

/// `str(value)` of a container of decided size that holds something symbolic; nothing for other values, and where that raised.
unsafe fn text_of_container(value: Object) -> Option<Owned> {
    unsafe {
        let model = written::model(Written::Format);
        let is_left = model.is_null() || symbolic(value).is_some() || is_lazy(value);
        if is_left || !holding::holds_symbolic(value) {
            return None;
        }
        let conversion = Owned::new(ffi::PyLong_FromLong(c_long::from(b's')))?;
        let arguments = [value, conversion.get(), ffi::Py_None()];
        Owned::new(ffi::PyObject_Vectorcall(
            model,
            arguments.as_ptr(),
            arguments.len(),
            std::ptr::null_mut(),
        ))
    }
}
