//! Iteration over a symbolic string: whether there is another character is decided one step at a time.

use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::ffi;
use pyo3::prelude::*;

use super::decide::{Raised, decide};
use super::text::{character_at, symbolic_text};
use crate::raw::Object;
use crate::raw::heap_type::{self, Recipe};
use crate::raw::reference::new_reference;
use crate::session;

#[repr(C)]
struct Iterator {
    header: ffi::PyObject,
    string: Object,
    index: ffi::Py_ssize_t,
}

static ITERATOR: AtomicPtr<ffi::PyTypeObject> = AtomicPtr::new(std::ptr::null_mut());

/// The slot `tp_iter` of symbolic strings.
pub unsafe extern "C" fn iterate(object: Object) -> Object {
    unsafe {
        let iterator = ffi::PyType_GenericAlloc(ITERATOR.load(Ordering::Relaxed), 0);
        if !iterator.is_null() {
            (*iterator.cast::<Iterator>()).string = new_reference(object);
            (*iterator.cast::<Iterator>()).index = 0;
        }
        iterator
    }
}

unsafe extern "C" fn deallocate_iterator(object: Object) {
    unsafe {
        ffi::Py_DECREF((*object.cast::<Iterator>()).string);
        heap_type::deallocate(object);
    }
}

unsafe extern "C" fn next(object: Object) -> Object {
    unsafe {
        let iterator = object.cast::<Iterator>();
        let string = (*iterator).string;
        let index = (*iterator).index;
        let more = index < ffi::PyUnicode_GET_LENGTH(string);
        let text = match symbolic_text(string) {
            Err(Raised) => return std::ptr::null_mut(),
            Ok(Some(text)) => text,
            Ok(None) => {
                (*iterator).index = index + 1;
                return if more {
                    ffi::PyUnicode_Substring(string, index, index + 1)
                } else {
                    std::ptr::null_mut()
                };
            }
        };
        let condition = session::with(|session| {
            let length = session.texts.length(text);
            let index = session.terms.int_const(index as i64);
            session.terms.gt(length, index)
        });
        if decide(condition, more).is_err() || !more {
            return std::ptr::null_mut();
        }
        (*iterator).index = index + 1;
        character_at(string, text, index).unwrap_or(std::ptr::null_mut())
    }
}

pub fn initialise(python: Python<'_>) -> PyResult<()> {
    let slots = [
        (ffi::Py_tp_dealloc, deallocate_iterator as *mut _),
        (ffi::Py_tp_iter, ffi::PyObject_SelfIter as *mut _),
        (ffi::Py_tp_iternext, next as *mut _),
    ];
    let recipe = Recipe {
        name: c"str_iterator",
        base: std::ptr::null_mut(),
        basic_size: std::mem::size_of::<Iterator>(),
        slots: &slots,
        methods: &[],
        getters: &[],
        vectorcall_offset: None,
    };
    // SAFETY: each function above has the signature of its slot.
    ITERATOR.store(
        unsafe { heap_type::make(python, &recipe) }?,
        Ordering::Relaxed,
    );
    Ok(())
}
