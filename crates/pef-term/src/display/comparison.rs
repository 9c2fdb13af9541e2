//! Integer comparisons, with each summand on the side where one would write it.

use crate::build::Sum;
use crate::display::{Binding, Printer, Text};
use crate::{Integer, TermId};

impl Printer<'_> {
    fn compare(&mut self, left: &Sum, symbol: &str, right: &Sum) -> Text {
        let left = self.sum(left).at_least(Binding::BitOr);
        let right = self.sum(right).at_least(Binding::BitOr);
        Text::new(format!("{left} {symbol} {right}"), Binding::Comparison)
    }

    /// `sum == 0` (or `!=`): the constant goes right; without one, the negative summands do.
    pub(super) fn is_zero(&mut self, sum: TermId, symbol: &str) -> Text {
        if let Some(text) = self.character_is_zero(sum, symbol) {
            return text;
        }
        let sum = self.terms.sum_of(sum);
        if !sum.constant.is_zero() {
            let right = constant(-&sum.constant);
            let left = Sum {
                constant: Integer::ZERO,
                terms: sum.terms,
            };
            return self.compare(&left, symbol, &right);
        }
        let (positive, negative) = split(sum);
        self.compare(&positive, symbol, &negative)
    }

    /// `positive + constant <= negative`
    pub(super) fn at_most_zero(&mut self, sum: TermId) -> Text {
        let sum = self.terms.sum_of(sum);
        let offset = sum.constant.clone();
        let (mut positive, mut negative) = split(sum);
        if negative.terms.is_empty() {
            // positive <= -offset, or positive < 1 - offset
            let (bound, strict) = rounder(-&offset, &Integer::ONE - &offset);
            let symbol = if strict { "<" } else { "<=" };
            return self.compare(&positive, symbol, &constant(bound));
        }
        if positive.terms.is_empty() {
            // negative >= offset, or negative > offset - 1
            let (bound, strict) = rounder(offset.clone(), &offset - &Integer::ONE);
            let symbol = if strict { ">" } else { ">=" };
            return self.compare(&negative, symbol, &constant(bound));
        }
        let strict = offset.is_one();
        if offset.is_negative() {
            negative.constant = -&offset;
        } else if !strict {
            positive.constant = offset;
        }
        // Whatever was declared first is what the condition is about.
        if positive.terms[0].1 < negative.terms[0].1 {
            self.compare(&positive, if strict { "<" } else { "<=" }, &negative)
        } else {
            self.compare(&negative, if strict { ">" } else { ">=" }, &positive)
        }
    }
}

fn constant(value: Integer) -> Sum {
    Sum {
        constant: value,
        terms: Vec::new(),
    }
}

/// The positive summands, and the negated negative ones; the constant is dropped.
fn split(sum: Sum) -> (Sum, Sum) {
    let mut positive = constant(Integer::ZERO);
    let mut negative = constant(Integer::ZERO);
    for (coefficient, atom) in sum.terms {
        if coefficient.is_negative() {
            negative.terms.push((-&coefficient, atom));
        } else {
            positive.terms.push((coefficient, atom));
        }
    }
    (positive, negative)
}

/// Which of two bounds, one inclusive and one strict, to print: programs compare with round numbers.
fn rounder(inclusive: Integer, strict: Integer) -> (Integer, bool) {
    let rank = |value: &Integer| (trailing_zeros(value), std::cmp::Reverse(value.abs()));
    if rank(&strict) > rank(&inclusive) {
        (strict, true)
    } else {
        (inclusive, false)
    }
}

/// Decimal zeros at the end; zero itself is the roundest.
fn trailing_zeros(value: &Integer) -> usize {
    if value.is_zero() {
        return usize::MAX;
    }
    let digits = value.to_string();
    digits.len() - digits.trim_end_matches('0').len()
}
