//! The time left for a question, and why it ran out.

use std::time::{Duration, Instant};

use crate::interrupt::InterruptHandle;
use crate::{Options, Unknown};

/// Checks shorter than this are not worth starting.
const SHORTEST_CHECK: Duration = Duration::from_millis(1);

/// Z3's resource units a second, measured on non-linear integers on a slow core. Counting resources as well as
/// time makes the outcome of most hard checks independent of the machine's load.
const RESOURCES_A_SECOND: f64 = 3_000_000.0;

/// What may still be spent on one question.
#[derive(Clone, Debug)]
pub struct Budget {
    question_ends: Instant,
    deadline: Option<Instant>,
    interrupt: InterruptHandle,
}

/// The limits of a single check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub milliseconds: u32,
    pub resources: u32,
}

impl Budget {
    pub(crate) fn start(options: &Options, interrupt: &InterruptHandle) -> Self {
        Self {
            question_ends: Instant::now() + options.query_budget,
            deadline: options.deadline,
            interrupt: interrupt.clone(),
        }
    }

    /// Why to stop, if there is a reason.
    pub fn exhausted(&self) -> Option<Unknown> {
        if self.interrupt.is_requested() {
            return Some(Unknown::Interrupted);
        }
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| deadline <= now) {
            return Some(Unknown::Deadline);
        }
        (self.question_ends <= now + SHORTEST_CHECK).then_some(Unknown::Timeout)
    }

    /// Limits for a check that may take this share of what is left.
    pub fn limits(&self, share: f64) -> Limits {
        let now = Instant::now();
        let mut left = self.question_ends.saturating_duration_since(now);
        left = left.mul_f64(share.clamp(0.0, 1.0));
        if let Some(deadline) = self.deadline {
            left = left.min(deadline.saturating_duration_since(now));
        }
        let left = left.max(SHORTEST_CHECK);
        Limits {
            milliseconds: u32::try_from(left.as_millis()).unwrap_or(u32::MAX).max(1),
            // The shortest useful check must not be starved by its resources.
            resources: (left.as_secs_f64() * RESOURCES_A_SECOND).max(100_000.0) as u32,
        }
    }
}
