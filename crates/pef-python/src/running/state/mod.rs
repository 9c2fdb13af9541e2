//! Module state: what a run may change besides its arguments, and putting it back.
//!
//! From the modules' dictionaries everything mutable is followed: containers, instances and classes of the modules,
//! default values and closures of functions. Of instances of other classes the attributes are remembered, but other
//! objects that these lead to are not: that would be a whole library. State inside objects of C is remembered where
//! `pef.isolation.c_objects` knows how.

mod part;
mod shared;

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{
    PyByteArray, PyDict, PyFrozenSet, PyFunction, PyList, PyModule, PySet, PyString, PyTuple,
    PyType,
};
use rustc_hash::FxHashSet;

use crate::plain_data;
use crate::raw::looking;
pub use part::{Changed, version};
use part::{Part, Slot, Version, attributes_of};
pub use shared::Shared;

/// More objects than this are not followed: the module keeps a table that hardly anybody changes.
const OBJECT_LIMIT: usize = 50_000;

/// How many states were made.
static MADE: AtomicU64 = AtomicU64::new(0);

/// The state of some modules, of functions that no import leads to, and of what all programs share.
///
/// It is made once for all explorations in these modules: every run leaves them as they were.
#[pyclass(frozen, module = "pef._engine")]
pub struct State {
    /// No other state of this process has it.
    number: u64,
    modules: Vec<(Py<PyString>, Py<PyAny>)>,
    functions: Vec<Py<PyAny>>,
    /// The module of Python that remembers state inside objects of C.
    keepers: Py<PyAny>,
    parts: Mutex<Vec<Part>>,
}

#[pymethods]
impl State {
    #[new]
    fn new(
        modules: &Bound<'_, PyDict>,
        functions: Vec<Py<PyAny>>,
        keepers: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let mut listed = Vec::new();
        for (name, module) in modules {
            listed.push((name.cast_into::<PyString>()?.unbind(), module.unbind()));
        }
        let state = Self {
            number: MADE.fetch_add(1, Ordering::Relaxed) + 1,
            modules: listed,
            functions,
            keepers: keepers.clone().unbind(),
            parts: Mutex::default(),
        };
        state.remember(modules.py())?;
        Ok(state)
    }
}

impl State {
    /// Remembers everything as it is now.
    pub fn remember(&self, python: Python<'_>) -> PyResult<()> {
        let keepers = self.keepers.bind(python);
        let mut walk = Walk {
            parts: Vec::new(),
            waiting: VecDeque::new(),
            names: FxHashSet::default(),
            known: FxHashSet::default(),
            keep: keepers.getattr("keep")?,
            ordered: python.import("collections")?.getattr("OrderedDict")?,
        };
        for function in &self.functions {
            walk.begin_with_function(function.bind(python));
        }
        for (_, module) in &self.modules {
            let module = module.bind(python);
            if let Some(attributes) = looking::namespace(module) {
                if let Ok(Some(name)) = attributes.get_item("__name__") {
                    walk.own(&name);
                }
                walk.waiting.push_back((attributes.into_any(), Reach::Own));
            }
        }
        walk.follow()?;
        for keeper in keepers.getattr("of_interpreter")?.call0()?.try_iter()? {
            walk.parts.push(Part::Kept(keeper?.unbind()));
        }
        let before = std::mem::replace(&mut *self.parts(python), walk.parts);
        // Letting go of objects can run code, which must find the parts free.
        drop(before);
        Ok(())
    }

