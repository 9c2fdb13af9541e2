//! Worlds: the modules under test exist twice, rewritten and plain. Code finds the right ones in `sys.modules`.
//!
//! Runs in the same world follow each other without a change between them (`batch.rs`): which world is shown is known for
//! the process, and believed as long as the tables that say so have not been touched.

use std::cell::{Cell, RefCell};

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use super::loaded;
use super::state::{Changed, State, version};

/// What goes with the runs in a world.
pub struct Surrounding {
    /// Called when this becomes the world that imports see.
    pub show: Py<PyAny>,
    /// Called before every run, to give generators of randomness and the like their fixed beginning.
    pub preparations: Vec<Py<PyAny>>,
    /// Called when a run begins, and when it has ended, whatever came of it; what the latter gives belongs to the run.
    pub around_run: Option<(Py<PyAny>, Py<PyAny>)>,
    /// Called after a run that imported something, so that the next one imports it anew.
    pub forget_imports: Py<PyAny>,
    /// Whether others change the state between runs, as the program that uses the library may: what they did stays.
    pub is_shared: bool,
}

/// One set of modules, with what they looked like after they were imported.
pub struct World {
    system_modules: Py<PyDict>,
    system: Py<PyDict>,
    state: Py<State>,
    surrounding: Surrounding,
    /// What runs changed and could not be put back.
    left: RefCell<Vec<String>>,
    module_count: Cell<usize>,
}

/// What a run left.
pub struct Left {
    /// Whether it imported something.
    pub imported: bool,
    /// What it changed, which was put back.
    pub changed: Vec<Changed>,
}

/// The world that imports see, and by what it is known that they still do.
#[derive(Default)]
struct Shown {
    /// The number of the state of the world; zero is none.
    state: u64,
    modules: Option<u64>,
    /// Those who find modules, in their order.
    finders: Vec<Py<PyAny>>,
}

thread_local! {
    static SHOWN: RefCell<Shown> = RefCell::default();
}

impl World {
    pub fn new(python: Python<'_>, state: Py<State>, surrounding: Surrounding) -> PyResult<Self> {
        let world = Self {
            system_modules: loaded::modules(python).unbind(),
            system: loaded::system(python)?.dict().unbind(),
            state,
            surrounding,
            left: RefCell::default(),
            module_count: Cell::new(0),
        };
        if !world.surrounding.is_shared {
            // Between explorations, objects of the program are shown to people, by code of the program.
            let restored = world.state.get().restore(python);
            world.left.replace(restored.left);
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
        for preparation in &self.surrounding.preparations {
            preparation.call0(python)?;
        }
        if let Some((begin, _)) = &self.surrounding.around_run {
            begin.call0(python)?;
        }
        self.module_count
            .set(self.system_modules.bind(python).len());
        Ok(())
    }

    /// Makes this the world that imports see.
    pub fn show(&self, python: Python<'_>) -> PyResult<()> {
        if self.is_shown(python)? {
            return Ok(());
        }
        let system_modules = self.system_modules.bind(python);
        loaded::replacing(system_modules, || {
            for (name, module) in self.state.get().modules() {
                system_modules.set_item(name, module)?;
            }
            Ok(())
        })?;
        self.surrounding.show.call0(python)?;
        let finders = self.finders(python)?;
        let before = SHOWN.with_borrow_mut(|shown| {
            // Whatever else somebody made of the finders is not known again.
            shown.state = finders.as_ref().map_or(0, |_| self.state.get().number());
            shown.modules = version(system_modules);
            let changed = finders.filter(|finders| !is_same(&shown.finders, finders))?;
            let finders = changed.iter().map(Bound::unbind).collect();
            Some(std::mem::replace(&mut shown.finders, finders))
        });
        // Letting go of objects can run code.
        drop(before);
        Ok(())
    }

    fn is_shown(&self, python: Python<'_>) -> PyResult<bool> {
        let modules = version(self.system_modules.bind(python));
        let finders = self.finders(python)?;
        Ok(SHOWN.with_borrow(|shown| {
            modules.is_some()
                && shown.modules == modules
                && shown.state == self.state.get().number()
                && finders.is_some_and(|finders| is_same(&shown.finders, &finders))
        }))
    }

    /// Those who find modules, where they are a list.
    fn finders<'py>(&self, python: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        let finders = self
            .system
            .bind(python)
            .get_item(intern!(python, "meta_path"))?;
        Ok(finders.and_then(|finders| finders.cast_into().ok()))
    }

    /// A run has ended: gives what is said of it. What is done from here on is no part of it, but undone with it.
    pub fn end_run(&self, python: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let end = self.surrounding.around_run.as_ref().map(|(_, end)| end);
        end.map(|end| end.call0(python)).transpose()
    }

    /// Undoes what a run did to the state of the modules.
    pub fn leave(&self, python: Python<'_>) -> PyResult<Left> {
        let imported = self.system_modules.bind(python).len() != self.module_count.get();
        if imported {
            self.surrounding.forget_imports.call0(python)?;
        }
        let restored = self.state.get().restore(python);
        self.left.borrow_mut().extend(restored.left);
        Ok(Left {
            imported,
            changed: restored.changed,
        })
    }

    /// What runs changed since the last time and could not be put back, in words.
    pub fn take_left(&self) -> Vec<String> {
        self.left.take()
    }
}

fn is_same(then: &[Py<PyAny>], now: &Bound<'_, PyList>) -> bool {
    then.len() == now.len() && now.iter().zip(then).all(|(now, then)| now.is(then))
}
