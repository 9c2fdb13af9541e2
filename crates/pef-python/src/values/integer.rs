//! The operators of symbolic ints (and, where they are those of `int`, of symbolic bools).
//!
//! Every operator computes its plain result with `int`'s own code, so a value can never be wrong, and its term
//! beside it. Where an operation is undefined for some operands (division by zero), which case it is gets
//! decided first; what `int` then raises is what the program sees.

use pef_term::{TermId, Terms};
use pyo3::ffi;
use pyo3::prelude::*;

use super::decide::{Raised, check_frame, concretised, decide};
use super::float_operand::{new_float, overflow_limit};
use super::number::{Operand, new_boolean, new_integer, operand, term_of};
use super::priority;
use super::{Symbolic, float, float_compare, float_power, symbolic};
use crate::raw::heap_type::{self, Recipe, Slot};
use crate::raw::reference::not_implemented;
use crate::raw::{Object, Owned, long, native};
use crate::session;
use crate::values::written::{self, Written};

type Binary = unsafe extern "C" fn(Object, Object) -> Object;
type BuildBinary = fn(&mut Terms, TermId, TermId) -> TermId;

/// A binary operator of `int`.
struct Operator {
    native: fn(&ffi::PyNumberMethods) -> Option<Binary>,
    build: BuildBinary,
    guard: Guard,
    /// The operator of `float`, if it has it.
    floats: Option<Binary>,
}

/// What must be decided before the operator's term makes sense.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Guard {
    None,
    NonZeroDivisor,
    NonNegativeCount,
}

/// Both operands with their terms, or nothing when another type has a say.
unsafe fn operands(
    left: Object,
    right: Object,
    native: fn(&ffi::PyNumberMethods) -> Option<Binary>,
) -> Option<(TermId, TermId)> {
    unsafe {
        let overrides = |kind: &ffi::PyTypeObject| {
            let own = kind
                .tp_as_number
                .as_ref()
                .and_then(native)
                .map(|slot| slot as usize);
            let inherited = (*(&raw mut ffi::PyLong_Type))
                .tp_as_number
                .as_ref()
                .and_then(native);
            own != native(long::native()).map(|slot| slot as usize)
                && own != inherited.map(|slot| slot as usize)
        };
        let left_operand = operand(left, overrides);
        let right_operand = operand(right, overrides);
        if left_operand == Operand::Foreign || right_operand == Operand::Foreign {
            return None;
        }
        Some(session::with(|session| {
            (
                term_of(session, left_operand, left),
                term_of(session, right_operand, right),
            )
        }))
    }
}

/// Whether an operand of arithmetic is one of this run's values.
unsafe fn any_symbolic(left: Object, right: Object) -> bool {
    unsafe { symbolic(left).is_some() || symbolic(right).is_some() }
}

unsafe fn binary(operator: &Operator, left: Object, right: Object) -> Object {
    unsafe { try_binary(operator, left, right) }.unwrap_or(std::ptr::null_mut())
}

unsafe fn try_binary(operator: &Operator, left: Object, right: Object) -> Result<Object, Raised> {
    unsafe {
        let native = (operator.native)(long::native()).ok_or(Raised)?;
        if !any_symbolic(left, right) {
            return Ok(native(left, right));
        }
        let Some((left_term, right_term)) = operands(left, right, operator.native) else {
            return Ok(foreign(left, right, operator.floats));
        };
        check_frame();
        match operator.guard {
            Guard::None => {}
            Guard::NonZeroDivisor => {
                decide_sign(
                    right_term,
                    |terms, term, zero| terms.eq(term, zero),
                    long::is_zero(right),
                )?;
            }
            Guard::NonNegativeCount => {
                decide_sign(
                    right_term,
                    |terms, term, zero| terms.lt(term, zero),
                    is_negative(right),
                )?;
            }
        }
        let Some(value) = Owned::new(native(left, right)) else {
            return Err(Raised);
        };
        let term =
            session::with(|session| (operator.build)(&mut session.terms, left_term, right_term));
        Ok(new_integer(&value, term))
    }
}

/// Decides a comparison of a term with zero.
unsafe fn decide_sign(term: TermId, build: BuildBinary3, side: bool) -> Result<bool, Raised> {
    let condition = session::with(|session| {
        let zero = session.terms.int_const(0);
        build(&mut session.terms, term, zero)
    });
    unsafe { decide(condition, side) }
}

type BuildBinary3 = fn(&mut Terms, TermId, TermId) -> TermId;

