//! Operators of C types that know nothing of terms: `Decimal("0.5") * x`, `timedelta(days=1) * x`.
//!
//! Such a type takes a symbolic operand by its plain value, and nobody would know. So its operator slots are wrapped,
//! whenever modules have been loaded: a symbolic operand is noted, and the type gets its plain value. Classes written in
//! Python are left alone: their operators are Python code. The slots of the builtin types are `priority.rs`'s.

use std::ffi::c_int;
use std::sync::{Mutex, PoisonError, RwLock};

use pyo3::ffi;
use pyo3::prelude::*;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::decide::concretised;
use super::{is_our_type, is_ours, plain, priority, symbolic};
use crate::raw::classes::is_python_class;
use crate::raw::{Object, Owned, looking, reference};
use crate::session;

type Binary = unsafe extern "C" fn(Object, Object) -> Object;
type Ternary = unsafe extern "C" fn(Object, Object, Object) -> Object;
type Compare = unsafe extern "C" fn(Object, Object, c_int) -> Object;
type Class = *mut ffi::PyTypeObject;
type BinaryField = fn(*mut ffi::PyNumberMethods) -> *mut Option<Binary>;

const OPERATORS: usize = 24;

macro_rules! operators {
    ($($index:literal $name:ident),*) => {
        /// Where the slot of each operator is, and what is put there.
        const FIELDS: [(BinaryField, Binary); OPERATORS] = [
            $((|methods| unsafe { &raw mut (*methods).$name }, binary::<$index>)),*
        ];
    };
}

operators!(
    0 nb_add, 1 nb_subtract, 2 nb_multiply, 3 nb_remainder, 4 nb_divmod, 5 nb_lshift, 6 nb_rshift, 7 nb_and,
    8 nb_xor, 9 nb_or, 10 nb_floor_divide, 11 nb_true_divide, 12 nb_matrix_multiply,
    13 nb_inplace_add, 14 nb_inplace_subtract, 15 nb_inplace_multiply, 16 nb_inplace_remainder,
    17 nb_inplace_lshift, 18 nb_inplace_rshift, 19 nb_inplace_and, 20 nb_inplace_xor, 21 nb_inplace_or,
    22 nb_inplace_floor_divide, 23 nb_inplace_true_divide
);

/// The slots of one type as they were.
#[derive(Clone, Copy, Default)]
struct Native {
    binary: [Option<Binary>; OPERATORS],
    power: Option<Ternary>,
    compare: Option<Compare>,
}

// The slots are those of the whole process: other threads come here too.
static NATIVE: RwLock<FxHashMap<usize, Native>> =
    RwLock::new(FxHashMap::with_hasher(FxBuildHasher));
/// Classes that were looked at; they are not let go, so an address stands for one class only.
static KNOWN: Mutex<FxHashMap<usize, Py<PyAny>>> =
    Mutex::new(FxHashMap::with_hasher(FxBuildHasher));

/// What a slot of a class led to before it was wrapped; classes made later inherit the wrapper of a base.
unsafe fn native<Slot>(class: Class, slot: impl Fn(&Native) -> Option<Slot>) -> Option<Slot> {
    let natives = NATIVE.read().unwrap_or_else(PoisonError::into_inner);
    let mut class = class;
    while !class.is_null() {
        if let Some(found) = natives.get(&(class as usize)).and_then(&slot) {
            return Some(found);
        }
        class = unsafe { (*class).tp_base };
    }
    None
}

/// The operand for a type that knows nothing of terms; a new reference. `None` with an exception set.
unsafe fn operand(value: Object, other: Object) -> Option<Owned> {
    unsafe {
        if !is_ours(value) {
            return Some(Owned::borrowed(value));
        }
        if session::is_active() && symbolic(value).is_some() {
            let name = std::ffi::CStr::from_ptr((*ffi::Py_TYPE(other)).tp_name);
            concretised(|| {
                format!(
                    "an operator of {} with a symbolic value",
                    name.to_string_lossy()
                )
            });
        }
        Owned::new(plain(value))
    }
}

unsafe extern "C" fn binary<const OPERATOR: usize>(left: Object, right: Object) -> Object {
    unsafe {
        let (left_class, right_class) = (ffi::Py_TYPE(left), ffi::Py_TYPE(right));
        let of_left = native(left_class, |native| native.binary[OPERATOR]);
        let of_right = native(right_class, |native| native.binary[OPERATOR])
            .filter(|&slot| of_left.is_none_or(|left| left as usize != slot as usize));
        // Where both types have this wrapper, CPython calls it once: what it would have asked second is asked here.
        let reflected = right_class != left_class
            && of_right.is_some()
            && ffi::PyType_IsSubtype(right_class, left_class) != 0;
        let slots = if reflected {
            [of_right, of_left]
        } else {
            [of_left, of_right]
        };
        let (Some(left), Some(right)) = (operand(left, right), operand(right, left)) else {
            return std::ptr::null_mut();
        };
        for slot in slots.into_iter().flatten() {
            let result = slot(left.get(), right.get());
            if result != ffi::Py_NotImplemented() {
                return result;
            }
            ffi::Py_DECREF(result);
        }
        reference::new_reference(ffi::Py_NotImplemented())
    }
}

