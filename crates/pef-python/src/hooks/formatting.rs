//! f-strings: `__pef_format__(value, conversion, spec)` for a field, `__pef_fstring__(part, …)` for the whole.
//!
//! With a symbolic value the text is *deferred* (by `pef/models/formatting.py`): its characters are worked out only if
//! the program looks at them. Most formatted text ends in a message that nobody looks at.

use pyo3::ffi;

use crate::raw::{Object, Owned};
use crate::session;
use crate::values::decide::concretised;
use crate::values::deferred::defer_joining;
use crate::values::holding::holds_symbolic;
use crate::values::written::{self, Written};
use crate::values::{is_ours, symbolic};

pub unsafe extern "C" fn join(_: Object, pointer: *mut Object, count: ffi::Py_ssize_t) -> Object {
    unsafe {
        let parts = std::slice::from_raw_parts(pointer, count as usize);
        let Some(tuple) = Owned::new(ffi::PyTuple_New(count)) else {
            return std::ptr::null_mut();
        };
        let mut any = false;
        for (index, &part) in parts.iter().enumerate() {
            any |= is_ours(part) && symbolic(part).is_some();
            ffi::Py_INCREF(part);
            ffi::PyTuple_SET_ITEM(tuple.get(), index as ffi::Py_ssize_t, part);
        }
        let Some(empty) = Owned::new(ffi::PyUnicode_New(0, 127)) else {
            return std::ptr::null_mut();
        };
        // Joining takes the plain values of symbolic parts, which is what is wanted here.
        let Some(value) = Owned::new(ffi::PyUnicode_Join(empty.get(), tuple.get())) else {
            return std::ptr::null_mut();
        };
        if !any {
            return value.release();
        }
        defer_joining(&value, &tuple)
    }
}

pub unsafe extern "C" fn format(_: Object, pointer: *mut Object, count: ffi::Py_ssize_t) -> Object {
    unsafe {
        let value = *pointer;
        let conversion = ffi::PyLong_AsLong(*pointer.add(1)) as u8 as char;
        let specification = if count > 2 {
            *pointer.add(2)
        } else {
            std::ptr::null_mut()
        };
        let modelled = session::is_active()
            && (holds_symbolic(value)
                || (!specification.is_null() && holds_symbolic(specification)));
        if !modelled {
            return native_format(value, conversion, specification);
        }
        let model = written::model(Written::Format);
        if model.is_null() {
            concretised(|| "formatting of a symbolic value".to_owned());
            return native_format(value, conversion, specification);
        }
        let specification = if specification.is_null() {
            ffi::Py_None()
        } else {
            specification
        };
        let arguments = [value, *pointer.add(1), specification];
        ffi::PyObject_Vectorcall(
            model,
            arguments.as_ptr(),
            arguments.len(),
            std::ptr::null_mut(),
        )
    }
}

unsafe fn native_format(value: Object, conversion: char, specification: Object) -> Object {
    unsafe {
        let converted = match conversion {
            's' => Owned::new(ffi::PyObject_Str(value)),
            'r' => Owned::new(ffi::PyObject_Repr(value)),
            'a' => Owned::new(ffi::PyObject_ASCII(value)),
            _ => Some(Owned::borrowed(value)),
        };
        match converted {
            // As the interpreter does it: a string without a specification is taken as it is.
            Some(text)
                if (specification.is_null() || ffi::PyUnicode_GetLength(specification) == 0)
                    && (ffi::PyUnicode_CheckExact(text.get()) != 0
                        || crate::values::text_type() == ffi::Py_TYPE(text.get())) =>
            {
                text.release()
            }
            Some(text) => ffi::PyObject_Format(text.get(), specification),
            None => std::ptr::null_mut(),
        }
    }
}
