//! When a term has a value. Z3's functions are total, Python's operators are not: without saying so, Z3 answers a
//! question about `a // b` with `b == 0` and a quotient of its own choice. The conditions follow evaluation exactly:
//! an `Ite` needs its condition and the branch taken, a conjunction needs all operands or one that is false.
//!
//! A model counts only if the constraints evaluate to true under it, so adding these conditions loses none.

use pef_term::{
    ElementaryDomain, FloatBinary, FloatTest, FloatUnary, IntBinary, Integer, Node, TermId, Terms,
};
use rustc_hash::FxHashMap;
use z3::ast::{Bool, Float, Int, RoundingMode};

use crate::z3::translate::Translator;
use crate::z3::values::int_numeral;

/// The conditions found so far; `None` is "always".
#[derive(Default)]
pub struct Definedness {
    known: FxHashMap<TermId, Option<Bool>>,
}

impl Definedness {
    /// When the term has a value, if not always.
    pub fn of(&mut self, terms: &Terms, translator: &mut Translator, term: TermId) -> Option<Bool> {
        let mut pending = vec![term];
        while let Some(&current) = pending.last() {
            if self.known.contains_key(&current) {
                pending.pop();
                continue;
            }
            let before = pending.len();
            terms.node(current).operands(|operand| {
                if !self.known.contains_key(&operand) {
                    pending.push(operand);
                }
            });
            if pending.len() == before {
                let condition = self.node(terms, translator, current);
                self.known.insert(current, condition);
                pending.pop();
            }
        }
        self.known[&term].clone()
    }

    fn node(&self, terms: &Terms, translator: &mut Translator, term: TermId) -> Option<Bool> {
        let node = terms.node(term);
        match node {
            Node::And(operands) => self.junction(terms, translator, operands, false),
            Node::Or(operands) => self.junction(terms, translator, operands, true),
            Node::Ite(condition, then, otherwise) => {
                let always = || Bool::from_bool(true);
                let branches = match (&self.known[then], &self.known[otherwise]) {
                    (None, None) => None,
                    (then, otherwise) => {
                        let then = then.clone().unwrap_or_else(always);
                        let otherwise = otherwise.clone().unwrap_or_else(always);
                        Some(translator.bool(terms, *condition).ite(&then, &otherwise))
                    }
                };
                conjunction([self.known[condition].clone(), branches])
            }
            _ => {
                let mut conditions = vec![own_condition(terms, translator, node)];
                node.operands(|operand| conditions.push(self.known[&operand].clone()));
                conjunction(conditions)
            }
        }
    }

    fn junction(
        &self,
        terms: &Terms,
        translator: &mut Translator,
        operands: &[TermId],
        dominant: bool,
    ) -> Option<Bool> {
        let all = conjunction(operands.iter().map(|operand| self.known[operand].clone()))?;
        let mut cases = vec![all];
        for operand in operands {
            let value = translator.bool(terms, *operand);
            let decides = if dominant { value } else { value.not() };
            cases.push(match &self.known[operand] {
                Some(defined) => Bool::and(&[defined.clone(), decides]),
                None => decides,
            });
        }
        Some(Bool::or(&cases))
    }
}

fn conjunction(conditions: impl IntoIterator<Item = Option<Bool>>) -> Option<Bool> {
    let conditions: Vec<Bool> = conditions.into_iter().flatten().collect();
    match &conditions[..] {
        [] => None,
        [only] => Some(only.clone()),
        _ => Some(Bool::and(&conditions)),
    }
}

/// What an operator asks of its operands.
fn own_condition(terms: &Terms, translator: &mut Translator, node: &Node) -> Option<Bool> {
    match node {
        Node::IntBinary(IntBinary::FloorDiv | IntBinary::Mod, _, divisor) => {
            let interval = terms.interval(*divisor);
            if interval.contains(&Integer::ZERO) {
                let divisor = translator.int(terms, *divisor);
                Some(divisor.eq(Int::from_i64(0)).not())
            } else {
                None
            }
        }
        Node::IntBinary(IntBinary::Pow | IntBinary::Shl | IntBinary::Shr, _, right) => {
            if terms.interval(*right).is_non_negative() {
                None
            } else {
                Some(translator.int(terms, *right).ge(Int::from_i64(0)))
            }
        }
        Node::FloatBinary(
            FloatBinary::Div | FloatBinary::FloorDiv | FloatBinary::Mod,
            _,
            divisor,
        ) => Some(translator.float(terms, *divisor).is_zero().not()),
        Node::FloatBinary(FloatBinary::Pow, base, exponent) => {
            let zero = Float::from_f64(0.0);
            let base = translator.float(terms, *base);
            let exponent = translator.float(terms, *exponent);
            let integral = exponent.eq_fpa(
                exponent.round_to_integral_with_rounding_mode(&RoundingMode::round_towards_zero()),
            );
            let zero_division = Bool::and(&[base.is_zero(), exponent.lt(zero.clone())]);
            let complex = Bool::and(&[base.lt(zero), integral.not()]);
            let finite = Bool::or(&[base.is_infinite(), exponent.is_infinite()]).not();
            let number = Bool::or(&[base.is_nan(), exponent.is_nan()]).not();
            Some(Bool::and(&[finite, number, Bool::or(&[zero_division, complex])]).not())
        }
        Node::FloatTest(FloatTest::IsNegative, operand) => {
            Some(translator.float(terms, *operand).is_nan().not())
        }
        Node::FloatUnary(FloatUnary::Sqrt, operand) => {
            let negative = translator.float(terms, *operand).lt(Float::from_f64(0.0));
            Some(negative.not())
        }
        Node::FloatUnary(FloatUnary::Elementary(function), operand) => {
            let operand = translator.float(terms, *operand);
            let inside = match function.domain() {
                ElementaryDomain::All => return None,
                ElementaryDomain::Finite => operand.is_infinite().not(),
                ElementaryDomain::Above(bound) => operand.gt(Float::from_f64(bound)),
                ElementaryDomain::Unit => operand.unary_abs().le(Float::from_f64(1.0)),
            };
            Some(Bool::or(&[operand.is_nan(), inside]))
        }
        Node::IntOfFloat(_, operand) => {
            let operand = translator.float(terms, *operand);
            Some(Bool::or(&[operand.is_nan(), operand.is_infinite()]).not())
        }
        Node::IntQuotient(left, right) => {
            let limit = int_numeral(&overflow_limit());
            let (left, right) = (translator.int(terms, *left), translator.int(terms, *right));
            let zero = Int::from_i64(0);
            let magnitude = |number: &Int| number.lt(&zero).ite(&number.unary_minus(), number);
            let largest = Int::mul(&[limit, magnitude(&right)]);
            Some(Bool::and(&[
                right.eq(&zero).not(),
                magnitude(&left).lt(&largest),
            ]))
        }
        Node::FloatOfInt(operand) => {
            let limit = overflow_limit();
            let operand = translator.int(terms, *operand);
            Some(Bool::and(&[
                operand.lt(int_numeral(&limit)),
                operand.gt(int_numeral(&-&limit)),
            ]))
        }
        _ => None,
    }
}

/// Integers from here on overflow when they become floats: half a unit beyond the largest float rounds up.
fn overflow_limit() -> Integer {
    &Integer::power_of_two(1024) - &Integer::power_of_two(970)
}
