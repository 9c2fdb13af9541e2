//! Slicing: only constraints that share variables with the goal, directly or through others, can matter. The rest
//! holds under the current model and keeps holding, because its variables keep their values.
//!
//! Consecutive questions share most of their path, so the groups of connected variables are kept along it: a
//! union-find whose unions are undone when the path is given up. A question then costs what its slice costs, not what
//! the path does. Paths are compressed nowhere, because that could not be undone; joining the smaller group to
//! the larger keeps them short.

use pef_term::{TermId, Terms, VariableId};

const NONE: u32 = u32::MAX;

/// A group of connected variables; the fields count for its root only, except `next` and `parent`.
#[derive(Clone, Copy, Debug)]
struct Group {
    parent: u32,
    size: u32,
    /// The variables of a group form a ring.
    next: u32,
    /// The constraints of a group form a list, of positions in the path.
    first: u32,
    last: u32,
}

/// What to undo.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// The second root became part of the first, whose list ended here.
    Joined { into: u32, root: u32, last: u32 },
    /// A constraint was added to the list that ended here.
    Listed { root: u32, last: u32 },
    /// A constraint was seen for the first time.
    Seen(TermId),
}

/// The constraints and variables of a slice.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Slice {
    /// In the path's order, without duplicates, constants and the goal.
    pub constraints: Vec<TermId>,
    /// Of these and the goal, by id.
    pub variables: Vec<VariableId>,
}

/// Slices of one path after the other.
#[derive(Debug, Default)]
pub struct Slicer {
    path: Vec<TermId>,
    /// Where the changes of each constraint of the path begin.
    changes_from: Vec<usize>,
    changes: Vec<Change>,
    groups: Vec<Group>,
    /// The next constraint in the list of a group, by position.
    next: Vec<u32>,
    /// By term: is it on the path?
    seen: Vec<bool>,
    positions: Vec<u32>,
    roots: Vec<u32>,
}

impl Slicer {
    pub fn slice(&mut self, terms: &Terms, path: &[TermId], goal: TermId) -> Slice {
        self.follow(terms, path);
        self.roots.clear();
        self.positions.clear();
        let mut slice = Slice::default();
        for &variable in terms.variables(goal) {
            let root = self.root(variable.index() as u32);
            if self.roots.contains(&root) {
                continue;
            }
            self.roots.push(root);
            let mut member = root;
            loop {
                slice
                    .variables
                    .push(VariableId::from_index(member as usize));
                member = self.groups[member as usize].next;
                if member == root {
                    break;
                }
            }
            let mut position = self.groups[root as usize].first;
            while position != NONE {
                self.positions.push(position);
                position = self.next[position as usize];
            }
        }
        slice.variables.sort_unstable();
        self.positions.sort_unstable();
        slice.constraints.extend(
            self.positions
                .iter()
                .map(|&position| self.path[position as usize])
                .filter(|&constraint| constraint != goal),
        );
        slice
    }

    /// Goes from the last path to this one.
    fn follow(&mut self, terms: &Terms, path: &[TermId]) {
        let single = self.groups.len()..terms.variable_count();
        self.groups.extend(single.map(|variable| Group {
            parent: variable as u32,
            size: 1,
            next: variable as u32,
            first: NONE,
            last: NONE,
        }));
        if self.seen.len() < terms.len() {
            self.seen.resize(terms.len(), false);
        }
        let shared = self
            .path
            .iter()
            .zip(path)
            .take_while(|(old, new)| old == new)
            .count();
        self.pop_to(shared);
        for &constraint in &path[shared..] {
            self.push(terms, constraint);
        }
    }

    fn push(&mut self, terms: &Terms, constraint: TermId) {
        let position = self.path.len() as u32;
        self.path.push(constraint);
        self.next.push(NONE);
        self.changes_from.push(self.changes.len());
        let [first, others @ ..] = terms.variables(constraint) else {
            return;
        };
        if self.seen[constraint.index()] {
            return;
        }
        self.seen[constraint.index()] = true;
        self.changes.push(Change::Seen(constraint));
        let mut root = self.root(first.index() as u32);
        for other in others {
            let other = self.root(other.index() as u32);
            root = self.join(root, other);
        }
        let last = self.groups[root as usize].last;
        self.changes.push(Change::Listed { root, last });
        self.link(root, last, position, position);
    }

    fn pop_to(&mut self, length: usize) {
        while self.path.len() > length {
            self.path.pop();
            self.next.pop();
            let from = self.changes_from.pop().expect("one for each constraint");
            while self.changes.len() > from {
                match self.changes.pop().expect("longer than that") {
                    Change::Joined { into, root, last } => self.part(into, root, last),
                    Change::Listed { root, last } => self.unlink(root, last),
                    Change::Seen(constraint) => self.seen[constraint.index()] = false,
                }
            }
        }
    }

