//! `range` with symbolic bounds: iterating decides, step by step, whether it goes on.
//!
//! `range` allows no subtypes, so this is a type of its own whose `__class__` is `range`. What is not modelled
//! (comparison, slicing, indexing) settles the bounds and asks an ordinary range.

use std::ffi::c_void;
use std::sync::atomic::{AtomicPtr, Ordering};

use pef_term::TermId;
use pyo3::ffi;
use pyo3::prelude::*;

use super::blind_call;
use super::decide::{Raised, decide};
use super::integer::integer_term;
use super::integer_methods::settle;
use super::number::{new_integer, operand, term_of};
use super::{convert, is_ours, symbolic};
use crate::raw::call;
use crate::raw::heap_type::{self, Getter, Method, MethodFunction, Recipe};
use crate::raw::reference::new_reference;
use crate::raw::{Object, Owned};
use crate::session;

#[repr(C)]
struct Range {
    header: ffi::PyObject,
    start: Object,
    stop: Object,
    step: Object,
    /// Which way it goes; the sign of the step was decided when the range was made.
    forwards: bool,
}

#[repr(C)]
struct Iterator {
    header: ffi::PyObject,
    current: Object,
    stop: Object,
    step: Object,
    forwards: bool,
}

static RANGE: AtomicPtr<ffi::PyTypeObject> = AtomicPtr::new(std::ptr::null_mut());
static ITERATOR: AtomicPtr<ffi::PyTypeObject> = AtomicPtr::new(std::ptr::null_mut());

/// The type of ranges with symbolic bounds.
pub fn range_type() -> *mut ffi::PyTypeObject {
    RANGE.load(Ordering::Relaxed)
}

pub fn initialise(python: Python<'_>) -> PyResult<()> {
    let slots = [
        (ffi::Py_tp_dealloc, deallocate as *mut _),
        (ffi::Py_tp_iter, iterate as *mut _),
        (ffi::Py_tp_repr, represent as *mut _),
        (ffi::Py_tp_hash, hash as *mut _),
        (ffi::Py_tp_richcompare, compare as *mut _),
        (ffi::Py_nb_bool, truth as *mut _),
        (ffi::Py_sq_contains, contains as *mut _),
        (ffi::Py_mp_length, plain_length as *mut _),
        (ffi::Py_mp_subscript, subscript as *mut _),
    ];
    let recipe = Recipe {
        name: c"range",
        base: std::ptr::null_mut(),
        basic_size: std::mem::size_of::<Range>(),
        slots: &slots,
        methods: METHODS,
        getters: GETTERS,
        vectorcall_offset: None,
    };
    // SAFETY: the functions have the signatures of their slots.
    RANGE.store(
        unsafe { heap_type::make(python, &recipe) }?,
        Ordering::Relaxed,
    );
    let slots = [
        (ffi::Py_tp_dealloc, deallocate_iterator as *mut _),
        (ffi::Py_tp_iter, ffi::PyObject_SelfIter as *mut _),
        (ffi::Py_tp_iternext, next as *mut _),
    ];
    let recipe = Recipe {
        name: c"range_iterator",
        base: std::ptr::null_mut(),
        basic_size: std::mem::size_of::<Iterator>(),
        slots: &slots,
        methods: &[],
        getters: &[],
        vectorcall_offset: None,
    };
    // SAFETY: as above.
    ITERATOR.store(
        unsafe { heap_type::make(python, &recipe) }?,
        Ordering::Relaxed,
    );
    Ok(())
}

const METHODS: &[Method] = &[
    Method {
        name: c"count",
        function: MethodFunction::OneArgument(count),
    },
    Method {
        name: c"index",
        function: MethodFunction::OneArgument(index),
    },
];

const GETTERS: &[Getter] = &[
    Getter {
        name: c"start",
        get: get_start,
    },
    Getter {
        name: c"stop",
        get: get_stop,
    },
    Getter {
        name: c"step",
        get: get_step,
    },
    Getter {
        name: c"__class__",
        get: get_class,
    },
];

