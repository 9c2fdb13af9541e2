//! Sums: addition, subtraction, negation, multiplication by a constant, `~`, `int(bool)`.

use crate::node::{Linear, Node};
use crate::terms::Operation;
use crate::{Integer, TermId, Terms};

/// A sum under construction; turned into a term by [`Terms::finish_sum`].
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sum {
    pub(crate) constant: Integer,
    /// By increasing atom, without zero coefficients.
    pub(crate) terms: Vec<(Integer, TermId)>,
}

impl Sum {
    /// Greatest common divisor of the coefficients, 0 if there are none.
    pub(crate) fn content(&self) -> Integer {
        let mut content = Integer::ZERO;
        for (coefficient, _) in &self.terms {
            content = content.gcd(coefficient);
            if content.is_one() {
                break;
            }
        }
        content
    }

    pub(crate) fn negate(&mut self) {
        self.constant = -&self.constant;
        for (coefficient, _) in &mut self.terms {
            *coefficient = -&*coefficient;
        }
    }

    pub(crate) fn difference(left: &Sum, right: &Sum) -> Sum {
        let mut result = left.clone();
        result.add_scaled(right, &Integer::MINUS_ONE);
        result
    }

    fn scale(&mut self, factor: &Integer) {
        if factor.is_zero() {
            self.terms.clear();
        }
        self.constant = &self.constant * factor;
        for (coefficient, _) in &mut self.terms {
            *coefficient = &*coefficient * factor;
        }
    }

    /// Adds `factor * other`, merging the two sorted lists.
    fn add_scaled(&mut self, other: &Sum, factor: &Integer) {
        self.constant = &self.constant + &(&other.constant * factor);
        let mine = std::mem::take(&mut self.terms);
        self.terms.reserve(mine.len() + other.terms.len());
        let mut mine = mine.into_iter().peekable();
        for (coefficient, atom) in &other.terms {
            while let Some(smaller) = mine.next_if(|(_, own)| own < atom) {
                self.terms.push(smaller);
            }
            let mut coefficient = coefficient * factor;
            if let Some((own, _)) = mine.next_if(|(_, own)| own == atom) {
                coefficient = &coefficient + &own;
            }
            if !coefficient.is_zero() {
                self.terms.push((coefficient, *atom));
            }
        }
        self.terms.extend(mine);
    }
}

impl Terms {
    /// Any integer term as a sum.
    pub(crate) fn sum_of(&self, term: TermId) -> Sum {
        match self.node(term) {
            Node::IntConst(value) => Sum {
                constant: value.clone(),
                terms: Vec::new(),
            },
            Node::Linear(linear) => Sum {
                constant: linear.constant.clone(),
                terms: linear.terms.to_vec(),
            },
            _ => Sum {
                constant: Integer::ZERO,
                terms: vec![(Integer::ONE, term)],
            },
        }
    }

    pub(crate) fn finish_sum(&mut self, sum: Sum) -> TermId {
        if sum.terms.is_empty() {
            return self.int_const(sum.constant);
        }
        if sum.constant.is_zero() && sum.terms.len() == 1 && sum.terms[0].0.is_one() {
            return sum.terms[0].1;
        }
        self.intern(Node::Linear(Linear {
            constant: sum.constant,
            terms: sum.terms.into(),
        }))
    }

    /// `left + factor * right`
    pub(crate) fn add_scaled(&mut self, left: TermId, factor: &Integer, right: TermId) -> TermId {
        let mut sum = self.sum_of(left);
        sum.add_scaled(&self.sum_of(right), factor);
        self.finish_sum(sum)
    }

    pub fn add(&mut self, left: TermId, right: TermId) -> TermId {
        self.remembered(Operation::Add, left, right, |terms| {
            terms.add_scaled(left, &Integer::ONE, right)
        })
    }

    pub fn sub(&mut self, left: TermId, right: TermId) -> TermId {
        self.remembered(Operation::Sub, left, right, |terms| {
            terms.difference(left, right)
        })
    }

    /// `left - right` as a step of another operation, which is remembered itself.
    pub(crate) fn difference(&mut self, left: TermId, right: TermId) -> TermId {
        self.add_scaled(left, &Integer::MINUS_ONE, right)
    }

    pub fn neg(&mut self, operand: TermId) -> TermId {
        self.scale(operand, &Integer::MINUS_ONE)
    }

    /// A term times a constant.
    pub fn scale(&mut self, operand: TermId, factor: &Integer) -> TermId {
        if factor.is_one() {
            return operand;
        }
        let mut sum = self.sum_of(operand);
        sum.scale(factor);
        self.finish_sum(sum)
    }

    /// `~x`
    pub fn invert(&mut self, operand: TermId) -> TermId {
        let mut sum = self.sum_of(operand);
        sum.negate();
        sum.constant = &sum.constant - &Integer::ONE;
        self.finish_sum(sum)
    }

    /// A Boolean as an integer.
    pub fn int_of_bool(&mut self, operand: TermId) -> TermId {
        match self.node(operand) {
            Node::BoolConst(value) => {
                let value = Integer::from(*value);
                self.int_const(value)
            }
            // One form for a truth value and its negation, so that sums of them cancel.
            Node::Not(inner) => {
                let inner = *inner;
                let one = self.int_const(1);
                let positive = self.int_of_bool(inner);
                self.sub(one, positive)
            }
            _ => self.intern(Node::IntOfBool(operand)),
        }
    }
}
