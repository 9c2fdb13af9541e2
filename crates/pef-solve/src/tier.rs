//! The trait that every part of the chain implements, caches and solvers alike.
//!
//! # How to add a tier
//!
//! Implement [`Tier`] in a file of its own, give it a [`TierKind`], and put it into the list in `chain.rs`; the order
//! there is the order of asking. A tier need not be complete, nor even right about models: each one is evaluated by the
//! chain. It must be right about `Unsat`.

use std::rc::Rc;

use pef_term::{Model, TermId, Terms, VariableId};

use crate::budget::Budget;
use crate::inspect::{Features, Inspection, Inspector};
use crate::{Answer, Unknown};

/// Who answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TierKind {
    /// Linear integers and Booleans, in Rust.
    Native,
    /// The very same slice was decided before.
    ExactCache,
    /// A subset of the slice is known to be contradictory.
    UnsatCache,
    /// A model found earlier fits.
    ModelCache,
    /// All values of small domains, in Rust.
    Enumeration,
    /// The order of float terms, whatever they are made of, in Rust.
    FloatOrder,
    /// Bits of ints, one after the other, in Rust.
    Streams,
    /// Z3, linear integers and Booleans; the rest uninterpreted.
    Linear,
    /// Z3's own non-linear integers.
    Nonlinear,
    /// Evaluation of float formulas at likely places.
    Search,
    /// Z3's IEEE 754 floats.
    Float,
    /// Z3's bit-vectors, of growing width.
    BitVector,
}

/// A slice of a question, and what is known about it. The native solver, which is asked first, needs neither key nor
/// inspections; they are found out before anyone else is asked.
#[derive(Debug)]
pub struct Query<'a> {
    /// In the order of the path, the goal last.
    pub constraints: Vec<TermId>,
    /// The variables of the slice, by id.
    pub variables: Vec<VariableId>,
    pub current: &'a Model,
    /// The constraints, sorted: what caches compare.
    pub key: Box<[TermId]>,
    /// One for each of `constraints`.
    pub inspections: Vec<Rc<Inspection>>,
    /// Of all constraints together.
    pub features: Features,
}

impl Query<'_> {
    /// Finds out what the native solver did not need.
    pub fn complete(&mut self, terms: &Terms, inspector: &mut Inspector) {
        self.key = self.constraints.as_slice().into();
        self.key.sort_unstable();
        self.inspections = self
            .constraints
            .iter()
            .map(|&constraint| inspector.inspect(terms, constraint))
            .collect();
        self.features = self
            .inspections
            .iter()
            .fold(Features::default(), |all, one| all.union(one.features));
    }

    pub fn goal(&self) -> TermId {
        *self.constraints.last().expect("a query has a goal")
    }
}

/// What a tier has to say.
#[derive(Clone, Debug)]
pub enum Outcome {
    Sat(Model),
    Unsat,
    /// Not its business; ask the next one.
    Pass,
    /// Tried and failed; ask the next one.
    Failed(Unknown),
    /// Known to be undecided; asking others is no use.
    GivenUp(Unknown),
}

pub trait Tier {
    fn kind(&self) -> TierKind;

    fn solve(&mut self, terms: &Terms, query: &Query, budget: &Budget) -> Outcome;

    /// Told of every query that was not answered by itself, and who answered it (nobody, if it is unknown).
    fn learn(&mut self, _query: &Query, _answer: &Answer, _by: Option<TierKind>) {}
}
