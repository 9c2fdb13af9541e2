//! `sum(iterable, start)`, step by step as CPython does it.
//!
//! The builtin has a loop for machine ints and one for floats, and only what it meets next decides which it is in. In
//! the float loop it reads the value of ints directly, which would lose their terms, and since 3.12 it adds exact
//! floats with compensation (Neumaier's variant of Kahan's algorithm), which `+` alone does not: so both the terms
//! and the value of a sum of symbolic floats need the loops done here. The value is the same by construction: the
//! same IEEE operations in the same order.

use pef_term::{Integer, TermId};
use pyo3::ffi;

use super::numbers::call_builtin;
use crate::raw::call;
use crate::raw::sequence::elements;
use crate::raw::{Object, Owned};
use crate::session;
use crate::values::convert::integer_of;
use crate::values::decide::{Raised, check_frame, decide};
use crate::values::float_methods::float_term;
use crate::values::float_operand::new_float;
use crate::values::integer::integer_term;
use crate::values::{boolean_type, float_type, integer_type, is_ours, lazy};

/// Whether the builtin's float loop compensates.
const COMPENSATES: bool = cfg!(Py_3_12);

pub unsafe extern "C" fn sum(
    _: Object,
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> Object {
    unsafe {
        let native = || call_builtin(c"sum", pointer, count, keywords);
        let (iterable, start) = match (call::arguments(pointer, count, keywords), count) {
            (&[iterable], 1) => (iterable, None),
            (&[iterable, start], 2) => (iterable, Some(start)),
            (&[iterable, start], 1) if names_start(keywords) => (iterable, Some(start)),
            _ => return native(),
        };
        if !session::is_active() || is_plain(iterable, start) {
            return native();
        }
        total(iterable, start).unwrap_or(std::ptr::null_mut())
    }
}

unsafe fn names_start(keywords: Object) -> bool {
    unsafe {
        let name = ffi::PyTuple_GET_ITEM(keywords, 0);
        ffi::PyUnicode_CompareWithASCIIString(name, c"start".as_ptr()) == 0
    }
}

/// Whether the builtin can be called as it is: nothing symbolic in sight, or a start that it refuses.
unsafe fn is_plain(iterable: Object, start: Option<Object>) -> bool {
    unsafe {
        if let Some(start) = start {
            let refused = ffi::PyUnicode_Check(start) != 0
                || ffi::PyBytes_Check(start) != 0
                || ffi::PyByteArray_Check(start) != 0;
            if refused {
                return true;
            }
            if is_ours(start) {
                return false;
            }
        }
        ffi::Py_TYPE(iterable) == &raw mut ffi::PyRange_Type
            || elements(iterable)
                .is_some_and(|elements| !elements.iter().any(|&element| is_ours(element)))
    }
}

/// Which of the builtin's loops the sum is in.
enum Loop {
    Ints,
    Floats(Accumulator),
    Objects,
}

/// The state of the float loop.
struct Accumulator {
    sum: Number,
    compensation: Number,
}

#[derive(Clone, Copy)]
struct Number {
    value: f64,
    term: TermId,
}

impl Number {
    fn constant(value: f64) -> Self {
        Self {
            value,
            term: session::with(|session| session.terms.float_const(value)),
        }
    }

    /// A float, plain or symbolic.
    unsafe fn of(object: Object) -> Self {
        unsafe {
            let value = ffi::PyFloat_AS_DOUBLE(object);
            match float_term(object) {
                Some(term) => Self { value, term },
                None => Self::constant(value),
            }
        }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            value: self.value + other.value,
            term: session::with(|session| session.terms.float_add(self.term, other.term)),
        }
    }

    fn minus(self, other: Self) -> Self {
        Self {
            value: self.value - other.value,
            term: session::with(|session| session.terms.float_sub(self.term, other.term)),
        }
    }

    /// One of two, by a condition that holds in this run or does not.
    fn choose(condition: TermId, holds: bool, then: Self, otherwise: Self) -> Self {
        Self {
            value: if holds { then.value } else { otherwise.value },
            term: session::with(|session| session.terms.ite(condition, then.term, otherwise.term)),
        }
    }

    unsafe fn object(self) -> Result<Owned, Raised> {
        unsafe {
            let plain = Owned::new(ffi::PyFloat_FromDouble(self.value)).ok_or(Raised)?;
            Owned::new(new_float(&plain, self.term)).ok_or(Raised)
        }
    }
}

impl Accumulator {
    unsafe fn new(start: Object) -> Self {
        Self {
            sum: unsafe { Number::of(start) },
            compensation: Number::constant(0.0),
        }
    }

    fn add_float(&mut self, item: Number) {
        let total = self.sum.plus(item);
        if COMPENSATES {
            let condition = session::with(|session| {
                let terms = &mut session.terms;
                let (sum, item) = (terms.float_abs(self.sum.term), terms.float_abs(item.term));
                terms.float_le(item, sum)
            });
            let lost = Number::choose(
                condition,
                self.sum.value.abs() >= item.value.abs(),
                self.sum.minus(total).plus(item),
                item.minus(total).plus(self.sum),
            );
            self.compensation = self.compensation.plus(lost);
        }
        self.sum = total;
    }

