//! Lists, tuples, dictionaries and sets whose size is still open.
//!
//! An argument that is a container starts as an instance of a subtype here: it holds the elements of this run, and
//! its length is a term. Length, truth, indexing, iteration and what changes its end decide only what they need. Anything
//! else *fixes* the container: its length is decided, and the object becomes an ordinary one in place, by taking on the builtin
//! type itself (the layouts are the same). From then on C code may treat it as it likes; its elements are
//! symbolic, its shape no longer is.
//!
//! Elements are made when they are first needed, because making one may decide something (which of several types
//! it has), and a decision must come after those that made it necessary.
//!
//! A list may have an end that is known: what was appended to it. Only the part before it is open, then.
//!
//! The length is decided by steps (`len(l) > 0`, `len(l) > 1`, …), so that it counts towards the depth as a loop
//! over the container would.

use std::ffi::c_int;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicPtr, Ordering};

use pef_term::TermId;
use pyo3::ffi;
use pyo3::prelude::*;

use super::decide::{Raised, decide};
use super::number::new_integer;
use crate::raw::heap_type::{self, Recipe, Slot};
use crate::raw::reference::new_reference;
use crate::raw::sequence::place;
use crate::raw::{Object, Owned};
use crate::running::shape::{self, Shape};
use crate::session;
use crate::values::modelled::while_modelled;

pub mod copying;
mod ends;
mod index;
pub mod iteration;
pub mod membership;

/// What is kept of an open container.
pub struct Lazy {
    /// The length of the part that is open.
    open: TermId,
    /// How many elements that part has in this run; those of a sequence after it are known.
    open_size: usize,
    filling: Rc<Filling>,
    /// Which elements of the open part of a sequence were made already.
    made: Vec<bool>,
    /// How many elements follow the open part.
    known: usize,
}

impl Lazy {
    fn size(&self) -> usize {
        self.open_size + self.known
    }
}

/// What the elements of an open container are made from.
#[derive(Debug)]
pub struct Filling {
    pub element: Arc<Shape>,
    /// For a dictionary: what its values are made from.
    pub value: Option<Arc<Shape>>,
    pub name: String,
}

/// The builtin types that can be open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    List,
    Tuple,
    Dict,
    Set,
}

const CONTAINERS: [Container; 4] = [
    Container::List,
    Container::Tuple,
    Container::Dict,
    Container::Set,
];

static TYPES: [AtomicPtr<ffi::PyTypeObject>; 4] =
    [const { AtomicPtr::new(std::ptr::null_mut()) }; 4];

impl Container {
    fn builtin(self) -> *mut ffi::PyTypeObject {
        match self {
            Self::List => &raw mut ffi::PyList_Type,
            Self::Tuple => &raw mut ffi::PyTuple_Type,
            Self::Dict => &raw mut ffi::PyDict_Type,
            Self::Set => &raw mut ffi::PySet_Type,
        }
    }

    fn name(self) -> &'static std::ffi::CStr {
        match self {
            Self::List => c"list",
            Self::Tuple => c"tuple",
            Self::Dict => c"dict",
            Self::Set => c"set",
        }
    }

    /// Of an open container.
    unsafe fn of(object: Object) -> Option<Self> {
        let kind = unsafe { ffi::Py_TYPE(object) };
        CONTAINERS
            .into_iter()
            .find(|container| container.lazy_type() == kind)
    }

    fn lazy_type(self) -> *mut ffi::PyTypeObject {
        TYPES[self as usize].load(Ordering::Relaxed)
    }
}

/// Whether a container's size is still open.
///
/// # Safety
/// `object` is alive.
#[inline]
pub unsafe fn is_lazy(object: Object) -> bool {
    is_lazy_type(unsafe { ffi::Py_TYPE(object) })
}

/// Whether a type is that of open containers.
#[inline]
pub fn is_lazy_type(kind: *mut ffi::PyTypeObject) -> bool {
    TYPES
        .iter()
        .any(|lazy| lazy.load(Ordering::Relaxed) == kind)
}

