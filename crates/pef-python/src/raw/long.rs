//! Subtype instances of `int` that carry a tag.
//!
//! An `int` is a size word followed by its digits; nothing in CPython reads past the digits that the size word
//! announces. An instance of one of our subtypes is allocated with two digits more, and they hold the tag: which
//! term the value stands for, and in which run. So the term costs no look-up. A side table from address to term
//! was the alternative; it costs a hash per operation and a removal per deallocation.

use pyo3::ffi;

use super::Object;
use super::extended::Tag;
use super::native;

/// The beginning of every `int`, in all supported versions: header, size word, digits.
#[repr(C)]
struct LongLayout {
    header: ffi::PyObject,
    size: isize,
    digits: [u32; 1],
}

const TAG_DIGITS: isize = 2;

/// How many digits are in use; zero has none.
#[cfg(Py_3_12)]
fn digit_count(size: isize) -> usize {
    size as usize >> 3
}

#[cfg(not(Py_3_12))]
fn digit_count(size: isize) -> usize {
    size.unsigned_abs()
}

/// The digits that are copied with a value: at least one, as CPython itself allocates.
unsafe fn stored_digits(long: *const LongLayout) -> usize {
    digit_count(unsafe { (*long).size }).max(1)
}

/// Reads the tag of an instance of one of our subtypes.
///
/// # Safety
/// `object` was made by [`allocate`].
pub unsafe fn tag(object: Object) -> Tag {
    let long = object.cast::<LongLayout>();
    unsafe {
        let after = (&raw const (*long).digits)
            .cast::<u32>()
            .add(stored_digits(long));
        Tag {
            term: after.read(),
            epoch: after.add(1).read(),
        }
    }
}

/// A new instance of `subtype` with the value of `value` (any `int`) and a tag; null with an exception on failure.
///
/// # Safety
/// `subtype` is a type made over `int` without further storage; `value` is an instance of `int`.
pub unsafe fn allocate(subtype: *mut ffi::PyTypeObject, value: Object, tag: Tag) -> Object {
    unsafe {
        let source = value.cast::<LongLayout>();
        let digits = stored_digits(source);
        let object = ffi::PyType_GenericAlloc(subtype, digits as isize + TAG_DIGITS);
        if object.is_null() {
            return object;
        }
        let target = object.cast::<LongLayout>();
        (*target).size = (*source).size;
        let from = (&raw const (*source).digits).cast::<u32>();
        let to = (&raw mut (*target).digits).cast::<u32>();
        std::ptr::copy_nonoverlapping(from, to, digits);
        to.add(digits).write(tag.term);
        to.add(digits + 1).write(tag.epoch);
        object
    }
}

/// A plain `int` with the value of an instance of any subtype; a new reference.
///
/// # Safety
/// `object` is an instance of `int`.
pub unsafe fn plain(object: Object) -> Object {
    unsafe {
        native()
            .nb_positive
            .map_or(std::ptr::null_mut(), |positive| positive(object))
    }
}

/// The arithmetic of `int` itself, which takes instances of subtypes by their value.
pub fn native() -> &'static ffi::PyNumberMethods {
    native::numbers(native::Class::Int)
}

/// The comparison of `int` itself.
pub fn native_compare() -> ffi::richcmpfunc {
    native::comparison(native::Class::Int)
}

/// Whether the value of an `int` is zero.
///
/// # Safety
/// `object` is an instance of `int`.
pub unsafe fn is_zero(object: Object) -> bool {
    digit_count(unsafe { (*object.cast::<LongLayout>()).size }) == 0
}
