//! The time left for a question, and why it ran out.

use std::time::{Duration, Instant};

use crate::interrupt::InterruptHandle;
use crate::watchdog::Watchdog;
use crate::{Options, Unknown};

/// Checks shorter than this are not worth starting.
const SHORTEST_CHECK: Duration = Duration::from_millis(1);

/// Z3's resource units a second, measured on non-linear integers on a slow core. Counting resources as well as
/// time makes the outcome of most hard checks independent of the machine's load.
const RESOURCES_A_SECOND: f64 = 3_000_000.0;

/// Resources are given out in steps, so that the solver's parameters need not be set for every check.
const RESOURCE_STEP: u32 = 100_000;

/// What may still be spent on one question.
pub struct Budget<'a> {
    question_ends: Instant,
    deadline: Option<Instant>,
    interrupt: &'a InterruptHandle,
    watchdog: &'a Watchdog,
}

/// The limits of a single check.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub resources: u32,
    pub ends: Instant,
}

impl<'a> Budget<'a> {
    pub(crate) fn start(
        options: &Options,
        interrupt: &'a InterruptHandle,
        watchdog: &'a Watchdog,
    ) -> Self {
        Self {
            question_ends: Instant::now() + options.query_budget,
            deadline: options.deadline,
            interrupt,
            watchdog,
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
        let steps = (left.as_secs_f64() * RESOURCES_A_SECOND) as u32 / RESOURCE_STEP;
        Limits {
            resources: steps.max(1) * RESOURCE_STEP,
            ends: now + left,
        }
    }

    /// Runs a check, which is interrupted when its time is over.
    pub fn watched<T>(&self, limits: Limits, check: impl FnOnce() -> T) -> T {
        let _watch = self.watchdog.until(limits.ends);
        check()
    }
}
