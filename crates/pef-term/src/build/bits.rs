//! Shifts and bitwise operators on the infinite two's complement. What is arithmetic in disguise becomes
//! arithmetic: shifts by constants, masks of low bits, and `~` (a sum).

use crate::node::{IntBinary, Node};
use crate::{Integer, TermId, Terms, semantics};

/// Shifts by larger constants stay shifts: their power of two would be written out in every sum.
const LARGEST_SHIFT: i64 = 4096;

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
        self.bitwise(IntBinary::BitAnd, left, right)
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
        self.bitwise(IntBinary::BitOr, left, right)
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
        self.bitwise(IntBinary::BitXor, left, right)
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