/// The length of a container, if it is open.
unsafe fn open_length(object: Object) -> Option<TermId> {
    unsafe { open_size(object) }.map(|(length, _)| length)
}

/// The part of a container that is open: its length and its present size.
unsafe fn open_part(object: Object) -> Option<(TermId, usize)> {
    if !unsafe { is_lazy(object) } {
        return None;
    }
    session::with(|session| {
        let lazy = session.lazies.get(&(object as usize))?;
        Some((lazy.open, lazy.open_size))
    })
}

/// An open container; a new reference.
///
/// # Safety
/// The interpreter is attached, and the term has that size as its value.
pub unsafe fn new_lazy(
    container: Container,
    length: TermId,
    size: usize,
    filling: Filling,
) -> Result<Object, Raised> {
    unsafe { new_lazy_sharing(container, length, size, Rc::new(filling)) }
}

unsafe fn new_lazy_sharing(
    container: Container,
    length: TermId,
    size: usize,
    filling: Rc<Filling>,
) -> Result<Object, Raised> {
    unsafe {
        let builtin = container.builtin();
        let arguments = match container {
            Container::List | Container::Tuple => {
                // Places for elements that are not made yet.
                let places = Owned::new(ffi::PyTuple_New(size as ffi::Py_ssize_t)).ok_or(Raised)?;
                for index in 0..size {
                    let nothing = new_reference(ffi::Py_None());
                    ffi::PyTuple_SET_ITEM(places.get(), index as ffi::Py_ssize_t, nothing);
                }
                Owned::new(ffi::PyTuple_Pack(1, places.get())).ok_or(Raised)?
            }
            Container::Dict | Container::Set => Owned::new(ffi::PyTuple_New(0)).ok_or(Raised)?,
        };
        let make = (*builtin).tp_new.ok_or(Raised)?;
        let object = Owned::new(make(
            container.lazy_type(),
            arguments.get(),
            std::ptr::null_mut(),
        ))
        .ok_or(Raised)?;
        if container == Container::List
            && let Some(initialise) = (*builtin).tp_init
            && initialise(object.get(), arguments.get(), std::ptr::null_mut()) < 0
        {
            return Err(Raised);
        }
        let lazy = Lazy {
            open: length,
            open_size: size,
            filling,
            made: vec![false; size],
            known: 0,
        };
        session::with(|session| session.lazies.insert(object.get() as usize, lazy));
        Ok(object.release())
    }
}

/// Length and present size of an open container; nothing for any other object.
///
/// # Safety
/// `object` is alive.
pub unsafe fn open_size(object: Object) -> Option<(TermId, usize)> {
    if !unsafe { is_lazy(object) } {
        return None;
    }
    session::with(|session| {
        let lazy = session.lazies.get(&(object as usize))?;
        let length = if lazy.known == 0 {
            lazy.open
        } else {
            let known = session.terms.int_const(lazy.known as i64);
            session.terms.add(lazy.open, known)
        };
        Some((length, lazy.size()))
    })
}

/// An open container as it is at present.
pub struct LookedAt {
    pub name: String,
    pub length: TermId,
    /// Which elements of a sequence were made.
    pub made: Vec<bool>,
}

/// What is known of an open container; nothing for any other object, and for a list that was changed.
///
/// # Safety
/// `object` is alive.
pub unsafe fn looked_at(object: Object) -> Option<LookedAt> {
    if !unsafe { is_lazy(object) } {
        return None;
    }
    session::with(|session| {
        let lazy = session.lazies.get(&(object as usize))?;
        if lazy.known != 0 {
            return None;
        }
        Some(LookedAt {
            name: lazy.filling.name.clone(),
            length: lazy.open,
            made: lazy.made.clone(),
        })
    })
}

/// How many elements a container has in this run.
unsafe fn present_length(object: Object) -> ffi::Py_ssize_t {
    unsafe {
        let open = session::with(|session| session.lazies.get(&(object as usize)).map(Lazy::size));
        match open {
            Some(size) if is_lazy(object) => size as ffi::Py_ssize_t,
            _ if ffi::PyList_Check(object) != 0 => ffi::PyList_GET_SIZE(object),
            _ if ffi::PyTuple_Check(object) != 0 => ffi::PyTuple_GET_SIZE(object),
            _ if ffi::PyDict_Check(object) != 0 => ffi::PyDict_Size(object),
            _ => ffi::PySet_Size(object),
        }
    }
}

