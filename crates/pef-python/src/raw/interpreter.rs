//! Names of CPython's interface that the bindings leave out.

use pyo3::ffi;

use super::Object;

#[allow(clashing_extern_declarations)]
unsafe extern "C" {
    /// The type of bound methods.
    pub static mut PyMethod_Type: ffi::PyTypeObject;
    /// `collections.OrderedDict`.
    pub static mut PyODict_Type: ffi::PyTypeObject;
    /// The type of bound methods that call a slot.
    #[link_name = "_PyMethodWrapper_Type"]
    pub static mut MethodWrapper_Type: ffi::PyTypeObject;
    /// The function of a bound method, borrowed.
    pub fn PyMethod_Function(method: Object) -> Object;
    /// What a class and its bases have under a name, borrowed; null without an exception.
    #[link_name = "_PyType_Lookup"]
    pub fn type_lookup(class: *mut ffi::PyTypeObject, name: Object) -> Object;
    /// The int that a string is the numeral of.
    pub fn PyLong_FromUnicodeObject(text: Object, base: std::ffi::c_int) -> Object;
}
