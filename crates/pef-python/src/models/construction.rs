//! Calls of classes written in Python: what their constructors do with symbolic arguments.
//!
//! A constructor is code like any other: rewritten, or Python code that was not, or C code. The builtin containers and
//! `object` only keep what they are given; any other C constructor takes its arguments by their plain values
//! (`class Celsius(float)`, `random.Random`).

use pyo3::ffi;

use super::Policy;
use crate::raw::Object;
use crate::raw::interpreter::{method_wrapper_type, type_lookup};
use crate::session;

/// What to do with a call of a class that was written in Python.
///
/// # Safety
/// `class` is alive.
pub unsafe fn policy(class: *mut ffi::PyTypeObject) -> Policy {
    unsafe {
        let parts = [
            Part::of(ffi::Py_TYPE(class.cast()), c"__call__"),
            Part::of(class, c"__new__"),
            Part::of(class, c"__init__"),
        ];
        if parts.contains(&Part::Native) {
            Policy::Guard
        } else if parts.contains(&Part::Unwritten) {
            Policy::Note
        } else {
            Policy::Transparent
        }
    }
}

/// Whether a callee is `super().__init__` of an exception, a list or a plain object, which only keep their arguments.
///
/// # Safety
/// `callee` is alive and of that type.
pub unsafe fn is_harmless_initialiser(callee: Object, kind: *mut ffi::PyTypeObject) -> bool {
    unsafe {
        if kind != method_wrapper_type() {
            return false;
        }
        let descriptor = (*callee.cast::<MethodWrapper>()).descriptor;
        if ffi::PyUnicode_CompareWithASCIIString((*descriptor).d_name, c"__init__".as_ptr()) != 0 {
            return false;
        }
        let owner = (*descriptor).d_type;
        let exception = ffi::PyExc_BaseException.cast::<ffi::PyTypeObject>();
        owner == &raw mut ffi::PyBaseObject_Type
            || owner == &raw mut ffi::PyList_Type
            || ffi::PyType_IsSubtype(owner, exception) != 0
    }
}

/// The layout of a slot that is bound to an object (`super().__init__`), up to the field that is read.
#[repr(C)]
struct MethodWrapper {
    header: ffi::PyObject,
    descriptor: *mut ffi::PyDescrObject,
}

/// What to do with a call of an instance of a class that was written in Python; `None` where C code runs.
///
/// # Safety
/// `class` is alive.
pub unsafe fn instance_policy(class: *mut ffi::PyTypeObject) -> Option<Policy> {
    match unsafe { Part::of(class, c"__call__") } {
        Part::Followed => Some(Policy::Transparent),
        Part::Unwritten => Some(Policy::Note),
        Part::Native => None,
    }
}

/// What one of the functions behind a construction is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Rewritten, or known to keep its arguments as they are.
    Followed,
    /// Python code that was not rewritten.
    Unwritten,
    /// C code that may take values by their plain value.
    Native,
}

impl Part {
    unsafe fn of(class: *mut ffi::PyTypeObject, name: &std::ffi::CStr) -> Self {
        unsafe {
            let text = ffi::PyUnicode_InternFromString(name.as_ptr());
            if text.is_null() {
                ffi::PyErr_Clear();
                return Self::Native;
            }
            let found = type_lookup(class, text);
            ffi::Py_DECREF(text);
            if found.is_null() {
                return Self::Followed;
            }
            let kind = ffi::Py_TYPE(found);
            if kind == &raw mut ffi::PyFunction_Type {
                Self::of_function(found)
            } else if kind == &raw mut ffi::PyStaticMethod_Type {
                let function = wrapped_function(found);
                if function.is_null() {
                    Self::Unwritten
                } else {
                    Self::of_function(function)
                }
            } else if kind == &raw mut ffi::PyCFunction_Type {
                // `__new__` of a C type is bound to the type.
                let owner = (*found.cast::<ffi::PyCFunctionObject>()).m_self;
                Self::of_owner(owner.cast())
            } else if kind == &raw mut ffi::PyWrapperDescr_Type {
                Self::of_owner((*found.cast::<ffi::PyDescrObject>()).d_type)
            } else {
                Self::Unwritten
            }
        }
    }

    unsafe fn of_function(function: Object) -> Self {
        unsafe {
            let globals = ffi::PyFunction_GetGlobals(function);
            let rewritten = session::with(|session| session.is_instrumented(globals as usize));
            if rewritten || is_of_named_tuple(globals) {
                Self::Followed
            } else {
                Self::Unwritten
            }
        }
    }

    /// By the type that a C constructor belongs to.
    unsafe fn of_owner(owner: *mut ffi::PyTypeObject) -> Self {
        unsafe {
            let exception = ffi::PyExc_BaseException.cast::<ffi::PyTypeObject>();
            let keeps = [
                &raw mut ffi::PyBaseObject_Type,
                &raw mut ffi::PyType_Type,
                &raw mut ffi::PyList_Type,
                &raw mut ffi::PyTuple_Type,
                &raw mut ffi::PyDict_Type,
                &raw mut ffi::PySet_Type,
                &raw mut ffi::PyFrozenSet_Type,
            ]
            .contains(&owner);
            if keeps || (!owner.is_null() && ffi::PyType_IsSubtype(owner, exception) != 0) {
                Self::Followed
            } else {
                Self::Native
            }
        }
    }
}

/// The function inside a `staticmethod`, borrowed from it; null where there is another callable.
unsafe fn wrapped_function(method: Object) -> Object {
    unsafe {
        let function = ffi::PyObject_GetAttrString(method, c"__func__".as_ptr());
        if function.is_null() {
            ffi::PyErr_Clear();
            return function;
        }
        // The method holds it.
        ffi::Py_DECREF(function);
        if ffi::PyFunction_Check(function) != 0 {
            function
        } else {
            std::ptr::null_mut()
        }
    }
}

/// Whether globals are those of the constructor that `collections.namedtuple` writes: it makes a tuple, nothing else.
unsafe fn is_of_named_tuple(globals: Object) -> bool {
    unsafe {
        let name = ffi::PyDict_GetItemString(globals, c"__name__".as_ptr());
        if name.is_null() || ffi::PyUnicode_Check(name) == 0 {
            return false;
        }
        let mut length = 0;
        let text = ffi::PyUnicode_AsUTF8AndSize(name, &raw mut length);
        if text.is_null() {
            ffi::PyErr_Clear();
            return false;
        }
        let text = std::slice::from_raw_parts(text.cast::<u8>(), length as usize);
        text.starts_with(b"namedtuple_")
            && !ffi::PyDict_GetItemString(globals, c"_tuple_new".as_ptr()).is_null()
    }
}