/// Decides the length and makes the object an ordinary one. Nothing happens to any other object.
///
/// # Safety
/// `object` is alive.
pub unsafe fn fix(object: Object) -> Result<(), Raised> {
    unsafe {
        if !is_lazy(object) {
            return Ok(());
        }
        if let Some((open, size)) = open_part(object) {
            decide_length(open, size as i64)?;
            if ffi::PyList_Check(object) != 0 || ffi::PyTuple_Check(object) != 0 {
                for index in 0..size {
                    make_element(object, index)?;
                }
            } else {
                let Some(filling) = filling(object) else {
                    return Err(Raised);
                };
                let keys = shape::distinct_elements(&filling, size)?;
                fill(object, &filling, keys)?;
            }
            session::with(|session| session.lazies.remove(&(object as usize)));
        }
        become_ordinary(object);
        super::keyed::settle_type(object)
    }
}

unsafe fn filling(object: Object) -> Option<Rc<Filling>> {
    session::with(|session| {
        session
            .lazies
            .get(&(object as usize))
            .map(|lazy| Rc::clone(&lazy.filling))
    })
}

/// Makes one element of an open sequence, unless it was made already, or is known.
unsafe fn make_element(sequence: Object, index: usize) -> Result<(), Raised> {
    unsafe {
        let wanted = session::with(|session| {
            let lazy = session.lazies.get_mut(&(sequence as usize))?;
            if index >= lazy.open_size || std::mem::replace(&mut lazy.made[index], true) {
                return None;
            }
            Some(Rc::clone(&lazy.filling))
        });
        let Some(filling) = wanted else {
            return Ok(());
        };
        let made = shape::element(&filling, index, 0)?;
        let before = std::mem::replace(&mut *place(sequence, index), made.release());
        ffi::Py_DECREF(before);
        Ok(())
    }
}

/// Puts the entries of a dictionary, or the elements of a set, in place. They are known to differ.
unsafe fn fill(object: Object, filling: &Filling, keys: Vec<Owned>) -> Result<(), Raised> {
    unsafe {
        for (index, key) in keys.into_iter().enumerate() {
            let stored = if filling.value.is_some() {
                let value = shape::value(filling, index)?;
                while_modelled(|| ffi::PyDict_SetItem(object, key.get(), value.get()))
            } else {
                while_modelled(|| ffi::PySet_Add(object, key.get()))
            };
            if stored < 0 {
                return Err(Raised);
            }
        }
        Ok(())
    }
}

/// Decides step by step that a length is what it is.
pub fn decide_length(length: TermId, present: i64) -> Result<(), Raised> {
    for index in 0..=present {
        // SAFETY: the interpreter is attached wherever values are used.
        unsafe { decide(longer_than(length, index), index < present) }?;
    }
    Ok(())
}

fn longer_than(length: TermId, index: i64) -> TermId {
    session::with(|session| {
        if !session::is_active() {
            // The run is over, and its terms may be gone: there is nothing to decide.
            return session.terms.bool_const(true);
        }
        let index = session.terms.int_const(index);
        session.terms.gt(length, index)
    })
}

/// Lets the object take on the builtin type that it is a subtype instance of.
unsafe fn become_ordinary(object: Object) {
    unsafe {
        let lazy = ffi::Py_TYPE(object);
        (*object).ob_type = (*lazy).tp_base;
        // Heap types are kept alive by their instances; the builtin is static.
        ffi::Py_DECREF(lazy.cast());
    }
}

/// `len(x)` of an open container, as a symbolic int; nothing for any other object.
///
/// # Safety
/// `object` is alive.
pub unsafe fn length(object: Object) -> Option<Object> {
    unsafe {
        if !session::is_active() {
            return None;
        }
        let length = open_length(object)?;
        let value = Owned::new(ffi::PyLong_FromSsize_t(present_length(object)))?;
        Some(new_integer(&value, length))
    }
}

