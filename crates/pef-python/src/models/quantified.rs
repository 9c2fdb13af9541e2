//! `any` and `all`, as one condition where nothing that the program could notice is left out or done in vain.
//!
//! The builtin asks for the truth of each element until it knows the answer: a path for every element. The truth of a
//! bool or int that is there already has no effects, so the truth of a list of them is one condition. What a
//! generator expression would compute after the answer is known must have no effects either: which expressions that is
//! true of is known in `pef/models/quantified.py`, which evaluates those to their end.

use pef_term::TermId;
use pyo3::ffi;

use super::numbers::call_builtin;
use crate::raw::call;
use crate::raw::sequence::elements;
use crate::raw::{Object, Owned, long};
use crate::session;
use crate::values::number::new_boolean;
use crate::values::written::{self, Written};
use crate::values::{Symbolic, symbolic};

/// Whether a value that the program has a name for has more references than one that it made for a call. From CPython
/// 3.14 on, arguments can be borrowed from the variable they come from.
const COUNTS_TELL: bool = !cfg!(Py_3_14);

pub unsafe extern "C" fn any(
    _: Object,
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> Object {
    unsafe { quantified(pointer, count, keywords, c"any", false) }
}

pub unsafe extern "C" fn all(
    _: Object,
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> Object {
    unsafe { quantified(pointer, count, keywords, c"all", true) }
}

unsafe fn quantified(
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
    name: &std::ffi::CStr,
    is_every: bool,
) -> Object {
    unsafe {
        let (&[iterable], 1, true) = (
            call::arguments(pointer, count, keywords),
            count,
            session::is_active(),
        ) else {
            return call_builtin(name, pointer, count, keywords);
        };
        let model = written::model(Written::Quantified);
        if model.is_null() || !is_nobody_elses_generator(iterable) {
            return combined(iterable, is_every)
                .unwrap_or_else(|| call_builtin(name, pointer, count, keywords));
        }
        let Some(evaluated) = Owned::new(ffi::PyObject_CallOneArg(model, iterable)) else {
            return std::ptr::null_mut();
        };
        let evaluated = evaluated.get();
        combined(evaluated, is_every)
            .unwrap_or_else(|| call_builtin(name, &raw const evaluated, 1, std::ptr::null_mut()))
    }
}

/// Whether it is a generator that the program cannot get hold of after the call: how far it came would be seen.
unsafe fn is_nobody_elses_generator(iterable: Object) -> bool {
    unsafe { COUNTS_TELL && ffi::PyGen_CheckExact(iterable) != 0 && ffi::Py_REFCNT(iterable) == 1 }
}

/// The truths of the elements of a list or tuple as one; nothing where there is nothing symbolic, or something whose truth is
/// not that of a number.
unsafe fn combined(sequence: Object, is_every: bool) -> Option<Object> {
    unsafe {
        let elements = elements(sequence)?;
        if !elements.iter().any(|&element| symbolic(element).is_some()) {
            return None;
        }
        let truths = elements
            .iter()
            .map(|&element| truth(element))
            .collect::<Option<Vec<_>>>()?;
        let now = if is_every {
            truths.iter().all(|(now, _)| *now)
        } else {
            truths.iter().any(|(now, _)| *now)
        };
        let conditions: Vec<TermId> = truths.into_iter().map(|(_, condition)| condition).collect();
        let condition = session::with(|session| {
            if is_every {
                session.terms.and(&conditions)
            } else {
                session.terms.or(&conditions)
            }
        });
        Some(new_boolean(now, condition))
    }
}

unsafe fn truth(object: Object) -> Option<(bool, TermId)> {
    unsafe {
        let is_plain = ffi::PyLong_CheckExact(object) != 0 || ffi::PyBool_Check(object) != 0;
        let condition = match symbolic(object) {
            Some(Symbolic::Bool(condition)) => condition,
            Some(Symbolic::Int(term)) => session::with(|session| {
                let zero = session.terms.int_const(0);
                session.terms.ne(term, zero)
            }),
            None if is_plain => {
                let now = !long::is_zero(object);
                session::with(|session| session.terms.bool_const(now))
            }
            Some(Symbolic::Float(_) | Symbolic::Text(_) | Symbolic::Octets(_)) | None => {
                return None;
            }
        };
        Some((!long::is_zero(object), condition))
    }
}
