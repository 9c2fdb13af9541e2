//! `__pef_callee__(f)`: what to call instead of `f`.
//!
//! Nearly always `f` itself: rewritten Python functions, classes, and C functions that treat values only through
//! their operators. A C function with a model is replaced by it; any other gets a guard for this one call.

use pyo3::ffi;

use super::guard::{Protection, new_guard};
use super::method;
use crate::models::{self, Policy};
use crate::raw::classes::is_python_class;
use crate::raw::interpreter::{PyMethod_Function, PyMethod_New, PyMethod_Self, PyMethod_Type};
use crate::raw::reference::new_reference;
use crate::raw::{Object, Owned};
use crate::session;

pub unsafe extern "C" fn callee(_: Object, callee: Object) -> Object {
    unsafe {
        if !session::is_active() {
            // Functions that are defined while a module is imported run later.
            return new_reference(models::compiler(callee).unwrap_or(callee));
        }
        let kind = ffi::Py_TYPE(callee);
        if kind == &raw mut ffi::PyFunction_Type {
            return python_function(callee, callee);
        }
        if kind == &raw mut PyMethod_Type {
            let function = PyMethod_Function(callee);
            if ffi::PyFunction_Check(function) != 0 {
                return python_function(callee, function);
            }
            let Some(replaced) = Owned::new(self::callee(std::ptr::null_mut(), function)) else {
                return std::ptr::null_mut();
            };
            if replaced.get() == function {
                return new_reference(callee);
            }
            return PyMethod_New(replaced.get(), PyMethod_Self(callee));
        }
        match models::policy(callee, kind) {
            Policy::Transparent if session::with(|session| session.lazies.is_empty()) => {
                new_reference(callee)
            }
            Policy::Transparent
                if ffi::PyType_Check(callee) != 0 && is_python_class(callee.cast()) =>
            {
                new_reference(callee)
            }
            Policy::Transparent => new_guard(callee, Protection::Fix),
            Policy::HigherOrder => new_guard(callee, Protection::HigherOrder),
            Policy::Method(model, condition) => method::new_method(callee, model, condition),
            Policy::Model(model) => new_reference(model),
            Policy::Note => new_guard(callee, Protection::Note),
            Policy::Guard => new_guard(callee, Protection::Plain),
        }
    }
}

/// Whether calling an object runs code that may not see terms: all that can be called but instances of classes written
/// in Python, whose `__call__` is looked at when it runs.
///
/// # Safety
/// `object` is alive.
pub unsafe fn is_function(object: Object) -> bool {
    unsafe {
        let kind = ffi::Py_TYPE(object);
        (*kind).tp_call.is_some() && (ffi::PyType_Check(object) != 0 || !is_python_class(kind))
    }
}

/// A Python function is called as it is; one that was not rewritten is watched.
unsafe fn python_function(callee: Object, function: Object) -> Object {
    unsafe {
        let globals = ffi::PyFunction_GetGlobals(function) as usize;
        if session::with(|session| session.is_instrumented(globals)) {
            return new_reference(callee);
        }
        match models::model_of(function) {
            Some(Policy::Model(model)) if callee == function => new_reference(model),
            Some(Policy::Method(model, condition)) => method::new_method(callee, model, condition),
            _ => new_guard(callee, Protection::Note),
        }
    }
}
