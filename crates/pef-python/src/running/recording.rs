//! Runs kept for a certificate: which decisions each of them took. Nothing is kept unless it is asked for.
//!
//! What the solver answered is not kept: a side that no run took is claimed to be impossible, and whoever checks the
//! certificate has to find that out without us.

use pef_explore::{Choice, Decision, Explored, Standing};
use pef_term::{Model, Terms};
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::handing::to_python;
use super::path::DecisionKind;
use super::subject::Outcome;

/// One run.
struct Recorded {
    trace: Vec<Decision>,
    input: Model,
    admitted: bool,
}

/// The runs of an exploration.
#[derive(Default)]
pub struct Recorder {
    runs: Vec<Recorded>,
}

/// A run as Python gets it.
#[pyclass(frozen, get_all, module = "pef._engine")]
pub struct RecordedRun {
    is_admitted: bool,
    decisions: Vec<RecordedDecision>,
    /// The values of its variables, by name.
    input: Vec<(String, Py<PyAny>)>,
}

/// A decision with both its sides. Terms are numbers.
#[pyclass(frozen, module = "pef._engine")]
#[derive(Clone, Debug)]
pub struct RecordedDecision {
    kind: DecisionKind,
    #[pyo3(get)]
    site: u32,
    /// The condition, or the term whose value was decided.
    #[pyo3(get)]
    about: usize,
    /// What follows for the input.
    #[pyo3(get)]
    constraint: usize,
    /// Whether the condition held.
    #[pyo3(get)]
    side: bool,
}

#[pymethods]
impl RecordedDecision {
    #[getter]
    fn kind<'py>(&self, python: Python<'py>) -> Bound<'py, PyString> {
        self.kind.name(python)
    }
}

impl RecordedDecision {
    fn made_of(decision: &Decision, terms: &mut Terms) -> Self {
        let (about, side) = match decision.choice {
            Choice::Branch { condition, taken }
            | Choice::Assumed { condition, taken }
            | Choice::Obligation { condition, taken } => (condition, taken),
            Choice::Value { term, .. } => (term, true),
        };
        Self {
            kind: DecisionKind::of(&decision.choice),
            site: decision.site.0,
            about: about.index(),
            constraint: decision.constraint(terms).index(),
            side,
        }
    }
}

impl Recorder {
    /// Keeps a run; gives its number. A guess is somebody else's path as well, and needs no record.
    pub fn add(&mut self, explored: &Explored<Outcome>) -> Option<usize> {
        if explored.standing == Standing::Guess {
            return None;
        }
        self.runs.push(Recorded {
            trace: explored.run.trace.clone(),
            input: explored.run.input.clone(),
            admitted: explored.run.admitted,
        });
        Some(self.runs.len() - 1)
    }

    pub fn input(&self, run: usize) -> Option<&Model> {
        self.runs.get(run).map(|recorded| &recorded.input)
    }

    pub fn describe(&self, python: Python<'_>, terms: &mut Terms) -> PyResult<Vec<RecordedRun>> {
        let described = |run: &Recorded| {
            let input = run.input.iter().map(|(variable, value)| {
                let name = terms.variable_info(variable).name.clone();
                Ok((name, to_python(python, value)?))
            });
            let input = input.collect::<PyResult<_>>()?;
            let decisions = run.trace.iter();
            Ok(RecordedRun {
                is_admitted: run.admitted,
                decisions: decisions
                    .map(|decision| RecordedDecision::made_of(decision, terms))
                    .collect(),
                input,
            })
        };
        self.runs.iter().map(described).collect()
    }
}
