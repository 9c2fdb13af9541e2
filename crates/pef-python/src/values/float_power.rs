//! `**` of floats, and of ints with a negative exponent.
//!
//! What Python makes of a power is decided in the order in which CPython looks: a zero to a negative power raises, a
//! negative number to a fraction is complex, a result that is too large raises.

use pef_term::{TermId, Terms};
use pyo3::ffi;

use super::decide::{Raised, check_frame, concretised, decide};
use super::float::{any_symbolic, foreign};
use super::float_operand::{FloatOperand, new_float};
use crate::raw::{Object, Owned, float};
use crate::session;

pub unsafe extern "C" fn power(base: Object, exponent: Object, modulus: Object) -> Object {
    unsafe { try_power(base, exponent, modulus) }.unwrap_or(std::ptr::null_mut())
}

/// `**` where CPython computes it as a float.
///
/// # Safety
/// All objects are alive.
pub unsafe fn try_power(base: Object, exponent: Object, modulus: Object) -> Result<Object, Raised> {
    unsafe {
        let native = float::native().nb_power.ok_or(Raised)?;
        // With a modulus floats raise, whatever they are.
        if !any_symbolic(base, exponent) || modulus != ffi::Py_None() {
            return Ok(native(base, exponent, modulus));
        }
        let overrides = |kind: &ffi::PyTypeObject| {
            let own = kind
                .tp_as_number
                .as_ref()
                .and_then(|number| number.nb_power)
                .map(|slot| slot as usize);
            let replaced = (*(&raw mut ffi::PyFloat_Type))
                .tp_as_number
                .as_ref()
                .and_then(|number| number.nb_power)
                .map(|slot| slot as usize);
            own != Some(native as usize) && own != replaced
        };
        let (base_operand, exponent_operand) = (
            FloatOperand::of(base, overrides),
            FloatOperand::of(exponent, overrides),
        );
        if base_operand == FloatOperand::Foreign || exponent_operand == FloatOperand::Foreign {
            return Ok(foreign(base, exponent));
        }
        check_frame();
        let (Some(base_term), Some(exponent_term)) =
            (base_operand.term(base)?, exponent_operand.term(exponent)?)
        else {
            return Ok(native_power(native, base, exponent));
        };
        let values = (number(base), number(exponent));
        match decide_case(base_term, exponent_term, values)? {
            Case::Raises => Ok(native_power(native, base, exponent)),
            Case::Complex => {
                concretised(|| "a symbolic power that is a complex number".to_owned());
                Ok(native_power(native, base, exponent))
            }
            Case::Float => {
                let value = Owned::new(native_power(native, base, exponent)).ok_or(Raised)?;
                let term =
                    session::with(|session| session.terms.float_pow(base_term, exponent_term));
                Ok(new_float(&value, term))
            }
        }
    }
}

/// `float`'s own power of the plain values: where it is complex it asks `complex`, which would ask us again.
unsafe fn native_power(
    native: unsafe extern "C" fn(Object, Object, Object) -> Object,
    base: Object,
    exponent: Object,
) -> Object {
    unsafe {
        let (Some(base), Some(exponent)) = (
            Owned::new(super::plain(base)),
            Owned::new(super::plain(exponent)),
        ) else {
            return std::ptr::null_mut();
        };
        native(base.get(), exponent.get(), ffi::Py_None())
    }
}

/// The value of an int or float that converts.
unsafe fn number(object: Object) -> f64 {
    unsafe {
        if ffi::PyFloat_Check(object) != 0 {
            ffi::PyFloat_AS_DOUBLE(object)
        } else {
            super::convert::integer_of(object)
                .to_f64()
                .unwrap_or(f64::NAN)
        }
    }
}

enum Case {
    Raises,
    Complex,
    Float,
}

unsafe fn decide_case(
    base: TermId,
    exponent: TermId,
    (base_value, exponent_value): (f64, f64),
) -> Result<Case, Raised> {
    let finite = base_value.is_finite() && exponent_value.is_finite();
    let zero_division = finite && base_value == 0.0 && exponent_value < 0.0;
    let complex = finite && base_value < 0.0 && exponent_value.fract() != 0.0;
    unsafe {
        let condition =
            session::with(|session| zero_to_negative(&mut session.terms, base, exponent));
        if decide(condition, zero_division)? {
            return Ok(Case::Raises);
        }
        let condition =
            session::with(|session| negative_to_fraction(&mut session.terms, base, exponent));
        if decide(condition, complex)? {
            return Ok(Case::Complex);
        }
        let too_large = finite && base_value.powf(exponent_value).is_infinite();
        let condition = session::with(|session| overflows(&mut session.terms, base, exponent));
        if decide(condition, too_large)? {
            return Ok(Case::Raises);
        }
    }
    Ok(Case::Float)
}

fn zero_to_negative(terms: &mut Terms, base: TermId, exponent: TermId) -> TermId {
    let zero = terms.float_const(0.0);
    let lowest = terms.float_const(f64::MIN);
    let conditions = [
        terms.float_eq(base, zero),
        terms.float_lt(exponent, zero),
        terms.float_le(lowest, exponent),
    ];
    terms.and(&conditions)
}

fn negative_to_fraction(terms: &mut Terms, base: TermId, exponent: TermId) -> TermId {
    let zero = terms.float_const(0.0);
    let lowest = terms.float_const(f64::MIN);
    let integral = terms.float_is_integral(exponent);
    let conditions = [
        terms.float_lt(base, zero),
        terms.float_le(lowest, base),
        terms.float_is_finite(exponent),
        terms.not(integral),
    ];
    terms.and(&conditions)
}

fn overflows(terms: &mut Terms, base: TermId, exponent: TermId) -> TermId {
    let power = terms.float_pow(base, exponent);
    let conditions = [
        terms.float_is_finite(base),
        terms.float_is_finite(exponent),
        terms.float_is_infinite(power),
    ];
    terms.and(&conditions)
}
