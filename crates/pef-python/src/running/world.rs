//! Worlds: the modules under test exist twice, rewritten and plain. Code finds the right ones in `sys.modules`.

use std::cell::{Cell, RefCell};

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::state::State;

/// What goes with the runs in a world.
pub struct Surrounding {
    /// Called whenever this becomes the world that imports see, to give generators of randomness and the like their fixed beginning.
    pub preparations: Vec<Py<PyAny>>,
    /// Called when a run begins, and when it has ended, whatever came of it.
    pub around_run: Option<(Py<PyAny>, Py<PyAny>)>,
    /// Called after a run that imported something, so that the next one imports it anew.
    pub forget_imports: Py<PyAny>,
    /// Whether others change the state between runs, as the program that uses the library may: what they did stays.
    pub is_shared: bool,
}

/// One set of modules, with what they looked like after they were imported.
pub struct World {
    system_modules: Py<PyDict>,
    state: Py<State>,
    surrounding: Surrounding,
    /// What runs changed and could not be put back.
    left: RefCell<Vec<String>>,
    module_count: Cell<usize>,
}

impl World {
    pub fn new(python: Python<'_>, state: Py<State>, surrounding: Surrounding) -> PyResult<Self> {
        let system_modules = python
            .import("sys")?
            .getattr("modules")?
            .cast_into::<PyDict>()?
            .unbind();
        let world = Self {
            system_modules,
            state,
            surrounding,
            left: RefCell::default(),
            module_count: Cell::new(0),
        };
        if !world.surrounding.is_shared {
            // Between explorations, objects of the program are shown to people, by code of the program.
            let left = world.state.get().restore(python);
            world.left.replace(left);
        }
        Ok(world)
    }

    /// Whether somebody else changed the state since the last run, and may do so.
    pub fn is_changed(&self, python: Python<'_>) -> PyResult<bool> {
        Ok(self.surrounding.is_shared && self.state.get().differs(python)?)
    }

    /// Takes the state as it is now for the one that runs begin with.
    pub fn accept_changes(&self, python: Python<'_>) -> PyResult<()> {
        self.state.get().remember(python)
    }

    /// Makes this the world of a run. Its state is as it was at first: every run leaves it so.
    pub fn enter(&self, python: Python<'_>) -> PyResult<()> {
        self.show(python)?;
        if let Some((begin, _)) = &self.surrounding.around_run {
            begin.call0(python)?;
        }
        Ok(())
    }

    /// Makes this the world that imports see.
    pub fn show(&self, python: Python<'_>) -> PyResult<()> {
        let system_modules = self.system_modules.bind(python);
        for (name, module) in self.state.get().modules() {
            system_modules.set_item(name, module)?;
        }
        for preparation in &self.surrounding.preparations {
            preparation.call0(python)?;
        }
        self.module_count.set(system_modules.len());
        Ok(())
    }

    /// Undoes what a run did to the state of the modules. Says whether the run imported something.
    pub fn leave(&self, python: Python<'_>) -> PyResult<bool> {
        if let Some((_, end)) = &self.surrounding.around_run {
            end.call0(python)?;
        }
        let imported = self.system_modules.bind(python).len() != self.module_count.get();
        if imported {
            self.surrounding.forget_imports.call0(python)?;
        }
        let left = self.state.get().restore(python);
        self.left.borrow_mut().extend(left);
        Ok(imported)
    }

    /// What runs changed since the last time and could not be put back, in words.
    pub fn take_left(&self) -> Vec<String> {
        self.left.take()
    }
}
