//! Symbolic values: subtypes of the builtins, each tied to a term.
//!
//! How to add a type: a file here with its slots and methods, a constructor, an arm in [`Symbolic`], and the
//! operations' entry in the self-verification suite.

pub mod boolean;
pub mod convert;
pub mod decide;
pub mod integer;
pub mod integer_methods;
pub mod number;
pub mod range;

use std::sync::atomic::{AtomicPtr, Ordering};

use pef_term::TermId;
use pyo3::ffi;
use pyo3::prelude::*;

use crate::raw::{Object, long};
use crate::session;

static INTEGER: AtomicPtr<ffi::PyTypeObject> = AtomicPtr::new(std::ptr::null_mut());
static BOOLEAN: AtomicPtr<ffi::PyTypeObject> = AtomicPtr::new(std::ptr::null_mut());

/// The type of symbolic ints.
#[inline]
pub fn integer_type() -> *mut ffi::PyTypeObject {
    INTEGER.load(Ordering::Relaxed)
}

/// The type of symbolic bools: a subtype of `int`, since `bool` allows none. Its `__class__` is `bool`.
#[inline]
pub fn boolean_type() -> *mut ffi::PyTypeObject {
    BOOLEAN.load(Ordering::Relaxed)
}

/// Makes the types.
pub fn initialise(python: Python<'_>) -> PyResult<()> {
    INTEGER.store(integer::make_type(python)?, Ordering::Relaxed);
    BOOLEAN.store(boolean::make_type(python)?, Ordering::Relaxed);
    range::initialise(python)?;
    Ok(())
}

/// A symbolic value of the present run, by kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbolic {
    Int(TermId),
    Bool(TermId),
}

/// Whether the object's type is one of ours, whatever run it is from.
///
/// # Safety
/// `object` is alive.
#[inline]
pub unsafe fn is_ours(object: Object) -> bool {
    let kind = unsafe { ffi::Py_TYPE(object) };
    kind == integer_type() || kind == boolean_type()
}

/// The symbolic value that an object is, if it is one of the present run.
///
/// # Safety
/// `object` is alive.
#[inline]
pub unsafe fn symbolic(object: Object) -> Option<Symbolic> {
    let kind = unsafe { ffi::Py_TYPE(object) };
    let is_integer = kind == integer_type();
    if !is_integer && kind != boolean_type() {
        return None;
    }
    let tag = unsafe { long::tag(object) };
    if tag.epoch != session::epoch() {
        return None;
    }
    let term = TermId::from_index(tag.term as usize);
    Some(if is_integer { Symbolic::Int(term) } else { Symbolic::Bool(term) })
}

/// The plain value of any object: itself unless its type is one of ours. A new reference.
///
/// # Safety
/// `object` is alive.
pub unsafe fn plain(object: Object) -> Object {
    unsafe {
        let kind = ffi::Py_TYPE(object);
        if kind == integer_type() {
            long::plain(object)
        } else if kind == boolean_type() {
            crate::raw::reference::new_bool(!long::is_zero(object))
        } else {
            crate::raw::reference::new_reference(object)
        }
    }
}
