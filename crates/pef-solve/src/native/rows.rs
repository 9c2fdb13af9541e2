//! Sums that are not differences: an interval for each, bounds of their variables by propagation, and, where the
//! candidate is outside of an interval, which variable to move.
//!
//! Propagation alone is complete for nothing but it is what contradictions between sums look like in practice; the search
//! decides the rest by cutting the range of a variable in two. Simplex was the alternative; it is Z3's, and right behind.

use crate::native::formula::{LIMIT, Literal, Row, RowId, Values, Variable};
use crate::native::graph::{Bound, Graph, Levels, Obstacle};

/// How often all rows are looked at before propagation ends; with large domains it can go on nearly for ever.
const MOST_ROUNDS: usize = 8;

#[derive(Clone, Copy, Debug, Default)]
struct Range {
    lower: Option<Bound>,
    upper: Option<Bound>,
}

#[derive(Default)]
pub struct Rows {
    /// By row; those not in `active` are empty.
    ranges: Vec<Range>,
    active: Vec<RowId>,
    trail: Vec<(RowId, Range)>,
}

#[derive(Clone, Copy, Debug)]
pub struct RowMark(usize);

/// The smallest or largest value of a row that bounds allow.
#[derive(Clone, Copy, Default)]
struct Extreme {
    sum: i128,
    /// Variables without a bound on that side.
    unbounded: usize,
    levels: Levels,
}

/// One variable to move, and the two halves of its range.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    /// The half that repairs the row, then the other one.
    pub halves: [Literal; 2],
}

impl Rows {
    pub fn clear(&mut self, row_count: usize) {
        for row in self.active.drain(..) {
            self.ranges[row.0 as usize] = Range::default();
        }
        self.trail.clear();
        if self.ranges.len() < row_count {
            self.ranges.resize(row_count, Range::default());
        }
    }

    pub fn is_empty(&self) -> bool {
        self.active.is_empty()
    }

    pub fn mark(&self) -> RowMark {
        RowMark(self.trail.len())
    }

    pub fn undo(&mut self, mark: RowMark) {
        while self.trail.len() > mark.0 {
            let (row, range) = self.trail.pop().expect("longer than the mark");
            self.ranges[row.0 as usize] = range;
            if range.lower.is_none() && range.upper.is_none() {
                let last = self.active.pop();
                debug_assert_eq!(last, Some(row));
            }
        }
    }

    pub fn assert_upper(&mut self, row: RowId, bound: i64, levels: Levels) -> Result<(), Obstacle> {
        let range = self.ranges[row.0 as usize];
        if range.upper.is_some_and(|known| known.value <= bound) {
            return Ok(());
        }
        let upper = Some(Bound {
            value: bound,
            levels,
        });
        self.set(row, Range { upper, ..range })
    }

    pub fn assert_lower(&mut self, row: RowId, bound: i64, levels: Levels) -> Result<(), Obstacle> {
        let range = self.ranges[row.0 as usize];
        if range.lower.is_some_and(|known| known.value >= bound) {
            return Ok(());
        }
        let lower = Some(Bound {
            value: bound,
            levels,
        });
        self.set(row, Range { lower, ..range })
    }

    fn set(&mut self, row: RowId, range: Range) -> Result<(), Obstacle> {
        let old = std::mem::replace(&mut self.ranges[row.0 as usize], range);
        self.trail.push((row, old));
        if old.lower.is_none() && old.upper.is_none() {
            self.active.push(row);
        }
        match (range.lower, range.upper) {
            (Some(lower), Some(upper)) if lower.value > upper.value => {
                Err(Obstacle::Conflict(lower.levels | upper.levels))
            }
            _ => Ok(()),
        }
    }

    /// Tightens the bounds of variables until nothing changes, or often enough.
    pub fn propagate(&self, rows: &[Row], graph: &mut Graph) -> Result<(), Obstacle> {
        for _ in 0..MOST_ROUNDS {
            let mut changed = graph.propagate_bounds()?;
            for &id in &self.active {
                let (row, range) = (&rows[id.0 as usize], self.ranges[id.0 as usize]);
                graph.spend(row.len())?;
                if let Some(upper) = range.upper {
                    changed |= tighten(row, upper, 1, graph)?;
                }
                if let Some(lower) = range.lower {
                    let upper = Bound {
                        value: -lower.value,
                        levels: lower.levels,
                    };
                    changed |= tighten(row, upper, -1, graph)?;
                }
                divisible(row, range, graph)?;
            }
            if !changed {
                break;
            }
        }
        Ok(())
    }

    /// How to move one variable so that a violated row comes closer to its interval; `None` if no row is violated.
    pub fn violated(&self, values: &Values, graph: &Graph) -> Result<Option<Cut>, Obstacle> {
        for &id in &self.active {
            let range = self.ranges[id.0 as usize];
            let value = values.row(id);
            let exact = match (range.lower, range.upper) {
                (Some(lower), Some(upper)) => lower.value == upper.value,
                _ => false,
            };
            let row = &values.rows[id.0 as usize];
            if let Some(upper) = range.upper
                && value > i128::from(upper.value)
            {
                let excess = value - i128::from(upper.value);
                return cut(row, 1, excess, exact, values, graph).map(Some);
            }
            if let Some(lower) = range.lower
                && value < i128::from(lower.value)
            {
                let excess = i128::from(lower.value) - value;
                return cut(row, -1, excess, exact, values, graph).map(Some);
            }
        }
        Ok(None)
    }
}

