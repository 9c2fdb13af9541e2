//! Slots as callables: `object.__setattr__`, `super().__setattr__`, `super().__call__` of a metaclass.
//!
//! Those of `object` keep what they are given. The call of a class through `type` is treated as the class itself is.

use std::sync::atomic::{AtomicUsize, Ordering};

use pyo3::ffi;
use pyo3::prelude::*;

use super::{Policy, bound_object, key};
use crate::raw::Object;

/// Slots of `object` that only store, find or forget.
const HARMLESS: &[&str] = &["__setattr__", "__getattribute__", "__delattr__"];

/// The slot `type.__call__`.
static CALL: AtomicUsize = AtomicUsize::new(0);

pub fn register(
    python: Python<'_>,
    mut add: impl FnMut(&Bound<'_, PyAny>, Policy),
) -> PyResult<()> {
    let builtins = python.import("builtins")?;
    let object = builtins.getattr("object")?;
    for name in HARMLESS {
        add(&object.getattr(*name)?, Policy::Transparent);
    }
    let call = builtins
        .getattr("type")?
        .getattr("__dict__")?
        .get_item("__call__")?;
    // It lives as long as the process.
    CALL.store(call.as_ptr() as usize, Ordering::Relaxed);
    Ok(())
}

/// The class that a callable calls: that of `type.__call__` bound to it.
///
/// # Safety
/// `callable` is alive.
pub unsafe fn called_class(callable: Object) -> Option<*mut ffi::PyTypeObject> {
    unsafe {
        if key(callable) != CALL.load(Ordering::Relaxed) {
            return None;
        }
        let class = bound_object(callable);
        (!class.is_null() && ffi::PyType_Check(class) != 0).then(|| class.cast())
    }
}
