//! What an exploration has to say as a whole, as `pef.exploration` gets it.

use pef_explore::{Standing, Verdict};
use pyo3::prelude::*;
use rustc_hash::FxHashSet;

use super::exploration::Exploration;
use super::path::{self, Place};

/// Verdict, reasons and statistics.
#[pyclass(frozen, get_all, module = "pef._engine")]
pub struct ExplorationReport {
    verdict: &'static str,
    reasons: Vec<Py<ReasonFound>>,
    statistics: Py<Statistics>,
    /// Whether ints that can have any number of digits became text.
    has_numbers_as_text: bool,
}

/// Why a verdict is no stronger.
#[pyclass(frozen, get_all, module = "pef._engine")]
pub struct ReasonFound {
    kind: &'static str,
    place: Option<Place>,
    detail: String,
}

#[pyclass(frozen, get_all, module = "pef._engine")]
pub struct Statistics {
    paths: usize,
    pruned: usize,
    depth: usize,
    runs: usize,
    queries: usize,
    divergences: usize,
    joined: usize,
    seconds: f64,
    run_seconds: f64,
    solver_seconds: f64,
}

/// What one tier of the solver was asked and answered, and how long it took.
#[pyclass(frozen, get_all, module = "pef._engine")]
pub struct TierCounts {
    name: String,
    asked: u64,
    sat: u64,
    unsat: u64,
    unknown: u64,
    seconds: f64,
}

impl Exploration {
    /// What is established; `verified` only where `is_finished`.
    pub(super) fn describe_report(
        &self,
        python: Python<'_>,
        error_found: bool,
        is_finished: bool,
    ) -> PyResult<ExplorationReport> {
        let verdict = match self.explorer.reasons().verdict(error_found) {
            Verdict::Refuted => "refuted",
            Verdict::Verified if is_finished => "verified",
            Verdict::Verified | Verdict::Bounded => "bounded",
            Verdict::Unknown => "unknown",
        };
        // A branch and its line are two sites, and one place.
        let mut told = FxHashSet::default();
        let mut reasons = Vec::new();
        for reason in self.explorer.reasons() {
            let place = reason.site.map(path::place).filter(|place| place.line > 0);
            if told.insert((reason.kind, place.clone(), &reason.detail)) {
                let found = ReasonFound {
                    kind: reason.kind.name(),
                    place,
                    detail: reason.detail.clone(),
                };
                reasons.push(Py::new(python, found)?);
            }
        }
        Ok(ExplorationReport {
            verdict,
            reasons,
            statistics: Py::new(python, self.statistics())?,
            has_numbers_as_text: self.has_numbers_as_text,
        })
    }

    fn statistics(&self) -> Statistics {
        let counts = self.explorer.statistics();
        // What nobody has been told of yet is not counted.
        let waiting = self
            .batch
            .paths()
            .filter(|path| path.standing == Standing::New);
        let (pruned, paths): (Vec<_>, Vec<_>) = waiting.partition(|path| path.pruned);
        Statistics {
            paths: counts.paths - paths.len(),
            pruned: counts.pruned - pruned.len(),
            depth: counts.depth,
            runs: counts.runs,
            queries: counts.queries,
            divergences: counts.divergences,
            joined: counts.joined,
            seconds: self.started.elapsed().as_secs_f64(),
            run_seconds: counts.run_time.as_secs_f64(),
            solver_seconds: counts.solver_time.as_secs_f64(),
        }
    }

    pub(super) fn describe_tiers(&self) -> Vec<TierCounts> {
        let tiers = &self.explorer.solver().statistics().tiers;
        tiers
            .iter()
            .map(|(kind, counts)| TierCounts {
                name: format!("{kind:?}"),
                asked: counts.asked,
                sat: counts.sat,
                unsat: counts.unsat,
                unknown: counts.unknown,
                seconds: counts.time.as_secs_f64(),
            })
            .collect()
    }
}
