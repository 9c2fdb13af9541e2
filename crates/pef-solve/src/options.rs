//! Configuration of a solver: one value, passed down.

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
}

impl Default for Options {
    fn default() -> Self {
        Self {
            query_budget: Duration::from_secs(2),
            deadline: None,
            recent_models: 16,
            shrink_steps: 256,
        }
    }
}
