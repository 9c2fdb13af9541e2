//! Attributes whose values are made when they are first read: so objects that refer to objects grow by need.
//!
//! The constructor of a class is given an [`Undecided`] for a parameter that it only stores (`pef.inputs.objects` knows which);
//! reading the attribute makes the value and puts it in its place. Reading is seen in the attribute slot of the class,
//! which is replaced once. Rejected: a proxy with all slots, which `is`, `type` and C code would have to be kept from.
//!
//! Invariant: the program never has an `Undecided` in its hands. Whoever looks into the dictionary of an object gets it
//! with all its values made.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyType;
use rustc_hash::FxHashMap;

use crate::raw::heap_type::{self, Recipe};
use crate::raw::reference::new_reference;
use crate::raw::{Object, Owned};
use crate::running::shape::Shape;
use crate::session;

/// What is known of the value.
struct Making {
    shape: Arc<Shape>,
    name: String,
    epoch: u32,
}

#[repr(C)]
struct Undecided {
    header: ffi::PyObject,
    /// Owned; never null in a finished object.
    making: *mut Making,
    /// Null until it is made: a copy of the object shares what is made of it.
    made: Object,
}

static UNDECIDED: AtomicPtr<ffi::PyTypeObject> = AtomicPtr::new(std::ptr::null_mut());

type GetAttribute = unsafe extern "C" fn(Object, Object) -> Object;

struct Original(RefCell<FxHashMap<usize, GetAttribute>>);

// SAFETY: only touched while the interpreter lock is held.
unsafe impl Sync for Original {}
// SAFETY: as above.
unsafe impl Send for Original {}

/// The attribute slots of the classes that were changed.
static ORIGINAL: std::sync::LazyLock<Original> =
    std::sync::LazyLock::new(|| Original(RefCell::new(FxHashMap::default())));

pub fn initialise(python: Python<'_>) -> PyResult<()> {
    let slots = [(ffi::Py_tp_dealloc, deallocate as *mut _)];
    let recipe = Recipe {
        name: c"undecided",
        base: std::ptr::null_mut(),
        basic_size: std::mem::size_of::<Undecided>(),
        slots: &slots,
        methods: &[],
        getters: &[],
        vectorcall_offset: None,
    };
    // SAFETY: the function has the signature of its slot.
    UNDECIDED.store(
        unsafe { heap_type::make(python, &recipe) }?,
        Ordering::Relaxed,
    );
    Ok(())
}

unsafe extern "C" fn deallocate(object: Object) {
    unsafe {
        let undecided = object.cast::<Undecided>();
        if !(*undecided).making.is_null() {
            drop(Box::from_raw((*undecided).making));
        }
        ffi::Py_XDECREF((*undecided).made);
        heap_type::deallocate(object);
    }
}

/// Whether an object is a value that is not made yet.
///
/// # Safety
/// `object` is alive.
#[inline]
pub unsafe fn is_undecided(object: Object) -> bool {
    unsafe { ffi::Py_TYPE(object) == UNDECIDED.load(Ordering::Relaxed) }
}

/// A value of that shape and name that is made when it is needed; a new reference.
pub fn new_undecided(python: Python<'_>, shape: &Arc<Shape>, name: &str) -> PyResult<Py<PyAny>> {
    // SAFETY: the interpreter is attached; allocation leaves both fields null.
    unsafe {
        let object = ffi::PyType_GenericAlloc(UNDECIDED.load(Ordering::Relaxed), 0);
        if !object.is_null() {
            (*object.cast::<Undecided>()).making = Box::into_raw(Box::new(Making {
                shape: Arc::clone(shape),
                name: name.to_owned(),
                epoch: session::epoch(),
            }));
        }
        Bound::from_owned_ptr_or_err(python, object).map(Bound::unbind)
    }
}