unsafe fn or_null(result: Result<Object, Raised>) -> Object {
    result.unwrap_or(std::ptr::null_mut())
}

macro_rules! fixing_binary {
    ($($name:ident: $abstract_function:path;)*) => {
        $(unsafe extern "C" fn $name(left: Object, right: Object) -> Object {
            unsafe {
                if fix(left).is_err() || fix(right).is_err() {
                    return std::ptr::null_mut();
                }
                $abstract_function(left, right)
            }
        })*
    };
}

fixing_binary! {
    fixed_add: ffi::PyNumber_Add;
    multiply: ffi::PyNumber_Multiply;
    subtract: ffi::PyNumber_Subtract;
    or: ffi::PyNumber_Or;
    and: ffi::PyNumber_And;
    xor: ffi::PyNumber_Xor;
    fixed_in_place_add: ffi::PyNumber_InPlaceAdd;
    in_place_multiply: ffi::PyNumber_InPlaceMultiply;
    in_place_subtract: ffi::PyNumber_InPlaceSubtract;
    in_place_or: ffi::PyNumber_InPlaceOr;
    in_place_and: ffi::PyNumber_InPlaceAnd;
    in_place_xor: ffi::PyNumber_InPlaceXor;
    fixed_attribute: ffi::PyObject_GetAttr;
}

unsafe extern "C" fn attribute(object: Object, name: Object) -> Object {
    unsafe {
        // `isinstance` asks for the class, which says nothing of the size.
        if is_lazy(object)
            && ffi::PyUnicode_CompareWithASCIIString(name, c"__class__".as_ptr()) == 0
        {
            return new_reference((*ffi::Py_TYPE(object)).tp_base.cast());
        }
        if is_lazy(object) && ffi::PyList_Check(object) != 0 && ends::is_method(name) {
            return ffi::PyObject_GenericGetAttr(object, name);
        }
        fixed_attribute(object, name)
    }
}

/// Whether a C function is a method of open lists.
///
/// # Safety
/// It is a C function, and alive.
pub unsafe fn is_own_method(function: Object) -> bool {
    unsafe { ends::is_bound_method(function) }
}

unsafe extern "C" fn add(left: Object, right: Object) -> Object {
    unsafe {
        match ends::sum(left, right) {
            Ok(Some(sum)) => sum,
            Ok(None) => fixed_add(left, right),
            Err(Raised) => std::ptr::null_mut(),
        }
    }
}

unsafe extern "C" fn in_place_add(left: Object, right: Object) -> Object {
    unsafe {
        match ends::extend_by(left, right) {
            Ok(true) => new_reference(left),
            Ok(false) => fixed_in_place_add(left, right),
            Err(Raised) => std::ptr::null_mut(),
        }
    }
}

unsafe extern "C" fn truth(object: Object) -> c_int {
    unsafe {
        let present = present_length(object) as i64;
        match open_length(object) {
            None => c_int::from(present != 0),
            Some(length) => match decide(longer_than(length, 0), present > 0) {
                Ok(side) => c_int::from(side),
                Err(Raised) => -1,
            },
        }
    }
}

unsafe extern "C" fn plain_length(object: Object) -> ffi::Py_ssize_t {
    unsafe {
        if fix(object).is_err() {
            -1
        } else {
            ffi::PyObject_Size(object)
        }
    }
}

unsafe extern "C" fn represent(object: Object) -> Object {
    unsafe {
        if fix(object).is_err() {
            std::ptr::null_mut()
        } else {
            ffi::PyObject_Repr(object)
        }
    }
}

unsafe extern "C" fn hash(object: Object) -> ffi::Py_hash_t {
    unsafe {
        if fix(object).is_err() {
            -1
        } else {
            ffi::PyObject_Hash(object)
        }
    }
}

unsafe extern "C" fn compare(left: Object, right: Object, relation: c_int) -> Object {
    unsafe {
        if fix(left).is_err() || fix(right).is_err() {
            return std::ptr::null_mut();
        }
        ffi::PyObject_RichCompare(left, right, relation)
    }
}

