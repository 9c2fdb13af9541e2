//! Floor division and modulo, with what a constant divisor allows to be taken out.

use crate::build::linear::Sum;
use crate::node::{IntBinary, Node};
use crate::{Integer, Interval, TermId, Terms, semantics};

impl Terms {
    /// `left // right`, for a divisor that is not zero.
    pub fn floor_div(&mut self, left: TermId, right: TermId) -> TermId {
        if let Some(divisor) = self.as_int_const(right).cloned() {
            if divisor.is_zero() {
                return self.intern(Node::IntBinary(IntBinary::FloorDiv, left, right));
            }
            if divisor.is_negative() {
                let left = self.neg(left);
                return self.floor_div_by_constant(left, &-&divisor);
            }
            return self.floor_div_by_constant(left, &divisor);
        }
        if left == right {
            return self.int_const(1);
        }
        if self.as_int_const(left).is_some_and(Integer::is_zero) {
            return left;
        }
        self.intern(Node::IntBinary(IntBinary::FloorDiv, left, right))
    }

    /// `left % right`, for a divisor that is not zero.
    pub fn modulo(&mut self, left: TermId, right: TermId) -> TermId {
        if let Some(divisor) = self.as_int_const(right).cloned() {
            if divisor.is_zero() {
                return self.intern(Node::IntBinary(IntBinary::Mod, left, right));
            }
            if divisor.is_negative() {
                let left = self.neg(left);
                let positive = self.modulo_by_constant(left, &-&divisor);
                return self.neg(positive);
            }
            return self.modulo_by_constant(left, &divisor);
        }
        if left == right {
            return self.int_const(0);
        }
        if self.as_int_const(left).is_some_and(Integer::is_zero) {
            return left;
        }
        self.intern(Node::IntBinary(IntBinary::Mod, left, right))
    }

    /// Multiples of the divisor leave the dividend as whole quotients; a divisor common to what is left and
    /// the divisor cancels, because `(g*r + k) // (g*c) == (r + k // g) // c`.
    fn floor_div_by_constant(&mut self, left: TermId, divisor: &Integer) -> TermId {
        let sum = self.sum_of(left);
        let mut quotient = Sum {
            constant: Integer::ZERO,
            terms: Vec::new(),
        };
        let mut rest = Sum {
            constant: sum.constant,
            terms: Vec::new(),
        };
        for (coefficient, atom) in sum.terms {
            let (whole, remainder) = coefficient.div_mod(divisor).expect("divisor is not zero");
            if remainder.is_zero() {
                quotient.terms.push((whole, atom));
            } else {
                rest.terms.push((coefficient, atom));
            }
        }
        let mut divisor = divisor.clone();
        let common = rest.content().gcd(&divisor);
        if !common.is_one() {
            let divide = |value: &Integer| value.floor_div(&common).expect("gcd is not zero");
            divisor = divide(&divisor);
            rest.constant = divide(&rest.constant);
            for (coefficient, _) in &mut rest.terms {
                *coefficient = divide(coefficient);
            }
        }
        let (whole, remainder) = rest
            .constant
            .div_mod(&divisor)
            .expect("divisor is not zero");
        quotient.constant = whole;
        rest.constant = remainder;
        let quotient = self.finish_sum(quotient);
        let rest = self.finish_sum(rest);
        let below_divisor = Interval::between(0, &divisor - &Integer::ONE);
        if self.interval(rest).is_within(&below_divisor) {
            return quotient;
        }
        if divisor.is_one() {
            return self.add(quotient, rest);
        }
        // floor(floor(x / a) / b) == floor(x / (a * b)) for every positive b.
        let (dividend, divisor) = match self.node(rest) {
            Node::IntBinary(IntBinary::FloorDiv, inner, by) => match self.as_int_const(*by) {
                Some(by) if !by.is_zero() => (*inner, &divisor * by),
                _ => (rest, divisor),
            },
            _ => (rest, divisor),
        };
        let divisor = self.int_const(divisor);
        let fraction = self.intern(Node::IntBinary(IntBinary::FloorDiv, dividend, divisor));
        self.add(quotient, fraction)
    }

    /// Coefficients are reduced to the smallest absolute value, a common divisor of everything is taken out, and an
    /// inner modulo by a multiple is dropped.
    fn modulo_by_constant(&mut self, left: TermId, divisor: &Integer) -> TermId {
        let zero_to_divisor = Interval::between(0, divisor - &Integer::ONE);
        if self.as_int_const(left).is_none() && self.interval(left).is_within(&zero_to_divisor) {
            return left;
        }
        let mut left = left;
        while let Some(simpler) = self.drop_inner_modulo(left, divisor) {
            left = simpler;
        }
        let mut sum = self.sum_of(left);
        sum.constant = sum.constant.modulo(divisor).expect("divisor is not zero");
        let half = divisor
            .floor_div(&Integer::small(2))
            .expect("two is not zero");
        for (coefficient, _) in &mut sum.terms {
            let remainder = coefficient.modulo(divisor).expect("divisor is not zero");
            *coefficient = if remainder > half {
                &remainder - divisor
            } else {
                remainder
            };
        }
        sum.terms.retain(|(coefficient, _)| !coefficient.is_zero());
        let common = sum.content().gcd(&sum.constant).gcd(divisor);
        let divide = |value: &Integer| value.floor_div(&common).expect("gcd is not zero");
        sum.constant = divide(&sum.constant);
        for (coefficient, _) in &mut sum.terms {
            *coefficient = divide(coefficient);
        }
        let divisor = divide(divisor);
        let reduced = self.finish_sum(sum);
        let remainder = if let Some(value) = self.as_int_const(reduced) {
            let value = semantics::int_binary(IntBinary::Mod, value, &divisor);
            self.int_const(value.expect("divisor is not zero"))
        } else if self
            .interval(reduced)
            .is_within(&Interval::between(0, &divisor - &Integer::ONE))
        {
            reduced
        } else {
            let divisor = self.int_const(divisor);
            self.intern(Node::IntBinary(IntBinary::Mod, reduced, divisor))
        };
        self.scale(remainder, &common)
    }

    /// `(k * (y % (c * m)) + …) % c` is `(k * y + …) % c`.
    fn drop_inner_modulo(&mut self, term: TermId, divisor: &Integer) -> Option<TermId> {
        let sum = self.sum_of(term);
        let (coefficient, atom, inner) = sum.terms.iter().find_map(|(coefficient, atom)| {
            if let Node::IntBinary(IntBinary::Mod, inner, by) = self.node(*atom)
                && self.as_int_const(*by)?.is_multiple_of(divisor)
            {
                return Some((coefficient.clone(), *atom, *inner));
            }
            None
        })?;
        let without = self.add_scaled(term, &-&coefficient, atom);
        Some(self.add_scaled(without, &coefficient, inner))
    }
}
