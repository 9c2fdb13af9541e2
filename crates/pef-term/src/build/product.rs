//! Products and powers.

use crate::node::{IntBinary, Node};
use crate::{Integer, TermId, Terms, semantics};

/// Larger constant exponents stay `Pow`: a product's evaluation is meant to be cheap.
const LARGEST_PRODUCT_POWER: u32 = 1024;

impl Terms {
    pub fn mul(&mut self, left: TermId, right: TermId) -> TermId {
        if let Some(factor) = self.as_int_const(left).cloned() {
            return self.scale(right, &factor);
        }
        if let Some(factor) = self.as_int_const(right).cloned() {
            return self.scale(left, &factor);
        }
        let (left_content, left) = self.split_content(left);
        let (right_content, right) = self.split_content(right);
        let mut factors = self.factors(left);
        factors.extend(self.factors(right));
        let product = self.finish_product(factors);
        self.scale(product, &(&left_content * &right_content))
    }

    /// `left ** right`, for an exponent that is not negative.
    pub fn pow(&mut self, base: TermId, exponent: TermId) -> TermId {
        if let Some(value) = self.as_int_const(exponent).cloned() {
            if let Some(base) = self.as_int_const(base) {
                if let Some(result) = semantics::int_binary(IntBinary::Pow, base, &value) {
                    return self.int_const(result);
                }
            } else if let Some(power) = value.to_i64().and_then(|power| u32::try_from(power).ok())
                && power <= LARGEST_PRODUCT_POWER
                && let Some(result) = self.small_power(base, power)
            {
                return result;
            }
        } else if self.as_int_const(base).is_some_and(Integer::is_one) {
            return base;
        }
        self.intern(Node::IntBinary(IntBinary::Pow, base, exponent))
    }

    fn small_power(&mut self, base: TermId, power: u32) -> Option<TermId> {
        if power == 0 {
            return Some(self.int_const(1));
        }
        let (content, base) = self.split_content(base);
        let content = content.pow(&Integer::from(power))?;
        let mut factors = self.factors(base);
        for (_, own) in &mut factors {
            *own = own.checked_mul(power)?;
        }
        let product = self.finish_product(factors);
        Some(self.scale(product, &content))
    }

    /// Writes a non-constant term as `content * primitive`, the primitive part starting with a positive
    /// coefficient and having numbers without common divisor.
    fn split_content(&mut self, term: TermId) -> (Integer, TermId) {
        let Node::Linear(linear) = self.node(term) else {
            return (Integer::ONE, term);
        };
        let mut sum = self.sum_of(term);
        let mut content = sum.content().gcd(&linear.constant);
        if linear.terms[0].0.is_negative() {
            content = -&content;
        }
        if content.is_one() {
            return (content, term);
        }
        let divide = |value: &Integer| value.floor_div(&content).expect("content is not zero");
        sum.constant = divide(&sum.constant);
        for (coefficient, _) in &mut sum.terms {
            *coefficient = divide(coefficient);
        }
        (content, self.finish_sum(sum))
    }

    fn factors(&self, term: TermId) -> Vec<(TermId, u32)> {
        match self.node(term) {
            Node::Product(factors) => factors.to_vec(),
            _ => vec![(term, 1)],
        }
    }

    fn finish_product(&mut self, mut factors: Vec<(TermId, u32)>) -> TermId {
        factors.sort_unstable();
        let mut merged: Vec<(TermId, u32)> = Vec::with_capacity(factors.len());
        for (factor, power) in factors {
            match merged.last_mut() {
                // Squaring the same value 2**32 times over is not a term that can be evaluated; saturating
                // keeps it one that evaluates to nothing.
                Some((last, total)) if *last == factor => *total = total.saturating_add(power),
                _ => merged.push((factor, power)),
            }
        }
        // A truth value is its own power.
        for (factor, power) in &mut merged {
            if matches!(self.node(*factor), Node::IntOfBool(_)) {
                *power = 1;
            }
        }
        if let [(factor, 1)] = merged[..] {
            return factor;
        }
        self.intern(Node::Product(merged.into()))
    }
}
