//! Shifts and bitwise operators on the infinite two's complement. What is arithmetic in disguise becomes
//! arithmetic: shifts by constants, masks of low bits, and `~` (a sum).
//!
//! What two operands that share one come to is seen without going deeper than that: `(a ^ b) ^ b`, `a & (a | b)`,
//! `~a & ~b`. Longer chains are not sorted; what they are equal to is for `pef-solve`'s `streams` to find.

use crate::node::{IntBinary, Node};
use crate::{Integer, TermId, Terms, semantics};

/// Shifts by larger constants stay shifts: their power of two would be written out in every sum.
const LARGEST_SHIFT: i64 = 4096;

/// Which of two operands are inverses.
enum Inverted {
    EachOther,
    /// Of these.
    Both(TermId, TermId),
    /// One is, of the first of these; the other is the second.
    One(TermId, TermId),
    None,
}

impl Terms {
    fn folded(&mut self, operator: IntBinary, left: TermId, right: TermId) -> Option<TermId> {
        let result = semantics::int_binary(
            operator,
            self.as_int_const(left)?,
            self.as_int_const(right)?,
        )?;
        Some(self.int_const(result))
    }

    fn small_shift(&self, distance: TermId) -> Option<Integer> {
        let distance = self.as_int_const(distance)?.to_i64()?;
        (0..=LARGEST_SHIFT)
            .contains(&distance)
            .then(|| Integer::power_of_two(distance as u32))
    }

    /// `left << right`, for a distance that is not negative.
    pub fn shl(&mut self, left: TermId, right: TermId) -> TermId {
        if let Some(folded) = self.folded(IntBinary::Shl, left, right) {
            return folded;
        }
        if let Some(factor) = self.small_shift(right) {
            return self.scale(left, &factor);
        }
        if self.as_int_const(left).is_some_and(Integer::is_zero) {
            return left;
        }
        self.intern(Node::IntBinary(IntBinary::Shl, left, right))
    }

    /// `left >> right`, for a distance that is not negative.
    pub fn shr(&mut self, left: TermId, right: TermId) -> TermId {
        if let Some(folded) = self.folded(IntBinary::Shr, left, right) {
            return folded;
        }
        if let Some(divisor) = self.small_shift(right) {
            let divisor = self.int_const(divisor);
            return self.floor_div(left, divisor);
        }
        let shifts_to_itself = |value: &Integer| value.is_zero() || *value == Integer::MINUS_ONE;
        if self.as_int_const(left).is_some_and(shifts_to_itself) {
            return left;
        }
        self.intern(Node::IntBinary(IntBinary::Shr, left, right))
    }

    pub fn bit_and(&mut self, left: TermId, right: TermId) -> TermId {
        if left == right {
            return left;
        }
        if let Some((operand, mask)) = self.operand_and_mask(left, right) {
            if mask.is_zero() {
                return self.int_const(0);
            }
            if mask == Integer::MINUS_ONE {
                return operand;
            }
            if let Some(bits) = (&mask + &Integer::ONE).exact_log2() {
                let modulus = self.int_const(Integer::power_of_two(bits));
                return self.modulo(operand, modulus);
            }
        }
        if let Some(shared) = self.with_shared_operand(IntBinary::BitAnd, left, right) {
            return shared;
        }
        match self.inverted_operands(left, right) {
            Inverted::EachOther => self.int_const(0),
            Inverted::Both(left, right) => {
                let either = self.bit_or(left, right);
                self.invert(either)
            }
            Inverted::One(..) | Inverted::None => self.bitwise(IntBinary::BitAnd, left, right),
        }
    }

    pub fn bit_or(&mut self, left: TermId, right: TermId) -> TermId {
        if left == right {
            return left;
        }
        if let Some((operand, mask)) = self.operand_and_mask(left, right) {
            if mask.is_zero() {
                return operand;
            }
            if mask == Integer::MINUS_ONE {
                return self.int_const(-1);
            }
        }
        if let Some(shared) = self.with_shared_operand(IntBinary::BitOr, left, right) {
            return shared;
        }
        match self.inverted_operands(left, right) {
            Inverted::EachOther => self.int_const(-1),
            Inverted::Both(left, right) => {
                let both = self.bit_and(left, right);
                self.invert(both)
            }
            Inverted::One(..) | Inverted::None => self.bitwise(IntBinary::BitOr, left, right),
        }
    }

    pub fn bit_xor(&mut self, left: TermId, right: TermId) -> TermId {
        if left == right {
            return self.int_const(0);
        }
        if let Some((operand, mask)) = self.operand_and_mask(left, right) {
            if mask.is_zero() {
                return operand;
            }
            if mask == Integer::MINUS_ONE {
                return self.invert(operand);
            }
        }
        if let Some(rest) = self.without_shared_operand(left, right) {
            return rest;
        }
        match self.inverted_operands(left, right) {
            Inverted::EachOther => self.int_const(-1),
            Inverted::Both(left, right) => self.bit_xor(left, right),
            Inverted::One(inner, other) => {
                let inner = self.bit_xor(inner, other);
                self.invert(inner)
            }
            Inverted::None => self.bitwise(IntBinary::BitXor, left, right),
        }
    }

