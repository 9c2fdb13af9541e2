//! `int / int` as `CPython` computes it: the exact quotient, rounded once, half to even.
//!
//! Dividing two floats is only right when both operands are exact; beyond that the integers are divided, with
//! enough bits for the rounding and one more that says whether anything was left.

use num_bigint::BigUint;
use num_integer::Integer as _;
use num_traits::ToPrimitive;

use crate::Integer;

/// Integers up to this are floats, so that dividing floats rounds once.
const EXACT: i64 = 1 << 53;
/// Bits of the quotient beyond the 53 of a float; two would do.
const EXTRA_BITS: i64 = 66;
/// Two bits below the smallest float.
const LOWEST_EXPONENT: i64 = -1076;

impl Integer {
    /// The quotient; `None` where Python raises: for divisor 0, and beyond the largest float.
    pub fn true_div(&self, divisor: &Integer) -> Option<f64> {
        if divisor.is_zero() {
            return None;
        }
        if let (Some(left), Some(right)) = (self.to_i64(), divisor.to_i64())
            && (-EXACT..=EXACT).contains(&left)
            && (-EXACT..=EXACT).contains(&right)
        {
            return Some(left as f64 / right as f64);
        }
        let (left, right) = (self.to_bigint(), divisor.to_bigint());
        let magnitude = quotient(left.magnitude(), right.magnitude())?;
        let negative = self.is_negative() != divisor.is_negative();
        Some(if negative { -magnitude } else { magnitude })
    }
}

fn quotient(left: &BigUint, right: &BigUint) -> Option<f64> {
    let exponent = (left.bits() as i64 - right.bits() as i64 - EXTRA_BITS).max(LOWEST_EXPONENT);
    let (mut digits, rest) = if exponent >= 0 {
        left.div_rem(&(right << exponent as u64))
    } else {
        (left << exponent.unsigned_abs()).div_rem(right)
    };
    if rest.bits() > 0 {
        // The digits end in at least one bit that rounding drops.
        digits.set_bit(0, true);
    }
    scaled(&digits, exponent)
}

/// `digits * 2**exponent`, rounded once.
fn scaled(digits: &BigUint, exponent: i64) -> Option<f64> {
    let bits = digits.bits() as i64;
    if bits + exponent <= -1021 {
        // Below the normal floats: a float is its count of smallest steps, two bits up from the digits.
        let steps = digits.to_u128()?;
        let (whole, half) = (steps >> 2, steps & 3);
        let up = half == 3 || (half == 2 && whole & 1 == 1);
        return Some(f64::from_bits((whole + u128::from(up)) as u64));
    }
    let dropped = (bits - 64).max(0);
    let mut top = (digits >> dropped as u64).to_u64()?;
    if digits.trailing_zeros().unwrap_or(0) < dropped as u64 {
        top |= 1;
    }
    // The cast rounds; scaling by powers of two is exact, in two steps because one of them may be out of range.
    let scale = (exponent + dropped) as i32;
    let result = top as f64 * 2f64.powi(scale / 2) * 2f64.powi(scale - scale / 2);
    result.is_finite().then_some(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(left: &str, right: &str, expected: Option<f64>) {
        let (left, right): (Integer, Integer) = (left.parse().unwrap(), right.parse().unwrap());
        let found = left.true_div(&right);
        assert_eq!(
            found.map(f64::to_bits),
            expected.map(f64::to_bits),
            "{found:?}"
        );
    }

    #[test]
    fn quotients_are_rounded_once() {
        check("1", "3", Some(1.0 / 3.0));
        check("0", "-5", Some(-0.0));
        check("7", "0", None);
        // Converting the operands first would give 1.0.
        check("9007199254740993", "9007199254740992", Some(1.0));
        check(
            "9007199254740995",
            "9007199254740992",
            Some(1.000_000_000_000_000_4),
        );
        check(
            "-1000000000000000000000000",
            "3",
            Some(-3.333_333_333_333_333e23),
        );
    }

    #[test]
    fn the_ends_of_the_range_are_right() {
        let power = |exponent| Integer::power_of_two(exponent);
        let (limit, one) = (&power(1024) - &power(970), Integer::ONE);
        assert_eq!(limit.true_div(&one), None);
        assert_eq!((&limit - &one).true_div(&one), Some(f64::MAX));
        assert_eq!(one.true_div(&power(1074)), Some(5e-324));
        // Half of the smallest float is even; a little more is not.
        assert_eq!(one.true_div(&power(1075)), Some(0.0));
        assert_eq!(Integer::from(3).true_div(&power(1076)), Some(5e-324));
        assert_eq!(Integer::from(3).true_div(&power(1075)), Some(1e-323));
        let almost_normal = &power(60) - &one;
        assert_eq!(
            almost_normal.true_div(&power(1082)),
            Some(f64::MIN_POSITIVE)
        );
    }
}
