//! The order of floats: conditions that contradict each other whatever the floats in them are made of.
//!
//! Every float term is taken for a number of its own, of which only what the conditions say is known: an interval, and
//! whether it may be NaN. A quotient that was found neither below 0 nor above 1 nor NaN lies between them, and nobody has
//! to divide; Z3 would, bit by bit. What is left out makes more possible and not less, so `Unsat` is a proof; where there
//! is none, others are asked.

use pef_term::{FloatRelation, FloatTest, FloatUnary, Node, TermId, Terms};
use rustc_hash::FxHashMap;

use crate::TierKind;
use crate::budget::Budget;
use crate::inspect::Features;
use crate::tier::{Outcome, Query, Tier};

/// Cases of disjunctions that are gone through.
const MOST_CASES: usize = 256;
/// How often what is known of one term is used for others.
const ROUNDS: usize = 4;

pub struct FloatOrderTier;

impl Tier for FloatOrderTier {
    fn kind(&self) -> TierKind {
        TierKind::FloatOrder
    }

    fn solve(&mut self, terms: &Terms, query: &Query, _budget: &Budget) -> Outcome {
        if !query.features.any_of(Features::FLOATS) {
            return Outcome::Pass;
        }
        let mut case = Case::default();
        for &constraint in &query.constraints {
            case.assume(terms, constraint, true);
        }
        let mut left = MOST_CASES;
        if case.contradicts(terms, &mut left) {
            Outcome::Unsat
        } else {
            Outcome::Pass
        }
    }
}

/// What a float may be: a number between two others, both included, or NaN. Zeros of either sign are one number.
#[derive(Clone, Copy, Debug)]
struct Range {
    low: f64,
    high: f64,
    may_be_nan: bool,
}

impl Range {
    const ANY: Range = Range {
        low: f64::NEG_INFINITY,
        high: f64::INFINITY,
        may_be_nan: true,
    };

    fn is_empty(self) -> bool {
        !self.may_be_nan && !self.may_be_number()
    }

    fn may_be_number(self) -> bool {
        self.low <= self.high
    }

    /// What holds of the term by the way it is made.
    fn of(terms: &Terms, term: TermId) -> Self {
        match terms.node(term) {
            Node::FloatConst(bits) => {
                let value = f64::from_bits(*bits);
                if value.is_nan() {
                    Self {
                        low: f64::INFINITY,
                        high: f64::NEG_INFINITY,
                        may_be_nan: true,
                    }
                } else {
                    Self {
                        low: value,
                        high: value,
                        may_be_nan: false,
                    }
                }
            }
            Node::FloatOfInt(_) | Node::IntQuotient(..) => Self {
                low: f64::MIN,
                high: f64::MAX,
                may_be_nan: false,
            },
            Node::FloatUnary(FloatUnary::Abs | FloatUnary::Sqrt, _) => Self {
                low: 0.0,
                ..Self::ANY
            },
            _ => Self::ANY,
        }
    }
}

/// Conditions that hold together.
#[derive(Clone, Debug, Default)]
struct Case {
    ranges: FxHashMap<TermId, Range>,
    /// Relations with the side they take.
    relations: Vec<(FloatRelation, TermId, TermId, bool)>,
    /// Of each of these, one has to hold, on this side.
    disjunctions: Vec<(Box<[TermId]>, bool)>,
    /// Conditions that are none of floats, by the side they take.
    others: FxHashMap<TermId, bool>,
    is_impossible: bool,
}

impl Case {
    fn assume(&mut self, terms: &Terms, condition: TermId, side: bool) {
        match terms.node(condition) {
            Node::BoolConst(value) => self.is_impossible |= *value != side,
            Node::Not(inner) => self.assume(terms, *inner, !side),
            Node::And(parts) if side => {
                for &part in parts {
                    self.assume(terms, part, true);
                }
            }
            Node::Or(parts) if !side => {
                for &part in parts {
                    self.assume(terms, part, false);
                }
            }
            Node::And(parts) | Node::Or(parts) => self.disjunctions.push((parts.clone(), side)),
            Node::FloatRelation(relation, left, right) => {
                self.relations.push((*relation, *left, *right, side));
            }
            Node::FloatTest(FloatTest::IsNan, term) => {
                let range = self.range(terms, *term);
                if side {
                    (range.low, range.high) = (f64::INFINITY, f64::NEG_INFINITY);
                } else {
                    range.may_be_nan = false;
                }
            }
            _ => {
                let known = *self.others.entry(condition).or_insert(side);
                self.is_impossible |= known != side;
            }
        }
    }

    fn range(&mut self, terms: &Terms, term: TermId) -> &mut Range {
        self.ranges
            .entry(term)
            .or_insert_with(|| Range::of(terms, term))
    }

    /// Whether the conditions cannot hold together, as far as they are looked at.
    fn contradicts(mut self, terms: &Terms, left: &mut usize) -> bool {
        for _ in 0..ROUNDS {
            for (relation, one, two, side) in self.relations.clone() {
                self.relate(terms, relation, one, two, side);
            }
        }
        if self.is_impossible || self.ranges.values().any(|range| range.is_empty()) {
            return true;
        }
        let Some((parts, side)) = self.disjunctions.pop() else {
            return false;
        };
        parts.iter().all(|&part| {
            if *left == 0 {
                return false;
            }
            *left -= 1;
            let mut case = self.clone();
            case.assume(terms, part, side);
            case.contradicts(terms, left)
        })
    }

    #[expect(clippy::float_cmp, reason = "numbers are the same or they are not")]
    fn relate(
        &mut self,
        terms: &Terms,
        relation: FloatRelation,
        one: TermId,
        two: TermId,
        side: bool,
    ) {
        let (first, second) = (*self.range(terms, one), *self.range(terms, two));
        if !side {
            if first.may_be_nan || second.may_be_nan {
                // NaN is in no relation to anything.
                return;
            }
            match relation {
                FloatRelation::Lt => self.order(terms, two, one, false),
                FloatRelation::Le => self.order(terms, two, one, true),
                // Different numbers: only of two that are known does it say anything.
                FloatRelation::Eq => {
                    let is_known = first.low == first.high && second.low == second.high;
                    self.is_impossible |= is_known && first.low == second.low;
                }
            }
            self.is_impossible |= one == two && relation != FloatRelation::Lt;
            return;
        }
        self.range(terms, one).may_be_nan = false;
        self.range(terms, two).may_be_nan = false;
        match relation {
            FloatRelation::Lt => self.order(terms, one, two, true),
            FloatRelation::Le => self.order(terms, one, two, false),
            FloatRelation::Eq => {
                self.order(terms, one, two, false);
                self.order(terms, two, one, false);
            }
        }
    }

    /// One number is at most another, or below it.
    fn order(&mut self, terms: &Terms, one: TermId, two: TermId, is_strict: bool) {
        self.is_impossible |= is_strict && one == two;
        let (high, low) = (self.range(terms, two).high, self.range(terms, one).low);
        let first = self.range(terms, one);
        first.high = first
            .high
            .min(if is_strict { high.next_down() } else { high });
        if is_strict && high == f64::NEG_INFINITY {
            // Nothing is below it.
            first.low = f64::INFINITY;
        }
        let second = self.range(terms, two);
        second.low = second.low.max(if is_strict { low.next_up() } else { low });
        if is_strict && low == f64::INFINITY {
            second.high = f64::NEG_INFINITY;
        }
    }
}
