//! An incremental Z3 solver that follows the path: a stack of constraints, one level each. A new query pops to
//! the common prefix and pushes the rest; the goal stays, because the next path often goes through it.
//!
//! Facts about variables and abstracted terms are stated at the level where these first appear, and forgotten with it.

use std::cell::LazyCell;

use pef_term::{Integer, Model, Sort, TermId, Terms, Value, VariableId};
use rustc_hash::{FxHashMap, FxHashSet};
use z3::ast::Dynamic;
use z3::{Params, SatResult, Solver};

use crate::Unknown;
use crate::budget::Budget;
use crate::inspect::{Features, Inspection};
use crate::tier::{Outcome, Query};
use crate::z3::defined::Definedness;
use crate::z3::facts;
use crate::z3::translate::{Translator, View, variable_constant};
use crate::z3::values::value_of;

/// One pushed constraint and what was introduced with it.
struct Level {
    constraint: TermId,
    variables: Vec<VariableId>,
    described: Vec<TermId>,
}

/// Does a session keep its solver from query to query?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reuse {
    Incremental,
    /// A fresh solver each time: Z3 then chooses a procedure for the whole formula, which for floats is worth
    /// more than what is saved by going on.
    OneShot,
}

pub struct Session {
    reuse: Reuse,
    /// Made when it is first needed, which for most sessions is never.
    solver: LazyCell<Solver>,
    translator: Translator,
    definedness: Definedness,
    constants: FxHashMap<VariableId, Dynamic>,
    levels: Vec<Level>,
    variables: FxHashSet<VariableId>,
    described: FxHashSet<TermId>,
    /// As last set.
    resources: Option<u32>,
}

impl Session {
    pub fn new(view: View, reuse: Reuse) -> Self {
        Self {
            reuse,
            solver: LazyCell::new(Solver::new),
            translator: Translator::new(view),
            definedness: Definedness::default(),
            constants: FxHashMap::default(),
            levels: Vec::new(),
            variables: FxHashSet::default(),
            described: FxHashSet::default(),
            resources: None,
        }
    }

    /// Checks all constraints of a query, within a share of the budget.
    pub fn check(&mut self, terms: &Terms, query: &Query, budget: &Budget, share: f64) -> Outcome {
        if self.reuse == Reuse::OneShot {
            self.start_over();
        }
        // What was observed since a constraint was pushed is not on the stack: start over.
        if query.features.any_of(Features::FUNCTIONS) {
            self.pop_to(0);
        }
        let shared = self
            .levels
            .iter()
            .zip(&query.constraints)
            .take_while(|(level, constraint)| level.constraint == **constraint)
            .count();
        self.pop_to(shared);
        for (constraint, inspection) in query
            .constraints
            .iter()
            .zip(&query.inspections)
            .skip(shared)
        {
            self.push(terms, *constraint, inspection);
        }
        let limits = budget.limits(share);
        self.set_resources(limits.resources);
        match budget.watched(limits, || self.solver.check()) {
            SatResult::Unsat => Outcome::Unsat,
            SatResult::Unknown => Outcome::Failed(self.reason(budget)),
            SatResult::Sat => match self.model(terms, query) {
                Some(model) => Outcome::Sat(model),
                None => Outcome::Failed(Unknown::Incomplete),
            },
        }
    }

    fn start_over(&mut self) {
        self.solver = LazyCell::new(Solver::new);
        self.resources = None;
        self.levels.clear();
        self.variables.clear();
        self.described.clear();
    }

    fn pop_to(&mut self, height: usize) {
        let surplus = self.levels.split_off(height);
        if surplus.is_empty() {
            return;
        }
        self.solver.pop(surplus.len() as u32);
        for level in surplus {
            for variable in level.variables {
                self.variables.remove(&variable);
            }
            for term in level.described {
                self.described.remove(&term);
            }
        }
    }

