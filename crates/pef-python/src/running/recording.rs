//! Runs kept for a certificate: which decisions each of them took, and those decisions as SMT-LIB. Nothing is kept unless it
//! is asked for.
//!
//! What the solver answered is not kept: a side that no run took is claimed to be impossible, and whoever checks the
//! certificate has to find that out without us.

use pef_explore::{Choice, Decision, Explored, Standing};
use pef_term::{
    Interval, Model, SmtLib, Sort, TermId, Terms, UNPRINTED, Value, VariableId, sort_name,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use super::handing::to_python;
use super::subject::Outcome;

/// Alternatives of a choice at most; an int in a larger range is a number.
const MOST_ALTERNATIVES: i64 = 256;

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

    /// Each run: whether it was admitted, its decisions (kind, site, what is decided, the constraint that follows, which
    /// side), and its input.
    pub fn describe<'py>(
        &self,
        python: Python<'py>,
        terms: &mut Terms,
    ) -> PyResult<Bound<'py, PyList>> {
        let runs = PyList::empty(python);
        for run in &self.runs {
            let decisions = PyList::empty(python);
            for decision in &run.trace {
                let (kind, about, side) = match decision.choice {
                    Choice::Branch { condition, taken } => ("branch", condition, taken),
                    Choice::Assumed { condition, taken } => ("assumed", condition, taken),
                    Choice::Obligation { condition, taken } => ("contract", condition, taken),
                    Choice::Value { term, .. } => ("value", term, true),
                };
                let constraint = decision.constraint(terms);
                decisions.append((
                    kind,
                    decision.site.0,
                    about.index(),
                    constraint.index(),
                    side,
                ))?;
            }
            let input = PyList::empty(python);
            for (variable, value) in run.input.iter() {
                let name = &terms.variable_info(variable).name;
                input.append((name, to_python(python, value)?))?;
            }
            runs.append((run.admitted, decisions, input))?;
        }
        Ok(runs)
    }
}

/// Terms given by number as SMT-LIB, with all that they refer to.
pub fn written<'py>(
    python: Python<'py>,
    terms: &mut Terms,
    wanted: &[usize],
) -> PyResult<Bound<'py, PyDict>> {
    let mut writer = SmtLib::new(terms);
    let texts: Vec<String> = wanted
        .iter()
        .map(|&number| writer.term(TermId::from_index(number)))
        .collect();
    let symbols = writer.symbols();
    let definitions: Vec<(String, Option<&str>, &str, String)> = writer
        .definitions()
        .iter()
        .map(|one| {
            let (name, body) = (one.name.clone(), one.body.clone());
            (name, one.parameter, one.sort, body)
        })
        .collect();
    let functions: Vec<(String, String, Vec<&str>, &str)> = writer
        .functions()
        .map(|(function, symbol)| {
            let info = terms.function_info(function);
            let parameters = info
                .parameters
                .iter()
                .map(|&sort| sort_name(sort))
                .collect();
            (
                symbol.to_owned(),
                info.name.clone(),
                parameters,
                sort_name(info.result),
            )
        })
        .collect();
    let open_texts: Vec<(String, String, bool)> = writer
        .texts()
        .map(|(name, is_octets, symbol)| (symbol.to_owned(), name.to_owned(), is_octets))
        .collect();
    let variables = PyList::empty(python);
    for one in symbols {
        let alternatives = alternatives(terms, one.variable);
        let info = terms.variable_info(one.variable);
        let described = PyDict::new(python);
        described.set_item("symbol", one.symbol)?;
        described.set_item("name", &info.name)?;
        described.set_item("means", info.name.replace(UNPRINTED, ""))?;
        described.set_item("sort", sort_name(info.sort))?;
        let bound = |value: &Option<pef_term::Integer>| {
            value
                .as_ref()
                .map(|value| to_python(python, &Value::Int(value.clone())))
                .transpose()
        };
        let Interval { lower, upper } = &info.domain;
        described.set_item("lower", bound(lower)?)?;
        described.set_item("upper", bound(upper)?)?;
        described.set_item("member", one.member)?;
        described.set_item("alternatives", alternatives)?;
        variables.append(described)?;
    }
    let all = PyDict::new(python);
    all.set_item("terms", texts)?;
    all.set_item("definitions", definitions)?;
    all.set_item("variables", variables)?;
    all.set_item("functions", functions)?;
    all.set_item("texts", open_texts)?;
    Ok(all)
}

/// Where a variable says which of several alternatives is taken: the conditions for them, as Python.
fn alternatives(terms: &mut Terms, variable: VariableId) -> Option<Vec<String>> {
    let info = terms.variable_info(variable);
    let upper = info.domain.upper.as_ref()?.to_i64()?;
    let starts_at_zero = info.domain.lower.as_ref()?.is_zero();
    if info.sort != Sort::Int || !starts_at_zero || !(1..MOST_ALTERNATIVES).contains(&upper) {
        return None;
    }
    let term = terms.var(variable);
    let mut texts = Vec::new();
    for index in 0..=upper {
        let index = terms.int_const(index);
        let condition = terms.eq(term, index);
        if !terms.has_alias(condition) {
            return None;
        }
        texts.push(terms.display(condition));
    }
    Some(texts)
}