unsafe fn is_negative(object: Object) -> bool {
    let mut overflow = 0;
    let value = unsafe { ffi::PyLong_AsLongAndOverflow(object, &raw mut overflow) };
    overflow < 0 || (overflow == 0 && value < 0)
}

/// Leaves an operation to the other operand's type. The operators of floats are called at once: those of plain floats
/// would read the value.
unsafe fn foreign(left: Object, right: Object, floats: Option<Binary>) -> Object {
    unsafe {
        match floats {
            Some(operator) if ffi::PyFloat_Check(left) != 0 || ffi::PyFloat_Check(right) != 0 => {
                operator(left, right)
            }
            _ => float::foreign(left, right),
        }
    }
}

macro_rules! binary_slots {
    ($($name:ident: $slot:ident, $build:expr, $guard:expr, $floats:expr;)*) => {
        $(pub unsafe extern "C" fn $name(left: Object, right: Object) -> Object {
            const OPERATOR: Operator =
                Operator { native: |number| number.$slot, build: $build, guard: $guard, floats: $floats };
            unsafe { binary(&OPERATOR, left, right) }
        })*
    };
}

binary_slots! {
    add: nb_add, Terms::add, Guard::None, Some(float::add);
    subtract: nb_subtract, Terms::sub, Guard::None, Some(float::subtract);
    multiply_int: nb_multiply, Terms::mul, Guard::None, Some(float::multiply);
    floor_divide: nb_floor_divide, Terms::floor_div, Guard::NonZeroDivisor, Some(float::floor_divide);
    remainder: nb_remainder, Terms::modulo, Guard::NonZeroDivisor, Some(float::remainder);
    left_shift: nb_lshift, Terms::shl, Guard::NonNegativeCount, None;
    right_shift: nb_rshift, Terms::shr, Guard::NonNegativeCount, None;
    bit_and: nb_and, Terms::bit_and, Guard::None, None;
    bit_or: nb_or, Terms::bit_or, Guard::None, None;
    bit_xor: nb_xor, Terms::bit_xor, Guard::None, None;
}

/// `*` is also how sequences are repeated, and they leave it to us when the count is symbolic.
unsafe extern "C" fn multiply(left: Object, right: Object) -> Object {
    unsafe {
        let (sequence, count) = if ffi::PyLong_Check(left) != 0 {
            (right, left)
        } else {
            (left, right)
        };
        let kind = ffi::Py_TYPE(sequence);
        let repeats = ffi::PyLong_Check(sequence) == 0
            && (*kind)
                .tp_as_sequence
                .as_ref()
                .is_some_and(|methods| methods.sq_repeat.is_some())
            && (*kind)
                .tp_as_number
                .as_ref()
                .is_none_or(|methods| methods.nb_multiply.is_none());
        if repeats {
            repeat(sequence, count).unwrap_or(std::ptr::null_mut())
        } else {
            multiply_int(left, right)
        }
    }
}

/// `sequence * count`: the count decides the shape, so it has to have its value; all counts below one are alike.
unsafe fn repeat(sequence: Object, count: Object) -> Result<Object, Raised> {
    unsafe {
        if let Operand::Symbolic(term) = operand(count, |_| false) {
            let none = decide_sign(
                term,
                |terms, term, zero| terms.le(term, zero),
                !is_positive(count),
            )?;
            if !none {
                super::integer_methods::settle_term(term, count)?;
            }
        }
        let plain = Owned::new(super::plain(count)).ok_or(Raised)?;
        Ok(ffi::PySequence_Repeat(
            sequence,
            ffi::PyLong_AsSsize_t(plain.get()),
        ))
    }
}

unsafe fn is_positive(object: Object) -> bool {
    unsafe { !is_negative(object) && !long::is_zero(object) }
}

/// `/` gives a float: the exact quotient rounded once, or an overflow.
unsafe extern "C" fn true_divide(left: Object, right: Object) -> Object {
    unsafe { try_true_divide(left, right) }.unwrap_or(std::ptr::null_mut())
}

