//! `a[i] = v`, `del a[i]`, `a[i] += v`: the container is wrapped for the length of one statement.
//!
//! The wrapper keeps Python's order of evaluation (value, container, index), which a call in place of the
//! assignment would not.

use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::ffi;
use pyo3::prelude::*;

use super::{dictionary, subscript};
use crate::raw::heap_type::{self, Recipe};
use crate::raw::reference::new_reference;
use crate::raw::{Object, Owned};
use crate::session;
use crate::values::decide::Raised;
use crate::values::lazy;

#[repr(C)]
struct Cell {
    header: ffi::PyObject,
    container: Object,
}

static CELL: AtomicPtr<ffi::PyTypeObject> = AtomicPtr::new(std::ptr::null_mut());

pub fn initialise(python: Python<'_>) -> PyResult<()> {
    let slots = [
        (ffi::Py_tp_dealloc, deallocate as *mut _),
        (ffi::Py_mp_subscript, load as *mut _),
        (ffi::Py_mp_ass_subscript, assign as *mut _),
    ];
    let recipe = Recipe {
        name: c"pef.store",
        base: std::ptr::null_mut(),
        basic_size: std::mem::size_of::<Cell>(),
        slots: &slots,
        methods: &[],
        getters: &[],
        vectorcall_offset: None,
    };
    // SAFETY: the functions have the signatures of their slots.
    CELL.store(
        unsafe { heap_type::make(python, &recipe) }?,
        Ordering::Relaxed,
    );
    Ok(())
}

unsafe extern "C" fn deallocate(object: Object) {
    unsafe {
        ffi::Py_DECREF((*object.cast::<Cell>()).container);
        heap_type::deallocate(object);
    }
}

/// `__pef_store__(container)`: something that takes a symbolic index where the container would not.
pub unsafe extern "C" fn store(_: Object, container: Object) -> Object {
    unsafe {
        let kind = ffi::Py_TYPE(container);
        let python_class = (*kind).tp_flags & ffi::Py_TPFLAGS_HEAPTYPE != 0
            && (*kind).tp_flags & ffi::Py_TPFLAGS_IMMUTABLETYPE == 0
            && ffi::PyList_Check(container) == 0
            && ffi::PyDict_Check(container) == 0;
        if !session::is_active() || python_class {
            return new_reference(container);
        }
        let object = ffi::PyType_GenericAlloc(CELL.load(Ordering::Relaxed), 0);
        if !object.is_null() {
            (*object.cast::<Cell>()).container = new_reference(container);
        }
        object
    }
}

unsafe extern "C" fn load(cell: Object, key: Object) -> Object {
    unsafe { subscript::get((*cell.cast::<Cell>()).container, key) }
}

unsafe extern "C" fn assign(cell: Object, key: Object, value: Object) -> i32 {
    unsafe { try_assign((*cell.cast::<Cell>()).container, key, value) }.unwrap_or(-1)
}

unsafe fn try_assign(container: Object, key: Object, value: Object) -> Result<i32, Raised> {
    unsafe {
        lazy::fix(container)?;
        if ffi::PyDict_Check(container) != 0 {
            return dictionary::assign_item(container, key, value);
        }
        let plain = subscript::native_key(container, key)?;
        let key = plain.as_ref().map_or(key, Owned::get);
        Ok(if value.is_null() {
            ffi::PyObject_DelItem(container, key)
        } else {
            ffi::PyObject_SetItem(container, key, value)
        })
    }
}
