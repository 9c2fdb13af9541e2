//! Module state: what a run may change besides its arguments, and putting it back.
//!
//! From the modules' dictionaries everything mutable is followed: containers, instances and classes of the
//! modules, default values and closures of functions. Restoring compares by identity and rewrites only what
//! differs, in place, so that references held elsewhere stay right. Not seen: state inside C objects.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict, PyFunction, PyList, PySet, PyTuple, PyType};
use rustc_hash::FxHashSet;

/// More objects than this are not followed: the module keeps a table that hardly anybody changes.
const OBJECT_LIMIT: usize = 50_000;

/// Keys with their values, or names with attributes.
type Entries = Vec<(Py<PyAny>, Py<PyAny>)>;

/// The remembered state.
#[derive(Default)]
pub struct State {
    dictionaries: Vec<(Py<PyDict>, Entries)>,
    lists: Vec<(Py<PyList>, Vec<Py<PyAny>>)>,
    sets: Vec<(Py<PySet>, Vec<Py<PyAny>>)>,
    byte_arrays: Vec<(Py<PyByteArray>, Vec<u8>)>,
    classes: Vec<(Py<PyType>, Entries)>,
    cells: Vec<(Py<PyAny>, Py<PyAny>)>,
}

impl State {
    /// Remembers the state of some modules.
    pub fn capture<'py>(
        python: Python<'py>,
        modules: impl Iterator<Item = Bound<'py, PyAny>>,
    ) -> PyResult<Self> {
        let mut state = Self::default();
        let mut waiting = Vec::new();
        let mut names = FxHashSet::default();
        for module in modules {
            if let Ok(name) = module
                .getattr("__name__")
                .and_then(|name| name.extract::<String>())
            {
                names.insert(name);
            }
            if let Ok(attributes) = module.getattr("__dict__") {
                waiting.push(attributes);
            }
        }
        let mut known = FxHashSet::default();
        while let Some(object) = waiting.pop() {
            if known.len() >= OBJECT_LIMIT {
                break;
            }
            if known.insert(object.as_ptr() as usize) {
                state.remember(python, &object, &names, &mut waiting)?;
            }
        }
        Ok(state)
    }

    /// Remembers one object if it is mutable, and lists what it refers to.
    fn remember<'py>(
        &mut self,
        python: Python<'py>,
        object: &Bound<'py, PyAny>,
        names: &FxHashSet<String>,
        waiting: &mut Vec<Bound<'py, PyAny>>,
    ) -> PyResult<()> {
        if let Ok(dictionary) = object.cast::<PyDict>() {
            let mut entries = Vec::with_capacity(dictionary.len());
            for (key, value) in dictionary {
                waiting.push(value.clone());
                entries.push((key.unbind(), value.unbind()));
            }
            self.dictionaries
                .push((dictionary.clone().unbind(), entries));
        } else if let Ok(list) = object.cast::<PyList>() {
            waiting.extend(list.iter());
            let elements = list.iter().map(Bound::unbind).collect();
            self.lists.push((list.clone().unbind(), elements));
        } else if let Ok(set) = object.cast::<PySet>() {
            let elements = set.iter().map(Bound::unbind).collect();
            self.sets.push((set.clone().unbind(), elements));
        } else if let Ok(bytes) = object.cast::<PyByteArray>() {
            self.byte_arrays
                .push((bytes.clone().unbind(), bytes.to_vec()));
        } else if let Ok(tuple) = object.cast::<PyTuple>() {
            waiting.extend(tuple.iter());
        } else if let Ok(function) = object.cast::<PyFunction>() {
            if belongs(function, names) {
                self.remember_function(python, function, waiting)?;
            }
        } else if let Ok(class) = object.cast::<PyType>() {
            if belongs(class, names) {
                self.remember_class(class, waiting)?;
            }
        } else if belongs(&object.get_type(), names)
            && let Ok(attributes) = object.getattr("__dict__")
        {
            waiting.push(attributes);
        }
        Ok(())
    }

    fn remember_function<'py>(
        &mut self,
        python: Python<'py>,
        function: &Bound<'py, PyFunction>,
        waiting: &mut Vec<Bound<'py, PyAny>>,
    ) -> PyResult<()> {
        for name in ["__defaults__", "__kwdefaults__", "__dict__"] {
            let part = function.getattr(name)?;
            if !part.is_none() {
                waiting.push(part);
            }
        }
        let closure = function.getattr("__closure__")?;
        if let Ok(cells) = closure.cast::<PyTuple>() {
            for cell in cells {
                // An empty cell has nothing to put back.
                if let Ok(contents) = cell.getattr("cell_contents") {
                    waiting.push(contents.clone());
                    self.cells.push((cell.unbind(), contents.unbind()));
                }
            }
        }
        let _ = python;
        Ok(())
    }

    fn remember_class<'py>(
        &mut self,
        class: &Bound<'py, PyType>,
        waiting: &mut Vec<Bound<'py, PyAny>>,
    ) -> PyResult<()> {
        let mut attributes = Vec::new();
        for entry in class
            .getattr("__dict__")?
            .call_method0("items")?
            .try_iter()?
        {
            let (name, value): (Bound<'py, PyAny>, Bound<'py, PyAny>) = entry?.extract()?;
            waiting.push(value.clone());
            // Methods wrapped by descriptors have their own state.
            if let Ok(inner) = value.getattr("__func__") {
                waiting.push(inner);
            }
            attributes.push((name.unbind(), value.unbind()));
        }
        self.classes.push((class.clone().unbind(), attributes));
        Ok(())
    }

    /// Puts everything back that differs.
    pub fn restore(&self, python: Python<'_>) -> PyResult<()> {
        for (dictionary, entries) in &self.dictionaries {
            let dictionary = dictionary.bind(python);
            if !same_entries(dictionary, entries) {
                dictionary.clear();
                for (key, value) in entries {
                    dictionary.set_item(key, value)?;
                }
            }
        }
        for (list, elements) in &self.lists {
            let list = list.bind(python);
            let same = list.len() == elements.len()
                && list.iter().zip(elements).all(|(now, then)| now.is(then));
            if !same {
                list.set_slice(0, list.len(), PyList::new(python, elements)?.as_any())?;
            }
        }
        for (set, elements) in &self.sets {
            let set = set.bind(python);
            let same = set.len() == elements.len()
                && elements
                    .iter()
                    .all(|element| set.contains(element).unwrap_or(false));
            if !same {
                set.clear();
                for element in elements {
                    set.add(element)?;
                }
            }
        }
        for (bytes, contents) in &self.byte_arrays {
            let bytes = bytes.bind(python);
            if bytes.to_vec() != *contents {
                bytes.resize(contents.len())?;
                // SAFETY: nothing else runs while the interpreter is held here.
                unsafe { bytes.as_bytes_mut() }.copy_from_slice(contents);
            }
        }
        for (class, attributes) in &self.classes {
            restore_class(python, class.bind(python), attributes)?;
        }
        for (cell, contents) in &self.cells {
            // SAFETY: both are alive, and `cell` is a cell.
            unsafe {
                if (*cell.as_ptr().cast::<Cell>()).contents != contents.as_ptr() {
                    ffi::PyCell_Set(cell.as_ptr(), contents.as_ptr());
                }
            }
        }
        Ok(())
    }
}

