//! Rewriting source for the import hook, and the branch map of what was rewritten.

use pef_syntax::{Instrumented, Options, instrument};
use pyo3::exceptions::PySyntaxError;
use pyo3::prelude::*;

use crate::session;

/// A branch as `pef.coverage` wants it: function, and both sides as `line->line`.
type BranchDescription = (String, u32, String, String);

/// Rewrites a module. Returns the text, the number of its first branch, its branches, and the lines on which an
/// operation keeps its native form.
#[pyfunction]
pub fn rewrite(
    source: &str,
    file: &str,
) -> PyResult<(String, u32, Vec<BranchDescription>, Vec<u32>)> {
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
    });
    let described = branches
        .iter()
        .map(|branch| {
            (
                branch.function.clone(),
                branch.line(),
                branch.arc(true),
                branch.arc(false),
            )
        })
        .collect();
    let left_native = left_native.iter().map(|left| left.line).collect();
    Ok((text, first_branch, described, left_native))
}

/// Makes the code that runs with these globals known as rewritten.
#[pyfunction]
pub fn mark_rewritten(globals: &Bound<'_, pyo3::types::PyDict>) {
    session::with(|session| session.add_instrumented(globals.as_ptr() as usize));
}