/// The value, made now if it was not before; a new reference, or null with an exception.
unsafe fn decided(object: Object) -> Object {
    unsafe {
        let undecided = object.cast::<Undecided>();
        if !(*undecided).made.is_null() {
            return new_reference((*undecided).made);
        }
        let making = &*(*undecided).making;
        if making.epoch != session::epoch() {
            // The run is over, and nobody will ever know.
            return new_reference(ffi::Py_None());
        }
        let python = Python::assume_attached();
        match making.shape.symbolic(python, &making.name, 0) {
            Ok(made) => {
                let made = made.into_ptr();
                (*undecided).made = made;
                new_reference(made)
            }
            Err(error) => {
                error.restore(python);
                std::ptr::null_mut()
            }
        }
    }
}

/// The attribute slot of classes with undecided attributes.
unsafe extern "C" fn get_attribute(object: Object, name: Object) -> Object {
    unsafe {
        let class = ffi::Py_TYPE(object) as usize;
        let original = ORIGINAL.0.borrow().get(&class).copied();
        let found = original.map_or_else(
            || ffi::PyObject_GenericGetAttr(object, name),
            |original| original(object, name),
        );
        if found.is_null() {
            return found;
        }
        if is_undecided(found) {
            let Some(found) = Owned::new(found) else {
                return std::ptr::null_mut();
            };
            let Some(value) = Owned::new(decided(found.get())) else {
                return std::ptr::null_mut();
            };
            // Past a `__setattr__` of the class, which has seen the value when it was stored.
            if ffi::PyObject_GenericSetAttr(object, name, value.get()) < 0 {
                return std::ptr::null_mut();
            }
            return value.release();
        }
        if ffi::PyDict_CheckExact(found) != 0 && is_dictionary_name(name) && !decide_all(found) {
            ffi::Py_DECREF(found);
            return std::ptr::null_mut();
        }
        found
    }
}

unsafe fn is_dictionary_name(name: Object) -> bool {
    unsafe { ffi::PyUnicode_CompareWithASCIIString(name, c"__dict__".as_ptr()) == 0 }
}

/// Makes all values of a dictionary of attributes; false with an exception.
unsafe fn decide_all(dictionary: Object) -> bool {
    unsafe {
        let mut waiting = Vec::new();
        let (mut position, mut key, mut value) = (0, std::ptr::null_mut(), std::ptr::null_mut());
        while ffi::PyDict_Next(dictionary, &raw mut position, &raw mut key, &raw mut value) != 0 {
            if is_undecided(value) {
                waiting.push((Owned::borrowed(key), Owned::borrowed(value)));
            }
        }
        waiting.into_iter().all(|(key, value)| {
            Owned::new(decided(value.get()))
                .is_some_and(|made| ffi::PyDict_SetItem(dictionary, key.get(), made.get()) == 0)
        })
    }
}

/// The value that is made of an undecided one; any other is given back.
#[pyfunction]
#[pyo3(name = "decided")]
pub fn decided_value(value: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    // SAFETY: the object is alive.
    unsafe {
        if !is_undecided(value.as_ptr()) {
            return Ok(value.clone().unbind());
        }
        Bound::from_owned_ptr_or_err(value.py(), decided(value.as_ptr())).map(Bound::unbind)
    }
}

/// Has reading an attribute of objects of a class make the value, where it is not made yet.
#[pyfunction]
pub fn decide_attributes(class: &Bound<'_, PyType>) -> PyResult<()> {
    // SAFETY: the class is alive, and stays so while it has objects.
    unsafe {
        let class = class.as_type_ptr();
        if !crate::raw::classes::is_python_class(class) {
            return Err(PyTypeError::new_err("a class written in Python is needed"));
        }
        let present = (*class).tp_getattro;
        if present.is_some_and(|present| present as usize == get_attribute as *const () as usize) {
            return Ok(());
        }
        match present {
            // An address may have been another class's before.
            Some(present) => ORIGINAL.0.borrow_mut().insert(class as usize, present),
            None => ORIGINAL.0.borrow_mut().remove(&(class as usize)),
        };
        (*class).tp_getattro = Some(get_attribute);
        ffi::PyType_Modified(class);
    }
    Ok(())
}
