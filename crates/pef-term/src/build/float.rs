//! Float operators. Only what holds for every IEEE value is simplified: not `x + 0.0` (−0.0), not `x - x`
//! (NaN), not `x == x`.

use crate::node::{FloatBinary, FloatRelation, FloatTest, FloatUnary, Node, Rounding};
use crate::{Elementary, TermId, Terms, semantics};

impl Terms {
    fn float_unary(&mut self, operator: FloatUnary, operand: TermId) -> TermId {
        let folded = self
            .as_float_const(operand)
            .and_then(|value| semantics::float_unary(operator, value));
        if let Some(result) = folded {
            return self.float_const(result);
        }
        match (operator, self.node(operand)) {
            (FloatUnary::Neg, Node::FloatUnary(FloatUnary::Neg, inner)) => return *inner,
            (FloatUnary::Abs, Node::FloatUnary(FloatUnary::Abs, _)) => return operand,
            (FloatUnary::Abs, Node::FloatUnary(FloatUnary::Neg, inner)) => {
                let inner = *inner;
                return self.float_abs(inner);
            }
            _ => {}
        }
        self.intern(Node::FloatUnary(operator, operand))
    }

    pub fn float_neg(&mut self, operand: TermId) -> TermId {
        self.float_unary(FloatUnary::Neg, operand)
    }

    pub fn float_abs(&mut self, operand: TermId) -> TermId {
        self.float_unary(FloatUnary::Abs, operand)
    }

    /// `math.sqrt`, for an operand that is not below zero.
    pub fn float_sqrt(&mut self, operand: TermId) -> TermId {
        self.float_unary(FloatUnary::Sqrt, operand)
    }

    /// `round(x, digits)`, an infinity where that overflows.
    pub fn float_round_to(&mut self, operand: TermId, digits: i16) -> TermId {
        self.float_unary(FloatUnary::RoundTo(digits), operand)
    }

    /// A function of `math`, for an operand in its domain.
    pub fn float_elementary(&mut self, function: Elementary, operand: TermId) -> TermId {
        self.float_unary(FloatUnary::Elementary(function), operand)
    }

    fn float_binary(&mut self, operator: FloatBinary, left: TermId, right: TermId) -> TermId {
        let values = (self.as_float_const(left), self.as_float_const(right));
        if let (Some(left), Some(right)) = values
            && let Some(result) = semantics::float_binary(operator, left, right)
        {
            return self.float_const(result);
        }
        let (left, right) = match operator {
            // Commutative, NaN being one value here.
            FloatBinary::Add | FloatBinary::Mul => (left.min(right), left.max(right)),
            FloatBinary::Sub
            | FloatBinary::Div
            | FloatBinary::FloorDiv
            | FloatBinary::Mod
            | FloatBinary::Pow => (left, right),
        };
        self.intern(Node::FloatBinary(operator, left, right))
    }

    pub fn float_add(&mut self, left: TermId, right: TermId) -> TermId {
        self.float_binary(FloatBinary::Add, left, right)
    }

    pub fn float_sub(&mut self, left: TermId, right: TermId) -> TermId {
        self.float_binary(FloatBinary::Sub, left, right)
    }

    pub fn float_mul(&mut self, left: TermId, right: TermId) -> TermId {
        self.float_binary(FloatBinary::Mul, left, right)
    }

    /// `/`, for a divisor that is not zero.
    pub fn float_div(&mut self, left: TermId, right: TermId) -> TermId {
        self.float_binary(FloatBinary::Div, left, right)
    }

    /// `//`, for a divisor that is not zero.
    pub fn float_floor_div(&mut self, left: TermId, right: TermId) -> TermId {
        self.float_binary(FloatBinary::FloorDiv, left, right)
    }

    /// `%`, for a divisor that is not zero.
    pub fn float_mod(&mut self, left: TermId, right: TermId) -> TermId {
        self.float_binary(FloatBinary::Mod, left, right)
    }

    /// `**`, where it is neither a division by zero nor a complex number.
    pub fn float_pow(&mut self, left: TermId, right: TermId) -> TermId {
        self.float_binary(FloatBinary::Pow, left, right)
    }

    fn float_relation(&mut self, relation: FloatRelation, left: TermId, right: TermId) -> TermId {
        let values = (self.as_float_const(left), self.as_float_const(right));
        if let (Some(left), Some(right)) = values {
            let result = semantics::float_relation(relation, left, right);
            return self.bool_const(result);
        }
        if [left, right]
            .iter()
            .any(|side| self.as_float_const(*side).is_some_and(f64::is_nan))
        {
            return self.bool_const(false);
        }
        if left == right {
            return match relation {
                FloatRelation::Lt => self.bool_const(false),
                FloatRelation::Eq | FloatRelation::Le => {
                    let nan = self.float_is_nan(left);
                    self.not(nan)
                }
            };
        }
        let (left, right) = match relation {
            FloatRelation::Eq => (left.min(right), left.max(right)),
            FloatRelation::Lt | FloatRelation::Le => (left, right),
        };
        self.intern(Node::FloatRelation(relation, left, right))
    }

