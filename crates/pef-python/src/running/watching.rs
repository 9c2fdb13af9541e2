//! Runs under the eyes of somebody: told what is about to run and when it has ended, and able to stop it.
//!
//! Invariant: a run is stopped only while the program itself is running. A signal handler runs between any two
//! instructions of Python code, and what it raises in the engine's own Python code would be a defect of PEF.

use std::cell::Cell;

use pyo3::intern;
use pyo3::prelude::*;

use super::arguments::Arguments;
use crate::errors;
use crate::session::{self, Stop};

thread_local! {
    static UNDER_WAY: Cell<bool> = const { Cell::new(false) };
}

/// Which of the two runs of an input it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    Symbolic,
    Plain,
}

/// An object with the methods `begins(positional, keyword, plain) -> bool` and `ends()`, or nobody.
pub struct Watcher(pub Option<Py<PyAny>>);

impl Watcher {
    /// Announces a run; false where it is not wanted. No arguments: those of the run before.
    pub fn begins(
        &self,
        python: Python<'_>,
        phase: Phase,
        arguments: impl FnOnce() -> PyResult<Option<Arguments>>,
    ) -> PyResult<bool> {
        let Some(watcher) = &self.0 else {
            return Ok(true);
        };
        let (positional, keyword) = arguments()?
            .map(|arguments| (arguments.positional, arguments.keyword))
            .unzip();
        let is_plain = phase == Phase::Plain;
        watcher
            .call_method1(
                python,
                intern!(python, "begins"),
                (positional, keyword, is_plain),
            )?
            .is_truthy(python)
    }

    /// Runs the program, where it is wanted, so that it can be stopped.
    pub fn run<R>(
        &self,
        python: Python<'_>,
        wanted: bool,
        program: impl FnOnce() -> PyResult<R>,
    ) -> PyResult<R> {
        if self.0.is_none() {
            return program();
        }
        if !wanted {
            return Err(stopped(python, Stop::Unwanted));
        }
        UNDER_WAY.set(true);
        let result = program();
        UNDER_WAY.set(false);
        result
    }

    pub fn ends(&self, python: Python<'_>) -> PyResult<()> {
        if let Some(watcher) = &self.0 {
            watcher.call_method0(python, intern!(python, "ends"))?;
        }
        Ok(())
    }
}

/// Ends the present run of the program, if there is one; for signal handlers.
#[pyfunction]
pub fn stop_run(python: Python<'_>) -> PyResult<()> {
    if UNDER_WAY.get() {
        return Err(stopped(python, Stop::Deadline));
    }
    Ok(())
}

/// Marks the run as stopped and gives the exception that ends it.
fn stopped(python: Python<'_>, stop: Stop) -> PyErr {
    session::with(|session| session.halt(stop));
    // SAFETY: the type was looked up when the module was made, and is never given back.
    let kind = unsafe { Bound::from_borrowed_ptr(python, errors::run_stopped()) };
    PyErr::from_value(kind.call0().unwrap_or(kind))
}
