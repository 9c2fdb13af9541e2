//! Runs under the eyes of somebody: told what is about to run and when it has ended, and able to stop it.
//!
//! Invariant: a run is stopped only while the program itself is running. A signal handler runs between any two
//! instructions of Python code, and what it raises in the engine's own Python code would be a defect of PEF.

use std::cell::Cell;

use pyo3::intern;
use pyo3::prelude::*;

use super::arguments::Arguments;
use crate::session::{self, Stop};
use crate::values::errors;

thread_local! {
    static UNDER_WAY: Cell<bool> = const { Cell::new(false) };
}

/// Which of the two runs of an input it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    Symbolic,
    Plain,
}

/// A `pef.exploration.watcher.WatchedRuns`, or nobody.
pub struct Watcher {
    watcher: Option<Py<PyAny>>,
    ends_runs: bool,
}

/// A run that was announced.
pub struct Announced {
    /// How the watcher describes the call, where there is one.
    pub call: Option<Py<PyAny>>,
    pub wanted: bool,
}

impl Watcher {
    pub fn new(python: Python<'_>, watcher: Option<Py<PyAny>>) -> PyResult<Self> {
        let ends_runs = match &watcher {
            Some(watcher) => watcher
                .getattr(python, intern!(python, "ends_runs"))?
                .extract(python)?,
            None => false,
        };
        Ok(Self { watcher, ends_runs })
    }

    pub fn is_nobody(&self) -> bool {
        self.watcher.is_none()
    }

    /// Whether somebody ends plain runs that do not end.
    pub fn ends_runs(&self) -> bool {
        self.ends_runs
    }

    /// Announces a run of a call that was described before, or is given by its arguments.
    pub fn begins(
        &self,
        python: Python<'_>,
        phase: Phase,
        known: Option<&Py<PyAny>>,
        arguments: impl FnOnce() -> PyResult<Arguments>,
    ) -> PyResult<Announced> {
        let Some(watcher) = &self.watcher else {
            return Ok(Announced {
                call: None,
                wanted: true,
            });
        };
        let call = if let Some(call) = known {
            call.clone_ref(python)
        } else {
            let arguments = arguments()?;
            let given = (arguments.positional, arguments.keyword);
            watcher.call_method1(python, intern!(python, "describes"), given)?
        };
        let is_plain = phase == Phase::Plain;
        let wanted = watcher
            .call_method1(python, intern!(python, "begins"), (&call, is_plain))?
            .is_truthy(python)?;
        Ok(Announced {
            call: Some(call),
            wanted,
        })
    }

    /// Runs the program, where it is wanted, so that it can be stopped.
    pub fn run<R>(
        &self,
        python: Python<'_>,
        wanted: bool,
        program: impl FnOnce() -> PyResult<R>,
    ) -> PyResult<R> {
        if self.is_nobody() {
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

    /// The run has ended; says whether it was the watcher who ended it.
    pub fn ends(&self, python: Python<'_>) -> PyResult<bool> {
        match &self.watcher {
            Some(watcher) => watcher
                .call_method0(python, intern!(python, "ends"))?
                .is_truthy(python),
            None => Ok(false),
        }
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
