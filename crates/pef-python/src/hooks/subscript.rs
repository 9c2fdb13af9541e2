//! The hooks for `a[i]`, and for slices as such.

use pyo3::ffi;

use crate::raw::Object;
use crate::values::subscript::get;

pub unsafe extern "C" fn subscript(
    _: Object,
    arguments: *mut Object,
    _: ffi::Py_ssize_t,
) -> Object {
    unsafe { get(*arguments, *arguments.add(1)) }
}

/// `__pef_slice__(start, stop, step)`.
pub unsafe extern "C" fn make_slice(
    _: Object,
    arguments: *mut Object,
    _: ffi::Py_ssize_t,
) -> Object {
    unsafe { ffi::PySlice_New(*arguments, *arguments.add(1), *arguments.add(2)) }
}
