//! `s |= t` and its like where the right operand is a set or dictionary of ours and the left is an ordinary one.
//!
//! An operator in place asks the left operand alone, whose code would read the table of the right one. So these slots
//! are replaced for the time of the process: the left operand becomes a container with symbolic keys, and is asked
//! again. The operators that make new objects are in `raw::priority`.

use std::sync::atomic::{AtomicUsize, Ordering};

use pyo3::ffi;
use pyo3::prelude::*;

use crate::raw::Object;
use crate::raw::definitions::SlotDescriptor;
use crate::session;
use crate::values::keyed;
use crate::values::lazy::{fix, is_lazy};
use crate::values::modelled;

type Binary = unsafe extern "C" fn(Object, Object) -> Object;

/// A slot that is replaced.
struct Operator {
    class: fn() -> *mut ffi::PyTypeObject,
    slot: fn(&mut ffi::PyNumberMethods) -> &mut Option<Binary>,
    again: Binary,
}

const COUNT: usize = 5;

static OPERATORS: [Operator; COUNT] = [
    Operator {
        class: || &raw mut ffi::PySet_Type,
        slot: |methods| &mut methods.nb_inplace_and,
        again: ffi::PyNumber_InPlaceAnd,
    },
    Operator {
        class: || &raw mut ffi::PySet_Type,
        slot: |methods| &mut methods.nb_inplace_or,
        again: ffi::PyNumber_InPlaceOr,
    },
    Operator {
        class: || &raw mut ffi::PySet_Type,
        slot: |methods| &mut methods.nb_inplace_subtract,
        again: ffi::PyNumber_InPlaceSubtract,
    },
    Operator {
        class: || &raw mut ffi::PySet_Type,
        slot: |methods| &mut methods.nb_inplace_xor,
        again: ffi::PyNumber_InPlaceXor,
    },
    Operator {
        class: || &raw mut ffi::PyDict_Type,
        slot: |methods| &mut methods.nb_inplace_or,
        again: ffi::PyNumber_InPlaceOr,
    },
];

static ORIGINALS: [AtomicUsize; COUNT] = [const { AtomicUsize::new(0) }; COUNT];

const REPLACEMENTS: [Binary; COUNT] = [
    replaced::<0>,
    replaced::<1>,
    replaced::<2>,
    replaced::<3>,
    replaced::<4>,
];

unsafe extern "C" fn replaced<const INDEX: usize>(left: Object, right: Object) -> Object {
    unsafe {
        // SAFETY: the address was read from this very slot before it was replaced.
        let original: Binary = std::mem::transmute(ORIGINALS[INDEX].load(Ordering::Relaxed));
        if !session::is_active() {
            return original(left, right);
        }
        if is_lazy(right) {
            if fix(right).is_err() {
                return std::ptr::null_mut();
            }
            return (OPERATORS[INDEX].again)(left, right);
        }
        if keyed::is_keyed(right) && !keyed::is_keyed(left) && !modelled::is_modelled_here() {
            keyed::make_keyed(left);
            if keyed::is_keyed(left) {
                return (OPERATORS[INDEX].again)(left, right);
            }
        }
        original(left, right)
    }
}

/// Replaces the slots, and what methods such as `set.__ior__` call, from which classes take their slots.
pub fn install(python: Python<'_>) -> PyResult<()> {
    for (index, operator) in OPERATORS.iter().enumerate() {
        let class = (operator.class)();
        // SAFETY: the table of a builtin type lives as long as the process; the replacement has the slot's signature.
        let original = unsafe {
            (*class)
                .tp_as_number
                .as_mut()
                .and_then(|methods| (operator.slot)(methods).replace(REPLACEMENTS[index]))
        };
        let Some(original) = original else {
            continue;
        };
        ORIGINALS[index].store(original as usize, Ordering::Relaxed);
        // SAFETY: the type is alive.
        let class = unsafe { Bound::from_borrowed_ptr(python, class.cast::<ffi::PyObject>()) };
        for method in class
            .getattr("__dict__")?
            .call_method0("values")?
            .try_iter()?
        {
            let method = method?.as_ptr();
            // SAFETY: the object is alive, and of the type whose layout this is.
            unsafe {
                if ffi::Py_TYPE(method) == &raw mut ffi::PyWrapperDescr_Type {
                    let descriptor = &mut *method.cast::<SlotDescriptor>();
                    if descriptor.wrapped == original as usize {
                        descriptor.wrapped = REPLACEMENTS[index] as usize;
                    }
                }
            }
        }
    }
    Ok(())
}