/// Bounds that follow from `sign * row <= upper`.
fn tighten(row: &Row, upper: Bound, sign: i64, graph: &mut Graph) -> Result<bool, Obstacle> {
    let mut least = Extreme::default();
    for &(coefficient, variable) in row.iter() {
        let coefficient = sign * coefficient;
        match smallest(coefficient, variable, graph) {
            Some((product, levels)) => {
                least.sum += product;
                least.levels |= levels;
            }
            None => least.unbounded += 1,
        }
    }
    let levels = least.levels | upper.levels;
    if least.unbounded == 0 && least.sum > i128::from(upper.value) {
        return Err(Obstacle::Conflict(levels));
    }
    if least.unbounded > 1 {
        return Ok(false);
    }
    let mut changed = false;
    for &(coefficient, variable) in row.iter() {
        let coefficient = sign * coefficient;
        let own = smallest(coefficient, variable, graph).map(|(product, _)| product);
        let others = match (own, least.unbounded) {
            (Some(own), 0) => least.sum - own,
            (None, 1) => least.sum,
            _ => continue,
        };
        // coefficient * variable <= rest
        let rest = i128::from(upper.value) - others;
        let bound = rest.div_euclid(i128::from(coefficient));
        // With a negative coefficient, Euclid's division rounds up, as a lower bound must be.
        if !(-i128::from(LIMIT)..=i128::from(LIMIT)).contains(&bound) {
            continue;
        }
        let bound = bound as i64;
        if coefficient > 0 {
            if graph
                .upper(variable)
                .is_none_or(|known| bound < known.value)
            {
                graph.assert(variable, Variable::ZERO, bound, levels)?;
                changed = true;
            }
        } else if graph
            .lower(variable)
            .is_none_or(|known| bound > known.value)
        {
            graph.assert(Variable::ZERO, variable, -bound, levels)?;
            changed = true;
        }
        // The sums stay valid: they are of older, weaker bounds.
    }
    Ok(changed)
}

/// The smallest value of a product.
fn smallest(coefficient: i64, variable: Variable, graph: &Graph) -> Option<(i128, Levels)> {
    let bound = if coefficient > 0 {
        graph.lower(variable)
    } else {
        graph.upper(variable)
    }?;
    Some((
        i128::from(coefficient) * i128::from(bound.value),
        bound.levels,
    ))
}

/// An equation whose free coefficients have a common divisor that does not divide the rest has no solution.
fn divisible(row: &Row, range: Range, graph: &Graph) -> Result<(), Obstacle> {
    let (Some(lower), Some(upper)) = (range.lower, range.upper) else {
        return Ok(());
    };
    if lower.value != upper.value {
        return Ok(());
    }
    let mut rest = i128::from(upper.value);
    let mut levels = lower.levels | upper.levels;
    let mut divisor = 0u64;
    for &(coefficient, variable) in row.iter() {
        match (graph.lower(variable), graph.upper(variable)) {
            (Some(low), Some(high)) if low.value == high.value => {
                rest -= i128::from(coefficient) * i128::from(low.value);
                levels |= low.levels | high.levels;
            }
            _ => {
                let mut other = coefficient.unsigned_abs();
                while other != 0 {
                    (divisor, other) = (other, divisor % other);
                }
            }
        }
    }
    let divides = if divisor == 0 {
        rest == 0
    } else {
        rest % i128::from(divisor) == 0
    };
    if divides {
        Ok(())
    } else {
        Err(Obstacle::Conflict(levels))
    }
}

/// Chooses the variable that brings `sign * row` down by `excess` best: all the way, without overshooting an
/// equation, and preferably one that nobody sees.
fn cut(
    row: &Row,
    sign: i64,
    excess: i128,
    exact: bool,
    values: &Values,
    graph: &Graph,
) -> Result<Cut, Obstacle> {
    let mut best: Option<((bool, bool, i128, usize), Cut)> = None;
    for (position, &(coefficient, variable)) in row.iter().enumerate() {
        let coefficient = sign * coefficient;
        let size = i128::from(coefficient.unsigned_abs());
        let value = values.of(variable);
        // An equation is approached from this side, an inequality may be overshot.
        let mut wanted = if exact {
            excess / size
        } else {
            (excess + size - 1) / size
        };
        if wanted == 0 {
            wanted = 1;
        }
        let room = if coefficient > 0 {
            graph
                .lower(variable)
                .map(|bound| i128::from(value) - i128::from(bound.value))
        } else {
            graph
                .upper(variable)
                .map(|bound| i128::from(bound.value) - i128::from(value))
        };
        let amount = room.map_or(wanted, |room| wanted.min(room));
        if amount <= 0 || amount > i128::from(LIMIT) {
            continue;
        }
        let left = (excess - amount * size).abs();
        let done = if exact {
            left == 0
        } else {
            amount * size >= excess
        };
        let overshoots = exact && amount * size > excess;
        let target = if coefficient > 0 {
            value - amount as i64
        } else {
            value + amount as i64
        };
        if !(-LIMIT..=LIMIT).contains(&target) {
            continue;
        }
        // Later variables are auxiliary ones and inputs that came up later.
        let score = (
            !done,
            overshoots,
            if done { 0 } else { left },
            row.len() - position,
        );
        if best.as_ref().is_none_or(|(known, _)| score < *known) {
            let down = coefficient > 0;
            best = Some((score, halves(variable, target, down)));
        }
    }
    best.map(|(_, cut)| cut).ok_or(Obstacle::GiveUp)
}

fn halves(variable: Variable, target: i64, down: bool) -> Cut {
    let at_most = |bound| Literal::AtMost {
        left: variable,
        right: Variable::ZERO,
        bound,
    };
    let at_least = |bound: i64| Literal::AtMost {
        left: Variable::ZERO,
        right: variable,
        bound: -bound,
    };
    let halves = if down {
        [at_most(target), at_least(target + 1)]
    } else {
        [at_least(target), at_most(target - 1)]
    };
    Cut { halves }
}
