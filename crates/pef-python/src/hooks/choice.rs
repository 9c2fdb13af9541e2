//! `__pef_choose__(number, one, condition, two)`: `one if condition else two`, of which both sides are there already.
//!
//! Where it comes up once, it is a branch like any other: both of its sides are paths, and counted as covered. Where it
//! comes up again in the same run (in a loop, or in a function called twice), every further time would double the paths,
//! and a choice between two ints is a term instead. Which it is depends on the run so far alone, as decisions must.

use pef_term::TermId;
use pyo3::ffi;

use super::branch;
use crate::raw::reference::new_reference;
use crate::raw::{Object, Owned, long};
use crate::session;
use crate::values::number::new_integer;
use crate::values::{Symbolic, plain, symbolic};

pub unsafe extern "C" fn choose(_: Object, arguments: *mut Object, _: ffi::Py_ssize_t) -> Object {
    unsafe {
        let (number, one, condition, two) = (
            *arguments,
            *arguments.add(1),
            *arguments.add(2),
            *arguments.add(3),
        );
        if let Some(Symbolic::Bool(term)) = symbolic(condition)
            && let (Some(first), Some(second)) = (integer(one), integer(two))
        {
            let branch = ffi::PyLong_AsLong(number) as u32;
            if !session::with(|session| session.choices.insert(branch)) {
                let chosen = if long::is_zero(condition) { two } else { one };
                let term = session::with(|session| session.terms.ite(term, first, second));
                return match Owned::new(plain(chosen)) {
                    Some(value) => new_integer(&value, term),
                    None => std::ptr::null_mut(),
                };
            }
        }
        match branch::side(number, condition) {
            Ok(true) => new_reference(one),
            Ok(false) => new_reference(two),
            Err(_) => std::ptr::null_mut(),
        }
    }
}

/// The term of an int; nothing for other values, bools among them.
unsafe fn integer(object: Object) -> Option<TermId> {
    unsafe {
        match symbolic(object) {
            Some(Symbolic::Int(term)) => Some(term),
            None if ffi::PyLong_CheckExact(object) != 0 => {
                let value = crate::values::convert::integer_of(object);
                Some(session::with(|session| session.terms.int_const(value)))
            }
            Some(_) | None => None,
        }
    }
}
