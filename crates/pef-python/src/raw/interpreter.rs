//! Names of CPython's interface that the bindings leave out.

use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::ffi;
use pyo3::prelude::*;

use super::Object;

#[allow(clashing_extern_declarations)]
unsafe extern "C" {
    /// The type of C methods that are told the class they were found on.
    pub static mut PyCMethod_Type: ffi::PyTypeObject;
    /// The type of bound methods.
    pub static mut PyMethod_Type: ffi::PyTypeObject;
    /// `collections.OrderedDict`.
    pub static mut PyODict_Type: ffi::PyTypeObject;
    /// The function of a bound method, borrowed.
    pub fn PyMethod_Function(method: Object) -> Object;
    /// The object of a bound method, borrowed.
    pub fn PyMethod_Self(method: Object) -> Object;
    /// A bound method; a new reference.
    pub fn PyMethod_New(function: Object, object: Object) -> Object;
    /// What a class and its bases have under a name, borrowed; null without an exception.
    #[link_name = "_PyType_Lookup"]
    pub fn type_lookup(class: *mut ffi::PyTypeObject, name: Object) -> Object;
    /// The int that a string is the numeral of.
    pub fn PyLong_FromUnicodeObject(text: Object, base: std::ffi::c_int) -> Object;
}

static METHOD_WRAPPER: AtomicPtr<ffi::PyTypeObject> = AtomicPtr::new(std::ptr::null_mut());

/// The type of bound methods that call a slot; null before [`initialise`].
pub fn method_wrapper_type() -> *mut ffi::PyTypeObject {
    METHOD_WRAPPER.load(Ordering::Relaxed)
}

/// Finds the types that not every version exports (3.13 hides that of bound slots), by an instance.
pub fn initialise(python: Python<'_>) -> PyResult<()> {
    let number = python.get_type::<pyo3::types::PyInt>().call0()?;
    let bound = number.getattr("__abs__")?;
    METHOD_WRAPPER.store(bound.get_type().as_type_ptr(), Ordering::Relaxed);
    Ok(())
}

/// Whether a type is that of C functions and methods, all of which begin with a `PyCFunctionObject`.
pub fn is_c_function_type(kind: *mut ffi::PyTypeObject) -> bool {
    kind == &raw mut ffi::PyCFunction_Type || kind == &raw mut PyCMethod_Type
}
