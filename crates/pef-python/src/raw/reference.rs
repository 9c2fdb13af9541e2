//! Owned and borrowed object pointers, for slots and hooks in which `PyO3`'s own wrappers cost too much.

use pyo3::ffi;

/// A borrowed object.
pub type Object = *mut ffi::PyObject;

/// A reference that is given back when it goes out of scope. Never null.
pub struct Owned(Object);

impl Owned {
    /// Takes over a new reference; `None` when it is null (a Python exception is set then).
    ///
    /// # Safety
    /// `object` is null or a reference that the caller owns.
    pub unsafe fn new(object: Object) -> Option<Self> {
        (!object.is_null()).then(|| Self(object))
    }

    /// Adds a reference of its own to a borrowed object.
    ///
    /// # Safety
    /// `object` is alive.
    pub unsafe fn borrowed(object: Object) -> Self {
        unsafe { ffi::Py_INCREF(object) };
        Self(object)
    }

    pub fn get(&self) -> Object {
        self.0
    }

    /// Hands the reference to the caller.
    pub fn release(self) -> Object {
        let object = self.0;
        std::mem::forget(self);
        object
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        // SAFETY: the reference is ours, and values of this type live only while the interpreter is attached.
        unsafe { ffi::Py_DECREF(self.0) }
    }
}

/// A new reference to `True` or `False`.
///
/// # Safety
/// The interpreter is attached.
pub unsafe fn new_bool(value: bool) -> Object {
    let object = unsafe {
        if value {
            ffi::Py_True()
        } else {
            ffi::Py_False()
        }
    };
    unsafe { ffi::Py_INCREF(object) };
    object
}

/// A new reference to a borrowed object.
///
/// # Safety
/// `object` is alive.
pub unsafe fn new_reference(object: Object) -> Object {
    unsafe { ffi::Py_INCREF(object) };
    object
}

/// A new reference to `NotImplemented`.
///
/// # Safety
/// The interpreter is attached.
pub unsafe fn not_implemented() -> Object {
    unsafe { new_reference(ffi::Py_NotImplemented()) }
}
