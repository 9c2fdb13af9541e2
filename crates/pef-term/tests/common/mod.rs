//! Random expressions over int and bool variables, their direct evaluation, and how they become terms.

#![allow(dead_code, reason = "each test file uses a part")]

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::{Signed, ToPrimitive, Zero};
use pef_term::{Domain, Integer, Model, Sort, TermId, Terms, Value, VariableId};
use proptest::prelude::*;

/// The last two integer variables are bounded: 0..=5 and 1..=3.
pub const INTEGERS: usize = 4;
pub const BOOLEANS: usize = 2;
pub const INTEGER_NAMES: [&str; INTEGERS] = ["a", "b", "c", "d"];
pub const BOOLEAN_NAMES: [&str; BOOLEANS] = ["p", "q"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    FloorDiv,
    Mod,
    Pow,
    Shl,
    Shr,
    And,
    Or,
    Xor,
    Min,
    Max,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// Integer expressions.
#[derive(Clone, Debug)]
pub enum Expression {
    Constant(i64),
    Variable(usize),
    Neg(Box<Expression>),
    Invert(Box<Expression>),
    Abs(Box<Expression>),
    BitLength(Box<Expression>),
    Binary(Binary, Box<Expression>, Box<Expression>),
    OfBool(Box<Condition>),
    Ite(Box<Condition>, Box<Expression>, Box<Expression>),
    /// A condition as a value, so that tests of properties see both kinds.
    Truth(Box<Condition>),
}

#[derive(Clone, Debug)]
pub enum Condition {
    Constant(bool),
    Variable(usize),
    Not(Box<Condition>),
    And(Vec<Condition>),
    Or(Vec<Condition>),
    Iff(Box<Condition>, Box<Condition>),
    Ite(Box<Condition>, Box<Condition>, Box<Condition>),
    Compare(Comparison, Box<Expression>, Box<Expression>),
}

#[derive(Clone, Debug)]
pub struct Environment {
    pub integers: [i64; INTEGERS],
    pub booleans: [bool; BOOLEANS],
}

pub fn environment() -> impl Strategy<Value = Environment> {
    let wide = prop_oneof![6 => -9..10i64, 1 => any::<i64>()];
    (
        wide.clone(),
        wide,
        0..=5i64,
        1..=3i64,
        any::<[bool; BOOLEANS]>(),
    )
        .prop_map(|(a, b, c, d, booleans)| Environment {
            integers: [a, b, c, d],
            booleans,
        })
}

fn constant() -> impl Strategy<Value = i64> {
    prop_oneof![
        10 => -9..10i64,
        3 => prop::sample::select(vec![15, 16, 255, 256, -16, 100, 12, 10, 0x5A5A]),
        1 => any::<i64>(),
    ]
}

/// An expression of either kind.
pub fn expression() -> BoxedStrategy<Expression> {
    prop_oneof![
        integer_expression(4),
        condition(4).prop_map(|inner| Expression::Truth(Box::new(inner)))
    ]
    .boxed()
}

pub fn integer_expression(depth: u32) -> BoxedStrategy<Expression> {
    let leaf = prop_oneof![
        constant().prop_map(Expression::Constant),
        (0..INTEGERS).prop_map(Expression::Variable),
        (0..INTEGERS).prop_map(Expression::Variable),
    ]
    .boxed();
    if depth == 0 {
        return leaf;
    }
    let inner = integer_expression(depth - 1);
    let test = condition(depth - 1);
    let unary = |make: fn(Box<Expression>) -> Expression| {
        inner
            .clone()
            .prop_map(move |operand| make(Box::new(operand)))
    };
    prop_oneof![
        3 => leaf,
        1 => unary(Expression::Neg),
        1 => unary(Expression::Invert),
        1 => unary(Expression::Abs),
        1 => unary(Expression::BitLength),
        12 => (binary(), inner.clone(), inner.clone())
            .prop_map(|(operator, left, right)| Expression::Binary(operator, Box::new(left), Box::new(right))),
        1 => test.clone().prop_map(|inner| Expression::OfBool(Box::new(inner))),
        2 => (test, inner.clone(), inner.clone())
            .prop_map(|(test, then, otherwise)| Expression::Ite(Box::new(test), Box::new(then), Box::new(otherwise))),
    ]
    .boxed()
}

fn binary() -> impl Strategy<Value = Binary> {
    prop::sample::select(vec![
        Binary::Add,
        Binary::Add,
        Binary::Sub,
        Binary::Sub,
        Binary::Mul,
        Binary::Mul,
        Binary::FloorDiv,
        Binary::FloorDiv,
        Binary::Mod,
        Binary::Mod,
        Binary::Pow,
        Binary::Shl,
        Binary::Shr,
        Binary::And,
        Binary::Or,
        Binary::Xor,
        Binary::Min,
        Binary::Max,
    ])
}

pub fn condition(depth: u32) -> BoxedStrategy<Condition> {
    let leaf = prop_oneof![
        1 => any::<bool>().prop_map(Condition::Constant),
        4 => (0..BOOLEANS).prop_map(Condition::Variable),
    ]
    .boxed();
    if depth == 0 {
        return leaf;
    }
    let inner = condition(depth - 1);
    let number = integer_expression(depth - 1);
    let comparison = prop::sample::select(vec![
        Comparison::Eq,
        Comparison::Ne,
        Comparison::Lt,
        Comparison::Le,
        Comparison::Gt,
        Comparison::Ge,
    ]);
    prop_oneof![
        1 => leaf,
        1 => inner.clone().prop_map(|operand| Condition::Not(Box::new(operand))),
        1 => prop::collection::vec(inner.clone(), 1..4).prop_map(Condition::And),
        1 => prop::collection::vec(inner.clone(), 1..4).prop_map(Condition::Or),
        1 => (inner.clone(), inner.clone())
            .prop_map(|(left, right)| Condition::Iff(Box::new(left), Box::new(right))),
        1 => (inner.clone(), inner.clone(), inner.clone())
            .prop_map(|(test, then, otherwise)| Condition::Ite(Box::new(test), Box::new(then), Box::new(otherwise))),
        6 => (comparison, number.clone(), number)
            .prop_map(|(relation, left, right)| Condition::Compare(relation, Box::new(left), Box::new(right))),
    ]
    .boxed()
}

/// The variables of the expressions, declared.
pub struct Names {
    pub integers: Vec<VariableId>,
    pub booleans: Vec<VariableId>,
}

impl Names {
    pub fn declare(terms: &mut Terms) -> Self {
        let domains = [
            Domain::ALL,
            Domain::ALL,
            Domain::between(0, 5),
            Domain::between(1, 3),
        ];
        Self {
            integers: INTEGER_NAMES
                .iter()
                .zip(domains)
                .map(|(name, domain)| terms.variable(name, Sort::Int, domain))
                .collect(),
            booleans: BOOLEAN_NAMES
                .iter()
                .map(|name| terms.variable(name, Sort::Bool, Domain::ALL))
                .collect(),
        }
    }

    pub fn model(&self, environment: &Environment) -> Model {
        let integers = self
            .integers
            .iter()
            .copied()
            .zip(environment.integers.map(Value::from));
        let booleans = self
            .booleans
            .iter()
            .copied()
            .zip(environment.booleans.map(Value::from));
        integers.chain(booleans).collect()
    }
}

pub fn build(terms: &mut Terms, names: &Names, expression: &Expression) -> TermId {
    match expression {
        Expression::Constant(value) => terms.int_const(*value),
        Expression::Variable(index) => terms.var(names.integers[*index]),
        Expression::Neg(operand) => {
            let operand = build(terms, names, operand);
            terms.neg(operand)
        }
        Expression::Invert(operand) => {
            let operand = build(terms, names, operand);
            terms.invert(operand)
        }
        Expression::Abs(operand) => {
            let operand = build(terms, names, operand);
            terms.abs(operand)
        }
        Expression::BitLength(operand) => {
            let operand = build(terms, names, operand);
            terms.bit_length(operand)
        }
        Expression::Binary(operator, left, right) => {
            let left = build(terms, names, left);
            let right = build(terms, names, right);
            match operator {
                Binary::Add => terms.add(left, right),
                Binary::Sub => terms.sub(left, right),
                Binary::Mul => terms.mul(left, right),
                Binary::FloorDiv => terms.floor_div(left, right),
                Binary::Mod => terms.modulo(left, right),
                Binary::Pow => terms.pow(left, right),
                Binary::Shl => terms.shl(left, right),
                Binary::Shr => terms.shr(left, right),
                Binary::And => terms.bit_and(left, right),
                Binary::Or => terms.bit_or(left, right),
                Binary::Xor => terms.bit_xor(left, right),
                Binary::Min => terms.min(left, right),
                Binary::Max => terms.max(left, right),
            }
        }
        Expression::OfBool(test) => {
            let test = build_condition(terms, names, test);
            terms.int_of_bool(test)
        }
        Expression::Ite(test, then, otherwise) => {
            let test = build_condition(terms, names, test);
            let then = build(terms, names, then);
            let otherwise = build(terms, names, otherwise);
            terms.ite(test, then, otherwise)
        }
        Expression::Truth(test) => build_condition(terms, names, test),
    }
}

pub fn build_condition(terms: &mut Terms, names: &Names, condition: &Condition) -> TermId {
    match condition {
        Condition::Constant(value) => terms.bool_const(*value),
        Condition::Variable(index) => terms.var(names.booleans[*index]),
        Condition::Not(operand) => {
            let operand = build_condition(terms, names, operand);
            terms.not(operand)
        }
        Condition::And(operands) => {
            let operands: Vec<TermId> = operands
                .iter()
                .map(|operand| build_condition(terms, names, operand))
                .collect();
            terms.and(&operands)
        }
        Condition::Or(operands) => {
            let operands: Vec<TermId> = operands
                .iter()
                .map(|operand| build_condition(terms, names, operand))
                .collect();
            terms.or(&operands)
        }
        Condition::Iff(left, right) => {
            let left = build_condition(terms, names, left);
            let right = build_condition(terms, names, right);
            terms.iff(left, right)
        }
        Condition::Ite(test, then, otherwise) => {
            let test = build_condition(terms, names, test);
            let then = build_condition(terms, names, then);
            let otherwise = build_condition(terms, names, otherwise);
            terms.ite(test, then, otherwise)
        }
        Condition::Compare(relation, left, right) => {
            let left = build(terms, names, left);
            let right = build(terms, names, right);
            match relation {
                Comparison::Eq => terms.eq(left, right),
                Comparison::Ne => terms.ne(left, right),
                Comparison::Lt => terms.lt(left, right),
                Comparison::Le => terms.le(left, right),
                Comparison::Gt => terms.gt(left, right),
                Comparison::Ge => terms.ge(left, right),
            }
        }
    }
}

/// The value of an expression by definition; `None` if any part of it that Python would compute is undefined.
pub fn naive(expression: &Expression, environment: &Environment) -> Option<Value> {
    match expression {
        Expression::Truth(test) => truth(test, environment).map(Value::Bool),
        _ => number(expression, environment).map(|value| Value::Int(Integer::from(value))),
    }
}

fn number(expression: &Expression, environment: &Environment) -> Option<BigInt> {
    Some(match expression {
        Expression::Constant(value) => BigInt::from(*value),
        Expression::Variable(index) => BigInt::from(environment.integers[*index]),
        Expression::Neg(operand) => -number(operand, environment)?,
        Expression::Invert(operand) => -number(operand, environment)? - 1,
        Expression::Abs(operand) => number(operand, environment)?.abs(),
        Expression::BitLength(operand) => BigInt::from(number(operand, environment)?.bits()),
        Expression::Binary(operator, left, right) => {
            let left = number(left, environment)?;
            let right = number(right, environment)?;
            binary_value(*operator, left, right)?
        }
        Expression::OfBool(test) => BigInt::from(u8::from(truth(test, environment)?)),
        Expression::Ite(test, then, otherwise) => {
            if truth(test, environment)? {
                number(then, environment)?
            } else {
                number(otherwise, environment)?
            }
        }
        Expression::Truth(_) => unreachable!("only at the top"),
    })
}

fn binary_value(operator: Binary, left: BigInt, right: BigInt) -> Option<BigInt> {
    Some(match operator {
        Binary::Add => left + right,
        Binary::Sub => left - right,
        Binary::Mul => left * right,
        Binary::FloorDiv | Binary::Mod if right.is_zero() => return None,
        Binary::FloorDiv => left.div_floor(&right),
        Binary::Mod => left.mod_floor(&right),
        Binary::Pow | Binary::Shl | Binary::Shr if right.is_negative() => return None,
        // Large results are cut off at a limit that the reference does not know; do not go there.
        Binary::Pow | Binary::Shl if right > BigInt::from(300) || left.bits() > 300 => return None,
        Binary::Pow => left.pow(right.to_u32()?),
        Binary::Shl => left << right.to_u32()?,
        Binary::Shr if right > BigInt::from(5000) => {
            BigInt::from(if left.is_negative() { -1 } else { 0 })
        }
        Binary::Shr => left.div_floor(&(BigInt::from(1) << right.to_u32()?)),
        Binary::And => left & right,
        Binary::Or => left | right,
        Binary::Xor => left ^ right,
        Binary::Min => left.min(right),
        Binary::Max => left.max(right),
    })
}

pub fn truth(condition: &Condition, environment: &Environment) -> Option<bool> {
    let all = |operands: &[Condition]| -> Option<Vec<bool>> {
        operands
            .iter()
            .map(|operand| truth(operand, environment))
            .collect()
    };
    Some(match condition {
        Condition::Constant(value) => *value,
        Condition::Variable(index) => environment.booleans[*index],
        Condition::Not(operand) => !truth(operand, environment)?,
        Condition::And(operands) => all(operands)?.into_iter().all(|value| value),
        Condition::Or(operands) => all(operands)?.into_iter().any(|value| value),
        Condition::Iff(left, right) => truth(left, environment)? == truth(right, environment)?,
        Condition::Ite(test, then, otherwise) => {
            if truth(test, environment)? {
                truth(then, environment)?
            } else {
                truth(otherwise, environment)?
            }
        }
        Condition::Compare(relation, left, right) => {
            let left = number(left, environment)?;
            let right = number(right, environment)?;
            match relation {
                Comparison::Eq => left == right,
                Comparison::Ne => left != right,
                Comparison::Lt => left < right,
                Comparison::Le => left <= right,
                Comparison::Gt => left > right,
                Comparison::Ge => left >= right,
            }
        }
    })
}
