//! Integers and values between Python and terms.

use num_bigint::BigInt;
use pef_term::{Integer, Value};
use pyo3::ffi;
use pyo3::prelude::*;

use crate::raw::Object;
use crate::raw::reference::new_bool;

/// The value of an `int` of any type.
///
/// # Safety
/// `object` is an instance of `int`.
pub unsafe fn integer_of(object: Object) -> Integer {
    let mut overflow = 0;
    let small = unsafe { ffi::PyLong_AsLongAndOverflow(object, &raw mut overflow) };
    if overflow == 0 {
        return Integer::from(small);
    }
    Integer::from(unsafe { big_integer_of(object) })
}

unsafe fn big_integer_of(object: Object) -> BigInt {
    let python = unsafe { Python::assume_attached() };
    // An int always converts; the default is never used.
    unsafe { Bound::from_borrowed_ptr(python, object) }
        .extract()
        .unwrap_or_default()
}

/// A plain `int`; a new reference, null with an exception on failure.
///
/// # Safety
/// The interpreter is attached.
pub unsafe fn new_int(value: &Integer) -> Object {
    if let Some(small) = value.to_i64() {
        return unsafe { ffi::PyLong_FromLongLong(small) };
    }
    let python = unsafe { Python::assume_attached() };
    match value.to_bigint().into_pyobject(python) {
        Ok(object) => object.into_ptr(),
        Err(error) => {
            error.restore(python);
            std::ptr::null_mut()
        }
    }
}

/// A plain Python object with a value; a new reference, null with an exception on failure.
///
/// # Safety
/// The interpreter is attached.
pub unsafe fn new_plain(value: &Value) -> Object {
    match value {
        Value::Bool(value) => unsafe { new_bool(*value) },
        Value::Int(value) => unsafe { new_int(value) },
        Value::Float(value) => unsafe { ffi::PyFloat_FromDouble(*value) },
    }
}
