//! Floats in Z3's theory of IEEE 754, exact, rounding to nearest even as Python does. `CPython`'s `//` and `%`, and the
//! conversions from and to integers, are uninterpreted: Z3's remainder is another function, and its
//! conversions go through reals, which it decides badly.

use pef_term::{FloatBinary, FloatRelation, FloatUnary, Node, Sort, TermId};
use z3::ast::{Dynamic, Float, RoundingMode};

use crate::z3::translate::uninterpreted;

/// A float operator, or one that takes floats; `operand` gives the translations of its operands.
pub fn translate<'a>(node: &Node, operand: impl Fn(TermId) -> &'a Dynamic) -> Dynamic {
    let float = |term: TermId| operand(term).as_float().expect("a float term");
    match node {
        Node::FloatConst(bits) => {
            let value = f64::from_bits(*bits);
            if value.is_nan() {
                Float::nan64().into()
            } else {
                Float::from_f64(value).into()
            }
        }
        Node::FloatUnary(operator, term) => match operator {
            FloatUnary::Neg => float(*term).unary_neg().into(),
            FloatUnary::Abs => float(*term).unary_abs().into(),
            FloatUnary::Sqrt => float(*term).sqrt().into(),
        },
        Node::FloatBinary(operator, left, right) => {
            let rounding = RoundingMode::round_nearest_ties_to_even();
            match operator {
                FloatBinary::Add => rounding.add(float(*left), float(*right)).into(),
                FloatBinary::Sub => rounding.sub(float(*left), float(*right)).into(),
                FloatBinary::Mul => rounding.mul(float(*left), float(*right)).into(),
                FloatBinary::Div => rounding.div(float(*left), float(*right)).into(),
                FloatBinary::FloorDiv | FloatBinary::Mod => uninterpreted(
                    &format!("float {operator:?}"),
                    &[operand(*left), operand(*right)],
                    Sort::Float,
                ),
            }
        }
        Node::FloatRelation(relation, left, right) => match relation {
            FloatRelation::Eq => float(*left).eq_fpa(float(*right)).into(),
            FloatRelation::Lt => float(*left).lt(float(*right)).into(),
            FloatRelation::Le => float(*left).le(float(*right)).into(),
        },
        Node::IsNan(term) => float(*term).is_nan().into(),
        Node::FloatOfInt(term) => uninterpreted("float of int", &[operand(*term)], Sort::Float),
        Node::IntOfFloat(rounding, term) => {
            uninterpreted(&format!("{rounding:?}"), &[operand(*term)], Sort::Int)
        }
        _ => unreachable!("not a float operator"),
    }
}
