//! Comparisons of floats with floats and with ints.
//!
//! CPython compares an int with a float exactly, without rounding the int: `2**53 + 1 > float(2**53)`. For a finite
//! float and an integer `n`, `x < n` says `floor(x) < n`, and `x <= n` says `ceil(x) <= n`; where one side is a
//! constant even that conversion is not needed.

use pef_term::{Integer, TermId, Terms};
use pyo3::ffi;

use super::convert;
use super::decide::check_frame;
use super::float::{any_symbolic, foreign};
use super::float_operand::FloatOperand;
use super::number::new_boolean;
use super::priority;
use crate::raw::reference::not_implemented;
use crate::raw::{Object, Owned, float, native};
use crate::session;

/// A relation, as seen from the float.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    Less,
    AtMost,
    Equal,
    Different,
    Greater,
    AtLeast,
}

impl Relation {
    fn of(number: i32) -> Self {
        match number {
            ffi::Py_LT => Self::Less,
            ffi::Py_LE => Self::AtMost,
            ffi::Py_EQ => Self::Equal,
            ffi::Py_NE => Self::Different,
            ffi::Py_GT => Self::Greater,
            _ => Self::AtLeast,
        }
    }
}

fn mirrored(number: i32) -> i32 {
    match number {
        ffi::Py_LT => ffi::Py_GT,
        ffi::Py_LE => ffi::Py_GE,
        ffi::Py_GT => ffi::Py_LT,
        ffi::Py_GE => ffi::Py_LE,
        same => same,
    }
}

pub unsafe extern "C" fn compare(left: Object, right: Object, number: i32) -> Object {
    unsafe {
        let native = float::native_compare();
        // `float`'s own code takes the left operand for a float.
        if ffi::PyFloat_Check(left) == 0 && ffi::PyFloat_Check(right) != 0 {
            return compare(right, left, mirrored(number));
        }
        if !any_symbolic(left, right) {
            return native(left, right, number);
        }
        let overrides =
            |kind: &ffi::PyTypeObject| !priority::inherits_comparison(native::Class::Float, kind);
        let (left_operand, right_operand) = (
            FloatOperand::of(left, overrides),
            FloatOperand::of(right, overrides),
        );
        if left_operand == FloatOperand::Foreign || right_operand == FloatOperand::Foreign {
            return foreign(left, right);
        }
        // For large ints `float` compares ints, by their slots: plain ones, or they would decide here.
        let Some(plain) = Owned::new(super::plain(right)) else {
            return std::ptr::null_mut();
        };
        let Some(value) = Owned::new(native(left, plain.get(), number)) else {
            return std::ptr::null_mut();
        };
        if value.get() == ffi::Py_NotImplemented() {
            return value.release();
        }
        check_frame();
        let relation = Relation::of(number);
        let Side::Float(left) = Side::of(left_operand, left) else {
            return not_implemented();
        };
        let right = Side::of(right_operand, right);
        let term = session::with(|session| {
            let terms = &mut session.terms;
            match right {
                Side::Float(right) => floats(terms, relation, left, right),
                Side::Int(right) => mixed(terms, relation, left, right),
            }
        });
        new_boolean(value.get() == ffi::Py_True(), term)
    }
}

/// One side of a comparison, by sort.
#[derive(Clone, Copy)]
enum Side {
    Float(TermId),
    Int(TermId),
}

impl Side {
    unsafe fn of(operand: FloatOperand, object: Object) -> Self {
        match operand {
            FloatOperand::Symbolic(term) => Self::Float(term),
            FloatOperand::SymbolicInt(term) => Self::Int(term),
            FloatOperand::Plain | FloatOperand::Foreign => {
                let value = unsafe { ffi::PyFloat_AS_DOUBLE(object) };
                Self::Float(session::with(|session| session.terms.float_const(value)))
            }
            FloatOperand::PlainInt => {
                let value = unsafe { convert::integer_of(object) };
                Self::Int(session::with(|session| session.terms.int_const(value)))
            }
        }
    }
}

