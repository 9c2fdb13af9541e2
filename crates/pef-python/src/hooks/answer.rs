//! What special methods written in Python give back: `__len__`, `__index__`, `__hash__` and their like.
//!
//! C code calls them, takes the number out of the result and never looks back. So a symbolic result is settled: other
//! values are other paths. Only where the engine itself asks (`len(x)`, the truth of an object with a length) the result
//! stays a term.

use pyo3::ffi;

use super::identity;
use crate::raw::interpreter::type_lookup;
use crate::raw::reference::new_reference;
use crate::raw::{Object, Owned, frame};
use crate::session;
use crate::values::decide::{Raised, decide};
use crate::values::integer::integer_term;
use crate::values::integer_methods::settle;
use crate::values::{Symbolic, symbolic};

/// `__pef_given__(value)`: the result of a special method, as whoever called it can take it.
pub unsafe extern "C" fn given(own: Object, value: Object) -> Object {
    unsafe {
        match symbolic(value) {
            Some(Symbolic::Bool(_)) => identity::settle(own, value),
            Some(Symbolic::Int(_) | Symbolic::Float(_)) => {
                if is_asked_by_engine() {
                    return new_reference(value);
                }
                settle(value).map_or(std::ptr::null_mut(), Owned::release)
            }
            Some(Symbolic::Text(_) | Symbolic::Octets(_)) | None => new_reference(value),
        }
    }
}

/// Whether the method that is about to return was called by [`length`].
unsafe fn is_asked_by_engine() -> bool {
    let asking = session::with(|session| session.asking_in);
    let Some(asking) = asking else {
        return false;
    };
    // What the method itself has C code ask runs in frames further in.
    let caller = unsafe { frame::current() }.and_then(|frame| frame.back());
    caller.is_some_and(|frame| frame.address() == asking)
}

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
            let value = crate::values::convert::integer_of(length.get());
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