unsafe extern "C" fn contains(object: Object, element: Object) -> c_int {
    unsafe {
        if fix(object).is_err() {
            -1
        } else {
            ffi::PySequence_Contains(object, element)
        }
    }
}

unsafe extern "C" fn assign(object: Object, key: Object, value: Object) -> c_int {
    unsafe {
        if fix(object).is_err() {
            -1
        } else if value.is_null() {
            ffi::PyObject_DelItem(object, key)
        } else {
            ffi::PyObject_SetItem(object, key, value)
        }
    }
}

unsafe extern "C" fn subscript(object: Object, key: Object) -> Object {
    unsafe { or_null(try_subscript(object, key)) }
}

unsafe fn try_subscript(object: Object, key: Object) -> Result<Object, Raised> {
    unsafe {
        if let Some(length) = open_length(object)
            && ffi::PyDict_Check(object) == 0
            && ffi::PyLong_Check(key) != 0
        {
            return index::element(object, key, length);
        }
        fix(object)?;
        Ok(super::subscript::get(object, key))
    }
}

fn slots_of(container: Container) -> Vec<Slot> {
    let mut slots: Vec<Slot> = vec![
        (ffi::Py_tp_getattro, attribute as *mut _),
        (ffi::Py_tp_richcompare, compare as *mut _),
        (ffi::Py_tp_hash, hash as *mut _),
        (ffi::Py_tp_repr, represent as *mut _),
        (ffi::Py_tp_iter, iteration::iterate as *mut _),
        (ffi::Py_nb_bool, truth as *mut _),
        (ffi::Py_sq_contains, contains as *mut _),
    ];
    match container {
        Container::List | Container::Tuple => slots.extend([
            (ffi::Py_nb_add, add as *mut _),
            (ffi::Py_nb_multiply, multiply as *mut _),
            (ffi::Py_nb_inplace_add, in_place_add as *mut _),
            (ffi::Py_nb_inplace_multiply, in_place_multiply as *mut _),
            (ffi::Py_mp_length, plain_length as *mut _),
            (ffi::Py_sq_length, plain_length as *mut _),
            (ffi::Py_mp_subscript, subscript as *mut _),
        ]),
        Container::Dict => slots.extend([
            (ffi::Py_mp_length, plain_length as *mut _),
            (ffi::Py_mp_subscript, subscript as *mut _),
            (ffi::Py_nb_or, or as *mut _),
            (ffi::Py_nb_inplace_or, in_place_or as *mut _),
        ]),
        Container::Set => slots.extend([
            (ffi::Py_sq_length, plain_length as *mut _),
            (ffi::Py_nb_subtract, subtract as *mut _),
            (ffi::Py_nb_or, or as *mut _),
            (ffi::Py_nb_and, and as *mut _),
            (ffi::Py_nb_xor, xor as *mut _),
            (ffi::Py_nb_inplace_subtract, in_place_subtract as *mut _),
            (ffi::Py_nb_inplace_or, in_place_or as *mut _),
            (ffi::Py_nb_inplace_and, in_place_and as *mut _),
            (ffi::Py_nb_inplace_xor, in_place_xor as *mut _),
        ]),
    }
    if container == Container::List || container == Container::Dict {
        slots.push((ffi::Py_mp_ass_subscript, assign as *mut _));
    }
    slots
}

pub fn initialise(python: Python<'_>) -> PyResult<()> {
    for container in CONTAINERS {
        let slots = slots_of(container);
        let recipe = Recipe {
            name: container.name(),
            base: container.builtin(),
            basic_size: 0,
            slots: &slots,
            methods: if container == Container::List {
                ends::METHODS
            } else {
                &[]
            },
            getters: &[],
            vectorcall_offset: None,
        };
        // SAFETY: each function above has the signature of its slot.
        TYPES[container as usize].store(
            unsafe { heap_type::make(python, &recipe) }?,
            Ordering::Relaxed,
        );
    }
    iteration::initialise(python)
}
