//! From terms to formulas. Each term is translated once for each polarity and kept.
//!
//! A part that the language does not have (products, floats, functions, division by a variable, large numbers) becomes
//! `True`. That is a weakening, because formulas have no negation: what is contradictory after it was so before, and a
//! model is no more than a guess, which [`Translated::exact`] tells. Everything that is translated is total, so the
//! questions of definedness that Z3's views have to answer do not arise.

use pef_term::{IntBinary, Node, Sort, TermId, Terms, VariableId};
use rustc_hash::FxHashMap;

use crate::native::formula::{Definition, Formula, LIMIT, Literal, Row, RowId, Sum, Variable};

/// Larger coefficients are not translated; with [`LIMIT`] this keeps sums of products within 128 bits.
const LARGEST_COEFFICIENT: i64 = 1 << 40;
/// Formulas with more literals are not translated.
const LARGEST_FORMULA: usize = 4096;
/// Terms that are nested deeper are not translated; translation is recursive.
const DEEPEST: usize = 100;
/// So many operands are worth counting again.
const MANY_OPERANDS: usize = 16;

/// A translated constraint.
#[derive(Clone, Debug)]
pub struct Translated {
    pub formula: Formula,
    /// Is the formula equivalent to the term, or only weaker?
    pub exact: bool,
    /// The auxiliary variables that its meaning depends on, by increasing index, with those that they depend on.
    pub auxiliary: Box<[Variable]>,
}

/// What an auxiliary variable is, and what is always true of it.
#[derive(Clone, Debug)]
pub struct Auxiliary {
    pub definition: Definition,
    pub fact: Formula,
    pub lower: i64,
    pub upper: i64,
    /// Older ones that the definition depends on, all of them.
    depends: Box<[Variable]>,
}

/// Not in the language.
#[derive(Clone, Copy, Debug)]
struct Foreign;

/// All that has been translated so far.
pub struct Translation {
    /// What each variable stands for, unless it is zero or one of the terms'.
    definitions: Vec<Option<Box<Auxiliary>>>,
    of_variables: Vec<Option<Variable>>,
    rows: Vec<Row>,
    row_ids: FxHashMap<Row, RowId>,
    auxiliary: FxHashMap<TermId, Variable>,
    /// The quotient, for dividend and divisor.
    quotients: FxHashMap<(TermId, i64), Variable>,
    constraints: Vec<Option<std::rc::Rc<Translated>>>,
    /// Of the constraint under translation.
    uses: Vec<Variable>,
    exact: bool,
    size: usize,
}

impl Default for Translation {
    fn default() -> Self {
        Self {
            definitions: vec![None],
            of_variables: Vec::new(),
            rows: Vec::new(),
            row_ids: FxHashMap::default(),
            auxiliary: FxHashMap::default(),
            quotients: FxHashMap::default(),
            constraints: Vec::new(),
            uses: Vec::new(),
            exact: true,
            size: 0,
        }
    }
}

impl Translation {
    /// How many variables there are, zero included.
    pub fn variable_count(&self) -> usize {
        self.definitions.len()
    }

    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    pub fn auxiliary(&self, variable: Variable) -> Option<&Auxiliary> {
        self.definitions[variable.index()].as_deref()
    }

    /// The native variable of a variable of the terms.
    pub fn variable(&mut self, variable: VariableId) -> Variable {
        if self.of_variables.len() <= variable.index() {
            self.of_variables.resize(variable.index() + 1, None);
        }
        if let Some(known) = self.of_variables[variable.index()] {
            return known;
        }
        let new = self.new_variable(None);
        self.of_variables[variable.index()] = Some(new);
        new
    }

    fn new_variable(&mut self, definition: Option<Box<Auxiliary>>) -> Variable {
        let index = u32::try_from(self.definitions.len()).expect("fewer than 2**32 variables");
        self.definitions.push(definition);
        Variable(index)
    }

    /// The formula of a constraint.
    pub fn constraint(&mut self, terms: &Terms, term: TermId) -> std::rc::Rc<Translated> {
        if self.constraints.len() <= term.index() {
            self.constraints.resize(terms.len(), None);
        }
        if let Some(known) = &self.constraints[term.index()] {
            return known.clone();
        }
        self.uses.clear();
        self.exact = true;
        self.size = 0;
        let formula = self.formula(terms, term, true, 0);
        let (formula, exact) = if self.size > LARGEST_FORMULA {
            (Formula::True, false)
        } else {
            (formula, self.exact)
        };
        let translated = std::rc::Rc::new(Translated {
            formula,
            exact,
            auxiliary: self.dependencies(0).into(),
        });
        self.constraints[term.index()] = Some(translated.clone());
        translated
    }

