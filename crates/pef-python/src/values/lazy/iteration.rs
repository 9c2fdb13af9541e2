//! Iteration over open sequences: whether there is another element is a decision, and nothing else is decided.

use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::ffi;
use pyo3::prelude::*;

use super::{decide, fix, longer_than, make_element, open_part, present_length};
use crate::raw::Object;
use crate::raw::heap_type::{self, Recipe};
use crate::raw::reference::new_reference;
use crate::raw::sequence::place;

static ITERATOR: AtomicPtr<ffi::PyTypeObject> = AtomicPtr::new(std::ptr::null_mut());

#[repr(C)]
struct Iterator {
    header: ffi::PyObject,
    sequence: Object,
    index: ffi::Py_ssize_t,
}

/// `iter(container)`.
///
/// # Safety
/// `object` is an open container.
pub unsafe extern "C" fn iterate(object: Object) -> Object {
    unsafe {
        if ffi::PyDict_Check(object) != 0 || ffi::PyAnySet_Check(object) != 0 {
            return if fix(object).is_err() {
                std::ptr::null_mut()
            } else {
                ffi::PyObject_GetIter(object)
            };
        }
        let iterator = ffi::PyType_GenericAlloc(ITERATOR.load(Ordering::Relaxed), 0);
        if !iterator.is_null() {
            (*iterator.cast::<Iterator>()).sequence = new_reference(object);
            (*iterator.cast::<Iterator>()).index = 0;
        }
        iterator
    }
}

/// What an iterator over an open sequence that has not been used yet goes over (borrowed); nothing for other objects.
///
/// # Safety
/// `object` is alive.
pub unsafe fn iterated(object: Object) -> Option<Object> {
    unsafe {
        if ffi::Py_TYPE(object) != ITERATOR.load(Ordering::Relaxed) {
            return None;
        }
        let iterator = object.cast::<Iterator>();
        ((*iterator).index == 0 && !(*iterator).sequence.is_null()).then(|| (*iterator).sequence)
    }
}

/// What an iterator over a sequence that was open goes over (borrowed, nothing once it has come to the end), and how
/// far it has come; nothing for other objects.
///
/// # Safety
/// `object` is alive.
pub unsafe fn under_way(object: Object) -> Option<(Option<Object>, usize)> {
    unsafe {
        if ffi::Py_TYPE(object) != ITERATOR.load(Ordering::Relaxed) {
            return None;
        }
        let iterator = object.cast::<Iterator>();
        let sequence = (*iterator).sequence;
        Some((
            (!sequence.is_null()).then_some(sequence),
            (*iterator).index as usize,
        ))
    }
}

unsafe extern "C" fn deallocate_iterator(object: Object) {
    unsafe {
        ffi::Py_XDECREF((*object.cast::<Iterator>()).sequence);
        heap_type::deallocate(object);
    }
}

/// The next element; the list may have been fixed, and changed, since the last.
unsafe extern "C" fn next(object: Object) -> Object {
    unsafe {
        let iterator = object.cast::<Iterator>();
        let sequence = (*iterator).sequence;
        if sequence.is_null() {
            return std::ptr::null_mut();
        }
        let index = (*iterator).index;
        let more = index < present_length(sequence);
        if let Some((open, size)) = open_part(sequence) {
            let in_open = (index as usize) < size;
            if decide(longer_than(open, index as i64), in_open).is_err()
                // Every step was decided, so fixing it decides nothing more.
                || (!in_open && fix(sequence).is_err())
            {
                return std::ptr::null_mut();
            }
        }
        if !more {
            (*iterator).sequence = std::ptr::null_mut();
            ffi::Py_DECREF(sequence);
            return std::ptr::null_mut();
        }
        (*iterator).index = index + 1;
        if make_element(sequence, index as usize).is_err() {
            return std::ptr::null_mut();
        }
        new_reference(*place(sequence, index as usize))
    }
}

pub fn initialise(python: Python<'_>) -> PyResult<()> {
    let slots = [
        (ffi::Py_tp_dealloc, deallocate_iterator as *mut _),
        (ffi::Py_tp_iter, ffi::PyObject_SelfIter as *mut _),
        (ffi::Py_tp_iternext, next as *mut _),
    ];
    let recipe = Recipe {
        name: c"list_iterator",
        base: std::ptr::null_mut(),
        basic_size: std::mem::size_of::<Iterator>(),
        slots: &slots,
        methods: &[],
        getters: &[],
        vectorcall_offset: None,
    };
    // SAFETY: as above.
    ITERATOR.store(
        unsafe { heap_type::make(python, &recipe) }?,
        Ordering::Relaxed,
    );
    Ok(())
}
