//! The extension module `pef._engine`: the one crate that knows Python.
//!
//! `raw` touches CPython's memory; `values` are the symbolic types; `hooks` is what rewritten code calls; `models`
//! says what is known of C functions; `running` runs a target and reports its paths; `joining` notices where paths meet again. `session` holds what the values
//! of one run share.

mod confining;
mod contracts;
mod formulas;
mod hooks;
mod instrumenting;
mod joining;
mod models;
mod plain_data;
mod primitives;
mod raw;
mod running;
mod session;
mod sites;
mod texts;
mod values;

use pyo3::prelude::*;

/// The version of the Z3 library this process has loaded.
#[pyfunction]
fn z3_version() -> String {
    pef_solve::z3_version()
}

#[pymodule]
fn _engine(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let python = module.py();
    module.add_function(wrap_pyfunction!(z3_version, module)?)?;
    module.add("EXPECTED_Z3", pef_solve::EXPECTED_Z3)?;
    module.add("REWRITER", env!("PEF_REWRITER"))?;
    values::errors::initialise(python)?;
    values::initialise(python)?;
    values::priority::install(python)?;
    values::unicode_errors::initialise(python)?;
    models::initialise(python)?;
    hooks::install(python)?;
    joining::iterators::initialise(python)?;
    module.add_function(wrap_pyfunction!(instrumenting::rewrite, module)?)?;
    module.add_function(wrap_pyfunction!(instrumenting::branch_count, module)?)?;
    module.add_function(wrap_pyfunction!(instrumenting::add_branches, module)?)?;
    module.add_function(wrap_pyfunction!(instrumenting::mark_rewritten, module)?)?;
    module.add_function(wrap_pyfunction!(instrumenting::mark_own, module)?)?;
    module.add_function(wrap_pyfunction!(instrumenting::is_program, module)?)?;
    module.add_function(wrap_pyfunction!(instrumenting::settle_keys, module)?)?;
    module.add_function(wrap_pyfunction!(running::path::places, module)?)?;
    module.add_function(wrap_pyfunction!(running::watching::stop_run, module)?)?;
    module.add_function(wrap_pyfunction!(
        running::noticing::take_surroundings,
        module
    )?)?;
    module.add_function(wrap_pyfunction!(
        running::noticing::notice_environment,
        module
    )?)?;
    module.add_function(wrap_pyfunction!(
        running::state::dictionary_version,
        module
    )?)?;
    module.add_function(wrap_pyfunction!(models::register_methods, module)?)?;
    module.add_function(wrap_pyfunction!(models::register_callables, module)?)?;
    module.add_function(wrap_pyfunction!(models::register_function, module)?)?;
    module.add_function(wrap_pyfunction!(contracts::read_contracts, module)?)?;
    module.add_function(wrap_pyfunction!(raw::looking::namespace, module)?)?;
    module.add_function(wrap_pyfunction!(plain_data::ordinary_text, module)?)?;
    module.add_function(wrap_pyfunction!(plain_data::is_plain_data, module)?)?;
    module.add_function(wrap_pyfunction!(
        models::register_function_of_symbolic,
        module
    )?)?;
    module.add_function(wrap_pyfunction!(values::written::set_model, module)?)?;
    module.add_function(wrap_pyfunction!(confining::confine, module)?)?;
    module.add_function(wrap_pyfunction!(confining::end_with_parent, module)?)?;
    module.add_function(wrap_pyfunction!(
        values::undecided::decide_attributes,
        module
    )?)?;
    module.add_function(wrap_pyfunction!(values::undecided::decided_value, module)?)?;
    primitives::register(module)?;
    formulas::register(module)?;
    module.add_function(wrap_pyfunction!(
        running::function_shape::term_text,
        module
    )?)?;
    module.add_class::<raw::image::Image>()?;
    module.add_class::<running::state::State>()?;
    module.add_class::<running::state::Shared>()?;
    module.add_class::<running::function_shape::Results>()?;
    module.add_class::<running::exploration::Exploration>()?;
    add_results(module)
}

/// The classes of what functions and methods give.
fn add_results(module: &Bound<'_, PyModule>) -> PyResult<()> {
    use running::{handing, path, recording, report, written_terms};

    module.add_class::<path::ExploredPath>()?;
    module.add_class::<path::CallArguments>()?;
    module.add_class::<path::SymbolicRun>()?;
    module.add_class::<path::PlainRun>()?;
    module.add_class::<path::NotReplayed>()?;
    module.add_class::<path::ChangedObject>()?;
    module.add_class::<path::TakenDecision>()?;
    module.add_class::<path::Place>()?;
    module.add_class::<report::ExplorationReport>()?;
    module.add_class::<report::ReasonFound>()?;
    module.add_class::<report::Statistics>()?;
    module.add_class::<report::TierCounts>()?;
    module.add_class::<handing::HandedEntry>()?;
    module.add_class::<handing::HandedPrediction>()?;
    module.add_class::<recording::RecordedRun>()?;
    module.add_class::<recording::RecordedDecision>()?;
    module.add_class::<written_terms::WrittenTerms>()?;
    module.add_class::<written_terms::WrittenDefinition>()?;
    module.add_class::<written_terms::WrittenVariable>()?;
    module.add_class::<written_terms::WrittenFunction>()?;
    module.add_class::<written_terms::WrittenText>()?;
    module.add_class::<contracts::WrittenContract>()?;
    module.add_class::<contracts::WrittenType>()?;
    module.add_class::<contracts::WrittenCondition>()?;
    module.add_class::<contracts::WrittenRaises>()?;
    module.add_class::<contracts::ContractProblem>()?;
    module.add_class::<instrumenting::RewrittenModule>()?;
    module.add_class::<instrumenting::RewrittenBranch>()
}
