//! Comparisons with constants on the far side of `round(x, digits)`, without the rounding.
//!
//! What is done to a float step by step, each time with a constant (`round(x * 1.2, 2) - 0.3`), never changes the order of
//! two floats, or always does. So the floats for which the result is at most a constant are those up to some float, or
//! from one on, which bisection over all floats finds exactly: 64 evaluations. Z3's own arithmetic is kept for what has no
//! rounding to digits in it, because that it can do.

use pef_term::{FloatBinary, FloatRelation, FloatUnary, Node, TermId, Terms, round_to};
use z3::ast::{Bool, Float};

/// Something that is done to a float.
enum Step {
    Neg,
    RoundTo(i16),
    Add(f64),
    /// The float is taken away from a constant.
    TakenFrom(f64),
    /// By a constant that is not zero.
    Mul(f64),
    Div(f64),
}

impl Step {
    fn apply(&self, value: f64) -> f64 {
        match self {
            Self::Neg => -value,
            Self::RoundTo(digits) => round_to(value, i32::from(*digits)),
            Self::Add(constant) => value + constant,
            Self::TakenFrom(constant) => constant - value,
            Self::Mul(constant) => value * constant,
            Self::Div(constant) => value / constant,
        }
    }

    fn reverses(&self) -> bool {
        match self {
            Self::Neg | Self::TakenFrom(_) => true,
            Self::Mul(constant) | Self::Div(constant) => *constant < 0.0,
            Self::RoundTo(_) | Self::Add(_) => false,
        }
    }
}

/// A term as what is done to another one.
struct Chain {
    base: TermId,
    /// Outermost first.
    steps: Vec<Step>,
}

impl Chain {
    fn of(terms: &Terms, term: TermId) -> Option<Self> {
        let mut base = term;
        let mut steps = Vec::new();
        while let Some((step, inner)) = step_of(terms, base) {
            steps.push(step);
            base = inner;
        }
        let rounds = |step: &Step| matches!(step, Step::RoundTo(_));
        steps.iter().any(rounds).then_some(Self { base, steps })
    }

    fn apply(&self, value: f64) -> f64 {
        self.steps
            .iter()
            .rev()
            .fold(value, |value, step| step.apply(value))
    }

    fn reverses(&self) -> bool {
        self.steps.iter().filter(|step| step.reverses()).count() % 2 == 1
    }

    /// Where the result meets a condition that holds for small results (or for large ones), not for NaN.
    fn region(&self, base: &Float, of_small: bool, holds: impl Fn(f64) -> bool) -> Bool {
        let from_below = of_small != self.reverses();
        let holds = |place: i64| holds(self.apply(float_at(place)));
        let (lowest, highest) = (place_of(f64::NEG_INFINITY), place_of(f64::INFINITY));
        let (mut inside, mut outside) = if from_below {
            (lowest, highest)
        } else {
            (highest, lowest)
        };
        if !holds(inside) {
            return Bool::from_bool(false);
        }
        if holds(outside) {
            inside = outside;
        }
        while inside.abs_diff(outside) > 1 {
            let middle = inside.midpoint(outside);
            if holds(middle) {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        let bound = Float::from_f64(float_at(inside));
        if from_below {
            base.le(bound)
        } else {
            base.ge(bound)
        }
    }
}

fn step_of(terms: &Terms, term: TermId) -> Option<(Step, TermId)> {
    let constant = |term: TermId| terms.as_float_const(term).filter(|value| value.is_finite());
    let factor = |term: TermId| constant(term).filter(|value| *value != 0.0);
    Some(match terms.node(term) {
        Node::FloatUnary(FloatUnary::Neg, operand) => (Step::Neg, *operand),
        Node::FloatUnary(FloatUnary::RoundTo(digits), operand) => {
            (Step::RoundTo(*digits), *operand)
        }
        Node::FloatBinary(operator, left, right) => match operator {
            FloatBinary::Add => match (constant(*left), constant(*right)) {
                (Some(value), _) => (Step::Add(value), *right),
                (_, value) => (Step::Add(value?), *left),
            },
            FloatBinary::Sub => match (constant(*left), constant(*right)) {
                (Some(value), _) => (Step::TakenFrom(value), *right),
                (_, value) => (Step::Add(-value?), *left),
            },
            FloatBinary::Mul => match (factor(*left), factor(*right)) {
                (Some(value), _) => (Step::Mul(value), *right),
                (_, value) => (Step::Mul(value?), *left),
            },
            FloatBinary::Div => (Step::Div(factor(*right)?), *left),
            FloatBinary::FloorDiv | FloatBinary::Mod | FloatBinary::Pow => return None,
        },
        _ => return None,
    })
}

/// The place of a float that is not NaN in the order of all; the zeros have neighbouring ones.
fn place_of(value: f64) -> i64 {
    let bits = value.to_bits() as i64;
    if bits < 0 { i64::MIN - bits - 1 } else { bits }
}

fn float_at(place: i64) -> f64 {
    let bits = if place < 0 {
        i64::MIN - place - 1
    } else {
        place
    };
    f64::from_bits(bits as u64)
}

/// A comparison of such a result with a constant.
pub fn relation(
    terms: &Terms,
    relation: FloatRelation,
    left: TermId,
    right: TermId,
    float: impl Fn(TermId) -> Float,
) -> Option<Bool> {
    let (chain, bound, is_left) = match (terms.as_float_const(left), terms.as_float_const(right)) {
        (None, Some(bound)) => (Chain::of(terms, left)?, bound, true),
        (Some(bound), None) => (Chain::of(terms, right)?, bound, false),
        _ => return None,
    };
    let base = float(chain.base);
    Some(match (relation, is_left) {
        (FloatRelation::Le, true) => chain.region(&base, true, |value| value <= bound),
        (FloatRelation::Lt, true) => chain.region(&base, true, |value| value < bound),
        (FloatRelation::Le, false) => chain.region(&base, false, |value| bound <= value),
        (FloatRelation::Lt, false) => chain.region(&base, false, |value| bound < value),
        (FloatRelation::Eq, _) => Bool::and(&[
            chain.region(&base, true, |value| value <= bound),
            chain.region(&base, false, |value| bound <= value),
        ]),
    })
}

#[cfg(test)]
mod tests {
    use super::{float_at, place_of};

    #[test]
    fn places_are_in_the_order_of_floats() {
        let floats = [
            f64::NEG_INFINITY,
            -1.5,
            -f64::MIN_POSITIVE,
            -0.0,
            0.0,
            5e-324,
            1.5,
            f64::INFINITY,
        ];
        for pair in floats.windows(2) {
            assert!(place_of(pair[0]) < place_of(pair[1]));
        }
        for value in floats {
            assert_eq!(float_at(place_of(value)).to_bits(), value.to_bits());
        }
    }
}
