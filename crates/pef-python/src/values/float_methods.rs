//! The methods and attributes of symbolic floats.

use std::ffi::{CStr, c_void};

use pef_term::{Rounding, TermId};
use pyo3::ffi;

use super::convert::integer_of;
use super::decide::{Raised, concretised, decide};
use super::float_operand::{decide_finite, new_float};
use super::integer_methods::{call_plain, settle};
use super::number::{new_boolean, new_integer};
use super::{Symbolic, symbolic};
use crate::raw::heap_type::{Getter, Method, MethodFunction};
use crate::raw::reference::{new_bool, new_reference};
use crate::raw::{Object, Owned};
use crate::session;

/// The term of a symbolic float.
///
/// # Safety
/// `object` is alive.
pub unsafe fn float_term(object: Object) -> Option<TermId> {
    match unsafe { symbolic(object) } {
        Some(Symbolic::Float(term)) => Some(term),
        Some(Symbolic::Int(_) | Symbolic::Bool(_) | Symbolic::Text(_) | Symbolic::Octets(_))
        | None => None,
    }
}

/// The float itself, as for plain floats the very object.
unsafe extern "C" fn itself(object: Object, _: Object) -> Object {
    unsafe { new_reference(object) }
}

unsafe extern "C" fn get_itself(object: Object, _: *mut c_void) -> Object {
    unsafe { new_reference(object) }
}

unsafe extern "C" fn get_zero(_: Object, _: *mut c_void) -> Object {
    unsafe { ffi::PyFloat_FromDouble(0.0) }
}

unsafe extern "C" fn get_class(_: Object, _: *mut c_void) -> Object {
    unsafe { new_reference((&raw mut ffi::PyFloat_Type).cast()) }
}

/// Whether a float has no fraction is one formula.
unsafe extern "C" fn is_integer(object: Object, _: Object) -> Object {
    unsafe {
        let value = ffi::PyFloat_AS_DOUBLE(object);
        let integral = value.is_finite() && value.fract() == 0.0;
        match float_term(object) {
            Some(term) => {
                let term = session::with(|session| session.terms.float_is_integral(term));
                new_boolean(integral, term)
            }
            None => new_bool(integral),
        }
    }
}

/// A float as an int, which NaN and the infinities are not; `int` raises for them, and which case it is gets decided.
///
/// # Safety
/// `object` is one of our floats.
pub unsafe fn to_integer(object: Object, rounding: Rounding) -> Result<Object, Raised> {
    unsafe {
        let term = float_term(object);
        if let Some(term) = term {
            decide_finite(term, object)?;
        }
        let name = match rounding {
            Rounding::Truncate => c"__trunc__",
            Rounding::Floor => c"__floor__",
            Rounding::Ceil => c"__ceil__",
            Rounding::HalfEven => c"__round__",
        };
        let value =
            Owned::new(call_plain(object, name, &[], std::ptr::null_mut())).ok_or(Raised)?;
        Ok(match term {
            Some(term) => {
                let term = session::with(|session| session.terms.int_of_float(rounding, term));
                new_integer(&value, term)
            }
            None => value.release(),
        })
    }
}

unsafe extern "C" fn truncate(object: Object, _: Object) -> Object {
    unsafe { to_integer(object, Rounding::Truncate) }.unwrap_or(std::ptr::null_mut())
}

unsafe extern "C" fn floor(object: Object, _: Object) -> Object {
    unsafe { to_integer(object, Rounding::Floor) }.unwrap_or(std::ptr::null_mut())
}

unsafe extern "C" fn ceiling(object: Object, _: Object) -> Object {
    unsafe { to_integer(object, Rounding::Ceil) }.unwrap_or(std::ptr::null_mut())
}

/// `round(x)` is an int; `round(x, digits)` is a float, with a formula for each number of digits.
unsafe extern "C" fn round(
    object: Object,
    arguments: *mut Object,
    count: ffi::Py_ssize_t,
) -> Object {
    unsafe {
        if count == 0 || (count == 1 && *arguments == ffi::Py_None()) {
            return to_integer(object, Rounding::HalfEven).unwrap_or(std::ptr::null_mut());
        }
        round_to(
            object,
            std::slice::from_raw_parts(arguments, count as usize),
        )
        .unwrap_or(std::ptr::null_mut())
    }
}

