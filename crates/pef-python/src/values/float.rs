//! Symbolic floats.

use pef_term::TermId;
use pyo3::ffi;
use pyo3::prelude::*;

use crate::raw::extended::extended_size;
use crate::raw::heap_type::{self, Recipe};
use crate::session;

/// The condition that a float is true.
pub fn nonzero(term: TermId) -> TermId {
    session::with(|session| {
        let zero = session.terms.float_const(0.0);
        let equal = session.terms.float_eq(term, zero);
        session.terms.not(equal)
    })
}

pub fn make_type(python: Python<'_>) -> PyResult<*mut ffi::PyTypeObject> {
    let recipe = Recipe {
        name: c"float",
        base: &raw mut ffi::PyFloat_Type,
        // SAFETY: all floats have one size.
        basic_size: unsafe { extended_size(&raw mut ffi::PyFloat_Type) },
        slots: &[],
        methods: &[],
        getters: &[],
        vectorcall_offset: None,
    };
    // SAFETY: there are no slots yet.
    unsafe { heap_type::make(python, &recipe) }
}
