//! What an exploration is made of: the records of `pef.exploration.engine_request`, read by their attributes.
//!
//! Rejected: classes of the engine that Python fills in. Their constructors would have the thirty parameters again.

use std::time::Duration;

use pef_explore::Strategy;
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;

use super::arguments::Parameter;
use super::state::State;
use super::world::{Surrounding, World};

/// The target, and what the engine calls to run it and to speak of it.
#[derive(FromPyObject)]
pub struct Program {
    pub function: Py<PyAny>,
    pub native: Py<PyAny>,
    #[pyo3(from_py_with = parameters)]
    pub parameters: Vec<Parameter>,
    /// Functions of the arguments that must hold before the call.
    pub assumptions: Vec<Py<PyAny>>,
    /// Whether inputs are nothing but data: then what one run saw of them is no matter to another.
    pub is_data: bool,
    /// Keep what symbolic runs return, to be compared with what plain ones do.
    pub keeps_results: bool,
    /// Brings a result to its end: consumes iterators, runs coroutines.
    pub finish: Py<PyAny>,
    /// Tells a result or an exception as text.
    pub tell: Py<PyAny>,
    /// Makes objects of descriptions in arguments of a plain run.
    pub realise: Py<PyAny>,
    /// Calls a function with arguments, by position and by name, from code that counts as rewritten.
    pub forward: Py<PyAny>,
}

/// In which order, how far, and with whom.
#[derive(FromPyObject)]
pub struct Search {
    #[pyo3(from_py_with = name)]
    strategy: String,
    seed: u64,
    pub depth: Option<usize>,
    pub paths: Option<usize>,
    #[pyo3(from_py_with = duration)]
    pub seconds: Option<Duration>,
    /// How long one question may take.
    query_seconds: f64,
    #[pyo3(from_py_with = sharing)]
    pub sharing: Sharing,
}

/// Who explores the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    Alone,
    /// This exploration begins, and hands parts to others.
    Leading,
    /// It explores nothing but what it is handed.
    Helping,
}

/// The two worlds, and what is done around the runs in both.
#[derive(FromPyObject)]
pub struct Worlds {
    rewritten: Modules,
    plain: Modules,
    preparations: Vec<Py<PyAny>>,
    forget_imports: Py<PyAny>,
    /// Makes the rewritten modules what the plain ones have become; gives what could not be, in words.
    pub carry_over: Py<PyAny>,
}

/// What one world has for itself.
#[derive(FromPyObject)]
struct Modules {
    state: Py<State>,
    show: Py<PyAny>,
    around_run: Option<(Py<PyAny>, Py<PyAny>)>,
}

impl Search {
    pub fn into_strategy(self) -> PyResult<Strategy> {
        let seed = self.seed;
        match self.strategy.as_str() {
            "dfs" => Ok(Strategy::DepthFirst),
            "coverage" => Ok(Strategy::Coverage { seed }),
            "random" => Ok(Strategy::Random { seed }),
            other => Err(PyValueError::new_err(format!(
                "no strategy is called {other:?}"
            ))),
        }
    }

    pub fn query_budget(&self) -> Duration {
        Duration::from_secs_f64(self.query_seconds)
    }
}

impl Worlds {
    /// The rewritten and the plain world. Where they are shared, others change the state between runs.
    pub fn open(&self, python: Python<'_>, is_shared: bool) -> PyResult<(World, World)> {
        let world = |modules: &Modules| {
            let preparations = self.preparations.iter();
            let surrounding = Surrounding {
                show: modules.show.clone_ref(python),
                preparations: preparations.map(|one| one.clone_ref(python)).collect(),
                around_run: modules
                    .around_run
                    .as_ref()
                    .map(|(begin, end)| (begin.clone_ref(python), end.clone_ref(python))),
                forget_imports: self.forget_imports.clone_ref(python),
                is_shared,
            };
            World::new(python, modules.state.clone_ref(python), surrounding)
        };
        Ok((world(&self.rewritten)?, world(&self.plain)?))
    }
}

/// The value of a member of a Python enumeration, all of which are text.
pub fn name(member: &Bound<'_, PyAny>) -> PyResult<String> {
    member.getattr(intern!(member.py(), "value"))?.extract()
}

fn sharing(member: &Bound<'_, PyAny>) -> PyResult<Sharing> {
    match name(member)?.as_str() {
        "alone" => Ok(Sharing::Alone),
        "leading" => Ok(Sharing::Leading),
        "helping" => Ok(Sharing::Helping),
        other => Err(PyValueError::new_err(format!(
            "nobody shares work as {other:?}"
        ))),
    }
}

/// Seconds; nothing where there is no limit, or none that a clock would reach.
fn duration(seconds: &Bound<'_, PyAny>) -> PyResult<Option<Duration>> {
    let seconds: Option<f64> = seconds.extract()?;
    Ok(seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()))
}

fn parameters(list: &Bound<'_, PyAny>) -> PyResult<Vec<Parameter>> {
    list.try_iter()?
        .map(|parameter| Parameter::from_description(&parameter?))
        .collect()
}
