//! The length of an object by a `__len__` written in Python, which stays a term where the engine itself asks.

use pyo3::ffi;

use super::decide::{Raised, decide};
use super::integer::integer_term;
use crate::raw::interpreter::type_lookup;
use crate::raw::{Object, Owned, frame};
use crate::session;

/// The length of an object by its `__len__`, where that is written in Python; nothing for all others.
///
/// # Safety
/// `object` is alive.
pub unsafe fn length(object: Object) -> Result<Option<Owned>, Raised> {
    unsafe {
        let class = ffi::Py_TYPE(object);
        if ffi::PyType_HasFeature(class, ffi::Py_TPFLAGS_HEAPTYPE) == 0 || !session::is_active() {
            return Ok(None);
        }
        let Some(name) = Owned::new(ffi::PyUnicode_InternFromString(c"__len__".as_ptr())) else {
            return Err(Raised);
        };
        let function = type_lookup(class, name.get());
        if function.is_null() || ffi::PyFunction_Check(function) == 0 {
            return Ok(None);
        }
        let here = frame::address();
        let before = session::with(|session| session.asking_in.replace(here));
        let result = ffi::PyObject_CallOneArg(function, object);
        session::with(|session| session.asking_in = before);
        let result = Owned::new(result).ok_or(Raised)?;
        checked(&result).map(Some)
    }
}

/// A length as C code would accept it; raises where it would not.
unsafe fn checked(length: &Owned) -> Result<Owned, Raised> {
    unsafe {
        if let Some(term) = integer_term(length.get()) {
            let value = super::convert::integer_of(length.get());
            let largest = pef_term::Integer::from(ffi::Py_ssize_t::MAX as i64);
            let (negative, large, counts) = session::with(|session| {
                let zero = session.terms.int_const(0);
                let bound = session.terms.int_const(largest.clone());
                let counts = counts_elements(session, term);
                (
                    session.terms.lt(term, zero),
                    session.terms.lt(bound, term),
                    counts,
                )
            });
            let is_negative = decide(negative, value < pef_term::Integer::from(0))?;
            if !is_negative && (counts || !decide(large, value > largest)?) {
                return Ok(Owned::borrowed(length.get()));
            }
        }
        let number = Owned::new(ffi::PyNumber_Index(length.get())).ok_or(Raised)?;
        let plain = Owned::new(crate::raw::long::plain(number.get())).ok_or(Raised)?;
        let size = ffi::PyNumber_AsSsize_t(plain.get(), ffi::PyExc_OverflowError);
        if size == -1 && !ffi::PyErr_Occurred().is_null() {
            return Err(Raised);
        }
        if size < 0 {
            ffi::PyErr_SetString(
                ffi::PyExc_ValueError,
                c"__len__() should return >= 0".as_ptr(),
            );
            return Err(Raised);
        }
        Ok(plain)
    }
}

/// Whether a number depends on lengths of inputs alone. Such inputs are in memory, which has no room for as many elements
/// as a length cannot count.
fn counts_elements(session: &session::Session, term: pef_term::TermId) -> bool {
    let is_length = |&variable: &_| {
        let name = &session.terms.variable_info(variable).name;
        name.starts_with("len(")
    };
    !session.terms.has_open_family(term) && session.terms.variables(term).iter().all(is_length)
}

/// The length on which the truth of an object depends; nothing where it depends on something else.
///
/// # Safety
/// `object` is alive.
pub unsafe fn length_for_truth(object: Object) -> Result<Option<Owned>, Raised> {
    unsafe {
        let class = ffi::Py_TYPE(object);
        if ffi::PyType_HasFeature(class, ffi::Py_TPFLAGS_HEAPTYPE) == 0 {
            return Ok(None);
        }
        let numbers = (*class).tp_as_number;
        if !numbers.is_null() && (*numbers).nb_bool.is_some() {
            return Ok(None);
        }
        length(object)
    }
}
