//! The values of each variable that matter for a question.
//!
//! Where a variable is only ever compared with numbers (`x > 5`, `2 * x == 7`), the answers change at these numbers and
//! nowhere else: one value from every stretch between them stands for all of the stretch, however large the numbers.
//! Where it is part of anything else, all values within its bounds matter.

use pef_term::{Integer, Linear, Node, Sort, TermId, Terms, Value, VariableId};
use rustc_hash::FxHashSet;

use super::ranges::{Range, ranges};
use crate::tier::Query;

/// The values to try, by variable; the current one first, then by size.
pub enum Choices {
    Few(Vec<(VariableId, Vec<Value>)>),
    /// A variable has no value left.
    None,
    TooMany,
}

/// What is known of a variable from where it occurs.
#[derive(Clone, Debug, Default)]
struct Occurrences {
    /// It is part of something else than a comparison with a number.
    is_entangled: bool,
    /// Numbers such that the comparisons say the same of all values between two of them.
    edges: Vec<Integer>,
}

/// The values that matter, unless there are more combinations of them than this.
pub fn choices(terms: &Terms, query: &Query, most: usize) -> Choices {
    let variables = &query.variables;
    let is_float = |variable: &VariableId| terms.variable_info(*variable).sort == Sort::Float;
    if variables.iter().any(is_float) {
        return Choices::TooMany;
    }
    let occurrences = occurrences(terms, query);
    let mut bounds = Vec::new();
    if occurrences.iter().any(|one| one.is_entangled) {
        bounds = ranges(terms, query);
    }
    let mut found = Vec::with_capacity(variables.len());
    let mut combinations = 1_usize;
    for (index, (&variable, occurrences)) in variables.iter().zip(occurrences).enumerate() {
        let info = terms.variable_info(variable);
        let mut numbers: Vec<Integer> = if info.sort == Sort::Bool {
            vec![Integer::from(0), Integer::from(1)]
        } else if occurrences.is_entangled {
            match bounds[index] {
                Range::Empty => return Choices::None,
                Range::Between(lower, upper)
                    if upper.abs_diff(lower) < (most / combinations) as u64 =>
                {
                    (lower..=upper).map(Integer::from).collect()
                }
                Range::Between(..) | Range::Unbounded => return Choices::TooMany,
            }
        } else {
            let domain = &info.domain;
            let ends = domain.lower.iter().chain(&domain.upper).cloned();
            let edges = occurrences.edges.into_iter().chain(ends);
            let mut numbers: Vec<Integer> = edges
                .flat_map(|edge| {
                    [
                        edge.clone() - Integer::from(1),
                        edge.clone(),
                        edge + Integer::from(1),
                    ]
                })
                .chain([Integer::from(0)])
                .filter(|number| domain.contains(number))
                .collect();
            numbers.sort();
            numbers.dedup();
            numbers
        };
        combinations = combinations.saturating_mul(numbers.len().max(1));
        if combinations > most {
            return Choices::TooMany;
        }
        numbers.sort_by_cached_key(|number| (number.abs(), number.is_negative()));
        found.push((variable, values(query, variable, info.sort, numbers)));
    }
    Choices::Few(found)
}

fn values(query: &Query, variable: VariableId, sort: Sort, numbers: Vec<Integer>) -> Vec<Value> {
    let mut values: Vec<Value> = numbers
        .into_iter()
        .map(|number| match sort {
            Sort::Bool => Value::Bool(!number.is_zero()),
            Sort::Int | Sort::Float => Value::Int(number),
        })
        .collect();
    let current = query.current.get(variable);
    if let Some(place) = values.iter().position(|value| Some(value) == current) {
        values[..=place].rotate_right(1);
    }
    values
}

/// Where the variables of a question occur, by variable.
fn occurrences(terms: &Terms, query: &Query) -> Vec<Occurrences> {
    let mut found = vec![Occurrences::default(); query.variables.len()];
    let place = |variable: VariableId| query.variables.binary_search(&variable).ok();
    let mut seen = FxHashSet::default();
    let mut pending: Vec<TermId> = query.constraints.clone();
    while let Some(term) = pending.pop() {
        if !seen.insert(term) {
            continue;
        }
        let node = terms.node(term);
        match node {
            Node::Not(_) | Node::And(_) | Node::Or(_) | Node::Iff(..) | Node::BoolConst(_) => {
                node.operands(|operand| pending.push(operand));
            }
            // A Boolean: both of its values are tried.
            Node::Variable(_) => {}
            &Node::AtMostZero(sum) | &Node::IsZero(sum)
                if let Some((variable, edge)) = comparison(terms, sum)
                    && let Some(place) = place(variable) =>
            {
                found[place].edges.push(edge);
            }
            _ => {
                for place in terms.variables(term).iter().copied().filter_map(place) {
                    found[place].is_entangled = true;
                }
            }
        }
    }
    found
}

/// The only variable of a sum, and where the sum is zero, rounded down.
fn comparison(terms: &Terms, sum: TermId) -> Option<(VariableId, Integer)> {
    match terms.node(sum) {
        &Node::Variable(variable) => Some((variable, Integer::from(0))),
        Node::Linear(Linear {
            constant,
            terms: parts,
        }) => {
            let [(factor, atom)] = parts.as_ref() else {
                return None;
            };
            let &Node::Variable(variable) = terms.node(*atom) else {
                return None;
            };
            let edge = (-constant.clone()).floor_div(factor)?;
            Some((variable, edge))
        }
        _ => None,
    }
}
