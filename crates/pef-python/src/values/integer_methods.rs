//! The methods and attributes of symbolic ints and bools.

use std::ffi::{CStr, c_void};

use pef_term::{TermId, Terms};
use pyo3::ffi;

use super::decide::{Raised, concretised, decide, raise_stop};
use super::integer::integer_term;
use super::number::new_integer;
use super::symbolic;
use crate::raw::heap_type::{Getter, Method, MethodFunction};
use crate::raw::reference::new_reference;
use crate::raw::{Object, Owned};
use crate::session;

/// Makes the run depend on the present value of a term: other values are other paths.
///
/// # Safety
/// `value` is an `int` whose value the term has in this run.
pub unsafe fn settle_term(term: TermId, value: Object) -> Result<(), Raised> {
    // Reading a large int calls its methods, which use the session themselves.
    let value = unsafe { super::convert::integer_of(value) };
    session::with(|session| {
        let value = session.terms.int_const(value);
        let site = unsafe { session.sites.here() };
        session.decide_value(term, value, site)
    })
    .map_err(raise_stop)
}

/// The plain value of a number on which the shape of a result depends; other values are other paths.
///
/// # Safety
/// `object` is alive.
pub unsafe fn settle(object: Object) -> Result<Owned, Raised> {
    unsafe {
        if let Some(term) = integer_term(object) {
            settle_term(term, object)?;
        } else if let Some(term) = super::float_methods::float_term(object) {
            super::float_operand::settle_float(term, object)?;
        }
        Owned::new(super::plain(object)).ok_or(Raised)
    }
}

/// The int itself: for a bool, the int it stands for.
unsafe extern "C" fn itself(object: Object, _: Object) -> Object {
    unsafe {
        let Some(value) = Owned::new(crate::raw::long::plain(object)) else {
            return std::ptr::null_mut();
        };
        match integer_term(object) {
            Some(term) => new_integer(&value, term),
            None => value.release(),
        }
    }
}

unsafe extern "C" fn get_itself(object: Object, _: *mut c_void) -> Object {
    unsafe { itself(object, std::ptr::null_mut()) }
}

unsafe extern "C" fn get_zero(_: Object, _: *mut c_void) -> Object {
    unsafe { ffi::PyLong_FromLong(0) }
}

unsafe extern "C" fn get_one(_: Object, _: *mut c_void) -> Object {
    unsafe { ffi::PyLong_FromLong(1) }
}

unsafe extern "C" fn get_class(object: Object, _: *mut c_void) -> Object {
    unsafe {
        let class = if ffi::Py_TYPE(object) == super::boolean_type() {
            &raw mut ffi::PyBool_Type
        } else {
            &raw mut ffi::PyLong_Type
        };
        new_reference(class.cast())
    }
}

/// Immutable values copy to themselves.
unsafe extern "C" fn copy(object: Object, _: Object) -> Object {
    unsafe { new_reference(object) }
}

/// Calls the builtin's method of that name on the plain value.
///
/// # Safety
/// `object` is one of our values; `keywords` is null or a tuple of names for the last arguments.
pub unsafe fn call_plain(
    object: Object,
    name: &CStr,
    arguments: &[Object],
    keywords: Object,
) -> Object {
    unsafe {
        let Some(value) = Owned::new(super::plain(object)) else {
            return std::ptr::null_mut();
        };
        let Some(method) = Owned::new(ffi::PyObject_GetAttrString(value.get(), name.as_ptr()))
        else {
            return std::ptr::null_mut();
        };
        super::blind_call::call_with_plain_arguments(method.get(), arguments, keywords)
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
            unsafe {
                if symbolic(object).is_some() {
                    concretised(|| format!("{} of a symbolic int", $name.to_string_lossy()));
                }
                let arguments = crate::raw::call::arguments(arguments, count, keywords);
                call_plain(object, $name, arguments, keywords)
            }
        })*
    };
}

concretising_methods! {
    to_bytes: c"to_bytes";
    format: c"__format__";
    reduce: c"__reduce_ex__";
    new_arguments: c"__getnewargs__";
}

unsafe extern "C" fn bit_length(object: Object, _: Object) -> Object {
    unsafe {
        let Some(value) = Owned::new(call_plain(object, c"bit_length", &[], std::ptr::null_mut()))
        else {
            return std::ptr::null_mut();
        };
        match integer_term(object) {
            Some(term) => {
                let term = session::with(|session| session.terms.bit_length(term));
                new_integer(&value, term)
            }
            None => value.release(),
        }
    }
}

unsafe extern "C" fn integer_ratio(object: Object, _: Object) -> Object {
    unsafe {
        let Some(numerator) = Owned::new(itself(object, std::ptr::null_mut())) else {
            return std::ptr::null_mut();
        };
        let Some(denominator) = Owned::new(ffi::PyLong_FromLong(1)) else {
            return std::ptr::null_mut();
        };
        ffi::PyTuple_Pack(2, numerator.get(), denominator.get())
    }
}

