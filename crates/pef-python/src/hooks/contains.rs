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
use crate::values::decide::{Raised, concretised, decide};
use crate::values::dictionary;
use crate::values::equality::{Equality, equality, is_symbolic_key};
use crate::values::integer::integer_term;
use crate::values::number::new_boolean;
use crate::values::text_search::find_condition;
use crate::values::{keyed, lazy, octets, plain, range};

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
        if !session::is_active() {
            return native(element, container);
        }
        if let Some((term, present)) = lazy::membership::membership(container, element)? {
            return Ok(Membership::Formula(term, present));
        }
        lazy::fix(container)?;
        if let Some((term, present)) = range::membership(container, element)? {
            return Ok(Membership::Formula(term, present));
        }
        if let Some((term, present)) = find_condition(container, element)? {
            return Ok(Membership::Formula(term, present));
        }
        if octets::symbolic_octets(container).is_some() && ffi::PyLong_Check(element) != 0 {
            return bytes_membership(element, container);
        }
        let symbolic_element = is_symbolic_key(element);
        if is_hashed(container) && (symbolic_element || dictionary::has_symbolic_keys(container)) {
            return hashed_membership(element, container);
        }
        if !symbolic_element {
            return native(element, container);
        }
        let kind = ffi::Py_TYPE(container);
        if let Some(term) = integer_term(element) {
            if kind == &raw mut ffi::PyRange_Type
                && let Some((term, present)) = range_formula(term, &integer_of(element), container)
            {
                return Ok(Membership::Formula(term, present));
            }
            if ffi::PyBytes_Check(container) != 0 || ffi::PyByteArray_Check(container) != 0 {
                return bytes_membership(element, container);
            }
        }
        if (kind == &raw mut ffi::PyList_Type || kind == &raw mut ffi::PyTuple_Type)
            && let Some((term, present)) = equal_to_some(element, container)?
        {
            return Ok(Membership::Formula(term, present));
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
            || ffi::PyDictItems_Check(container) != 0
    }
}

/// Raises what a look-up raises for an element that cannot be hashed; of an item only the key is.
unsafe fn check_element(element: Object, container: Object) -> Result<(), Raised> {
    unsafe {
        if ffi::PyDictItems_Check(container) == 0 {
            return dictionary::check_hashable(element);
        }
        if ffi::PyTuple_Check(element) != 0 && ffi::PyTuple_GET_SIZE(element) == 2 {
            return dictionary::check_hashable(ffi::PyTuple_GET_ITEM(element, 0));
        }
        Ok(())
    }
}

/// Membership in a dictionary or set: one formula over its keys, or a decision by their own `==`.
unsafe fn hashed_membership(element: Object, container: Object) -> Result<Membership, Raised> {
    unsafe {
        // An element that cannot be hashed is an error even where nothing is compared.
        check_element(element, container)?;
        match equal_to_some(element, container)? {
            Some((term, present)) => Ok(Membership::Formula(term, present)),
            None => {
                concretised(|| {
                    "looking up a symbolic key among objects with an == of their own".to_owned()
                });
                native(element, container)
            }
        }
    }
}

/// The condition that some element of the container is equal; nothing when one has an `==` of its own.
unsafe fn equal_to_some(
    element: Object,
    container: Object,
) -> Result<Option<(TermId, bool)>, Raised> {
    unsafe {
        let elements = keyed::keys_of(container)?;
        let mut cases = Vec::new();
        let mut present = false;
        for position in 0..ffi::PyList_GET_SIZE(elements.get()) {
            match equality(ffi::PyList_GET_ITEM(elements.get(), position), element)? {
                Equality::Plain(false) => {}
                Equality::Plain(true) => {
                    return Ok(Some((
                        session::with(|session| session.terms.bool_const(true)),
                        true,
                    )));
                }
                Equality::When(condition, now) => {
                    cases.push(condition);
                    present |= now;
                }
                Equality::Foreign => return Ok(None),
            }
        }
        Ok(Some((
            session::with(|session| session.terms.or(&cases)),
            present,
        )))
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
        let value = integer_of(element);
        let term = match integer_term(element) {
            Some(term) => term,
            None => session::with(|session| session.terms.int_const(value.clone())),
        };
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
        equal_to_some(element, container)?
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
