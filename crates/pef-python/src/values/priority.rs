//! Symbolic right operands before plain left ones.
//!
//! CPython asks the left operand first unless the right one's type is a subtype of the left one's. A plain `True`,
//! `1.5` or `IntEnum` member on the left would therefore take a symbolic int on the right by its plain value, and a
//! frozen set or a view read the table of a set with symbolic elements; terms would be lost without anybody knowing.
//! So the operator slots of the builtin numbers, strings, sets and dictionaries are wrapped once, at import: with an
//! operand of one of our types on the right, that one is asked first. Lists and tuples that hold symbolic values are
//! compared as a whole (`values/sequence_compare.rs`). Rewriting every operator of the program was the
//! alternative; it would cost a call for each, and leave out code that is not rewritten.

use std::ffi::c_int;
use std::sync::atomic::{AtomicUsize, Ordering};

use pyo3::ffi;
use pyo3::prelude::*;

use super::modelled::is_modelled_here;
use super::{is_our_type, is_ours, keyed, lazy, sequence_compare};
use crate::raw::Object;
use crate::raw::definitions::SlotDescriptor;
use crate::raw::native::{CLASSES, Class, Compare, classes, comparison, keep};
use crate::session;

type Binary = unsafe extern "C" fn(Object, Object) -> Object;
type Ternary = unsafe extern "C" fn(Object, Object, Object) -> Object;
type BinaryField = fn(*mut ffi::PyNumberMethods) -> *mut Option<Binary>;

const OPERATORS: usize = 12;

macro_rules! fields {
    ($($name:ident),*) => {
        [$(|methods| unsafe { &raw mut (*methods).$name }),*]
    };
}

const FIELDS: [BinaryField; OPERATORS] = fields!(
    nb_add,
    nb_subtract,
    nb_multiply,
    nb_remainder,
    nb_divmod,
    nb_lshift,
    nb_rshift,
    nb_and,
    nb_xor,
    nb_or,
    nb_floor_divide,
    nb_true_divide
);

static BINARY: [[AtomicUsize; OPERATORS]; CLASSES] =
    [const { [const { AtomicUsize::new(0) }; OPERATORS] }; CLASSES];
static POWER: [AtomicUsize; CLASSES] = [const { AtomicUsize::new(0) }; CLASSES];
static COMPARE: [AtomicUsize; CLASSES] = [const { AtomicUsize::new(0) }; CLASSES];

/// Whether a class compares as a builtin type does.
pub fn inherits_comparison(class: Class, kind: &ffi::PyTypeObject) -> bool {
    let own = kind.tp_richcompare.map(|slot| slot as usize);
    own == Some(comparison(class) as usize)
        || WRAPPERS
            .iter()
            .any(|wrappers| own == Some(wrappers.compare as usize))
}

/// Whether a slot holds one of the wrappers of this module.
pub fn is_wrapper(slot: usize) -> bool {
    WRAPPERS.iter().any(|wrappers| {
        wrappers.compare as usize == slot
            || wrappers.power as usize == slot
            || wrappers.binary.iter().any(|&one| one as usize == slot)
    })
}

/// Whether the right operand is of one of our types, and the left is not.
#[inline]
unsafe fn right_first(left: Object, right: Object) -> bool {
    unsafe {
        let ours = |object| is_ours(object) || lazy::is_lazy(object);
        if keyed::is_keyed(right) || keyed::is_view(right) {
            // A model that has decided all there is to decide wants the builtin itself.
            let both = ours(left) || keyed::is_keyed(left) || keyed::is_view(left);
            return !(both || is_modelled_here());
        }
        ours(right) && !ours(left)
    }
}

unsafe extern "C" fn binary<const CLASS: usize, const OPERATOR: usize>(
    left: Object,
    right: Object,
) -> Object {
    unsafe {
        if right_first(left, right)
            && let Some(methods) = (*ffi::Py_TYPE(right)).tp_as_number.as_mut()
            && let Some(slot) = *FIELDS[OPERATOR](methods)
        {
            let result = slot(left, right);
            if result != ffi::Py_NotImplemented() {
                return result;
            }
            ffi::Py_DECREF(result);
        }
        // SAFETY: set before the wrapper is.
        let native: Binary = std::mem::transmute(BINARY[CLASS][OPERATOR].load(Ordering::Relaxed));
        native(left, right)
    }
}