    pub fn float_eq(&mut self, left: TermId, right: TermId) -> TermId {
        self.float_relation(FloatRelation::Eq, left, right)
    }

    pub fn float_lt(&mut self, left: TermId, right: TermId) -> TermId {
        self.float_relation(FloatRelation::Lt, left, right)
    }

    pub fn float_le(&mut self, left: TermId, right: TermId) -> TermId {
        self.float_relation(FloatRelation::Le, left, right)
    }

    fn float_test(&mut self, test: FloatTest, operand: TermId) -> TermId {
        let folded = self
            .as_float_const(operand)
            .and_then(|value| semantics::float_test(test, value));
        match folded {
            Some(result) => self.bool_const(result),
            None => self.intern(Node::FloatTest(test, operand)),
        }
    }

    pub fn float_is_nan(&mut self, operand: TermId) -> TermId {
        match self.node(operand) {
            Node::FloatOfInt(_) | Node::IntQuotient(..) => self.bool_const(false),
            Node::FloatUnary(FloatUnary::Neg | FloatUnary::Abs | FloatUnary::RoundTo(_), inner) => {
                let inner = *inner;
                self.float_is_nan(inner)
            }
            _ => self.float_test(FloatTest::IsNan, operand),
        }
    }

    /// `x.is_integer()`
    pub fn float_is_integral(&mut self, operand: TermId) -> TermId {
        match self.node(operand) {
            Node::FloatOfInt(_) => self.bool_const(true),
            Node::FloatUnary(FloatUnary::Neg | FloatUnary::Abs, inner) => {
                let inner = *inner;
                self.float_is_integral(inner)
            }
            _ => self.float_test(FloatTest::IsIntegral, operand),
        }
    }

    /// The sign is minus, for a float that is not NaN.
    pub fn float_is_negative(&mut self, operand: TermId) -> TermId {
        match self.node(operand) {
            Node::FloatOfInt(inner) => {
                let inner = *inner;
                let zero = self.int_const(0);
                self.lt(inner, zero)
            }
            Node::FloatUnary(FloatUnary::Neg, inner) => {
                let inner = *inner;
                let negative = self.float_is_negative(inner);
                self.not(negative)
            }
            Node::FloatUnary(FloatUnary::RoundTo(_), inner) => {
                let inner = *inner;
                self.float_is_negative(inner)
            }
            _ => self.float_test(FloatTest::IsNegative, operand),
        }
    }

    pub fn float_is_infinite(&mut self, operand: TermId) -> TermId {
        if matches!(
            self.node(operand),
            Node::FloatOfInt(_) | Node::IntQuotient(..)
        ) {
            return self.bool_const(false);
        }
        let magnitude = self.float_abs(operand);
        let infinity = self.float_const(f64::INFINITY);
        self.float_eq(magnitude, infinity)
    }

    pub fn float_is_finite(&mut self, operand: TermId) -> TermId {
        let (nan, infinite) = (self.float_is_nan(operand), self.float_is_infinite(operand));
        let neither = [self.not(nan), self.not(infinite)];
        self.and(&neither)
    }

    /// `float(int)`, for an integer that does not overflow.
    pub fn float_of_int(&mut self, operand: TermId) -> TermId {
        if let Some(value) = self.as_int_const(operand).and_then(crate::Integer::to_f64) {
            return self.float_const(value);
        }
        self.intern(Node::FloatOfInt(operand))
    }

    /// `int / int`, for a divisor that is not zero and a quotient that does not overflow.
    pub fn int_quotient(&mut self, left: TermId, right: TermId) -> TermId {
        if let (Some(dividend), Some(divisor)) = (self.as_int_const(left), self.as_int_const(right))
            && let Some(value) = dividend.true_div(divisor)
        {
            return self.float_const(value);
        }
        if self.as_int_const(right) == Some(&crate::Integer::ONE) {
            return self.float_of_int(left);
        }
        self.intern(Node::IntQuotient(left, right))
    }

    /// A finite float as an integer.
    pub fn int_of_float(&mut self, rounding: Rounding, operand: TermId) -> TermId {
        let folded = self
            .as_float_const(operand)
            .and_then(|value| semantics::int_of_float(rounding, value));
        match folded {
            Some(value) => self.int_const(value),
            None => self.intern(Node::IntOfFloat(rounding, operand)),
        }
    }

    /// `int(x)`
    pub fn float_truncate(&mut self, operand: TermId) -> TermId {
        self.int_of_float(Rounding::Truncate, operand)
    }

    /// `math.floor(x)`
    pub fn float_floor(&mut self, operand: TermId) -> TermId {
        self.int_of_float(Rounding::Floor, operand)
    }

    /// `math.ceil(x)`
    pub fn float_ceil(&mut self, operand: TermId) -> TermId {
        self.int_of_float(Rounding::Ceil, operand)
    }

    /// `round(x)`
    pub fn float_round(&mut self, operand: TermId) -> TermId {
        self.int_of_float(Rounding::HalfEven, operand)
    }
}
