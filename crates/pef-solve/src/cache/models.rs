//! A model found recently happens to fit. Cheap, because evaluating a goal is, and often right: the sides of
//! the decisions of one loop are satisfied by each other's inputs.

use std::collections::VecDeque;

use pef_term::{Evaluator, Model, Terms};

use crate::budget::Budget;
use crate::cache::overlay;
use crate::tier::{Outcome, Query, Tier};
use crate::validate::satisfies;
use crate::{Answer, TierKind};

pub struct ModelCache {
    /// The newest first.
    recent: VecDeque<Model>,
    capacity: usize,
}

impl ModelCache {
    pub fn new(capacity: usize) -> Self {
        Self {
            recent: VecDeque::with_capacity(capacity),
            capacity,
        }
    }
}

impl Tier for ModelCache {
    fn kind(&self) -> TierKind {
        TierKind::ModelCache
    }

    fn solve(&mut self, terms: &Terms, query: &Query, _budget: &Budget) -> Outcome {
        for recent in &self.recent {
            // The goal alone decides nearly always, before a model is put together.
            if !Evaluator::new(terms, recent).holds(query.goal()) {
                continue;
            }
            let candidate = overlay(query, recent);
            if satisfies(terms, query, &candidate) {
                return Outcome::Sat(candidate);
            }
        }
        Outcome::Pass
    }

    fn learn(&mut self, _query: &Query, answer: &Answer, _by: Option<TierKind>) {
        if let Answer::Sat(model) = answer
            && self.capacity > 0
            && !self.recent.contains(model)
        {
            self.recent.truncate(self.capacity - 1);
            self.recent.push_front(model.clone());
        }
    }
}
