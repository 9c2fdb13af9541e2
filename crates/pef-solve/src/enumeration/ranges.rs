//! Bounds of the variables of a question, from their domains and from the sums that the question bounds.

use pef_term::{Integer, Linear, Node, Sort, TermId, Terms, VariableId};

use crate::tier::Query;

/// How often what follows from one bound is carried to others.
const ROUNDS: usize = 4;

/// What bounds a variable of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    Between(i64, i64),
    /// No value is left.
    Empty,
    Unbounded,
}

/// Bounds as they are known so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Bounds {
    lower: Option<i128>,
    upper: Option<i128>,
}

/// The ranges of all variables of a question, which are integers or Booleans.
pub fn ranges(terms: &Terms, query: &Query) -> Vec<Range> {
    let known = query.variables.iter().map(|&variable| {
        let info = terms.variable_info(variable);
        match info.sort {
            Sort::Bool => Bounds {
                lower: Some(0),
                upper: Some(1),
            },
            Sort::Int | Sort::Float => Bounds {
                lower: info.domain.lower.as_ref().and_then(word),
                upper: info.domain.upper.as_ref().and_then(word),
            },
        }
    });
    let mut narrowing = Narrowing {
        terms,
        variables: &query.variables,
        known: known.collect(),
    };
    for _ in 0..ROUNDS {
        let before = narrowing.known.clone();
        for &constraint in &query.constraints {
            narrowing.condition(constraint);
        }
        if narrowing.known == before {
            break;
        }
    }
    narrowing.known.into_iter().map(range).collect()
}

fn range(bounds: Bounds) -> Range {
    let (Some(lower), Some(upper)) = (bounds.lower, bounds.upper) else {
        return Range::Unbounded;
    };
    if lower > upper {
        return Range::Empty;
    }
    match (i64::try_from(lower), i64::try_from(upper)) {
        (Ok(lower), Ok(upper)) => Range::Between(lower, upper),
        _ => Range::Unbounded,
    }
}

fn word(number: &Integer) -> Option<i128> {
    number.to_i64().map(i128::from)
}

struct Narrowing<'a> {
    terms: &'a Terms,
    /// By id.
    variables: &'a [VariableId],
    /// One for each of `variables`.
    known: Vec<Bounds>,
}

impl Narrowing<'_> {
    /// What follows from a condition that holds.
    fn condition(&mut self, condition: TermId) {
        match self.terms.node(condition) {
            Node::And(parts) => {
                for &part in parts {
                    self.condition(part);
                }
            }
            &Node::AtMostZero(sum) => self.at_most_zero(sum, 1),
            &Node::IsZero(sum) => {
                self.at_most_zero(sum, 1);
                self.at_most_zero(sum, -1);
            }
            _ => {}
        }
    }

    /// What follows from a sum, times the sign, being at most zero.
    fn at_most_zero(&mut self, sum: TermId, sign: i128) {
        if let Some(place) = self.place(sum) {
            self.bound(place, sign, 0);
        }
        let Node::Linear(Linear { constant, terms }) = self.terms.node(sum) else {
            return;
        };
        let Some(constant) = word(constant) else {
            return;
        };
        for (index, (factor, atom)) in terms.iter().enumerate() {
            let (Some(place), Some(factor)) = (self.place(*atom), word(factor)) else {
                continue;
            };
            let others = terms
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != index);
            let least = others
                .map(|(_, (factor, atom))| self.least(word(factor)?.checked_mul(sign)?, *atom))
                .try_fold(constant * sign, |sum, least| sum.checked_add(least?));
            if let Some(least) = least {
                self.bound(place, factor * sign, -least);
            }
        }
    }

    /// A variable times a factor is at most this.
    fn bound(&mut self, place: usize, factor: i128, most: i128) {
        let known = &mut self.known[place];
        if factor > 0 {
            let upper = most.div_euclid(factor);
            known.upper = Some(known.upper.map_or(upper, |old| old.min(upper)));
        } else if factor < 0 {
            // Rounded up, since dividing turns the relation round.
            let lower = -most.div_euclid(-factor);
            known.lower = Some(known.lower.map_or(lower, |old| old.max(lower)));
        }
    }

    /// The least that a factor times an atom can be.
    fn least(&self, factor: i128, atom: TermId) -> Option<i128> {
        let bounds = self.place(atom).map_or_else(
            || {
                let interval = self.terms.interval(atom);
                Bounds {
                    lower: interval.lower.as_ref().and_then(word),
                    upper: interval.upper.as_ref().and_then(word),
                }
            },
            |place| self.known[place],
        );
        let bound = if factor > 0 {
            bounds.lower
        } else {
            bounds.upper
        };
        factor.checked_mul(bound?)
    }

    fn place(&self, term: TermId) -> Option<usize> {
        let &Node::Variable(variable) = self.terms.node(term) else {
            return None;
        };
        self.variables.binary_search(&variable).ok()
    }
}
