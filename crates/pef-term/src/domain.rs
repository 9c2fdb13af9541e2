//! Intervals of integers: what is known to hold for a variable always ([`Domain`]), and what follows for a
//! term from its operands (kept per term). The invariant is soundness only; an interval may be wider than the
//! set of values, never narrower. Bounds that grow past [`WIDEST_BOUND`] bits are dropped, so that a chain of
//! squarings costs nothing.

use crate::integer::Integer;

/// Bounds with more bits than this are forgotten.
const WIDEST_BOUND: u64 = 256;

/// An interval with inclusive, possibly absent bounds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interval {
    pub lower: Option<Integer>,
    pub upper: Option<Integer>,
}

/// A fact about a variable that always holds, e.g. `0 <= len(items)` or a code point's range. Constructors
/// of terms use it to decide comparisons, solvers must respect it.
pub type Domain = Interval;

impl Interval {
    /// No bounds.
    pub const ALL: Interval = Interval {
        lower: None,
        upper: None,
    };

    pub fn new(lower: Option<Integer>, upper: Option<Integer>) -> Self {
        Self { lower, upper }
    }

    /// `lower..=upper`.
    pub fn between(lower: impl Into<Integer>, upper: impl Into<Integer>) -> Self {
        Self::new(Some(lower.into()), Some(upper.into()))
    }

    /// `lower..`.
    pub fn at_least(lower: impl Into<Integer>) -> Self {
        Self::new(Some(lower.into()), None)
    }

    pub fn exactly(value: &Integer) -> Self {
        Self::new(Some(value.clone()), Some(value.clone()))
    }

    pub fn contains(&self, value: &Integer) -> bool {
        self.lower.as_ref().is_none_or(|lower| lower <= value)
            && self.upper.as_ref().is_none_or(|upper| value <= upper)
    }

    pub fn is_non_negative(&self) -> bool {
        self.lower
            .as_ref()
            .is_some_and(|lower| !lower.is_negative())
    }

    /// Is every value of this interval in `other`?
    pub fn is_within(&self, other: &Self) -> bool {
        other
            .lower
            .as_ref()
            .is_none_or(|bound| self.lower.as_ref().is_some_and(|lower| bound <= lower))
            && other
                .upper
                .as_ref()
                .is_none_or(|bound| self.upper.as_ref().is_some_and(|upper| upper <= bound))
    }

    /// Values in both.
    pub fn intersection(&self, other: &Self) -> Self {
        Self::new(
            pick(self.lower.as_ref(), other.lower.as_ref(), Integer::max),
            pick(self.upper.as_ref(), other.upper.as_ref(), Integer::min),
        )
    }

    /// The smallest interval around both.
    pub fn hull(&self, other: &Self) -> Self {
        let both = |left: &Option<Integer>, right: &Option<Integer>, choose: Choose| {
            Some(choose(left.clone()?, right.clone()?))
        };
        Self::new(
            both(&self.lower, &other.lower, Integer::min),
            both(&self.upper, &other.upper, Integer::max),
        )
    }

    pub fn add(&self, other: &Self) -> Self {
        let both = |left: &Option<Integer>, right: &Option<Integer>| {
            Some(left.as_ref()? + right.as_ref()?)
        };
        Self::new(
            both(&self.lower, &other.lower),
            both(&self.upper, &other.upper),
        )
        .forget_wide_bounds()
    }

    /// The interval of `factor * value`.
    pub fn scale(&self, factor: &Integer) -> Self {
        if factor.is_zero() {
            return Self::exactly(factor);
        }
        let lower = self.lower.as_ref().map(|bound| bound * factor);
        let upper = self.upper.as_ref().map(|bound| bound * factor);
        if factor.is_negative() {
            Self::new(upper, lower)
        } else {
            Self::new(lower, upper)
        }
        .forget_wide_bounds()
    }

    /// The interval of a product of two independent values.
    pub fn multiply(&self, other: &Self) -> Self {
        if let (Some(a), Some(b), Some(c), Some(d)) =
            (&self.lower, &self.upper, &other.lower, &other.upper)
        {
            let corners = [a * c, a * d, b * c, b * d];
            let lower = corners.iter().min().cloned();
            let upper = corners.iter().max().cloned();
            return Self::new(lower, upper).forget_wide_bounds();
        }
        if self.is_non_negative() && other.is_non_negative() {
            let lower = Some(self.lower.as_ref().unwrap() * other.lower.as_ref().unwrap());
            return Self::new(lower, None).forget_wide_bounds();
        }
        Self::ALL
    }

    pub(crate) fn forget_wide_bounds(self) -> Self {
        let narrow =
            |bound: Option<Integer>| bound.filter(|value| value.bit_length() <= WIDEST_BOUND);
        Self::new(narrow(self.lower), narrow(self.upper))
    }
}

type Choose = fn(Integer, Integer) -> Integer;

fn pick(left: Option<&Integer>, right: Option<&Integer>, choose: Choose) -> Option<Integer> {
    match (left, right) {
        (Some(left), Some(right)) => Some(choose(left.clone(), right.clone())),
        (Some(bound), None) | (None, Some(bound)) => Some(bound.clone()),
        (None, None) => None,
    }
}
