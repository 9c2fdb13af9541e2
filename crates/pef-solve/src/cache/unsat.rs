//! A subset of the constraints is known to be contradictory, so the whole is.
//!
//! Each known set is filed under its largest member: a query contains the set only if it contains that member,
//! so looking up each constraint of the query finds every candidate.

use pef_term::{TermId, Terms};
use rustc_hash::FxHashMap;

use crate::budget::Budget;
use crate::cache::is_worth_keeping;
use crate::tier::{Outcome, Query, Tier};
use crate::{Answer, TierKind};

const LARGEST: usize = 1 << 14;

#[derive(Default)]
pub struct UnsatCache {
    by_largest: FxHashMap<TermId, Vec<Box<[TermId]>>>,
    count: usize,
}

impl UnsatCache {
    fn has_subset_of(&self, key: &[TermId]) -> bool {
        key.iter()
            .filter_map(|term| self.by_largest.get(term))
            .flatten()
            .any(|known| is_subset(known, key))
    }
}

/// Both sorted.
fn is_subset(small: &[TermId], large: &[TermId]) -> bool {
    let mut rest = large.iter();
    small.len() <= large.len() && small.iter().all(|term| rest.any(|other| other == term))
}

impl Tier for UnsatCache {
    fn kind(&self) -> TierKind {
        TierKind::UnsatCache
    }

    fn solve(&mut self, _terms: &Terms, query: &Query, _budget: &Budget) -> Outcome {
        if self.has_subset_of(&query.key) {
            Outcome::Unsat
        } else {
            Outcome::Pass
        }
    }

    fn learn(&mut self, query: &Query, answer: &Answer, by: Option<TierKind>) {
        if *answer != Answer::Unsat || !is_worth_keeping(by) || self.has_subset_of(&query.key) {
            return;
        }
        if self.count >= LARGEST {
            self.by_largest.clear();
            self.count = 0;
        }
        let largest = *query.key.last().expect("a query has a goal");
        self.by_largest
            .entry(largest)
            .or_default()
            .push(query.key.clone());
        self.count += 1;
    }
}