unsafe fn try_true_divide(left: Object, right: Object) -> Result<Object, Raised> {
    unsafe {
        let native = long::native().nb_true_divide.ok_or(Raised)?;
        if !any_symbolic(left, right) {
            return Ok(native(left, right));
        }
        let Some((dividend, divisor)) = operands(left, right, |number| number.nb_true_divide)
        else {
            return Ok(foreign(left, right, Some(float::true_divide)));
        };
        check_frame();
        let zero = long::is_zero(right);
        decide_sign(divisor, |terms, term, zero| terms.eq(term, zero), zero)?;
        if zero {
            return Ok(native(left, right));
        }
        let overflows = super::convert::integer_of(left)
            .true_div(&super::convert::integer_of(right))
            .is_none();
        let condition = session::with(|session| {
            let terms = &mut session.terms;
            let (left, right) = (terms.abs(dividend), terms.abs(divisor));
            let largest = terms.scale(right, &overflow_limit());
            terms.ge(left, largest)
        });
        if decide(condition, overflows)? {
            return Ok(native(left, right));
        }
        let value = Owned::new(native(left, right)).ok_or(Raised)?;
        let term = session::with(|session| session.terms.int_quotient(dividend, divisor));
        Ok(new_float(&value, term))
    }
}

unsafe extern "C" fn divide_modulo(left: Object, right: Object) -> Object {
    unsafe {
        if any_symbolic(left, right) && operands(left, right, |number| number.nb_divmod).is_none() {
            return foreign(left, right, Some(float::divide_modulo));
        }
        let Some(quotient) = Owned::new(floor_divide(left, right)) else {
            return std::ptr::null_mut();
        };
        if quotient.get() == ffi::Py_NotImplemented() {
            return quotient.release();
        }
        let Some(modulo) = Owned::new(remainder(left, right)) else {
            return std::ptr::null_mut();
        };
        ffi::PyTuple_Pack(2, quotient.get(), modulo.get())
    }
}

/// `**`, and `pow` with a modulus.
unsafe extern "C" fn power(base: Object, exponent: Object, modulus: Object) -> Object {
    unsafe { try_power(base, exponent, modulus) }.unwrap_or(std::ptr::null_mut())
}

unsafe fn try_power(base: Object, exponent: Object, modulus: Object) -> Result<Object, Raised> {
    unsafe {
        let native = long::native().nb_power.ok_or(Raised)?;
        let with_modulus = modulus != ffi::Py_None();
        if !(any_symbolic(base, exponent) || with_modulus && symbolic(modulus).is_some()) {
            return Ok(native_power(native, base, exponent, modulus));
        }
        let overrides = |_: &ffi::PyTypeObject| false;
        let (base_operand, exponent_operand) =
            (operand(base, overrides), operand(exponent, overrides));
        if base_operand == Operand::Foreign || exponent_operand == Operand::Foreign {
            return if ffi::PyFloat_Check(base) != 0 || ffi::PyFloat_Check(exponent) != 0 {
                float_power::try_power(base, exponent, modulus)
            } else {
                Ok(float::foreign(base, exponent))
            };
        }
        check_frame();
        let (base_term, exponent_term) = session::with(|session| {
            (
                term_of(session, base_operand, base),
                term_of(session, exponent_operand, exponent),
            )
        });
        if with_modulus {
            return power_modulo(native, [base, exponent, modulus], base_term, exponent_term);
        }
        let negative = decide_sign(
            exponent_term,
            |terms, term, zero| terms.lt(term, zero),
            is_negative(exponent),
        )?;
        if negative {
            return float_power::try_power(base, exponent, modulus);
        }
        let value = Owned::new(native_power(native, base, exponent, modulus)).ok_or(Raised)?;
        let term = session::with(|session| session.terms.pow(base_term, exponent_term));
        Ok(new_integer(&value, term))
    }
}

/// `int`'s own power of the plain values: for a negative exponent it asks `float`, which would ask us again.
unsafe fn native_power(
    native: unsafe extern "C" fn(Object, Object, Object) -> Object,
    base: Object,
    exponent: Object,
    modulus: Object,
) -> Object {
    unsafe {
        let (Some(base), Some(exponent), Some(modulus)) = (
            Owned::new(super::plain(base)),
            Owned::new(super::plain(exponent)),
            Owned::new(super::plain(modulus)),
        ) else {
            return std::ptr::null_mut();
        };
        native(base.get(), exponent.get(), modulus.get())
    }
}