unsafe extern "C" fn power<const CLASS: usize>(
    left: Object,
    right: Object,
    modulus: Object,
) -> Object {
    unsafe {
        let candidates = [right, modulus];
        for candidate in candidates {
            if right_first(left, candidate)
                && let Some(methods) = (*ffi::Py_TYPE(candidate)).tp_as_number.as_ref()
                && let Some(slot) = methods.nb_power
            {
                let result = slot(left, right, modulus);
                if result != ffi::Py_NotImplemented() {
                    return result;
                }
                ffi::Py_DECREF(result);
            }
        }
        // SAFETY: as above.
        let native: Ternary = std::mem::transmute(POWER[CLASS].load(Ordering::Relaxed));
        native(left, right, modulus)
    }
}

unsafe extern "C" fn compare<const CLASS: usize>(
    left: Object,
    right: Object,
    relation: c_int,
) -> Object {
    unsafe {
        if right_first(left, right)
            && let Some(slot) = (*ffi::Py_TYPE(right)).tp_richcompare
        {
            let mirrored = match relation {
                ffi::Py_LT => ffi::Py_GT,
                ffi::Py_LE => ffi::Py_GE,
                ffi::Py_GT => ffi::Py_LT,
                ffi::Py_GE => ffi::Py_LE,
                same => same,
            };
            let result = slot(right, left, mirrored);
            if result != ffi::Py_NotImplemented() {
                return result;
            }
            ffi::Py_DECREF(result);
        }
        let is_sequence = CLASS == Class::Tuple as usize || CLASS == Class::List as usize;
        if is_sequence
            && session::is_active()
            && let Some(result) = sequence_compare::compare(left, right, relation)
        {
            return result;
        }
        // SAFETY: as above.
        let native: Compare = std::mem::transmute(COMPARE[CLASS].load(Ordering::Relaxed));
        native(left, right, relation)
    }
}

macro_rules! wrappers {
    ($class:literal) => {
        Wrappers {
            binary: [
                binary::<$class, 0>,
                binary::<$class, 1>,
                binary::<$class, 2>,
                binary::<$class, 3>,
                binary::<$class, 4>,
                binary::<$class, 5>,
                binary::<$class, 6>,
                binary::<$class, 7>,
                binary::<$class, 8>,
                binary::<$class, 9>,
                binary::<$class, 10>,
                binary::<$class, 11>,
            ],
            power: power::<$class>,
            compare: compare::<$class>,
        }
    };
}

struct Wrappers {
    binary: [Binary; OPERATORS],
    power: Ternary,
    compare: Compare,
}

const WRAPPERS: [Wrappers; CLASSES] = [
    wrappers!(0),
    wrappers!(1),
    wrappers!(2),
    wrappers!(3),
    wrappers!(4),
    wrappers!(5),
    wrappers!(6),
    wrappers!(7),
    wrappers!(8),
    wrappers!(9),
    wrappers!(10),
    wrappers!(11),
    wrappers!(12),
    wrappers!(13),
    wrappers!(14),
];

/// Wraps the slots of the builtin types, and of the classes that inherited them before. Classes made later take
/// theirs from the descriptors (`int.__add__`), which are changed too.
pub fn install(python: Python<'_>) -> PyResult<()> {
    for (index, class) in classes().into_iter().enumerate() {
        // SAFETY: the builtin types live as long as the process, and their slot tables are theirs to change here:
        // nothing else runs while the interpreter is held.
        unsafe { wrap(index, class) };
        // SAFETY: the type is alive.
        let class = unsafe { Bound::from_borrowed_ptr(python, class.cast::<ffi::PyObject>()) };
        for descriptor in class
            .getattr("__dict__")?
            .call_method0("values")?
            .try_iter()?
        {
            // SAFETY: the descriptor is alive, and belongs to this type.
            unsafe { redirect(index, descriptor?.as_ptr()) };
        }
    }
    for class in classes() {
        // SAFETY: as above.
        let class = unsafe { Bound::from_borrowed_ptr(python, class.cast::<ffi::PyObject>()) };
        inherit(&class)?;
    }
    Ok(())
}

