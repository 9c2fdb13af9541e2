//! `x in c`: one formula over the elements where they are ints, the container's own answer otherwise.

use std::sync::atomic::{AtomicPtr, Ordering};

use pef_term::{Integer, TermId};
use pyo3::ffi;
use pyo3::prelude::*;

use crate::raw::heap_type::{self, Recipe};
use crate::raw::reference::{new_bool, new_reference};
use crate::raw::{Object, Owned};
use crate::session;
use crate::values::convert::integer_of;
use crate::values::decide::{Raised, decide};
use crate::values::integer::integer_term;
use crate::values::integer_methods::settle;
use crate::values::number::new_boolean;
use crate::values::{is_ours, plain};

pub unsafe extern "C" fn contains(_: Object, arguments: *mut Object, _: ffi::Py_ssize_t) -> Object {
    unsafe { answer(*arguments, *arguments.add(1), true) }
}

pub unsafe extern "C" fn not_contains(
    _: Object,
    arguments: *mut Object,
    _: ffi::Py_ssize_t,
) -> Object {
    unsafe { answer(*arguments, *arguments.add(1), false) }
}

unsafe fn answer(element: Object, container: Object, wanted: bool) -> Object {
    unsafe {
        match membership(element, container) {
            Ok(Membership::Formula(term, present)) => {
                let term = if wanted {
                    term
                } else {
                    session::with(|session| session.terms.not(term))
                };
                new_boolean(present == wanted, term)
            }
            Ok(Membership::Plain(present)) => new_bool(present == wanted),
            Err(Raised) => std::ptr::null_mut(),
        }
    }
}

enum Membership {
    Formula(TermId, bool),
    Plain(bool),
}

unsafe fn membership(element: Object, container: Object) -> Result<Membership, Raised> {
    unsafe {
        // `a in b in c`: the first test's container is the second one's element.
        let wrapped = ffi::Py_TYPE(element) == CONTAINER.load(Ordering::Relaxed);
        let element = if wrapped {
            (*element.cast::<Container>()).container
        } else {
            element
        };
        if session::is_active() && is_ours(element) && integer_term(element).is_some() {
            if let Some((term, present)) = formula(element, container) {
                return Ok(Membership::Formula(term, present));
            }
            if ffi::PyBytes_Check(container) != 0 || ffi::PyByteArray_Check(container) != 0 {
                return bytes_membership(element, container);
            }
            if is_hashed(container) {
                // Some key is no int: only its own `==` can tell, so the value has to be one.
                let element = settle(element)?;
                return native(element.get(), container);
            }
        }
        native(element, container)
    }
}

unsafe fn native(element: Object, container: Object) -> Result<Membership, Raised> {
    match unsafe { ffi::PySequence_Contains(container, element) } {
        -1 => Err(Raised),
        present => Ok(Membership::Plain(present == 1)),
    }
}

unsafe fn is_hashed(container: Object) -> bool {
    unsafe {
        ffi::PyDict_Check(container) != 0
            || ffi::PyAnySet_Check(container) != 0
            || ffi::PyDictKeys_Check(container) != 0
    }
}

/// The condition that a symbolic int is one of the container's elements, and whether it is.
unsafe fn formula(element: Object, container: Object) -> Option<(TermId, bool)> {
    unsafe {
        let term = integer_term(element)?;
        let kind = ffi::Py_TYPE(container);
        if kind == &raw mut ffi::PyRange_Type {
            return range_formula(term, &integer_of(element), container);
        }
        let plain_container = kind == &raw mut ffi::PyList_Type
            || kind == &raw mut ffi::PyTuple_Type
            || kind == &raw mut ffi::PySet_Type
            || kind == &raw mut ffi::PyFrozenSet_Type
            || kind == &raw mut ffi::PyDict_Type
            || kind == &raw mut ffi::PyDictKeys_Type;
        if !plain_container {
            return None;
        }
        let elements = Owned::new(ffi::PySequence_List(container))?;
        equal_to_some(term, &integer_of(element), elements.get())
    }
}

/// The condition that a symbolic int is a key of a dictionary; nothing when a key is no int.
///
/// # Safety
/// `container` is a dictionary.
pub unsafe fn key_condition(container: Object, key: Object) -> Option<(TermId, bool)> {
    unsafe {
        if ffi::PyDict_CheckExact(container) == 0 {
            return None;
        }
        formula(key, container)
    }
}

/// What kind of thing an element is to the comparison with an int.
enum Comparable {
    Term(TermId),
    Value(Integer),
    /// Never equal to an int.
    Different,
    /// Has an `==` of its own.
    Foreign,
}

unsafe fn comparable(object: Object) -> Comparable {
    unsafe {
        if let Some(term) = integer_term(object) {
            return Comparable::Term(term);
        }
        let kind = ffi::Py_TYPE(object);
        if is_ours(object) || kind == &raw mut ffi::PyLong_Type || kind == &raw mut ffi::PyBool_Type
        {
            return Comparable::Value(integer_of(object));
        }
        let different = object == ffi::Py_None()
            || kind == &raw mut ffi::PyUnicode_Type
            || kind == &raw mut ffi::PyBytes_Type
            || kind == &raw mut ffi::PyTuple_Type
            || kind == &raw mut ffi::PyList_Type
            || kind == &raw mut ffi::PyDict_Type
            || kind == &raw mut ffi::PyType_Type
            || kind == &raw mut ffi::PyFunction_Type;
        if different {
            return Comparable::Different;
        }
        if kind == &raw mut ffi::PyFloat_Type {
            let value = ffi::PyFloat_AS_DOUBLE(object);
            return match Integer::from_f64(value) {
                Some(integer) if value.fract() == 0.0 => Comparable::Value(integer),
                _ => Comparable::Different,
            };
        }
        Comparable::Foreign
    }
}