    /// The auxiliary variables used since `uses` had this length, with those that they depend on.
    fn dependencies(&self, since: usize) -> Vec<Variable> {
        let mut all = self.uses[since..].to_vec();
        for used in &self.uses[since..] {
            if let Some(auxiliary) = self.auxiliary(*used) {
                all.extend(auxiliary.depends.iter().copied());
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The formula of a Boolean term or of its negation; what is foreign becomes `True`.
    fn formula(&mut self, terms: &Terms, term: TermId, positive: bool, depth: usize) -> Formula {
        self.size += 1;
        if depth > DEEPEST || self.size > LARGEST_FORMULA {
            self.exact = false;
            return Formula::True;
        }
        let deeper = depth + 1;
        match terms.node(term) {
            Node::BoolConst(value) => constant(*value == positive),
            Node::Variable(variable) => {
                let variable = self.variable(*variable);
                if positive {
                    at_least(variable, 1)
                } else {
                    at_most(variable, 0)
                }
            }
            Node::Not(operand) => self.formula(terms, *operand, !positive, deeper),
            Node::And(operands) | Node::Or(operands) => {
                let conjunction = matches!(terms.node(term), Node::And(_)) == positive;
                let before = self.size;
                let parts = operands
                    .iter()
                    .map(|operand| self.formula(terms, *operand, positive, deeper))
                    .collect();
                let formula = if conjunction {
                    Formula::all(parts)
                } else {
                    Formula::any(parts)
                };
                // Hundreds of ranges have become one set.
                if operands.len() > MANY_OPERANDS {
                    self.size = self.size.min(before + formula.size());
                }
                formula
            }
            Node::Iff(left, right) => {
                let mut case = |same: bool| {
                    let left = self.formula(terms, *left, same, deeper);
                    let right = self.formula(terms, *right, same == positive, deeper);
                    Formula::all(vec![left, right])
                };
                let cases = vec![case(true), case(false)];
                Formula::any(cases)
            }
            Node::Ite(condition, then, otherwise) => {
                let mut case = |taken: bool, branch: TermId| {
                    let condition = self.formula(terms, *condition, taken, deeper);
                    let branch = self.formula(terms, branch, positive, deeper);
                    Formula::all(vec![condition, branch])
                };
                let cases = vec![case(true, *then), case(false, *otherwise)];
                Formula::any(cases)
            }
            Node::AtMostZero(operand) => {
                let relation = if positive {
                    Relation::AtMost
                } else {
                    Relation::Above
                };
                self.comparison(terms, *operand, relation, deeper)
            }
            Node::IsZero(operand) => {
                let relation = if positive {
                    Relation::Equal
                } else {
                    Relation::Differs
                };
                self.comparison(terms, *operand, relation, deeper)
            }
            Node::FloatRelation(..)
            | Node::FloatTest(..)
            | Node::Apply(..)
            | Node::TextRelation(..)
            | Node::EveryCode(..)
            | Node::Element(..)
            | Node::Includes(..) => {
                self.exact = false;
                Formula::True
            }
            Node::IntConst(_)
            | Node::FloatConst(_)
            | Node::Linear(_)
            | Node::Product(_)
            | Node::IntBinary(..)
            | Node::BitLength(_)
            | Node::IntOfBool(_)
            | Node::FloatUnary(..)
            | Node::FloatBinary(..)
            | Node::FloatOfInt(_)
            | Node::IntQuotient(..)
            | Node::IntOfFloat(..) => unreachable!("not a Boolean term"),
        }
    }

    /// A comparison of a term with zero.
    fn comparison(
        &mut self,
        terms: &Terms,
        operand: TermId,
        relation: Relation,
        depth: usize,
    ) -> Formula {
        let uses = self.uses.len();
        let formula = self
            .quotient_comparison(terms, operand, relation, depth)
            .and_then(|known| match known {
                Some(formula) => Ok(formula),
                None => {
                    let sum = self.sum(terms, operand, depth)?;
                    self.relation(sum, relation)
                }
            });
        formula.unwrap_or_else(|Foreign| {
            self.uses.truncate(uses);
            self.exact = false;
            Formula::True
        })
    }

    /// `x // 10 <= 3` is `x <= 39`: a quotient that is compared with a constant needs no variable of its own.
    fn quotient_comparison(
        &mut self,
        terms: &Terms,
        operand: TermId,
        relation: Relation,
        depth: usize,
    ) -> Result<Option<Formula>, Foreign> {
        let (coefficient, atom, constant) = match terms.node(operand) {
            Node::Linear(linear) if linear.terms.len() == 1 => {
                let (coefficient, atom) = &linear.terms[0];
                let coefficient = coefficient.to_i64().ok_or(Foreign)?;
                (coefficient, *atom, word(linear.constant.to_i64())?)
            }
            _ => (1, operand, 0),
        };
        let Node::IntBinary(IntBinary::FloorDiv, dividend, divisor) = terms.node(atom) else {
            return Ok(None);
        };
        // The coefficients of a comparison have no common divisor, so a single one is a sign.
        if coefficient != 1 && coefficient != -1 {
            return Ok(None);
        }
        let divisor = positive_divisor(terms, *divisor)?;
        // coefficient * q + constant, compared with zero, is q compared with this.
        let threshold = -coefficient * constant;
        let dividend = self.sum(terms, *dividend, depth + 1)?;
        let last = |quotient: i64| {
            let product = i128::from(quotient) * i128::from(divisor) + i128::from(divisor) - 1;
            narrow(product)
        };
        let mut at_most = |quotient: i64| {
            let bound = last(quotient)?;
            self.bounded_above(&dividend, bound)
        };
        Ok(Some(match (relation, coefficient) {
            (Relation::AtMost, 1) => at_most(threshold)?,
            // -q + c <= 0 is q > c - 1.
            (Relation::AtMost, _) => {
                let bound = last(threshold - 1)?;
                self.bounded_below(&dividend, bound + 1)?
            }
            (Relation::Above, 1) => {
                let bound = last(threshold)?;
                self.bounded_below(&dividend, bound + 1)?
            }
            (Relation::Above, _) => at_most(threshold - 1)?,
            (Relation::Equal, _) => {
                let (before, bound) = (last(threshold - 1)?, last(threshold)?);
                let above = self.bounded_below(&dividend, before + 1)?;
                let below = self.bounded_above(&dividend, bound)?;
                Formula::all(vec![above, below])
            }
            (Relation::Differs, _) => {
                let (before, bound) = (last(threshold - 1)?, last(threshold)?);
                let below = self.bounded_above(&dividend, before)?;
                let above = self.bounded_below(&dividend, bound + 1)?;
                Formula::any(vec![below, above])
            }
        }))
    }

    /// `sum <= bound`
    fn bounded_above(&mut self, sum: &Sum, bound: i64) -> Result<Formula, Foreign> {
        let mut sum = sum.clone();
        sum.constant = narrow(i128::from(sum.constant) - i128::from(bound))?;
        self.relation(sum, Relation::AtMost)
    }

    /// `sum >= bound`
    fn bounded_below(&mut self, sum: &Sum, bound: i64) -> Result<Formula, Foreign> {
        self.bounded_above(&negated(sum), -bound)
    }

    /// An integer term as a sum of variables.
    fn sum(&mut self, terms: &Terms, term: TermId, depth: usize) -> Result<Sum, Foreign> {
        match terms.node(term) {
            Node::IntConst(value) => Ok(Sum {
                constant: word(value.to_i64())?,
                terms: Vec::new(),
            }),
            Node::Linear(linear) => {
                let mut sum = Sum {
                    constant: word(linear.constant.to_i64())?,
                    terms: Vec::with_capacity(linear.terms.len()),
                };
                for (coefficient, atom) in &linear.terms {
                    let coefficient = coefficient.to_i64().ok_or(Foreign)?;
                    if coefficient.unsigned_abs() > LARGEST_COEFFICIENT.unsigned_abs() {
                        return Err(Foreign);
                    }
                    let atom = self.atom(terms, *atom, depth)?;
                    sum.terms.push((coefficient, atom));
                }
                Ok(sum)
            }
            _ => Ok(Sum {
                constant: 0,
                terms: vec![(1, self.atom(terms, term, depth)?)],
            }),
        }
    }

    /// The variable of an integer term that is neither a constant nor a sum.
    fn atom(&mut self, terms: &Terms, term: TermId, depth: usize) -> Result<Variable, Foreign> {
        if depth > DEEPEST {
            return Err(Foreign);
        }
        match terms.node(term) {
            Node::Variable(variable) => Ok(self.variable(*variable)),
            Node::IntBinary(IntBinary::FloorDiv, dividend, divisor) => {
                self.quotient(terms, *dividend, *divisor, depth)
            }
            Node::IntBinary(IntBinary::Mod, dividend, divisor) => {
                let quotient = self.quotient(terms, *dividend, *divisor, depth)?;
                Ok(Variable(quotient.0 + 1))
            }
            // A truth value is an integer already.
            Node::IntOfBool(operand) => match terms.node(*operand) {
                Node::Variable(variable) => Ok(self.variable(*variable)),
                _ => self.choice(terms, term, depth),
            },
            Node::Ite(..) => self.choice(terms, term, depth),
            _ => Err(Foreign),
        }
    }

    fn quotient(
        &mut self,
        terms: &Terms,
        dividend: TermId,
        divisor: TermId,
        depth: usize,
    ) -> Result<Variable, Foreign> {
        let divisor = positive_divisor(terms, divisor)?;
        if let Some(&known) = self.quotients.get(&(dividend, divisor)) {
            self.uses.extend([known, Variable(known.0 + 1)]);
            return Ok(known);
        }
        let since = self.uses.len();
        let sum = self.sum(terms, dividend, depth + 1)?;
        let quotient = Variable(u32::try_from(self.definitions.len()).map_err(|_| Foreign)?);
        let remainder = Variable(quotient.0 + 1);
        // dividend - divisor * quotient - remainder == 0
        let mut relation = sum.clone();
        relation
            .terms
            .extend([(-divisor, quotient), (-1, remainder)]);
        let fact = self.relation(relation, Relation::Equal)?;
        let depends = self.dependencies(since);
        self.new_variable(Some(Box::new(Auxiliary {
            definition: Definition::Quotient {
                dividend: sum,
                divisor,
            },
            fact,
            lower: -LIMIT,
            upper: LIMIT,
            depends: depends.clone().into(),
        })));
        self.new_variable(Some(Box::new(Auxiliary {
            definition: Definition::Remainder,
            fact: Formula::True,
            lower: 0,
            upper: divisor - 1,
            depends: depends.into(),
        })));
        self.quotients.insert((dividend, divisor), quotient);
        self.uses.extend([quotient, remainder]);
        Ok(quotient)
    }

    /// A conditional, or the truth of a formula.
    fn choice(&mut self, terms: &Terms, term: TermId, depth: usize) -> Result<Variable, Foreign> {
        if let Some(&known) = self.auxiliary.get(&term) {
            self.uses.push(known);
            return Ok(known);
        }
        let since = self.uses.len();
        let (was_exact, deeper) = (self.exact, depth + 1);
        self.exact = true;
        let translated = self.choice_of(terms, term, deeper);
        let condition_exact = self.exact;
        self.exact = was_exact;
        // Without the condition the value could not be computed.
        if !condition_exact {
            return Err(Foreign);
        }
        let (definition, cases, lower, upper) = translated?;
        let depends = self.dependencies(since);
        let variable = Variable(u32::try_from(self.definitions.len()).map_err(|_| Foreign)?);
        let mut alternatives = Vec::with_capacity(2);
        for (condition, mut value) in cases {
            // value - variable == 0
            value.terms.push((-1, variable));
            let equal = self.relation(value, Relation::Equal)?;
            alternatives.push(Formula::all(vec![condition, equal]));
        }
        self.new_variable(Some(Box::new(Auxiliary {
            definition,
            fact: Formula::any(alternatives),
            lower,
            upper,
            depends: depends.into(),
        })));
        self.auxiliary.insert(term, variable);
        self.uses.push(variable);
        Ok(variable)
    }

    #[expect(clippy::type_complexity, reason = "used in one place")]
    fn choice_of(
        &mut self,
        terms: &Terms,
        term: TermId,
        depth: usize,
    ) -> Result<(Definition, [(Formula, Sum); 2], i64, i64), Foreign> {
        let constant_sum = |constant| Sum {
            constant,
            terms: Vec::new(),
        };
        match terms.node(term) {
            Node::Ite(condition, then, otherwise) if terms.sort(term) == Sort::Int => {
                let holds = self.formula(terms, *condition, true, depth);
                let fails = self.formula(terms, *condition, false, depth);
                let then = self.sum(terms, *then, depth)?;
                let otherwise = self.sum(terms, *otherwise, depth)?;
                let definition = Definition::Choice {
                    condition: holds.clone(),
                    then: then.clone(),
                    otherwise: otherwise.clone(),
                };
                let cases = [(holds, then), (fails, otherwise)];
                Ok((definition, cases, -LIMIT, LIMIT))
            }
            Node::IntOfBool(condition) => {
                let holds = self.formula(terms, *condition, true, depth);
                let fails = self.formula(terms, *condition, false, depth);
                let definition = Definition::Truth {
                    condition: holds.clone(),
                };
                let cases = [(holds, constant_sum(1)), (fails, constant_sum(0))];
                Ok((definition, cases, 0, 1))
            }
            _ => Err(Foreign),
        }
    }

    /// The formula of a sum compared with zero.
    fn relation(&mut self, sum: Sum, relation: Relation) -> Result<Formula, Foreign> {
        let mut terms = sum.terms;
        merge(&mut terms)?;
        let divisor = terms.iter().fold(0, |divisor, (coefficient, _)| {
            gcd(divisor, coefficient.unsigned_abs())
        });
        if divisor == 0 {
            return Ok(constant(relation.holds(sum.constant)));
        }
        let divisor = i64::try_from(divisor).map_err(|_| Foreign)?;
        for (coefficient, _) in &mut terms {
            *coefficient /= divisor;
        }
        // What the sum without its constant is compared with.
        let target = -sum.constant;
        Ok(match relation {
            Relation::AtMost => self.at_most(&terms, target.div_euclid(divisor)),
            // sum > target is sum >= target + 1.
            Relation::Above => {
                let bound = target.div_euclid(divisor) + 1;
                self.at_least(&terms, bound)
            }
            Relation::Equal if target % divisor != 0 => Formula::False,
            Relation::Equal => {
                let value = target / divisor;
                let above = self.at_least(&terms, value);
                let below = self.at_most(&terms, value);
                Formula::all(vec![above, below])
            }
            Relation::Differs if target % divisor != 0 => Formula::True,
            Relation::Differs => self.differs(&terms, target / divisor),
        })
    }

    fn at_most(&mut self, terms: &[(i64, Variable)], bound: i64) -> Formula {
        Formula::Literal(match Shape::of(terms) {
            Shape::Difference(left, right) => Literal::AtMost { left, right, bound },
            Shape::Row { negative } => {
                let row = self.row(terms, negative);
                if negative {
                    Literal::RowAtLeast { row, bound: -bound }
                } else {
                    Literal::RowAtMost { row, bound }
                }
            }
        })
    }

    fn at_least(&mut self, terms: &[(i64, Variable)], bound: i64) -> Formula {
        Formula::Literal(match Shape::of(terms) {
            Shape::Difference(left, right) => Literal::AtMost {
                left: right,
                right: left,
                bound: -bound,
            },
            Shape::Row { negative } => {
                let row = self.row(terms, negative);
                if negative {
                    Literal::RowAtMost { row, bound: -bound }
                } else {
                    Literal::RowAtLeast { row, bound }
                }
            }
        })
    }

    fn differs(&mut self, terms: &[(i64, Variable)], value: i64) -> Formula {
        Formula::Literal(match Shape::of(terms) {
            Shape::Difference(Variable::ZERO, left) => Literal::Differs {
                left,
                right: Variable::ZERO,
                value: -value,
            },
            Shape::Difference(left, right) => Literal::Differs { left, right, value },
            Shape::Row { negative } => Literal::RowDiffers {
                row: self.row(terms, negative),
                value: if negative { -value } else { value },
            },
        })
    }

    fn row(&mut self, terms: &[(i64, Variable)], negative: bool) -> RowId {
        let row: Row = terms
            .iter()
            .map(|&(coefficient, variable)| {
                (if negative { -coefficient } else { coefficient }, variable)
            })
            .collect();
        if let Some(&known) = self.row_ids.get(&row) {
            return known;
        }
        let id = RowId(u32::try_from(self.rows.len()).expect("fewer than 2**32 rows"));
        self.rows.push(row.clone());
        self.row_ids.insert(row, id);
        id
    }
}

/// How a sum is compared with zero.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    AtMost,
    Above,
    Equal,
    Differs,
}

impl Relation {
    fn holds(self, value: i64) -> bool {
        match self {
            Relation::AtMost => value <= 0,
            Relation::Above => value > 0,
            Relation::Equal => value == 0,
            Relation::Differs => value != 0,
        }
    }
}

/// A merged sum with coefficients that have no common divisor.
enum Shape {
    Difference(Variable, Variable),
    Row { negative: bool },
}

impl Shape {
    fn of(terms: &[(i64, Variable)]) -> Shape {
        match *terms {
            [(1, variable)] => Shape::Difference(variable, Variable::ZERO),
            [(-1, variable)] => Shape::Difference(Variable::ZERO, variable),
            [(1, left), (-1, right)] | [(-1, right), (1, left)] => Shape::Difference(left, right),
            _ => Shape::Row {
                negative: terms[0].0 < 0,
            },
        }
    }
}

fn constant(value: bool) -> Formula {
    if value { Formula::True } else { Formula::False }
}

fn at_most(variable: Variable, bound: i64) -> Formula {
    Formula::Literal(Literal::AtMost {
        left: variable,
        right: Variable::ZERO,
        bound,
    })
}

fn at_least(variable: Variable, bound: i64) -> Formula {
    Formula::Literal(Literal::AtMost {
        left: Variable::ZERO,
        right: variable,
        bound: -bound,
    })
}

fn negated(sum: &Sum) -> Sum {
    Sum {
        constant: -sum.constant,
        terms: sum
            .terms
            .iter()
            .map(|&(coefficient, variable)| (-coefficient, variable))
            .collect(),
    }
}

/// Sorts by variable, adds up coefficients, drops zeros.
fn merge(terms: &mut Vec<(i64, Variable)>) -> Result<(), Foreign> {
    terms.sort_unstable_by_key(|&(_, variable)| variable);
    let mut kept = 0;
    for index in 0..terms.len() {
        let (coefficient, variable) = terms[index];
        if kept > 0 && terms[kept - 1].1 == variable {
            terms[kept - 1].0 += coefficient;
        } else {
            terms[kept] = (coefficient, variable);
            kept += 1;
        }
    }
    terms.truncate(kept);
    terms.retain(|&(coefficient, _)| coefficient != 0);
    let too_large = |&(coefficient, _): &(i64, Variable)| {
        coefficient.unsigned_abs() > LARGEST_COEFFICIENT.unsigned_abs()
    };
    if terms.iter().any(too_large) {
        return Err(Foreign);
    }
    Ok(())
}

fn gcd(mut left: u64, mut right: u64) -> u64 {
    while right != 0 {
        (left, right) = (right, left % right);
    }
    left
}

/// A constant of a sum; leaves room for what is added to it.
fn word(value: Option<i64>) -> Result<i64, Foreign> {
    narrow(i128::from(value.ok_or(Foreign)?))
}

fn narrow(value: i128) -> Result<i64, Foreign> {
    let limit = i128::from(LIMIT / 4);
    if (-limit..=limit).contains(&value) {
        Ok(value as i64)
    } else {
        Err(Foreign)
    }
}

fn positive_divisor(terms: &Terms, divisor: TermId) -> Result<i64, Foreign> {
    terms
        .as_int_const(divisor)
        .and_then(pef_term::Integer::to_i64)
        .filter(|divisor| (1..=LARGEST_COEFFICIENT).contains(divisor))
        .ok_or(Foreign)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::native::formula::Values;

    const RELATIONS: [Relation; 4] = [
        Relation::AtMost,
        Relation::Above,
        Relation::Equal,
        Relation::Differs,
    ];

    proptest! {
        /// Whatever the coefficients have in common, and however often a variable is named.
        #[test]
        fn a_relation_holds_where_its_sum_says(
            constant in -20..20i64,
            terms in prop::collection::vec((-6..=6i64, 1..4u32), 0..5),
        ) {
            let terms: Vec<_> = terms.into_iter().map(|(factor, at)| (factor, Variable(at))).collect();
            let sum = Sum { constant, terms };
            for relation in RELATIONS {
                let mut translation = Translation::default();
                let formula = translation.relation(sum.clone(), relation).expect("small numbers");
                for point in 0..7 * 7 * 7 {
                    let variables = [0, point % 7 - 3, point / 7 % 7 - 3, point / 49 - 3];
                    let values = Values { variables: &variables, rows: translation.rows() };
                    let value = i64::try_from(values.sum(&sum)).expect("small numbers");
                    prop_assert_eq!(values.formula(&formula), relation.holds(value));
                    prop_assert_eq!(values.distance(&formula) == 0, relation.holds(value));
                }
            }
        }
    }
}
