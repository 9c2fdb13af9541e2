//! `float(x)`, `round(x, digits)`, and the functions of `math` whose result has a term.

use pef_term::{TermId, Terms};
use pyo3::ffi;

use super::numbers::{call_builtin, takes_text};
use crate::raw::call;
use crate::raw::reference::new_reference;
use crate::raw::{Object, Owned};
use crate::session;
use crate::values::blind_call;
use crate::values::decide::{Raised, concretised, decide};
use crate::values::float_methods::float_term;
use crate::values::float_operand::{FloatOperand, new_float};
use crate::values::integer::integer_term;
use crate::values::integer_methods::settle;
use crate::values::number::new_boolean;
use crate::values::written::{self, Written};
use crate::values::{is_ours, plain};

/// `float(x)`.
pub unsafe extern "C" fn float(
    _: Object,
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> Object {
    unsafe {
        let native = (&raw mut ffi::PyFloat_Type).cast::<ffi::PyObject>();
        let arguments = call::arguments(pointer, count, keywords);
        let &[value] = arguments else {
            return blind_call::call_guarded(native, pointer, count, keywords);
        };
        let model = written::model(Written::Float);
        if !model.is_null() && takes_text(pointer, count, keywords) {
            return ffi::PyObject_Vectorcall(model, pointer, count as usize, keywords);
        }
        if float_term(value).is_some() {
            // As for plain floats: the very object.
            return new_reference(value);
        }
        let Some(term) = integer_term(value) else {
            return blind_call::call_guarded(native, pointer, count, keywords);
        };
        let converted = || -> Result<Object, Raised> {
            let term = FloatOperand::SymbolicInt(term).term(value)?;
            let plain = Owned::new(plain(value)).ok_or(Raised)?;
            let result = ffi::PyObject_CallOneArg(native, plain.get());
            let result = Owned::new(result).ok_or(Raised)?;
            Ok(match term {
                Some(term) => new_float(&result, term),
                None => result.release(),
            })
        };
        converted().unwrap_or(std::ptr::null_mut())
    }
}

/// `round(x, digits)`: plain numbers read the digits directly, so these have to be one value.
pub unsafe extern "C" fn round(
    _: Object,
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> Object {
    unsafe {
        let arguments = call::arguments(pointer, count, keywords);
        if let &[number, digits] = arguments
            && !is_ours(number)
            && integer_term(digits).is_some()
        {
            let Ok(settled) = settle(digits) else {
                return std::ptr::null_mut();
            };
            let arguments = [number, settled.get()];
            return call_builtin(c"round", arguments.as_ptr(), count, keywords);
        }
        call_builtin(c"round", pointer, count, keywords)
    }
}

/// The arguments of a function of `math` as floats: what they are, and their terms. Nothing if none is symbolic, or one
/// is no number, or one overflows: the function itself says what that means.
unsafe fn numbers<const COUNT: usize>(
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> Result<Option<[(f64, TermId); COUNT]>, Raised> {
    unsafe {
        let arguments = call::arguments(pointer, count, keywords);
        let symbolic = |&&value: &&Object| crate::values::symbolic(value).is_some();
        if arguments.len() != COUNT
            || !keywords.is_null()
            || !arguments.iter().any(|v| symbolic(&v))
        {
            return Ok(None);
        }
        let mut found = Vec::with_capacity(COUNT);
        for &argument in arguments {
            // A subtype of `float` is read by its value, whatever it overrides.
            let operand = FloatOperand::of(argument, |_| false);
            if operand == FloatOperand::Foreign {
                return Ok(None);
            }
            let Some(term) = operand.term(argument)? else {
                return Ok(None);
            };
            found.push((number(argument), term));
        }
        Ok(found.try_into().ok())
    }
}

unsafe fn number(object: Object) -> f64 {
    unsafe {
        if ffi::PyFloat_Check(object) != 0 {
            ffi::PyFloat_AS_DOUBLE(object)
        } else {
            crate::values::convert::integer_of(object)
                .to_f64()
                .unwrap_or(f64::NAN)
        }
    }
}

/// Calls the function of `math` itself on the plain values of the arguments.
unsafe fn call_native(
    name: &std::ffi::CStr,
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> Object {
    unsafe {
        let Some(module) = Owned::new(ffi::PyImport_ImportModule(c"math".as_ptr())) else {
            return std::ptr::null_mut();
        };
        let Some(function) = Owned::new(ffi::PyObject_GetAttrString(module.get(), name.as_ptr()))
        else {
            return std::ptr::null_mut();
        };
        let arguments = call::arguments(pointer, count, keywords);
        blind_call::call_with_plain_arguments(function.get(), arguments, keywords)
    }
}

/// Whether a function of one float answers yes.
macro_rules! predicates {
    ($($function:ident: $name:literal, $plain:expr, $build:expr;)*) => {
        $(pub unsafe extern "C" fn $function(
            _: Object,
            pointer: *const Object,
            count: ffi::Py_ssize_t,
            keywords: Object,
        ) -> Object {
            unsafe {
                match numbers::<1>(pointer, count, keywords) {
                    Err(Raised) => std::ptr::null_mut(),
                    Ok(None) => call_native($name, pointer, count, keywords),
                    Ok(Some([(value, term)])) => {
                        let build: fn(&mut Terms, TermId) -> TermId = $build;
                        let plain: fn(f64) -> bool = $plain;
                        let term = session::with(|session| build(&mut session.terms, term));
                        new_boolean(plain(value), term)
                    }
                }
            }
        })*
    };
}

predicates! {
    is_nan: c"isnan", f64::is_nan, Terms::float_is_nan;
    is_infinite: c"isinf", f64::is_infinite, Terms::float_is_infinite;
    is_finite: c"isfinite", f64::is_finite, Terms::float_is_finite;
}

pub unsafe extern "C" fn absolute(
    _: Object,
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> Object {
    unsafe {
        let result = || -> Result<Object, Raised> {
            let numbers = numbers::<1>(pointer, count, keywords)?;
            let value = Owned::new(call_native(c"fabs", pointer, count, keywords)).ok_or(Raised)?;
            Ok(match numbers {
                Some([(_, term)]) => {
                    let term = session::with(|session| session.terms.float_abs(term));
                    new_float(&value, term)
                }
                None => value.release(),
            })
        };
        result().unwrap_or(std::ptr::null_mut())
    }
}

/// `math.sqrt`, which raises below zero.
pub unsafe extern "C" fn square_root(
    _: Object,
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> Object {
    unsafe {
        let result = || -> Result<Object, Raised> {
            let numbers = numbers::<1>(pointer, count, keywords)?;
            if let Some([(value, term)]) = numbers {
                let condition = session::with(|session| {
                    let zero = session.terms.float_const(0.0);
                    session.terms.float_lt(term, zero)
                });
                decide(condition, value < 0.0)?;
            }
            let value = Owned::new(call_native(c"sqrt", pointer, count, keywords)).ok_or(Raised)?;
            Ok(match numbers {
                Some([(_, term)]) => {
                    let term = session::with(|session| session.terms.float_sqrt(term));
                    new_float(&value, term)
                }
                None => value.release(),
            })
        };
        result().unwrap_or(std::ptr::null_mut())
    }
}

/// `math.copysign`: the sign of NaN is not modelled.
pub unsafe extern "C" fn copy_sign(
    _: Object,
    pointer: *const Object,
    count: ffi::Py_ssize_t,
    keywords: Object,
) -> Object {
    unsafe {
        let result = || -> Result<Object, Raised> {
            let numbers = numbers::<2>(pointer, count, keywords)?;
            let value =
                Owned::new(call_native(c"copysign", pointer, count, keywords)).ok_or(Raised)?;
            let Some([(_, magnitude), (sign_value, sign)]) = numbers else {
                return Ok(value.release());
            };
            let nan = session::with(|session| session.terms.float_is_nan(sign));
            if decide(nan, sign_value.is_nan())? {
                concretised(|| "the sign of a symbolic NaN".to_owned());
                return Ok(value.release());
            }
            let term = session::with(|session| {
                let terms = &mut session.terms;
                let negative = terms.float_is_negative(sign);
                let positive_value = terms.float_abs(magnitude);
                let negative_value = terms.float_neg(positive_value);
                terms.ite(negative, negative_value, positive_value)
            });
            Ok(new_float(&value, term))
        };
        result().unwrap_or(std::ptr::null_mut())
    }
}
