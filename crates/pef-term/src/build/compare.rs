//! Comparisons of integers, and what is made of them: minimum, maximum, absolute value.
//!
//! Everything is `t <= 0` or `t == 0` of one canonical sum, so that `x < y`, `y > x` and `not x >= y` are one
//! term. Separate nodes for the five relations were rejected: the explorer finds an infeasible or repeated
//! condition by comparing ids, and printing can put the sides back where a reader expects them.

use crate::build::linear::Sum;
use crate::node::Node;
use crate::terms::Operation;
use crate::{Integer, Sort, TermId, Terms};

#[derive(Clone, Copy)]
enum Relation {
    AtMostZero,
    IsZero,
}

impl Relation {
    fn holds(self, value: &Integer) -> bool {
        match self {
            Relation::AtMostZero => !value.is_positive(),
            Relation::IsZero => value.is_zero(),
        }
    }
}

impl Terms {
    /// Equality of two terms of one sort; for floats this is IEEE equality.
    pub fn eq(&mut self, left: TermId, right: TermId) -> TermId {
        match self.sort(left) {
            Sort::Bool => self.iff(left, right),
            Sort::Int => self.remembered(Operation::Equal, left, right, |terms| {
                let difference = terms.difference(left, right);
                terms.relation(Relation::IsZero, difference)
            }),
            Sort::Float => self.float_eq(left, right),
        }
    }

    pub fn ne(&mut self, left: TermId, right: TermId) -> TermId {
        let equal = self.eq(left, right);
        self.not(equal)
    }

    /// `left <= right`, integers.
    pub fn le(&mut self, left: TermId, right: TermId) -> TermId {
        self.remembered(Operation::AtMost, left, right, |terms| {
            let difference = terms.difference(left, right);
            terms.relation(Relation::AtMostZero, difference)
        })
    }

    pub fn lt(&mut self, left: TermId, right: TermId) -> TermId {
        self.remembered(Operation::Less, left, right, |terms| {
            let mut sum = terms.sum_of(left);
            sum.constant = &sum.constant + &Integer::ONE;
            let successor = terms.finish_sum(sum);
            let difference = terms.difference(successor, right);
            terms.relation(Relation::AtMostZero, difference)
        })
    }

    pub fn ge(&mut self, left: TermId, right: TermId) -> TermId {
        self.le(right, left)
    }

    pub fn gt(&mut self, left: TermId, right: TermId) -> TermId {
        self.lt(right, left)
    }

    /// Python's truth of an integer.
    pub fn is_nonzero(&mut self, operand: TermId) -> TermId {
        let zero = self.relation(Relation::IsZero, operand);
        self.not(zero)
    }

    pub fn min(&mut self, left: TermId, right: TermId) -> TermId {
        let condition = self.le(left, right);
        self.ite(condition, left, right)
    }

    pub fn max(&mut self, left: TermId, right: TermId) -> TermId {
        let condition = self.le(right, left);
        self.ite(condition, left, right)
    }

    pub fn abs(&mut self, operand: TermId) -> TermId {
        let zero = self.int_const(0);
        let negative = self.lt(operand, zero);
        let negated = self.neg(operand);
        self.ite(negative, negated, operand)
    }

    /// The negation of `t <= 0`, which is `1 - t <= 0`.
    pub(crate) fn negated_at_most_zero(&mut self, operand: TermId) -> TermId {
        self.remembered(Operation::Negated, operand, operand, |terms| {
            let one = terms.int_const(1);
            let difference = terms.difference(one, operand);
            terms.relation(Relation::AtMostZero, difference)
        })
    }

    fn relation(&mut self, relation: Relation, term: TermId) -> TermId {
        let sum = self.sum_of(term);
        if sum.terms.is_empty() {
            return self.bool_const(relation.holds(&sum.constant));
        }
        match normalised(relation, sum) {
            Err(decided) => self.bool_const(decided),
            Ok(sum) => {
                let term = self.finish_sum(sum);
                if let Some(decided) = self.decided_by_interval(relation, term) {
                    return self.bool_const(decided);
                }
                if let Some(simpler) = self.relation_of_two_values(relation, term) {
                    return simpler;
                }
                self.intern(match relation {
                    Relation::AtMostZero => Node::AtMostZero(term),
                    Relation::IsZero => Node::IsZero(term),
                })
            }
        }
    }

    fn decided_by_interval(&self, relation: Relation, term: TermId) -> Option<bool> {
        let interval = self.interval(term);
        let positive = interval.lower.as_ref().is_some_and(Integer::is_positive);
        let negative = interval.upper.as_ref().is_some_and(Integer::is_negative);
        match relation {
            Relation::AtMostZero => {
                let at_most_zero = interval.upper.as_ref().is_some_and(|b| !b.is_positive());
                if at_most_zero {
                    Some(true)
                } else {
                    positive.then_some(false)
                }
            }
            Relation::IsZero => (positive || negative).then_some(false),
        }
    }

    /// A comparison of something that has two possible values is about which of the two it is.
    fn relation_of_two_values(&mut self, relation: Relation, term: TermId) -> Option<TermId> {
        let sum = self.sum_of(term);
        let [(coefficient, atom)] = &sum.terms[..] else {
            return None;
        };
        let (condition, then, otherwise) = match self.node(*atom) {
            Node::IntOfBool(condition) => (*condition, Integer::ONE, Integer::ZERO),
            Node::Ite(condition, then, otherwise) => (
                *condition,
                self.as_int_const(*then)?.clone(),
                self.as_int_const(*otherwise)?.clone(),
            ),
            _ => return None,
        };
        let holds = |value: &Integer| relation.holds(&(&(coefficient * value) + &sum.constant));
        Some(match (holds(&then), holds(&otherwise)) {
            (true, false) => condition,
            (false, true) => self.not(condition),
            (same, _) => self.bool_const(same),
        })
    }
}

/// Divides by the common divisor of the coefficients; fixes the sign of an equation.
fn normalised(relation: Relation, mut sum: Sum) -> Result<Sum, bool> {
    let content = sum.content();
    if !content.is_one() {
        sum.constant = match relation {
            Relation::AtMostZero => sum.constant.ceil_div(&content),
            Relation::IsZero if !sum.constant.is_multiple_of(&content) => return Err(false),
            Relation::IsZero => sum.constant.floor_div(&content),
        }
        .expect("content is not zero");
        for (coefficient, _) in &mut sum.terms {
            *coefficient = coefficient
                .floor_div(&content)
                .expect("content is not zero");
        }
    }
    if matches!(relation, Relation::IsZero) && sum.terms[0].0.is_negative() {
        sum.negate();
    }
    Ok(sum)
}
