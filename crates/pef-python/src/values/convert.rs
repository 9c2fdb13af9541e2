//! Integers and values between Python and terms.

use num_bigint::BigInt;
use pef_term::{Integer, Value};
use pyo3::ffi;

use crate::raw::Object;
use crate::raw::interpreter::long_bits;
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
    unsafe {
        let bits = long_bits(object);
        let mut bytes = vec![0_u8; bits / 8 + 1];
        as_byte_array(object, &mut bytes);
        BigInt::from_signed_bytes_le(&bytes)
    }
}

#[cfg(Py_3_13)]
unsafe fn as_byte_array(object: Object, bytes: &mut [u8]) {
    unsafe {
        ffi::_PyLong_AsByteArray(object.cast(), bytes.as_mut_ptr(), bytes.len(), 1, 1, 1);
    }
}

#[cfg(not(Py_3_13))]
unsafe fn as_byte_array(object: Object, bytes: &mut [u8]) {
    unsafe {
        ffi::_PyLong_AsByteArray(object.cast(), bytes.as_mut_ptr(), bytes.len(), 1, 1);
    }
}

/// A plain `int`; a new reference, null with an exception on failure.
///
/// # Safety
/// The interpreter is attached.
pub unsafe fn new_int(value: &Integer) -> Object {
    if let Some(small) = value.to_i64() {
        return unsafe { ffi::PyLong_FromLongLong(small) };
    }
    let bytes = value.to_bigint().to_signed_bytes_le();
    unsafe { ffi::_PyLong_FromByteArray(bytes.as_ptr(), bytes.len(), 1, 1) }
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