unsafe extern "C" fn power(left: Object, right: Object, modulus: Object) -> Object {
    unsafe {
        let (Some(one), Some(two), Some(three)) = (
            operand(left, right),
            operand(right, left),
            operand(modulus, left),
        ) else {
            return std::ptr::null_mut();
        };
        let mut asked = None;
        for value in [left, right, modulus] {
            let Some(slot) = native(ffi::Py_TYPE(value), |native| native.power) else {
                continue;
            };
            if asked.replace(slot as usize) == Some(slot as usize) {
                continue;
            }
            let result = slot(one.get(), two.get(), three.get());
            if result != ffi::Py_NotImplemented() {
                return result;
            }
            ffi::Py_DECREF(result);
        }
        reference::new_reference(ffi::Py_NotImplemented())
    }
}

unsafe extern "C" fn compare(left: Object, right: Object, relation: c_int) -> Object {
    unsafe {
        let Some(slot) = native(ffi::Py_TYPE(left), |native| native.compare) else {
            return reference::new_reference(ffi::Py_NotImplemented());
        };
        match operand(right, left) {
            Some(right) => slot(left, right.get(), relation),
            None => std::ptr::null_mut(),
        }
    }
}

/// Wraps the operators of all C types that there are by now; says how many were new.
pub fn wrap_all(python: Python<'_>) -> PyResult<usize> {
    let kind = python.get_type::<pyo3::types::PyType>();
    let subclasses = kind.getattr("__subclasses__")?;
    let mut waiting = vec![python.get_type::<PyAny>().into_any()];
    let mut seen = FxHashSet::default();
    let mut wrapped = 0;
    while let Some(class) = waiting.pop() {
        if !seen.insert(class.as_ptr() as usize) {
            continue;
        }
        let pointer: Class = class.as_ptr().cast();
        let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let is_known = known().contains_key(&(pointer as usize));
        if !is_known {
            // SAFETY: the class is alive, and nothing else runs while its slots are exchanged.
            wrapped += usize::from(unsafe { wrap(&class, pointer) });
            known().insert(pointer as usize, class.clone().unbind());
        }
        for subclass in subclasses.call1((&class,))?.try_iter()? {
            waiting.push(subclass?);
        }
    }
    Ok(wrapped)
}

unsafe fn wrap(class: &Bound<'_, PyAny>, pointer: Class) -> bool {
    unsafe {
        if is_python_class(pointer) {
            // One that was made before its base was wrapped has the slots of the base as they were.
            return inherit(pointer);
        }
        let module = class
            .cast::<pyo3::types::PyType>()
            .ok()
            .and_then(looking::module_name);
        let builtin = module.is_some_and(|name| name == "builtins");
        let exception = ffi::PyExc_BaseException.cast::<ffi::PyTypeObject>();
        if builtin || is_our_type(pointer) || ffi::PyType_IsSubtype(pointer, exception) != 0 {
            return false;
        }
        let mut found = Native::default();
        let mut any = false;
        let base = (*pointer).tp_base;
        // A type without operators of its own may have the very table of its base.
        let shared = !base.is_null() && (*base).tp_as_number == (*pointer).tp_as_number;
        if let Some(methods) = (*pointer).tp_as_number.as_mut()
            && !shared
        {
            for ((field, wrapper), kept) in FIELDS.iter().zip(&mut found.binary) {
                let slot = field(methods);
                if let Some(own) = *slot
                    && own as usize != *wrapper as usize
                    && !priority::is_wrapper(own as usize)
                {
                    *kept = Some(own);
                    *slot = Some(*wrapper);
                    any = true;
                }
            }
            if let Some(own) = methods.nb_power
                && own as usize != power as *const () as usize
                && !priority::is_wrapper(own as usize)
            {
                found.power = Some(own);
                methods.nb_power = Some(power);
                any = true;
            }
        }
        let object = (*(&raw mut ffi::PyBaseObject_Type)).tp_richcompare;
        if let Some(own) = (*pointer).tp_richcompare
            && Some(own as usize) != object.map(|slot| slot as usize)
            && own as usize != compare as *const () as usize
            && !priority::is_wrapper(own as usize)
        {
            found.compare = Some(own);
            (*pointer).tp_richcompare = Some(compare);
            any = true;
        }
        if any {
            let mut natives = NATIVE.write().unwrap_or_else(PoisonError::into_inner);
            natives.insert(pointer as usize, found);
        }
        any
    }
}

/// Gives a class written in Python the wrapped slots in place of the ones it inherited.
unsafe fn inherit(class: Class) -> bool {
    unsafe {
        let base = (*class).tp_base;
        let mut any = false;
        if let Some(methods) = (*class).tp_as_number.as_mut() {
            for (index, (field, wrapper)) in FIELDS.iter().enumerate() {
                let slot = field(methods);
                let inherited = native(base, |native| native.binary[index]);
                if let (Some(own), Some(inherited)) = (*slot, inherited)
                    && own as usize == inherited as usize
                {
                    *slot = Some(*wrapper);
                    any = true;
                }
            }
            let inherited = native(base, |native| native.power);
            if let (Some(own), Some(inherited)) = (methods.nb_power, inherited)
                && own as usize == inherited as usize
            {
                methods.nb_power = Some(power);
                any = true;
            }
        }
        let inherited = native(base, |native| native.compare);
        if let (Some(own), Some(inherited)) = ((*class).tp_richcompare, inherited)
            && own as usize == inherited as usize
        {
            (*class).tp_richcompare = Some(compare);
            any = true;
        }
        any
    }
}
