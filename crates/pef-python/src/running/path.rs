//! A path as `pef.exploration` gets it: what its two runs did, and its decisions by number.

use pef_explore::{Choice, Explored, SiteId, Standing};
use pyo3::PyTraverseError;
use pyo3::gc::PyVisit;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use super::arguments::Arguments;
use super::batch::Known;
use super::state::Changed;
use super::subject::{self, Ending, Outcome};
use crate::session;

/// One path.
#[pyclass(frozen, get_all, module = "pef._engine")]
pub struct ExploredPath {
    /// As they were before the call.
    arguments: Py<CallArguments>,
    /// The same with descriptions in place of objects of classes.
    described: Py<CallArguments>,
    decisions: Py<PyList>,
    depth: usize,
    /// Whether it goes on behind the depth bound.
    is_pruned: bool,
    /// Whether its input was guessed: the path may be another one's too.
    is_guess: bool,
    /// Conditions that hold because something that is not followed used the plain value.
    fixed: Vec<usize>,
    /// The places of decisions of which nobody knows whether they could have gone the other way.
    undecided: Vec<Place>,
    symbolic: Py<SymbolicRun>,
    /// A `PlainRun`, or `NotReplayed`.
    replay: Py<PyAny>,
    /// Where runs are kept, its number.
    run: Option<usize>,
    /// Where others explore the same target: by what they would know it.
    fingerprint: Option<u64>,
}

/// Arguments of a call.
#[pyclass(frozen, get_all, module = "pef._engine")]
pub struct CallArguments {
    positional: Py<PyList>,
    keyword: Py<PyDict>,
}

/// What else is known of a symbolic run.
#[pyclass(frozen, get_all, module = "pef._engine")]
pub struct SymbolicRun {
    /// What its contract made of it, if there is one.
    judgement: Option<Py<PyAny>>,
    /// What it returned or raised, where that is kept.
    result: Option<Py<PyAny>>,
    exception: Option<Py<PyAny>>,
}

/// What the plain function did.
#[pyclass(frozen, get_all, module = "pef._engine")]
pub struct PlainRun {
    result: Option<Py<PyAny>>,
    exception: Option<Py<PyAny>>,
    /// The text of the result, or the message of the exception.
    text: Py<PyAny>,
    output: String,
    /// Whether it ended as the symbolic run did.
    agrees: bool,
    /// What its contract made of it, if there is one.
    judgement: Option<Py<PyAny>>,
    /// How the watcher describes the call, if there is one.
    call: Option<Py<PyAny>>,
    /// Whether the watcher ended it.
    was_stopped: bool,
    /// Whether something was refused to a foreign function.
    was_refused: bool,
    /// What state it changed, which was put back.
    changed_state: Vec<Py<ChangedObject>>,
}

/// Why there is no plain run of a path.
#[pyclass(frozen, eq, module = "pef._engine")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotReplayed {
    /// The symbolic run was cut off, and nobody would end this one.
    #[pyo3(name = "CUT_OFF")]
    CutOff,
    /// The watcher did not want it.
    #[pyo3(name = "FORBIDDEN")]
    Forbidden,
}

/// An object that a run changed, and the names of what in it.
#[pyclass(frozen, get_all, module = "pef._engine")]
pub struct ChangedObject {
    holder: Py<PyAny>,
    names: Vec<Py<PyAny>>,
}

/// One decision of a path. Equal ones are shown alike.
#[pyclass(frozen, eq, hash, module = "pef._engine")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TakenDecision {
    kind: DecisionKind,
    #[pyo3(get)]
    site: u32,
    /// The number of its condition.
    #[pyo3(get)]
    condition: usize,
    /// Whether it could not have gone another way.
    #[pyo3(get)]
    is_forced: bool,
}

/// What was decided, by the names that people see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DecisionKind {
    Branch,
    Assumed,
    Contract,
    Value,
}

/// A line of a file.
#[pyclass(frozen, get_all, module = "pef._engine")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    pub file: String,
    pub line: u32,
}

#[pymethods]
impl ExploredPath {
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.arguments)?;
        visit.call(&self.described)?;
        visit.call(&self.decisions)?;
        visit.call(&self.symbolic)?;
        visit.call(&self.replay)
    }
}

#[pymethods]
impl CallArguments {
    #[new]
    fn new(positional: Py<PyList>, keyword: Py<PyDict>) -> Self {
        Self {
            positional,
            keyword,
        }
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.positional)?;
        visit.call(&self.keyword)
    }
}

impl CallArguments {
    pub fn made_of(python: Python<'_>, arguments: Arguments) -> PyResult<Self> {
        let keyword = PyDict::new(python);
        for (name, value) in arguments.keyword {
            keyword.set_item(name, value)?;
        }
        Ok(Self {
            positional: PyList::new(python, arguments.positional)?.unbind(),
            keyword: keyword.unbind(),
        })
    }

    /// As a call takes them.
    pub fn taken(&self, python: Python<'_>) -> Arguments {
        let keyword = self.keyword.bind(python).iter();
        Arguments {
            positional: self
                .positional
                .bind(python)
                .iter()
                .map(Bound::unbind)
                .collect(),
            keyword: keyword
                .map(|(name, value)| (name.unbind(), value.unbind()))
                .collect(),
        }
    }
}

