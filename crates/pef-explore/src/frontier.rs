//! The frontier: inputs still to be run, and the order in which they are taken.
//!
//! How to add a strategy: a variant of [`Strategy`] and its arm in [`Frontier::take`].

use std::collections::BTreeMap;
use std::rc::Rc;

use pef_term::{Model, TermId};
use rustc_hash::FxHashMap;

use crate::decision::{Choice, Decision, SiteId};
use crate::handing::Fingerprints;
use crate::subject::Subject;

/// Entries handed over at once.
const MOST_GIVEN: usize = 512;

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
    pub prediction: Prediction,
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
            prediction: Prediction::Nothing,
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

    /// The decision that this entry was made to take; not known of one that was handed over.
    pub(crate) fn flipped(&self) -> Option<Flipped> {
        match &self.prediction {
            Prediction::Flip { flipped, .. } => Some(*flipped),
            Prediction::Nothing | Prediction::Fingerprint { .. } => None,
        }
    }

    /// The site and side that this entry was made to reach.
    fn aim(&self) -> Option<Aim> {
        self.flipped().map(|flipped| side(&flipped.decision))
    }

    /// Whether a trace takes the predicted decisions. Of a flipped value decision the question is predicted, and
    /// that the value is a new one: a subject that gave an old one again would be asked for ever.
    pub(crate) fn predicts<S: Subject>(
        &self,
        trace: &[Decision],
        subject: &mut S,
        fingerprints: &mut Fingerprints,
    ) -> bool {
        match &self.prediction {
            Prediction::Nothing => true,
            Prediction::Flip {
                parent,
                flipped: Flipped { index, decision },
            } => {
                trace.len() > *index
                    && trace[..*index] == parent[..*index]
                    && self.is_flipped(&trace[*index], decision)
            }
            Prediction::Fingerprint { index, fingerprint } => {
                trace.get(*index).is_some_and(|last| {
                    let found = fingerprints.of_beginning(subject, &trace[..*index], last);
                    found == *fingerprint && self.is_new_value(last)
                })
            }
        }
    }

    fn is_flipped(&self, last: &Decision, decision: &Decision) -> bool {
        match decision.choice {
            // What was refused for one input holds by construction for the next.
            Choice::Branch { condition, taken }
                if last.choice == (Choice::Assumed { condition, taken }) =>
            {
                true
            }
            Choice::Branch { .. } | Choice::Assumed { .. } | Choice::Obligation { .. } => {
                last == decision
            }
            Choice::Value { .. } => last.same_question(decision) && self.is_new_value(last),
        }
    }

    fn is_new_value(&self, last: &Decision) -> bool {
        match last.choice {
            Choice::Value { value, .. } => !self.excluded.contains(&value),
            Choice::Branch { .. } | Choice::Assumed { .. } | Choice::Obligation { .. } => true,
        }
    }
}

/// Which decisions the run of an entry is predicted to begin with.
#[derive(Clone, Debug)]
pub enum Prediction {
    /// None: nobody asked the solver for the input.
    Nothing,
    /// The first of its parent's trace and then the flipped one.
    Flip {
        parent: Rc<[Decision]>,
        flipped: Flipped,
    },
    /// Those of an entry that comes from another explorer: `index` of them, and one more.
    Fingerprint { index: usize, fingerprint: u64 },
}

/// The decision of the parent's trace that goes another way in an entry.
#[derive(Clone, Copy, Debug)]
pub struct Flipped {
    pub index: usize,
    pub decision: Decision,
}

/// A side of a site.
type Aim = (SiteId, bool);

