//! The operators of symbolic floats, and of plain floats that meet symbolic ints.
//!
//! As for ints: the plain result is computed by `float`'s own code, the term beside it, and where an operation
//! raises for some operands, which case it is gets decided first. The term of an int is converted as `float` does it:
//! rounded, or an overflow.

use pef_term::{TermId, Terms};
use pyo3::ffi;
use pyo3::prelude::*;

use super::decide::{Raised, check_frame, concretised, decide};
use super::float_operand::{FloatOperand, new_float};
use super::{Symbolic, float_compare, float_methods, float_power, symbolic};
use crate::raw::extended::extended_size;
use crate::raw::heap_type::{self, Recipe, Slot};
use crate::raw::reference::{new_reference, not_implemented};
use crate::raw::{Object, Owned, float};
use crate::session;

type Binary = unsafe extern "C" fn(Object, Object) -> Object;
type BuildBinary = fn(&mut Terms, TermId, TermId) -> TermId;
type Select = fn(&ffi::PyNumberMethods) -> Option<Binary>;

/// The condition that a float is true.
pub fn nonzero(term: TermId) -> TermId {
    session::with(|session| {
        let zero = session.terms.float_const(0.0);
        let equal = session.terms.float_eq(term, zero);
        session.terms.not(equal)
    })
}

/// A binary operator of `float`.
struct Operator {
    native: Select,
    build: BuildBinary,
    /// Whether it raises for a divisor that is zero.
    divides: bool,
}

/// Whether a subtype of `float` has an operator of its own.
fn overrides(kind: &ffi::PyTypeObject, native: Select) -> bool {
    let of =
        |methods: Option<&ffi::PyNumberMethods>| methods.and_then(native).map(|slot| slot as usize);
    // SAFETY: a type's methods live as long as it does; those of a builtin, for ever.
    unsafe {
        let own = of(kind.tp_as_number.as_ref());
        let replaced = of((*(&raw mut ffi::PyFloat_Type)).tp_as_number.as_ref());
        own != of(Some(float::native())) && own != replaced
    }
}

/// Both operands with their terms.
enum Operands {
    Terms(TermId, TermId),
    /// An int is too large: the builtin raises.
    Overflow,
    /// Another type has a say.
    Foreign,
}

unsafe fn operands(left: Object, right: Object, native: Select) -> Result<Operands, Raised> {
    unsafe {
        let left_operand = FloatOperand::of(left, |kind| overrides(kind, native));
        let right_operand = FloatOperand::of(right, |kind| overrides(kind, native));
        if left_operand == FloatOperand::Foreign || right_operand == FloatOperand::Foreign {
            return Ok(Operands::Foreign);
        }
        check_frame();
        let Some(left) = left_operand.term(left)? else {
            return Ok(Operands::Overflow);
        };
        let Some(right) = right_operand.term(right)? else {
            return Ok(Operands::Overflow);
        };
        Ok(Operands::Terms(left, right))
    }
}

/// Whether an operand is one of this run's values.
///
/// # Safety
/// Both are alive.
#[inline]
pub unsafe fn any_symbolic(left: Object, right: Object) -> bool {
    unsafe { symbolic(left).is_some() || symbolic(right).is_some() }
}

unsafe fn try_binary(operator: &Operator, left: Object, right: Object) -> Result<Object, Raised> {
    unsafe {
        let native = (operator.native)(float::native()).ok_or(Raised)?;
        if !any_symbolic(left, right) {
            return Ok(native(left, right));
        }
        let (left_term, right_term) = match operands(left, right, operator.native)? {
            Operands::Terms(left, right) => (left, right),
            Operands::Overflow => return Ok(native(left, right)),
            Operands::Foreign => return Ok(foreign(left, right)),
        };
        if operator.divides {
            decide_zero(right_term, right)?;
        }
        let value = Owned::new(native(left, right)).ok_or(Raised)?;
        let term =
            session::with(|session| (operator.build)(&mut session.terms, left_term, right_term));
        Ok(new_float(&value, term))
    }
}

/// Leaves an operation to the other operand's type. What a C type with arithmetic of its own (a complex or decimal
/// number) does with the value is not seen.
///
/// # Safety
/// Both are alive.
pub unsafe fn foreign(left: Object, right: Object) -> Object {
    unsafe {
        if is_unknown_number(left) || is_unknown_number(right) {
            concretised(|| "a symbolic number with one of another type".to_owned());
        }
        not_implemented()
    }
}