#[pymethods]
impl SymbolicRun {
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.judgement)?;
        visit.call(&self.result)?;
        visit.call(&self.exception)
    }
}

#[pymethods]
impl PlainRun {
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.result)?;
        visit.call(&self.exception)?;
        visit.call(&self.text)?;
        visit.call(&self.judgement)?;
        visit.call(&self.call)?;
        for changed in &self.changed_state {
            visit.call(changed)?;
        }
        Ok(())
    }
}

#[pymethods]
impl ChangedObject {
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.holder)?;
        for name in &self.names {
            visit.call(name)?;
        }
        Ok(())
    }
}

#[pymethods]
impl TakenDecision {
    #[getter]
    fn kind<'py>(&self, python: Python<'py>) -> Bound<'py, PyString> {
        self.kind.name(python)
    }
}

impl DecisionKind {
    pub fn of(choice: &Choice) -> Self {
        match choice {
            Choice::Branch { .. } => Self::Branch,
            Choice::Assumed { .. } => Self::Assumed,
            Choice::Obligation { .. } => Self::Contract,
            Choice::Value { .. } => Self::Value,
        }
    }

    pub fn name(self, python: Python<'_>) -> Bound<'_, PyString> {
        let name = match self {
            Self::Branch => intern!(python, "branch"),
            Self::Assumed => intern!(python, "assumed"),
            Self::Contract => intern!(python, "contract"),
            Self::Value => intern!(python, "value"),
        };
        name.clone()
    }
}

/// The path as Python gets it. `agrees` says whether the two runs ended alike.
pub fn describe(
    python: Python<'_>,
    known: Known,
    agrees: bool,
    fingerprint: Option<u64>,
    keeps_results: bool,
) -> PyResult<ExploredPath> {
    let Known { pending, replay } = known;
    let explored = pending.explored;
    let arguments = |arguments| Py::new(python, CallArguments::made_of(python, arguments)?);
    let decisions = decisions(python, &explored)?.unbind();
    let (depth, is_pruned) = (explored.depth(), explored.pruned);
    let is_guess = explored.standing == Standing::Guess;
    let Outcome {
        ending,
        fixed,
        seen,
        ..
    } = explored.run.outcome;
    let exception = match ending {
        // An exception keeps alive whoever called what raised it.
        Ending::Raised(error) if keeps_results => Some(error.into_value(python).into_any()),
        Ending::Raised(_) | Ending::Returned | Ending::Stopped(_) => None,
    };
    let symbolic = SymbolicRun {
        judgement: seen.judgement,
        result: seen.result,
        exception,
    };
    Ok(ExploredPath {
        arguments: arguments(replay.arguments)?,
        described: arguments(replay.described)?,
        decisions,
        depth,
        is_pruned,
        is_guess,
        fixed: fixed.into_iter().map(|fact| fact.index()).collect(),
        undecided: pending.undecided,
        symbolic: Py::new(python, symbolic)?,
        replay: match replay.ran {
            Some(ran) => described_run(python, ran, agrees)?,
            None => Py::new(python, NotReplayed::CutOff)?.into_any(),
        },
        run: pending.run,
        fingerprint,
    })
}

fn described_run(python: Python<'_>, ran: subject::PlainRun, agrees: bool) -> PyResult<Py<PyAny>> {
    if !ran.announced.wanted {
        return Ok(Py::new(python, NotReplayed::Forbidden)?.into_any());
    }
    let (result, exception) = match ran.result {
        Ok(result) => (Some(result), None),
        Err(error) => (None, Some(error.into_value(python).into_any())),
    };
    let changed_state = ran.changed_state.into_iter();
    let run = PlainRun {
        result,
        exception,
        text: ran.text,
        output: ran.output,
        agrees,
        judgement: ran.judgement,
        call: ran.announced.call,
        was_stopped: ran.stopped,
        was_refused: ran.refused,
        changed_state: changed_state
            .map(|Changed { holder, names }| Py::new(python, ChangedObject { holder, names }))
            .collect::<PyResult<_>>()?,
    };
    Ok(Py::new(python, run)?.into_any())
}

fn decisions<'py>(
    python: Python<'py>,
    explored: &Explored<Outcome>,
) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(python);
    for (index, decision) in explored.run.trace.iter().enumerate() {
        let condition = session::with(|session| decision.constraint(&mut session.terms));
        list.append(TakenDecision {
            kind: DecisionKind::of(&decision.choice),
            site: decision.site.0,
            condition: condition.index(),
            is_forced: explored.is_forced(index),
        })?;
    }
    Ok(list)
}

/// File and line of a site.
pub fn place(site: SiteId) -> Place {
    session::with(|session| {
        let place = session.sites.place(site);
        Place {
            file: place.file.to_string(),
            line: place.line,
        }
    })
}

/// Files and lines of sites given by number.
#[pyfunction]
pub fn places(sites: Vec<u32>) -> Vec<Place> {
    sites.into_iter().map(|site| place(SiteId(site))).collect()
}
