//! Difference constraints: a graph of edges `to <= from + weight`, and values that satisfy all of them.
//!
//! The values are the candidate model. It starts as the current input, and when a new edge is violated it is
//! repaired: the end that is too high is lowered or the other one raised, and what that violates is repaired in turn.
//! Because all older edges hold, a repair that comes back to where it started has gone around a cycle of negative
//! length, which is a contradiction, and the edges of the cycle are its proof (Cotton and Maler, "Fast and Flexible
//! Difference Constraint Propagation for DPLL(T)", 2006). So the constraints of a path cost nothing while the input satisfies
//! them, and only variables that have to move are looked at. Computing shortest paths for every question was the
//! alternative; it looks at everything, and its models are nowhere near the current input.
//!
//! [`Variable::ZERO`] is a node like the others, which gives single variables their bounds. It should stay where it is;
//! a repair that has to move it moves all other values instead, by the same amount.

use crate::native::formula::{LIMIT, Variable};

/// Which decisions of the search a fact depends on: a bit for each level. None is a fact about the question itself.
pub type Levels = u128;

/// Why a constraint could not be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// It contradicts what was added under these decisions (its own among them, if they matter).
    Conflict(Levels),
    /// Too many steps, or numbers too large.
    GiveUp,
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    from: Variable,
    to: Variable,
    weight: i64,
    levels: Levels,
    /// The next edges with the same start and with the same end.
    next_from: u32,
    next_to: u32,
}

const NONE: u32 = u32::MAX;

/// A bound of a single variable and what it depends on.
#[derive(Clone, Copy, Debug)]
pub struct Bound {
    pub value: i64,
    pub levels: Levels,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    first_from: u32,
    first_to: u32,
    lower: Option<Bound>,
    upper: Option<Bound>,
    /// The edge that moved it last, in the repair with this number.
    moved_by: u32,
    moved_in: u32,
    queued: bool,
    member: bool,
}

const FRESH: Node = Node {
    first_from: NONE,
    first_to: NONE,
    lower: None,
    upper: None,
    moved_by: NONE,
    moved_in: 0,
    queued: false,
    member: false,
};

/// What to undo.
#[derive(Clone, Copy, Debug)]
enum Change {
    Value(Variable, i64),
    Lower(Variable, Option<Bound>),
    Upper(Variable, Option<Bound>),
    Edge,
}

/// A moment to go back to.
#[derive(Clone, Copy, Debug)]
pub struct Mark(usize);

#[derive(Default)]
pub struct Graph {
    nodes: Vec<Node>,
    /// The candidate, by variable.
    pub values: Vec<i64>,
    edges: Vec<Edge>,
    trail: Vec<Change>,
    /// The variables of this question.
    members: Vec<Variable>,
    queue: Vec<Variable>,
    repairs: u32,
    steps: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Lower,
    Raise,
}

/// How a repair ended that did not succeed.
enum Stopped {
    /// Zero would have to move.
    AtZero,
    Obstacle(Obstacle),
}

impl Graph {
    /// Forgets everything and starts a new question, with a limit on the work.
    pub fn clear(&mut self, variable_count: usize, steps: usize) {
        for member in self.members.drain(..) {
            self.nodes[member.index()] = FRESH;
        }
        self.edges.clear();
        self.trail.clear();
        self.queue.clear();
        self.repairs = 0;
        self.steps = steps;
        if self.nodes.len() < variable_count {
            self.nodes.resize(variable_count, FRESH);
            self.values.resize(variable_count, 0);
        }
        self.add_variable(Variable::ZERO, 0);
    }

    /// A variable of the question, with the value to start from.
    pub fn add_variable(&mut self, variable: Variable, value: i64) {
        self.members.push(variable);
        self.nodes[variable.index()].member = true;
        self.values[variable.index()] = value;
    }

    pub fn lower(&self, variable: Variable) -> Option<Bound> {
        self.nodes[variable.index()].lower
    }

    pub fn upper(&self, variable: Variable) -> Option<Bound> {
        self.nodes[variable.index()].upper
    }

    pub fn mark(&self) -> Mark {
        Mark(self.trail.len())
    }

    /// Forgets all that was added since, and restores the candidate of then.
    pub fn undo(&mut self, mark: Mark) {
        while self.trail.len() > mark.0 {
            match self.trail.pop().expect("longer than the mark") {
                Change::Value(variable, value) => self.values[variable.index()] = value,
                Change::Lower(variable, bound) => self.nodes[variable.index()].lower = bound,
                Change::Upper(variable, bound) => self.nodes[variable.index()].upper = bound,
                Change::Edge => {
                    let edge = self.edges.pop().expect("an edge for each change");
                    self.nodes[edge.from.index()].first_from = edge.next_from;
                    self.nodes[edge.to.index()].first_to = edge.next_to;
                }
            }
        }
    }

