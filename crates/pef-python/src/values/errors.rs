//! The one mapping from what can go wrong here to Python exceptions, which are defined in Python (`pef.errors`).

use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::ffi;
use pyo3::prelude::*;

use crate::raw::Object;

static RUN_STOPPED: AtomicPtr<ffi::PyObject> = AtomicPtr::new(std::ptr::null_mut());

/// Looks the exception types up. The import is of our own package, which is being imported already.
pub fn initialise(python: Python<'_>) -> PyResult<()> {
    let stopped = python.import("pef.errors")?.getattr("RunStopped")?;
    RUN_STOPPED.store(stopped.into_ptr(), Ordering::Relaxed);
    Ok(())
}

/// The exception type that ends a run from inside (borrowed). It is no `Exception`, so that ordinary handlers in
/// the program let it pass.
pub fn run_stopped() -> Object {
    RUN_STOPPED.load(Ordering::Relaxed)
}
