//! One part of the remembered state: what it was, whether it is still so, and making it so again.
//!
//! Comparing is by identity, and only what differs is rewritten, in place, so that references held elsewhere stay right.
//! It is done after every run, so what is large has to be compared fast: the memory of lists, the versions of dictionaries.

use std::cell::Cell;

use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict, PyList, PySet, PyString, PyType};
use rustc_hash::FxHashSet;

use crate::raw::looking;

/// Keys with their values, or names with attributes.
pub type Entries = Vec<(Py<PyAny>, Py<PyAny>)>;

/// A changed object, and the names of what in it was changed, where it has names for them.
pub struct Changed {
    pub holder: Py<PyAny>,
    pub names: Vec<Py<PyAny>>,
}

/// So many names are told.
const NAMES_TOLD: usize = 16;

/// Something mutable as it was.
pub enum Part {
    Dictionary(Py<PyDict>, Entries, Version),
    List(Py<PyList>, Vec<Py<PyAny>>),
    Set(Py<PySet>, Vec<Py<PyAny>>),
    Bytes(Py<PyByteArray>, Vec<u8>),
    Class(Py<PyType>, Entries, Version),
    /// A variable of a closure; it may have no value.
    Cell(Py<PyAny>, Option<Py<PyAny>>),
    /// An attribute in a slot: the object, the descriptor of the slot, and the value if there is one.
    Slot(Py<PyAny>, Slot, Option<Py<PyAny>>),
    /// What `pef.isolation.c_objects` remembers: state inside objects of C.
    Kept(Py<PyAny>),
}

/// The version of a dictionary when it was last seen to be what it was: CPython gives it another one with every change.
#[derive(Default)]
pub struct Version(Cell<Option<u64>>);

impl Version {
    /// Of a dictionary whose entries are remembered now.
    pub fn of(dictionary: &Bound<'_, PyDict>) -> Self {
        Self(Cell::new(version(dictionary)))
    }

    /// Whether nothing has changed since; if it says no, the entries have to be compared.
    fn is_seen(&self, dictionary: &Bound<'_, PyDict>) -> bool {
        self.0.get().is_some() && self.0.get() == version(dictionary)
    }

    fn see(&self, dictionary: &Bound<'_, PyDict>) {
        self.0.set(version(dictionary));
    }
}

/// Nothing for attributes that an object keeps in itself, which change in other ways, and where CPython counts no versions.
#[cfg(not(Py_3_14))]
pub fn version(dictionary: &Bound<'_, PyDict>) -> Option<u64> {
    // SAFETY: the dictionary is alive.
    unsafe {
        let dictionary = &*dictionary.as_ptr().cast::<ffi::PyDictObject>();
        #[expect(
            clippy::allow_attributes,
            reason = "deprecated in some versions of Python only"
        )]
        #[allow(deprecated, reason = "there is nothing in its place")]
        dictionary
            .ma_values
            .is_null()
            .then_some(dictionary.ma_version_tag)
    }
}

#[cfg(Py_3_14)]
pub fn version(_: &Bound<'_, PyDict>) -> Option<u64> {
    None
}

impl Part {
    /// Whether it is no longer what it was.
    pub fn differs(&self, python: Python<'_>) -> PyResult<bool> {
        Ok(match self {
            Self::Dictionary(dictionary, entries, version) => {
                differs(dictionary.bind(python), entries, version)
            }
            Self::List(list, elements) => {
                // SAFETY: the list is alive, and nothing changes it while it is compared.
                let now = unsafe { elements_of(list.as_ptr()) };
                now.len() != elements.len()
                    || !now
                        .iter()
                        .zip(elements)
                        .all(|(now, then)| *now == then.as_ptr())
            }
            Self::Set(set, elements) => {
                let set = set.bind(python);
                let now = looking::elements(set)?;
                now.len() != elements.len()
                    // Without a change, the order is the same; with one, it may be.
                    || (!now.iter().zip(elements).all(|(now, then)| now.is(then))
                        && !is_same_set(&now, elements))
            }
            Self::Bytes(bytes, contents) => bytes.bind(python).to_vec() != *contents,
            Self::Class(class, attributes, version) => {
                differs(&attributes_of(class.bind(python)), attributes, version)
            }
            Self::Cell(cell, contents) => {
                let then = contents.as_ref().map_or(std::ptr::null_mut(), Py::as_ptr);
                // SAFETY: `cell` is a cell, and alive.
                unsafe { (*cell.as_ptr().cast::<CellObject>()).contents != then }
            }
            Self::Slot(object, slot, value) => {
                let then = value.as_ref().map_or(std::ptr::null_mut(), Py::as_ptr);
                // SAFETY: the object is alive, and has the slot.
                unsafe { slot.held_by(object.as_ptr()) != then }
            }
            Self::Kept(keeper) => keeper
                .bind(python)
                .call_method0(intern!(python, "differs"))?
                .is_truthy()?,
        })
    }