    fn push(&mut self, terms: &Terms, constraint: TermId, inspection: &Inspection) {
        if self.reuse == Reuse::Incremental {
            self.solver.push();
        }
        let mut level = Level {
            constraint,
            variables: Vec::new(),
            described: Vec::new(),
        };
        for &variable in terms.variables(constraint) {
            if self.variables.insert(variable) {
                level.variables.push(variable);
                self.constants
                    .entry(variable)
                    .or_insert_with(|| variable_constant(terms, variable));
                self.assert_all(&facts::of_variable(terms, variable));
            }
        }
        for &term in &inspection.nonlinear {
            if self.described.insert(term) {
                level.described.push(term);
                let facts = facts::of_nonlinear(terms, &mut self.translator, term);
                self.assert_all(&facts);
            }
        }
        for &term in &inspection.applications {
            if self.described.insert(term) {
                level.described.push(term);
                self.assert_all(&facts::of_observations(terms, term));
            }
        }
        let formula = self.translator.bool(terms, constraint);
        self.solver.assert(&formula);
        let partial = Features::NONLINEAR.union(Features::FLOATS);
        if inspection.features.any_of(partial)
            && let Some(defined) = self.definedness.of(terms, &mut self.translator, constraint)
        {
            self.solver.assert(&defined);
        }
        self.levels.push(level);
    }

    fn assert_all(&self, facts: &[z3::ast::Bool]) {
        for fact in facts {
            self.solver.assert(fact);
        }
    }

    fn set_resources(&mut self, resources: u32) {
        if self.resources != Some(resources) {
            self.solver.set_params(&parameters(resources));
            self.resources = Some(resources);
        }
    }

    fn reason(&self, budget: &Budget) -> Unknown {
        if let Some(exhausted) = budget.exhausted() {
            return exhausted;
        }
        reason_of(&self.solver)
    }

    fn model(&self, terms: &Terms, query: &Query) -> Option<Model> {
        read_model(&self.solver, terms, query, |variable| {
            self.constants[&variable].clone()
        })
    }
}

/// The resources of a check, and a fixed seed.
pub fn parameters(resources: u32) -> Params {
    let mut parameters = Params::new();
    parameters.set_u32("rlimit", resources);
    parameters.set_u32("random_seed", 0);
    // Only makes the model of functions smaller, and takes a fifth of the time of making a model.
    parameters.set_bool("model.compact", false);
    parameters
}

/// Why Z3 gave up.
pub fn reason_of(solver: &Solver) -> Unknown {
    match solver.get_reason_unknown() {
        Some(reason)
            if ["timeout", "canceled", "interrupted", "resource", "max."]
                .iter()
                .any(|word| reason.contains(word)) =>
        {
            Unknown::Timeout
        }
        _ => Unknown::Incomplete,
    }
}

/// A value for a variable that may have any: zero, or what its domain has closest to it.
fn plainest(terms: &Terms, variable: VariableId) -> Value {
    let info = terms.variable_info(variable);
    match info.sort {
        Sort::Bool => Value::Bool(false),
        Sort::Float => Value::Float(0.0),
        Sort::Int => {
            let mut value = Integer::ZERO;
            if let Some(lower) = &info.domain.lower {
                value = value.max(lower.clone());
            }
            if let Some(upper) = &info.domain.upper {
                value = value.min(upper.clone());
            }
            Value::Int(value)
        }
    }
}

/// The current model with what Z3 says about the query's variables; those it says nothing about keep their values.
pub fn read_model(
    solver: &Solver,
    terms: &Terms,
    query: &Query,
    constant: impl Fn(VariableId) -> Dynamic,
) -> Option<Model> {
    let found = solver.get_model()?;
    let mut model = query.current.clone();
    for &variable in &query.variables {
        let sort = terms.variable_info(variable).sort;
        if let Some(value) = value_of(&found, &constant(variable), sort) {
            if model.get(variable) != Some(&value) {
                model.set(variable, value);
            }
        } else if model.get(variable).is_none() {
            model.set(variable, plainest(terms, variable));
        }
    }
    Some(model)
}
