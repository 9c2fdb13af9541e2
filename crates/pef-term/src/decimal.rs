//! `round(x, digits)` of a float: `CPython` rounds the exact value to decimal digits, ties to even, and takes the float
//! that is nearest to that. Exact integer arithmetic does the same; multiplying by a power of ten would round twice.

use crate::Integer;

/// Beyond these every float is its own rounding, or rounds to zero.
const MOST_DIGITS: i32 = 323;
const FEWEST_DIGITS: i32 = -308;
/// The exponents of the last bit of floats.
const EXPONENT_BIAS: i32 = 1075;
const FRACTION_BITS: u32 = 52;

/// `round(value, digits)`. An infinity where Python raises `OverflowError`, so that the condition for that can be written.
pub fn round_to(value: f64, digits: i32) -> f64 {
    if !value.is_finite() || value == 0.0 || digits > MOST_DIGITS {
        return value;
    }
    if digits < FEWEST_DIGITS {
        return 0.0f64.copysign(value);
    }
    let (numerator, denominator) = fraction(value.abs());
    let scale = Integer::small(10)
        .pow(&Integer::from(i64::from(digits.abs())))
        .expect("a small power");
    let magnitude = if digits >= 0 {
        nearest_even(&(&numerator * &scale), &denominator).true_div(&scale)
    } else {
        (&nearest_even(&numerator, &(&denominator * &scale)) * &scale).to_f64()
    };
    magnitude.unwrap_or(f64::INFINITY).copysign(value)
}

/// A positive finite float as a fraction of integers.
fn fraction(value: f64) -> (Integer, Integer) {
    let bits = value.to_bits();
    let (exponent, fraction) = (
        (bits >> FRACTION_BITS) as i32,
        bits & ((1 << FRACTION_BITS) - 1),
    );
    let (digits, exponent) = if exponent == 0 {
        (fraction, 1 - EXPONENT_BIAS)
    } else {
        (fraction | 1 << FRACTION_BITS, exponent - EXPONENT_BIAS)
    };
    let digits = Integer::from(digits as i64);
    let power = Integer::power_of_two(exponent.unsigned_abs());
    if exponent >= 0 {
        (&digits * &power, Integer::ONE)
    } else {
        (digits, power)
    }
}

/// The integer next to a fraction that is not negative, the even one of two.
fn nearest_even(numerator: &Integer, denominator: &Integer) -> Integer {
    let (quotient, rest) = numerator
        .div_mod(denominator)
        .expect("denominators are positive");
    let twice = &rest + &rest;
    let odd = !quotient.is_multiple_of(&Integer::small(2));
    if twice > *denominator || (twice == *denominator && odd) {
        &quotient + &Integer::ONE
    } else {
        quotient
    }
}

#[cfg(test)]
mod tests {
    use super::round_to;

    #[test]
    #[expect(clippy::float_cmp)]
    fn rounds_as_python_does() {
        let cases = [
            (2.675, 2, 2.67),
            (0.125, 2, 0.12),
            (0.375, 2, 0.38),
            (1250.0, -2, 1200.0),
            (1350.5, -2, 1400.0),
            (0.3, 1, 0.3),
            (5e-324, 323, 0.0),
            (5e-324, 324, 5e-324),
            (1.5e300, 5, 1.5e300),
            (f64::MAX, -308, f64::INFINITY),
            (f64::MAX, -309, 0.0),
            (-0.04, 1, -0.0),
        ];
        for (value, digits, expected) in cases {
            let found = round_to(value, digits);
            assert_eq!(found, expected, "round({value}, {digits})");
            assert_eq!(found.is_sign_negative(), expected.is_sign_negative());
        }
    }
}
