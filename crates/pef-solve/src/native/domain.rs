//! Sets of values of one variable, as ranges: what a table of characters says of a code.
//!
//! A disjunction of hundreds of ranges would be a decision with hundreds of cases, and two of them a product. As a set it
//! is one thing to intersect, and a value outside of it has two neighbours inside.

use crate::native::formula::{Formula, Literal, Variable};

/// No value of a variable is beyond these.
const LOWEST: i64 = -(1 << 61);
const HIGHEST: i64 = 1 << 61;
/// Fewer parts about one variable stay as they are: bounds and values are decided well by themselves.
const FEWEST_PARTS: usize = 4;

/// A set of integers: inclusive pairs, ascending, with gaps between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domain(Box<[(i64, i64)]>);

impl Domain {
    fn at_most(bound: i64) -> Self {
        Self(Box::new([(LOWEST, bound)]))
    }

    fn at_least(bound: i64) -> Self {
        Self(Box::new([(bound, HIGHEST)]))
    }

    pub fn contains(&self, value: i64) -> bool {
        self.at_or_below(value) == Some(value)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn is_everything(&self) -> bool {
        *self.0 == [(LOWEST, HIGHEST)]
    }

    /// The least value, if there is one.
    pub fn lower(&self) -> Option<i64> {
        let (first, _) = self.0.first()?;
        (*first > LOWEST).then_some(*first)
    }

    /// The greatest value, if there is one.
    pub fn upper(&self) -> Option<i64> {
        let (_, last) = self.0.last()?;
        (*last < HIGHEST).then_some(*last)
    }

    /// The greatest value that is not above this one.
    pub fn at_or_below(&self, value: i64) -> Option<i64> {
        let after = self.0.partition_point(|&(first, _)| first <= value);
        let (_, last) = self.0[..after].last()?;
        Some(value.min(*last))
    }

    /// The least value that is not below this one.
    pub fn at_or_above(&self, value: i64) -> Option<i64> {
        let from = self.0.partition_point(|&(_, last)| last < value);
        let (first, _) = self.0.get(from)?;
        Some(value.max(*first))
    }

    fn union(domains: impl Iterator<Item = Domain>) -> Self {
        let mut ranges: Vec<(i64, i64)> = domains.flat_map(|domain| domain.0.into_vec()).collect();
        ranges.sort_unstable();
        let mut merged: Vec<(i64, i64)> = Vec::with_capacity(ranges.len());
        for (first, last) in ranges {
            match merged.last_mut() {
                Some((_, end)) if first <= *end + 1 => *end = last.max(*end),
                _ => merged.push((first, last)),
            }
        }
        Self(merged.into())
    }

    fn complement(&self) -> Self {
        let mut ranges = Vec::with_capacity(self.0.len() + 1);
        let mut from = LOWEST;
        for &(first, last) in &self.0 {
            if from < first {
                ranges.push((from, first - 1));
            }
            from = last + 1;
        }
        if from <= HIGHEST {
            ranges.push((from, HIGHEST));
        }
        Self(ranges.into())
    }

    fn intersection(domains: impl Iterator<Item = Domain>) -> Self {
        Self::union(domains.map(|domain| domain.complement())).complement()
    }

    /// What a formula says, if it is about one variable alone.
    fn of(formula: &Formula) -> Option<(Variable, Self)> {
        match formula {
            Formula::Literal(Literal::AtMost {
                left,
                right: Variable::ZERO,
                bound,
            }) => Some((*left, Self::at_most(*bound))),
            Formula::Literal(Literal::AtMost {
                left: Variable::ZERO,
                right,
                bound,
            }) => Some((*right, Self::at_least(-*bound))),
            Formula::Literal(Literal::Differs {
                left,
                right: Variable::ZERO,
                value,
            }) => {
                let sides = [Self::at_most(*value - 1), Self::at_least(*value + 1)];
                Some((*left, Self::union(sides.into_iter())))
            }
            Formula::Within(variable, domain) => Some((*variable, (**domain).clone())),
            Formula::All(parts) => {
                let (variable, domains) = Self::of_all(parts)?;
                Some((variable, Self::intersection(domains.into_iter())))
            }
            Formula::Any(parts) => {
                let (variable, domains) = Self::of_all(parts)?;
                Some((variable, Self::union(domains.into_iter())))
            }
            Formula::True | Formula::False | Formula::Literal(_) => None,
        }
    }

    /// What each of some formulas says of the one variable that they are about.
    fn of_all(parts: &[Formula]) -> Option<(Variable, Vec<Self>)> {
        let (variable, first) = Self::of(parts.first()?)?;
        let mut domains = vec![first];
        for part in &parts[1..] {
            let (other, domain) = Self::of(part)?;
            if other != variable {
                return None;
            }
            domains.push(domain);
        }
        Some((variable, domains))
    }

    fn into_formula(self, variable: Variable) -> Formula {
        if self.is_empty() {
            Formula::False
        } else if self.is_everything() {
            Formula::True
        } else {
            Formula::Within(variable, self.into())
        }
    }
}

/// How parts are put together.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Joined {
    All,
    Any,
}

/// The same parts, with those that are about one variable alone as one set of its values, where they are many.
pub fn gathered(parts: Vec<Formula>, joined: Joined) -> Vec<Formula> {
    if parts.len() < FEWEST_PARTS {
        return parts;
    }
    let mut others = Vec::new();
    // In the order of meeting: there are few variables.
    let mut sets: Vec<(Variable, Vec<(Formula, Domain)>)> = Vec::new();
    for part in parts {
        let is_candidate = match joined {
            Joined::Any => true,
            // A bound or a forbidden value that holds in any case is best known as such.
            Joined::All => !matches!(part, Formula::Literal(_)),
        };
        match Domain::of(&part).filter(|_| is_candidate) {
            None => others.push(part),
            Some((variable, domain)) => {
                match sets.iter_mut().find(|(known, _)| *known == variable) {
                    Some((_, domains)) => domains.push((part, domain)),
                    None => sets.push((variable, vec![(part, domain)])),
                }
            }
        }
    }
    for (variable, domains) in sets {
        if domains.len() < FEWEST_PARTS {
            others.extend(domains.into_iter().map(|(part, _)| part));
            continue;
        }
        let domains = domains.into_iter().map(|(_, domain)| domain);
        let domain = match joined {
            Joined::All => Domain::intersection(domains),
            Joined::Any => Domain::union(domains),
        };
        others.push(domain.into_formula(variable));
    }
    others
}
