//! Paths that meet again: where the rest of a run depends on nothing in which two paths differ, one of them is enough.
//!
//! A run may carry *marks*: at this point of the trace, all that the rest of the run depends on was this state, written
//! with terms over these variables. Two paths meet where both have the same state and the same constraints on its
//! variables (and on whatever those are tied to). Then every input of the one has a partner among those of the other
//! that is the same from there on: its own values for the variables that matter, and the other path's for the rest. So
//! what can follow is explored once, by the path that came first.
//!
//! Invariant: whoever is first has used no more of the depth bound than those that join it, so that nothing within the
//! bounds is left out. What stops the first one short of the end is among the reasons as always.
//!
//! Rejected: merging the states of two paths into one with conditional terms, which costs the solver more than the
//! paths cost, and needs a state that can be written as well as read.

use pef_term::{TermId, Terms, VariableId};
use rustc_hash::{FxHashMap, FxHashSet};

/// What the rest of a run depends on at one point of it.
#[derive(Clone, Debug)]
pub struct Mark {
    /// How many decisions of the trace come before it.
    pub position: usize,
    /// The point and the state, equal for equal ones; terms in it by their numbers.
    pub state: Box<[u8]>,
    /// The variables in those terms.
    pub variables: Vec<VariableId>,
}

/// So many marks are looked at before it is judged whether they are worth it,
const TRIAL: usize = 256;
/// and then one in so many has to be met again.
const WORTHWHILE: usize = 16;
/// What is to be remembered is bounded, and so is the price of finding out what a state depends on.
const MOST_STATES: usize = 100_000;
const LONGEST_PATH: usize = 1_000;

/// The states that paths have come to.
#[derive(Debug, Default)]
pub(crate) struct Joins {
    /// With the least depth at which one came there.
    met: FxHashMap<State, usize>,
    seen: usize,
    joined: usize,
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct State {
    marked: Box<[u8]>,
    /// What is known of the variables, in the order of terms.
    constraints: Box<[TermId]>,
}

impl Joins {
    /// Whether marks are worth making.
    pub(crate) fn are_worthwhile(&self) -> bool {
        self.seen < TRIAL || self.joined * WORTHWHILE >= self.seen
    }

    /// Whether another path came here before, and has explored or will explore what follows. If not, this one has to.
    pub(crate) fn joins(
        &mut self,
        terms: &Terms,
        mark: Mark,
        path: &[TermId],
        depth: usize,
    ) -> bool {
        if path.len() > LONGEST_PATH {
            return false;
        }
        self.seen += 1;
        let state = State {
            constraints: relevant(terms, &mark.variables, path),
            marked: mark.state,
        };
        if let Some(least) = self.met.get_mut(&state) {
            if *least <= depth {
                self.joined += 1;
                return true;
            }
            *least = depth;
        } else if self.met.len() < MOST_STATES {
            self.met.insert(state, depth);
        }
        false
    }
}

/// The constraints of a path that say something of variables, directly or through others. A condition on a text or
/// list of open length may speak of members that are no variables yet, so it always counts, and ties all of them to each other.
fn relevant(terms: &Terms, variables: &[VariableId], path: &[TermId]) -> Box<[TermId]> {
    let mut known: FxHashSet<VariableId> = variables.iter().copied().collect();
    let (mut chosen, mut others): (Vec<TermId>, Vec<TermId>) = path
        .iter()
        .partition(|&&constraint| terms.has_open_family(constraint));
    for &constraint in &chosen {
        known.extend(terms.variables(constraint));
        known.extend(terms.members_below(constraint));
    }
    loop {
        let before = others.len();
        others.retain(|&constraint| {
            let mentioned = terms.variables(constraint);
            let is_relevant = mentioned.iter().any(|variable| known.contains(variable));
            if is_relevant {
                known.extend(mentioned);
                chosen.push(constraint);
            }
            !is_relevant
        });
        if others.len() == before {
            break;
        }
    }
    chosen.sort_unstable();
    chosen.dedup();
    chosen.into()
}
