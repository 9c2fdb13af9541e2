//! The native solver: linear integers and Booleans in Rust, for the questions that most branches ask.
//!
//! - `formula.rs`: the language: bounds and forbidden values of differences and sums, `and`, `or`.
//! - `domain.rs`: many ranges of one variable, as a set.
//! - `translate.rs`: from terms to formulas, each term once; what the language lacks becomes `True`.
//! - `graph.rs`: differences and bounds of variables: decided completely, by repairing the candidate.
//! - `rows.rs`: longer sums: bounds propagation, and which variable to move.
//! - `equations.rs`: elimination: variables that several equations determine together.
//! - `search.rs`: decisions, conflicts, and what they depend on.
//! - `plain.rs`: makes the model small and close to the current input.
//!
//! What is claimed: `Unsat` is a proof. The answer is always found for conjunctions of differences and bounds of variables;
//! for forbidden values, disjunctions, conditionals, and longer sums it is found unless the bounds on steps and decisions
//! are reached, which for sums over unbounded variables they may be. Then the next tier is asked, after some
//! microseconds.
//!
//! Every question starts from nothing but the translations of its constraints. Keeping the graph of a path's prefix was
//! tried on paper and rejected: the current input satisfies the path, so adding its constraints is one comparison each,
//! less than what slicing and hashing the same constraints costs.

mod domain;
mod equations;
mod formula;
mod graph;
mod plain;
mod rows;
mod search;
mod translate;

use std::rc::Rc;

use pef_term::{Evaluator, Integer, Model, Sort, Terms, Value, VariableId};

use crate::budget::Budget;
use crate::native::formula::{Definition, LIMIT, Values, Variable};
use crate::native::graph::Obstacle;
use crate::native::search::Search;
use crate::native::translate::{Translated, Translation};
use crate::readable;
use crate::shrink::shrink;
use crate::tier::{Outcome, Query, Tier};
use crate::{TierKind, Unknown};

/// Edges looked at for one question, beyond what each constraint allows itself.
const STEPS: usize = 4_000;
const STEPS_FOR_A_CONSTRAINT: usize = 100;
/// Cases tried for one question.
const DECISIONS: usize = 300;

/// A variable of the question.
#[derive(Clone, Copy, Debug)]
struct Member {
    variable: VariableId,
    native: Variable,
    sort: Sort,
    /// The value to start from: the current one, or the plainest.
    start: i64,
    lower: i64,
    upper: i64,
    /// Whether the value is a character's code.
    is_character: bool,
}

#[derive(Default)]
pub struct NativeTier {
    translation: Translation,
    search: Search,
    members: Vec<Member>,
    constraints: Vec<Rc<Translated>>,
    auxiliary: Vec<Variable>,
    /// For models of questions that were not wholly understood.
    shrink_steps: usize,
}

impl Tier for NativeTier {
    fn kind(&self) -> TierKind {
        TierKind::Native
    }

    fn solve(&mut self, terms: &Terms, query: &Query, _budget: &Budget) -> Outcome {
        let Some(exact) = self.prepare(terms, query) else {
            return Outcome::Pass;
        };
        match self.decide() {
            Err(Obstacle::Conflict(_)) => return Outcome::Unsat,
            Err(Obstacle::GiveUp) => return Outcome::Failed(Unknown::Incomplete),
            Ok(()) => {}
        }
        if exact {
            self.make_plain();
            return Outcome::Sat(self.model(query));
        }
        let model = self.model(query);
        if holds(terms, query, &model) {
            Outcome::Sat(shrink(terms, query, model, self.shrink_steps))
        } else {
            Outcome::Pass
        }
    }
}

impl NativeTier {
    pub fn new(shrink_steps: usize) -> Self {
        Self {
            shrink_steps,
            ..Self::default()
        }
    }

    /// Translates the question. `None` if there is nothing in it to decide here; otherwise whether all of it was
    /// understood.
    fn prepare(&mut self, terms: &Terms, query: &Query) -> Option<bool> {
        self.constraints.clear();
        self.auxiliary.clear();
        let mut exact = true;
        // The goal first: without it there is nothing to decide.
        for &constraint in query.constraints.iter().rev() {
            let translated = self.translation.constraint(terms, constraint);
            exact &= translated.exact;
            if self.constraints.is_empty() && matches!(translated.formula, formula::Formula::True) {
                return None;
            }
            self.auxiliary.extend(translated.auxiliary.iter().copied());
            self.constraints.push(translated);
        }
        self.auxiliary.sort_unstable();
        self.auxiliary.dedup();
        self.constraints.reverse();
        self.members.clear();
        for &variable in &query.variables {
            // Floats appear only in what was not understood.
            if terms.variable_info(variable).sort != Sort::Float {
                let member = self.member(terms, query, variable)?;
                self.members.push(member);
            }
        }
        Some(exact)
    }

