//! Subtype instances of `bytes` that carry a tag.
//!
//! A `bytes` is a size, a hash and the bytes with a zero behind them; nothing in CPython reads past that zero. An
//! instance of our subtype is allocated longer, and the tag stands behind the zero, as `long` does it for ints.

use pyo3::ffi;

use super::Object;
use super::extended::Tag;

/// The beginning of every `bytes`, in all supported versions: header with size, cached hash, data.
#[repr(C)]
struct BytesLayout {
    header: ffi::PyVarObject,
    hash: ffi::Py_hash_t,
    data: [u8; 1],
}

/// Where the bytes of an instance begin.
unsafe fn data(object: Object) -> *mut u8 {
    unsafe { (&raw mut (*object.cast::<BytesLayout>()).data).cast() }
}

unsafe fn place(object: Object) -> *mut Tag {
    unsafe {
        let size = ffi::PyBytes_Size(object) as usize;
        data(object).add(size + 1).cast()
    }
}

/// Reads the tag of an instance of our subtype.
///
/// # Safety
/// `object` was made by [`allocate`].
pub unsafe fn tag(object: Object) -> Tag {
    unsafe { place(object).read_unaligned() }
}

/// A new instance of `subtype` with these bytes and a tag; null with an exception on failure.
///
/// # Safety
/// `subtype` is a type made over `bytes` without further storage.
pub unsafe fn allocate(subtype: *mut ffi::PyTypeObject, value: &[u8], tag: Tag) -> Object {
    unsafe {
        let items = value.len() + std::mem::size_of::<Tag>();
        let object = ffi::PyType_GenericAlloc(subtype, items as ffi::Py_ssize_t);
        if object.is_null() {
            return object;
        }
        let layout = object.cast::<BytesLayout>();
        (*layout).header.ob_size = value.len() as ffi::Py_ssize_t;
        (*layout).hash = -1;
        // Fresh memory is zero, so the zero behind the bytes is there.
        std::ptr::copy_nonoverlapping(value.as_ptr(), data(object), value.len());
        place(object).write_unaligned(tag);
        object
    }
}

/// The bytes of a `bytes` or `bytearray`.
///
/// # Safety
/// `object` is an instance of one of them, and not changed while the slice is used.
pub unsafe fn slice<'a>(object: Object) -> &'a [u8] {
    unsafe {
        let (start, size) = if ffi::PyBytes_Check(object) != 0 {
            (data(object).cast_const(), ffi::PyBytes_Size(object))
        } else {
            (
                ffi::PyByteArray_AsString(object).cast_const().cast(),
                ffi::PyByteArray_Size(object),
            )
        };
        std::slice::from_raw_parts(start, size as usize)
    }
}