unsafe fn equal_to_some(term: TermId, value: &Integer, elements: Object) -> Option<(TermId, bool)> {
    unsafe {
        let mut cases = Vec::new();
        let mut present = false;
        for position in 0..ffi::PyList_GET_SIZE(elements) {
            let element = ffi::PyList_GET_ITEM(elements, position);
            let other = match comparable(element) {
                Comparable::Term(other) => {
                    present |= integer_of(element) == *value;
                    other
                }
                Comparable::Value(other) => {
                    present |= other == *value;
                    session::with(|session| session.terms.int_const(other))
                }
                Comparable::Different => continue,
                Comparable::Foreign => return None,
            };
            cases.push(session::with(|session| session.terms.eq(term, other)));
        }
        Some((session::with(|session| session.terms.or(&cases)), present))
    }
}

/// `start <= x < stop and (x - start) % step == 0`, or its mirror image.
unsafe fn range_formula(term: TermId, value: &Integer, range: Object) -> Option<(TermId, bool)> {
    unsafe {
        let attribute = |name: &std::ffi::CStr| {
            Owned::new(ffi::PyObject_GetAttrString(range, name.as_ptr()))
                .map(|object| integer_of(object.get()))
        };
        let (start, stop, step) = (
            attribute(c"start")?,
            attribute(c"stop")?,
            attribute(c"step")?,
        );
        let element = Owned::new(crate::values::convert::new_int(value))?;
        let present = ffi::PySequence_Contains(range, element.get()) == 1;
        let condition = session::with(|session| {
            let terms = &mut session.terms;
            let forwards = !step.is_negative();
            let (start, stop, step) = (
                terms.int_const(start),
                terms.int_const(stop),
                terms.int_const(step),
            );
            let (from, to) = if forwards {
                (terms.le(start, term), terms.lt(term, stop))
            } else {
                (terms.ge(start, term), terms.gt(term, stop))
            };
            let distance = terms.sub(term, start);
            let rest = terms.modulo(distance, step);
            let zero = terms.int_const(0);
            let aligned = terms.eq(rest, zero);
            terms.and(&[from, to, aligned])
        });
        Some((condition, present))
    }
}

/// An int is looked for in bytes only if it can be a byte.
unsafe fn bytes_membership(element: Object, container: Object) -> Result<Membership, Raised> {
    unsafe {
        let Some(term) = integer_term(element) else {
            return native(element, container);
        };
        let value = integer_of(element);
        let possible = !value.is_negative() && value < Integer::from(256);
        let condition = session::with(|session| {
            let (zero, limit) = (session.terms.int_const(0), session.terms.int_const(256));
            let above = session.terms.le(zero, term);
            let below = session.terms.lt(term, limit);
            session.terms.and(&[above, below])
        });
        if !decide(condition, possible)? {
            let element = Owned::new(plain(element)).ok_or(Raised)?;
            return native(element.get(), container);
        }
        let elements = Owned::new(ffi::PySequence_List(container)).ok_or(Raised)?;
        equal_to_some(term, &value, elements.get())
            .map(|(term, present)| Membership::Formula(term, present))
            .ok_or(Raised)
    }
}

/// The right side of an `in` within a chain of comparisons, wrapped for that one test.
#[repr(C)]
struct Container {
    header: ffi::PyObject,
    container: Object,
}

static CONTAINER: AtomicPtr<ffi::PyTypeObject> = AtomicPtr::new(std::ptr::null_mut());

pub fn initialise(python: Python<'_>) -> PyResult<()> {
    let slots = [
        (ffi::Py_tp_dealloc, deallocate as *mut _),
        (ffi::Py_sq_contains, container_contains as *mut _),
        (ffi::Py_tp_richcompare, container_compare as *mut _),
        (ffi::Py_tp_hash, ffi::PyObject_HashNotImplemented as *mut _),
    ];
    let recipe = Recipe {
        name: c"pef.container",
        base: std::ptr::null_mut(),
        basic_size: std::mem::size_of::<Container>(),
        slots: &slots,
        methods: &[],
        getters: &[],
        vectorcall_offset: None,
    };
    // SAFETY: the functions have the signatures of their slots.
    CONTAINER.store(
        unsafe { heap_type::make(python, &recipe) }?,
        Ordering::Relaxed,
    );
    Ok(())
}

unsafe extern "C" fn deallocate(object: Object) {
    unsafe {
        ffi::Py_DECREF((*object.cast::<Container>()).container);
        heap_type::deallocate(object);
    }
}

/// The container itself when the chain goes on with it (`a in b < c`).
unsafe extern "C" fn container_compare(object: Object, other: Object, relation: i32) -> Object {
    unsafe { ffi::PyObject_RichCompare((*object.cast::<Container>()).container, other, relation) }
}

/// `__pef_container__(c)`.
pub unsafe extern "C" fn container(_: Object, container: Object) -> Object {
    unsafe {
        if !session::is_active() {
            return new_reference(container);
        }
        let object = ffi::PyType_GenericAlloc(CONTAINER.load(Ordering::Relaxed), 0);
        if !object.is_null() {
            (*object.cast::<Container>()).container = new_reference(container);
        }
        object
    }
}

unsafe extern "C" fn container_contains(object: Object, element: Object) -> i32 {
    unsafe {
        match membership(element, (*object.cast::<Container>()).container) {
            Ok(Membership::Plain(present)) => i32::from(present),
            Ok(Membership::Formula(term, present)) => match decide(term, present) {
                Ok(side) => i32::from(side),
                Err(Raised) => -1,
            },
            Err(Raised) => -1,
        }
    }
}
