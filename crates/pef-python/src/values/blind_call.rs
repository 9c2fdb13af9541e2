//! Calls of code that cannot see terms: C functions without a model, and Python code that was not rewritten.
//!
//! C functions get plain values in place of symbolic ones, Python code gets them as they are (its operators still
//! work), and in both cases the use is noted. What is inside containers is handed over as it is: the callee may be
//! storing it.

use pyo3::ffi;
use pyo3::prelude::*;

use super::decide::{Raised, concretised, fix_value};
use super::holding::holds_symbolic;
use super::lazy::fix;
use super::plain;
use crate::raw::call::arguments;
use crate::raw::interpreter::{PyMethod_Function, PyMethod_Type};
use crate::raw::{Object, Owned};
use crate::session;

/// Calls a C function with plain values in place of symbolic ones, and notes it if there are any.
///
/// # Safety
/// As for a vector call without an offset.
pub unsafe fn call_guarded(
    callee: Object,
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> Object {
    unsafe {
        let values = arguments(pointer, count, keywords);
        if !session::is_active() || !values.iter().any(|&value| leads_to_symbolic(value)) {
            return ffi::PyObject_Vectorcall(callee, pointer, count as usize, keywords);
        }
        concretised(|| format!("call of {}", describe(callee)));
        for &value in values {
            fix_value(value);
        }
        call_with_plain_arguments(callee, values, keywords)
    }
}

/// Calls Python code that was not rewritten, and notes it if there are symbolic values among the arguments.
///
/// # Safety
/// As for a vector call without an offset.
pub unsafe fn call_noting(
    callee: Object,
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> Object {
    unsafe {
        let values = arguments(pointer, count, keywords);
        if session::is_active() && values.iter().any(|&value| leads_to_symbolic(value)) {
            concretised(|| format!("call of {}, which is not instrumented", describe(callee)));
        }
        ffi::PyObject_Vectorcall(callee, pointer, count as usize, keywords)
    }
}

/// Calls a C function that sees values only through their operators; open containers are fixed.
///
/// # Safety
/// As for a vector call without an offset.
pub unsafe fn call_fixing(
    callee: Object,
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> Object {
    unsafe {
        if fix_all(arguments(pointer, count, keywords)).is_err() {
            return std::ptr::null_mut();
        }
        ffi::PyObject_Vectorcall(callee, pointer, count as usize, keywords)
    }
}

/// Fixes the open containers among some values.
///
/// # Safety
/// They are alive.
pub unsafe fn fix_all(values: &[Object]) -> Result<(), Raised> {
    values.iter().try_for_each(|&value| unsafe { fix(value) })
}

/// Calls with the plain values of the arguments (the last of them named by `keywords`). A new reference.
///
/// # Safety
/// `keywords` is null or a tuple of names for the last arguments.
pub unsafe fn call_with_plain_arguments(
    callee: Object,
    values: &[Object],
    keywords: Object,
) -> Object {
    unsafe {
        if fix_all(values).is_err() {
            return std::ptr::null_mut();
        }
        let owned: Option<Vec<Owned>> = values
            .iter()
            .map(|&value| Owned::new(plain(value)))
            .collect();
        let Some(owned) = owned else {
            return std::ptr::null_mut();
        };
        let pointers: Vec<Object> = owned.iter().map(Owned::get).collect();
        let named = if keywords.is_null() {
            0
        } else {
            ffi::PyTuple_GET_SIZE(keywords) as usize
        };
        ffi::PyObject_Vectorcall(callee, pointers.as_ptr(), pointers.len() - named, keywords)
    }
}

/// A name for a callee, as `module.name` or `type.method`.
unsafe fn describe(callee: Object) -> String {
    let python = unsafe { Python::assume_attached() };
    let shows_itself = unsafe { shows_itself(callee) };
    let callee = unsafe { Bound::from_borrowed_ptr(python, callee) };
    let attribute = |name: &str| {
        let text = shows_itself.then(|| callee.getattr(name))?.ok()?;
        text.extract::<String>().ok()
    };
    let name = attribute("__qualname__").or_else(|| attribute("__name__"));
    match (attribute("__module__"), name) {
        (Some(module), Some(name)) if module != "builtins" => format!("{module}.{name}"),
        (_, Some(name)) => name,
        (_, None) => callee
            .get_type()
            .name()
            .map_or_else(|_| "?".to_owned(), |name| name.to_string()),
    }
}

/// Whether asking a callee for its name runs no code of the program, as a proxy's would.
unsafe fn shows_itself(callee: Object) -> bool {
    unsafe {
        let kind = ffi::Py_TYPE(callee);
        kind == &raw mut ffi::PyType_Type
            || (*kind).tp_getattro.map(|slot| slot as usize)
                == Some(ffi::PyObject_GenericGetAttr as *const () as usize)
    }
}

/// Whether code that cannot see terms may come by a symbolic value through an object: it is one, holds one, or gives
/// whatever it likes when it is called or asked for the next element.
unsafe fn leads_to_symbolic(object: Object) -> bool {
    unsafe { holds_symbolic(object) || is_iterator(object) || is_of_program(object) }
}

/// Whether an object is an iterator over values; files give what is in them.
unsafe fn is_iterator(object: Object) -> bool {
    unsafe {
        if ffi::PyIter_Check(object) == 0 {
            return false;
        }
        let name = std::ffi::CStr::from_ptr((*ffi::Py_TYPE(object)).tp_name);
        !name.to_bytes().starts_with(b"_io.")
    }
}

/// Whether an object is a function that was rewritten, which can have symbolic values in its reach.
///
/// # Safety
/// `object` is alive.
pub unsafe fn is_of_program(object: Object) -> bool {
    unsafe {
        let function = if ffi::Py_TYPE(object) == &raw mut PyMethod_Type {
            PyMethod_Function(object)
        } else {
            object
        };
        if ffi::PyFunction_Check(function) == 0 {
            return false;
        }
        let globals = ffi::PyFunction_GetGlobals(function) as usize;
        session::with(|session| session.is_instrumented(globals))
    }
}