    /// An integer or Boolean of the question; `None` if its current value is too large.
    fn member(&mut self, terms: &Terms, query: &Query, variable: VariableId) -> Option<Member> {
        let info = terms.variable_info(variable);
        let current = query.current.get(variable);
        let (start, lower, upper) = if info.sort == Sort::Bool {
            let start = current.and_then(Value::as_bool).unwrap_or(false);
            (i64::from(start), 0, 1)
        } else {
            // A bound too large to be said is left out, which weakens; the model is checked in any case.
            let word = |bound: &Option<Integer>| {
                let word = bound.as_ref().and_then(Integer::to_i64);
                word.filter(|word| (-LIMIT..=LIMIT).contains(word))
            };
            let lower = word(&info.domain.lower).unwrap_or(-LIMIT);
            let upper = word(&info.domain.upper).unwrap_or(LIMIT);
            let start = match current.and_then(Value::as_int) {
                Some(value) => value.to_i64()?,
                None if info.is_character => readable::PLAINEST_CODE,
                None => 0.max(lower).min(upper),
            };
            (start, lower, upper)
        };
        (-LIMIT..=LIMIT).contains(&start).then(|| Member {
            variable,
            native: self.translation.variable(variable),
            sort: info.sort,
            start,
            lower,
            upper,
            is_character: info.is_character,
        })
    }

    fn decide(&mut self) -> Result<(), Obstacle> {
        let steps = STEPS + STEPS_FOR_A_CONSTRAINT * self.constraints.len();
        let rows = self.translation.rows().len();
        let variables = self.translation.variable_count();
        self.search.clear(variables, rows, steps, DECISIONS);
        for member in &self.members {
            self.search.graph.add_variable(member.native, member.start);
        }
        for &auxiliary in &self.auxiliary {
            self.search.graph.add_variable(auxiliary, 0);
        }
        let translation = &self.translation;
        compute_auxiliary(translation, &self.auxiliary, &mut self.search.graph.values)
            .ok_or(Obstacle::GiveUp)?;
        let zero = Variable::ZERO;
        let graph = &mut self.search.graph;
        for member in &self.members {
            if member.lower > -LIMIT {
                graph.assert(zero, member.native, -member.lower, 0)?;
            }
            if member.upper < LIMIT {
                graph.assert(member.native, zero, member.upper, 0)?;
            }
        }
        for constraint in &self.constraints {
            self.search.assert(&constraint.formula, 0)?;
        }
        for &variable in &self.auxiliary {
            let auxiliary = translation
                .auxiliary(variable)
                .expect("an auxiliary variable");
            if auxiliary.lower > -LIMIT {
                self.search
                    .graph
                    .assert(zero, variable, -auxiliary.lower, 0)?;
            }
            if auxiliary.upper < LIMIT {
                self.search
                    .graph
                    .assert(variable, zero, auxiliary.upper, 0)?;
            }
            self.search.assert(&auxiliary.fact, 0)?;
        }
        if self.search.has_sums() {
            let constraints = self.constraints.iter();
            let formulas = constraints.map(|constraint| &constraint.formula);
            for (variable, value) in equations::determined(formulas, translation.rows())? {
                let graph = &mut self.search.graph;
                graph.assert(variable, zero, value, 0)?;
                graph.assert(zero, variable, -value, 0)?;
            }
        }
        self.search.solve(translation.rows())
    }

    /// The current model with what was found.
    fn model(&self, query: &Query) -> Model {
        let mut model = query.current.clone();
        for member in &self.members {
            let found = self.search.graph.values[member.native.index()];
            let value = if member.sort == Sort::Bool {
                Value::Bool(found != 0)
            } else {
                Value::Int(Integer::from(found))
            };
            if found != member.start || model.get(member.variable).is_none() {
                model.set(member.variable, value);
            }
        }
        model
    }
}

/// Gives auxiliary variables the values that their definitions say; `None` if one is too large.
fn compute_auxiliary(
    translation: &Translation,
    auxiliary: &[Variable],
    variables: &mut [i64],
) -> Option<()> {
    for &variable in auxiliary {
        let definition = &translation.auxiliary(variable)?.definition;
        let values = Values {
            variables,
            rows: translation.rows(),
        };
        let value = match definition {
            Definition::Quotient { dividend, divisor } => {
                let dividend = values.sum(dividend);
                let quotient = dividend.div_euclid(i128::from(*divisor));
                let remainder = dividend.rem_euclid(i128::from(*divisor));
                variables[variable.index() + 1] = remainder as i64;
                quotient
            }
            // Computed with the quotient.
            Definition::Remainder => continue,
            Definition::Choice {
                condition,
                then,
                otherwise,
            } => values.sum(if values.formula(condition) {
                then
            } else {
                otherwise
            }),
            Definition::Truth { condition } => i128::from(values.formula(condition)),
        };
        let limit = i128::from(LIMIT);
        if !(-limit..=limit).contains(&value) {
            return None;
        }
        variables[variable.index()] = value as i64;
    }
    Some(())
}

/// Constraints that were not wholly understood need to be asked.
fn holds(terms: &Terms, query: &Query, model: &Model) -> bool {
    let mut evaluator = Evaluator::new(terms, model);
    query
        .constraints
        .iter()
        .rev()
        .all(|&constraint| evaluator.holds(constraint))
}
