//! What the flags of a class say.

use pyo3::ffi;

/// Whether a class was written in Python.
///
/// # Safety
/// `class` is alive.
pub unsafe fn is_python_class(class: *mut ffi::PyTypeObject) -> bool {
    let flags = unsafe { (*class).tp_flags };
    flags & ffi::Py_TPFLAGS_HEAPTYPE != 0 && flags & ffi::Py_TPFLAGS_IMMUTABLETYPE == 0
}
