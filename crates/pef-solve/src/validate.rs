//! Validation: the last word on every model has evaluation, with Python's semantics.

use pef_term::{Evaluator, Model, Terms, Value, VariableId};

use crate::tier::Query;

/// Do all constraints of the query hold under the model, and all its variables lie in their domains?
pub fn satisfies(terms: &Terms, query: &Query, model: &Model) -> bool {
    let mut evaluator = Evaluator::new(terms, model);
    query
        .variables
        .iter()
        .all(|&variable| in_domain(terms, variable, model))
        // The goal first: it is what most candidates fail.
        && query
            .constraints
            .iter()
            .rev()
            .all(|&constraint| evaluator.holds(constraint))
}

pub fn in_domain(terms: &Terms, variable: VariableId, model: &Model) -> bool {
    let info = terms.variable_info(variable);
    match model.get(variable) {
        Some(Value::Int(value)) => info.domain.contains(value),
        Some(Value::Bool(_) | Value::Float(_)) => true,
        None => false,
    }
}
