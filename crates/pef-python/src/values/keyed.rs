//! Dictionaries and sets with symbolic keys.
//!
//! The table in such a container is right for this run: it was filled by the hashes of this run's values. What it
//! cannot tell is which other inputs would find the same entries. So a container of one of the types below takes on
//! a subtype of its type, in place (the layouts are the same), when a symbolic key is first stored in it. The
//! subtype's methods and operators are the models in `pef/models/`: they decide how the keys concerned relate to
//! those in the container, and then let the builtin do its work.
//!
//! Invariant: a container of exactly one of these types has no symbolic key, except where a note says that one was
//! hashed by code that could not be followed.
//!
//! Rejected: scanning the keys at each operation, which is quadratic, and sees nothing of what operators and C code do.

use std::sync::atomic::{AtomicPtr, Ordering};

use pef_term::Integer;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use super::convert::integer_of;
use super::decide::{Raised, concretised, hashed};
use super::equality::is_symbolic_key;
use super::{Symbolic, symbolic};
use crate::raw::classes::is_python_class;
use crate::raw::heap_type::{self, Getter, Recipe, Slot};
use crate::raw::reference::new_reference;
use crate::raw::{Object, Owned};
use crate::session;

/// How many types can have symbolic keys.
const COUNT: usize = 6;

/// By kind: module, type, and the name that messages show.
const KINDS: [(&str, &str, &std::ffi::CStr); COUNT] = [
    ("builtins", "dict", c"dict"),
    ("builtins", "set", c"set"),
    ("builtins", "frozenset", c"frozenset"),
    ("collections", "defaultdict", c"collections.defaultdict"),
    ("collections", "OrderedDict", c"collections.OrderedDict"),
    ("collections", "Counter", c"Counter"),
];

const FROZEN_SET: usize = 2;
const DEFAULT_DICTIONARY: usize = 3;

type Type = *mut ffi::PyTypeObject;

static ORDINARY: [AtomicPtr<ffi::PyTypeObject>; COUNT] =
    [const { AtomicPtr::new(std::ptr::null_mut()) }; COUNT];
static KEYED: [AtomicPtr<ffi::PyTypeObject>; COUNT] =
    [const { AtomicPtr::new(std::ptr::null_mut()) }; COUNT];

fn position(types: &[AtomicPtr<ffi::PyTypeObject>; COUNT], class: Type) -> Option<usize> {
    types
        .iter()
        .position(|known| known.load(Ordering::Relaxed) == class)
}

/// Whether a container has, or had, symbolic keys.
///
/// # Safety
/// `object` is alive.
#[inline]
pub unsafe fn is_keyed(object: Object) -> bool {
    is_keyed_type(unsafe { ffi::Py_TYPE(object) })
}

/// Whether a type is that of containers with symbolic keys.
#[inline]
pub fn is_keyed_type(class: Type) -> bool {
    position(&KEYED, class).is_some()
}

/// The classes of views of dictionaries with symbolic keys, which are models.
static VIEWS: [AtomicPtr<ffi::PyTypeObject>; 2] =
    [const { AtomicPtr::new(std::ptr::null_mut()) }; 2];

/// Whether an object is a view of a dictionary with symbolic keys.
///
/// # Safety
/// `object` is alive.
#[inline]
pub unsafe fn is_view(object: Object) -> bool {
    let class = unsafe { ffi::Py_TYPE(object) };
    VIEWS
        .iter()
        .any(|known| known.load(Ordering::Relaxed) == class)
}

/// Makes the classes of views known.
#[pyfunction]
pub fn set_view_classes(keys: Py<PyAny>, items: Py<PyAny>) {
    // They live as long as the process.
    VIEWS[0].store(keys.into_ptr().cast(), Ordering::Relaxed);
    VIEWS[1].store(items.into_ptr().cast(), Ordering::Relaxed);
}

/// Whether the object's type is exactly one that can take on symbolic keys.
///
/// # Safety
/// `object` is alive.
#[inline]
pub unsafe fn can_be_keyed(object: Object) -> bool {
    position(&ORDINARY, unsafe { ffi::Py_TYPE(object) }).is_some()
}

/// The builtin type whose code works on a container: what it would be without symbolic keys, or what its Python
/// class is derived from.
///
/// # Safety
/// `object` is alive.
pub unsafe fn ordinary_type(object: Object) -> Type {
    unsafe {
        let mut class = ffi::Py_TYPE(object);
        while !(*class).tp_base.is_null() && position(&ORDINARY, class).is_none() {
            class = (*class).tp_base;
        }
        class
    }
}

/// Whether a dictionary stores a value of its own making under a key that is missing.
///
/// # Safety
/// `dictionary` is alive.
pub unsafe fn makes_defaults(dictionary: Object) -> bool {
    unsafe { ordinary_type(dictionary) == ORDINARY[DEFAULT_DICTIONARY].load(Ordering::Relaxed) }
}