unsafe fn wrap(index: usize, class: *mut ffi::PyTypeObject) {
    unsafe {
        keep(index);
        if let Some(native) = (*class).tp_richcompare {
            COMPARE[index].store(native as usize, Ordering::Relaxed);
            (*class).tp_richcompare = Some(WRAPPERS[index].compare);
        }
        let Some(methods) = (*class).tp_as_number.as_mut() else {
            return;
        };
        for (operator, field) in FIELDS.iter().enumerate() {
            let slot = field(methods);
            if let Some(native) = *slot {
                BINARY[index][operator].store(native as usize, Ordering::Relaxed);
                *slot = Some(WRAPPERS[index].binary[operator]);
            }
        }
        if let Some(native) = methods.nb_power {
            POWER[index].store(native as usize, Ordering::Relaxed);
            methods.nb_power = Some(WRAPPERS[index].power);
        }
    }
}

/// Lets a slot descriptor of a wrapped type lead to the wrapper.
unsafe fn redirect(index: usize, descriptor: Object) {
    unsafe {
        if ffi::Py_TYPE(descriptor) != &raw mut ffi::PyWrapperDescr_Type {
            return;
        }
        let descriptor = &mut *descriptor.cast::<SlotDescriptor>();
        if descriptor.class != classes()[index] || descriptor.wrapped == 0 {
            return;
        }
        let is = |slot: &AtomicUsize| slot.load(Ordering::Relaxed) == descriptor.wrapped;
        if is(&COMPARE[index]) {
            descriptor.wrapped = WRAPPERS[index].compare as usize;
        } else if is(&POWER[index]) {
            descriptor.wrapped = WRAPPERS[index].power as usize;
        } else if let Some(operator) = BINARY[index].iter().position(is) {
            descriptor.wrapped = WRAPPERS[index].binary[operator] as usize;
        }
    }
}

/// Gives subclasses made before the wrapped slots in place of the ones they inherited.
fn inherit(class: &Bound<'_, PyAny>) -> PyResult<()> {
    // `type.__subclasses__` is called on the class explicitly: a metaclass may have something else of that name.
    let kind = class.py().get_type::<pyo3::types::PyType>();
    for subclass in kind.call_method1("__subclasses__", (class,))?.try_iter()? {
        let subclass = subclass?;
        let pointer = subclass.as_ptr().cast::<ffi::PyTypeObject>();
        let ours = unsafe { is_our_type(pointer) };
        if !ours && !classes().contains(&pointer) {
            // SAFETY: the class is alive, and only slots that were inherited are replaced by what they inherit now.
            unsafe { replace_inherited(pointer) };
            inherit(&subclass)?;
        }
    }
    Ok(())
}

unsafe fn replace_inherited(class: *mut ffi::PyTypeObject) {
    unsafe {
        for (index, wrappers) in WRAPPERS.iter().enumerate() {
            if let Some(slot) = (*class).tp_richcompare
                && slot as usize == COMPARE[index].load(Ordering::Relaxed)
            {
                (*class).tp_richcompare = Some(wrappers.compare);
            }
            let Some(methods) = (*class).tp_as_number.as_mut() else {
                continue;
            };
            for (operator, field) in FIELDS.iter().enumerate() {
                let slot = field(methods);
                if let Some(native) = *slot
                    && native as usize == BINARY[index][operator].load(Ordering::Relaxed)
                {
                    *slot = Some(wrappers.binary[operator]);
                }
            }
            if let Some(native) = methods.nb_power
                && native as usize == POWER[index].load(Ordering::Relaxed)
            {
                methods.nb_power = Some(wrappers.power);
            }
        }
    }
}
