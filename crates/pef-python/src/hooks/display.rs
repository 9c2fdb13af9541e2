//! `{k: v}`, `{x}` and comprehensions of both: filled key by key, so that symbolic keys are decided as they go in.
//!
//! A display with `**` or `*` in it is built by a chain of calls, each of which is carried out before the next part
//! is evaluated, as the native instructions are: in `{**d, 1: d.pop(2)}` the copy still has the key 2.

use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::ffi;
use pyo3::prelude::*;

use crate::raw::heap_type::{self, Method, MethodFunction, Recipe};
use crate::raw::reference::new_reference;
use crate::raw::{Object, Owned};
use crate::session;
use crate::values::decide::Raised;
use crate::values::dictionary::{add_element, assign_item};
use crate::values::{keyed, lazy};

/// A dictionary or set that is being built.
#[repr(C)]
struct Parts {
    header: ffi::PyObject,
    container: Object,
}

static PARTS: AtomicPtr<ffi::PyTypeObject> = AtomicPtr::new(std::ptr::null_mut());

const METHODS: &[Method] = &[
    Method {
        name: c"add",
        function: MethodFunction::Fast(add),
    },
    Method {
        name: c"merge",
        function: MethodFunction::OneArgument(merge),
    },
    Method {
        name: c"end",
        function: MethodFunction::NoArguments(end),
    },
];

pub fn initialise(python: Python<'_>) -> PyResult<()> {
    let slots = [(ffi::Py_tp_dealloc, deallocate as *mut _)];
    let recipe = Recipe {
        name: c"pef.parts",
        base: std::ptr::null_mut(),
        basic_size: std::mem::size_of::<Parts>(),
        slots: &slots,
        methods: METHODS,
        getters: &[],
        vectorcall_offset: None,
    };
    // SAFETY: the functions have the signatures of their slots.
    PARTS.store(
        unsafe { heap_type::make(python, &recipe) }?,
        Ordering::Relaxed,
    );
    Ok(())
}

unsafe extern "C" fn deallocate(object: Object) {
    unsafe {
        ffi::Py_DECREF((*object.cast::<Parts>()).container);
        heap_type::deallocate(object);
    }
}

fn or_null(result: Result<Object, Raised>) -> Object {
    result.unwrap_or(std::ptr::null_mut())
}

unsafe fn slice<'a>(arguments: *mut Object, count: ffi::Py_ssize_t) -> &'a [Object] {
    if count == 0 {
        &[]
    } else {
        // SAFETY: the vector that CPython passes.
        unsafe { std::slice::from_raw_parts(arguments, count as usize) }
    }
}

/// Stores one entry.
unsafe fn store(dictionary: Object, key: Object, value: Object) -> Result<(), Raised> {
    unsafe {
        let stored = if session::is_active() {
            assign_item(dictionary, key, value)?
        } else {
            ffi::PyDict_SetItem(dictionary, key, value)
        };
        if stored < 0 { Err(Raised) } else { Ok(()) }
    }
}

/// Adds one element.
unsafe fn put(set: Object, element: Object) -> Result<(), Raised> {
    unsafe {
        if add_element(set, element)? < 0 {
            Err(Raised)
        } else {
            Ok(())
        }
    }
}

unsafe fn extend(container: Object, parts: &[Object]) -> Result<(), Raised> {
    unsafe {
        if ffi::PyDict_Check(container) != 0 {
            for entry in parts.chunks_exact(2) {
                store(container, entry[0], entry[1])?;
            }
        } else {
            for &element in parts {
                put(container, element)?;
            }
        }
        Ok(())
    }
}

unsafe fn filled(container: Object, parts: &[Object]) -> Result<Owned, Raised> {
    unsafe {
        let container = Owned::new(container).ok_or(Raised)?;
        extend(container.get(), parts)?;
        Ok(container)
    }
}

/// `__pef_dict__(key, value, …)`.
pub unsafe extern "C" fn dictionary(
    _: Object,
    arguments: *mut Object,
    count: ffi::Py_ssize_t,
) -> Object {
    unsafe { or_null(filled(ffi::PyDict_New(), slice(arguments, count)).map(Owned::release)) }
}

/// `__pef_set__(element, …)`.
pub unsafe extern "C" fn set(_: Object, arguments: *mut Object, count: ffi::Py_ssize_t) -> Object {
    unsafe { or_null(filled(new_set(), slice(arguments, count)).map(Owned::release)) }
}

unsafe fn new_set() -> Object {
    unsafe { ffi::PySet_New(std::ptr::null_mut()) }
}

