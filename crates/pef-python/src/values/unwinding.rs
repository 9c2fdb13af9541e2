//! Getting a run to end whose program swallows what ends it.
//!
//! A handler for `BaseException` in a loop catches the exception that ends a run, again and again. A trace function is
//! called before every line, those of handlers and `finally` blocks included; what it raises there is past the handler.
//! Only lines of the program are cut short: the code around it that puts things back is PEF's own.

use std::cell::RefCell;
use std::ffi::c_int;

use pyo3::ffi;
use pyo3::prelude::*;

use super::errors;
use crate::raw::{Object, frame};
use crate::session;

thread_local! {
    /// The trace function that was there before, while ours is in its place.
    static REPLACED: RefCell<Option<Py<PyAny>>> = const { RefCell::new(None) };
}

/// From here on, raises what ends a run at every line of the program.
pub fn begin(python: Python<'_>) -> PyResult<()> {
    if REPLACED.with_borrow(Option::is_some) {
        return Ok(());
    }
    let before = python.import("sys")?.call_method0("gettrace")?;
    REPLACED.set(Some(before.unbind()));
    // SAFETY: the interpreter is attached; the function stays where it is.
    unsafe { ffi::PyEval_SetTrace(Some(raise), std::ptr::null_mut()) };
    Ok(())
}

/// The run has ended.
pub fn end(python: Python<'_>) -> PyResult<()> {
    let Some(before) = REPLACED.take() else {
        return Ok(());
    };
    // SAFETY: the interpreter is attached.
    unsafe { ffi::PyEval_SetTrace(None, std::ptr::null_mut()) };
    if !before.is_none(python) {
        python.import("sys")?.call_method1("settrace", (before,))?;
    }
    Ok(())
}

unsafe extern "C" fn raise(_: Object, _: *mut ffi::PyFrameObject, what: c_int, _: Object) -> c_int {
    if what != ffi::PyTrace_LINE && what != ffi::PyTrace_CALL {
        return 0;
    }
    // SAFETY: the interpreter calls this, and is attached; the exception type lives as long as the process.
    unsafe {
        let globals = frame::globals() as usize;
        if !session::with(|session| session.is_program(globals)) {
            return 0;
        }
        ffi::PyErr_SetNone(errors::run_stopped());
    }
    -1
}