unsafe fn is_unknown_number(object: Object) -> bool {
    unsafe {
        let kind = ffi::Py_TYPE(object);
        let known = ffi::PyLong_Check(object) != 0
            || ffi::PyFloat_CheckExact(object) != 0
            || kind == super::float_type()
            || crate::raw::classes::is_python_class(kind);
        !known
            && (*kind)
                .tp_as_number
                .as_ref()
                .is_some_and(|methods| methods.nb_add.is_some() || methods.nb_multiply.is_some())
    }
}

/// Decides whether a divisor is zero.
unsafe fn decide_zero(term: TermId, object: Object) -> Result<bool, Raised> {
    unsafe {
        let zero = if ffi::PyFloat_Check(object) != 0 {
            ffi::PyFloat_AS_DOUBLE(object) == 0.0
        } else {
            crate::raw::long::is_zero(object)
        };
        let condition = session::with(|session| {
            let constant = session.terms.float_const(0.0);
            session.terms.float_eq(term, constant)
        });
        decide(condition, zero)
    }
}

macro_rules! binary_slots {
    ($($name:ident: $slot:ident, $build:expr, $divides:expr;)*) => {
        $(pub unsafe extern "C" fn $name(left: Object, right: Object) -> Object {
            const OPERATOR: Operator =
                Operator { native: |number| number.$slot, build: $build, divides: $divides };
            unsafe { try_binary(&OPERATOR, left, right) }.unwrap_or(std::ptr::null_mut())
        })*
    };
}

binary_slots! {
    add: nb_add, Terms::float_add, false;
    subtract: nb_subtract, Terms::float_sub, false;
    multiply: nb_multiply, Terms::float_mul, false;
    true_divide: nb_true_divide, Terms::float_div, true;
    floor_divide: nb_floor_divide, Terms::float_floor_div, true;
    remainder: nb_remainder, Terms::float_mod, true;
}

pub unsafe extern "C" fn divide_modulo(left: Object, right: Object) -> Object {
    unsafe { try_divide_modulo(left, right) }.unwrap_or(std::ptr::null_mut())
}

unsafe fn try_divide_modulo(left: Object, right: Object) -> Result<Object, Raised> {
    unsafe {
        let native = float::native().nb_divmod.ok_or(Raised)?;
        if !any_symbolic(left, right) {
            return Ok(native(left, right));
        }
        let (left_term, right_term) = match operands(left, right, |number| number.nb_divmod)? {
            Operands::Terms(left, right) => (left, right),
            Operands::Overflow => return Ok(native(left, right)),
            Operands::Foreign => return Ok(foreign(left, right)),
        };
        decide_zero(right_term, right)?;
        let value = Owned::new(native(left, right)).ok_or(Raised)?;
        let part = |index, term| {
            let plain = Owned::borrowed(ffi::PyTuple_GET_ITEM(value.get(), index));
            Owned::new(new_float(&plain, term)).ok_or(Raised)
        };
        let (quotient, modulo) = session::with(|session| {
            (
                session.terms.float_floor_div(left_term, right_term),
                session.terms.float_mod(left_term, right_term),
            )
        });
        let (quotient, modulo) = (part(0, quotient)?, part(1, modulo)?);
        Ok(ffi::PyTuple_Pack(2, quotient.get(), modulo.get()))
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
        let Some(Symbolic::Float(term)) = symbolic(object) else {
            return value.release();
        };
        check_frame();
        let term = session::with(|session| build(&mut session.terms, term));
        new_float(&value, term)
    }
}

unsafe extern "C" fn negative(object: Object) -> Object {
    unsafe { unary(object, float::native().nb_negative, Terms::float_neg) }
}

unsafe extern "C" fn absolute(object: Object) -> Object {
    unsafe { unary(object, float::native().nb_absolute, Terms::float_abs) }
}

/// `+x` is the very object, as for plain floats.
unsafe extern "C" fn positive(object: Object) -> Object {
    unsafe { new_reference(object) }
}

