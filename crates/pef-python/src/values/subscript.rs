//! `a[i]`: indices, slices and keys that may be symbolic, on containers that may be ordinary.

use pyo3::ffi;

use super::decide::Raised;
use super::holding::holds_symbolic;
use super::integer::integer_term;
use super::integer_methods::settle;
use super::{dictionary, index, is_ours, lazy, range};
use crate::raw::{Object, Owned};
use crate::session;

/// `container[key]`; a new reference.
///
/// # Safety
/// Both are alive.
pub unsafe fn get(container: Object, key: Object) -> Object {
    unsafe { try_get(container, key) }.unwrap_or(std::ptr::null_mut())
}

unsafe fn try_get(container: Object, key: Object) -> Result<Object, Raised> {
    unsafe {
        if !session::is_active() {
            return Ok(ffi::PyObject_GetItem(container, key));
        }
        if ffi::PyDict_Check(container) != 0 && !lazy::is_lazy(container) {
            return dictionary::get_item(container, key);
        }
        Ok(match native_key(container, key)? {
            Some(plain) => ffi::PyObject_GetItem(container, plain.get()),
            None => ffi::PyObject_GetItem(container, key),
        })
    }
}

/// The plain key to use instead of a symbolic one, decided by what the sequence does with it; nothing when the
/// key can be used as it is.
///
/// # Safety
/// Both are alive.
pub unsafe fn native_key(container: Object, key: Object) -> Result<Option<Owned>, Raised> {
    unsafe {
        if integer_term(key).is_some() {
            if !is_native(container) {
                return Ok(None);
            }
            return match length(container) {
                Some(length) => index::sequence_index(key, length).map(Some),
                None => settle(key).map(Some),
            };
        }
        if ffi::PySlice_Check(key) != 0 && holds_symbolic(key) && is_native(container) {
            let Some(length) = length(container) else {
                return index::settled_slice(key).map(Some);
            };
            let slice = if ffi::Py_TYPE(container) == &raw mut ffi::PyRange_Type {
                index::range_slice(key, length)
            } else {
                index::sequence_slice(key, length)
            };
            return slice.map(Some);
        }
        Ok(None)
    }
}

/// Whether subscripting the container is done by C code that takes the plain value without asking.
unsafe fn is_native(container: Object) -> bool {
    unsafe {
        let kind = ffi::Py_TYPE(container);
        if is_ours(container) || lazy::is_lazy(container) || kind == range::range_type() {
            return false;
        }
        if (*kind).tp_flags & ffi::Py_TPFLAGS_HEAPTYPE == 0
            || (*kind).tp_flags & ffi::Py_TPFLAGS_IMMUTABLETYPE != 0
        {
            return true;
        }
        // A Python class over a C type that keeps its subscript.
        let method = ffi::PyObject_GetAttrString(kind.cast(), c"__getitem__".as_ptr());
        let Some(method) = Owned::new(method) else {
            ffi::PyErr_Clear();
            return false;
        };
        let method = ffi::Py_TYPE(method.get());
        method == &raw mut ffi::PyWrapperDescr_Type || method == &raw mut ffi::PyMethodDescr_Type
    }
}

/// The length of a container that is indexed by position.
unsafe fn length(container: Object) -> Option<ffi::Py_ssize_t> {
    unsafe {
        let sequence = ffi::PyList_Check(container) != 0
            || ffi::PyTuple_Check(container) != 0
            || ffi::PyUnicode_Check(container) != 0
            || ffi::PyBytes_Check(container) != 0
            || ffi::PyByteArray_Check(container) != 0
            || ffi::Py_TYPE(container) == &raw mut ffi::PyRange_Type
            || is_deque(container);
        if !sequence {
            return None;
        }
        let length = ffi::PyObject_Length(container);
        if length < 0 {
            ffi::PyErr_Clear();
            return None;
        }
        Some(length)
    }
}

/// Whether an object is a `collections.deque`, of which the interface for C code knows nothing but the name.
unsafe fn is_deque(object: Object) -> bool {
    unsafe { std::ffi::CStr::from_ptr((*ffi::Py_TYPE(object)).tp_name) == c"collections.deque" }
}
