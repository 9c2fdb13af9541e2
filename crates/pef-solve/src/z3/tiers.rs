//! The tiers over unbounded integers and floats.

use pef_term::Terms;

use crate::TierKind;
use crate::budget::Budget;
use crate::inspect::Features;
use crate::tier::{Outcome, Query, Tier};
use crate::z3::session::{Reuse, Session};
use crate::z3::translate::View;

/// Linear integers and Booleans; everything else uninterpreted.
pub struct LinearTier {
    session: Session,
}

impl LinearTier {
    pub fn new() -> Self {
        Self {
            session: Session::new(View::Linear, Reuse::Incremental),
        }
    }
}

impl Tier for LinearTier {
    fn kind(&self) -> TierKind {
        TierKind::Linear
    }

    fn solve(&mut self, terms: &Terms, query: &Query, budget: &Budget) -> Outcome {
        if query.features.any_of(Features::FLOATS) {
            return Outcome::Pass;
        }
        // If others may be better at finding a model: leave them most of the time.
        let others = Features::NONLINEAR.union(Features::MASKS);
        let share = if query.features.any_of(others) {
            0.25
        } else {
            0.9
        };
        self.session.check(terms, query, budget, share)
    }
}

/// Z3's non-linear integers.
pub struct NonlinearTier {
    session: Session,
}

impl NonlinearTier {
    pub fn new() -> Self {
        Self {
            session: Session::new(View::Nonlinear, Reuse::Incremental),
        }
    }
}

impl Tier for NonlinearTier {
    fn kind(&self) -> TierKind {
        TierKind::Nonlinear
    }

    fn solve(&mut self, terms: &Terms, query: &Query, budget: &Budget) -> Outcome {
        if !query.features.any_of(Features::NONLINEAR) || query.features.any_of(Features::FLOATS) {
            return Outcome::Pass;
        }
        self.session.check(terms, query, budget, 0.4)
    }
}

/// Queries with floats, beside integers of any kind.
pub struct FloatTier {
    session: Session,
}

impl FloatTier {
    pub fn new() -> Self {
        Self {
            session: Session::new(View::Nonlinear, Reuse::OneShot),
        }
    }
}

impl Tier for FloatTier {
    fn kind(&self) -> TierKind {
        TierKind::Float
    }

    fn solve(&mut self, terms: &Terms, query: &Query, budget: &Budget) -> Outcome {
        if !query.features.any_of(Features::FLOATS) {
            return Outcome::Pass;
        }
        // What Z3 does not decide in this time is searched for.
        self.session.check(terms, query, budget, 0.8)
    }
}
