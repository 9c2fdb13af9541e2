//! What modules bring into the process, dealt with when they have been loaded: operators of C types ([`foreign`]), clocks
//! and whatever else tells of the surroundings ([`surroundings`]).
//!
//! Looking through all types takes as long as a small exploration, so it is done only where something new can be: another
//! module, or a type that one made later.

use std::cell::RefCell;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use super::surroundings;
use crate::raw::foreign;

/// How the process looked the last time.
#[derive(Default)]
struct Seen {
    /// The names of the modules, which are kept: the address of one stands for no other.
    modules: Vec<Py<PyAny>>,
    /// How many types there were that derive from `object` directly, as nearly all types of C do.
    types: usize,
}

thread_local! {
    static SEEN: RefCell<Seen> = RefCell::default();
}

/// Deals with what is new.
pub fn deal_with_new(python: Python<'_>) -> PyResult<()> {
    let modules = python.import("sys")?.getattr("modules")?;
    let modules = modules.cast::<PyDict>()?;
    let types = python
        .get_type::<PyType>()
        .call_method1("__subclasses__", (python.get_type::<PyAny>(),))?
        .len()?;
    let is_known = SEEN.with_borrow(|seen| {
        seen.types == types
            && seen.modules.len() == modules.len()
            && modules
                .iter()
                .zip(&seen.modules)
                .all(|((name, _), then)| name.is(then))
    });
    if is_known {
        return Ok(());
    }
    foreign::wrap_all(python)?;
    surroundings::install(modules)?;
    let modules = modules.iter().map(|(name, _)| name.unbind()).collect();
    SEEN.set(Seen { modules, types });
    Ok(())
}