    fn root(&self, variable: u32) -> u32 {
        let mut at = variable;
        loop {
            let parent = self.groups[at as usize].parent;
            if parent == at {
                return at;
            }
            at = parent;
        }
    }

    /// Makes one group of two, given by their roots, and gives its root.
    fn join(&mut self, one: u32, other: u32) -> u32 {
        if one == other {
            return one;
        }
        let (into, root) = if self.groups[one as usize].size >= self.groups[other as usize].size {
            (one, other)
        } else {
            (other, one)
        };
        let joined = self.groups[root as usize];
        let last = self.groups[into as usize].last;
        self.changes.push(Change::Joined { into, root, last });
        self.groups[root as usize].parent = into;
        self.groups[into as usize].size += joined.size;
        // Exchanging successors makes one ring of two.
        self.exchange(into, root);
        if joined.first != NONE {
            self.link(into, last, joined.first, joined.last);
        }
        into
    }

    fn part(&mut self, into: u32, root: u32, last: u32) {
        self.groups[root as usize].parent = root;
        self.groups[into as usize].size -= self.groups[root as usize].size;
        // And two of one.
        self.exchange(into, root);
        if self.groups[root as usize].first != NONE {
            self.unlink(into, last);
        }
    }

    fn exchange(&mut self, one: u32, other: u32) {
        let next = self.groups[one as usize].next;
        self.groups[one as usize].next = self.groups[other as usize].next;
        self.groups[other as usize].next = next;
    }

    /// Adds constraints to the end of a list.
    fn link(&mut self, root: u32, last: u32, from: u32, to: u32) {
        if last == NONE {
            self.groups[root as usize].first = from;
        } else {
            self.next[last as usize] = from;
        }
        self.groups[root as usize].last = to;
    }

    /// Makes the list end here again.
    fn unlink(&mut self, root: u32, last: u32) {
        if last == NONE {
            self.groups[root as usize].first = NONE;
        } else {
            self.next[last as usize] = NONE;
        }
        self.groups[root as usize].last = last;
    }
}

#[cfg(test)]
mod tests {
    use pef_term::{Domain, Sort};
    use proptest::prelude::*;
    use rustc_hash::FxHashSet;

    use super::*;

    /// By definition: constraints are taken until no more share a variable with those taken.
    fn slice_by_definition(terms: &Terms, path: &[TermId], goal: TermId) -> Slice {
        let mut variables: FxHashSet<VariableId> = terms.variables(goal).iter().copied().collect();
        let mut taken = vec![false; path.len()];
        let mut grown = true;
        while grown {
            grown = false;
            for (position, &constraint) in path.iter().enumerate() {
                let own = terms.variables(constraint);
                if !taken[position] && own.iter().any(|variable| variables.contains(variable)) {
                    taken[position] = true;
                    variables.extend(own);
                    grown = true;
                }
            }
        }
        let mut seen = FxHashSet::default();
        let constraints = path.iter().zip(taken).filter_map(|(&constraint, taken)| {
            (taken && constraint != goal && seen.insert(constraint)).then_some(constraint)
        });
        let mut slice = Slice {
            constraints: constraints.collect(),
            variables: variables.into_iter().collect(),
        };
        slice.variables.sort_unstable();
        slice
    }

    /// A constraint over some of the variables; different numbers give different constraints over the same ones.
    fn constraint(terms: &mut Terms, variables: &[usize], number: i64) -> TermId {
        let mut sum = terms.int_const(number);
        for variable in variables {
            let variable = terms.new_var(&format!("x{variable}"), Sort::Int, Domain::ALL);
            sum = terms.add(sum, variable);
        }
        let zero = terms.int_const(0);
        terms.le(sum, zero)
    }

    type Description = (Vec<usize>, i64);

    fn description() -> impl Strategy<Value = Description> {
        (prop::collection::vec(0..12usize, 0..4), 0..3i64)
    }

    proptest! {
        #[test]
        fn slices_along_changing_paths_are_as_defined(
            steps in prop::collection::vec(
                (0..100usize, prop::collection::vec(description(), 0..8), description()),
                1..25,
            ),
        ) {
            let mut terms = Terms::new();
            let mut slicer = Slicer::default();
            let mut path: Vec<TermId> = Vec::new();
            for (kept, added, goal) in steps {
                path.truncate(path.len() * kept / 100);
                for (variables, number) in added {
                    path.push(constraint(&mut terms, &variables, number));
                }
                let goal = constraint(&mut terms, &goal.0, goal.1);
                prop_assert_eq!(
                    slicer.slice(&terms, &path, goal),
                    slice_by_definition(&terms, &path, goal)
                );
            }
        }
    }
}