    fn parts(&self, python: Python<'_>) -> MutexGuard<'_, Vec<Part>> {
        let parts = self.parts.lock_py_attached(python);
        parts.unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of this state.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The modules by name.
    pub fn modules(&self) -> &[(Py<PyString>, Py<PyAny>)] {
        &self.modules
    }

    /// Whether something is no longer what it was.
    pub fn differs(&self, python: Python<'_>) -> PyResult<bool> {
        for part in self.parts(python).iter() {
            if part.differs(python)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Puts everything back that differs.
    pub fn restore(&self, python: Python<'_>) -> Restored {
        let mut all = Restored::default();
        for part in self.parts(python).iter() {
            let restored = part.differs(python).and_then(|differs| {
                if differs {
                    all.changed.push(part.changes(python));
                    part.restore(python)
                } else {
                    Ok(None)
                }
            });
            match restored {
                Ok(message) => all.left.extend(message),
                Err(error) => all.left.push(format!("part of the state ({error})")),
            }
        }
        all
    }
}

/// What putting the state back came to.
#[derive(Default)]
pub struct Restored {
    /// What differed.
    pub changed: Vec<Changed>,
    /// What could not be put back, in words.
    pub left: Vec<String>,
}

/// A number that a dictionary has no longer when it has been changed; zero where none is known.
#[pyfunction]
pub fn dictionary_version(dictionary: &Bound<'_, PyDict>) -> u64 {
    version(dictionary).unwrap_or(0)
}

/// How an object was come to.
#[derive(Clone, Copy, PartialEq)]
enum Reach {
    /// Through objects of the modules and containers alone.
    Own,
    /// Through an instance of another class.
    Foreign,
}

/// Finds what is to be remembered.
struct Walk<'py> {
    parts: Vec<Part>,
    waiting: VecDeque<(Bound<'py, PyAny>, Reach)>,
    /// The modules whose state this is.
    names: FxHashSet<String>,
    known: FxHashSet<usize>,
    keep: Bound<'py, PyAny>,
    /// Dictionaries of this type keep an order of their own, and must be changed by their own methods.
    ordered: Bound<'py, PyAny>,
}

impl<'py> Walk<'py> {
    /// What a module or function calls its module by.
    fn own(&mut self, name: &Bound<'py, PyAny>) {
        self.names.extend(name.extract::<String>());
    }

    /// A function that no import leads to has its module's names and its own closure.
    fn begin_with_function(&mut self, function: &Bound<'py, PyAny>) {
        if let Ok(name) = function.getattr("__module__") {
            self.own(&name);
        }
        if let Ok(globals) = function.getattr("__globals__") {
            self.waiting.push_back((globals, Reach::Own));
        }
        self.waiting.push_back((function.clone(), Reach::Own));
    }

    /// What is near to the modules comes first, should there be too much.
    fn follow(&mut self) -> PyResult<()> {
        while let Some((object, reach)) = self.waiting.pop_front() {
            if self.known.len() >= OBJECT_LIMIT {
                break;
            }
            if !is_atom(&object) && self.known.insert(object.as_ptr() as usize) {
                self.remember(&object, reach)?;
            }
        }
        Ok(())
    }

    fn wait(&mut self, objects: impl Iterator<Item = Bound<'py, PyAny>>, reach: Reach) {
        self.waiting.extend(objects.map(|object| (object, reach)));
    }

    /// Remembers one object if it is mutable, and lists what it refers to.
    fn remember(&mut self, object: &Bound<'py, PyAny>, reach: Reach) -> PyResult<()> {
        if let Ok(function) = object.cast::<PyFunction>() {
            let module = function.getattr("__module__");
            if module.is_ok_and(|module| self.is_own(&module)) {
                self.remember_function(function, reach)?;
            }
            return Ok(());
        }
        if let Ok(class) = object.cast::<PyType>() {
            if self.belongs(class) {
                self.remember_class(class, reach);
            }
            return Ok(());
        }
        let is_builtin =
            self.remember_container(object, reach) || self.remember_c(object, reach)?;
        // Instances of builtins themselves have neither attributes nor slots, but those of classes derived from them do.
        if !is_builtin || is_written_class(&object.get_type()) {
            self.remember_instance(object, reach)?;
        }
        Ok(())
    }

    /// Lists, dictionaries and the like; whether it is one.
    fn remember_container(&mut self, object: &Bound<'py, PyAny>, reach: Reach) -> bool {
        if let Ok(dictionary) = object.cast::<PyDict>() {
            if object.get_type().is_subclass(&self.ordered).unwrap_or(true) {
                return false;
            }
            let mut entries = Vec::with_capacity(dictionary.len());
            for (key, value) in dictionary {
                self.waiting.push_back((value.clone(), reach));
                entries.push((key.unbind(), value.unbind()));
            }
            let version = Version::of(dictionary);
            let dictionary = dictionary.clone().unbind();
            self.parts
                .push(Part::Dictionary(dictionary, entries, version));
        } else if let Ok(list) = object.cast::<PyList>() {
            self.wait(list.iter(), reach);
            let elements = list.iter().map(Bound::unbind).collect();
            self.parts.push(Part::List(list.clone().unbind(), elements));
        } else if let Ok(set) = object.cast::<PySet>() {
            let elements = looking::elements(set).unwrap_or_default();
            self.wait(elements.iter().cloned(), reach);
            let elements = elements.into_iter().map(Bound::unbind).collect();
            self.parts.push(Part::Set(set.clone().unbind(), elements));
        } else if let Ok(bytes) = object.cast::<PyByteArray>() {
            let contents = bytes.to_vec();
            self.parts
                .push(Part::Bytes(bytes.clone().unbind(), contents));
        } else if let Ok(tuple) = object.cast::<PyTuple>() {
            self.wait(tuple.iter(), reach);
        } else if let Ok(set) = object.cast::<PyFrozenSet>() {
            self.wait(
                looking::elements(set).unwrap_or_default().into_iter(),
                reach,
            );
        } else {
            return false;
        }
        true
    }

    /// State inside an object of C; whether it is one that is known.
    fn remember_c(&mut self, object: &Bound<'py, PyAny>, reach: Reach) -> PyResult<bool> {
        let kept = self.keep.call1((object,))?;
        if kept.is_none() {
            return Ok(false);
        }
        let (keeper, referents): (Option<Py<PyAny>>, Vec<Bound<'py, PyAny>>) = kept.extract()?;
        self.parts.extend(keeper.map(Part::Kept));
        self.wait(referents.into_iter(), reach);
        Ok(true)
    }

    /// The attributes of an instance.
    fn remember_instance(&mut self, object: &Bound<'py, PyAny>, reach: Reach) -> PyResult<()> {
        let class = object.get_type();
        let inner = if self.belongs(&class) {
            reach
        } else if reach == Reach::Own && is_written_class(&class) && !is_pef(&class) {
            Reach::Foreign
        } else {
            return Ok(());
        };
        if let Some(attributes) = looking::namespace(object) {
            self.waiting.push_back((attributes.into_any(), inner));
        }
        for base in class.mro() {
            let Ok(base) = base.cast_into::<PyType>() else {
                continue;
            };
            let names = looking::members(&base)?;
            if !is_written_class(&base) || !names.contains("__slots__")? {
                continue;
            }
            for descriptor in names.call_method0("values")?.try_iter()? {
                let Some(slot) = Slot::of(&descriptor?) else {
                    continue;
                };
                let value = slot.value(object);
                self.waiting
                    .extend(value.clone().map(|value| (value, inner)));
                let object = object.clone().unbind();
                self.parts
                    .push(Part::Slot(object, slot, value.map(Bound::unbind)));
            }
        }
        Ok(())
    }

    fn remember_function(
        &mut self,
        function: &Bound<'py, PyFunction>,
        reach: Reach,
    ) -> PyResult<()> {
        for name in ["__defaults__", "__kwdefaults__", "__dict__"] {
            let part = function.getattr(name)?;
            if !part.is_none() {
                self.waiting.push_back((part, reach));
            }
        }
        let closure = function.getattr("__closure__")?;
        if let Ok(cells) = closure.cast::<PyTuple>() {
            for cell in cells {
                if !self.known.insert(cell.as_ptr() as usize) {
                    continue;
                }
                let contents = cell.getattr("cell_contents").ok();
                self.waiting
                    .extend(contents.clone().map(|contents| (contents, reach)));
                self.parts
                    .push(Part::Cell(cell.unbind(), contents.map(Bound::unbind)));
            }
        }
        Ok(())
    }

    fn remember_class(&mut self, class: &Bound<'py, PyType>, reach: Reach) {
        if !is_written_class(class) {
            // What was made in C cannot be changed.
            return;
        }
        let attributes = attributes_of(class);
        let mut entries = Vec::with_capacity(attributes.len());
        for (name, value) in &attributes {
            self.waiting.push_back((value.clone(), reach));
            entries.push((name.unbind(), value.unbind()));
        }
        let version = Version::of(&attributes);
        self.parts
            .push(Part::Class(class.clone().unbind(), entries, version));
    }

    /// Whether a name is that of one of the modules.
    fn is_own(&self, name: &Bound<'_, PyAny>) -> bool {
        name.extract::<String>()
            .is_ok_and(|name| self.names.contains(&name))
    }

    /// Whether a class is one of the modules' own.
    fn belongs(&self, class: &Bound<'_, PyType>) -> bool {
        looking::module_name(class).is_some_and(|name| self.names.contains(&name))
    }
}

/// What most objects are, and has no state of its own.
fn is_atom(object: &Bound<'_, PyAny>) -> bool {
    plain_data::is_atom(object) || object.is_instance_of::<PyModule>()
}

/// Whether a class was made by a class statement (or in C as if by one).
fn is_written_class(class: &Bound<'_, PyType>) -> bool {
    // SAFETY: the class is alive.
    unsafe { ffi::PyType_HasFeature(class.as_type_ptr(), ffi::Py_TPFLAGS_HEAPTYPE) != 0 }
}

/// What PEF itself keeps in modules of its users.
fn is_pef(class: &Bound<'_, PyType>) -> bool {
    looking::module_name(class).is_some_and(|module| module == "pef" || module.starts_with("pef."))
}
