//! Terms with other terms in the place of conditions on open texts and of elements of open lists.

use rustc_hash::FxHashMap;

use crate::node::{FloatBinary, FloatRelation, FloatTest, FloatUnary, IntBinary, Node};
use crate::open_text::{OpenText, TextOperand};
use crate::{TermId, Terms};

impl Terms {
    /// The term with other terms in the place of conditions on open texts, and the like. What stands for what is in `replaced`, which
    /// is filled with all that was made on the way.
    pub fn replace(&mut self, term: TermId, replaced: &mut FxHashMap<TermId, TermId>) -> TermId {
        let mut pending = vec![term];
        while let Some(&current) = pending.last() {
            if replaced.contains_key(&current) {
                pending.pop();
                continue;
            }
            let node = self.node(current).clone();
            let before = pending.len();
            if self.has_open_family(current) {
                node.operands(|operand| {
                    if !replaced.contains_key(&operand) {
                        pending.push(operand);
                    }
                });
            }
            if pending.len() == before {
                let made = if self.has_open_family(current) {
                    self.rebuilt(&node, |operand| replaced[&operand])
                } else {
                    current
                };
                replaced.insert(current, made);
                pending.pop();
            }
        }
        replaced[&term]
    }

    /// The node with other operands.
    fn rebuilt(&mut self, node: &Node, new: impl Fn(TermId) -> TermId) -> TermId {
        let all = |operands: &[TermId]| operands.iter().map(|&one| new(one)).collect::<Vec<_>>();
        match node {
            Node::BoolConst(_) | Node::IntConst(_) | Node::FloatConst(_) | Node::Variable(_) => {
                self.intern(node.clone())
            }
            Node::Not(operand) => self.not(new(*operand)),
            Node::And(operands) => self.and(&all(operands)),
            Node::Or(operands) => self.or(&all(operands)),
            Node::Iff(left, right) => self.iff(new(*left), new(*right)),
            Node::Ite(condition, then, otherwise) => {
                self.ite(new(*condition), new(*then), new(*otherwise))
            }
            Node::AtMostZero(operand) => {
                let zero = self.int_const(0);
                self.le(new(*operand), zero)
            }
            Node::IsZero(operand) => {
                let zero = self.int_const(0);
                self.eq(new(*operand), zero)
            }
            Node::Linear(linear) => {
                let mut sum = self.int_const(linear.constant.clone());
                for (coefficient, atom) in &linear.terms {
                    let product = self.scale(new(*atom), coefficient);
                    sum = self.add(sum, product);
                }
                sum
            }
            Node::Product(factors) => {
                let mut product = self.int_const(1);
                for &(factor, power) in factors {
                    let power = self.int_const(i64::from(power));
                    let factor = self.pow(new(factor), power);
                    product = self.mul(product, factor);
                }
                product
            }
            Node::IntBinary(operator, left, right) => {
                self.int_binary(*operator, new(*left), new(*right))
            }
            Node::BitLength(operand) => self.bit_length(new(*operand)),
            Node::IntOfBool(operand) => self.int_of_bool(new(*operand)),
            Node::FloatUnary(..)
            | Node::FloatBinary(..)
            | Node::FloatRelation(..)
            | Node::FloatTest(..)
            | Node::FloatOfInt(_)
            | Node::IntQuotient(..)
            | Node::IntOfFloat(..) => self.rebuilt_float(node, new),
            Node::Apply(function, arguments) => self.apply(*function, &all(arguments)),
            Node::TextRelation(relation, left, right) => {
                let operand = |operand: &TextOperand| match operand {
                    TextOperand::Open(text) => TextOperand::Open(OpenText {
                        family: text.family,
                        length: new(text.length),
                    }),
                    TextOperand::Fixed(codes) => TextOperand::Fixed(all(codes).into()),
                };
                self.text_relation(*relation, operand(left), operand(right))
            }
            Node::EveryCode(text, table) => {
                let text = OpenText {
                    family: text.family,
                    length: new(text.length),
                };
                self.every_code(&TextOperand::Open(text), *table)
            }
            Node::Includes(list, element) => {
                let list = OpenText {
                    family: list.family,
                    length: new(list.length),
                };
                self.includes(list, new(*element))
            }
            Node::Element(family, index) => self.element(*family, new(*index)),
        }
    }

    fn int_binary(&mut self, operator: IntBinary, left: TermId, right: TermId) -> TermId {
        match operator {
            IntBinary::FloorDiv => self.floor_div(left, right),
            IntBinary::Mod => self.modulo(left, right),
            IntBinary::Pow => self.pow(left, right),
            IntBinary::Shl => self.shl(left, right),
            IntBinary::Shr => self.shr(left, right),
            IntBinary::BitAnd => self.bit_and(left, right),
            IntBinary::BitOr => self.bit_or(left, right),
            IntBinary::BitXor => self.bit_xor(left, right),
        }
    }

    /// The same for nodes with floats.
    fn rebuilt_float(&mut self, node: &Node, new: impl Fn(TermId) -> TermId) -> TermId {
        match node {
            Node::FloatUnary(operator, operand) => {
                let operand = new(*operand);
                match operator {
                    FloatUnary::Neg => self.float_neg(operand),
                    FloatUnary::Abs => self.float_abs(operand),
                    FloatUnary::Sqrt => self.float_sqrt(operand),
                    FloatUnary::RoundTo(digits) => self.float_round_to(operand, *digits),
                    FloatUnary::Elementary(function) => self.float_elementary(*function, operand),
                }
            }
            Node::FloatBinary(operator, left, right) => {
                let (left, right) = (new(*left), new(*right));
                match operator {
                    FloatBinary::Add => self.float_add(left, right),
                    FloatBinary::Sub => self.float_sub(left, right),
                    FloatBinary::Mul => self.float_mul(left, right),
                    FloatBinary::Div => self.float_div(left, right),
                    FloatBinary::FloorDiv => self.float_floor_div(left, right),
                    FloatBinary::Mod => self.float_mod(left, right),
                    FloatBinary::Pow => self.float_pow(left, right),
                }
            }
            Node::FloatRelation(relation, left, right) => {
                let (left, right) = (new(*left), new(*right));
                match relation {
                    FloatRelation::Eq => self.float_eq(left, right),
                    FloatRelation::Lt => self.float_lt(left, right),
                    FloatRelation::Le => self.float_le(left, right),
                }
            }
            Node::FloatTest(test, operand) => {
                let operand = new(*operand);
                match test {
                    FloatTest::IsNan => self.float_is_nan(operand),
                    FloatTest::IsIntegral => self.float_is_integral(operand),
                    FloatTest::IsNegative => self.float_is_negative(operand),
                }
            }
            Node::FloatOfInt(operand) => self.float_of_int(new(*operand)),
            Node::IntQuotient(left, right) => self.int_quotient(new(*left), new(*right)),
            Node::IntOfFloat(rounding, operand) => self.int_of_float(*rounding, new(*operand)),
            _ => unreachable!("only nodes with floats come here"),
        }
    }
}
