//! Slicing: only constraints that share variables with the goal, directly or through others, can matter. The rest
//! holds under the current model and keeps holding, because its variables keep their values.

use pef_term::{TermId, Terms, VariableId};
use rustc_hash::FxHashSet;

/// The constraints connected to the goal (in the path's order, without duplicates and constants), and all variables
/// of those and the goal.
pub fn slice(terms: &Terms, path: &[TermId], goal: TermId) -> (Vec<TermId>, Vec<VariableId>) {
    let mut variables: FxHashSet<VariableId> = terms.variables(goal).iter().copied().collect();
    let mut taken = vec![false; path.len()];
    loop {
        let mut grown = false;
        for (position, &constraint) in path.iter().enumerate() {
            if taken[position] {
                continue;
            }
            let own = terms.variables(constraint);
            if own.iter().any(|variable| variables.contains(variable)) {
                taken[position] = true;
                let before = variables.len();
                variables.extend(own);
                grown |= variables.len() > before;
            }
        }
        if !grown {
            break;
        }
    }
    let mut seen = FxHashSet::default();
    let constraints = path
        .iter()
        .zip(taken)
        .filter_map(|(&constraint, taken)| {
            (taken && constraint != goal && seen.insert(constraint)).then_some(constraint)
        })
        .collect();
    let mut variables: Vec<VariableId> = variables.into_iter().collect();
    variables.sort_unstable();
    (constraints, variables)
}
