//! Terms as Z3 formulas over unbounded integers, Booleans and floats. Translations are kept for the life of the
//! translator, and made without recursion.
//!
//! What the view cannot express becomes an application of an uninterpreted function to the translated operands, so
//! that equal operands still give equal results. Every real model extends to one of the translation; that is why
//! `Unsat` carries over.

use pef_term::{IntBinary, Integer, Node, Sort, TermId, Terms, VariableId};
use rustc_hash::FxHashMap;
use z3::ast::{Ast, Bool, Dynamic, Float, Int};
use z3::{FuncDecl, Sort as Z3Sort};

use crate::inspect::is_nonlinear;
use crate::z3::mask::masked;
use crate::z3::values::int_numeral;
use crate::z3::{floats, monotone, rounded};

/// Products of more factors are left uninterpreted in both views.
const MOST_FACTORS: u32 = 64;

/// What is done with products and with division by a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// They are uninterpreted.
    Linear,
    /// They are Z3's.
    Nonlinear,
}

pub struct Translator {
    view: View,
    translated: FxHashMap<TermId, Dynamic>,
}

impl Translator {
    pub fn new(view: View) -> Self {
        Self {
            view,
            translated: FxHashMap::default(),
        }
    }

    pub fn translate(&mut self, terms: &Terms, term: TermId) -> Dynamic {
        let mut pending = vec![term];
        while let Some(&current) = pending.last() {
            if self.translated.contains_key(&current) {
                pending.pop();
                continue;
            }
            let before = pending.len();
            terms.node(current).operands(|operand| {
                if !self.translated.contains_key(&operand) {
                    pending.push(operand);
                }
            });
            if pending.len() == before {
                let formula = self.node(terms, current);
                self.translated.insert(current, formula);
                pending.pop();
            }
        }
        self.translated[&term].clone()
    }

    pub fn bool(&mut self, terms: &Terms, term: TermId) -> Bool {
        self.translate(terms, term)
            .as_bool()
            .expect("a Boolean term")
    }

    pub fn int(&mut self, terms: &Terms, term: TermId) -> Int {
        self.translate(terms, term)
            .as_int()
            .expect("an integer term")
    }

    pub fn float(&mut self, terms: &Terms, term: TermId) -> Float {
        self.translate(terms, term)
            .as_float()
            .expect("a float term")
    }

    fn done(&self, term: TermId) -> &Dynamic {
        &self.translated[&term]
    }

    fn done_bool(&self, term: TermId) -> Bool {
        self.done(term).as_bool().expect("a Boolean term")
    }

    fn done_float(&self, term: TermId) -> Float {
        self.done(term).as_float().expect("a float term")
    }

    fn done_int(&self, term: TermId) -> Int {
        self.done(term).as_int().expect("an integer term")
    }

    /// One operator whose operands are translated.
    fn node(&self, terms: &Terms, term: TermId) -> Dynamic {
        let node = terms.node(term);
        match node {
            Node::BoolConst(value) => Bool::from_bool(*value).into(),
            Node::IntConst(value) => int_numeral(value).into(),
            Node::Variable(variable) => variable_constant(terms, *variable),
            Node::Not(operand) => self.done_bool(*operand).not().into(),
            Node::And(operands) => Bool::and(&self.bools(operands)).into(),
            Node::Or(operands) => Bool::or(&self.bools(operands)).into(),
            Node::Iff(left, right) => self.done_bool(*left).eq(self.done_bool(*right)).into(),
            Node::Ite(condition, then, otherwise) => self
                .done_bool(*condition)
                .ite(self.done(*then), self.done(*otherwise)),
            Node::AtMostZero(operand) => {
                match rounded::at_most_zero(terms, *operand, |term| self.done_float(term)) {
                    Some(formula) => formula.into(),
                    None => self.done_int(*operand).le(Int::from_i64(0)).into(),
                }
            }
            Node::IsZero(operand) => {
                match rounded::is_zero(terms, *operand, |term| self.done_float(term)) {
                    Some(formula) => formula.into(),
                    None => self.done_int(*operand).eq(Int::from_i64(0)).into(),
                }
            }
            Node::Linear(linear) => {
                let mut summands: Vec<Int> = linear
                    .terms
                    .iter()
                    .map(|(coefficient, atom)| {
                        let atom = self.done_int(*atom);
                        if coefficient.is_one() {
                            atom
                        } else {
                            Int::mul(&[int_numeral(coefficient), atom])
                        }
                    })
                    .collect();
                summands.push(int_numeral(&linear.constant));
                Int::add(&summands).into()
            }
            Node::Product(factors) => self.product(factors),
            Node::IntBinary(operator, left, right) => {
                self.int_binary(terms, node, *operator, *left, *right)
            }
            Node::BitLength(operand) => {
                uninterpreted("bit_length", &[self.done(*operand)], Sort::Int)
            }
            Node::IntOfBool(operand) => self
                .done_bool(*operand)
                .ite(&Int::from_i64(1), &Int::from_i64(0))
                .into(),
            Node::TextRelation(..)
            | Node::EveryCode(..)
            | Node::Element(..)
            | Node::Includes(..) => {
                unreachable!("open texts and lists are unrolled before")
            }
            Node::Apply(function, arguments) => {
                let info = terms.function_info(*function);
                let arguments: Vec<&Dynamic> = arguments
                    .iter()
                    .map(|argument| self.done(*argument))
                    .collect();
                let name = format!("function {}", function.index());
                uninterpreted(&name, &arguments, info.result)
            }
            Node::FloatRelation(relation, left, right) => {
                let exact =
                    rounded::relation(terms, *relation, *left, *right, |term| self.done_int(term))
                        .or_else(|| {
                            monotone::relation(terms, *relation, *left, *right, |term| {
                                self.done(term).as_float().expect("a float term")
                            })
                        });
                match exact {
                    Some(formula) => formula.into(),
                    None => floats::translate(terms, node, |operand| self.done(operand)),
                }
            }
            Node::FloatConst(_)
            | Node::FloatUnary(..)
            | Node::FloatBinary(..)
            | Node::FloatTest(..)
            | Node::FloatOfInt(_)
            | Node::IntQuotient(..)
            | Node::IntOfFloat(..) => floats::translate(terms, node, |operand| self.done(operand)),
        }
    }

