//! Whether a symbolic value can be found in an object.

use pyo3::ffi;
use rustc_hash::FxHashSet;

use super::lazy::is_lazy;
use super::undecided::is_undecided;
use super::{is_ours, keyed, symbolic};
use crate::raw::{Object, Owned};

/// Containers are looked through up to this many objects; beyond it they count as holding symbolic values.
const SCAN_LIMIT: usize = 10_000;

/// Whether an object is symbolic, or a container in which a symbolic value can be found.
///
/// # Safety
/// `object` is alive.
pub unsafe fn holds_symbolic(object: Object) -> bool {
    unsafe {
        if is_ours(object) {
            return symbolic(object).is_some();
        }
        if is_lazy(object) || keyed::is_keyed(object) {
            return true;
        }
        if !is_container(object) {
            return false;
        }
        let mut waiting = vec![object];
        let mut known = FxHashSet::from_iter([object as usize]);
        let mut seen = 0;
        while let Some(container) = waiting.pop() {
            let found = visit(container, &mut |element| {
                seen += 1;
                if is_ours(element) {
                    return symbolic(element).is_some();
                }
                if is_lazy(element) || keyed::is_keyed(element) || is_undecided(element) {
                    return true;
                }
                if is_container(element) && known.insert(element as usize) {
                    waiting.push(element);
                }
                seen > SCAN_LIMIT
            });
            if found {
                return true;
            }
        }
        false
    }
}

unsafe fn is_container(object: Object) -> bool {
    unsafe {
        ffi::PyList_Check(object) != 0
            || ffi::PyTuple_Check(object) != 0
            || ffi::PyDict_Check(object) != 0
            || ffi::PyAnySet_Check(object) != 0
            || ffi::PySlice_Check(object) != 0
            || ffi::PyExceptionInstance_Check(object) != 0
            || has_plain_attributes(object)
    }
}

/// Whether the object is an instance of a Python class that keeps its attributes in a dictionary.
unsafe fn has_plain_attributes(object: Object) -> bool {
    unsafe {
        let kind = ffi::Py_TYPE(object);
        (*kind).tp_flags & ffi::Py_TPFLAGS_HEAPTYPE != 0
            && ffi::PyType_Check(object) == 0
            && ffi::PyFunction_Check(object) == 0
            && ffi::PyModule_Check(object) == 0
            && ((*kind).tp_dictoffset != 0 || managed_dictionary(&*kind))
    }
}

#[cfg(Py_3_11)]
fn managed_dictionary(kind: &ffi::PyTypeObject) -> bool {
    // `Py_TPFLAGS_MANAGED_DICT`, which the bindings do not name.
    kind.tp_flags & (1 << 4) != 0
}

#[cfg(not(Py_3_11))]
fn managed_dictionary(_: &ffi::PyTypeObject) -> bool {
    false
}

/// Shows the elements of a container until one answers yes.
unsafe fn visit(container: Object, found: &mut impl FnMut(Object) -> bool) -> bool {
    unsafe {
        if ffi::PyList_Check(container) != 0 {
            return (0..ffi::PyList_GET_SIZE(container))
                .any(|index| found(ffi::PyList_GET_ITEM(container, index)));
        }
        if ffi::PyTuple_Check(container) != 0 {
            return (0..ffi::PyTuple_GET_SIZE(container))
                .any(|index| found(ffi::PyTuple_GET_ITEM(container, index)));
        }
        if ffi::PyDict_Check(container) != 0 {
            return visit_dictionary(container, found);
        }
        if ffi::PySlice_Check(container) != 0 {
            let slice = container.cast::<ffi::PySliceObject>();
            return found((*slice).start) || found((*slice).stop) || found((*slice).step);
        }
        if ffi::PyAnySet_Check(container) != 0 {
            let Ok(elements) = keyed::keys_of(container) else {
                ffi::PyErr_Clear();
                return true;
            };
            return visit(elements.get(), found);
        }
        if ffi::PyExceptionInstance_Check(container) != 0 {
            let arguments = (*container.cast::<ffi::PyBaseExceptionObject>()).args;
            if !arguments.is_null() && visit(arguments, found) {
                return true;
            }
        }
        match Owned::new(ffi::PyObject_GenericGetDict(
            container,
            std::ptr::null_mut(),
        )) {
            Some(attributes) => visit_dictionary(attributes.get(), found),
            None => {
                ffi::PyErr_Clear();
                false
            }
        }
    }
}

unsafe fn visit_dictionary(dictionary: Object, found: &mut impl FnMut(Object) -> bool) -> bool {
    unsafe {
        let (mut position, mut key, mut value) = (0, std::ptr::null_mut(), std::ptr::null_mut());
        while ffi::PyDict_Next(dictionary, &raw mut position, &raw mut key, &raw mut value) != 0 {
            if found(key) || found(value) {
                return true;
            }
        }
        false
    }
}
