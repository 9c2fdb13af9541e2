//! What models ask of floats: none of this decides anything.

use pef_term::Elementary;
use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;

use super::object;
use crate::raw::Owned;
use crate::session;
use crate::values::decide::concretised;
use crate::values::float_methods::float_term;
use crate::values::float_operand::new_float;
use crate::values::integer::integer_term;
use crate::values::number::{new_boolean, new_integer};

/// A function of `math` of one float in its domain that does not overflow; `result` is what it gives now.
#[pyfunction]
fn elementary<'py>(
    name: &str,
    value: &Bound<'py, PyAny>,
    result: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let python = value.py();
    let function = Elementary::ALL.into_iter().find(|one| one.name() == name);
    // SAFETY: both are alive; they are floats by the caller's word, checked here.
    unsafe {
        if ffi::PyFloat_Check(value.as_ptr()) == 0 || ffi::PyFloat_Check(result.as_ptr()) == 0 {
            return Err(PyTypeError::new_err("floats are needed"));
        }
        let (Some(function), Some(term)) = (function, float_term(value.as_ptr())) else {
            return Ok(result.clone());
        };
        let expected = ffi::PyFloat_AS_DOUBLE(result.as_ptr());
        let found = function.of(ffi::PyFloat_AS_DOUBLE(value.as_ptr()));
        if found.map(f64::to_bits) != Some(expected.to_bits())
            && !(expected.is_nan() && found.is_some_and(f64::is_nan))
        {
            concretised(|| format!("math.{name}, of which there is another one here"));
            return Ok(result.clone());
        }
        let term = session::with(|session| session.terms.float_elementary(function, term));
        object(python, new_float(&Owned::borrowed(result.as_ptr()), term))
    }
}

/// `math.isqrt` of an int from 0 to 2**52, which is `result` now: there the float is exact, and no root of a number below
/// a square rounds up to its side.
#[pyfunction]
fn integer_root<'py>(
    value: &Bound<'py, PyAny>,
    result: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: both are alive.
    unsafe {
        let Some(term) = integer_term(value.as_ptr()) else {
            return Ok(result.clone());
        };
        let term = session::with(|session| {
            let number = session.terms.float_of_int(term);
            let root = session.terms.float_sqrt(number);
            session.terms.float_floor(root)
        });
        object(
            value.py(),
            new_integer(&Owned::borrowed(result.as_ptr()), term),
        )
    }
}

/// The condition that a float is no NaN and its sign is minus, as of -0.0.
#[pyfunction]
fn is_negative<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: the value is alive; it is a float by the caller's word, checked here.
    unsafe {
        if ffi::PyFloat_Check(value.as_ptr()) == 0 {
            return Err(PyTypeError::new_err("a float is needed"));
        }
        let number = ffi::PyFloat_AS_DOUBLE(value.as_ptr());
        let negative = number.is_sign_negative() && !number.is_nan();
        let term = session::with(|session| match float_term(value.as_ptr()) {
            Some(term) => {
                let nan = session.terms.float_is_nan(term);
                let both = [
                    session.terms.not(nan),
                    session.terms.float_is_negative(term),
                ];
                session.terms.and(&both)
            }
            None => session.terms.bool_const(negative),
        });
        object(value.py(), new_boolean(negative, term))
    }
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add_functions!(module, elementary, integer_root, is_negative);
    Ok(())
}
