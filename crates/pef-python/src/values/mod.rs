//! Symbolic values: subtypes of the builtins, each tied to a term.
//!
//! How to add a type: a file here with its slots and methods, a constructor, an arm in [`Symbolic`], and the
//! operations' entry in the self-verification suite.

pub mod blind_call;
pub mod boolean;
pub mod convert;
pub mod decide;
pub mod deferred;
pub mod dictionary;
pub mod equality;
pub mod errors;
pub mod float;
mod float_compare;
pub mod float_methods;
pub mod float_operand;
mod float_power;
pub mod foreign;
pub mod holding;
pub mod index;
pub mod integer;
pub mod integer_methods;
pub mod keyed;
pub mod lazy;
pub mod length;
pub mod modelled;
pub mod number;
pub mod octets;
pub mod priority;
pub mod range;
pub mod sequence_compare;
pub mod subscript;
pub mod text;
pub mod text_conditions;
pub mod text_index;
pub mod text_iterator;
pub mod text_search;
pub mod undecided;
pub mod unicode_errors;
pub mod unwinding;
pub mod written;

use std::sync::atomic::{AtomicPtr, Ordering};

use pef_term::TermId;
use pyo3::ffi;
use pyo3::prelude::*;

use crate::raw::extended::{self, Tag};
use crate::raw::{Object, long};
use crate::session;
use crate::texts::TextId;

static INTEGER: AtomicPtr<ffi::PyTypeObject> = AtomicPtr::new(std::ptr::null_mut());
static BOOLEAN: AtomicPtr<ffi::PyTypeObject> = AtomicPtr::new(std::ptr::null_mut());
static FLOAT: AtomicPtr<ffi::PyTypeObject> = AtomicPtr::new(std::ptr::null_mut());
static OCTETS: AtomicPtr<ffi::PyTypeObject> = AtomicPtr::new(std::ptr::null_mut());
static TEXT: AtomicPtr<ffi::PyTypeObject> = AtomicPtr::new(std::ptr::null_mut());

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

/// The type of symbolic floats.
#[inline]
pub fn float_type() -> *mut ffi::PyTypeObject {
    FLOAT.load(Ordering::Relaxed)
}

/// The type of symbolic strings.
#[inline]
pub fn text_type() -> *mut ffi::PyTypeObject {
    TEXT.load(Ordering::Relaxed)
}

/// The type of symbolic bytes.
#[inline]
pub fn octets_type() -> *mut ffi::PyTypeObject {
    OCTETS.load(Ordering::Relaxed)
}

/// Makes the types.
pub fn initialise(python: Python<'_>) -> PyResult<()> {
    INTEGER.store(integer::make_type(python)?, Ordering::Relaxed);
    BOOLEAN.store(boolean::make_type(python)?, Ordering::Relaxed);
    FLOAT.store(float::make_type(python)?, Ordering::Relaxed);
    TEXT.store(text::make_type(python)?, Ordering::Relaxed);
    OCTETS.store(octets::make_type(python)?, Ordering::Relaxed);
    text_iterator::initialise(python)?;
    lazy::initialise(python)?;
    keyed::initialise(python)?;
    range::initialise(python)?;
    undecided::initialise(python)?;
    Ok(())
}

/// A symbolic value of the present run, by kind. Containers are not here: see `lazy`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbolic {
    Int(TermId),
    Bool(TermId),
    Float(TermId),
    Text(TextId),
    /// Bytes, whose text has bytes as its codes.
    Octets(TextId),
}

/// Whether the object's type is one of ours, whatever run it is from.
///
/// # Safety
/// `object` is alive.
#[inline]
pub unsafe fn is_ours(object: Object) -> bool {
    let kind = unsafe { ffi::Py_TYPE(object) };
    kind == integer_type()
        || kind == boolean_type()
        || kind == text_type()
        || kind == octets_type()
        || kind == float_type()
}

/// Whether a type is one of those made here.
///
/// # Safety
/// `class` is alive.
pub unsafe fn is_our_type(class: *mut ffi::PyTypeObject) -> bool {
    class == integer_type()
        || class == boolean_type()
        || class == float_type()
        || class == text_type()
        || class == octets_type()
        || lazy::is_lazy_type(class)
        || keyed::is_keyed_type(class)
}

/// The symbolic value that an object is, if it is one of the present run.
///
/// # Safety
/// `object` is alive.
#[inline]
pub unsafe fn symbolic(object: Object) -> Option<Symbolic> {
    let kind = unsafe { ffi::Py_TYPE(object) };
    let (tag, make): (Tag, fn(usize) -> Symbolic) = if kind == integer_type() {
        (unsafe { long::tag(object) }, |index| {
            Symbolic::Int(TermId::from_index(index))
        })
    } else if kind == boolean_type() {
        (unsafe { long::tag(object) }, |index| {
            Symbolic::Bool(TermId::from_index(index))
        })
    } else if kind == text_type() {
        (unsafe { extended::tag(object) }, |index| {
            Symbolic::Text(TextId(index as u32))
        })
    } else if kind == octets_type() {
        (unsafe { crate::raw::octets::tag(object) }, |index| {
            Symbolic::Octets(TextId(index as u32))
        })
    } else if kind == float_type() {
        (unsafe { extended::tag(object) }, |index| {
            Symbolic::Float(TermId::from_index(index))
        })
    } else {
        return None;
    };
    (tag.epoch == session::epoch()).then(|| make(tag.term as usize))
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
        } else if kind == text_type() {
            // A slice of the whole of a subtype's instance is an exact copy.
            ffi::PyUnicode_Substring(object, 0, ffi::PyUnicode_GET_LENGTH(object))
        } else if kind == octets_type() {
            octets::new_plain_octets(crate::raw::octets::slice(object))
        } else if kind == float_type() {
            ffi::PyFloat_FromDouble(ffi::PyFloat_AS_DOUBLE(object))
        } else {
            crate::raw::reference::new_reference(object)
        }
    }
}
