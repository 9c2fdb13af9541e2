//! Callables of builtin types that have a model, which is called only where something symbolic is involved.

use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::ffi;
use pyo3::prelude::*;

use super::guard::call_replacing_functions;
use crate::models::{Condition, Otherwise, Trigger, bound_object};
use crate::raw::Object;
use crate::raw::call::arguments;
use crate::raw::classes::is_python_class;
use crate::raw::heap_type::{self, Recipe};
use crate::raw::interpreter::PyMethod_Type;
use crate::raw::reference::new_reference;
use crate::values::blind_call::{call_fixing, call_noting, is_of_program};
use crate::values::dictionary::has_symbolic_keys;
use crate::values::equality::is_symbolic_key;
use crate::values::holding::holds_symbolic;
use crate::values::{keyed, lazy};

#[repr(C)]
struct Method {
    header: ffi::PyObject,
    vectorcall: ffi::vectorcallfunc,
    callee: Object,
    model: Object,
    condition: Condition,
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

/// Whether a type is that of what stands for a callable that has a model.
pub fn is_method_type(kind: *mut ffi::PyTypeObject) -> bool {
    kind == METHOD.load(Ordering::Relaxed)
}

/// Something to call in place of a method or function that has a model; a new reference.
///
/// # Safety
/// `callee` is alive; `model` lives as long as the process.
pub unsafe fn new_method(callee: Object, model: Object, condition: Condition) -> Object {
    unsafe {
        let object = ffi::PyType_GenericAlloc(METHOD.load(Ordering::Relaxed), 0);
        if !object.is_null() {
            let method = object.cast::<Method>();
            (*method).vectorcall = call;
            (*method).callee = new_reference(callee);
            (*method).model = model;
            (*method).condition = condition;
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
        let Method {
            callee,
            model,
            condition,
            ..
        } = *method.cast::<Method>();
        let count = ffi::PyVectorcall_NARGS(flags);
        let values = arguments(pointer, count, keywords);
        // An unbound method (`str.upper`) gets its object as an argument like any other.
        let bound = bound_object(callee);
        if !is_concerned(condition.trigger, bound, values) {
            return match condition.otherwise {
                Otherwise::Model(model) => {
                    ffi::PyObject_Vectorcall(model, pointer, count as usize, keywords)
                }
                Otherwise::HigherOrder => {
                    call_replacing_functions(callee, pointer, count, keywords)
                }
                Otherwise::Native if is_python_code(callee) => {
                    call_noting(callee, pointer, count, keywords)
                }
                Otherwise::Native => call_fixing(callee, pointer, count, keywords),
            };
        }
        let mut all = Vec::with_capacity(values.len() + 1);
        if !bound.is_null() {
            all.push(bound);
        }
        all.extend_from_slice(values);
        let named = values.len() - count as usize;
        ffi::PyObject_Vectorcall(model, all.as_ptr(), all.len() - named, keywords)
    }
}

/// Whether a callable is a Python function, or one bound to an object.
unsafe fn is_python_code(callee: Object) -> bool {
    unsafe { ffi::PyFunction_Check(callee) != 0 || ffi::Py_TYPE(callee) == &raw mut PyMethod_Type }
}

/// Whether something symbolic is involved in a call.
unsafe fn is_concerned(trigger: Trigger, bound: Object, values: &[Object]) -> bool {
    unsafe {
        let has_keys = |object: Object| {
            (ffi::PyDict_Check(object) != 0 || ffi::PyAnySet_Check(object) != 0)
                && has_symbolic_keys(object)
        };
        match trigger {
            Trigger::Always => true,
            Trigger::Any => {
                // What an iterator gives cannot be known before, nor what a function of the program does.
                values.iter().any(|&value| {
                    (*ffi::Py_TYPE(value)).tp_iternext.is_some()
                        || holds_symbolic(value)
                        || is_of_program(value)
                }) || (!bound.is_null() && holds_symbolic(bound))
            }
            Trigger::Key => {
                (!bound.is_null() && has_keys(bound))
                    || values
                        .iter()
                        .any(|&value| is_symbolic_key(value) || has_keys(value))
            }
            Trigger::Contents => {
                (!bound.is_null() && has_keys(bound))
                    || values.iter().any(|&value| {
                        ffi::PyIter_Check(value) != 0
                            || is_python_class(ffi::Py_TYPE(value))
                            || holds_symbolic(value)
                    })
            }
            Trigger::Set => values.first().is_some_and(|&value| {
                ffi::PyAnySet_Check(value) != 0 && (keyed::is_keyed(value) || lazy::is_lazy(value))
            }),
        }
    }
}
