//! Guards: what stands for a callee that cannot see terms for the length of one call (`values/blind_call.rs`).

use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::ffi;
use pyo3::prelude::*;

use super::callee;
use crate::raw::call::arguments;
use crate::raw::heap_type::{self, Recipe};
use crate::raw::{Object, Owned};
use crate::values::blind_call::{call_fixing, call_guarded, call_noting, fix_all};

/// What stands for a callee.
#[repr(C)]
struct Guard {
    header: ffi::PyObject,
    vectorcall: ffi::vectorcallfunc,
    callee: Object,
}

static GUARD: AtomicPtr<ffi::PyTypeObject> = AtomicPtr::new(std::ptr::null_mut());

pub fn initialise(python: Python<'_>) -> PyResult<()> {
    let slots = [
        (ffi::Py_tp_dealloc, deallocate as *mut _),
        (ffi::Py_tp_call, ffi::PyVectorcall_Call as *mut _),
    ];
    let recipe = Recipe {
        name: c"builtin_function_or_method",
        base: std::ptr::null_mut(),
        basic_size: std::mem::size_of::<Guard>(),
        slots: &slots,
        methods: &[],
        getters: &[],
        vectorcall_offset: Some(std::mem::offset_of!(Guard, vectorcall)),
    };
    // SAFETY: the functions have the signatures of their slots, and the offset is that of the field.
    GUARD.store(
        unsafe { heap_type::make(python, &recipe) }?,
        Ordering::Relaxed,
    );
    Ok(())
}

unsafe extern "C" fn deallocate(object: Object) {
    unsafe {
        ffi::Py_DECREF((*object.cast::<Guard>()).callee);
        heap_type::deallocate(object);
    }
}

/// What a guard does with symbolic arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Protection {
    /// A C function: plain values instead.
    Plain,
    /// Python code that was not rewritten: noted only.
    Note,
    /// A C function that sees values only through their operators, but may look into containers: open ones are
    /// fixed.
    Fix,
    /// A C function that calls functions it is given (`map`, `sorted`): those that would take values by their plain
    /// value are replaced by what the program itself would be led to. Open containers are fixed.
    HigherOrder,
}

/// Whether a type is that of guards.
pub fn is_guard_type(kind: *mut ffi::PyTypeObject) -> bool {
    kind == GUARD.load(Ordering::Relaxed)
}

/// A guard for a callee; a new reference.
///
/// # Safety
/// `callee` is alive.
pub unsafe fn new_guard(callee: Object, protection: Protection) -> Object {
    unsafe {
        let object = ffi::PyType_GenericAlloc(GUARD.load(Ordering::Relaxed), 0);
        if object.is_null() {
            return object;
        }
        let guard = object.cast::<Guard>();
        (*guard).vectorcall = match protection {
            Protection::Plain => call_plain,
            Protection::Note => call_noted,
            Protection::Fix => call_fixed,
            Protection::HigherOrder => call_higher_order,
        };
        ffi::Py_INCREF(callee);
        (*guard).callee = callee;
        object
    }
}

unsafe extern "C" fn call_plain(
    guard: Object,
    pointer: *const Object,
    flags: usize,
    keywords: Object,
) -> Object {
    unsafe {
        let callee = (*guard.cast::<Guard>()).callee;
        call_guarded(callee, pointer, ffi::PyVectorcall_NARGS(flags), keywords)
    }
}

unsafe extern "C" fn call_noted(
    guard: Object,
    pointer: *const Object,
    flags: usize,
    keywords: Object,
) -> Object {
    unsafe {
        let callee = (*guard.cast::<Guard>()).callee;
        call_noting(callee, pointer, ffi::PyVectorcall_NARGS(flags), keywords)
    }
}

unsafe extern "C" fn call_fixed(
    guard: Object,
    pointer: *const Object,
    flags: usize,
    keywords: Object,
) -> Object {
    unsafe {
        let callee = (*guard.cast::<Guard>()).callee;
        call_fixing(callee, pointer, ffi::PyVectorcall_NARGS(flags), keywords)
    }
}

unsafe extern "C" fn call_higher_order(
    guard: Object,
    pointer: *const Object,
    flags: usize,
    keywords: Object,
) -> Object {
    unsafe {
        let callee = (*guard.cast::<Guard>()).callee;
        let count = ffi::PyVectorcall_NARGS(flags);
        call_replacing_functions(callee, pointer, count, keywords)
    }
}

/// Calls a C function with functions among its arguments replaced as their calls would be.
///
/// # Safety
/// As for a vector call without an offset.
pub unsafe fn call_replacing_functions(
    called: Object,
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> Object {
    unsafe {
        let values = arguments(pointer, count, keywords);
        if fix_all(values).is_err() {
            return std::ptr::null_mut();
        }
        let replaced: Option<Vec<Owned>> = values
            .iter()
            .map(|&value| {
                if callee::is_function(value) {
                    Owned::new(callee::callee(std::ptr::null_mut(), value))
                } else {
                    Some(Owned::borrowed(value))
                }
            })
            .collect();
        let Some(replaced) = replaced else {
            return std::ptr::null_mut();
        };
        let pointers: Vec<Object> = replaced.iter().map(Owned::get).collect();
        ffi::PyObject_Vectorcall(called, pointers.as_ptr(), count as usize, keywords)
    }
}
