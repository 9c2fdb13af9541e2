//! Worlds: the modules under test exist twice, rewritten and plain. Code finds the right ones in `sys.modules`.

use std::cell::{Cell, RefCell};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use super::state::State;

/// What is remembered besides the modules, and how.
pub struct Memory {
    /// Functions that no import leads to, whose closures and globals are part of the state.
    pub functions: Vec<Py<PyAny>>,
    /// The module of Python that remembers state inside objects of C.
    pub keepers: Py<PyAny>,
    /// Whether others change the state between runs, as the program that uses the library may: what they did stays.
    pub is_shared: bool,
}

impl Memory {
    pub fn clone_ref(&self, python: Python<'_>) -> Self {
        Self {
            functions: self
                .functions
                .iter()
                .map(|one| one.clone_ref(python))
                .collect(),
            keepers: self.keepers.clone_ref(python),
            is_shared: self.is_shared,
        }
    }
}

/// One set of modules, with what they looked like after they were imported.
pub struct World {
    modules: Vec<(Py<PyString>, Py<PyAny>)>,
    system_modules: Py<PyDict>,
    memory: Memory,
    state: RefCell<State>,
    /// What runs changed and could not be put back.
    left: RefCell<Vec<String>>,
    /// Called whenever this becomes the world that imports see, to give generators of randomness and the like their fixed beginning.
    preparations: Vec<Py<PyAny>>,
    /// Called when a run begins, and when it has ended, whatever came of it.
    around_run: Option<(Py<PyAny>, Py<PyAny>)>,
    /// Called after a run that imported something, so that the next one imports it anew.
    forget_imports: Py<PyAny>,
    module_count: Cell<usize>,
}

impl World {
    pub fn new(
        python: Python<'_>,
        modules: &Bound<'_, PyDict>,
        memory: Memory,
        preparations: Vec<Py<PyAny>>,
        around_run: Option<(Py<PyAny>, Py<PyAny>)>,
        forget_imports: Py<PyAny>,
    ) -> PyResult<Self> {
        let system_modules = python
            .import("sys")?
            .getattr("modules")?
            .cast_into::<PyDict>()?
            .unbind();
        let mut listed = Vec::new();
        for (name, module) in modules {
            listed.push((name.cast_into::<PyString>()?.unbind(), module.unbind()));
        }
        let state = capture(python, &listed, &memory)?;
        Ok(Self {
            modules: listed,
            system_modules,
            memory,
            state: RefCell::new(state),
            left: RefCell::default(),
            preparations,
            around_run,
            forget_imports,
            module_count: Cell::new(0),
        })
    }

    /// Makes this the world of a run. Its state is as it was at first: every run leaves it so.
    pub fn enter(&self, python: Python<'_>) -> PyResult<()> {
        if self.memory.is_shared && self.state.borrow().differs(python)? {
            let state = capture(python, &self.modules, &self.memory)?;
            self.state.replace(state);
        }
        self.show(python)?;
        if let Some((begin, _)) = &self.around_run {
            begin.call0(python)?;
        }
        Ok(())
    }

    /// Makes this the world that imports see.
    pub fn show(&self, python: Python<'_>) -> PyResult<()> {
        let system_modules = self.system_modules.bind(python);
        for (name, module) in &self.modules {
            system_modules.set_item(name, module)?;
        }
        for preparation in &self.preparations {
            preparation.call0(python)?;
        }
        self.module_count.set(system_modules.len());
        Ok(())
    }

    /// Undoes what a run did to the state of the modules. Says whether the run imported something.
    pub fn leave(&self, python: Python<'_>) -> PyResult<bool> {
        if let Some((_, end)) = &self.around_run {
            end.call0(python)?;
        }
        let imported = self.system_modules.bind(python).len() != self.module_count.get();
        if imported {
            self.forget_imports.call0(python)?;
        }
        let left = self.state.borrow().restore(python);
        self.left.borrow_mut().extend(left);
        Ok(imported)
    }

    /// What runs changed since the last time and could not be put back, in words.
    pub fn take_left(&self) -> Vec<String> {
        self.left.take()
    }
}

fn capture(
    python: Python<'_>,
    modules: &[(Py<PyString>, Py<PyAny>)],
    memory: &Memory,
) -> PyResult<State> {
    State::capture(
        python,
        modules
            .iter()
            .map(|(_, module)| module.bind(python).clone()),
        memory
            .functions
            .iter()
            .map(|function| function.bind(python).clone()),
        memory.keepers.bind(python),
    )
}
