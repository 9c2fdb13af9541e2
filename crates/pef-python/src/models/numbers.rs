//! Builtins over numbers: conversions, extremes, counts.

use pef_term::{Rounding, TermId};
use pyo3::ffi;

use crate::hooks::guard;
use crate::raw::call;
use crate::raw::reference::new_reference;
use crate::raw::sequence::elements;
use crate::raw::{Object, Owned, long};
use crate::session;
use crate::values::convert::integer_of;
use crate::values::decide::Raised;
use crate::values::float_methods::to_integer;
use crate::values::integer::integer_term;
use crate::values::integer_methods::settle;
use crate::values::number::{Operand, new_boolean, new_integer, operand, term_of};
use crate::values::written::{self, Written};
use crate::values::{Symbolic, boolean_type, float_type, is_ours, keyed, lazy, range, symbolic};
use crate::values::{blind_call, length as object_length};

/// The arguments of a call without keywords.
unsafe fn positional<'a>(
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> Option<&'a [Object]> {
    unsafe {
        keywords
            .is_null()
            .then(|| call::arguments(pointer, count, keywords))
    }
}

/// `int(x)`.
pub unsafe extern "C" fn int(
    _: Object,
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> Object {
    unsafe {
        let native = (&raw mut ffi::PyLong_Type).cast::<ffi::PyObject>();
        if let Some([value]) = positional(pointer, count, keywords)
            && is_ours(*value)
        {
            if ffi::Py_TYPE(*value) == float_type() {
                return to_integer(*value, Rounding::Truncate).unwrap_or(std::ptr::null_mut());
            }
            if ffi::PyLong_Check(*value) != 0 {
                let Some(plain) = Owned::new(long::plain(*value)) else {
                    return std::ptr::null_mut();
                };
                return match integer_term(*value) {
                    Some(term) => new_integer(&plain, term),
                    None => plain.release(),
                };
            }
        }
        let model = written::model(Written::Int);
        if !model.is_null() && takes_text(pointer, count, keywords) {
            return ffi::PyObject_Vectorcall(model, pointer, count as usize, keywords);
        }
        blind_call::call_guarded(native, pointer, count, keywords)
    }
}

/// Whether a conversion is one of text, with something symbolic among its arguments.
///
/// # Safety
/// As for a vector call.
pub unsafe fn takes_text(pointer: *const Object, count: ffi::Py_ssize_t, keywords: Object) -> bool {
    unsafe {
        let values = call::arguments(pointer, count, keywords);
        let is_text = |&value: &Object| {
            ffi::PyUnicode_Check(value) != 0
                || ffi::PyBytes_Check(value) != 0
                || ffi::PyByteArray_Check(value) != 0
        };
        values.first().is_some_and(is_text) && values.iter().any(|&value| symbolic(value).is_some())
    }
}

/// `bool(x)`.
pub unsafe extern "C" fn bool(
    _: Object,
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> Object {
    unsafe {
        let native = (&raw mut ffi::PyBool_Type).cast::<ffi::PyObject>();
        if let Some([value]) = positional(pointer, count, keywords) {
            match symbolic(*value) {
                Some(Symbolic::Bool(_)) => return new_reference(*value),
                Some(Symbolic::Int(term)) => {
                    let truth = session::with(|session| {
                        let zero = session.terms.int_const(0);
                        session.terms.ne(term, zero)
                    });
                    return new_boolean(!long::is_zero(*value), truth);
                }
                Some(Symbolic::Float(_) | Symbolic::Text(_) | Symbolic::Octets(_)) => {
                    let Some(negated) =
                        Owned::new(crate::hooks::identity::not(std::ptr::null_mut(), *value))
                    else {
                        return std::ptr::null_mut();
                    };
                    return crate::hooks::identity::not(std::ptr::null_mut(), negated.get());
                }
                None => {}
            }
        }
        // Other objects answer through their own truth slots.
        ffi::PyObject_Vectorcall(native, pointer, count as usize, keywords)
    }
}

/// `type(x)`: the builtin that a symbolic value stands for.
pub unsafe extern "C" fn kind(
    _: Object,
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> Object {
    unsafe {
        if let Some([value]) = positional(pointer, count, keywords) {
            let class = ffi::Py_TYPE(*value);
            if class == boolean_type() {
                return new_reference((&raw mut ffi::PyBool_Type).cast());
            }
            if is_ours(*value) {
                return new_reference((*class).tp_base.cast());
            }
            if class == range::range_type() {
                return new_reference((&raw mut ffi::PyRange_Type).cast());
            }
            if lazy::is_lazy(*value) {
                return new_reference((*class).tp_base.cast());
            }
            if let Some(ordinary) = keyed::visible_type(*value) {
                return new_reference(ordinary.cast());
            }
        }
        let native = (&raw mut ffi::PyType_Type).cast::<ffi::PyObject>();
        ffi::PyObject_Vectorcall(native, pointer, count as usize, keywords)
    }
}

/// `len(x)`.
pub unsafe extern "C" fn length(
    _: Object,
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> Object {
    unsafe {
        if let Some([value]) = positional(pointer, count, keywords) {
            if ffi::Py_TYPE(*value) == range::range_type() {
                return range::length(*value);
            }
            if let Some(length) = crate::values::text::length(*value) {
                return length;
            }
            if let Some(length) = crate::values::octets::length(*value) {
                return length;
            }
            if let Some(length) = lazy::length(*value) {
                return length;
            }
            match object_length::length(*value) {
                Ok(Some(length)) => return length.release(),
                Ok(None) => {}
                Err(Raised) => return std::ptr::null_mut(),
            }
            let length = ffi::PyObject_Size(*value);
            return if length < 0 {
                std::ptr::null_mut()
            } else {
                ffi::PyLong_FromSsize_t(length)
            };
        }
        call_builtin(c"len", pointer, count, keywords)
    }
}

/// `enumerate(iterable, start)`: the C object counts with a number of its own, so a start has to be one value.
pub unsafe extern "C" fn enumerate(
    _: Object,
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> Object {
    unsafe {
        let values = call::arguments(pointer, count, keywords);
        let mut settled: Vec<Owned> = Vec::with_capacity(values.len());
        for &value in values {
            let value = if is_ours(value) && ffi::PyLong_Check(value) != 0 {
                settle(value).ok()
            } else {
                Some(Owned::borrowed(value))
            };
            let Some(value) = value else {
                return std::ptr::null_mut();
            };
            settled.push(value);
        }
        let pointers: Vec<Object> = settled.iter().map(Owned::get).collect();
        let native = (&raw mut ffi::PyEnum_Type).cast::<ffi::PyObject>();
        ffi::PyObject_Vectorcall(native, pointers.as_ptr(), count as usize, keywords)
    }
}

pub unsafe extern "C" fn minimum(
    _: Object,
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> Object {
    unsafe { extreme(pointer, count, keywords, c"min", false) }
}

pub unsafe extern "C" fn maximum(
    _: Object,
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> Object {
    unsafe { extreme(pointer, count, keywords, c"max", true) }
}

/// The extreme of ints is a term; of anything else, what the builtin's comparisons decide.
unsafe fn extreme(
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
    name: &std::ffi::CStr,
    largest: bool,
) -> Object {
    unsafe {
        let values = call::arguments(pointer, count, keywords);
        if let [set, ..] = *values
            && count == 1
            && ffi::PyAnySet_Check(set) != 0
            && (keyed::is_keyed(set) || lazy::is_lazy(set))
        {
            let listed = lazy::fix(set).and_then(|()| keyed::keys_of(set));
            let Ok(listed) = listed else {
                return std::ptr::null_mut();
            };
            if keyed::is_totally_ordered(listed.get()) && !has_keyword(keywords, c"key") {
                // Which of them is the extreme does not depend on the set's order.
                let mut replaced = values.to_vec();
                replaced[0] = listed.get();
                return extreme(replaced.as_ptr(), 1, keywords, name, largest);
            }
        }
        let candidates = match positional(pointer, count, keywords) {
            Some([single]) => elements(*single),
            Some(several) => Some(several),
            None => None,
        };
        match candidates.and_then(|candidates| extreme_term(candidates, largest)) {
            Some((value, term)) => new_integer(&value, term),
            // A key function is called from C.
            None => match builtin(name) {
                Some(native) => {
                    guard::call_replacing_functions(native.get(), pointer, count, keywords)
                }
                None => std::ptr::null_mut(),
            },
        }
    }
}

/// Whether one of the keywords of a call has that name.
unsafe fn has_keyword(keywords: Object, name: &std::ffi::CStr) -> bool {
    unsafe {
        !keywords.is_null()
            && (0..ffi::PyTuple_GET_SIZE(keywords)).any(|index| {
                let keyword = ffi::PyTuple_GET_ITEM(keywords, index);
                ffi::PyUnicode_CompareWithASCIIString(keyword, name.as_ptr()) == 0
            })
    }
}

/// Bools are left to the builtin: their extreme is a bool, not the int of a term.
unsafe fn extreme_term(candidates: &[Object], largest: bool) -> Option<(Owned, TermId)> {
    unsafe {
        if candidates.len() < 2
            || !candidates
                .iter()
                .any(|&candidate| symbolic(candidate).is_some())
        {
            return None;
        }
        let exact = |candidate: Object| {
            matches!(symbolic(candidate), Some(Symbolic::Int(_)))
                || ffi::PyLong_CheckExact(candidate) != 0
        };
        if !candidates.iter().all(|&candidate| exact(candidate)) {
            return None;
        }
        let mut best = candidates[0];
        let mut best_value = integer_of(best);
        let mut best_term = integer_operand_term(best);
        for &candidate in &candidates[1..] {
            let value = integer_of(candidate);
            let term = integer_operand_term(candidate);
            best_term = session::with(|session| {
                if largest {
                    session.terms.max(best_term, term)
                } else {
                    session.terms.min(best_term, term)
                }
            });
            if (largest && value > best_value) || (!largest && value < best_value) {
                best = candidate;
                best_value = value;
            }
        }
        Some((Owned::new(long::plain(best))?, best_term))
    }
}

unsafe fn integer_operand_term(object: Object) -> TermId {
    unsafe {
        let operand: Operand = operand(object, |_| false);
        session::with(|session| term_of(session, operand, object))
    }
}

/// The builtin of that name.
unsafe fn builtin(name: &std::ffi::CStr) -> Option<Owned> {
    unsafe {
        Owned::new(ffi::PyMapping_GetItemString(
            ffi::PyEval_GetBuiltins(),
            name.as_ptr(),
        ))
    }
}

/// Calls the builtin of that name as it is.
///
/// # Safety
/// As for a vector call without an offset.
pub unsafe fn call_builtin(
    name: &std::ffi::CStr,
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> Object {
    unsafe {
        match builtin(name) {
            Some(native) => {
                ffi::PyObject_Vectorcall(native.get(), pointer, count as usize, keywords)
            }
            None => std::ptr::null_mut(),
        }
    }
}
