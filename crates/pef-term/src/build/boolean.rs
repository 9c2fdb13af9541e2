//! Boolean connectives and conditionals.

use crate::node::Node;
use crate::{Integer, Sort, TermId, Terms};

/// Complementary operands are looked for in conjunctions up to this size; beyond it the search would cost
/// more than it saves.
const LARGEST_COMPLEMENT_SEARCH: usize = 64;

impl Terms {
    pub fn not(&mut self, operand: TermId) -> TermId {
        match self.node(operand) {
            Node::BoolConst(value) => {
                let value = !*value;
                self.bool_const(value)
            }
            Node::Not(inner) => *inner,
            Node::AtMostZero(term) => {
                let term = *term;
                self.negated_at_most_zero(term)
            }
            _ => self.intern(Node::Not(operand)),
        }
    }

    pub fn and(&mut self, operands: &[TermId]) -> TermId {
        self.junction(operands, false)
    }

    pub fn or(&mut self, operands: &[TermId]) -> TermId {
        self.junction(operands, true)
    }

    /// `not left or right`
    pub fn implies(&mut self, left: TermId, right: TermId) -> TermId {
        let not_left = self.not(left);
        self.or(&[not_left, right])
    }

    /// Conjunction (`dominant` false) or disjunction (`dominant` true).
    fn junction(&mut self, operands: &[TermId], dominant: bool) -> TermId {
        let mut flat = Vec::with_capacity(operands.len());
        for &operand in operands {
            match (self.node(operand), dominant) {
                (Node::BoolConst(value), _) => {
                    if *value == dominant {
                        return operand;
                    }
                }
                (Node::And(inner), false) | (Node::Or(inner), true) => {
                    flat.extend_from_slice(inner);
                }
                _ => flat.push(operand),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        if (2..=LARGEST_COMPLEMENT_SEARCH).contains(&flat.len()) && self.has_complement(&flat) {
            return self.bool_const(dominant);
        }
        match flat[..] {
            [] => self.bool_const(!dominant),
            [only] => only,
            _ if dominant => self.intern(Node::Or(flat.into())),
            _ => self.intern(Node::And(flat.into())),
        }
    }

    /// Is an operand the negation of another? `operands` are sorted.
    fn has_complement(&mut self, operands: &[TermId]) -> bool {
        operands.iter().any(|&operand| {
            let may_have_complement = match self.node(operand) {
                Node::Not(_) | Node::AtMostZero(_) => true,
                // The complement would be a `Not` and is found from that side.
                _ => false,
            };
            may_have_complement && {
                let negation = self.not(operand);
                operands.binary_search(&negation).is_ok()
            }
        })
    }

    /// Equality of two Booleans.
    pub fn iff(&mut self, left: TermId, right: TermId) -> TermId {
        if left == right {
            return self.bool_const(true);
        }
        for (one, other) in [(left, right), (right, left)] {
            match self.node(one) {
                Node::BoolConst(true) => return other,
                Node::BoolConst(false) => return self.not(other),
                Node::Not(inner) => {
                    let inner = *inner;
                    let equal = self.iff(inner, other);
                    return self.not(equal);
                }
                _ => {}
            }
        }
        if matches!(self.node(left), Node::AtMostZero(_)) && self.not(left) == right {
            return self.bool_const(false);
        }
        self.intern(Node::Iff(left.min(right), left.max(right)))
    }

    /// Exclusive or of two Booleans.
    pub fn xor(&mut self, left: TermId, right: TermId) -> TermId {
        let equal = self.iff(left, right);
        self.not(equal)
    }

    /// `then if condition else otherwise`
    pub fn ite(&mut self, condition: TermId, then: TermId, otherwise: TermId) -> TermId {
        if then == otherwise {
            return then;
        }
        match self.node(condition) {
            Node::BoolConst(true) => return then,
            Node::BoolConst(false) => return otherwise,
            Node::Not(inner) => {
                let inner = *inner;
                return self.ite(inner, otherwise, then);
            }
            _ => {}
        }
        // A branch that asks the same condition again knows the answer.
        let then = self.branch_under(condition, then, true);
        let otherwise = self.branch_under(condition, otherwise, false);
        if then == otherwise {
            return then;
        }
        match self.sort(then) {
            Sort::Bool => self.bool_ite(condition, then, otherwise),
            Sort::Int => self.int_ite(condition, then, otherwise),
            Sort::Float => self.intern(Node::Ite(condition, then, otherwise)),
        }
    }

    fn branch_under(&self, condition: TermId, branch: TermId, taken: bool) -> TermId {
        match self.node(branch) {
            Node::Ite(inner, then, otherwise) if *inner == condition => {
                if taken {
                    *then
                } else {
                    *otherwise
                }
            }
            _ => branch,
        }
    }

    fn bool_ite(&mut self, condition: TermId, then: TermId, otherwise: TermId) -> TermId {
        match (self.as_bool_const(then), self.as_bool_const(otherwise)) {
            (Some(true), _) => self.or(&[condition, otherwise]),
            (Some(false), _) => {
                let negated = self.not(condition);
                self.and(&[negated, otherwise])
            }
            (None, Some(true)) => {
                let negated = self.not(condition);
                self.or(&[negated, then])
            }
            (None, Some(false)) => self.and(&[condition, then]),
            (None, None) if then == condition => self.or(&[condition, otherwise]),
            (None, None) if otherwise == condition => self.and(&[condition, then]),
            (None, None) => self.intern(Node::Ite(condition, then, otherwise)),
        }
    }

    fn int_ite(&mut self, condition: TermId, then: TermId, otherwise: TermId) -> TermId {
        let one = |value: Option<&Integer>| value.is_some_and(Integer::is_one);
        let zero = |value: Option<&Integer>| value.is_some_and(Integer::is_zero);
        let (first, second) = (self.as_int_const(then), self.as_int_const(otherwise));
        if one(first) && zero(second) {
            return self.int_of_bool(condition);
        }
        if zero(first) && one(second) {
            let negated = self.not(condition);
            return self.int_of_bool(negated);
        }
        self.intern(Node::Ite(condition, then, otherwise))
    }
}