/// The side of a site that a decision took; all values of a value decision count as one.
fn side(decision: &Decision) -> Aim {
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
    /// Under [`Strategy::Coverage`] those that wait, by what they aim at; in each group by bound and age.
    groups: FxHashMap<Option<Aim>, BTreeMap<(usize, u64), Entry>>,
    /// Entries that every strategy takes first: they may break a contract.
    urgent: Vec<Entry>,
    visits: FxHashMap<Aim, u32>,
    /// How many entries have been added to groups.
    age: u64,
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
            groups: FxHashMap::default(),
            urgent: Vec::new(),
            visits: FxHashMap::default(),
            age: 0,
            random_state,
        }
    }

    pub(crate) fn add(&mut self, entry: Entry) {
        match self.strategy {
            Strategy::DepthFirst | Strategy::Random { .. } => self.waiting.push(entry),
            Strategy::Coverage => {
                self.age += 1;
                let group = self.groups.entry(entry.aim()).or_default();
                group.insert((entry.bound, self.age), entry);
            }
        }
    }

    pub(crate) fn add_urgent(&mut self, entry: Entry) {
        self.urgent.push(entry);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.groups.is_empty() && self.urgent.is_empty()
    }

    /// All that waits and is not urgent, oldest first.
    fn drain(&mut self) -> Vec<Entry> {
        let mut grouped: Vec<(u64, Entry)> = std::mem::take(&mut self.groups)
            .into_values()
            .flatten()
            .map(|((_, age), entry)| (age, entry))
            .collect();
        grouped.sort_by_key(|(age, _)| *age);
        let mut entries = std::mem::take(&mut self.waiting);
        entries.extend(grouped.into_iter().map(|(_, entry)| entry));
        entries
    }

    /// Gives away about half of the work that is left, and nothing where there is too little to share.
    pub(crate) fn give(&mut self) -> Vec<Entry> {
        let waiting = self.drain();
        // Whoever gives keeps something.
        let kept = usize::from(self.urgent.is_empty());
        let most = waiting.len().saturating_sub(kept).min(MOST_GIVEN);
        let is_chosen = match self.strategy {
            Strategy::DepthFirst => heaviest(&waiting, most),
            // Entries near the root are taken first, so those that wait are much alike.
            Strategy::Coverage | Strategy::Random { .. } => (0..waiting.len())
                .map(|index| index % 2 == 0 && index / 2 < most)
                .collect(),
        };
        let mut chosen = Vec::new();
        for (entry, is_chosen) in waiting.into_iter().zip(is_chosen) {
            if is_chosen {
                chosen.push(entry);
            } else {
                self.add(entry);
            }
        }
        chosen
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
        match self.strategy {
            Strategy::DepthFirst => self.waiting.pop(),
            Strategy::Coverage => {
                let (visits, next) = (&self.visits, |group: &BTreeMap<(usize, u64), Entry>| {
                    group.keys().next().copied()
                });
                let (aim, first) = self
                    .groups
                    .iter()
                    .filter_map(|(aim, group)| Some((*aim, next(group)?)))
                    .min_by_key(|(aim, first)| {
                        let visits = aim.and_then(|aim| visits.get(&aim)).copied();
                        (visits.unwrap_or(0), *first)
                    })?;
                let group = self.groups.get_mut(&aim)?;
                let entry = group.remove(&first);
                if group.is_empty() {
                    self.groups.remove(&aim);
                }
                entry
            }
            Strategy::Random { .. } if self.waiting.is_empty() => None,
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

/// Which entries have half of the work behind them, at most so many. How much there is behind one is not known; the
/// guess is that each free decision before it halves it. So it is those nearest to the root, which depth-first search
/// would take last.
fn heaviest(waiting: &[Entry], most: usize) -> Vec<bool> {
    let least = waiting.iter().map(|entry| entry.free.len()).min();
    let weight = |entry: &Entry| {
        let deeper = entry.free.len() - least.unwrap_or(0);
        f64::from(deeper.min(1_000) as u32).exp2().recip()
    };
    let half = waiting.iter().map(weight).sum::<f64>() / 2.0;
    let mut order: Vec<usize> = (0..waiting.len()).collect();
    order.sort_by_key(|&index| (waiting[index].free.len(), index));
    let mut given = 0.0;
    let mut is_chosen = vec![false; waiting.len()];
    for index in order.into_iter().take(most) {
        if given >= half {
            break;
        }
        given += weight(&waiting[index]);
        is_chosen[index] = true;
    }
    is_chosen
}
