//! What each operator computes on values: the one definition, used by evaluation and by constant folding, so
//! that the two cannot disagree. `None` where Python raises (or gives a value of another type), and where the
//! result would be absurdly large.

use crate::decimal::round_to;
use crate::node::{FloatBinary, FloatRelation, FloatTest, FloatUnary, IntBinary, Rounding};
use crate::{Integer, MAXIMUM_BITS};

pub(crate) fn int_binary(operator: IntBinary, left: &Integer, right: &Integer) -> Option<Integer> {
    match operator {
        IntBinary::FloorDiv => left.floor_div(right),
        IntBinary::Mod => left.modulo(right),
        IntBinary::Pow => left.pow(right),
        IntBinary::Shl => left.shl(right),
        IntBinary::Shr => left.shr(right),
        IntBinary::BitAnd => Some(left & right),
        IntBinary::BitOr => Some(left | right),
        IntBinary::BitXor => Some(left ^ right),
    }
}

/// A product of powers.
pub(crate) fn product<'a>(
    factors: impl Iterator<Item = Option<(&'a Integer, u32)>>,
) -> Option<Integer> {
    let mut result = Integer::ONE;
    for factor in factors {
        let (value, power) = factor?;
        result = result.checked_mul(&value.pow(&Integer::from(power))?)?;
    }
    (result.bit_length() <= MAXIMUM_BITS).then_some(result)
}

pub(crate) fn float_unary(operator: FloatUnary, operand: f64) -> Option<f64> {
    match operator {
        FloatUnary::Neg => Some(-operand),
        FloatUnary::Abs => Some(operand.abs()),
        FloatUnary::Sqrt if operand < 0.0 => None,
        FloatUnary::Sqrt => Some(operand.sqrt()),
        FloatUnary::RoundTo(digits) => Some(round_to(operand, i32::from(digits))),
        FloatUnary::Elementary(function) => function.of(operand),
    }
}

pub(crate) fn float_binary(operator: FloatBinary, left: f64, right: f64) -> Option<f64> {
    match operator {
        FloatBinary::Add => Some(left + right),
        FloatBinary::Sub => Some(left - right),
        FloatBinary::Mul => Some(left * right),
        FloatBinary::Div => (right != 0.0).then(|| left / right),
        FloatBinary::FloorDiv => (right != 0.0).then(|| float_div_mod(left, right).0),
        FloatBinary::Mod => (right != 0.0).then(|| float_div_mod(left, right).1),
        FloatBinary::Pow => float_pow(left, right),
    }
}

/// `CPython`'s float `divmod` for a non-zero divisor, with the signs of its zeros.
fn float_div_mod(left: f64, right: f64) -> (f64, f64) {
    let mut remainder = left % right;
    let mut quotient = (left - remainder) / right;
    if remainder == 0.0 {
        remainder = 0f64.copysign(right);
    } else if (right < 0.0) != (remainder < 0.0) {
        remainder += right;
        quotient -= 1.0;
    }
    let mut floored = quotient.floor();
    if quotient == 0.0 {
        floored = 0f64.copysign(left / right);
    } else if quotient - floored > 0.5 {
        floored += 1.0;
    }
    (floored, remainder)
}

/// The C library's `pow`, which is what `CPython` calls: its last bit is the platform's, here and there alike.
fn float_pow(base: f64, exponent: f64) -> Option<f64> {
    let finite = base.is_finite() && exponent.is_finite();
    let zero_division = base == 0.0 && exponent < 0.0;
    let complex = base < 0.0 && exponent.fract() != 0.0;
    (!finite || !(zero_division || complex)).then(|| base.powf(exponent))
}

pub(crate) fn float_test(test: FloatTest, operand: f64) -> Option<bool> {
    match test {
        FloatTest::IsNan => Some(operand.is_nan()),
        FloatTest::IsIntegral => Some(operand.is_finite() && operand.fract() == 0.0),
        FloatTest::IsNegative => (!operand.is_nan()).then(|| operand.is_sign_negative()),
    }
}

pub(crate) fn float_relation(relation: FloatRelation, left: f64, right: f64) -> bool {
    match relation {
        // Python's comparison, not bits.
        #[expect(clippy::float_cmp)]
        FloatRelation::Eq => left == right,
        FloatRelation::Lt => left < right,
        FloatRelation::Le => left <= right,
    }
}

pub(crate) fn int_of_float(rounding: Rounding, operand: f64) -> Option<Integer> {
    Integer::from_f64(match rounding {
        Rounding::Truncate => operand.trunc(),
        Rounding::Floor => operand.floor(),
        Rounding::Ceil => operand.ceil(),
        Rounding::HalfEven => operand.round_ties_even(),
    })
}
