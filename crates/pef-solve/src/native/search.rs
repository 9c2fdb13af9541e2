//! The search: a candidate that satisfies all bounds, and a decision wherever it violates something else.
//!
//! Bounds of differences always hold for the candidate (`graph.rs` sees to it). What else it violates is a reason to
//! decide: for one case of a disjunction, for one side of a forbidden value, for one half of a variable's range where
//! a sum is not in its interval. The cases of a decision cover everything, so if each ends in a conflict, the whole
//! does, and its proof depends on what the cases depend on except for the decision itself. A conflict that does not
//! depend on a decision is not tried again with that decision's other cases.
//!
//! Invariant: `Conflict` is returned only on such a proof. Running out of steps is `GiveUp`, wherever it happens.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::native::domain::Domain;
use crate::native::formula::{Formula, Literal, Row, RowId, Values, Variable};
use crate::native::graph::{Bound, Graph, Levels, Mark, Obstacle};
use crate::native::rows::{RowMark, Rows};

/// Decisions on the way to an answer.
const DEEPEST: usize = 120;

/// `left - right != value`
#[derive(Clone, Copy)]
struct Difference {
    left: Variable,
    right: Variable,
    value: i64,
    levels: Levels,
}

#[derive(Clone, Copy)]
struct RowDifference {
    row: RowId,
    value: i64,
    levels: Levels,
}

/// The state of one question.
#[derive(Default)]
pub struct Search {
    pub graph: Graph,
    rows: Rows,
    differences: Vec<Difference>,
    row_differences: Vec<RowDifference>,
    disjunctions: Vec<Disjunction>,
    memberships: Vec<Membership>,
    decisions: usize,
}

/// The value of the variable is in the set.
struct Membership {
    variable: Variable,
    domain: Rc<Domain>,
    levels: Levels,
}

struct Disjunction {
    parts: Rc<[Formula]>,
    levels: Levels,
    /// One of the parts has been added.
    decided: bool,
}

#[derive(Clone, Copy)]
struct Moment {
    graph: Mark,
    rows: RowMark,
    differences: usize,
    row_differences: usize,
    disjunctions: usize,
    memberships: usize,
}

/// What to decide, and what it depends on that one of the cases must hold.
struct Decision {
    cases: Vec<Formula>,
    levels: Levels,
    /// The disjunction that the cases are of.
    disjunction: Option<usize>,
}

impl Search {
    /// Starts a new question.
    pub fn clear(&mut self, variables: usize, rows: usize, steps: usize, decisions: usize) {
        self.graph.clear(variables, steps);
        self.rows.clear(rows);
        self.differences.clear();
        self.row_differences.clear();
        self.disjunctions.clear();
        self.memberships.clear();
        self.decisions = decisions;
    }

    /// Adds a formula that depends on these decisions.
    pub fn assert(&mut self, formula: &Formula, levels: Levels) -> Result<(), Obstacle> {
        match formula {
            Formula::True => Ok(()),
            Formula::False => Err(Obstacle::Conflict(levels)),
            Formula::Literal(literal) => self.assert_literal(*literal, levels),
            Formula::Within(variable, domain) => {
                if let Some(lower) = domain.lower() {
                    self.graph
                        .assert(Variable::ZERO, *variable, -lower, levels)?;
                }
                if let Some(upper) = domain.upper() {
                    self.graph
                        .assert(*variable, Variable::ZERO, upper, levels)?;
                }
                self.memberships.push(Membership {
                    variable: *variable,
                    domain: Rc::clone(domain),
                    levels,
                });
                Ok(())
            }
            Formula::All(parts) => {
                for part in parts.iter() {
                    self.assert(part, levels)?;
                }
                Ok(())
            }
            Formula::Any(parts) => {
                self.disjunctions.push(Disjunction {
                    parts: parts.clone(),
                    levels,
                    decided: false,
                });
                Ok(())
            }
        }
    }

    fn assert_literal(&mut self, literal: Literal, levels: Levels) -> Result<(), Obstacle> {
        match literal {
            Literal::AtMost { left, right, bound } => self.graph.assert(left, right, bound, levels),
            Literal::Differs { left, right, value } => {
                if left == right {
                    return if value == 0 {
                        Err(Obstacle::Conflict(levels))
                    } else {
                        Ok(())
                    };
                }
                self.differences.push(Difference {
                    left,
                    right,
                    value,
                    levels,
                });
                Ok(())
            }
            Literal::RowAtMost { row, bound } => self.rows.assert_upper(row, bound, levels),
            Literal::RowAtLeast { row, bound } => self.rows.assert_lower(row, bound, levels),
            Literal::RowDiffers { row, value } => {
                self.row_differences
                    .push(RowDifference { row, value, levels });
                Ok(())
            }
        }
    }

    /// Whether sums that are no differences were bounded.
    pub fn has_sums(&self) -> bool {
        !self.rows.is_empty()
    }