    /// Takes some steps from the budget.
    pub fn spend(&mut self, steps: usize) -> Result<(), Obstacle> {
        self.steps = self.steps.checked_sub(steps).ok_or(Obstacle::GiveUp)?;
        Ok(())
    }

    /// Adds `left - right <= bound` and repairs the candidate.
    pub fn assert(
        &mut self,
        left: Variable,
        right: Variable,
        bound: i64,
        levels: Levels,
    ) -> Result<(), Obstacle> {
        debug_assert!(self.nodes[left.index()].member && self.nodes[right.index()].member);
        if left == right {
            return if bound >= 0 {
                Ok(())
            } else {
                Err(Obstacle::Conflict(levels))
            };
        }
        if !(-LIMIT..=LIMIT).contains(&bound) {
            return Err(Obstacle::GiveUp);
        }
        if !self.note_bound(left, right, bound, levels)? {
            return Ok(());
        }
        let (from, to) = (right, left);
        let index = self.edges.len() as u32;
        self.edges.push(Edge {
            from,
            to,
            weight: bound,
            levels,
            next_from: self.nodes[from.index()].first_from,
            next_to: self.nodes[to.index()].first_to,
        });
        self.nodes[from.index()].first_from = index;
        self.nodes[to.index()].first_to = index;
        self.trail.push(Change::Edge);
        if self.values[to.index()] <= self.values[from.index()] + bound {
            return Ok(());
        }
        self.repair(index)
    }

    /// Notes a bound of a single variable. Says whether there is anything new in it.
    fn note_bound(
        &mut self,
        left: Variable,
        right: Variable,
        bound: i64,
        levels: Levels,
    ) -> Result<bool, Obstacle> {
        let new;
        if right == Variable::ZERO {
            let node = &mut self.nodes[left.index()];
            if node.upper.is_some_and(|known| known.value <= bound) {
                return Ok(false);
            }
            self.trail.push(Change::Upper(left, node.upper));
            node.upper = Some(Bound {
                value: bound,
                levels,
            });
            new = left;
        } else if left == Variable::ZERO {
            let node = &mut self.nodes[right.index()];
            if node.lower.is_some_and(|known| known.value >= -bound) {
                return Ok(false);
            }
            self.trail.push(Change::Lower(right, node.lower));
            node.lower = Some(Bound {
                value: -bound,
                levels,
            });
            new = right;
        } else {
            return Ok(true);
        }
        let node = &self.nodes[new.index()];
        match (node.lower, node.upper) {
            (Some(lower), Some(upper)) if lower.value > upper.value => {
                Err(Obstacle::Conflict(lower.levels | upper.levels))
            }
            _ => Ok(true),
        }
    }

    fn repair(&mut self, index: u32) -> Result<(), Obstacle> {
        let Edge { from, to, .. } = self.edges[index as usize];
        let before = self.mark();
        // Raising comes first: zeros become ones rather than minus ones. Zero itself is moved only if there is no other
        // way, and never where it is an end of the new edge, because then a conflict is found on reaching it.
        if from != Variable::ZERO {
            match self.propagate(index, Direction::Raise, true) {
                Ok(()) => return Ok(()),
                Err(Stopped::Obstacle(obstacle)) => return Err(obstacle),
                Err(Stopped::AtZero) => self.undo(before),
            }
        }
        if to != Variable::ZERO {
            match self.propagate(index, Direction::Lower, true) {
                Ok(()) => return Ok(()),
                Err(Stopped::Obstacle(obstacle)) => return Err(obstacle),
                Err(Stopped::AtZero) => self.undo(before),
            }
        }
        match self.propagate(index, Direction::Lower, false) {
            Ok(()) => self.bring_back_zero(),
            Err(Stopped::Obstacle(obstacle)) => Err(obstacle),
            Err(Stopped::AtZero) => unreachable!("zero may move"),
        }
    }

    /// Moves one end of a violated edge and whatever then has to follow.
    fn propagate(&mut self, index: u32, direction: Direction, pinned: bool) -> Result<(), Stopped> {
        self.repairs += 1;
        self.queue.clear();
        let edge = self.edges[index as usize];
        let (first, origin) = match direction {
            Direction::Lower => (edge.to, edge.from),
            Direction::Raise => (edge.from, edge.to),
        };
        let result = self.cascade(index, first, origin, direction, pinned);
        for position in 0..self.queue.len() {
            let queued = self.queue[position];
            self.nodes[queued.index()].queued = false;
        }
        result
    }