fn floats(terms: &mut Terms, relation: Relation, left: TermId, right: TermId) -> TermId {
    match relation {
        Relation::Less => terms.float_lt(left, right),
        Relation::AtMost => terms.float_le(left, right),
        Relation::Greater => terms.float_lt(right, left),
        Relation::AtLeast => terms.float_le(right, left),
        Relation::Equal => terms.float_eq(left, right),
        Relation::Different => {
            let equal = terms.float_eq(left, right);
            terms.not(equal)
        }
    }
}

/// The condition that a float is equal to an integer.
pub fn equal_to_integer(terms: &mut Terms, float: TermId, integer: TermId) -> TermId {
    mixed(terms, Relation::Equal, float, integer)
}

/// A float with an int, exactly.
fn mixed(terms: &mut Terms, relation: Relation, float: TermId, integer: TermId) -> TermId {
    if let Some(value) = terms.as_int_const(integer) {
        let value = value.clone();
        return with_constant(terms, relation, float, &value);
    }
    match relation {
        Relation::Different => {
            let equal = mixed(terms, Relation::Equal, float, integer);
            terms.not(equal)
        }
        Relation::Equal => {
            // Where there is no fraction, floor and ceiling are the float itself.
            let integral = terms.float_is_integral(float);
            let floor = terms.float_floor(float);
            let equal = terms.eq(floor, integer);
            terms.and(&[integral, equal])
        }
        Relation::Less => ordered(terms, float, f64::NEG_INFINITY, |terms| {
            let floor = terms.float_floor(float);
            terms.lt(floor, integer)
        }),
        Relation::AtMost => ordered(terms, float, f64::NEG_INFINITY, |terms| {
            let ceiling = terms.float_ceil(float);
            terms.le(ceiling, integer)
        }),
        Relation::Greater => ordered(terms, float, f64::INFINITY, |terms| {
            let ceiling = terms.float_ceil(float);
            terms.gt(ceiling, integer)
        }),
        Relation::AtLeast => ordered(terms, float, f64::INFINITY, |terms| {
            let floor = terms.float_floor(float);
            terms.ge(floor, integer)
        }),
    }
}

/// The float is this infinity, or it is finite and the condition holds.
fn ordered(
    terms: &mut Terms,
    float: TermId,
    infinity: f64,
    condition: impl FnOnce(&mut Terms) -> TermId,
) -> TermId {
    let infinity = terms.float_const(infinity);
    let infinite = terms.float_eq(float, infinity);
    let finite = terms.float_is_finite(float);
    if terms.as_bool_const(finite) == Some(false) {
        return infinite;
    }
    let condition = condition(terms);
    let both = terms.and(&[finite, condition]);
    terms.or(&[infinite, both])
}

/// A float with a constant int: the floats next to it say the same.
fn with_constant(terms: &mut Terms, relation: Relation, float: TermId, value: &Integer) -> TermId {
    let (down, up) = neighbours(value);
    let exact = Integer::from_f64(down).as_ref() == Some(value);
    if exact {
        let constant = terms.float_const(down);
        return floats(terms, relation, float, constant);
    }
    // No float is the int: less is at most the one below it.
    let (down, up) = (terms.float_const(down), terms.float_const(up));
    match relation {
        Relation::Less | Relation::AtMost => terms.float_le(float, down),
        Relation::Greater | Relation::AtLeast => terms.float_le(up, float),
        Relation::Equal => terms.bool_const(false),
        Relation::Different => terms.bool_const(true),
    }
}

/// The largest float that is at most an integer, and the smallest that is at least it; infinities included.
fn neighbours(value: &Integer) -> (f64, f64) {
    let Some(nearest) = value.to_f64() else {
        return if value.is_negative() {
            (f64::NEG_INFINITY, f64::MIN)
        } else {
            (f64::MAX, f64::INFINITY)
        };
    };
    match Integer::from_f64(nearest) {
        Some(exact) if exact > *value => (nearest.next_down(), nearest),
        Some(exact) if exact < *value => (nearest, nearest.next_up()),
        _ => (nearest, nearest),
    }
}
