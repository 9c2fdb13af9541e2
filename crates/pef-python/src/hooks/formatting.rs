//! f-strings: `__pef_format__(value, conversion, spec)` for a field, `__pef_fstring__(part, …)` for the whole.
//!
//! With a symbolic value the text is *deferred* (by `pef/models/formatting.py`): its characters are worked out only if
//! the program looks at them. Most formatted text ends in a message that nobody looks at.

use pyo3::ffi;
use pyo3::prelude::*;

use super::guard::holds_symbolic;
use crate::models::written::{self, Written};
use crate::raw::{Object, Owned};
use crate::session;
use crate::values::decide::concretised;
use crate::values::{is_ours, symbolic, text};

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

/// The concatenation of a tuple of strings, with its value, put together when it is looked at. A new reference.
///
/// # Safety
/// `value` is the concatenation of the plain values of `parts`, a tuple of strings.
pub unsafe fn defer_joining(value: &Owned, parts: &Owned) -> Object {
    unsafe {
        let equals = written::model(Written::JoinEquals);
        defer(value, written::model(Written::Join), equals, &[parts.get()])
    }
}

/// A slice of a deferred text, with its value, taken when it is looked at. A new reference.
///
/// # Safety
/// `value` is the slice of the plain value of `text`; all are alive.
pub unsafe fn defer_part(value: &Owned, text: Object, slice: Object) -> Object {
    unsafe {
        let equals = written::model(Written::PartEquals);
        defer(value, written::model(Written::Part), equals, &[text, slice])
    }
}

/// The same for a deferred text so many times.
///
/// # Safety
/// `value` is the repetition of the plain value of `text`; all are alive.
pub unsafe fn defer_repetition(value: &Owned, text: Object, count: Object) -> Object {
    unsafe {
        let model = written::model(Written::Repetition);
        defer(value, model, std::ptr::null_mut(), &[text, count])
    }
}

/// A deferred text with this value, made by a model called with these arguments; `equals` (which may be null) is called with
/// these and a plain string. A new reference.
///
/// # Safety
/// The model gives a string of this value; the arguments are alive.
pub unsafe fn defer(value: &Owned, model: Object, equals: Object, arguments: &[Object]) -> Object {
    unsafe {
        if model.is_null() {
            concretised(|| "formatting of a symbolic value".to_owned());
            return crate::raw::reference::new_reference(value.get());
        }
        let Some(maker) = Owned::new(partial(model, arguments)) else {
            return std::ptr::null_mut();
        };
        if equals.is_null() {
            return text::new_deferred(value, maker.get(), None);
        }
        let Some(equals) = Owned::new(partial(equals, arguments)) else {
            return std::ptr::null_mut();
        };
        text::new_deferred(value, maker.get(), Some(equals.get()))
    }
}

/// `functools.partial(model, *arguments)`.
unsafe fn partial(model: Object, arguments: &[Object]) -> Object {
    let python = unsafe { Python::assume_attached() };
    let made = (|| -> PyResult<Py<PyAny>> {
        let partial = python.import("functools")?.getattr("partial")?;
        let mut all = vec![unsafe { Bound::from_borrowed_ptr(python, model) }];
        all.extend(
            arguments
                .iter()
                .map(|&argument| unsafe { Bound::from_borrowed_ptr(python, argument) }),
        );
        Ok(partial
            .call1(pyo3::types::PyTuple::new(python, all)?)?
            .unbind())
    })();
    match made {
        Ok(maker) => maker.into_ptr(),
        Err(error) => {
            error.restore(python);
            std::ptr::null_mut()
        }
    }
}