    /// Ints are added without compensation, if they fit a machine word; gives back whether it does.
    unsafe fn add_int(&mut self, item: Object) -> Result<bool, Raised> {
        unsafe {
            if !fits(item)? {
                return Ok(false);
            }
            let value = integer_of(item).to_f64().ok_or(Raised)?;
            let item = match integer_term(item) {
                Some(term) => Number {
                    value,
                    term: session::with(|session| session.terms.float_of_int(term)),
                },
                None => Number::constant(value),
            };
            self.sum = self.sum.plus(item);
            Ok(true)
        }
    }

    /// The sum with what was lost on the way, if that is a number.
    fn finish(&self) -> Number {
        if !COMPENSATES {
            return self.sum;
        }
        let condition = session::with(|session| {
            let terms = &mut session.terms;
            let zero = terms.float_const(0.0);
            let none = terms.float_eq(self.compensation.term, zero);
            let some = terms.not(none);
            let finite = terms.float_is_finite(self.compensation.term);
            terms.and(&[some, finite])
        });
        let lost = self.compensation.value;
        Number::choose(
            condition,
            lost != 0.0 && lost.is_finite(),
            self.sum.plus(self.compensation),
            self.sum,
        )
    }
}

/// Decides whether an int fits a machine word.
unsafe fn fits(object: Object) -> Result<bool, Raised> {
    unsafe {
        let side = integer_of(object).to_i64().is_some();
        let Some(term) = integer_term(object) else {
            return Ok(side);
        };
        let condition = session::with(|session| {
            let terms = &mut session.terms;
            let lower = terms.int_const(Integer::from(i64::MIN));
            let upper = terms.int_const(Integer::from(i64::MAX));
            let within = [terms.le(lower, term), terms.le(term, upper)];
            terms.and(&within)
        });
        decide(condition, side)
    }
}

/// What the int loop takes: ints and bools, but no other subtypes.
unsafe fn is_int(object: Object) -> bool {
    unsafe {
        let kind = ffi::Py_TYPE(object);
        kind == &raw mut ffi::PyLong_Type
            || kind == &raw mut ffi::PyBool_Type
            || kind == integer_type()
            || kind == boolean_type()
    }
}

unsafe fn is_float(object: Object) -> bool {
    unsafe {
        let kind = ffi::Py_TYPE(object);
        kind == &raw mut ffi::PyFloat_Type || kind == float_type()
    }
}

unsafe fn total(iterable: Object, start: Option<Object>) -> Result<Object, Raised> {
    unsafe {
        check_frame();
        lazy::fix(iterable)?;
        let iterator = Owned::new(ffi::PyObject_GetIter(iterable)).ok_or(Raised)?;
        let mut result = match start {
            Some(start) => Owned::borrowed(start),
            None => Owned::new(ffi::PyLong_FromLong(0)).ok_or(Raised)?,
        };
        let kind = ffi::Py_TYPE(result.get());
        let mut state = if kind == &raw mut ffi::PyLong_Type || kind == integer_type() {
            Loop::Ints
        } else {
            after(&result)
        };
        // All that had to fit a machine word for the int loop to go on.
        let mut words = vec![Owned::borrowed(result.get())];
        loop {
            let Some(item) = Owned::new(ffi::PyIter_Next(iterator.get())) else {
                if !ffi::PyErr_Occurred().is_null() {
                    return Err(Raised);
                }
                return Ok(match state {
                    Loop::Floats(accumulator) => accumulator.finish().object()?.release(),
                    Loop::Ints | Loop::Objects => result.release(),
                });
            };
            match &mut state {
                Loop::Floats(accumulator) => {
                    if is_float(item.get()) {
                        accumulator.add_float(Number::of(item.get()));
                        continue;
                    }
                    if ffi::PyLong_Check(item.get()) != 0 && accumulator.add_int(item.get())? {
                        continue;
                    }
                    let sum = accumulator.finish().object()?;
                    result = add(&sum, &item)?;
                    state = Loop::Objects;
                }
                Loop::Ints => {
                    result = add(&result, &item)?;
                    if is_int(item.get()) {
                        words.push(item);
                        words.push(Owned::borrowed(result.get()));
                    } else {
                        state = after(&result);
                        if matches!(state, Loop::Floats(_)) && !all_fit(&words)? {
                            state = Loop::Objects;
                        }
                    }
                }
                Loop::Objects => result = add(&result, &item)?,
            }
        }
    }
}

/// The loop for a sum that is no longer (or never was) in the int loop.
unsafe fn after(result: &Owned) -> Loop {
    unsafe {
        if is_float(result.get()) {
            Loop::Floats(Accumulator::new(result.get()))
        } else {
            Loop::Objects
        }
    }
}

/// Whether the int loop did not leave early; without compensation it makes no difference.
unsafe fn all_fit(words: &[Owned]) -> Result<bool, Raised> {
    if COMPENSATES {
        for word in words {
            if !unsafe { fits(word.get()) }? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

unsafe fn add(left: &Owned, right: &Owned) -> Result<Owned, Raised> {
    unsafe { Owned::new(ffi::PyNumber_Add(left.get(), right.get())).ok_or(Raised) }
}