#[cfg(Py_3_12)]
unsafe extern "C" fn is_integer(_: Object, _: Object) -> Object {
    unsafe { crate::raw::reference::new_bool(true) }
}

/// `round(x, digits)`: only a negative number of digits changes an int.
unsafe extern "C" fn round(
    object: Object,
    arguments: *mut Object,
    count: ffi::Py_ssize_t,
) -> Object {
    unsafe { try_round(object, arguments, count) }.unwrap_or(std::ptr::null_mut())
}

unsafe fn try_round(
    object: Object,
    arguments: *const Object,
    count: ffi::Py_ssize_t,
) -> Result<Object, Raised> {
    unsafe {
        if count == 0 || (count == 1 && *arguments == ffi::Py_None()) {
            return Ok(itself(object, std::ptr::null_mut()));
        }
        let digits = *arguments;
        if count == 1 && ffi::PyLong_Check(digits) != 0 {
            let mut overflow = 0;
            let plain_digits = ffi::PyLong_AsLongAndOverflow(digits, &raw mut overflow);
            let negative = overflow < 0 || (overflow == 0 && plain_digits < 0);
            if let Some(term) = integer_term(digits) {
                let condition = session::with(|session| {
                    let zero = session.terms.int_const(0);
                    session.terms.lt(term, zero)
                });
                decide(condition, negative)?;
            }
            if !negative {
                return Ok(itself(object, std::ptr::null_mut()));
            }
            // Beyond a few digits the powers of ten only make numbers large; the plain result is right anyway.
            if overflow == 0 && plain_digits >= -18 {
                settle(digits)?;
                if let Some(term) = integer_term(object) {
                    return round_to_power(object, term, 10_i64.pow(-plain_digits as u32), digits);
                }
            }
        }
        if symbolic(object).is_some() {
            concretised(|| "__round__ of a symbolic int".to_owned());
        }
        let arguments = std::slice::from_raw_parts(arguments, count as usize);
        Ok(call_plain(
            object,
            c"__round__",
            arguments,
            std::ptr::null_mut(),
        ))
    }
}

/// Rounds to a multiple of `unit`, halves to the even multiple.
unsafe fn round_to_power(
    object: Object,
    term: TermId,
    unit: i64,
    digits: Object,
) -> Result<Object, Raised> {
    unsafe {
        let value = Owned::new(call_plain(
            object,
            c"__round__",
            &[digits],
            std::ptr::null_mut(),
        ))
        .ok_or(Raised)?;
        let rounded = session::with(|session| half_even(&mut session.terms, term, unit));
        Ok(new_integer(&value, rounded))
    }
}

fn half_even(terms: &mut Terms, term: TermId, unit: i64) -> TermId {
    let unit_term = terms.int_const(unit);
    let half = terms.int_const(unit / 2);
    let two = terms.int_const(2);
    let zero = terms.int_const(0);
    let quotient = terms.floor_div(term, unit_term);
    let rest = terms.modulo(term, unit_term);
    let parity = terms.modulo(quotient, two);
    let odd = terms.ne(parity, zero);
    let more = terms.gt(rest, half);
    let exactly = terms.eq(rest, half);
    let half_up = terms.and(&[exactly, odd]);
    let up = terms.or(&[more, half_up]);
    let step = terms.int_of_bool(up);
    let multiple = terms.add(quotient, step);
    terms.mul(multiple, unit_term)
}

use MethodFunction::{FastKeywords, NoArguments, OneArgument};

pub const METHODS: &[Method] = &[
    Method {
        name: c"as_integer_ratio",
        function: NoArguments(integer_ratio),
    },
    Method {
        name: c"bit_length",
        function: NoArguments(bit_length),
    },
    Method {
        name: c"conjugate",
        function: NoArguments(itself),
    },
    #[cfg(Py_3_12)]
    Method {
        name: c"is_integer",
        function: NoArguments(is_integer),
    },
    Method {
        name: c"to_bytes",
        function: FastKeywords(to_bytes),
    },
    Method {
        name: c"__ceil__",
        function: NoArguments(itself),
    },
    Method {
        name: c"__floor__",
        function: NoArguments(itself),
    },
    Method {
        name: c"__trunc__",
        function: NoArguments(itself),
    },
    Method {
        name: c"__round__",
        function: MethodFunction::Fast(round),
    },
    Method {
        name: c"__format__",
        function: FastKeywords(format),
    },
    Method {
        name: c"__copy__",
        function: NoArguments(copy),
    },
    Method {
        name: c"__deepcopy__",
        function: OneArgument(copy),
    },
    Method {
        name: c"__reduce_ex__",
        function: FastKeywords(reduce),
    },
    Method {
        name: c"__getnewargs__",
        function: FastKeywords(new_arguments),
    },
];

pub const GETTERS: &[Getter] = &[
    Getter {
        name: c"real",
        get: get_itself,
    },
    Getter {
        name: c"numerator",
        get: get_itself,
    },
    Getter {
        name: c"imag",
        get: get_zero,
    },
    Getter {
        name: c"denominator",
        get: get_one,
    },
    Getter {
        name: c"__class__",
        get: get_class,
    },
];