/// `round(x, digits)`; anything but one int is left to the builtin, which complains or asks for its `__index__`.
unsafe fn round_to(object: Object, arguments: &[Object]) -> Result<Object, Raised> {
    unsafe {
        let native = |arguments: &[Object]| {
            call_plain(object, c"__round__", arguments, std::ptr::null_mut())
        };
        let term = float_term(object);
        let &[digits] = arguments else {
            return Ok(native(arguments));
        };
        if ffi::PyLong_Check(digits) == 0 {
            let value = Owned::new(native(arguments)).ok_or(Raised)?;
            if term.is_some() {
                concretised(|| "rounding a symbolic float to digits".to_owned());
            }
            return Ok(value.release());
        }
        let digits = settle(digits)?;
        let Some(term) = term else {
            return Ok(native(&[digits.get()]));
        };
        // Beyond these bounds nothing changes any more; `CPython` clips them too.
        let count = integer_of(digits.get());
        let most = i64::from(i16::MAX);
        let count = match count.to_i64() {
            Some(small) => small.clamp(-most, most) as i16,
            None if count.is_negative() => -i16::MAX,
            None => i16::MAX,
        };
        let rounded = session::with(|session| session.terms.float_round_to(term, count));
        if count < 0 {
            decide_no_overflow(object, term, rounded, count)?;
        }
        let value = Owned::new(native(&[digits.get()])).ok_or(Raised)?;
        Ok(new_float(&value, rounded))
    }
}

/// Decides whether a finite float is rounded to one that is too large, for which the builtin raises.
unsafe fn decide_no_overflow(
    object: Object,
    term: TermId,
    rounded: TermId,
    digits: i16,
) -> Result<(), Raised> {
    let value = unsafe { ffi::PyFloat_AS_DOUBLE(object) };
    let overflows = value.is_finite() && pef_term::round_to(value, i32::from(digits)).is_infinite();
    let condition = session::with(|session| {
        let both = [
            session.terms.float_is_finite(term),
            session.terms.float_is_infinite(rounded),
        ];
        session.terms.and(&both)
    });
    unsafe { decide(condition, overflows) }?;
    Ok(())
}

unsafe extern "C" fn integer_ratio(object: Object, _: Object) -> Object {
    unsafe {
        if let Some(term) = float_term(object) {
            match decide_finite(term, object) {
                Err(Raised) => return std::ptr::null_mut(),
                // What is raised for the others does not depend on the value.
                Ok(value) if value.is_finite() => {
                    concretised(|| "as_integer_ratio of a symbolic float".to_owned());
                }
                Ok(_) => {}
            }
        }
        call_plain(object, c"as_integer_ratio", &[], std::ptr::null_mut())
    }
}

/// Notes the loss, and calls the method on the plain value.
unsafe fn concretising(
    object: Object,
    name: &'static CStr,
    arguments: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> Object {
    unsafe {
        if symbolic(object).is_some() {
            concretised(|| format!("{} of a symbolic float", name.to_string_lossy()));
        }
        let arguments = crate::raw::call::arguments(arguments, count, keywords);
        call_plain(object, name, arguments, keywords)
    }
}

macro_rules! concretising_methods {
    ($($function:ident: $name:literal;)*) => {
        $(unsafe extern "C" fn $function(
            object: Object,
            arguments: *const Object,
            count: ffi::Py_ssize_t,
            keywords: Object,
        ) -> Object {
            unsafe { concretising(object, $name, arguments, count, keywords) }
        })*
    };
}

concretising_methods! {
    hex: c"hex";
    format: c"__format__";
    reduce: c"__reduce_ex__";
    new_arguments: c"__getnewargs__";
}

use MethodFunction::{Fast, FastKeywords, NoArguments, OneArgument};

const fn method(name: &'static CStr, function: MethodFunction) -> Method {
    Method { name, function }
}

pub const METHODS: &[Method] = &[
    method(c"as_integer_ratio", NoArguments(integer_ratio)),
    method(c"conjugate", NoArguments(itself)),
    method(c"hex", FastKeywords(hex)),
    method(c"is_integer", NoArguments(is_integer)),
    method(c"__ceil__", NoArguments(ceiling)),
    method(c"__floor__", NoArguments(floor)),
    method(c"__trunc__", NoArguments(truncate)),
    method(c"__round__", Fast(round)),
    method(c"__format__", FastKeywords(format)),
    method(c"__copy__", NoArguments(itself)),
    method(c"__deepcopy__", OneArgument(itself)),
    method(c"__reduce_ex__", FastKeywords(reduce)),
    method(c"__getnewargs__", FastKeywords(new_arguments)),
];

pub const GETTERS: &[Getter] = &[
    Getter {
        name: c"real",
        get: get_itself,
    },
    Getter {
        name: c"imag",
        get: get_zero,
    },
    Getter {
        name: c"__class__",
        get: get_class,
    },
];
