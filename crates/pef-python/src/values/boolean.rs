//! Symbolic bools: what `bool` does differently from `int`.

use pef_term::{TermId, Terms};
use pyo3::ffi;
use pyo3::prelude::*;

use super::decide::{Raised, check_frame};
use super::integer::{bit_and, bit_or, bit_xor, shared_slots};
use super::number::new_boolean;
use super::{Symbolic, symbolic};
use crate::raw::heap_type::{self, Recipe};
use crate::raw::{Object, long};
use crate::session;

type Combine = fn(&mut Terms, TermId, TermId) -> TermId;

/// The term of a bool, plain or symbolic.
unsafe fn boolean_term(object: Object) -> Option<TermId> {
    unsafe {
        match symbolic(object) {
            Some(Symbolic::Bool(term)) => Some(term),
            None if is_boolean(object) => {
                let value = !long::is_zero(object);
                Some(session::with(|session| session.terms.bool_const(value)))
            }
            Some(
                Symbolic::Int(_) | Symbolic::Float(_) | Symbolic::Text(_) | Symbolic::Octets(_),
            )
            | None => None,
        }
    }
}

unsafe fn is_boolean(object: Object) -> bool {
    unsafe { ffi::PyBool_Check(object) != 0 || ffi::Py_TYPE(object) == super::boolean_type() }
}

/// `&`, `|`, `^` of two bools give a bool; with anything else they are those of `int`.
unsafe fn combine(
    left: Object,
    right: Object,
    integers: unsafe extern "C" fn(Object, Object) -> Object,
    plain: fn(bool, bool) -> bool,
    build: Combine,
) -> Object {
    unsafe {
        if !session::is_active() || !is_boolean(left) || !is_boolean(right) {
            return integers(left, right);
        }
        let (Some(left_term), Some(right_term)) = (boolean_term(left), boolean_term(right)) else {
            return integers(left, right);
        };
        check_frame();
        let term = session::with(|session| build(&mut session.terms, left_term, right_term));
        new_boolean(plain(!long::is_zero(left), !long::is_zero(right)), term)
    }
}

unsafe extern "C" fn and(left: Object, right: Object) -> Object {
    unsafe {
        combine(
            left,
            right,
            bit_and,
            |one, two| one & two,
            |terms, one, two| terms.and(&[one, two]),
        )
    }
}

unsafe extern "C" fn or(left: Object, right: Object) -> Object {
    unsafe {
        combine(
            left,
            right,
            bit_or,
            |one, two| one | two,
            |terms, one, two| terms.or(&[one, two]),
        )
    }
}

unsafe extern "C" fn xor(left: Object, right: Object) -> Object {
    unsafe { combine(left, right, bit_xor, |one, two| one ^ two, Terms::ne) }
}

/// The text of a bool is one of two: which one is a decision.
unsafe extern "C" fn represent(object: Object) -> Object {
    unsafe {
        let side = if symbolic(object).is_some() {
            match super::decide::truth(object, |session| session.sites.here()) {
                Ok(side) => side,
                Err(Raised) => return std::ptr::null_mut(),
            }
        } else {
            !long::is_zero(object)
        };
        ffi::PyObject_Repr(if side {
            ffi::Py_True()
        } else {
            ffi::Py_False()
        })
    }
}

/// The hash too.
unsafe extern "C" fn hash(object: Object) -> ffi::Py_hash_t {
    unsafe {
        match super::decide::truth(object, |session| session.sites.here()) {
            Ok(side) => ffi::Py_hash_t::from(side),
            Err(Raised) => -1,
        }
    }
}

pub fn make_type(python: Python<'_>) -> PyResult<*mut ffi::PyTypeObject> {
    let mut slots = shared_slots();
    slots.retain(|&(slot, _)| slot != ffi::Py_tp_hash);
    slots.extend([
        (ffi::Py_nb_and, and as *mut _),
        (ffi::Py_nb_or, or as *mut _),
        (ffi::Py_nb_xor, xor as *mut _),
        (ffi::Py_tp_repr, represent as *mut _),
        (ffi::Py_tp_str, represent as *mut _),
        (ffi::Py_tp_hash, hash as *mut _),
    ]);
    let recipe = Recipe {
        name: c"bool",
        base: &raw mut ffi::PyLong_Type,
        basic_size: 0,
        slots: &slots,
        methods: super::integer_methods::METHODS,
        getters: super::integer_methods::GETTERS,
        vectorcall_offset: None,
    };
    // SAFETY: each function above has the signature of its slot.
    unsafe { heap_type::make(python, &recipe) }
}
