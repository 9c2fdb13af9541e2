//! Small finite domains: where each variable of a question has few values, all combinations are tried.
//!
//! Evaluation knows every operator exactly, so this decides what no theory does well: remainders by variables, bits,
//! floats of small ints. A condition is looked at as soon as its last variable has a value. `Unsat` is a proof, because
//! for every combination some condition is false: one that is undefined, or a function of which nothing is known, says
//! nothing, and then nothing is claimed.

mod ranges;

use pef_term::{Evaluator, Model, Sort, TermId, Terms, Value, VariableId};

use crate::TierKind;
use crate::budget::Budget;
use crate::tier::{Outcome, Query, Tier};
use ranges::{Range, Ranges};

/// More combinations than this are not begun with.
const COMBINATIONS: u64 = 1 << 16;
/// Subterms that may be evaluated: the number, and not the time, so that results do not depend on the machine.
const EVALUATIONS: usize = 200_000;

pub struct EnumerationTier;

impl Tier for EnumerationTier {
    fn kind(&self) -> TierKind {
        TierKind::Enumeration
    }

    fn solve(&mut self, terms: &Terms, query: &Query, _budget: &Budget) -> Outcome {
        let ranges = match Ranges::of(terms, query) {
            Ranges::Small(ranges) => ranges,
            Ranges::Empty => return Outcome::Unsat,
            Ranges::Large => return Outcome::Pass,
        };
        let combinations = ranges
            .iter()
            .try_fold(1_u64, |product, range| product.checked_mul(range.size()));
        if combinations.is_none_or(|combinations| combinations > COMBINATIONS) {
            return Outcome::Pass;
        }
        let mut search = Search::new(terms, query, ranges);
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
    /// With the number of their subterms.
    conditions: Vec<(TermId, usize)>,
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
    fn new(terms: &'a Terms, query: &Query, mut ranges: Vec<Range>) -> Self {
        // What has few values is decided first, so that most is tried of what is looked at last.
        ranges.sort_by_key(Range::size);
        let mut levels: Vec<Level> = ranges
            .iter()
            .map(|range| Level {
                variable: range.variable,
                values: values(terms, query, range),
                conditions: Vec::new(),
            })
            .collect();
        for (&condition, inspection) in query.constraints.iter().zip(&query.inspections) {
            let variables = terms.variables(condition);
            let last = levels
                .iter()
                .rposition(|level| variables.contains(&level.variable));
            // A condition without variables is none of a slice.
            if let Some(level) = last.and_then(|index| levels.get_mut(index)) {
                level.conditions.push((condition, inspection.size));
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
            self.model.set(level.variable, level.values[index].clone());
            let cost: usize = level.conditions.iter().map(|(_, size)| size).sum();
            let Some(left) = self.left.checked_sub(cost.max(1)) else {
                return Descent::Spent;
            };
            self.left = left;
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
        for (condition, _) in &self.levels[depth].conditions {
            match evaluator.value(*condition) {
                Some(Value::Bool(false)) => return Some(false),
                Some(_) => {}
                None => all = None,
            }
        }
        all
    }
}

/// The values of a range: the current one, then by size.
fn values(terms: &Terms, query: &Query, range: &Range) -> Vec<Value> {
    let current = query.current.get(range.variable).cloned();
    let mut numbers: Vec<i64> = (range.lower..=range.upper).collect();
    numbers.sort_by_key(|number| (number.unsigned_abs(), *number < 0));
    let is_truth = terms.variable_info(range.variable).sort == Sort::Bool;
    let mut values: Vec<Value> = numbers
        .into_iter()
        .map(|number| {
            if is_truth {
                Value::Bool(number != 0)
            } else {
                Value::from(number)
            }
        })
        .collect();
    if let Some(place) = values
        .iter()
        .position(|value| Some(value) == current.as_ref())
    {
        values[..=place].rotate_right(1);
    }
    values
}