unsafe fn power_modulo(
    native: unsafe extern "C" fn(Object, Object, Object) -> Object,
    [base, exponent, modulus]: [Object; 3],
    base_term: TermId,
    exponent_term: TermId,
) -> Result<Object, Raised> {
    unsafe {
        let modulus_operand = operand(modulus, |_| false);
        if modulus_operand == Operand::Foreign {
            return Ok(not_implemented());
        }
        let modulus_term = session::with(|session| term_of(session, modulus_operand, modulus));
        decide_sign(
            modulus_term,
            |terms, term, zero| terms.eq(term, zero),
            long::is_zero(modulus),
        )?;
        if long::is_zero(modulus) {
            return Ok(native_power(native, base, exponent, modulus));
        }
        let negative = decide_sign(
            exponent_term,
            |terms, term, zero| terms.lt(term, zero),
            is_negative(exponent),
        )?;
        if negative {
            let mut arguments = [base, exponent, modulus];
            return Ok(ffi::PyObject_Vectorcall(
                written::model(Written::Inverse),
                arguments.as_mut_ptr(),
                arguments.len(),
                std::ptr::null_mut(),
            ));
        }
        let value = Owned::new(native_power(native, base, exponent, modulus));
        let term = session::with(|session| {
            let power = session.terms.pow(base_term, exponent_term);
            session.terms.modulo(power, modulus_term)
        });
        Ok(new_integer(&value.ok_or(Raised)?, term))
    }
}

unsafe fn unary(
    object: Object,
    native: Option<unsafe extern "C" fn(Object) -> Object>,
    build: fn(&mut Terms, TermId) -> TermId,
) -> Object {
    unsafe {
        let Some(value) = native.and_then(|native| Owned::new(native(object))) else {
            return std::ptr::null_mut();
        };
        let Operand::Symbolic(term) = operand(object, |_| false) else {
            return value.release();
        };
        check_frame();
        let term = session::with(|session| build(&mut session.terms, term));
        new_integer(&value, term)
    }
}

unsafe extern "C" fn negative(object: Object) -> Object {
    unsafe { unary(object, long::native().nb_negative, Terms::neg) }
}

unsafe extern "C" fn positive(object: Object) -> Object {
    unsafe { unary(object, long::native().nb_positive, |_, term| term) }
}

unsafe extern "C" fn absolute(object: Object) -> Object {
    unsafe { unary(object, long::native().nb_absolute, Terms::abs) }
}

unsafe extern "C" fn invert(object: Object) -> Object {
    unsafe { unary(object, long::native().nb_invert, Terms::invert) }
}

pub unsafe extern "C" fn truth(object: Object) -> i32 {
    unsafe {
        if symbolic(object).is_none() {
            return i32::from(!long::is_zero(object));
        }
        check_frame();
        match super::decide::truth(object, |session| session.sites.here()) {
            Ok(side) => i32::from(side),
            Err(Raised) => -1,
        }
    }
}

/// `int(x)` from C code takes the plain value.
pub unsafe extern "C" fn to_int(object: Object) -> Object {
    unsafe {
        if symbolic(object).is_some() {
            concretised(|| "a symbolic int was converted by C code".to_owned());
            super::decide::fix_value(object);
        }
        long::plain(object)
    }
}

unsafe extern "C" fn to_float(object: Object) -> Object {
    unsafe {
        if symbolic(object).is_some() {
            concretised(|| "a symbolic int was converted to float".to_owned());
            super::decide::fix_value(object);
        }
        long::native()
            .nb_float
            .map_or(std::ptr::null_mut(), |native| native(object))
    }
}

pub unsafe extern "C" fn hash(object: Object) -> ffi::Py_hash_t {
    unsafe {
        if symbolic(object).is_some() {
            super::decide::hashed(object, "a symbolic int was hashed");
        }
        (*(&raw mut ffi::PyLong_Type))
            .tp_hash
            .map_or(-1, |native| native(object))
    }
}

/// Says that a number becomes text, which the interpreter refuses for numbers of very many digits.
///
/// # Safety
/// `object` is alive.
pub unsafe fn becomes_text(object: Object) {
    if let Some(term) = unsafe { integer_term(object) } {
        session::with(|session| session.becomes_text(term));
    }
}

unsafe extern "C" fn represent(object: Object) -> Object {
    unsafe {
        if symbolic(object).is_some() {
            concretised(|| "a symbolic int was converted to text".to_owned());
            super::decide::fix_value(object);
        }
        (*(&raw mut ffi::PyLong_Type))
            .tp_repr
            .map_or(std::ptr::null_mut(), |native| native(object))
    }
}