    /// What of it differs.
    pub fn changes(&self, python: Python<'_>) -> Changed {
        let (holder, names) = match self {
            Self::Dictionary(dictionary, entries, _) => (
                dictionary.clone_ref(python).into_any(),
                changed_names(dictionary.bind(python), entries),
            ),
            Self::Class(class, attributes, _) => (
                class.clone_ref(python).into_any(),
                changed_names(&attributes_of(class.bind(python)), attributes),
            ),
            Self::List(list, _) => (list.clone_ref(python).into_any(), Vec::new()),
            Self::Set(set, _) => (set.clone_ref(python).into_any(), Vec::new()),
            Self::Bytes(bytes, _) => (bytes.clone_ref(python).into_any(), Vec::new()),
            Self::Cell(object, _) | Self::Slot(object, ..) | Self::Kept(object) => {
                (object.clone_ref(python), Vec::new())
            }
        };
        Changed { holder, names }
    }

    /// Makes it what it was; says what could not be put back.
    pub fn restore(&self, python: Python<'_>) -> PyResult<Option<String>> {
        match self {
            Self::Dictionary(dictionary, entries, _) => {
                let dictionary = dictionary.bind(python);
                dictionary.clear();
                for (key, value) in entries {
                    dictionary.set_item(key, value)?;
                }
            }
            Self::List(list, elements) => {
                let list = list.bind(python);
                list.set_slice(0, list.len(), PyList::new(python, elements)?.as_any())?;
            }
            Self::Set(set, elements) => {
                let set = set.bind(python);
                set.clear();
                for element in elements {
                    set.add(element)?;
                }
            }
            Self::Bytes(bytes, contents) => {
                let bytes = bytes.bind(python);
                bytes.resize(contents.len())?;
                // SAFETY: nothing else runs while the interpreter is held here.
                unsafe { bytes.as_bytes_mut() }.copy_from_slice(contents);
            }
            Self::Class(class, attributes, _) => {
                restore_class(python, class.bind(python), attributes)?;
            }
            Self::Cell(cell, contents) => {
                let then = contents.as_ref().map_or(std::ptr::null_mut(), Py::as_ptr);
                // SAFETY: both are alive, and `cell` is a cell.
                unsafe { ffi::PyCell_Set(cell.as_ptr(), then) };
            }
            Self::Slot(object, slot, value) => match value {
                Some(value) => {
                    slot.descriptor
                        .call_method1(python, "__set__", (object, value))?;
                }
                None => {
                    slot.descriptor
                        .call_method1(python, "__delete__", (object,))?;
                }
            },
            Self::Kept(keeper) => {
                return keeper.bind(python).call_method0("restore")?.extract();
            }
        }
        Ok(None)
    }
}

/// The layout of the objects that hold variables of closures.
#[repr(C)]
struct CellObject {
    header: ffi::PyObject,
    contents: *mut ffi::PyObject,
}

/// A slot of a class that was made by a class statement.
pub struct Slot {
    descriptor: Py<PyAny>,
    /// Where objects have it.
    offset: ffi::Py_ssize_t,
}

/// The layout of the descriptors of slots.
#[repr(C)]
struct MemberDescriptor {
    header: ffi::PyObject,
    class: *mut ffi::PyTypeObject,
    name: *mut ffi::PyObject,
    qualified_name: *mut ffi::PyObject,
    member: *mut ffi::PyMemberDef,
}

impl Slot {
    /// The slot that a descriptor is of, if it is one that holds an object or nothing.
    pub fn of(descriptor: &Bound<'_, PyAny>) -> Option<Self> {
        // SAFETY: the descriptor is alive, and of the type that has this layout.
        let member = unsafe {
            if ffi::Py_TYPE(descriptor.as_ptr()) != &raw mut ffi::PyMemberDescr_Type {
                return None;
            }
            &*(*descriptor.as_ptr().cast::<MemberDescriptor>()).member
        };
        (member.type_code == ffi::Py_T_OBJECT_EX).then(|| Self {
            descriptor: descriptor.clone().unbind(),
            offset: member.offset,
        })
    }

    /// What stands in the slot of an object.
    pub fn value<'py>(&self, object: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
        // SAFETY: the object is alive, and what it holds is too.
        unsafe { Bound::from_borrowed_ptr_or_opt(object.py(), self.held_by(object.as_ptr())) }
    }

    /// # Safety
    /// The object is alive, and has the slot.
    unsafe fn held_by(&self, object: *mut ffi::PyObject) -> *mut ffi::PyObject {
        unsafe { *object.byte_offset(self.offset).cast::<*mut ffi::PyObject>() }
    }
}

