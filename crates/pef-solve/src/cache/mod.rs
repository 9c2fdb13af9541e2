//! Caches, each a tier of its own. All answers in them were validated before they were learnt.

mod exact;
mod models;
mod unsat;

pub use exact::ExactCache;
pub use models::ModelCache;
pub use unsat::UnsatCache;

use pef_term::Model;

use crate::TierKind;
use crate::tier::Query;

/// The native solver is asked first and answers again as fast as a cache does.
fn is_worth_keeping(by: Option<TierKind>) -> bool {
    by != Some(TierKind::Native)
}

/// The current model with the values that `other` has for the query's variables.
fn overlay(query: &Query, other: &Model) -> Model {
    let mut model = query.current.clone();
    for &variable in &query.variables {
        if let Some(value) = other.get(variable)
            && model.get(variable) != Some(value)
        {
            model.set(variable, value.clone());
        }
    }
    model
}
