//! Calls as CPython makes them.

use pyo3::ffi;

use super::Object;

/// The arguments of a vector call, keyword values included.
///
/// # Safety
/// As passed by CPython.
pub unsafe fn arguments<'a>(
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> &'a [Object] {
    unsafe {
        let named = if keywords.is_null() {
            0
        } else {
            ffi::PyTuple_GET_SIZE(keywords)
        };
        let total = (count + named) as usize;
        if total == 0 {
            &[]
        } else {
            std::slice::from_raw_parts(pointer, total)
        }
    }
}
