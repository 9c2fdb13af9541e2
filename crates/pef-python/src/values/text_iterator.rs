//! Iteration over symbolic strings and bytes: whether there is more is decided one step at a time.

use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::ffi;
use pyo3::prelude::*;

use super::decide::{Raised, decide};
use super::octets::{octet_at, symbolic_octets};
use super::text::{character_at, symbolic_text};
use super::text_search::present_length;
use crate::raw::heap_type::{self, Recipe};
use crate::raw::reference::new_reference;
use crate::raw::{Object, octets as raw};
use crate::session;

#[repr(C)]
struct Iterator {
    header: ffi::PyObject,
    whole: Object,
    index: ffi::Py_ssize_t,
}

static CHARACTERS: AtomicPtr<ffi::PyTypeObject> = AtomicPtr::new(std::ptr::null_mut());
static NUMBERS: AtomicPtr<ffi::PyTypeObject> = AtomicPtr::new(std::ptr::null_mut());

/// The slot `tp_iter` of symbolic strings and bytes.
pub unsafe extern "C" fn iterate(object: Object) -> Object {
    unsafe {
        let class = if ffi::PyUnicode_Check(object) != 0 {
            &CHARACTERS
        } else {
            &NUMBERS
        };
        let iterator = ffi::PyType_GenericAlloc(class.load(Ordering::Relaxed), 0);
        if !iterator.is_null() {
            (*iterator.cast::<Iterator>()).whole = new_reference(object);
            (*iterator.cast::<Iterator>()).index = 0;
        }
        iterator
    }
}

/// What an iterator goes over (borrowed), and how far it has come; nothing for other objects.
///
/// # Safety
/// `object` is alive.
pub unsafe fn under_way(object: Object) -> Option<(Object, usize)> {
    unsafe {
        let kind = ffi::Py_TYPE(object);
        let is_iterator = [&CHARACTERS, &NUMBERS]
            .iter()
            .any(|known| known.load(Ordering::Relaxed) == kind);
        let iterator = object.cast::<Iterator>();
        is_iterator.then(|| ((*iterator).whole, (*iterator).index as usize))
    }
}

unsafe extern "C" fn deallocate_iterator(object: Object) {
    unsafe {
        ffi::Py_DECREF((*object.cast::<Iterator>()).whole);
        heap_type::deallocate(object);
    }
}

unsafe extern "C" fn next(object: Object) -> Object {
    unsafe { try_next(object.cast()) }.unwrap_or(std::ptr::null_mut())
}

unsafe fn try_next(iterator: *mut Iterator) -> Result<Object, Raised> {
    unsafe {
        let whole = (*iterator).whole;
        let index = (*iterator).index;
        let more = (index as usize) < present_length(whole);
        let is_text = ffi::PyUnicode_Check(whole) != 0;
        let text = if is_text {
            symbolic_text(whole)?
        } else {
            symbolic_octets(whole)
        };
        if let Some(text) = text {
            let condition = session::with(|session| {
                let length = session.texts.length(text);
                let index = session.terms.int_const(index as i64);
                session.terms.gt(length, index)
            });
            decide(condition, more)?;
        }
        if !more {
            return Ok(std::ptr::null_mut());
        }
        (*iterator).index = index + 1;
        match (text, is_text) {
            (Some(text), true) => character_at(whole, text, index),
            (Some(text), false) => octet_at(whole, text, index),
            (None, true) => Ok(ffi::PyUnicode_Substring(whole, index, index + 1)),
            (None, false) => {
                let octet = raw::slice(whole)[index as usize];
                Ok(ffi::PyLong_FromLong(octet.into()))
            }
        }
    }
}

pub fn initialise(python: Python<'_>) -> PyResult<()> {
    let slots = [
        (ffi::Py_tp_dealloc, deallocate_iterator as *mut _),
        (ffi::Py_tp_iter, ffi::PyObject_SelfIter as *mut _),
        (ffi::Py_tp_iternext, next as *mut _),
    ];
    for (class, name) in [
        (&CHARACTERS, c"str_iterator"),
        (&NUMBERS, c"bytes_iterator"),
    ] {
        let recipe = Recipe {
            name,
            base: std::ptr::null_mut(),
            basic_size: std::mem::size_of::<Iterator>(),
            slots: &slots,
            methods: &[],
            getters: &[],
            vectorcall_offset: None,
        };
        // SAFETY: each function above has the signature of its slot.
        class.store(
            unsafe { heap_type::make(python, &recipe) }?,
            Ordering::Relaxed,
        );
    }
    Ok(())
}
