//! The memory of an iterator in C, kept and put back: such an iterator has no other way back to where it was.
//!
//! Only for exact types whose objects are of a fixed size and own nothing but the references that their garbage
//! collection visits; `pef/isolation/c_objects.py` lists them. Rejected: `__setstate__`, which some have, but which does nothing
//! once the iterator has come to its end.

use std::ffi::{c_int, c_void};

use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;

use super::Object;

/// What an object of C looked like.
#[pyclass(frozen, module = "pef._engine")]
pub struct Image {
    object: Py<PyAny>,
    memory: Vec<u8>,
    /// What it referred to, kept alive for the day it refers to it again.
    references: Vec<Py<PyAny>>,
}

#[pymethods]
impl Image {
    #[new]
    pub fn of(value: Bound<'_, PyAny>) -> PyResult<Self> {
        let class = value.get_type();
        // SAFETY: the type of an object is alive with it.
        if unsafe { (*class.as_type_ptr()).tp_itemsize } != 0 {
            return Err(PyTypeError::new_err("no object of a fixed size"));
        }
        let python = value.py();
        // SAFETY: the object is alive, as is what it refers to.
        let (memory, references) = unsafe {
            let references = references(value.as_ptr())
                .into_iter()
                .map(|one| Bound::from_borrowed_ptr(python, one).unbind())
                .collect();
            (body(value.as_ptr()).to_vec(), references)
        };
        Ok(Self {
            object: value.unbind(),
            memory,
            references,
        })
    }

    /// The object.
    #[getter]
    fn kept(&self, python: Python<'_>) -> Py<PyAny> {
        self.object.clone_ref(python)
    }

    /// Whether the object looks otherwise now.
    pub fn differs(&self) -> bool {
        // SAFETY: the object is alive, and nothing else runs while it is looked at.
        unsafe { *body(self.object.as_ptr()) != *self.memory }
    }

    /// Makes the object look as it did.
    fn restore(&self, python: Python<'_>) {
        // SAFETY: the object owns what it refers to before and after; what it owned until now is given back last, since
        // that can run code.
        unsafe {
            let owned = references(self.object.as_ptr());
            for one in &self.references {
                ffi::Py_INCREF(one.as_ptr());
            }
            body(self.object.as_ptr()).copy_from_slice(&self.memory);
            for one in owned {
                drop(Bound::from_owned_ptr(python, one));
            }
        }
    }
}

/// The memory of an object behind its reference count and type.
///
/// # Safety
/// The object is alive, and nobody else changes it meanwhile.
unsafe fn body<'a>(object: Object) -> &'a mut [u8] {
    let header = size_of::<ffi::PyObject>();
    unsafe {
        let size = (*ffi::Py_TYPE(object)).tp_basicsize as usize;
        std::slice::from_raw_parts_mut(object.cast::<u8>().add(header), size - header)
    }
}

/// What an object owns references to, each as often as it owns one. Types that are made at run time visit their type too.
///
/// # Safety
/// The object is alive.
unsafe fn references(object: Object) -> Vec<Object> {
    unsafe extern "C" fn visit(one: Object, found: *mut c_void) -> c_int {
        unsafe { (*found.cast::<Vec<Object>>()).push(one) };
        0
    }
    let mut found: Vec<Object> = Vec::new();
    unsafe {
        let class = ffi::Py_TYPE(object);
        if let Some(traverse) = (*class).tp_traverse {
            traverse(object, visit, (&raw mut found).cast());
        }
        found.retain(|one| *one != class.cast());
    }
    found
}
