//! The two tiers over unbounded integers.

use pef_term::Terms;

use crate::TierKind;
use crate::budget::Budget;
use crate::tier::{Outcome, Query, Tier};
use crate::z3::session::Session;
use crate::z3::translate::View;

/// Linear integers, Booleans and floats; everything else uninterpreted.
pub struct LinearTier {
    session: Session,
}

impl LinearTier {
    pub fn new() -> Self {
        Self {
            session: Session::new(View::Linear),
        }
    }
}

impl Tier for LinearTier {
    fn kind(&self) -> TierKind {
        TierKind::Linear
    }

    fn solve(&mut self, terms: &Terms, query: &Query, budget: &Budget) -> Outcome {
        // If others may be better at finding a model: leave them most of the time.
        let features = query.features;
        let share = if features.nonlinear || features.masks {
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
            session: Session::new(View::Nonlinear),
        }
    }
}

impl Tier for NonlinearTier {
    fn kind(&self) -> TierKind {
        TierKind::Nonlinear
    }

    fn solve(&mut self, terms: &Terms, query: &Query, budget: &Budget) -> Outcome {
        if !query.features.nonlinear {
            return Outcome::Pass;
        }
        self.session.check(terms, query, budget, 0.4)
    }
}
