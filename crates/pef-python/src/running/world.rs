//! Worlds: the modules under test exist twice, rewritten and plain. Code finds the right ones in `sys.modules`.

use std::cell::Cell;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use super::state::State;

/// One set of modules, with what they looked like after they were imported.
pub struct World {
    modules: Vec<(Py<PyString>, Py<PyAny>)>,
    system_modules: Py<PyDict>,
    state: State,
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
        let state = State::capture(
            python,
            listed.iter().map(|(_, module)| module.bind(python).clone()),
        )?;
        Ok(Self {
            modules: listed,
            system_modules,
            state,
            preparations,
            around_run,
            forget_imports,
            module_count: Cell::new(0),
        })
    }

    /// Makes this the world of a run. Its state is as it was at first: every run leaves it so.
    pub fn enter(&self, python: Python<'_>) -> PyResult<()> {
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
        self.state.restore(python)?;
        Ok(imported)
    }
}
