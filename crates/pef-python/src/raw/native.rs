//! The slots of the builtin types as they were before any of them was wrapped (`values/priority.rs`).

use std::ffi::c_int;
use std::sync::OnceLock;

use pyo3::ffi;

use super::Object;
use super::interpreter::PyODict_Type;

pub type Compare = unsafe extern "C" fn(Object, Object, c_int) -> Object;

/// The types whose slots are wrapped, in the order of the tables below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    dead_code,
    reason = "the order is that of the tables; not every type is asked for by name"
)]
pub enum Class {
    Int,
    Bool,
    Float,
    Complex,
    Str,
    Bytes,
    ByteArray,
    Tuple,
    Set,
    FrozenSet,
    Dict,
    OrderedDict,
    DictKeys,
    DictItems,
    List,
}

/// The builtin types, by [`Class`].
pub fn classes() -> [*mut ffi::PyTypeObject; CLASSES] {
    [
        &raw mut ffi::PyLong_Type,
        &raw mut ffi::PyBool_Type,
        &raw mut ffi::PyFloat_Type,
        &raw mut ffi::PyComplex_Type,
        &raw mut ffi::PyUnicode_Type,
        &raw mut ffi::PyBytes_Type,
        &raw mut ffi::PyByteArray_Type,
        &raw mut ffi::PyTuple_Type,
        &raw mut ffi::PySet_Type,
        &raw mut ffi::PyFrozenSet_Type,
        &raw mut ffi::PyDict_Type,
        &raw mut PyODict_Type,
        &raw mut ffi::PyDictKeys_Type,
        &raw mut ffi::PyDictItems_Type,
        &raw mut ffi::PyList_Type,
    ]
}

/// How many there are.
pub const CLASSES: usize = 15;

/// A table of slots as it was: function pointers only.
struct Methods(ffi::PyNumberMethods);

// SAFETY: plain data that is never changed; the only pointer that is no function is reserved and unused.
unsafe impl Send for Methods {}
// SAFETY: as above.
unsafe impl Sync for Methods {}

static NUMBERS: [OnceLock<Methods>; CLASSES] = [const { OnceLock::new() }; CLASSES];
static COMPARISONS: [OnceLock<Compare>; CLASSES] = [const { OnceLock::new() }; CLASSES];

/// The operators of a builtin type as they were before they were wrapped. Symbolic values compute with these: the
/// wrapped ones would ask them again.
///
/// # Panics
/// Before [`keep`], and for a type without operators.
pub fn numbers(class: Class) -> &'static ffi::PyNumberMethods {
    &NUMBERS[class as usize]
        .get()
        .expect("set when the module was loaded")
        .0
}

/// The comparison of a builtin type as it was before.
///
/// # Panics
/// Before [`keep`].
pub fn comparison(class: Class) -> Compare {
    *COMPARISONS[class as usize]
        .get()
        .expect("set when the module was loaded")
}

/// Keeps the slots of a builtin type, which are about to be wrapped.
///
/// # Safety
/// The interpreter is attached, and the slots are still the type's own.
pub unsafe fn keep(index: usize) {
    // SAFETY: the builtin types live as long as the process.
    let class = unsafe { &*classes()[index] };
    if let Some(native) = class.tp_richcompare {
        COMPARISONS[index].get_or_init(|| native);
    }
    // SAFETY: a table of slots lives as long as its type.
    if let Some(methods) = unsafe { class.tp_as_number.as_ref() } {
        NUMBERS[index].get_or_init(|| Methods(*methods));
    }
}
