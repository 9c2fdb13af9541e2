//! What the solver did: how many questions, who answered them, and how long it took.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::tier::Outcome;
use crate::{Answer, TierKind};

/// Counters of one tier.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TierStatistics {
    /// Questions that reached this tier.
    pub asked: u64,
    pub sat: u64,
    pub unsat: u64,
    /// Questions it had nothing to say about.
    pub passed: u64,
    /// Questions it tried and could not decide.
    pub unknown: u64,
    /// Models that did not survive evaluation; they count as unknown too.
    pub rejected: u64,
    pub time: Duration,
}

/// Counters of a solver.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    pub queries: u64,
    pub sat: u64,
    pub unsat: u64,
    pub unknown: u64,
    pub time: Duration,
    pub tiers: BTreeMap<TierKind, TierStatistics>,
}

impl Statistics {
    pub(crate) fn record(&mut self, answer: &Answer, time: Duration) {
        self.queries += 1;
        self.time += time;
        match answer {
            Answer::Sat(_) => self.sat += 1,
            Answer::Unsat => self.unsat += 1,
            Answer::Unknown(_) => self.unknown += 1,
        }
    }

    pub(crate) fn record_tier(&mut self, tier: TierKind, outcome: &Outcome, time: Duration) {
        let entry = self.tiers.entry(tier).or_default();
        entry.asked += 1;
        entry.time += time;
        match outcome {
            Outcome::Sat(_) => entry.sat += 1,
            Outcome::Unsat => entry.unsat += 1,
            Outcome::Pass => entry.passed += 1,
            Outcome::Failed(_) | Outcome::GivenUp(_) => entry.unknown += 1,
        }
    }

    pub(crate) fn record_rejected(&mut self, tier: TierKind) {
        self.tiers.entry(tier).or_default().rejected += 1;
    }
}