/// `__pef_dict_of__([(key, value), …])`, for a comprehension.
pub unsafe extern "C" fn dictionary_of(_: Object, entries: Object) -> Object {
    unsafe {
        or_null((|| {
            let dictionary = Owned::new(ffi::PyDict_New()).ok_or(Raised)?;
            for entry in keyed::list_elements(entries) {
                let (key, value) = (
                    ffi::PyTuple_GET_ITEM(entry, 0),
                    ffi::PyTuple_GET_ITEM(entry, 1),
                );
                store(dictionary.get(), key, value)?;
            }
            Ok(dictionary.release())
        })())
    }
}

/// `__pef_set_of__([element, …])`, for a comprehension.
pub unsafe extern "C" fn set_of(_: Object, elements: Object) -> Object {
    unsafe {
        or_null((|| {
            let set = Owned::new(new_set()).ok_or(Raised)?;
            for element in keyed::list_elements(elements) {
                put(set.get(), element)?;
            }
            Ok(set.release())
        })())
    }
}

unsafe fn parts_of(container: Result<Owned, Raised>) -> Result<Object, Raised> {
    unsafe {
        let container = container?;
        let parts =
            Owned::new(ffi::PyType_GenericAlloc(PARTS.load(Ordering::Relaxed), 0)).ok_or(Raised)?;
        (*parts.get().cast::<Parts>()).container = container.release();
        Ok(parts.release())
    }
}

/// `__pef_dict_parts__(key, value, …)`: the beginning of a chain.
pub unsafe extern "C" fn dictionary_parts(
    _: Object,
    arguments: *mut Object,
    count: ffi::Py_ssize_t,
) -> Object {
    unsafe { or_null(parts_of(filled(ffi::PyDict_New(), slice(arguments, count)))) }
}

/// `__pef_set_parts__(element, …)`: the beginning of a chain.
pub unsafe extern "C" fn set_parts(
    _: Object,
    arguments: *mut Object,
    count: ffi::Py_ssize_t,
) -> Object {
    unsafe { or_null(parts_of(filled(new_set(), slice(arguments, count)))) }
}

unsafe extern "C" fn add(parts: Object, arguments: *mut Object, count: ffi::Py_ssize_t) -> Object {
    unsafe {
        let container = (*parts.cast::<Parts>()).container;
        or_null(extend(container, slice(arguments, count)).map(|()| new_reference(parts)))
    }
}

unsafe extern "C" fn end(parts: Object, _: Object) -> Object {
    unsafe { new_reference((*parts.cast::<Parts>()).container) }
}

/// `**mapping`, or `*iterable`.
unsafe extern "C" fn merge(parts: Object, other: Object) -> Object {
    unsafe {
        let container = (*parts.cast::<Parts>()).container;
        let merged = if ffi::PyDict_Check(container) != 0 {
            merge_mapping(container, other)
        } else {
            merge_elements(container, other)
        };
        or_null(merged.map(|()| new_reference(parts)))
    }
}

unsafe fn merge_mapping(dictionary: Object, mapping: Object) -> Result<(), Raised> {
    unsafe {
        if session::is_active() {
            lazy::fix(mapping)?;
        }
        let plain = !session::is_active()
            || (ffi::PyDict_CheckExact(mapping) != 0 && !keyed::is_keyed(dictionary));
        if plain {
            return if ffi::PyDict_Update(dictionary, mapping) < 0 {
                Err(not_a_mapping(mapping))
            } else {
                Ok(())
            };
        }
        let keys = ffi::PyMapping_Keys(mapping);
        let Some(keys) = Owned::new(keys) else {
            return Err(not_a_mapping(mapping));
        };
        for key in keyed::list_elements(keys.get()) {
            let value = Owned::new(crate::values::subscript::get(mapping, key)).ok_or(Raised)?;
            store(dictionary, key, value.get())?;
        }
        Ok(())
    }
}

/// What a display says of something that has no keys.
unsafe fn not_a_mapping(object: Object) -> Raised {
    unsafe {
        if ffi::PyErr_ExceptionMatches(ffi::PyExc_AttributeError) != 0 {
            ffi::PyErr_Format(
                ffi::PyExc_TypeError,
                c"'%.200s' object is not a mapping".as_ptr(),
                (*ffi::Py_TYPE(object)).tp_name,
            );
        }
        Raised
    }
}

unsafe fn merge_elements(set: Object, other: Object) -> Result<(), Raised> {
    unsafe {
        if session::is_active() {
            lazy::fix(other)?;
        }
        if ffi::PyAnySet_Check(other) != 0 || ffi::PyDict_Check(other) != 0 {
            let elements = keyed::keys_of(other)?;
            return keyed::list_elements(elements.get()).try_for_each(|element| put(set, element));
        }
        let iterator = Owned::new(ffi::PyObject_GetIter(other)).ok_or(Raised)?;
        while let Some(element) = Owned::new(ffi::PyIter_Next(iterator.get())) {
            put(set, element.get())?;
        }
        if ffi::PyErr_Occurred().is_null() {
            Ok(())
        } else {
            Err(Raised)
        }
    }
}
