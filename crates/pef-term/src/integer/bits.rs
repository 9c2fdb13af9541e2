//! Shifts and bitwise operations, on the infinite two's complement that Python defines.

use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::{
    Integer, MAXIMUM_BITS,
    Representation::{Big, Small},
};

macro_rules! bit_operator {
    ($trait:ident, $method:ident) => {
        impl $trait for &Integer {
            type Output = Integer;

            fn $method(self, other: &Integer) -> Integer {
                if let (Small(left), Small(right)) = (&self.0, &other.0) {
                    return Integer::small($trait::$method(left, right));
                }
                Integer::from($trait::$method(self.to_bigint(), other.to_bigint()))
            }
        }
    };
}

bit_operator!(BitAnd, bitand);
bit_operator!(BitOr, bitor);
bit_operator!(BitXor, bitxor);

impl Not for &Integer {
    type Output = Integer;

    fn not(self) -> Integer {
        match &self.0 {
            Small(value) => Integer::small(!value),
            Big(_) => &(-self) - &Integer::ONE,
        }
    }
}

impl Integer {
    /// `2 ** exponent`.
    pub fn power_of_two(exponent: u32) -> Integer {
        if exponent < 63 {
            Integer::small(1 << exponent)
        } else {
            Integer::from(num_bigint::BigInt::from(1) << exponent)
        }
    }

    /// Python's `<<`; `None` for a negative distance and for results above [`MAXIMUM_BITS`].
    pub fn shl(&self, distance: &Integer) -> Option<Integer> {
        if distance.is_negative() {
            return None;
        }
        if self.is_zero() {
            return Some(Integer::ZERO);
        }
        let distance = u32::try_from(distance.to_i64()?).ok()?;
        if self.bit_length() + u64::from(distance) > MAXIMUM_BITS {
            return None;
        }
        Some(self * &Integer::power_of_two(distance))
    }

    /// Python's `>>`; `None` for a negative distance.
    pub fn shr(&self, distance: &Integer) -> Option<Integer> {
        if distance.is_negative() {
            return None;
        }
        let all_out = if self.is_negative() {
            Integer::MINUS_ONE
        } else {
            Integer::ZERO
        };
        let Some(distance) = distance.to_i64() else {
            return Some(all_out);
        };
        match &self.0 {
            Small(value) => Some(Integer::small(value >> distance.min(63))),
            Big(value) if (distance as u64) < value.bits() + 1 => {
                // BigInt's shift rounds towards negative infinity, as Python's does.
                Some(Integer::from(value.as_ref() >> distance))
            }
            Big(_) => Some(all_out),
        }
    }

    /// Python's `int.bit_length`: of the absolute value.
    pub fn bit_length(&self) -> u64 {
        match &self.0 {
            Small(value) => u64::from(64 - value.unsigned_abs().leading_zeros()),
            Big(value) => value.bits(),
        }
    }

    /// Python's `int.bit_count`: ones in the absolute value.
    pub fn bit_count(&self) -> u64 {
        match &self.0 {
            Small(value) => u64::from(value.unsigned_abs().count_ones()),
            Big(value) => value.magnitude().count_ones(),
        }
    }

    /// `Some(k)` if this is `2 ** k`.
    pub fn exact_log2(&self) -> Option<u32> {
        if self.is_positive() && self.bit_count() == 1 {
            u32::try_from(self.bit_length() - 1).ok()
        } else {
            None
        }
    }
}
