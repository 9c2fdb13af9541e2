//! Ring operations, floor division and powers.

use std::ops::{Add, Mul, Neg, Sub};

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::ToPrimitive;

use super::{Integer, MAXIMUM_BITS, Representation::Small};

macro_rules! ring_operator {
    ($trait:ident, $method:ident, $checked:ident) => {
        impl $trait for &Integer {
            type Output = Integer;

            fn $method(self, other: &Integer) -> Integer {
                if let (Small(left), Small(right)) = (&self.0, &other.0) {
                    if let Some(result) = left.$checked(*right) {
                        return Integer::small(result);
                    }
                }
                Integer::from($trait::$method(self.to_bigint(), other.to_bigint()))
            }
        }

        impl $trait for Integer {
            type Output = Integer;

            fn $method(self, other: Integer) -> Integer {
                $trait::$method(&self, &other)
            }
        }
    };
}

ring_operator!(Add, add, checked_add);
ring_operator!(Sub, sub, checked_sub);
ring_operator!(Mul, mul, checked_mul);

impl Neg for &Integer {
    type Output = Integer;

    fn neg(self) -> Integer {
        if let Small(value) = self.0
            && let Some(result) = value.checked_neg()
        {
            return Integer::small(result);
        }
        Integer::from(-self.to_bigint())
    }
}

impl Neg for Integer {
    type Output = Integer;

    fn neg(self) -> Integer {
        -&self
    }
}

impl Integer {
    #[must_use]
    pub fn abs(&self) -> Integer {
        if self.is_negative() {
            -self
        } else {
            self.clone()
        }
    }

    /// Python's `//` and `%`: the quotient is rounded down, the remainder has the divisor's sign.
    /// `None` for a zero divisor.
    pub fn div_mod(&self, divisor: &Integer) -> Option<(Integer, Integer)> {
        if divisor.is_zero() {
            return None;
        }
        if let (Small(left), Small(right)) = (&self.0, &divisor.0) {
            // i64::MIN // -1 is the one quotient of words that is not a word.
            if *right != -1 {
                let (quotient, remainder) = left.div_mod_floor(right);
                return Some((Integer::small(quotient), Integer::small(remainder)));
            }
            return Some((-self, Integer::ZERO));
        }
        let (quotient, remainder) = self.to_bigint().div_mod_floor(&divisor.to_bigint());
        Some((Integer::from(quotient), Integer::from(remainder)))
    }

    /// Python's `//`.
    pub fn floor_div(&self, divisor: &Integer) -> Option<Integer> {
        Some(self.div_mod(divisor)?.0)
    }

    /// Python's `%`.
    pub fn modulo(&self, divisor: &Integer) -> Option<Integer> {
        Some(self.div_mod(divisor)?.1)
    }

    /// The quotient rounded up.
    pub fn ceil_div(&self, divisor: &Integer) -> Option<Integer> {
        Some(-&(-self).floor_div(divisor)?)
    }

    /// Does `divisor` (non-zero) divide this?
    pub fn is_multiple_of(&self, divisor: &Integer) -> bool {
        self.modulo(divisor)
            .is_some_and(|remainder| remainder.is_zero())
    }

    /// Greatest common divisor, never negative.
    #[must_use]
    pub fn gcd(&self, other: &Integer) -> Integer {
        if let (Small(left), Small(right)) = (&self.0, &other.0) {
            let mut left = left.unsigned_abs();
            let mut right = right.unsigned_abs();
            while right != 0 {
                (left, right) = (right, left % right);
            }
            if let Ok(result) = i64::try_from(left) {
                return Integer::small(result);
            }
            return Integer::from(BigInt::from(left));
        }
        Integer::from(self.to_bigint().gcd(&other.to_bigint()))
    }

    /// Python's `**` for a non-negative exponent; `None` for a negative one (the result is a float, or
    /// a `ZeroDivisionError`) and for results above [`MAXIMUM_BITS`].
    pub fn pow(&self, exponent: &Integer) -> Option<Integer> {
        if exponent.is_negative() {
            return None;
        }
        if exponent.is_zero() || self.is_one() {
            return Some(Integer::ONE);
        }
        if self.is_zero() {
            return Some(Integer::ZERO);
        }
        if *self == Integer::MINUS_ONE {
            let odd = !exponent.is_multiple_of(&Integer::small(2));
            return Some(Integer::small(if odd { -1 } else { 1 }));
        }
        let exponent = exponent.to_i64()?.to_u32()?;
        // |self| >= 2 here, so the result has at least bits - 1 bits per factor.
        if (self.bit_length() - 1).saturating_mul(u64::from(exponent)) > MAXIMUM_BITS {
            return None;
        }
        if let Small(value) = self.0
            && let Some(result) = value.checked_pow(exponent)
        {
            return Some(Integer::small(result));
        }
        Some(Integer::from(self.to_bigint().pow(exponent)))
    }

    /// A product, or `None` when it would have more than [`MAXIMUM_BITS`] bits.
    pub fn checked_mul(&self, other: &Integer) -> Option<Integer> {
        if self.bit_length() + other.bit_length() > MAXIMUM_BITS {
            return None;
        }
        Some(self * other)
    }
}