    fn bools(&self, operands: &[TermId]) -> Vec<Bool> {
        operands
            .iter()
            .map(|operand| self.done_bool(*operand))
            .collect()
    }

    fn product(&self, factors: &[(TermId, u32)]) -> Dynamic {
        let count = factors
            .iter()
            .fold(0u32, |sum, (_, power)| sum.saturating_add(*power));
        if self.view == View::Nonlinear && count <= MOST_FACTORS {
            let factors: Vec<Int> = factors
                .iter()
                .flat_map(|(factor, power)| {
                    std::iter::repeat_n(self.done_int(*factor), *power as usize)
                })
                .collect();
            return Int::mul(&factors).into();
        }
        let powers: Vec<String> = factors.iter().map(|(_, power)| power.to_string()).collect();
        let operands: Vec<&Dynamic> = factors
            .iter()
            .map(|(factor, _)| self.done(*factor))
            .collect();
        uninterpreted(
            &format!("product {}", powers.join(" ")),
            &operands,
            Sort::Int,
        )
    }

    fn int_binary(
        &self,
        terms: &Terms,
        node: &Node,
        operator: IntBinary,
        left: TermId,
        right: TermId,
    ) -> Dynamic {
        let exact = !is_nonlinear(terms, node);
        match operator {
            // Z3 divides like Python when the divisor is positive.
            IntBinary::FloorDiv if exact => self.done_int(left).div(self.done_int(right)).into(),
            IntBinary::Mod if exact => self.done_int(left).modulo(self.done_int(right)).into(),
            IntBinary::FloorDiv | IntBinary::Mod if self.view == View::Nonlinear => {
                floor_division(operator, &self.done_int(left), &self.done_int(right)).into()
            }
            IntBinary::BitAnd | IntBinary::BitOr | IntBinary::BitXor if exact => {
                let (operand, mask): (TermId, &Integer) = match terms.as_int_const(left) {
                    Some(mask) => (right, mask),
                    None => (
                        left,
                        terms.as_int_const(right).expect("one side is constant"),
                    ),
                };
                masked(operator, &self.done_int(operand), mask).into()
            }
            _ => uninterpreted(
                &format!("{operator:?}"),
                &[self.done(left), self.done(right)],
                Sort::Int,
            ),
        }
    }
}

/// Python's `//` or `%` by a divisor of any sign: Z3's remainder is never negative, Python's has the divisor's sign.
fn floor_division(operator: IntBinary, left: &Int, right: &Int) -> Int {
    let remainder = left.modulo(right);
    let zero = Int::from_i64(0);
    let agrees = Bool::or(&[right.gt(&zero), remainder.eq(&zero)]);
    if operator == IntBinary::Mod {
        agrees.ite(&remainder, &Int::add(&[remainder.clone(), right.clone()]))
    } else {
        let quotient = left.div(right);
        agrees.ite(&quotient, &Int::sub(&[quotient.clone(), Int::from_i64(1)]))
    }
}

pub fn z3_sort(sort: Sort) -> Z3Sort {
    match sort {
        Sort::Bool => Z3Sort::bool(),
        Sort::Int => Z3Sort::int(),
        Sort::Float => Z3Sort::double(),
    }
}

/// The Z3 constant of a variable; named by id, because names may hold anything.
pub fn variable_constant(terms: &Terms, variable: VariableId) -> Dynamic {
    let sort = terms.variable_info(variable).sort;
    Dynamic::new_const(format!("v{}", variable.index()), &z3_sort(sort))
}

/// An uninterpreted function, the same for the same name and sorts, applied to the operands.
pub fn uninterpreted(name: &str, operands: &[&Dynamic], result: Sort) -> Dynamic {
    let sorts: Vec<Z3Sort> = operands.iter().map(|operand| operand.get_sort()).collect();
    let sorts: Vec<&Z3Sort> = sorts.iter().collect();
    let operands: Vec<&dyn Ast> = operands
        .iter()
        .map(|operand| *operand as &dyn Ast)
        .collect();
    FuncDecl::new(name, &sorts, &z3_sort(result)).apply(&operands)
}
