//! A path as `pef.exploration.exploration` gets it: what its runs did, and its decisions by number.

use pef_explore::{Choice, Decision, Explored, SiteId, Standing};
use pef_term::TermId;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use super::batch::Known;
use super::subject::{Ending, Outcome, PlainRun};
use crate::session;

/// The path as a dictionary.
pub fn describe(
    python: Python<'_>,
    known: Known,
    agrees: bool,
    fingerprint: Option<u64>,
    keep_results: bool,
) -> PyResult<Bound<'_, PyDict>> {
    let Known { pending, replay } = known;
    let explored = pending.explored;
    let path = PyDict::new(python);
    for (arguments, positional, keyword) in [
        (
            replay.arguments,
            intern!(python, "args"),
            intern!(python, "kwargs"),
        ),
        (
            replay.described,
            intern!(python, "described_args"),
            intern!(python, "described_kwargs"),
        ),
    ] {
        path.set_item(positional, arguments.positional)?;
        let keywords = PyDict::new(python);
        for (name, value) in arguments.keyword {
            keywords.set_item(name, value)?;
        }
        path.set_item(keyword, keywords)?;
    }
    path.set_item(intern!(python, "pruned"), explored.pruned)?;
    path.set_item(
        intern!(python, "guess"),
        explored.standing == Standing::Guess,
    )?;
    path.set_item(intern!(python, "agrees"), agrees)?;
    path.set_item(intern!(python, "depth"), explored.depth())?;
    path.set_item(intern!(python, "decisions"), decisions(python, &explored)?)?;
    // What there is only sometimes is left out where there is none.
    if !explored.run.outcome.fixed.is_empty() {
        let fixed = explored.run.outcome.fixed.iter().map(|fact| fact.index());
        path.set_item(
            intern!(python, "fixed"),
            PyList::new(python, fixed.collect::<Vec<_>>())?,
        )?;
    }
    let seen = explored.run.outcome.seen;
    let set = |name: &Bound<'_, PyString>, value: Option<Py<PyAny>>| {
        value.map_or(Ok(()), |value| path.set_item(name, value))
    };
    set(intern!(python, "symbolic"), seen.judgement)?;
    set(intern!(python, "symbolic_result"), seen.result)?;
    if let Some(ran) = replay.ran {
        describe_replay(python, &path, ran)?;
    }
    // An exception keeps alive whoever called what raised it.
    if keep_results && let Ending::Raised(error) = &explored.run.outcome.ending {
        path.set_item(intern!(python, "symbolic_exception"), error.value(python))?;
    }
    if !pending.undecided.is_empty() {
        path.set_item(intern!(python, "undecided"), pending.undecided)?;
    }
    if let Some(run) = pending.run {
        path.set_item(intern!(python, "run"), run)?;
    }
    if let Some(fingerprint) = fingerprint {
        path.set_item(intern!(python, "fingerprint"), fingerprint)?;
    }
    Ok(path)
}

/// What the plain run of a path did.
fn describe_replay(python: Python<'_>, path: &Bound<'_, PyDict>, ran: PlainRun) -> PyResult<()> {
    match ran.result {
        Ok(result) => path.set_item(intern!(python, "result"), result)?,
        Err(error) => path.set_item(intern!(python, "exception"), error.into_value(python))?,
    }
    path.set_item(intern!(python, "text"), ran.text)?;
    path.set_item(intern!(python, "stdout"), ran.output)?;
    if let Some(judgement) = ran.judgement {
        path.set_item(intern!(python, "plain"), judgement)?;
    }
    if let Some(call) = ran.announced.call {
        path.set_item(intern!(python, "announced"), call)?;
    }
    for (name, is_so) in [
        (intern!(python, "forbidden"), !ran.announced.wanted),
        (intern!(python, "stopped"), ran.stopped),
        (intern!(python, "refused"), ran.refused),
    ] {
        if is_so {
            path.set_item(name, true)?;
        }
    }
    if !ran.changed_state.is_empty() {
        path.set_item(intern!(python, "changed_state"), ran.changed_state)?;
    }
    Ok(())
}

/// The decisions of a path: kind, number of the site, number of the condition, whether forced.
fn decisions<'py>(
    python: Python<'py>,
    explored: &Explored<Outcome>,
) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(python);
    for (index, decision) in explored.run.trace.iter().enumerate() {
        let forced = explored.is_forced(index);
        let kind = match decision.choice {
            Choice::Branch { .. } => intern!(python, "branch"),
            Choice::Assumed { .. } => intern!(python, "assumed"),
            Choice::Obligation { .. } => intern!(python, "contract"),
            Choice::Value { .. } => intern!(python, "value"),
        };
        list.append((kind, decision.site.0, condition(decision).index(), forced))?;
    }
    Ok(list)
}

fn condition(decision: &Decision) -> TermId {
    session::with(|session| decision.constraint(&mut session.terms))
}

/// File and line of a site.
pub fn place(site: SiteId) -> (String, u32) {
    session::with(|session| {
        let place = session.sites.place(site);
        (place.file.to_string(), place.line)
    })
}

/// File and line of sites given by number.
#[pyfunction]
pub fn places(sites: Vec<u32>) -> Vec<(String, u32)> {
    sites.into_iter().map(|site| place(SiteId(site))).collect()
}
