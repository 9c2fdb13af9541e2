//! What changes the end of an open list: the list stays open, and what was added at its end is known.

use std::ffi::CStr;

use pyo3::ffi;

use super::{Container, Raised, copying, fix, is_lazy, new_reference, or_null, present_length};
use crate::raw::heap_type::{Method, MethodFunction};
use crate::raw::sequence::place;
use crate::raw::{Object, Owned};
use crate::session;

/// Methods that need not know how long the list is.
pub const METHODS: &[Method] = &[
    Method {
        name: c"append",
        function: MethodFunction::OneArgument(append),
    },
    Method {
        name: c"extend",
        function: MethodFunction::OneArgument(extend),
    },
    Method {
        name: c"pop",
        function: MethodFunction::Fast(pop),
    },
];

/// Whether a name is that of one of these methods.
///
/// # Safety
/// `name` is a `str`.
pub unsafe fn is_method(name: Object) -> bool {
    METHODS.iter().any(
        |method| unsafe { ffi::PyUnicode_CompareWithASCIIString(name, method.name.as_ptr()) } == 0,
    )
}

/// Whether a C function is one of these methods.
///
/// # Safety
/// It is a C function, and alive.
pub unsafe fn is_bound_method(function: Object) -> bool {
    unsafe {
        let definition = (*function.cast::<ffi::PyCFunctionObject>()).m_ml;
        // Names of the builtin's own methods are other texts.
        let name = (*definition).ml_name;
        METHODS.iter().any(|method| method.name.as_ptr() == name)
    }
}

/// Adds an element at the end of an open list.
///
/// # Safety
/// Both are alive.
pub unsafe fn append_known(list: Object, element: Object) -> Result<(), Raised> {
    unsafe {
        if ffi::PyList_Append(list, element) < 0 {
            return Err(Raised);
        }
        session::with(|session| {
            if let Some(lazy) = session.lazies.get_mut(&(list as usize)) {
                lazy.known += 1;
            }
        });
        Ok(())
    }
}

unsafe extern "C" fn append(list: Object, element: Object) -> Object {
    unsafe { or_null(append_known(list, element).map(|()| new_reference(ffi::Py_None()))) }
}

unsafe extern "C" fn extend(list: Object, elements: Object) -> Object {
    unsafe {
        or_null(match extend_by(list, elements) {
            Ok(true) => Ok(new_reference(ffi::Py_None())),
            Ok(false) => call_builtin(list, c"extend", &[elements]),
            Err(raised) => Err(raised),
        })
    }
}

/// Adds known elements at the end of an open list; says whether both were that.
///
/// # Safety
/// Both are alive.
pub unsafe fn extend_by(list: Object, elements: Object) -> Result<bool, Raised> {
    unsafe {
        if Container::of(list) != Some(Container::List) || !is_known(elements) {
            return Ok(false);
        }
        let elements = Owned::new(ffi::PySequence_Tuple(elements)).ok_or(Raised)?;
        for index in 0..ffi::PyTuple_GET_SIZE(elements.get()) {
            append_known(list, ffi::PyTuple_GET_ITEM(elements.get(), index))?;
        }
        Ok(true)
    }
}

/// Whether an object is a list or tuple of which all elements are known.
unsafe fn is_known(object: Object) -> bool {
    let kind = unsafe { ffi::Py_TYPE(object) };
    kind == &raw mut ffi::PyList_Type || kind == &raw mut ffi::PyTuple_Type
}

/// `left + right` where an open list of numbers comes first and known elements follow; nothing otherwise. Of other
/// elements there would be two, made separately.
///
/// # Safety
/// Both are alive.
pub unsafe fn sum(left: Object, right: Object) -> Result<Option<Object>, Raised> {
    unsafe {
        if Container::of(left) != Some(Container::List)
            || ffi::Py_TYPE(right) != &raw mut ffi::PyList_Type
            || super::index::numbers(left).is_none()
        {
            return Ok(None);
        }
        let copied = copying::copy(left, |element| Ok(Owned::borrowed(element)))?;
        let Some(copied) = copied.and_then(|copied| Owned::new(copied)) else {
            return Ok(None);
        };
        extend_by(copied.get(), right)?;
        Ok(Some(copied.release()))
    }
}

/// `list.pop()` of an element that is known; anything else needs the length.
unsafe extern "C" fn pop(list: Object, arguments: *mut Object, count: ffi::Py_ssize_t) -> Object {
    unsafe {
        let has_known = is_lazy(list)
            && session::with(|session| {
                let lazy = session.lazies.get(&(list as usize));
                lazy.is_some_and(|lazy| lazy.known > 0)
            });
        if count > 0 || !has_known {
            let arguments: &[Object] = if count == 0 {
                &[]
            } else {
                std::slice::from_raw_parts(arguments, count as usize)
            };
            return or_null(call_builtin(list, c"pop", arguments));
        }
        let size = present_length(list);
        let last = new_reference(*place(list, size as usize - 1));
        if ffi::PyList_SetSlice(list, size - 1, size, std::ptr::null_mut()) < 0 {
            ffi::Py_DECREF(last);
            return std::ptr::null_mut();
        }
        session::with(|session| {
            if let Some(lazy) = session.lazies.get_mut(&(list as usize)) {
                lazy.known -= 1;
            }
        });
        last
    }
}

/// Fixes the list and has the method of the builtin do it, by way of what stands for it in rewritten code.
unsafe fn call_builtin(list: Object, name: &CStr, arguments: &[Object]) -> Result<Object, Raised> {
    unsafe {
        fix(list)?;
        let method = Owned::new(ffi::PyObject_GetAttrString(list, name.as_ptr())).ok_or(Raised)?;
        let callee = crate::hooks::callee::callee(std::ptr::null_mut(), method.get());
        let callee = Owned::new(callee).ok_or(Raised)?;
        Owned::new(ffi::PyObject_Vectorcall(
            callee.get(),
            arguments.as_ptr(),
            arguments.len(),
            std::ptr::null_mut(),
        ))
        .map(Owned::release)
        .ok_or(Raised)
    }
}
