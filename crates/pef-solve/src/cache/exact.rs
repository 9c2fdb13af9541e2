//! The same set of constraints was decided before.

use pef_term::{TermId, Terms};
use rustc_hash::FxHashMap;

use crate::budget::Budget;
use crate::cache::{is_worth_keeping, overlay};
use crate::tier::{Outcome, Query, Tier};
use crate::{Answer, TierKind};

/// Beyond this many entries the cache starts anew; forgetting is always allowed.
const LARGEST: usize = 1 << 16;

#[derive(Default)]
pub struct ExactCache {
    answers: FxHashMap<Box<[TermId]>, Answer>,
}

impl Tier for ExactCache {
    fn kind(&self) -> TierKind {
        TierKind::ExactCache
    }

    fn solve(&mut self, _terms: &Terms, query: &Query, _budget: &Budget) -> Outcome {
        match self.answers.get(&query.key) {
            Some(Answer::Sat(model)) => Outcome::Sat(overlay(query, model)),
            Some(Answer::Unsat) => Outcome::Unsat,
            Some(Answer::Unknown(reason)) => Outcome::GivenUp(*reason),
            None => Outcome::Pass,
        }
    }

    fn learn(&mut self, query: &Query, answer: &Answer, by: Option<TierKind>) {
        let lasting = !matches!(answer, Answer::Unknown(reason) if !reason.is_lasting());
        if !lasting || !is_worth_keeping(by) {
            return;
        }
        if self.answers.len() >= LARGEST {
            self.answers.clear();
        }
        self.answers.insert(query.key.clone(), answer.clone());
    }
}