/// The layout of cell objects.
#[repr(C)]
struct Cell {
    header: ffi::PyObject,
    contents: *mut ffi::PyObject,
}

/// Whether a class or function is one of the modules' own.
fn belongs(object: &Bound<'_, impl pyo3::PyTypeInfo>, names: &FxHashSet<String>) -> bool {
    object
        .as_any()
        .getattr("__module__")
        .and_then(|module| module.extract::<String>())
        .is_ok_and(|module| names.contains(&module))
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

/// Class attributes are set through the class, which keeps its caches right.
fn restore_class(
    python: Python<'_>,
    class: &Bound<'_, PyType>,
    attributes: &[(Py<PyAny>, Py<PyAny>)],
) -> PyResult<()> {
    let now = class.getattr("__dict__")?;
    let mut changed = now.len()? != attributes.len();
    for (name, value) in attributes {
        match now.get_item(name) {
            Ok(present) if present.is(value) => {}
            _ => {
                changed = true;
                class.setattr(name.bind(python).cast::<pyo3::types::PyString>()?, value)?;
            }
        }
    }
    if changed {
        let names: Vec<Bound<'_, PyAny>> = now
            .call_method0("keys")?
            .try_iter()?
            .collect::<PyResult<_>>()?;
        for name in names {
            let kept = attributes
                .iter()
                .any(|(then, _)| name.eq(then).unwrap_or(false));
            if !kept {
                class.delattr(name.cast::<pyo3::types::PyString>()?)?;
            }
        }
    }
    Ok(())
}
