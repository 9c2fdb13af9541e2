//! The arithmetic of `float` itself, and subtype instances of it that carry a tag.

use pyo3::ffi;

use super::Object;
use super::extended::{Tag, set_tag};
use super::native;

/// The operators of `float` itself, which take instances of subtypes by their value.
pub fn native() -> &'static ffi::PyNumberMethods {
    native::numbers(native::Class::Float)
}

/// The comparison of `float` itself.
pub fn native_compare() -> ffi::richcmpfunc {
    native::comparison(native::Class::Float)
}

/// A new instance of `subtype` with a value and a tag; null with an exception on failure.
///
/// # Safety
/// `subtype` is a type made directly over `float` with room for a tag.
pub unsafe fn allocate(subtype: *mut ffi::PyTypeObject, value: f64, tag: Tag) -> Object {
    unsafe {
        let object = ffi::PyType_GenericAlloc(subtype, 0);
        if !object.is_null() {
            (*object.cast::<ffi::PyFloatObject>()).ob_fval = value;
            set_tag(object, tag);
        }
        object
    }
}
