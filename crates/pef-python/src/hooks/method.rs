//! Bound methods of plain builtin objects whose arguments may be symbolic: the model is called only if one is.

use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::ffi;
use pyo3::prelude::*;

use super::guard::{arguments, holds_symbolic};
use crate::raw::Object;
use crate::raw::heap_type::{self, Recipe};
use crate::raw::reference::new_reference;

#[repr(C)]
struct Method {
    header: ffi::PyObject,
    vectorcall: ffi::vectorcallfunc,
    callee: Object,
    model: Object,
}

static METHOD: AtomicPtr<ffi::PyTypeObject> = AtomicPtr::new(std::ptr::null_mut());

pub fn initialise(python: Python<'_>) -> PyResult<()> {
    let slots = [
        (ffi::Py_tp_dealloc, deallocate as *mut _),
        (ffi::Py_tp_call, ffi::PyVectorcall_Call as *mut _),
    ];
    let recipe = Recipe {
        name: c"builtin_function_or_method",
        base: std::ptr::null_mut(),
        basic_size: std::mem::size_of::<Method>(),
        slots: &slots,
        methods: &[],
        getters: &[],
        vectorcall_offset: Some(std::mem::offset_of!(Method, vectorcall)),
    };
    // SAFETY: the functions have the signatures of their slots, and the offset is that of the field.
    METHOD.store(
        unsafe { heap_type::make(python, &recipe) }?,
        Ordering::Relaxed,
    );
    Ok(())
}

unsafe extern "C" fn deallocate(object: Object) {
    unsafe {
        ffi::Py_DECREF((*object.cast::<Method>()).callee);
        heap_type::deallocate(object);
    }
}

/// Something to call in place of a bound (or unbound) method that has a model; a new reference.
///
/// # Safety
/// `callee` is alive; `model` lives as long as the process.
pub unsafe fn new_method(callee: Object, model: Object) -> Object {
    unsafe {
        let object = ffi::PyType_GenericAlloc(METHOD.load(Ordering::Relaxed), 0);
        if !object.is_null() {
            let method = object.cast::<Method>();
            (*method).vectorcall = call;
            (*method).callee = new_reference(callee);
            (*method).model = model;
        }
        object
    }
}

unsafe extern "C" fn call(
    method: Object,
    pointer: *const Object,
    flags: usize,
    keywords: Object,
) -> Object {
    unsafe {
        let Method { callee, model, .. } = *method.cast::<Method>();
        let count = ffi::PyVectorcall_NARGS(flags);
        let values = arguments(pointer, count, keywords);
        // An unbound method (`str.upper`) gets its object as an argument like any other.
        let bound = if ffi::Py_TYPE(callee) == &raw mut ffi::PyCFunction_Type {
            (*callee.cast::<ffi::PyCFunctionObject>()).m_self
        } else {
            std::ptr::null_mut()
        };
        // What an iterator gives cannot be known before.
        let symbolic = values
            .iter()
            .any(|&value| holds_symbolic(value) || (*ffi::Py_TYPE(value)).tp_iternext.is_some())
            || (!bound.is_null() && holds_symbolic(bound));
        if !symbolic {
            return ffi::PyObject_Vectorcall(callee, pointer, flags, keywords);
        }
        let mut all = Vec::with_capacity(values.len() + 1);
        if !bound.is_null() && ffi::PyModule_Check(bound) == 0 {
            all.push(bound);
        }
        all.extend_from_slice(values);
        let named = values.len() - count as usize;
        ffi::PyObject_Vectorcall(model, all.as_ptr(), all.len() - named, keywords)
    }
}
