//! Equations that hold whatever is decided, and the variables that they determine together.
//!
//! The search moves one variable at a time, and never comes to an end with `a + b == 42` and `a - b == 42`: what brings
//! one nearer takes the other further away. Elimination solves them. It is done once, with the equations of the question
//! itself: those of cases come and go.

use rustc_hash::FxHashMap;

use crate::native::formula::{Formula, LIMIT, Literal, Row, RowId, Variable};
use crate::native::graph::Obstacle;

/// More equations are left to the search.
const MOST: usize = 24;

/// What is equal to a constant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Side {
    /// The first variable is the smaller one.
    Difference(Variable, Variable),
    Row(RowId),
}

/// `sum == constant`; the sum is by increasing variable, without common divisor.
#[derive(Clone, Debug)]
struct Equation {
    sum: Vec<(i128, Variable)>,
    constant: i128,
}

/// Variables with the only values that they can have.
pub fn determined<'a>(
    formulas: impl Iterator<Item = &'a Formula>,
    rows: &[Row],
) -> Result<Vec<(Variable, i64)>, Obstacle> {
    let mut bounds = FxHashMap::default();
    for formula in formulas {
        gather(formula, &mut bounds);
    }
    let mut exact: Vec<(Side, i64)> = bounds
        .into_iter()
        .filter_map(|(side, bounds)| match bounds {
            (Some(lower), Some(upper)) if lower == upper => Some((side, lower)),
            _ => None,
        })
        .collect();
    if exact.len() < 2 || exact.len() > MOST {
        return Ok(Vec::new());
    }
    exact.sort_unstable();
    let equations = exact
        .into_iter()
        .map(|(side, constant)| equation(side, constant, rows))
        .collect();
    let Some(solved) = eliminate(equations)? else {
        return Ok(Vec::new());
    };
    Ok(solved
        .iter()
        .filter_map(|equation| match equation.sum[..] {
            // Without common divisor: the factor is 1 or -1.
            [(factor, variable)] => Some((variable, equation.constant * factor)),
            _ => None,
        })
        .filter(|(_, value)| (-i128::from(LIMIT)..=i128::from(LIMIT)).contains(value))
        .map(|(variable, value)| (variable, value as i64))
        .collect())
}

type Bounds = FxHashMap<Side, (Option<i64>, Option<i64>)>;

fn gather(formula: &Formula, bounds: &mut Bounds) {
    match formula {
        Formula::All(parts) => parts.iter().for_each(|part| gather(part, bounds)),
        Formula::Literal(Literal::AtMost { left, right, bound }) => {
            if left < right {
                at_most(bounds, Side::Difference(*left, *right), *bound);
            } else {
                at_least(bounds, Side::Difference(*right, *left), -*bound);
            }
        }
        Formula::Literal(Literal::RowAtMost { row, bound }) => {
            at_most(bounds, Side::Row(*row), *bound);
        }
        Formula::Literal(Literal::RowAtLeast { row, bound }) => {
            at_least(bounds, Side::Row(*row), *bound);
        }
        Formula::True
        | Formula::False
        | Formula::Literal(Literal::Differs { .. } | Literal::RowDiffers { .. })
        | Formula::Within(..)
        | Formula::Any(_) => {}
    }
}

fn at_most(bounds: &mut Bounds, side: Side, bound: i64) {
    let (_, upper) = bounds.entry(side).or_default();
    *upper = Some(upper.map_or(bound, |known| known.min(bound)));
}

fn at_least(bounds: &mut Bounds, side: Side, bound: i64) {
    let (lower, _) = bounds.entry(side).or_default();
    *lower = Some(lower.map_or(bound, |known| known.max(bound)));
}

fn equation(side: Side, constant: i64, rows: &[Row]) -> Equation {
    let terms = match side {
        Side::Difference(left, right) => vec![(1, left), (-1, right)],
        Side::Row(row) => rows[row.0 as usize]
            .iter()
            .map(|&(factor, variable)| (i128::from(factor), variable))
            .collect(),
    };
    Equation {
        // The variable that is always zero is no unknown.
        sum: terms
            .into_iter()
            .filter(|&(_, variable)| variable != Variable::ZERO)
            .collect(),
        constant: i128::from(constant),
    }
}

