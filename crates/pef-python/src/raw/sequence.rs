//! The elements of lists and tuples where they are kept.

use pyo3::ffi;

use super::Object;

/// The elements of an ordinary list or tuple that is not empty.
///
/// # Safety
/// The sequence is alive and does not change while the elements are looked at.
pub unsafe fn elements<'a>(sequence: Object) -> Option<&'a [Object]> {
    unsafe {
        let kind = ffi::Py_TYPE(sequence);
        if kind == &raw mut ffi::PyList_Type {
            let list = sequence.cast::<ffi::PyListObject>();
            let length = ffi::PyList_GET_SIZE(sequence) as usize;
            return (length > 0).then(|| std::slice::from_raw_parts((*list).ob_item, length));
        }
        if kind == &raw mut ffi::PyTuple_Type {
            let length = ffi::PyTuple_GET_SIZE(sequence) as usize;
            let tuple = sequence.cast::<ffi::PyTupleObject>();
            return (length > 0)
                .then(|| std::slice::from_raw_parts((&raw const (*tuple).ob_item).cast(), length));
        }
        None
    }
}

/// Where a list or tuple keeps its element.
///
/// # Safety
/// `sequence` is a list or tuple, alive, and has that many elements.
pub unsafe fn place(sequence: Object, index: usize) -> *mut Object {
    unsafe {
        if ffi::PyList_Check(sequence) != 0 {
            (*sequence.cast::<ffi::PyListObject>()).ob_item.add(index)
        } else {
            (&raw mut (*sequence.cast::<ffi::PyTupleObject>()).ob_item)
                .cast::<Object>()
                .add(index)
        }
    }
}