/// Whether a dictionary has other entries than it had.
fn differs(
    dictionary: &Bound<'_, PyDict>,
    entries: &[(Py<PyAny>, Py<PyAny>)],
    version: &Version,
) -> bool {
    if version.is_seen(dictionary) {
        return false;
    }
    let is_same = same_entries(dictionary, entries);
    if is_same {
        version.see(dictionary);
    }
    !is_same
}

/// The attributes of a class that was made by a class statement.
pub fn attributes_of<'py>(class: &Bound<'py, PyType>) -> Bound<'py, PyDict> {
    // SAFETY: the class is alive, and its dictionary with it.
    unsafe {
        let attributes = (*class.as_type_ptr()).tp_dict;
        Bound::from_borrowed_ptr(class.py(), attributes).cast_into_unchecked()
    }
}

/// The elements of a list.
///
/// # Safety
/// It is a list, alive, and nobody changes it while they are used.
unsafe fn elements_of<'a>(list: *mut ffi::PyObject) -> &'a [*mut ffi::PyObject] {
    unsafe {
        let list = &*list.cast::<ffi::PyListObject>();
        if list.ob_item.is_null() {
            return &[];
        }
        std::slice::from_raw_parts(list.ob_item, list.ob_base.ob_size as usize)
    }
}

/// Whether the same objects are in a set as were, in another order.
fn is_same_set(now: &[Bound<'_, PyAny>], then: &[Py<PyAny>]) -> bool {
    let now: FxHashSet<usize> = now.iter().map(|one| one.as_ptr() as usize).collect();
    then.iter()
        .all(|one| now.contains(&(one.as_ptr() as usize)))
}

fn same_entries(dictionary: &Bound<'_, PyDict>, entries: &[(Py<PyAny>, Py<PyAny>)]) -> bool {
    if dictionary.len() != entries.len() {
        return false;
    }
    let mut position = 0;
    let (mut key, mut value) = (std::ptr::null_mut(), std::ptr::null_mut());
    for (then_key, then_value) in entries {
        // SAFETY: nothing changes the dictionary while it is walked.
        let more = unsafe {
            ffi::PyDict_Next(
                dictionary.as_ptr(),
                &raw mut position,
                &raw mut key,
                &raw mut value,
            )
        };
        if more == 0 || key != then_key.as_ptr() || value != then_value.as_ptr() {
            return false;
        }
    }
    true
}

/// The keys, of those that are texts, under which there is something else than there was.
fn changed_names(
    dictionary: &Bound<'_, PyDict>,
    entries: &[(Py<PyAny>, Py<PyAny>)],
) -> Vec<Py<PyAny>> {
    let python = dictionary.py();
    let is_told = |key: &Bound<'_, PyAny>| key.is_exact_instance_of::<PyString>();
    let gone = entries.iter().filter_map(|(key, value)| {
        let key = key.bind(python);
        let is_same = || matches!(dictionary.get_item(key), Ok(Some(now)) if now.is(value));
        (is_told(key) && !is_same()).then(|| key.clone().unbind())
    });
    let mut names: Vec<Py<PyAny>> = gone.take(NAMES_TOLD).collect();
    if dictionary.len() > entries.len() || names.is_empty() {
        let known: FxHashSet<usize> = entries
            .iter()
            .map(|(key, _)| key.as_ptr() as usize)
            .collect();
        let new = dictionary
            .iter()
            .map(|(key, _)| key)
            .filter(|key| is_told(key) && !known.contains(&(key.as_ptr() as usize)));
        names.extend(new.take(NAMES_TOLD).map(Bound::unbind));
    }
    names
}

/// Class attributes are set through the class, which keeps its caches right.
fn restore_class(
    python: Python<'_>,
    class: &Bound<'_, PyType>,
    attributes: &[(Py<PyAny>, Py<PyAny>)],
) -> PyResult<()> {
    let now = attributes_of(class);
    for (name, value) in attributes {
        match now.get_item(name) {
            Ok(Some(present)) if present.is(value) => {}
            _ => looking::set_member(class, name.bind(python), Some(value))?,
        }
    }
    let then = PyDict::new(python);
    for (name, value) in attributes {
        then.set_item(name, value)?;
    }
    let names: Vec<Bound<'_, PyAny>> = now.keys().iter().collect();
    for name in names {
        if !then.contains(&name)? {
            looking::set_member(class, &name, None)?;
        }
    }
    Ok(())
}
