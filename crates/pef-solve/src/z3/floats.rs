//! Floats in Z3's theory of IEEE 754, exact, rounding to nearest even as Python does. `CPython`'s `//` and `%` by
//! anything but 1.0, `**`, rounding to digits, elementary functions and the conversions from and to integers are
//! uninterpreted: Z3's remainder is another function, and its conversions go through reals, which it decides badly.
//! Comparisons of roundings and conversions with constants need none of them: see `rounded.rs` and `monotone.rs`.

use pef_term::{FloatBinary, FloatRelation, FloatTest, FloatUnary, Node, Sort, TermId, Terms};
use z3::ast::{Bool, Dynamic, Float, RoundingMode};

use crate::z3::translate::uninterpreted;

/// A float operator, or one that takes floats; `operand` gives the translations of its operands.
pub fn translate<'a>(
    terms: &Terms,
    node: &Node,
    operand: impl Fn(TermId) -> &'a Dynamic,
) -> Dynamic {
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
            FloatUnary::RoundTo(_) | FloatUnary::Elementary(_) => uninterpreted(
                &format!("float {operator:?}"),
                &[operand(*term)],
                Sort::Float,
            ),
        },
        Node::FloatBinary(operator, left, right) => {
            let rounding = RoundingMode::round_nearest_ties_to_even();
            match operator {
                FloatBinary::Add => rounding.add(float(*left), float(*right)).into(),
                FloatBinary::Sub => rounding.sub(float(*left), float(*right)).into(),
                FloatBinary::Mul => rounding.mul(float(*left), float(*right)).into(),
                FloatBinary::Div => rounding.div(float(*left), float(*right)).into(),
                FloatBinary::FloorDiv if is_one(terms, *right) => floor(&float(*left)).into(),
                FloatBinary::Mod if is_one(terms, *right) => fraction(&float(*left)).into(),
                FloatBinary::FloorDiv | FloatBinary::Mod | FloatBinary::Pow => uninterpreted(
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
        Node::FloatTest(test, term) => {
            let operand = float(*term);
            match test {
                FloatTest::IsNan => operand.is_nan().into(),
                FloatTest::IsNegative => operand.is_negative().into(),
                FloatTest::IsIntegral => {
                    let whole = operand
                        .round_to_integral_with_rounding_mode(&RoundingMode::round_towards_zero());
                    let infinite = operand.is_infinite();
                    Bool::and(&[operand.eq_fpa(whole), infinite.not()]).into()
                }
            }
        }
        Node::IntQuotient(left, right) => {
            uninterpreted("int / int", &[operand(*left), operand(*right)], Sort::Float)
        }
        Node::FloatOfInt(term) => uninterpreted("float of int", &[operand(*term)], Sort::Float),
        Node::IntOfFloat(rounding, term) => {
            uninterpreted(&format!("{rounding:?}"), &[operand(*term)], Sort::Int)
        }
        _ => unreachable!("not a float operator"),
    }
}

fn is_one(terms: &Terms, term: TermId) -> bool {
    terms.as_float_const(term) == Some(1.0)
}

/// `x // 1.0`, which is NaN for infinities.
fn floor(operand: &Float) -> Float {
    let down =
        operand.round_to_integral_with_rounding_mode(&RoundingMode::round_towards_negative());
    operand.is_infinite().ite(&Float::nan64(), &down)
}

/// `x % 1.0`: what truncation leaves, which is exact, moved up where it is negative.
fn fraction(operand: &Float) -> Float {
    let rounding = RoundingMode::round_nearest_ties_to_even();
    let whole = operand.round_to_integral_with_rounding_mode(&RoundingMode::round_towards_zero());
    let rest = rounding.sub(operand.clone(), whole);
    let moved = rounding.add(rest.clone(), Float::from_f64(1.0));
    let (zero, negative) = (rest.is_zero(), rest.lt(Float::from_f64(0.0)));
    zero.ite(&Float::from_f64(0.0), &negative.ite(&moved, &rest))
}
