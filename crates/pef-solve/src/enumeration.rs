//! Few values: where each variable of a question has few that matter, all combinations of them are tried.
//!
//! Evaluation knows every operator exactly, so this decides what no theory does well: remainders by variables, bits,
//! floats of small ints, numbers of any size. A condition is looked at as soon as its last variable has a value. `Unsat`
//! is a proof, because for every combination some condition is false: one that is undefined, or a function of which
//! nothing is known, says nothing, and then nothing is claimed.
//!
//! - `ranges.rs`: bounds of variables.
//! - `choices.rs`: the values that matter: all within the bounds, or those beside the numbers it is compared with.

mod choices;
mod ranges;

use pef_term::{Evaluator, Model, TermId, Terms, Value, VariableId};

use crate::TierKind;
use crate::budget::Budget;
use crate::tier::{Outcome, Query, Tier};
use choices::{Choices, choices};
pub use ranges::{Range, ranges};

/// More combinations than this are not begun with.
const COMBINATIONS: usize = 1 << 16;
/// Subterms that may be evaluated: the number, and not the time, so that results do not depend on the machine.
const EVALUATIONS: usize = 200_000;

pub struct EnumerationTier;

impl Tier for EnumerationTier {
    fn kind(&self) -> TierKind {
        TierKind::Enumeration
    }

    fn solve(&mut self, terms: &Terms, query: &Query, _budget: &Budget) -> Outcome {
        let choices = match choices(terms, query, COMBINATIONS) {
            Choices::Few(choices) => choices,
            Choices::None => return Outcome::Unsat,
            Choices::TooMany => return Outcome::Pass,
        };
        let mut search = Search::new(terms, query, choices);
        match search.descend(0, false) {
            Descent::Found => Outcome::Sat(search.model),
            Descent::Exhausted if !search.is_doubtful => Outcome::Unsat,
            Descent::Exhausted | Descent::Spent => Outcome::Pass,
        }
    }
}

enum Descent {
    Found,
    Exhausted,
    /// There is no more to spend.
    Spent,
}

/// A variable with the values to try, plainest first, and the conditions that can be looked at once it has one.
struct Level {
    variable: VariableId,
    values: Vec<Value>,
    conditions: Vec<TermId>,
    /// Of looking at the conditions.
    cost: usize,
}

struct Search<'a> {
    terms: &'a Terms,
    levels: Vec<Level>,
    model: Model,
    left: usize,
    /// Whether there was a combination of which it is not known that it is none.
    is_doubtful: bool,
}

impl<'a> Search<'a> {
    fn new(terms: &'a Terms, query: &Query, mut choices: Vec<(VariableId, Vec<Value>)>) -> Self {
        // What has few values is decided first, so that most is tried of what is looked at last.
        choices.sort_by_key(|(_, values)| values.len());
        let mut levels: Vec<Level> = choices
            .into_iter()
            .map(|(variable, values)| Level {
                variable,
                values,
                conditions: Vec::new(),
                cost: 1,
            })
            .collect();
        for (&condition, inspection) in query.constraints.iter().zip(&query.inspections) {
            let variables = terms.variables(condition);
            let last = levels
                .iter()
                .rposition(|level| variables.contains(&level.variable));
            // A condition without variables is none of a slice.
            if let Some(level) = last.and_then(|index| levels.get_mut(index)) {
                level.conditions.push(condition);
                level.cost += inspection.size;
            }
        }
        Self {
            terms,
            levels,
            model: query.current.clone(),
            left: EVALUATIONS,
            is_doubtful: false,
        }
    }

    /// Tries the values of the variables from this level on; `is_uncertain` says that a condition has no value.
    fn descend(&mut self, depth: usize, is_uncertain: bool) -> Descent {
        let Some(level) = self.levels.get(depth) else {
            self.is_doubtful |= is_uncertain;
            return if is_uncertain {
                Descent::Exhausted
            } else {
                Descent::Found
            };
        };
        for index in 0..level.values.len() {
            let level = &self.levels[depth];
            let Some(left) = self.left.checked_sub(level.cost) else {
                return Descent::Spent;
            };
            self.left = left;
            self.model.set(level.variable, level.values[index].clone());
            let uncertain = match self.look(depth) {
                Some(false) => continue,
                Some(true) => is_uncertain,
                None => true,
            };
            match self.descend(depth + 1, uncertain) {
                Descent::Exhausted => {}
                other => return other,
            }
        }
        Descent::Exhausted
    }

    /// Whether the conditions of a level hold; `None` if none is false, and one is undefined.
    fn look(&self, depth: usize) -> Option<bool> {
        let mut evaluator = Evaluator::new(self.terms, &self.model);
        let mut all = Some(true);
        for &condition in &self.levels[depth].conditions {
            match evaluator.value(condition) {
                Some(Value::Bool(false)) => return Some(false),
                Some(_) => {}
                None => all = None,
            }
        }
        all
    }
}
