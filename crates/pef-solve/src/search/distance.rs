//! How far a formula is from holding: zero where it does, and smaller the closer its comparisons are.
//!
//! Distances of floats are counted in floats between them, which treats all magnitudes alike, and taken by their
//! logarithm, so that a conjunction is not ruled by its largest.

use pef_term::{Evaluator, FloatRelation, FloatTest, Integer, Model, Node, TermId, Terms, Value};

/// The distance of what has no value, or is not a number where it should be.
const UNDEFINED: f64 = 200.0;
/// The distance of a condition that is only true or false.
const WRONG: f64 = 1.0;
/// Nested deeper than this, a condition is only true or false.
const DEEPEST: u32 = 40;

/// The floats in order, as integers; the zeros are one.
pub fn ordinal(value: f64) -> i64 {
    let magnitude = (value.to_bits() & (i64::MAX as u64)) as i64;
    if value.is_sign_negative() {
        -magnitude
    } else {
        magnitude
    }
}

/// The float at a place in the order; the infinities beyond its ends.
pub fn from_ordinal(ordinal: i64) -> f64 {
    let last = f64::INFINITY.to_bits();
    let magnitude = f64::from_bits(ordinal.unsigned_abs().min(last));
    if ordinal < 0 { -magnitude } else { magnitude }
}

fn scaled(distance: f64) -> f64 {
    (1.0 + distance).log2()
}

/// Distances under one model.
pub struct Distance<'a> {
    terms: &'a Terms,
    evaluator: Evaluator<'a>,
}

impl<'a> Distance<'a> {
    pub fn new(terms: &'a Terms, model: &'a Model) -> Self {
        Self {
            terms,
            evaluator: Evaluator::new(terms, model),
        }
    }

    /// How far a condition is from being `wanted`.
    pub fn of(&mut self, condition: TermId, wanted: bool) -> f64 {
        self.nested(condition, wanted, 0)
    }

    fn nested(&mut self, condition: TermId, wanted: bool, depth: u32) -> f64 {
        match self.evaluator.value(condition) {
            Some(Value::Bool(value)) if value == wanted => return 0.0,
            Some(_) if depth > DEEPEST => return WRONG,
            // An undefined part need not be the only thing wrong; the rest may still be got right.
            Some(_) | None => {}
        }
        let terms = self.terms;
        match terms.node(condition) {
            Node::Not(operand) => self.nested(*operand, !wanted, depth + 1),
            Node::And(operands) => self.junction(operands, wanted, wanted, depth),
            Node::Or(operands) => self.junction(operands, wanted, !wanted, depth),
            Node::Ite(test, then, otherwise) => match self.evaluator.value(*test) {
                Some(Value::Bool(true)) => self.nested(*then, wanted, depth + 1),
                Some(Value::Bool(false)) => self.nested(*otherwise, wanted, depth + 1),
                _ => UNDEFINED,
            },
            Node::FloatRelation(relation, left, right) => {
                match (self.float(*left), self.float(*right)) {
                    (Some(left), Some(right)) => relation_distance(*relation, left, right, wanted),
                    _ => UNDEFINED,
                }
            }
            Node::FloatTest(test, operand) => match self.float(*operand) {
                Some(value) => test_distance(*test, value, wanted),
                None => UNDEFINED,
            },
            Node::AtMostZero(operand) => match self.int(*operand) {
                // It does not hold: that far above zero, or below one.
                Some(value) => scaled(magnitude(&value) + f64::from(u8::from(!wanted))),
                None => UNDEFINED,
            },
            Node::IsZero(operand) => match self.int(*operand) {
                Some(value) => scaled(magnitude(&value)).max(WRONG),
                None => UNDEFINED,
            },
            _ => {
                if self.evaluator.value(condition).is_some() {
                    WRONG
                } else {
                    UNDEFINED
                }
            }
        }
    }

    /// Of operands that must all have a value, or of which one must.
    fn junction(&mut self, operands: &[TermId], wanted: bool, all: bool, depth: u32) -> f64 {
        let distances = operands
            .iter()
            .map(|&operand| self.nested(operand, wanted, depth + 1));
        if all {
            distances.sum()
        } else {
            distances.fold(f64::INFINITY, f64::min)
        }
    }

    fn float(&mut self, term: TermId) -> Option<f64> {
        self.evaluator.value(term)?.as_float()
    }

    fn int(&mut self, term: TermId) -> Option<Integer> {
        self.evaluator.value(term)?.as_int().cloned()
    }
}

fn magnitude(value: &Integer) -> f64 {
    value.abs().to_f64().unwrap_or(f64::MAX)
}

/// Between two floats, in floats.
fn between(left: f64, right: f64) -> f64 {
    // As integers first: beside numbers of this size, a float does not see a few hundred.
    (i128::from(ordinal(left)) - i128::from(ordinal(right))).unsigned_abs() as f64
}

fn relation_distance(relation: FloatRelation, left: f64, right: f64, wanted: bool) -> f64 {
    if left.is_nan() || right.is_nan() {
        // No comparison holds; that one does not hold is what is wanted, or far away.
        return if wanted { UNDEFINED } else { 0.0 };
    }
    let apart = between(left, right);
    match (relation, wanted) {
        (FloatRelation::Eq | FloatRelation::Le, true) | (FloatRelation::Lt, false) => scaled(apart),
        (FloatRelation::Eq, false) => WRONG,
        (FloatRelation::Lt, true) | (FloatRelation::Le, false) => scaled(apart + 1.0),
    }
}

fn test_distance(test: FloatTest, value: f64, wanted: bool) -> f64 {
    match test {
        FloatTest::IsIntegral if wanted && value.is_finite() => {
            scaled(between(value, value.round())).max(WRONG)
        }
        FloatTest::IsNan | FloatTest::IsIntegral | FloatTest::IsNegative => WRONG,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_apart() {
        assert_eq!(between(1.0, 1.0f64.next_up()).to_bits(), 1.0f64.to_bits());
        assert_eq!(between(-0.0, 0.0).to_bits(), 0.0f64.to_bits());
        assert!(between(f64::NEG_INFINITY, f64::INFINITY) > 1e19);
    }

    #[test]
    fn the_order_of_floats_goes_both_ways() {
        let floats = [
            f64::NEG_INFINITY,
            f64::MIN,
            -1.0,
            -5e-324,
            0.0,
            5e-324,
            1.5,
            f64::INFINITY,
        ];
        for pair in floats.windows(2) {
            assert!(ordinal(pair[0]) < ordinal(pair[1]));
        }
        for float in floats {
            assert_eq!(from_ordinal(ordinal(float)).to_bits(), float.to_bits());
        }
        assert_eq!(ordinal(-0.0), ordinal(0.0));
        assert_eq!(from_ordinal(i64::MAX).to_bits(), f64::INFINITY.to_bits());
        assert_eq!(ordinal(1.0f64.next_up()), ordinal(1.0) + 1);
    }
}
