//! The definitions behind builtin functions and methods of C classes, and putting another function in one.
//!
//! Every way to a builtin (`time.time`, `from time import time`, a name that was bound long ago) ends in one definition
//! in the memory of its module, so what is put there is seen by all of them, and by code that is not rewritten.

use pyo3::ffi;

use super::Object;

/// The beginning of a builtin function, which the bindings keep to themselves.
#[repr(C)]
struct BuiltinFunction {
    base: ffi::PyObject,
    definition: *mut ffi::PyMethodDef,
}

/// The definition of a builtin function, or of a method as it stands in the dictionary of its class.
///
/// # Safety
/// The interpreter is attached and `object` is alive.
pub unsafe fn definition_of(object: Object) -> Option<*mut ffi::PyMethodDef> {
    unsafe {
        let class = ffi::Py_TYPE(object);
        let definition = if class == &raw mut ffi::PyCFunction_Type {
            (*object.cast::<BuiltinFunction>()).definition
        } else if class == &raw mut ffi::PyMethodDescr_Type
            || class == &raw mut ffi::PyClassMethodDescr_Type
        {
            (*object.cast::<ffi::PyMethodDescrObject>()).d_method
        } else {
            return None;
        };
        (!definition.is_null()).then_some(definition)
    }
}

const WAYS: std::ffi::c_int =
    ffi::METH_VARARGS | ffi::METH_KEYWORDS | ffi::METH_NOARGS | ffi::METH_O | ffi::METH_FASTCALL;

/// How a definition takes its arguments.
///
/// # Safety
/// The definition is alive.
pub unsafe fn way_of(definition: *mut ffi::PyMethodDef) -> std::ffi::c_int {
    unsafe { (*definition).ml_flags & WAYS }
}

/// Puts `replacement` in a definition that takes its arguments as `flags` say; what was there before. `None` where it
/// takes them in another way, or has the replacement already.
///
/// # Safety
/// The definition is alive for good, as those of modules are; `replacement` is a function of the kind of `flags`.
pub unsafe fn replace(
    definition: *mut ffi::PyMethodDef,
    flags: std::ffi::c_int,
    replacement: usize,
) -> Option<usize> {
    unsafe {
        let place = (&raw mut (*definition).ml_meth).cast::<usize>();
        let native = place.read();
        if way_of(definition) != flags || native == replacement || native == 0 {
            return None;
        }
        place.write(replacement);
        Some(native)
    }
}

/// The layout of slot descriptors (`int.__add__`).
#[repr(C)]
pub struct SlotDescriptor {
    header: ffi::PyObject,
    pub class: *mut ffi::PyTypeObject,
    name: Object,
    qualified_name: Object,
    base: *mut std::ffi::c_void,
    /// The address of the slot's function.
    pub wrapped: usize,
}
