//! Configuration of a solver: one value, passed down.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// How hard to try.
#[derive(Clone, Debug)]
pub struct Options {
    /// For one question, over all tiers.
    pub query_budget: Duration,
    /// When the whole command has to be done; questions asked later are answered at once with
    /// [`Unknown::Deadline`](crate::Unknown::Deadline).
    pub deadline: Option<Instant>,
    /// How many recent models are tried before a solver is asked.
    pub recent_models: usize,
    /// How many evaluations may be spent on making a model small.
    pub shrink_steps: usize,
    /// Are the solvers of this crate asked before Z3?
    pub native: bool,
    /// For tests: every answer of these solvers is checked against Z3, and a contradiction is a panic. On by
    /// default where the environment has `PEF_CHECK_SOLVER=1`.
    pub check_native: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            query_budget: Duration::from_secs(2),
            deadline: None,
            recent_models: 16,
            shrink_steps: 256,
            native: true,
            check_native: check_requested(),
        }
    }
}

fn check_requested() -> bool {
    static REQUESTED: OnceLock<bool> = OnceLock::new();
    *REQUESTED
        .get_or_init(|| std::env::var_os("PEF_CHECK_SOLVER").is_some_and(|value| value == "1"))
}
