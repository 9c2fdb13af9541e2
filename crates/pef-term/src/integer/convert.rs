//! Conversions: machine words, `BigInt`, text, floats. Float conversions are exactly `CPython`'s.

use std::fmt;
use std::str::FromStr;

use num_bigint::BigInt;
use num_traits::{FromPrimitive, ToPrimitive};

use super::{
    Integer,
    Representation::{Big, Small},
};

macro_rules! from_word {
    ($($word:ty),*) => {
        $(impl From<$word> for Integer {
            fn from(value: $word) -> Self {
                Integer::small(i64::from(value))
            }
        })*
    };
}

from_word!(i64, i32, u32, u8, bool);

macro_rules! from_wide {
    ($($word:ty),*) => {
        $(impl From<$word> for Integer {
            fn from(value: $word) -> Self {
                match i64::try_from(value) {
                    Ok(small) => Integer::small(small),
                    Err(_) => Integer(Big(Box::new(BigInt::from(value)))),
                }
            }
        })*
    };
}

from_wide!(u64, usize, i128, u128);

impl From<BigInt> for Integer {
    fn from(value: BigInt) -> Self {
        match value.to_i64() {
            Some(small) => Integer::small(small),
            None => Integer(Big(Box::new(value))),
        }
    }
}

impl From<&Integer> for BigInt {
    fn from(value: &Integer) -> Self {
        value.to_bigint()
    }
}

/// The text is not a decimal integer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseIntegerError;

impl fmt::Display for ParseIntegerError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("not a decimal integer")
    }
}

impl std::error::Error for ParseIntegerError {}

impl FromStr for Integer {
    type Err = ParseIntegerError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Ok(small) = text.parse::<i64>() {
            return Ok(Integer::small(small));
        }
        text.parse::<BigInt>()
            .map(Integer::from)
            .map_err(|_| ParseIntegerError)
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Small(value) => value.fmt(formatter),
            Big(value) => value.fmt(formatter),
        }
    }
}

impl Integer {
    pub fn to_bigint(&self) -> BigInt {
        match &self.0 {
            Small(value) => BigInt::from(*value),
            Big(value) => value.as_ref().clone(),
        }
    }

    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Small(value) => Some(*value),
            Big(_) => None,
        }
    }

    /// `CPython`'s `float(int)`: rounded half to even, `None` where it raises `OverflowError`.
    pub fn to_f64(&self) -> Option<f64> {
        match &self.0 {
            Small(value) => Some(*value as f64),
            Big(value) => {
                let magnitude = value.magnitude();
                let dropped = magnitude.bits().saturating_sub(64);
                if dropped > 960 {
                    return None;
                }
                let mut top = (magnitude >> dropped).to_u64()?;
                if magnitude.trailing_zeros().unwrap_or(0) < dropped {
                    // A sticky bit: what was dropped must still break ties.
                    top |= 1;
                }
                // The top has 64 bits and a float 53, so the cast is where the one rounding happens;
                // scaling by a power of two is exact.
                let result = top as f64 * 2f64.powi(dropped as i32);
                if result.is_infinite() {
                    return None;
                }
                Some(if self.is_negative() { -result } else { result })
            }
        }
    }

    /// `CPython`'s `int(float)`: truncates; `None` for NaN and infinities.
    pub fn from_f64(value: f64) -> Option<Integer> {
        if !value.is_finite() {
            return None;
        }
        BigInt::from_f64(value.trunc()).map(Integer::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn float_conversion_rounds_half_to_even_once() {
        let two_53 = 1i64 << 53;
        assert_eq!(Integer::from(two_53 + 1).to_f64(), Some(two_53 as f64));
        assert_eq!(
            Integer::from(two_53 + 3).to_f64(),
            Some((two_53 + 4) as f64)
        );
        let tie = &Integer::power_of_two(200) + &Integer::power_of_two(147);
        assert_eq!(tie.to_f64(), Some(2f64.powi(200)));
        let above_tie = &tie + &Integer::ONE;
        assert_eq!(above_tie.to_f64(), Some(2f64.powi(200) + 2f64.powi(148)));
        assert_eq!(
            (-&above_tie).to_f64(),
            Some(-(2f64.powi(200) + 2f64.powi(148)))
        );
        assert_eq!(Integer::power_of_two(1024).to_f64(), None);
        let largest = &Integer::power_of_two(1024) - &Integer::power_of_two(970);
        assert_eq!((&largest - &Integer::ONE).to_f64(), Some(f64::MAX));
        assert_eq!(largest.to_f64(), None);
        assert_eq!(Integer::from_f64(-1e300).unwrap().to_f64(), Some(-1e300));
        assert_eq!(Integer::from_f64(f64::NAN), None);
    }

    #[test]
    fn text_round_trips() {
        for text in ["0", "-1", "9223372036854775808", "-9223372036854775809"] {
            assert_eq!(text.parse::<Integer>().unwrap().to_string(), text);
        }
        assert!("1x".parse::<Integer>().is_err());
    }
}
