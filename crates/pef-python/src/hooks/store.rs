//! `a[i] = v`, `del a[i]`, `a[i] += v`: the container is wrapped for the length of one statement.
//!
//! The wrapper keeps Python's order of evaluation (value, container, index), which a call in place of the
//! assignment would not.

use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::ffi;
use pyo3::prelude::*;

use pef_term::TermId;

use crate::raw::classes::is_python_class;
use crate::values::{dictionary, holding, subscript};

use crate::raw::heap_type::{self, Recipe};
use crate::raw::reference::new_reference;
use crate::raw::{Object, Owned};
use crate::session;
use crate::values::decide::{Raised, concretised, decide};
use crate::values::integer::integer_term;
use crate::values::integer_methods::settle_term;
use crate::values::{convert, lazy, plain};

#[repr(C)]
struct Cell {
    header: ffi::PyObject,
    container: Object,
}

static CELL: AtomicPtr<ffi::PyTypeObject> = AtomicPtr::new(std::ptr::null_mut());

pub fn initialise(python: Python<'_>) -> PyResult<()> {
    let slots = [
        (ffi::Py_tp_dealloc, deallocate as *mut _),
        (ffi::Py_mp_subscript, load as *mut _),
        (ffi::Py_mp_ass_subscript, assign as *mut _),
    ];
    let recipe = Recipe {
        name: c"pef.store",
        base: std::ptr::null_mut(),
        basic_size: std::mem::size_of::<Cell>(),
        slots: &slots,
        methods: &[],
        getters: &[],
        vectorcall_offset: None,
    };
    // SAFETY: the functions have the signatures of their slots.
    CELL.store(
        unsafe { heap_type::make(python, &recipe) }?,
        Ordering::Relaxed,
    );
    Ok(())
}

unsafe extern "C" fn deallocate(object: Object) {
    unsafe {
        ffi::Py_DECREF((*object.cast::<Cell>()).container);
        heap_type::deallocate(object);
    }
}

/// `__pef_store__(container)`: something that takes a symbolic index where the container would not.
pub unsafe extern "C" fn store(_: Object, container: Object) -> Object {
    unsafe {
        let kind = ffi::Py_TYPE(container);
        let python_class = (*kind).tp_flags & ffi::Py_TPFLAGS_HEAPTYPE != 0
            && (*kind).tp_flags & ffi::Py_TPFLAGS_IMMUTABLETYPE == 0
            && ffi::PyList_Check(container) == 0
            && ffi::PyDict_Check(container) == 0
            && ffi::PyByteArray_Check(container) == 0;
        if !session::is_active() || python_class {
            return new_reference(container);
        }
        let object = ffi::PyType_GenericAlloc(CELL.load(Ordering::Relaxed), 0);
        if !object.is_null() {
            (*object.cast::<Cell>()).container = new_reference(container);
        }
        object
    }
}

unsafe extern "C" fn load(cell: Object, key: Object) -> Object {
    unsafe { subscript::get((*cell.cast::<Cell>()).container, key) }
}

unsafe extern "C" fn assign(cell: Object, key: Object, value: Object) -> i32 {
    unsafe { try_assign((*cell.cast::<Cell>()).container, key, value) }.unwrap_or(-1)
}

unsafe fn try_assign(container: Object, key: Object, value: Object) -> Result<i32, Raised> {
    unsafe {
        lazy::fix(container)?;
        if ffi::PyDict_Check(container) != 0 {
            return dictionary::assign_item(container, key, value);
        }
        let plain = subscript::native_key(container, key)?;
        let key = plain.as_ref().map_or(key, Owned::get);
        if value.is_null() {
            return Ok(ffi::PyObject_DelItem(container, key));
        }
        let value = storable(container, value)?;
        Ok(ffi::PyObject_SetItem(container, key, value.get()))
    }
}

/// What is stored for a value: lists keep objects, other C types only plain values.
unsafe fn storable(container: Object, value: Object) -> Result<Owned, Raised> {
    unsafe {
        if ffi::PyList_Check(container) != 0
            || (is_python_class(ffi::Py_TYPE(container)) && ffi::PyByteArray_Check(container) == 0)
            || std::ffi::CStr::from_ptr((*ffi::Py_TYPE(container)).tp_name) == c"collections.deque"
            || !holding::holds_symbolic(value)
        {
            return Ok(Owned::borrowed(value));
        }
        if ffi::PyByteArray_Check(container) != 0
            && let Some(term) = integer_term(value)
        {
            return settle_octet(value, term);
        }
        lazy::fix(value)?;
        concretised(|| {
            let name = std::ffi::CStr::from_ptr((*ffi::Py_TYPE(container)).tp_name);
            format!("a symbolic value stored in {}", name.to_string_lossy())
        });
        Owned::new(plain(value)).ok_or(Raised)
    }
}

/// A byte has 256 values at most; that others are refused is a decision of its own.
unsafe fn settle_octet(value: Object, term: TermId) -> Result<Owned, Raised> {
    unsafe {
        let fits = session::with(|session| {
            let (least, most) = (session.terms.int_const(0), session.terms.int_const(255));
            let above = session.terms.ge(term, least);
            let below = session.terms.le(term, most);
            session.terms.and(&[above, below])
        });
        let octet = Owned::new(plain(value)).ok_or(Raised)?;
        let now = convert::integer_of(octet.get()).to_i64();
        if decide(fits, now.is_some_and(|value| (0..256).contains(&value)))? {
            settle_term(term, octet.get())?;
        }
        Ok(octet)
    }
}