    /// The operands of a bitwise operator.
    fn bitwise_operands(&self, term: TermId) -> Option<(IntBinary, TermId, TermId)> {
        match self.node(term) {
            Node::IntBinary(
                operator @ (IntBinary::BitAnd | IntBinary::BitOr | IntBinary::BitXor),
                first,
                second,
            ) => Some((*operator, *first, *second)),
            _ => None,
        }
    }

    /// `a & (a & b)`, which is `a & b`, and `a & (a | b)`, which is `a`; the same with `|` and `&` changed.
    fn with_shared_operand(
        &self,
        operator: IntBinary,
        left: TermId,
        right: TermId,
    ) -> Option<TermId> {
        for (one, other) in [(left, right), (right, left)] {
            if let Some((inner, first, second)) = self.bitwise_operands(other)
                && inner != IntBinary::BitXor
                && (first == one || second == one)
            {
                return Some(if inner == operator { other } else { one });
            }
        }
        None
    }

    /// `a ^ (a ^ b)`, which is `b`, and `(a ^ b) ^ (a ^ c)`, which is `b ^ c`.
    fn without_shared_operand(&mut self, left: TermId, right: TermId) -> Option<TermId> {
        let operands = |term| match self.bitwise_operands(term) {
            Some((IntBinary::BitXor, first, second)) => Some([first, second]),
            _ => None,
        };
        let (of_left, of_right) = (operands(left), operands(right));
        let rest = |[first, second]: [TermId; 2], shared: TermId| {
            if first == shared {
                Some(second)
            } else {
                (second == shared).then_some(first)
            }
        };
        if let Some(found) = of_left.and_then(|operands| rest(operands, right)) {
            return Some(found);
        }
        if let Some(found) = of_right.and_then(|operands| rest(operands, left)) {
            return Some(found);
        }
        let (of_left, of_right) = (of_left?, of_right?);
        let (one, other) = of_left
            .into_iter()
            .find_map(|shared| Some((rest(of_left, shared)?, rest(of_right, shared)?)))?;
        Some(self.bit_xor(one, other))
    }

    /// What a term is the inverse of, if it is seen at once: `-1·x - 1`.
    fn inverse(&self, term: TermId) -> Option<TermId> {
        match self.node(term) {
            Node::Linear(linear) if linear.constant == Integer::MINUS_ONE => {
                match &linear.terms[..] {
                    [(coefficient, atom)] if *coefficient == Integer::MINUS_ONE => Some(*atom),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn inverted_operands(&self, left: TermId, right: TermId) -> Inverted {
        match (self.inverse(left), self.inverse(right)) {
            (Some(left), Some(right)) => Inverted::Both(left, right),
            (Some(inner), None) if inner == right => Inverted::EachOther,
            (None, Some(inner)) if inner == left => Inverted::EachOther,
            (Some(inner), None) => Inverted::One(inner, right),
            (None, Some(inner)) => Inverted::One(inner, left),
            (None, None) => Inverted::None,
        }
    }

    fn operand_and_mask(&self, left: TermId, right: TermId) -> Option<(TermId, Integer)> {
        if let Some(mask) = self.as_int_const(right) {
            return Some((left, mask.clone()));
        }
        Some((right, self.as_int_const(left)?.clone()))
    }

    /// Sorts the operands and merges constants: `(x & 12) & 10` is `x & 8`.
    fn bitwise(&mut self, operator: IntBinary, left: TermId, right: TermId) -> TermId {
        if let Some(folded) = self.folded(operator, left, right) {
            return folded;
        }
        if let Some((operand, mask)) = self.operand_and_mask(left, right)
            && let Node::IntBinary(inner_operator, first, second) = self.node(operand)
        {
            let (inner_operator, first, second) = (*inner_operator, *first, *second);
            if inner_operator == operator
                && let Some((inner, inner_mask)) = self.operand_and_mask(first, second)
            {
                let merged = semantics::int_binary(operator, &mask, &inner_mask)
                    .expect("bitwise operators are total");
                let merged = self.int_const(merged);
                return match operator {
                    IntBinary::BitAnd => self.bit_and(inner, merged),
                    IntBinary::BitOr => self.bit_or(inner, merged),
                    _ => self.bit_xor(inner, merged),
                };
            }
        }
        self.intern(Node::IntBinary(operator, left.min(right), left.max(right)))
    }

    /// `x.bit_length()`
    pub fn bit_length(&mut self, operand: TermId) -> TermId {
        match self.node(operand) {
            Node::IntConst(value) => {
                let bits = value.bit_length();
                self.int_const(bits)
            }
            Node::IntOfBool(_) => operand,
            _ => self.intern(Node::BitLength(operand)),
        }
    }
}