/// What type the program sees: for a container with symbolic keys the ordinary one.
///
/// # Safety
/// `object` is alive.
pub unsafe fn visible_type(object: Object) -> Option<Type> {
    unsafe { is_keyed(object).then(|| ordinary_type(object)) }
}

/// Lets a container take on the subtype for symbolic keys. One of any other class is left as it is, with a note:
/// operators of its own class would not see how keys relate.
///
/// # Safety
/// `container` is a dictionary or a set.
pub unsafe fn make_keyed(container: Object) {
    unsafe {
        if let Some(kind) = position(&ORDINARY, ffi::Py_TYPE(container)) {
            let keyed = KEYED[kind].load(Ordering::Relaxed);
            ffi::Py_INCREF(keyed.cast());
            (*container).ob_type = keyed;
        } else if !is_keyed(container) {
            concretised(|| {
                let class = std::ffi::CStr::from_ptr((*ffi::Py_TYPE(container)).tp_name);
                format!("a symbolic key in a {}", class.to_string_lossy())
            });
        }
        session::with(|session| session.symbolic_keys_exist = true);
    }
}

/// Lets a container that was just filled take on symbolic keys if it has any.
///
/// # Safety
/// `container` is alive.
pub unsafe fn settle_type(container: Object) -> Result<(), Raised> {
    unsafe {
        if !session::is_active() || !can_be_keyed(container) {
            return Ok(());
        }
        let keys = keys_of(container)?;
        if list_elements(keys.get()).any(|key| is_symbolic_key(key)) {
            make_keyed(container);
        }
        Ok(())
    }
}

/// The keys of a dictionary, the elements of a set or of any other iterable, as a new list. A set's own order depends
/// on the values of this run, and decisions must not: here it is that of terms and plain values.
///
/// # Safety
/// `container` is alive.
pub unsafe fn keys_of(container: Object) -> Result<Owned, Raised> {
    unsafe {
        if ffi::PyDict_Check(container) != 0 {
            return Owned::new(ffi::PyDict_Keys(container)).ok_or(Raised);
        }
        if ffi::PyAnySet_Check(container) == 0 {
            return Owned::new(ffi::PySequence_List(container)).ok_or(Raised);
        }
        let builtin = &raw mut ffi::PySet_Type;
        let iterate = (*builtin).tp_iter.ok_or(Raised)?;
        let iterator = Owned::new(iterate(container)).ok_or(Raised)?;
        let elements = Owned::new(ffi::PySequence_List(iterator.get())).ok_or(Raised)?;
        if is_keyed(container) {
            arrange(elements.get());
        }
        Ok(elements)
    }
}

/// What elements of a set are arranged by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Symbolic(usize),
    Number(Integer),
    Text(String),
    Several(Vec<Rank>),
    Other,
}

unsafe fn rank(object: Object) -> Rank {
    unsafe {
        match symbolic(object) {
            Some(Symbolic::Int(term) | Symbolic::Bool(term) | Symbolic::Float(term)) => {
                return Rank::Symbolic(term.index());
            }
            Some(Symbolic::Text(text) | Symbolic::Octets(text)) => {
                return Rank::Symbolic(text.0 as usize);
            }
            None => {}
        }
        if ffi::PyLong_Check(object) != 0 {
            return Rank::Number(integer_of(object));
        }
        if ffi::PyUnicode_Check(object) != 0 {
            let python = Python::assume_attached();
            let text = Bound::from_borrowed_ptr(python, object);
            return text.extract().map_or(Rank::Other, Rank::Text);
        }
        if ffi::PyTuple_Check(object) != 0 && !super::lazy::is_lazy(object) {
            let parts = (0..ffi::PyTuple_GET_SIZE(object))
                .map(|index| rank(ffi::PyTuple_GET_ITEM(object, index)));
            return Rank::Several(parts.collect());
        }
        Rank::Other
    }
}

/// Puts the elements of a list in the order of their ranks.
unsafe fn arrange(list: Object) {
    unsafe {
        let mut ranked: Vec<(Rank, Object)> = list_elements(list)
            .map(|element| (rank(element), element))
            .collect();
        ranked.sort_by(|one, two| one.0.cmp(&two.0));
        for (index, (_, element)) in ranked.into_iter().enumerate() {
            // The list holds the same references as before, each once.
            *(*list.cast::<ffi::PyListObject>()).ob_item.add(index) = element;
        }
    }
}