/// The equations solved for as many variables as there are equations; `None` where numbers become too large.
fn eliminate(mut equations: Vec<Equation>) -> Result<Option<Vec<Equation>>, Obstacle> {
    for index in 0..equations.len() {
        let pivot = equations[index].clone();
        // The smallest factor keeps the numbers small.
        let Some(&(factor, variable)) = pivot.sum.iter().min_by_key(|(factor, _)| factor.abs())
        else {
            continue;
        };
        for (other, equation) in equations.iter_mut().enumerate() {
            let found = equation.sum.iter().find(|(_, one)| *one == variable);
            let Some(&(present, _)) = found.filter(|_| other != index) else {
                continue;
            };
            let Some(reduced) = combined(equation, factor, &pivot, -present) else {
                return Ok(None);
            };
            *equation = reduced;
            if !equation.divide() {
                return Err(Obstacle::Conflict(0));
            }
        }
    }
    Ok(Some(equations))
}

/// One equation times a factor, plus another one times another; `None` where a number becomes too large.
fn combined(one: &Equation, factor: i128, other: &Equation, weight: i128) -> Option<Equation> {
    let mut sum: Vec<(i128, Variable)> = Vec::with_capacity(one.sum.len() + other.sum.len());
    let scaled = |equation: &Equation, by: i128| -> Option<Vec<(i128, Variable)>> {
        let parts = equation.sum.iter();
        parts
            .map(|&(own, variable)| Some((own.checked_mul(by)?, variable)))
            .collect()
    };
    sum.extend(scaled(one, factor)?);
    sum.extend(scaled(other, weight)?);
    sum.sort_unstable_by_key(|&(_, variable)| variable);
    let mut merged: Vec<(i128, Variable)> = Vec::with_capacity(sum.len());
    for (factor, variable) in sum {
        match merged.last_mut() {
            Some((known, last)) if *last == variable => *known = known.checked_add(factor)?,
            _ => merged.push((factor, variable)),
        }
    }
    merged.retain(|&(factor, _)| factor != 0);
    let constant = one
        .constant
        .checked_mul(factor)?
        .checked_add(other.constant.checked_mul(weight)?)?;
    Some(Equation {
        sum: merged,
        constant,
    })
}

impl Equation {
    /// Divides by the common divisor of the factors; false if the equation has no solution.
    fn divide(&mut self) -> bool {
        let divisor = self.sum.iter().fold(0_u128, |divisor, (factor, _)| {
            let (mut one, mut other) = (divisor, factor.unsigned_abs());
            while other != 0 {
                (one, other) = (other, one % other);
            }
            one
        });
        let Ok(divisor) = i128::try_from(divisor) else {
            return true;
        };
        if divisor == 0 {
            return self.constant == 0;
        }
        if self.constant % divisor != 0 {
            return false;
        }
        self.constant /= divisor;
        for (factor, _) in &mut self.sum {
            *factor /= divisor;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn equation(sum: &[(i128, u32)], constant: i128) -> Equation {
        Equation {
            sum: sum
                .iter()
                .map(|&(factor, variable)| (factor, Variable(variable)))
                .collect(),
            constant,
        }
    }

    #[test]
    fn two_equations_determine_two_variables() {
        let equations = vec![
            equation(&[(1, 1), (1, 2)], 42),
            equation(&[(1, 1), (-1, 2)], 42),
        ];
        let solved = eliminate(equations).unwrap().unwrap();
        let mut values: Vec<_> = solved
            .iter()
            .map(|one| (one.sum[0].1, one.constant * one.sum[0].0))
            .collect();
        values.sort_unstable();
        assert_eq!(values, [(Variable(1), 42), (Variable(2), 0)]);
    }

    #[test]
    fn a_solution_between_two_integers_is_none() {
        let equations = vec![
            equation(&[(1, 1), (1, 2)], 43),
            equation(&[(1, 1), (-1, 2)], 42),
        ];
        assert!(matches!(eliminate(equations), Err(Obstacle::Conflict(0))));
    }

    #[test]
    fn equations_that_contradict_each_other_have_no_solution() {
        let equations = vec![
            equation(&[(1, 1), (2, 2)], 3),
            equation(&[(2, 1), (4, 2)], 8),
        ];
        assert!(matches!(eliminate(equations), Err(Obstacle::Conflict(0))));
    }

    #[test]
    fn numbers_that_become_too_large_end_it() {
        let large = i128::MAX / 2;
        let equations = vec![
            equation(&[(large, 1), (large - 2, 2)], 1),
            equation(&[(large - 1, 1), (7, 2)], 1),
        ];
        assert!(matches!(eliminate(equations), Ok(None)));
    }
}