    fn cascade(
        &mut self,
        index: u32,
        first: Variable,
        origin: Variable,
        direction: Direction,
        pinned: bool,
    ) -> Result<(), Stopped> {
        self.follow(index, first, origin, direction)
            .map_err(Stopped::Obstacle)?;
        let mut head = 0;
        while head < self.queue.len() {
            let variable = self.queue[head];
            head += 1;
            self.nodes[variable.index()].queued = false;
            let node = &self.nodes[variable.index()];
            let mut next = match direction {
                Direction::Lower => node.first_from,
                Direction::Raise => node.first_to,
            };
            while next != NONE {
                self.spend(1).map_err(Stopped::Obstacle)?;
                let edge = self.edges[next as usize];
                let current = next;
                let other = match direction {
                    Direction::Lower => {
                        next = edge.next_from;
                        edge.to
                    }
                    Direction::Raise => {
                        next = edge.next_to;
                        edge.from
                    }
                };
                if self.values[edge.to.index()] <= self.values[edge.from.index()] + edge.weight {
                    continue;
                }
                if other == origin {
                    let levels = self.cycle(current, origin, direction);
                    return Err(Stopped::Obstacle(Obstacle::Conflict(levels)));
                }
                if pinned && other == Variable::ZERO {
                    return Err(Stopped::AtZero);
                }
                self.follow(current, other, variable, direction)
                    .map_err(Stopped::Obstacle)?;
            }
        }
        Ok(())
    }

    /// Moves a variable just as far as an edge demands.
    fn follow(
        &mut self,
        index: u32,
        moving: Variable,
        still: Variable,
        direction: Direction,
    ) -> Result<(), Obstacle> {
        let weight = self.edges[index as usize].weight;
        let value = match direction {
            Direction::Lower => self.values[still.index()] + weight,
            Direction::Raise => self.values[still.index()] - weight,
        };
        if !(-LIMIT..=LIMIT).contains(&value) {
            return Err(Obstacle::GiveUp);
        }
        let old = std::mem::replace(&mut self.values[moving.index()], value);
        self.trail.push(Change::Value(moving, old));
        let node = &mut self.nodes[moving.index()];
        node.moved_by = index;
        node.moved_in = self.repairs;
        if !node.queued {
            node.queued = true;
            self.queue.push(moving);
        }
        Ok(())
    }

    /// What the cycle depends on that the last edge closes at the origin: the edges that moved its variables, back to
    /// the origin.
    fn cycle(&self, last: u32, origin: Variable, direction: Direction) -> Levels {
        let mut levels = 0;
        let mut index = last;
        for _ in 0..=self.members.len() {
            let edge = &self.edges[index as usize];
            levels |= edge.levels;
            let back = match direction {
                Direction::Lower => edge.from,
                Direction::Raise => edge.to,
            };
            if back == origin {
                return levels;
            }
            let node = &self.nodes[back.index()];
            if node.moved_in != self.repairs {
                break;
            }
            index = node.moved_by;
        }
        debug_assert!(false, "a cycle that does not close");
        Levels::MAX
    }

    /// Shifts all values so that zero is 0 again, which changes no difference.
    fn bring_back_zero(&mut self) -> Result<(), Obstacle> {
        let shift = self.values[Variable::ZERO.index()];
        if shift == 0 {
            return Ok(());
        }
        for position in 0..self.members.len() {
            let member = self.members[position];
            let old = self.values[member.index()];
            let value = old - shift;
            if !(-LIMIT..=LIMIT).contains(&value) {
                return Err(Obstacle::GiveUp);
            }
            self.values[member.index()] = value;
            self.trail.push(Change::Value(member, old));
        }
        Ok(())
    }

    /// Derives bounds of single variables from differences, once around; says whether there was anything new.
    pub fn propagate_bounds(&mut self) -> Result<bool, Obstacle> {
        let mut changed = false;
        for position in 0..self.edges.len() {
            let Edge {
                from,
                to,
                weight,
                levels,
                ..
            } = self.edges[position];
            if from == Variable::ZERO || to == Variable::ZERO {
                continue;
            }
            self.spend(1)?;
            if let Some(upper) = self.upper(from) {
                let bound = upper.value + weight;
                if within_limit(bound) && self.upper(to).is_none_or(|known| bound < known.value) {
                    self.assert(to, Variable::ZERO, bound, levels | upper.levels)?;
                    changed = true;
                }
            }
            if let Some(lower) = self.lower(to) {
                let bound = lower.value - weight;
                if within_limit(bound) && self.lower(from).is_none_or(|known| bound > known.value) {
                    self.assert(Variable::ZERO, from, -bound, levels | lower.levels)?;
                    changed = true;
                }
            }
        }
        Ok(changed)
    }

    /// Where a variable may be, given the values of all others and what has been added.
    pub fn room(&self, variable: Variable) -> (i64, i64) {
        let node = &self.nodes[variable.index()];
        let (mut lower, mut upper) = (-LIMIT, LIMIT);
        let mut next = node.first_from;
        while next != NONE {
            let edge = &self.edges[next as usize];
            lower = lower.max(self.values[edge.to.index()] - edge.weight);
            next = edge.next_from;
        }
        let mut next = node.first_to;
        while next != NONE {
            let edge = &self.edges[next as usize];
            upper = upper.min(self.values[edge.from.index()] + edge.weight);
            next = edge.next_to;
        }
        (lower, upper)
    }
}

fn within_limit(value: i64) -> bool {
    (-LIMIT..=LIMIT).contains(&value)
}
