//! Makes models small and plain: solvers return any model, people read the values, and loops run as often as they
//! say. Evaluation only: a value is replaced by a plainer one if everything still holds. The current value comes
//! first, because inputs that stay close to each other keep the rest of a run as it was.

use pef_term::{Evaluator, Integer, Model, Terms, Value, VariableId};

use crate::readable;
use crate::tier::Query;
use crate::validate::in_domain;

/// A model at least as plain as the given one, which satisfies the query.
pub fn shrink(terms: &Terms, query: &Query, model: Model, steps: usize) -> Model {
    let mut shrinking = Shrinking {
        terms,
        query,
        model,
        steps,
    };
    for &variable in &query.variables {
        shrinking.variable(variable);
    }
    shrinking.model
}

struct Shrinking<'a> {
    terms: &'a Terms,
    query: &'a Query<'a>,
    model: Model,
    /// Constraints that may still be evaluated.
    steps: usize,
}

impl Shrinking<'_> {
    fn variable(&mut self, variable: VariableId) {
        let current = self.query.current.get(variable).cloned();
        let Some(found) = self.model.get(variable).cloned() else {
            return;
        };
        if Some(&found) == current.as_ref() {
            return;
        }
        if let Some(current) = current
            && self.try_value(variable, current)
        {
            return;
        }
        match found {
            Value::Bool(_) => {}
            Value::Int(value) => self.integer(variable, &value),
            Value::Float(value) => self.float(variable, value),
        }
    }

    fn integer(&mut self, variable: VariableId, found: &Integer) {
        if self.terms.variable_info(variable).is_character
            && (readable::candidates(found)
                .any(|code| self.try_value(variable, Integer::from(code).into()))
                || found.to_i64().is_some_and(readable::is_readable))
        {
            return;
        }
        for plain in [0, 1, -1] {
            let plain = Integer::from(plain);
            if plain.abs() >= found.abs() && plain.signum() == found.signum() {
                return;
            }
            if self.try_value(variable, plain.into()) {
                return;
            }
        }
        // Somewhere between zero, which fails, and the value, which holds, lies a bound; most constraints
        // have one, so bisection finds it.
        let (mut fails, mut holds) = (Integer::ZERO, found.clone());
        let two = Integer::small(2);
        loop {
            let sum = &fails + &holds;
            // Towards zero, so that both signs are treated alike.
            let middle = if sum.is_negative() {
                sum.ceil_div(&two)
            } else {
                sum.floor_div(&two)
            }
            .expect("two is not zero");
            if middle == fails || middle == holds || self.steps == 0 {
                break;
            }
            if self.try_value(variable, middle.clone().into()) {
                holds = middle;
            } else {
                fails = middle;
            }
        }
    }

    fn float(&mut self, variable: VariableId, found: f64) {
        let mut candidates = vec![0.0, 1.0, -1.0];
        if found.is_finite() {
            candidates.extend([found.trunc(), found.trunc() + found.signum()]);
            candidates.extend([10.0, 1000.0].map(|scale| (found * scale).round() / scale));
        }
        for candidate in candidates {
            if self.try_value(variable, candidate.into()) {
                return;
            }
        }
    }

    /// Keeps the value if all constraints that mention the variable hold with it.
    fn try_value(&mut self, variable: VariableId, value: Value) -> bool {
        let mut candidate = self.model.clone();
        candidate.set(variable, value);
        if !in_domain(self.terms, variable, &candidate) {
            return false;
        }
        let mut evaluator = Evaluator::new(self.terms, &candidate);
        for &constraint in self.query.constraints.iter().rev() {
            let mentions = self.terms.variables(constraint).binary_search(&variable);
            if mentions.is_err() {
                continue;
            }
            if self.steps == 0 {
                return false;
            }
            self.steps -= 1;
            if !evaluator.holds(constraint) {
                return false;
            }
        }
        self.model = candidate;
        true
    }
}