unsafe extern "C" fn truth(object: Object) -> i32 {
    unsafe {
        if symbolic(object).is_some() {
            check_frame();
        } else {
            return i32::from(ffi::PyFloat_AS_DOUBLE(object) != 0.0);
        }
        match super::decide::truth(object, |session| session.sites.here()) {
            Ok(side) => i32::from(side),
            Err(Raised) => -1,
        }
    }
}

/// Notes that C code took the plain value, and calls the slot of the builtin.
macro_rules! plain_slots {
    ($($name:ident: $slot:ident, $what:literal;)*) => {
        $(unsafe extern "C" fn $name(object: Object) -> Object {
            unsafe {
                if symbolic(object).is_some() {
                    concretised(|| concat!("a symbolic float was ", $what).to_owned());
            super::decide::fix_value(object);
                }
                let Some(plain) = Owned::new(super::plain(object)) else {
                    return std::ptr::null_mut();
                };
                float::native()
                    .$slot
                    .map_or(std::ptr::null_mut(), |native| native(plain.get()))
            }
        })*
    };
}

plain_slots! {
    to_int: nb_int, "converted to an int by C code";
    to_float: nb_float, "converted by C code";
}

unsafe extern "C" fn represent(object: Object) -> Object {
    unsafe {
        if symbolic(object).is_some() {
            concretised(|| "a symbolic float was converted to text".to_owned());
            super::decide::fix_value(object);
        }
        (*(&raw mut ffi::PyFloat_Type))
            .tp_repr
            .map_or(std::ptr::null_mut(), |native| native(object))
    }
}

unsafe extern "C" fn hash(object: Object) -> ffi::Py_hash_t {
    unsafe {
        if symbolic(object).is_some() {
            super::decide::hashed(object, "a symbolic float was hashed");
        }
        (*(&raw mut ffi::PyFloat_Type))
            .tp_hash
            .map_or(-1, |native| native(object))
    }
}

/// Calling the type of a symbolic value, which only code that is not rewritten can get at, makes a plain one.
unsafe extern "C" fn make_plain(
    _kind: *mut ffi::PyTypeObject,
    arguments: Object,
    keywords: Object,
) -> Object {
    unsafe {
        let float = &raw mut ffi::PyFloat_Type;
        (*float).tp_new.map_or(std::ptr::null_mut(), |make| {
            make(float, arguments, keywords)
        })
    }
}

pub fn make_type(python: Python<'_>) -> PyResult<*mut ffi::PyTypeObject> {
    let slots: [Slot; 20] = [
        (ffi::Py_nb_add, add as *mut _),
        (ffi::Py_nb_subtract, subtract as *mut _),
        (ffi::Py_nb_multiply, multiply as *mut _),
        (ffi::Py_nb_true_divide, true_divide as *mut _),
        (ffi::Py_nb_floor_divide, floor_divide as *mut _),
        (ffi::Py_nb_remainder, remainder as *mut _),
        (ffi::Py_nb_divmod, divide_modulo as *mut _),
        (ffi::Py_nb_power, float_power::power as *mut _),
        (ffi::Py_nb_negative, negative as *mut _),
        (ffi::Py_nb_positive, positive as *mut _),
        (ffi::Py_nb_absolute, absolute as *mut _),
        (ffi::Py_nb_bool, truth as *mut _),
        (ffi::Py_nb_int, to_int as *mut _),
        (ffi::Py_nb_float, to_float as *mut _),
        (ffi::Py_tp_repr, represent as *mut _),
        (ffi::Py_tp_str, represent as *mut _),
        (ffi::Py_tp_hash, hash as *mut _),
        (ffi::Py_tp_richcompare, float_compare::compare as *mut _),
        (ffi::Py_tp_new, make_plain as *mut _),
        (ffi::Py_tp_dealloc, heap_type::deallocate as *mut _),
    ];
    let recipe = Recipe {
        name: c"float",
        base: &raw mut ffi::PyFloat_Type,
        // SAFETY: all floats have one size.
        basic_size: unsafe { extended_size(&raw mut ffi::PyFloat_Type) },
        slots: &slots,
        methods: float_methods::METHODS,
        getters: float_methods::GETTERS,
        vectorcall_offset: None,
    };
    // SAFETY: each function above has the signature of its slot.
    unsafe { heap_type::make(python, &recipe) }
}