pub unsafe extern "C" fn compare(left: Object, right: Object, relation: i32) -> Object {
    unsafe {
        let native = long::native_compare();
        let overrides =
            |kind: &ffi::PyTypeObject| !priority::inherits_comparison(native::Class::Int, kind);
        let (left_operand, right_operand) = (operand(left, overrides), operand(right, overrides));
        if left_operand == Operand::Foreign || right_operand == Operand::Foreign {
            return if ffi::PyFloat_Check(left) != 0 || ffi::PyFloat_Check(right) != 0 {
                float_compare::compare(left, right, relation)
            } else {
                float::foreign(left, right)
            };
        }
        let Some(value) = Owned::new(native(left, right, relation)) else {
            return std::ptr::null_mut();
        };
        if left_operand == Operand::Plain && right_operand == Operand::Plain {
            return value.release();
        }
        check_frame();
        let term = session::with(|session| {
            let left = term_of(session, left_operand, left);
            let right = term_of(session, right_operand, right);
            let terms = &mut session.terms;
            match relation {
                ffi::Py_LT => terms.lt(left, right),
                ffi::Py_LE => terms.le(left, right),
                ffi::Py_EQ => terms.eq(left, right),
                ffi::Py_NE => terms.ne(left, right),
                ffi::Py_GT => terms.gt(left, right),
                _ => terms.ge(left, right),
            }
        });
        new_boolean(value.get() == ffi::Py_True(), term)
    }
}

/// Calling the type of a symbolic value, which only code that is not rewritten can get at, makes a plain one.
pub unsafe extern "C" fn make_plain(
    _kind: *mut ffi::PyTypeObject,
    arguments: Object,
    keywords: Object,
) -> Object {
    unsafe {
        let int = &raw mut ffi::PyLong_Type;
        (*int)
            .tp_new
            .map_or(std::ptr::null_mut(), |make| make(int, arguments, keywords))
    }
}

/// The slots that symbolic ints and bools have in common.
pub fn shared_slots() -> Vec<Slot> {
    vec![
        (ffi::Py_nb_add, add as *mut _),
        (ffi::Py_nb_subtract, subtract as *mut _),
        (ffi::Py_nb_multiply, multiply as *mut _),
        (ffi::Py_nb_floor_divide, floor_divide as *mut _),
        (ffi::Py_nb_true_divide, true_divide as *mut _),
        (ffi::Py_nb_remainder, remainder as *mut _),
        (ffi::Py_nb_divmod, divide_modulo as *mut _),
        (ffi::Py_nb_power, power as *mut _),
        (ffi::Py_nb_lshift, left_shift as *mut _),
        (ffi::Py_nb_rshift, right_shift as *mut _),
        (ffi::Py_nb_negative, negative as *mut _),
        (ffi::Py_nb_positive, positive as *mut _),
        (ffi::Py_nb_absolute, absolute as *mut _),
        (ffi::Py_nb_invert, invert as *mut _),
        (ffi::Py_nb_bool, truth as *mut _),
        (ffi::Py_nb_int, to_int as *mut _),
        (ffi::Py_nb_index, to_int as *mut _),
        (ffi::Py_nb_float, to_float as *mut _),
        (ffi::Py_tp_hash, hash as *mut _),
        (ffi::Py_tp_richcompare, compare as *mut _),
        (ffi::Py_tp_new, make_plain as *mut _),
        (ffi::Py_tp_dealloc, heap_type::deallocate as *mut _),
    ]
}

pub fn make_type(python: Python<'_>) -> PyResult<*mut ffi::PyTypeObject> {
    let mut slots = shared_slots();
    slots.extend([
        (ffi::Py_nb_and, bit_and as *mut _),
        (ffi::Py_nb_or, bit_or as *mut _),
        (ffi::Py_nb_xor, bit_xor as *mut _),
        (ffi::Py_tp_repr, represent as *mut _),
        (ffi::Py_tp_str, represent as *mut _),
    ]);
    let recipe = Recipe {
        name: c"int",
        base: &raw mut ffi::PyLong_Type,
        basic_size: 0,
        slots: &slots,
        methods: super::integer_methods::METHODS,
        getters: super::integer_methods::GETTERS,
        vectorcall_offset: None,
    };
    // SAFETY: each function above has the signature of its slot.
    unsafe { heap_type::make(python, &recipe) }
}

/// Whether an object is symbolic with an int's term; used by models.
///
/// # Safety
/// `object` is alive.
pub unsafe fn integer_term(object: Object) -> Option<TermId> {
    match unsafe { symbolic(object) } {
        Some(Symbolic::Int(term)) => Some(term),
        Some(Symbolic::Bool(term)) => {
            Some(session::with(|session| session.terms.int_of_bool(term)))
        }
        Some(Symbolic::Float(_) | Symbolic::Text(_) | Symbolic::Octets(_)) | None => None,
    }
}
