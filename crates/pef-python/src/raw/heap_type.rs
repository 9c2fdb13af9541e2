//! Making subtypes of builtin types with slots written in Rust.

use std::ffi::{CStr, c_int, c_uint, c_void};

use pyo3::ffi;
use pyo3::prelude::*;

use super::Object;

/// One slot: its number and the function.
pub type Slot = (c_int, *mut c_void);

/// A fast-call method of a type, or a module-level function.
pub struct Method {
    pub name: &'static CStr,
    pub function: MethodFunction,
}

/// The calling convention of a method.
pub enum MethodFunction {
    NoArguments(unsafe extern "C" fn(Object, Object) -> Object),
    OneArgument(unsafe extern "C" fn(Object, Object) -> Object),
    Fast(unsafe extern "C" fn(Object, *mut Object, ffi::Py_ssize_t) -> Object),
    FastKeywords(unsafe extern "C" fn(Object, *const Object, ffi::Py_ssize_t, Object) -> Object),
}

impl Method {
    pub const fn definition(&self) -> ffi::PyMethodDef {
        let (pointer, flags) = match self.function {
            MethodFunction::NoArguments(function) => (
                ffi::PyMethodDefPointer {
                    PyCFunction: function,
                },
                ffi::METH_NOARGS,
            ),
            MethodFunction::OneArgument(function) => (
                ffi::PyMethodDefPointer {
                    PyCFunction: function,
                },
                ffi::METH_O,
            ),
            MethodFunction::Fast(function) => (
                ffi::PyMethodDefPointer {
                    PyCFunctionFast: function,
                },
                ffi::METH_FASTCALL,
            ),
            MethodFunction::FastKeywords(function) => (
                ffi::PyMethodDefPointer {
                    PyCFunctionFastWithKeywords: function,
                },
                ffi::METH_FASTCALL | ffi::METH_KEYWORDS,
            ),
        };
        ffi::PyMethodDef {
            ml_name: self.name.as_ptr(),
            ml_meth: pointer,
            ml_flags: flags,
            ml_doc: std::ptr::null(),
        }
    }
}

/// What a type is made from.
pub struct Recipe<'a> {
    /// The name that error messages show: that of the builtin, so that messages stay what they are.
    pub name: &'static CStr,
    pub base: *mut ffi::PyTypeObject,
    /// Zero: as the base.
    pub basic_size: usize,
    pub slots: &'a [Slot],
    pub methods: &'static [Method],
    pub getters: &'static [Getter],
    /// For callables: where in an instance the vector call function stands.
    pub vectorcall_offset: Option<usize>,
}

/// A read-only attribute.
pub struct Getter {
    pub name: &'static CStr,
    pub get: unsafe extern "C" fn(Object, *mut c_void) -> Object,
}

/// Makes a type that lives as long as the process.
///
/// # Safety
/// The slots have the signatures that their numbers stand for.
pub unsafe fn make(python: Python<'_>, recipe: &Recipe<'_>) -> PyResult<*mut ffi::PyTypeObject> {
    // The definitions are referred to by the type for ever.
    let mut methods: Vec<ffi::PyMethodDef> =
        recipe.methods.iter().map(Method::definition).collect();
    methods.push(ffi::PyMethodDef::zeroed());
    let mut getters: Vec<ffi::PyGetSetDef> = recipe
        .getters
        .iter()
        .map(|getter| ffi::PyGetSetDef {
            name: getter.name.as_ptr(),
            get: Some(getter.get),
            set: None,
            doc: std::ptr::null(),
            closure: std::ptr::null_mut(),
        })
        .collect();
    getters.push(ffi::PyGetSetDef::default());
    let mut slots: Vec<ffi::PyType_Slot> = recipe
        .slots
        .iter()
        .map(|&(slot, pfunc)| ffi::PyType_Slot { slot, pfunc })
        .collect();
    slots.push(ffi::PyType_Slot {
        slot: ffi::Py_tp_methods,
        pfunc: methods.leak().as_mut_ptr().cast(),
    });
    slots.push(ffi::PyType_Slot {
        slot: ffi::Py_tp_getset,
        pfunc: getters.leak().as_mut_ptr().cast(),
    });
    let mut flags = ffi::Py_TPFLAGS_DEFAULT;
    if let Some(offset) = recipe.vectorcall_offset {
        flags |= ffi::Py_TPFLAGS_HAVE_VECTORCALL;
        let members = vec![
            ffi::PyMemberDef {
                name: c"__vectorcalloffset__".as_ptr(),
                type_code: ffi::Py_T_PYSSIZET,
                offset: offset as ffi::Py_ssize_t,
                flags: ffi::Py_READONLY,
                doc: std::ptr::null(),
            },
            // SAFETY: all-zero is the sentinel that ends the table.
            unsafe { std::mem::zeroed() },
        ];
        slots.push(ffi::PyType_Slot {
            slot: ffi::Py_tp_members,
            pfunc: members.leak().as_mut_ptr().cast(),
        });
    }
    slots.push(ffi::PyType_Slot {
        slot: 0,
        pfunc: std::ptr::null_mut(),
    });
    let mut spec = ffi::PyType_Spec {
        // A dotted name sets `__module__`; the displayed name is replaced below.
        name: c"builtins.pef".as_ptr(),
        basicsize: recipe.basic_size as c_int,
        itemsize: 0,
        flags: flags as c_uint,
        slots: slots.as_mut_ptr(),
    };
    unsafe {
        let bases = if recipe.base.is_null() {
            std::ptr::null_mut()
        } else {
            ffi::PyTuple_Pack(1, recipe.base.cast::<ffi::PyObject>())
        };
        let made = ffi::PyType_FromSpecWithBases(&raw mut spec, bases);
        ffi::Py_XDECREF(bases);
        if made.is_null() {
            return Err(PyErr::fetch(python));
        }
        let made = made.cast::<ffi::PyTypeObject>();
        // Messages such as "unsupported operand type(s) for +: 'int' and 'str'" print this field.
        (*made).tp_name = recipe.name.as_ptr();
        Ok(made)
    }
}

/// Frees an instance of one of our types that holds no references.
///
/// # Safety
/// `object` is being deallocated and owns nothing.
pub unsafe extern "C" fn deallocate(object: Object) {
    unsafe {
        let kind = ffi::Py_TYPE(object);
        if let Some(free) = (*kind).tp_free {
            free(object.cast());
        }
        ffi::Py_DECREF(kind.cast());
    }
}