    /// Decides all that was added. On success the candidate satisfies it.
    pub fn solve(&mut self, rows: &[Row]) -> Result<(), Obstacle> {
        self.search(rows, 0)
    }

    fn search(&mut self, rows: &[Row], depth: usize) -> Result<(), Obstacle> {
        self.graph
            .spend(self.differences.len() + self.memberships.len() + 4 * self.disjunctions.len())?;
        if !self.rows.is_empty() {
            self.rows.propagate(rows, &mut self.graph)?;
        }
        let Some(decision) = self.next_decision(rows)? else {
            return Ok(());
        };
        if depth >= DEEPEST || self.decisions == 0 {
            return Err(Obstacle::GiveUp);
        }
        if let Some(index) = decision.disjunction {
            self.disjunctions[index].decided = true;
        }
        let outcome = self.try_cases(rows, depth, &decision);
        if let Some(index) = decision.disjunction {
            self.disjunctions[index].decided = false;
        }
        outcome
    }

    fn try_cases(
        &mut self,
        rows: &[Row],
        depth: usize,
        decision: &Decision,
    ) -> Result<(), Obstacle> {
        let own: Levels = 1 << depth;
        let mut levels = decision.levels;
        for case in &decision.cases {
            self.decisions = self.decisions.checked_sub(1).ok_or(Obstacle::GiveUp)?;
            let moment = self.moment();
            let outcome = self
                .assert(case, own)
                .and_then(|()| self.search(rows, depth + 1));
            match outcome {
                Ok(()) => return Ok(()),
                Err(Obstacle::GiveUp) => return Err(Obstacle::GiveUp),
                Err(Obstacle::Conflict(reasons)) => {
                    self.undo(moment);
                    if reasons & own == 0 {
                        return Err(Obstacle::Conflict(reasons));
                    }
                    levels |= reasons & !own;
                }
            }
        }
        Err(Obstacle::Conflict(levels))
    }

    fn moment(&self) -> Moment {
        Moment {
            graph: self.graph.mark(),
            rows: self.rows.mark(),
            differences: self.differences.len(),
            row_differences: self.row_differences.len(),
            disjunctions: self.disjunctions.len(),
            memberships: self.memberships.len(),
        }
    }

    fn undo(&mut self, moment: Moment) {
        self.graph.undo(moment.graph);
        self.rows.undo(moment.rows);
        self.differences.truncate(moment.differences);
        self.row_differences.truncate(moment.row_differences);
        self.disjunctions.truncate(moment.disjunctions);
        self.memberships.truncate(moment.memberships);
    }

    /// Something that the candidate violates. Sums come before what is decided by adding bounds of them: a decision
    /// must not come up again before the candidate had a chance to follow it.
    fn next_decision(&self, rows: &[Row]) -> Result<Option<Decision>, Obstacle> {
        let values = Values {
            variables: &self.graph.values,
            rows,
        };
        if let Some(decision) = self.violated_difference(&values) {
            return Ok(Some(decision));
        }
        if let Some(decision) = self.violated_membership(&values) {
            return Ok(Some(decision));
        }
        if let Some(cut) = self.rows.violated(&values, &self.graph)? {
            return Ok(Some(Decision {
                cases: cut.halves.map(Formula::Literal).into(),
                // One half or the other: that holds always.
                levels: 0,
                disjunction: None,
            }));
        }
        let violated_row = self.violated_row_difference(&values);
        Ok(violated_row.or_else(|| self.violated_disjunction(&values)))
    }

    fn violated_difference(&self, values: &Values) -> Option<Decision> {
        let violated = self.differences.iter().find(|difference| {
            values.of(difference.left) - values.of(difference.right) == difference.value
        })?;
        let Difference {
            left,
            right,
            value,
            levels,
        } = *violated;
        if right == Variable::ZERO {
            return Some(self.beside_gap(left, value));
        }
        Some(Decision {
            cases: vec![
                at_most(right, left, -value - 1),
                at_most(left, right, value - 1),
            ],
            levels,
            disjunction: None,
        })
    }

    fn violated_membership(&self, values: &Values) -> Option<Decision> {
        let is_violated = |one: &&Membership| !one.domain.contains(values.of(one.variable));
        let variable = self.memberships.iter().find(is_violated)?.variable;
        Some(self.beside_gap(variable, values.of(variable)))
    }

    fn violated_row_difference(&self, values: &Values) -> Option<Decision> {
        let RowDifference { row, value, levels } = *self
            .row_differences
            .iter()
            .find(|difference| values.row(difference.row) == i128::from(difference.value))?;
        let above = Literal::RowAtLeast {
            row,
            bound: value + 1,
        };
        let below = Literal::RowAtMost {
            row,
            bound: value - 1,
        };
        Some(Decision {
            cases: vec![Formula::Literal(above), Formula::Literal(below)],
            levels,
            disjunction: None,
        })
    }

