//! [`Integer`]: unbounded integers with Python's semantics and a fast path for those that fit a machine word.
//!
//! Invariant: `Big` only holds values outside the range of `i64`, so derived equality and hashing are right
//! and nearly all arithmetic stays on words. A plain `BigInt` everywhere was rejected: it allocates for every
//! value, and the engine makes one for every operation of the program under test.

mod arithmetic;
mod bits;
mod convert;
mod quotient;

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_traits::Signed;

pub use convert::ParseIntegerError;

/// Results with more bits than this are not computed (`None`): a formula must not be able to exhaust memory.
pub const MAXIMUM_BITS: u64 = 1 << 20;

/// An unbounded integer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Integer(Representation);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Representation {
    Small(i64),
    Big(Box<BigInt>),
}

impl Integer {
    pub const ZERO: Integer = Integer::small(0);
    pub const ONE: Integer = Integer::small(1);
    pub const MINUS_ONE: Integer = Integer::small(-1);

    pub const fn small(value: i64) -> Self {
        Integer(Representation::Small(value))
    }

    pub fn is_zero(&self) -> bool {
        matches!(self.0, Representation::Small(0))
    }

    pub fn is_one(&self) -> bool {
        matches!(self.0, Representation::Small(1))
    }

    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Representation::Small(value) => *value < 0,
            Representation::Big(value) => value.is_negative(),
        }
    }

    pub fn is_positive(&self) -> bool {
        !self.is_negative() && !self.is_zero()
    }

    /// -1, 0 or 1.
    pub fn signum(&self) -> i64 {
        match &self.0 {
            Representation::Small(value) => value.signum(),
            Representation::Big(value) => {
                if value.is_negative() {
                    -1
                } else {
                    1
                }
            }
        }
    }
}

impl Ord for Integer {
    fn cmp(&self, other: &Self) -> Ordering {
        use Representation::{Big, Small};
        match (&self.0, &other.0) {
            (Small(left), Small(right)) => left.cmp(right),
            (Big(left), Big(right)) => left.cmp(right),
            // A big value lies outside the range of every small one, so its sign decides.
            (Big(left), Small(_)) if left.is_negative() => Ordering::Less,
            (Big(_), Small(_)) => Ordering::Greater,
            (Small(_), Big(right)) if right.is_negative() => Ordering::Greater,
            (Small(_), Big(_)) => Ordering::Less,
        }
    }
}

impl PartialOrd for Integer {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
