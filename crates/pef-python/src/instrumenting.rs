//! Rewriting source for the import hook, and the branch map of what was rewritten.

use pef_syntax::{Instrumented, Options, instrument};
use pyo3::exceptions::PySyntaxError;
use pyo3::prelude::*;

use crate::session;
use crate::values::keyed;

/// A module rewritten.
#[pyclass(frozen, get_all, module = "pef._engine")]
pub struct RewrittenModule {
    text: String,
    /// The number of the first of its branches; the others follow it.
    first_branch: u32,
    branches: Vec<RewrittenBranch>,
    /// The lines on which an operation keeps its native form.
    left_native: Vec<u32>,
}

/// A branch of a module.
#[pyclass(frozen, get_all, module = "pef._engine")]
#[derive(Clone)]
pub struct RewrittenBranch {
    /// The qualified name of the function it stands in.
    function: String,
    line: u32,
    /// Where it goes if its condition does not hold, and if it does: each as `line->line`.
    sides: (String, String),
}

/// Rewrites a module.
#[pyfunction]
pub fn rewrite(source: &str, file: &str) -> PyResult<RewrittenModule> {
    let first_branch = session::with(|session| session.sites.branch_count() as u32);
    let options = Options {
        fstrings: true,
        first_branch,
        ..Options::default()
    };
    let Instrumented {
        text,
        branches,
        left_native,
    } = instrument(source, &options).map_err(|problem| {
        PySyntaxError::new_err(format!("{file}:{}: {}", problem.line, problem.message))
    })?;
    let lines: Vec<u32> = branches.iter().map(pef_syntax::Branch::line).collect();
    session::with(|session| {
        session.sites.add_branches(file, &lines);
        let points = branches
            .iter()
            .filter_map(|branch| Some((first_branch + branch.id.0, branch.point.clone()?)));
        session.sites.add_points(points);
    });
    let branches = branches.iter().map(|branch| RewrittenBranch {
        function: branch.function.clone(),
        line: branch.line(),
        sides: (branch.arc(false), branch.arc(true)),
    });
    Ok(RewrittenModule {
        text,
        first_branch,
        branches: branches.collect(),
        left_native: left_native.iter().map(|left| left.line).collect(),
    })
}

/// How many branches there are so far: the number that the first one of the next module gets.
#[pyfunction]
pub fn branch_count() -> usize {
    session::with(|session| session.sites.branch_count())
}

/// Makes the branches known of a module that was rewritten by another process, which is to say their lines.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "comes from Python")]
pub fn add_branches(file: &str, lines: Vec<u32>) {
    session::with(|session| session.sites.add_branches(file, &lines));
}

/// Makes the code that runs with these globals known as rewritten.
#[pyfunction]
pub fn mark_rewritten(namespace: &Bound<'_, pyo3::types::PyDict>) {
    session::with(|session| session.add_instrumented(namespace.as_ptr() as usize));
}

/// Whether the code that runs with these globals is that of the program, and rewritten.
#[pyfunction]
pub fn is_program(namespace: &Bound<'_, pyo3::types::PyDict>) -> bool {
    session::with(|session| session.is_program(namespace.as_ptr() as usize))
}

/// Lets a dictionary that CPython itself has filled take on the type it has with symbolic keys, if it has some.
#[pyfunction]
pub fn settle_keys(dictionary: &Bound<'_, PyAny>) -> PyResult<()> {
    // SAFETY: the dictionary is alive.
    unsafe { keyed::settle_type(dictionary.as_ptr()) }.map_err(|_| PyErr::fetch(dictionary.py()))
}

/// Makes code of PEF known that counts as rewritten: it hands values over and does nothing else to them.
#[pyfunction]
pub fn mark_own(namespace: &Bound<'_, pyo3::types::PyDict>) {
    session::with(|session| session.add_own(namespace.as_ptr() as usize));
}