    fn violated_disjunction(&self, values: &Values) -> Option<Decision> {
        let (index, violated) = self
            .disjunctions
            .iter()
            .enumerate()
            .find(|(_, disjunction)| {
                !disjunction.decided && !disjunction.parts.iter().any(|part| values.formula(part))
            })?;
        // Of a disjunction of many values most are often forbidden already: not worth a decision each.
        let forbidden: FxHashMap<(Variable, i64), Levels> = self
            .differences
            .iter()
            .filter(|difference| difference.right == Variable::ZERO)
            .map(|difference| ((difference.left, difference.value), difference.levels))
            .collect();
        let mut levels = violated.levels;
        let mut cases: Vec<&Formula> = Vec::with_capacity(violated.parts.len());
        for part in violated.parts.iter() {
            match self.refuted(part, &forbidden) {
                Some(reasons) => levels |= reasons,
                None => cases.push(part),
            }
        }
        // The least change first.
        cases.sort_by_cached_key(|part| values.distance(part));
        Some(Decision {
            cases: cases.into_iter().cloned().collect(),
            levels,
            disjunction: Some(index),
        })
    }

    /// What it depends on that a formula contradicts a bound or a forbidden value of a variable, if it does so by itself.
    fn refuted(
        &self,
        formula: &Formula,
        forbidden: &FxHashMap<(Variable, i64), Levels>,
    ) -> Option<Levels> {
        match formula {
            Formula::Literal(Literal::AtMost {
                left,
                right: Variable::ZERO,
                bound,
            }) => {
                let lower = self.graph.lower(*left)?;
                (lower.value > *bound).then_some(lower.levels)
            }
            Formula::Literal(Literal::AtMost {
                left: Variable::ZERO,
                right,
                bound,
            }) => {
                let upper = self.graph.upper(*right)?;
                (upper.value < -*bound).then_some(upper.levels)
            }
            Formula::All(parts) => equation(parts)
                .and_then(|equation| forbidden.get(&equation).copied())
                .or_else(|| parts.iter().find_map(|part| self.refuted(part, forbidden))),
            Formula::Within(variable, domain) => {
                let (lower, upper) = (self.graph.lower(*variable), self.graph.upper(*variable));
                let first = match &lower {
                    Some(lower) => domain.at_or_above(lower.value),
                    None => domain.lower(),
                };
                let is_free = match (first, &upper) {
                    (Some(first), Some(upper)) => first <= upper.value,
                    // Above a lower bound there is nothing.
                    (None, _) => lower.is_none(),
                    (Some(_), None) => true,
                };
                let levels = |bound: Option<_>| bound.map_or(0, |bound: Bound| bound.levels);
                (!is_free).then(|| levels(lower) | levels(upper))
            }
            Formula::True | Formula::False | Formula::Literal(_) | Formula::Any(_) => None,
        }
    }

    /// A variable is on a forbidden value, or outside of one of its sets: the next value that is allowed, above or below.
    fn beside_gap(&self, variable: Variable, value: i64) -> Decision {
        let forbidden: FxHashMap<i64, Levels> = self
            .differences
            .iter()
            .filter(|other| other.left == variable && other.right == Variable::ZERO)
            .map(|other| (other.value, other.levels))
            .collect();
        let own = || {
            let memberships = self.memberships.iter();
            memberships.filter(|membership| membership.variable == variable)
        };
        let mut levels = own().fold(0, |levels, membership| levels | membership.levels);
        let mut next = |step: fn(&Domain, i64) -> Option<i64>, further: i64| {
            let mut reached = value;
            loop {
                let before = reached;
                for membership in own() {
                    reached = step(&membership.domain, reached)?;
                }
                while let Some(own) = forbidden.get(&reached) {
                    levels |= own;
                    reached += further;
                }
                if reached == before {
                    return Some(reached);
                }
            }
        };
        let above = next(Domain::at_or_above, 1);
        let below = next(Domain::at_or_below, -1);
        let mut cases = Vec::with_capacity(2);
        cases.extend(above.map(|above| at_most(Variable::ZERO, variable, -above)));
        cases.extend(below.map(|below| at_most(variable, Variable::ZERO, below)));
        // Towards zero where that is possible: plain values stay plain.
        if value > 0 && below.is_some_and(|below| below >= 0) {
            cases.reverse();
        }
        Decision {
            cases,
            levels,
            disjunction: None,
        }
    }
}

/// The variable and the value of `variable == value`, which is two bounds.
fn equation(parts: &[Formula]) -> Option<(Variable, i64)> {
    let [Formula::Literal(one), Formula::Literal(two)] = parts else {
        return None;
    };
    for (upper, lower) in [(one, two), (two, one)] {
        if let Literal::AtMost {
            left,
            right: Variable::ZERO,
            bound,
        } = *upper
            && *lower
                == (Literal::AtMost {
                    left: Variable::ZERO,
                    right: left,
                    bound: -bound,
                })
        {
            return Some((left, bound));
        }
    }
    None
}

fn at_most(left: Variable, right: Variable, bound: i64) -> Formula {
    Formula::Literal(Literal::AtMost { left, right, bound })
}
