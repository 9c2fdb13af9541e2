//! Tags: what ties an object of one of our subtypes to the session, and where they are kept.
//!
//! Subtypes of builtins without variable-size instances (`float`, `str`) are made two words longer, and the tag
//! stands there; `int` keeps it behind its digits (see `long`).

use pyo3::ffi;

use super::Object;

/// What an instance carries beside its value: which term (or text), and in which run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tag {
    pub term: u32,
    pub epoch: u32,
}

/// The size of an instance of a subtype of `base` with room for a tag.
///
/// # Safety
/// `base` is a type without variable-size instances.
pub unsafe fn extended_size(base: *mut ffi::PyTypeObject) -> usize {
    unsafe { (*base).tp_basicsize as usize + std::mem::size_of::<Tag>() }
}

/// Where the tag of an instance stands.
unsafe fn place(object: Object) -> *mut Tag {
    unsafe {
        let base = (*ffi::Py_TYPE(object)).tp_base;
        object
            .cast::<u8>()
            .add((*base).tp_basicsize as usize)
            .cast()
    }
}

/// Reads the tag.
///
/// # Safety
/// `object` is an instance of a type that was made with [`extended_size`] directly over its builtin.
pub unsafe fn tag(object: Object) -> Tag {
    unsafe { place(object).read_unaligned() }
}

/// Writes the tag.
///
/// # Safety
/// As for [`tag`].
pub unsafe fn set_tag(object: Object, tag: Tag) {
    unsafe { place(object).write_unaligned(tag) };
}
