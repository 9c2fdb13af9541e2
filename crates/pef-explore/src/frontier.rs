//! The frontier: inputs still to be run, and the order in which they are taken.
//!
//! How to add a strategy: a variant of [`Strategy`] and its arm in [`Frontier::take`].

use std::rc::Rc;

use pef_term::{Model, TermId};
use rustc_hash::FxHashMap;

use crate::decision::{Choice, Decision, SiteId};

/// The input of an entry: known, or still to be asked for.
#[derive(Clone, Debug)]
pub enum Goal {
    /// This input takes the entry's path.
    Solved(Model),
    /// The last decision of the prefix must go another way than `current`, which is an input of the parent.
    Open { current: Model, goal: TermId },
}

/// One thing to run.
#[derive(Clone, Debug)]
pub struct Entry {
    pub goal: Goal,
    /// The run is predicted to take the first decisions of its parent's trace and then the flipped one.
    pub parent: Rc<[Decision]>,
    pub flipped: Option<Flipped>,
    /// How many decisions from the start have no open side that this entry is responsible for.
    pub bound: usize,
    /// Indices (below `bound`) of the free decisions.
    pub free: Vec<u32>,
    /// For a flipped value decision: the constants that ancestors took at it.
    pub excluded: Vec<TermId>,
    /// A guess: only what it says about contracts is of interest, not the paths around it.
    pub is_guess: bool,
}

impl Entry {
    /// The entry every exploration starts with.
    pub fn root(input: Model) -> Self {
        Self {
            goal: Goal::Solved(input),
            parent: Rc::from([]),
            flipped: None,
            bound: 0,
            free: Vec::new(),
            excluded: Vec::new(),
            is_guess: false,
        }
    }

    /// An input that nobody asked the solver for.
    pub fn guess(input: Model) -> Self {
        Self {
            is_guess: true,
            ..Self::root(input)
        }
    }

    /// The site and side that this entry was made to reach.
    fn aim(&self) -> Option<(SiteId, bool)> {
        self.flipped.map(|flipped| side(&flipped.decision))
    }

    /// Whether a trace takes the predicted decisions. Of a flipped value decision the question is predicted, and
    /// that the value is a new one: a subject that gave an old one again would be asked for ever.
    pub fn predicts(&self, trace: &[Decision]) -> bool {
        let Some(Flipped { index, decision }) = self.flipped else {
            return true;
        };
        trace.len() > index
            && trace[..index] == self.parent[..index]
            && match decision.choice {
                // What was refused for one input holds by construction for the next.
                Choice::Branch { condition, taken }
                    if trace[index].choice == (Choice::Assumed { condition, taken }) =>
                {
                    true
                }
                Choice::Branch { .. } | Choice::Assumed { .. } | Choice::Obligation { .. } => {
                    trace[index] == decision
                }
                Choice::Value { .. } => {
                    trace[index].same_question(&decision)
                        && !matches!(
                            trace[index].choice,
                            Choice::Value { value, .. } if self.excluded.contains(&value)
                        )
                }
            }
    }
}

/// The decision of the parent's trace that goes another way in an entry.
#[derive(Clone, Copy, Debug)]
pub struct Flipped {
    pub index: usize,
    pub decision: Decision,
}

/// The side of a site that a decision took; all values of a value decision count as one.
fn side(decision: &Decision) -> (SiteId, bool) {
    match decision.choice {
        Choice::Branch { taken, .. } | Choice::Obligation { taken, .. } => (decision.site, taken),
        Choice::Assumed { .. } | Choice::Value { .. } => (decision.site, false),
    }
}

/// The order in which entries are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Deepest first: the newest entry, so that a path's neighbours come next.
    DepthFirst,
    /// Sides of sites that no run has taken first, then those taken least often.
    Coverage,
    /// Any, from one seeded generator.
    Random { seed: u64 },
}

/// Entries waiting, and what has been seen so far of the places they lead to.
#[derive(Debug)]
pub(crate) struct Frontier {
    strategy: Strategy,
    waiting: Vec<Entry>,
    /// Entries that every strategy takes first: they may break a contract.
    urgent: Vec<Entry>,
    visits: FxHashMap<(SiteId, bool), u32>,
    random_state: u64,
}

impl Frontier {
    pub(crate) fn new(strategy: Strategy) -> Self {
        let random_state = match strategy {
            Strategy::Random { seed } => seed,
            Strategy::DepthFirst | Strategy::Coverage => 0,
        };
        Self {
            strategy,
            waiting: Vec::new(),
            urgent: Vec::new(),
            visits: FxHashMap::default(),
            random_state,
        }
    }

    pub(crate) fn add(&mut self, entry: Entry) {
        self.waiting.push(entry);
    }

    pub(crate) fn add_urgent(&mut self, entry: Entry) {
        self.urgent.push(entry);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.urgent.is_empty()
    }

    /// Whether the strategy wants sides to be solved only when they are taken.
    pub(crate) fn is_lazy(&self) -> bool {
        match self.strategy {
            Strategy::DepthFirst => false,
            Strategy::Coverage | Strategy::Random { .. } => true,
        }
    }

    /// Counts the sides that a run took.
    pub(crate) fn visited(&mut self, decisions: &[Decision]) {
        if self.strategy != Strategy::Coverage {
            return;
        }
        for decision in decisions {
            *self.visits.entry(side(decision)).or_insert(0) += 1;
        }
    }

    pub(crate) fn take(&mut self) -> Option<Entry> {
        if let Some(entry) = self.urgent.pop() {
            return Some(entry);
        }
        if self.waiting.is_empty() {
            return None;
        }
        match self.strategy {
            Strategy::DepthFirst => self.waiting.pop(),
            Strategy::Coverage => {
                let position = (0..self.waiting.len()).min_by_key(|&index| {
                    let entry = &self.waiting[index];
                    let visits = entry
                        .aim()
                        .and_then(|aim| self.visits.get(&aim))
                        .copied()
                        .unwrap_or(0);
                    (visits, entry.bound, index)
                })?;
                // The order of the rest must not change: age is the last criterion.
                Some(self.waiting.remove(position))
            }
            Strategy::Random { .. } => {
                let position = (self.next_random() % self.waiting.len() as u64) as usize;
                Some(self.waiting.swap_remove(position))
            }
        }
    }

    /// Steele, Lea and Flood's `SplitMix64`: one word of state, every seed is good.
    fn next_random(&mut self) -> u64 {
        self.random_state = self.random_state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.random_state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }
}