/// Whether different elements of a list are totally ordered by `<`, so that nothing depends on the order they come
/// in: all of them ints, all text or all bytes. Floats are not, because of NaN.
///
/// # Safety
/// `list` is a list.
pub unsafe fn is_totally_ordered(list: Object) -> bool {
    unsafe {
        let family = |element: Object| {
            let class = ffi::Py_TYPE(element);
            // The base of `bool`, and of what stands for it, is `int`.
            if super::is_ours(element) || class == &raw mut ffi::PyBool_Type {
                (*class).tp_base
            } else {
                class
            }
        };
        let mut families = list_elements(list).map(family);
        families.next().is_none_or(|first| {
            let ordered = first == &raw mut ffi::PyLong_Type
                || first == &raw mut ffi::PyUnicode_Type
                || first == &raw mut ffi::PyBytes_Type;
            ordered && families.all(|other| other == first)
        })
    }
}

/// The elements of a list, borrowed.
///
/// # Safety
/// `list` is a list that nobody changes in the meantime.
pub unsafe fn list_elements(list: Object) -> impl Iterator<Item = Object> {
    // SAFETY: by the caller's word.
    (0..unsafe { ffi::PyList_GET_SIZE(list) })
        .map(move |index| unsafe { ffi::PyList_GET_ITEM(list, index) })
}

/// The type for symbolic keys that belongs to a builtin type, on which the models are set.
#[pyfunction]
pub fn keyed_class<'py>(builtin: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let kind = position(&ORDINARY, builtin.as_ptr().cast()).ok_or_else(|| {
        pyo3::exceptions::PyTypeError::new_err("a type that can have symbolic keys is needed")
    })?;
    let class = KEYED[kind].load(Ordering::Relaxed);
    // SAFETY: the type lives as long as the process.
    Ok(unsafe { Bound::from_borrowed_ptr(builtin.py(), class.cast()) })
}

unsafe extern "C" fn get_class(object: Object, _: *mut std::ffi::c_void) -> Object {
    unsafe { new_reference(ordinary_type(object).cast()) }
}

/// The hash of a frozen set is computed from those kept in its table, so its elements would not be asked.
unsafe extern "C" fn hash_frozen(object: Object) -> ffi::Py_hash_t {
    unsafe {
        if session::is_active() {
            hashed(object, "a set of symbolic elements was hashed");
        }
        let builtin = &raw mut ffi::PyFrozenSet_Type;
        (*builtin).tp_hash.map_or(-1, |native| native(object))
    }
}

fn slots_of(kind: usize) -> Vec<Slot> {
    if kind != FROZEN_SET {
        return Vec::new();
    }
    let builtin = &raw mut ffi::PyFrozenSet_Type;
    let mut slots: Vec<Slot> = vec![(ffi::Py_tp_hash, hash_frozen as *mut _)];
    // SAFETY: the slots of a builtin type can be read at any time.
    if let Some(compare) = unsafe { (*builtin).tp_richcompare } {
        // A type that has the one must have the other; models replace it.
        slots.push((ffi::Py_tp_richcompare, compare as *mut _));
    }
    slots
}

const GETTERS: &[Getter] = &[Getter {
    name: c"__class__",
    get: get_class,
}];

/// The type for symbolic keys of a class written in Python. Its instances have a dictionary, whose place only Python's own
/// way of making a class keeps.
fn python_subclass(python: Python<'_>, module: &str, ordinary: Type) -> PyResult<Type> {
    // SAFETY: the type lives as long as the process.
    let ordinary = unsafe { Bound::from_borrowed_ptr(python, ordinary.cast()) };
    let members = PyDict::new(python);
    members.set_item("__slots__", PyTuple::empty(python))?;
    members.set_item("__module__", module)?;
    let visible = c"lambda ordinary: property(lambda self: ordinary)";
    let visible = python.eval(visible, None, None)?.call1((&ordinary,))?;
    members.set_item("__class__", visible)?;
    let name = ordinary.getattr("__name__")?;
    let class = python
        .get_type::<PyType>()
        .call1((name, (&ordinary,), members))?;
    Ok(class.into_ptr().cast())
}

pub fn initialise(python: Python<'_>) -> PyResult<()> {
    for (kind, (module, name, shown)) in KINDS.into_iter().enumerate() {
        let ordinary: Type = python.import(module)?.getattr(name)?.into_ptr().cast();
        ORDINARY[kind].store(ordinary, Ordering::Relaxed);
        // SAFETY: types live as long as the process.
        if unsafe { is_python_class(ordinary) } {
            KEYED[kind].store(
                python_subclass(python, module, ordinary)?,
                Ordering::Relaxed,
            );
            continue;
        }
        let slots = slots_of(kind);
        let recipe = Recipe {
            name: shown,
            base: ordinary,
            basic_size: 0,
            slots: &slots,
            methods: &[],
            getters: GETTERS,
            vectorcall_offset: None,
        };
        // SAFETY: the functions have the signatures of their slots; the base lives as long as the process.
        let keyed = unsafe { heap_type::make(python, &recipe) }?;
        KEYED[kind].store(keyed, Ordering::Relaxed);
    }
    Ok(())
}
