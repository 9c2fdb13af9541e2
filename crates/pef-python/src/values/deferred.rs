//! Texts that are worked out only when they are looked at, by a model written in Python.

use pyo3::prelude::*;

use super::decide::concretised;
use super::text;
use super::written::{self, Written};
use crate::raw::{Object, Owned};

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
