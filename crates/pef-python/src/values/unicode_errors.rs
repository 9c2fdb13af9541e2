//! `str(error)` of an error about encoding or decoding, which names the character or byte at fault.
//!
//! C code reads it out of the error's object, where nobody would know. So the two types get a `__str__` that makes the
//! run depend on its value first. Rejected: settling it where the error is raised, which costs a path for each value, and
//! hardly any program looks at the text.

use std::sync::atomic::{AtomicUsize, Ordering};

use pyo3::ffi;
use pyo3::prelude::*;

use super::decide::Raised;
use super::integer_methods::settle_term;
use super::{symbolic, text_search};
use crate::raw::definitions::SlotDescriptor;
use crate::raw::{Object, Owned, octets};
use crate::session;

static ENCODING: AtomicUsize = AtomicUsize::new(0);
static DECODING: AtomicUsize = AtomicUsize::new(0);

/// Puts the functions below in the place of the types' own.
pub fn initialise(python: Python<'_>) -> PyResult<()> {
    // SAFETY: the types live as long as the process; nobody else changes them, and the functions have the signature of
    // the slot. A slot and its descriptor are changed alike, so that subclasses and explicit calls see the same.
    unsafe {
        for (class, kept, function) in [
            (
                ffi::PyExc_UnicodeEncodeError,
                &ENCODING,
                encoding_error as ffi::reprfunc,
            ),
            (ffi::PyExc_UnicodeDecodeError, &DECODING, decoding_error),
        ] {
            let class = class.cast::<ffi::PyTypeObject>();
            let Some(native) = (*class).tp_str else {
                continue;
            };
            kept.store(native as usize, Ordering::Relaxed);
            (*class).tp_str = Some(function);
            let descriptor = ffi::PyObject_GetAttrString(class.cast(), c"__str__".as_ptr());
            let descriptor = Owned::new(descriptor).ok_or_else(|| PyErr::fetch(python))?;
            let descriptor = descriptor.get().cast::<SlotDescriptor>();
            if (*descriptor).wrapped == native as usize {
                (*descriptor).wrapped = function as usize;
            }
        }
    }
    Ok(())
}

unsafe extern "C" fn encoding_error(error: Object) -> Object {
    unsafe { text(error, &ENCODING) }
}

unsafe extern "C" fn decoding_error(error: Object) -> Object {
    unsafe { text(error, &DECODING) }
}

unsafe fn text(error: Object, native: &AtomicUsize) -> Object {
    unsafe {
        if session::is_active() && settle_fault(error).is_err() {
            return std::ptr::null_mut();
        }
        // SAFETY: the slot's own function was kept there before this one could be called.
        let native: ffi::reprfunc = std::mem::transmute(native.load(Ordering::Relaxed));
        native(error)
    }
}

/// Makes the run depend on the one character or byte that the text of an error names.
unsafe fn settle_fault(error: Object) -> Result<(), Raised> {
    unsafe {
        let attribute = |name: &std::ffi::CStr| {
            let found = Owned::new(ffi::PyObject_GetAttrString(error, name.as_ptr()));
            if found.is_none() {
                // An error that was never initialised has none; its text says nothing.
                ffi::PyErr_Clear();
            }
            found
        };
        let (Some(object), Some(start), Some(end)) =
            (attribute(c"object"), attribute(c"start"), attribute(c"end"))
        else {
            return Ok(());
        };
        let (start, end) = (
            ffi::PyLong_AsSsize_t(start.get()),
            ffi::PyLong_AsSsize_t(end.get()),
        );
        let object = object.get();
        let length = text_search::present_length(object) as ffi::Py_ssize_t;
        if symbolic(object).is_none() || end != start + 1 || !(0..length).contains(&start) {
            return Ok(());
        }
        let Some(text) = text_search::text_of(object)? else {
            return Ok(());
        };
        let code = session::with(|session| session.code(text, start as usize));
        let value = if ffi::PyUnicode_Check(object) != 0 {
            ffi::PyUnicode_ReadChar(object, start)
        } else {
            u32::from(octets::slice(object)[start as usize])
        };
        let value = Owned::new(ffi::PyLong_FromLong(i64::from(value))).ok_or(Raised)?;
        settle_term(code, value.get())
    }
}