unsafe fn parts<'a>(object: Object) -> &'a Range {
    unsafe { &*object.cast::<Range>() }
}

unsafe extern "C" fn deallocate(object: Object) {
    unsafe {
        let range = parts(object);
        ffi::Py_DECREF(range.start);
        ffi::Py_DECREF(range.stop);
        ffi::Py_DECREF(range.step);
        heap_type::deallocate(object);
    }
}

/// The number that comes next, the bound and the step of an iterator (borrowed); nothing for other objects.
///
/// # Safety
/// `object` is alive.
pub unsafe fn under_way(object: Object) -> Option<[Object; 3]> {
    unsafe {
        if ffi::Py_TYPE(object) != ITERATOR.load(Ordering::Relaxed) {
            return None;
        }
        let iterator = object.cast::<Iterator>();
        Some([(*iterator).current, (*iterator).stop, (*iterator).step])
    }
}

unsafe extern "C" fn deallocate_iterator(object: Object) {
    unsafe {
        let iterator = &*object.cast::<Iterator>();
        ffi::Py_DECREF(iterator.current);
        ffi::Py_DECREF(iterator.stop);
        ffi::Py_DECREF(iterator.step);
        heap_type::deallocate(object);
    }
}

/// `range(…)`: the builtin unless a bound is symbolic.
pub unsafe extern "C" fn range(
    _: Object,
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> Object {
    unsafe {
        let values = call::arguments(pointer, count, keywords);
        let modelled = keywords.is_null()
            && (1..=3).contains(&values.len())
            && values.iter().any(|&value| symbolic(value).is_some())
            && values.iter().all(|&value| ffi::PyLong_Check(value) != 0);
        if !modelled {
            let native = (&raw mut ffi::PyRange_Type).cast::<ffi::PyObject>();
            return blind_call::call_guarded(native, pointer, count, keywords);
        }
        let (Some(zero), Some(one)) = (
            Owned::new(ffi::PyLong_FromLong(0)),
            Owned::new(ffi::PyLong_FromLong(1)),
        ) else {
            return std::ptr::null_mut();
        };
        match *values {
            [stop] => make(zero.get(), stop, one.get()),
            [start, stop] => make(start, stop, one.get()),
            [start, stop, step] => make(start, stop, step),
            _ => Err(Raised),
        }
        .unwrap_or(std::ptr::null_mut())
    }
}

unsafe fn make(start: Object, stop: Object, step: Object) -> Result<Object, Raised> {
    unsafe {
        let step_value = convert::integer_of(step);
        if let Some(term) = integer_term(step) {
            let (zero, positive) = session::with(|session| {
                let zero = session.terms.int_const(0);
                (session.terms.eq(term, zero), session.terms.gt(term, zero))
            });
            decide(zero, step_value.is_zero())?;
            if !step_value.is_zero() {
                decide(positive, step_value.is_positive())?;
            }
        }
        if step_value.is_zero() {
            ffi::PyErr_SetString(
                ffi::PyExc_ValueError,
                c"range() arg 3 must not be zero".as_ptr(),
            );
            return Err(Raised);
        }
        let object = Owned::new(ffi::PyType_GenericAlloc(range_type(), 0)).ok_or(Raised)?;
        let range = object.get().cast::<Range>();
        (*range).start = as_int(start)?.release();
        (*range).stop = as_int(stop)?.release();
        (*range).step = as_int(step)?.release();
        (*range).forwards = step_value.is_positive();
        Ok(object.release())
    }
}

/// Bounds of a range are ints, even when bools were given.
unsafe fn as_int(object: Object) -> Result<Owned, Raised> {
    unsafe {
        let value = Owned::new(crate::raw::long::plain(object)).ok_or(Raised)?;
        match integer_term(object) {
            Some(term) => Owned::new(new_integer(&value, term)).ok_or(Raised),
            None => Ok(value),
        }
    }
}

unsafe extern "C" fn iterate(object: Object) -> Object {
    unsafe {
        let range = parts(object);
        new_iterator(range.start, range.stop, range.step, range.forwards)
    }
}

unsafe fn new_iterator(start: Object, stop: Object, step: Object, forwards: bool) -> Object {
    unsafe {
        let object = ffi::PyType_GenericAlloc(ITERATOR.load(Ordering::Relaxed), 0);
        if object.is_null() {
            return object;
        }
        let iterator = object.cast::<Iterator>();
        (*iterator).current = new_reference(start);
        (*iterator).stop = new_reference(stop);
        (*iterator).step = new_reference(step);
        (*iterator).forwards = forwards;
        object
    }
}

unsafe extern "C" fn next(object: Object) -> Object {
    unsafe {
        let iterator = object.cast::<Iterator>();
        let relation = if (*iterator).forwards {
            ffi::Py_LT
        } else {
            ffi::Py_GT
        };
        // The comparison of symbolic ints is a symbolic bool; its truth is the decision.
        match ffi::PyObject_RichCompareBool((*iterator).current, (*iterator).stop, relation) {
            1 => {}
            _ => return std::ptr::null_mut(),
        }
        let following = ffi::PyNumber_Add((*iterator).current, (*iterator).step);
        if following.is_null() {
            return following;
        }
        std::mem::replace(&mut (*iterator).current, following)
    }
}

/// The ordinary range with the present bounds, which have to be these.
unsafe fn settled(object: Object) -> Result<Owned, Raised> {
    unsafe {
        let range = parts(object);
        let [start, stop, step] = [range.start, range.stop, range.step];
        let (start, stop, step) = (settle(start)?, settle(stop)?, settle(step)?);
        let native = (&raw mut ffi::PyRange_Type).cast::<ffi::PyObject>();
        let arguments = [start.get(), stop.get(), step.get()];
        Owned::new(ffi::PyObject_Vectorcall(
            native,
            arguments.as_ptr(),
            3,
            std::ptr::null_mut(),
        ))
        .ok_or(Raised)
    }
}

unsafe fn term(object: Object) -> TermId {
    unsafe {
        let operand = operand(object, |_| false);
        session::with(|session| term_of(session, operand, object))
    }
}

/// `len(range)` as a term: how many steps fit, never below zero.
pub unsafe fn length(object: Object) -> Object {
    unsafe {
        let range = parts(object);
        if symbolic(range.step).is_some() {
            return match settled(object) {
                Ok(plain) => ffi::PyLong_FromSsize_t(ffi::PyObject_Size(plain.get())),
                Err(Raised) => std::ptr::null_mut(),
            };
        }
        let (start, stop, step) = (term(range.start), term(range.stop), term(range.step));
        let length = session::with(|session| {
            let terms = &mut session.terms;
            let span = if range.forwards {
                terms.sub(stop, start)
            } else {
                terms.sub(start, stop)
            };
            let stride = if range.forwards {
                step
            } else {
                terms.neg(step)
            };
            let (zero, one) = (terms.int_const(0), terms.int_const(1));
            let padded = terms.add(span, stride);
            let padded = terms.sub(padded, one);
            let steps = terms.floor_div(padded, stride);
            terms.max(zero, steps)
        });
        length_within_limit(object, length).unwrap_or(std::ptr::null_mut())
    }
}

/// The length as an int; one that no container could have is an error, which is decided first.
unsafe fn length_within_limit(object: Object, length: TermId) -> Result<Object, Raised> {
    unsafe {
        let plain = plain_range(object).ok_or(Raised)?;
        let size = ffi::PyObject_Size(plain.get());
        let condition = session::with(|session| {
            let limit = session.terms.int_const(ffi::PY_SSIZE_T_MAX as i64);
            session.terms.le(length, limit)
        });
        // A negative size stands for the error that is raised then.
        decide(condition, size >= 0)?;
        let value = Owned::new(ffi::PyLong_FromSsize_t(size))
            .filter(|_| size >= 0)
            .ok_or(Raised)?;
        Ok(new_integer(&value, length))
    }
}

/// The ordinary range with the present bounds, without deciding anything.
unsafe fn plain_range(object: Object) -> Option<Owned> {
    unsafe {
        let range = parts(object);
        let native = (&raw mut ffi::PyRange_Type).cast::<ffi::PyObject>();
        let arguments = [range.start, range.stop, range.step];
        Owned::new(blind_call::call_with_plain_arguments(
            native,
            &arguments,
            std::ptr::null_mut(),
        ))
    }
}

unsafe extern "C" fn plain_length(object: Object) -> ffi::Py_ssize_t {
    unsafe { settled(object).map_or(-1, |range| ffi::PyObject_Size(range.get())) }
}

unsafe extern "C" fn truth(object: Object) -> i32 {
    unsafe {
        let range = parts(object);
        let relation = if range.forwards {
            ffi::Py_LT
        } else {
            ffi::Py_GT
        };
        ffi::PyObject_RichCompareBool(range.start, range.stop, relation)
    }
}

/// The condition that an int is in a range with symbolic bounds; nothing for other objects. A symbolic step is settled,
/// because a remainder by it would not be linear.
///
/// # Safety
/// Both are alive.
pub unsafe fn membership(
    object: Object,
    element: Object,
) -> Result<Option<(TermId, bool)>, Raised> {
    unsafe {
        if ffi::Py_TYPE(object) != range_type() || !(is_ours(element) || is_plain_int(element)) {
            return Ok(None);
        }
        if ffi::PyLong_Check(element) == 0 {
            return Ok(None);
        }
        let range = parts(object);
        let step = settle(range.step)?;
        let (start, stop, step) = (term(range.start), term(range.stop), term(step.get()));
        let number = term(element);
        let plain = plain_range(object).ok_or(Raised)?;
        let value = Owned::new(super::plain(element)).ok_or(Raised)?;
        let present = ffi::PySequence_Contains(plain.get(), value.get()) == 1;
        let condition = session::with(|session| {
            let terms = &mut session.terms;
            let (from, to) = if range.forwards {
                (terms.le(start, number), terms.lt(number, stop))
            } else {
                (terms.ge(start, number), terms.gt(number, stop))
            };
            let distance = terms.sub(number, start);
            let rest = terms.modulo(distance, step);
            let zero = terms.int_const(0);
            let aligned = terms.eq(rest, zero);
            terms.and(&[from, to, aligned])
        });
        Ok(Some((condition, present)))
    }
}

unsafe fn is_plain_int(object: Object) -> bool {
    unsafe { ffi::PyLong_CheckExact(object) != 0 || ffi::PyBool_Check(object) != 0 }
}

unsafe extern "C" fn contains(object: Object, element: Object) -> i32 {
    unsafe {
        match membership(object, element) {
            Ok(Some((condition, present))) => {
                return decide(condition, present).map_or(-1, i32::from);
            }
            Ok(None) => {}
            Err(Raised) => return -1,
        }
        let Ok(range) = settled(object) else {
            return -1;
        };
        let element = if is_ours(element) {
            settle(element)
        } else {
            Ok(Owned::borrowed(element))
        };
        element.map_or(-1, |element| {
            ffi::PySequence_Contains(range.get(), element.get())
        })
    }
}

unsafe extern "C" fn represent(object: Object) -> Object {
    unsafe {
        settled(object).map_or(std::ptr::null_mut(), |range| {
            ffi::PyObject_Repr(range.get())
        })
    }
}

unsafe extern "C" fn hash(object: Object) -> ffi::Py_hash_t {
    unsafe { settled(object).map_or(-1, |range| ffi::PyObject_Hash(range.get())) }
}

unsafe extern "C" fn compare(object: Object, other: Object, relation: i32) -> Object {
    unsafe {
        let Ok(range) = settled(object) else {
            return std::ptr::null_mut();
        };
        let other = if ffi::Py_TYPE(other) == range_type() {
            settled(other)
        } else {
            Ok(Owned::borrowed(other))
        };
        other.map_or(std::ptr::null_mut(), |other| {
            ffi::PyObject_RichCompare(range.get(), other.get(), relation)
        })
    }
}

unsafe extern "C" fn subscript(object: Object, key: Object) -> Object {
    unsafe {
        settled(object).map_or(std::ptr::null_mut(), |range| {
            super::subscript::get(range.get(), key)
        })
    }
}

unsafe fn call_settled(object: Object, name: &std::ffi::CStr, argument: Object) -> Object {
    unsafe {
        let Ok(range) = settled(object) else {
            return std::ptr::null_mut();
        };
        let Some(method) = Owned::new(ffi::PyObject_GetAttrString(range.get(), name.as_ptr()))
        else {
            return std::ptr::null_mut();
        };
        let argument = if is_ours(argument) {
            settle(argument)
        } else {
            Ok(Owned::borrowed(argument))
        };
        argument.map_or(std::ptr::null_mut(), |argument| {
            ffi::PyObject_CallOneArg(method.get(), argument.get())
        })
    }
}

unsafe extern "C" fn count(object: Object, argument: Object) -> Object {
    unsafe { call_settled(object, c"count", argument) }
}

unsafe extern "C" fn index(object: Object, argument: Object) -> Object {
    unsafe { call_settled(object, c"index", argument) }
}

unsafe extern "C" fn get_start(object: Object, _: *mut c_void) -> Object {
    unsafe { new_reference(parts(object).start) }
}

unsafe extern "C" fn get_stop(object: Object, _: *mut c_void) -> Object {
    unsafe { new_reference(parts(object).stop) }
}

unsafe extern "C" fn get_step(object: Object, _: *mut c_void) -> Object {
    unsafe { new_reference(parts(object).step) }
}

unsafe extern "C" fn get_class(_: Object, _: *mut c_void) -> Object {
    unsafe { new_reference((&raw mut ffi::PyRange_Type).cast()) }
}

/// `reversed(range)`: a range of single steps runs backwards from its end; others are settled.
pub unsafe extern "C" fn reversed(
    _: Object,
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> Object {
    unsafe {
        let values = call::arguments(pointer, count, keywords);
        let native = (&raw mut ffi::PyReversed_Type).cast::<ffi::PyObject>();
        if let [object] = *values
            && keywords.is_null()
            && ffi::Py_TYPE(object) == range_type()
        {
            return reverse_range(object, native).unwrap_or(std::ptr::null_mut());
        }
        blind_call::call_fixing(native, pointer, count, keywords)
    }
}

unsafe fn reverse_range(object: Object, native: Object) -> Result<Object, Raised> {
    unsafe {
        let range = parts(object);
        let single = symbolic(range.step).is_none()
            && matches!(convert::integer_of(range.step).to_i64(), Some(1 | -1));
        if !single {
            let range = settled(object)?;
            return Ok(ffi::PyObject_CallOneArg(native, range.get()));
        }
        let step = Owned::new(ffi::PyNumber_Negative(range.step)).ok_or(Raised)?;
        let first = Owned::new(ffi::PyNumber_Add(range.stop, step.get())).ok_or(Raised)?;
        let last = Owned::new(ffi::PyNumber_Add(range.start, step.get())).ok_or(Raised)?;
        Ok(new_iterator(
            first.get(),
            last.get(),
            step.get(),
            !range.forwards,
        ))
    }
}
