//! Which conditions of a path a person has to read: a bound or an inequality that a tighter one implies is left out.
//!
//! A loop `while i < n` decides `n > 0`, `n > 1`, `n > 2`, …: the last one says it all. Only comparisons of one and
//! the same sum are looked at, so what is left out follows from what is left by the order of integers alone.

use std::collections::HashMap;

use crate::build::Sum;
use crate::node::Node;
use crate::{Integer, TermId, Terms};

/// What is known of a sum without its constant, each with the position of the condition that says so.
#[derive(Default)]
struct Known {
    least: Option<(Integer, usize)>,
    greatest: Option<(Integer, usize)>,
    exact: Option<usize>,
}

/// What one condition says of a sum.
enum Says {
    AtLeast(Integer),
    AtMost(Integer),
    Is,
    IsNot(Integer),
}

type Weights = Vec<(Integer, TermId)>;

impl Terms {
    /// Those of the conditions of one path, which hold together, that imply the others; in their order.
    pub fn essential(&self, conditions: &[TermId]) -> Vec<TermId> {
        let said: Vec<_> = conditions.iter().map(|&term| self.said(term)).collect();
        let mut known: HashMap<&Weights, Known> = HashMap::new();
        for (position, (weights, says)) in said.iter().enumerate().filter_map(present) {
            let known = known.entry(weights).or_default();
            match says {
                Says::AtLeast(bound) => {
                    if known.least.as_ref().is_none_or(|(least, _)| bound > least) {
                        known.least = Some((bound.clone(), position));
                    }
                }
                Says::AtMost(bound) => {
                    let greatest = known.greatest.as_ref();
                    if greatest.is_none_or(|(greatest, _)| bound < greatest) {
                        known.greatest = Some((bound.clone(), position));
                    }
                }
                Says::Is => known.exact = known.exact.or(Some(position)),
                Says::IsNot(_) => {}
            }
        }
        let is_essential = |position: usize| {
            said[position]
                .as_ref()
                .is_none_or(|(weights, says)| known[weights].needs(position, says))
        };
        (0..conditions.len())
            .filter(|&position| is_essential(position))
            .map(|position| conditions[position])
            .collect()
    }

    /// What a condition says of a sum whose first coefficient is positive; `None` for other conditions.
    fn said(&self, condition: TermId) -> Option<(Weights, Says)> {
        match self.node(condition) {
            Node::AtMostZero(term) => {
                let Sum { constant, terms } = self.sum_of(*term);
                if terms.first()?.0.is_negative() {
                    let weights = terms.into_iter().map(|(factor, atom)| (-&factor, atom));
                    Some((weights.collect(), Says::AtLeast(constant)))
                } else {
                    Some((terms, Says::AtMost(-&constant)))
                }
            }
            // The first coefficient is positive: a canonical form.
            Node::IsZero(term) => Some((self.sum_of(*term).terms, Says::Is)),
            Node::Not(negated) => {
                let Node::IsZero(term) = self.node(*negated) else {
                    return None;
                };
                let Sum { constant, terms } = self.sum_of(*term);
                Some((terms, Says::IsNot(-&constant)))
            }
            _ => None,
        }
    }
}

impl Known {
    fn needs(&self, position: usize, says: &Says) -> bool {
        if let Some(exact) = self.exact {
            return exact == position;
        }
        match says {
            Says::AtLeast(_) => self.least.as_ref().is_some_and(|(_, at)| *at == position),
            Says::AtMost(_) => self
                .greatest
                .as_ref()
                .is_some_and(|(_, at)| *at == position),
            Says::Is => true,
            Says::IsNot(value) => {
                self.least.as_ref().is_none_or(|(least, _)| value >= least)
                    && self
                        .greatest
                        .as_ref()
                        .is_none_or(|(greatest, _)| value <= greatest)
            }
        }
    }
}

fn present<T>((position, said): (usize, &Option<T>)) -> Option<(usize, &T)> {
    said.as_ref().map(|said| (position, said))
}
