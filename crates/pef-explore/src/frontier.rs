//! The frontier: inputs still to be run, and the order in which they are taken.
//!
//! How to add a strategy: a variant of [`Strategy`], one of [`Waiting`], and its arms in [`Frontier`].

use std::rc::Rc;

use pef_term::{Model, TermId};

use crate::decision::{Choice, Decision};
use crate::handing::Fingerprints;
use crate::random::Random;
use crate::subject::Subject;
use crate::turns::{Descent, Turns};

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
    pub descent: Descent,
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
            descent: Descent::default(),
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

    /// Whether a trace takes the predicted decisions, or else how many of them. Of a flipped value decision the question
    /// is predicted, and that the value is a new one: a subject that gave an old one again would be asked for ever.
    pub(crate) fn predicts<S: Subject>(
        &self,
        trace: &[Decision],
        subject: &mut S,
        fingerprints: &mut Fingerprints,
    ) -> Result<(), usize> {
        match &self.prediction {
            Prediction::Nothing => Ok(()),
            Prediction::Flip {
                parent,
                flipped: Flipped { index, decision },
            } => {
                let pairs = trace.iter().zip(&parent[..*index]);
                let common = pairs.take_while(|(taken, known)| taken == known).count();
                let last = trace.get(*index).filter(|_| common == *index);
                match last {
                    Some(last) if self.is_flipped(last, decision) => Ok(()),
                    _ => Err(common),
                }
            }
            Prediction::Fingerprint {
                index,
                fingerprint,
                beginnings,
            } => {
                let is_predicted = trace.get(*index).is_some_and(|last| {
                    let found = fingerprints.of_beginning(subject, &trace[..*index], last);
                    found == *fingerprint && self.is_new_value(last)
                });
                if is_predicted {
                    return Ok(());
                }
                let before = &trace[..trace.len().min(*index)];
                Err(fingerprints.common(subject, before, *index, beginnings))
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
    Fingerprint {
        index: usize,
        fingerprint: u64,
        /// Of some of the beginnings, so that it can be told where a run strays.
        beginnings: Vec<u32>,
    },
}

/// The decision of the parent's trace that goes another way in an entry.
#[derive(Clone, Copy, Debug)]
pub struct Flipped {
    pub index: usize,
    pub decision: Decision,
}

/// The order in which entries are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Deepest first: the newest entry, so that a path's neighbours come next.
    DepthFirst,
    /// Several orders in turn, see [`Turns`]: towards what has not been seen, and whatever is starved by that.
    Coverage { seed: u64 },
    /// Any, from one seeded generator.
    Random { seed: u64 },
}

/// The entries that wait, as the strategy wants them.
#[derive(Debug)]
enum Waiting {
    DepthFirst(Vec<Entry>),
    Coverage(Turns),
    Random(Vec<Entry>, Random),
}

/// Entries waiting.
#[derive(Debug)]
pub(crate) struct Frontier {
    waiting: Waiting,
    /// Entries that every strategy takes first: they may break a contract.
    urgent: Vec<Entry>,
}

impl Frontier {
    pub(crate) fn new(strategy: Strategy) -> Self {
        let waiting = match strategy {
            Strategy::DepthFirst => Waiting::DepthFirst(Vec::new()),
            Strategy::Coverage { seed } => Waiting::Coverage(Turns::new(seed)),
            Strategy::Random { seed } => Waiting::Random(Vec::new(), Random::new(seed)),
        };
        Self {
            waiting,
            urgent: Vec::new(),
        }
    }

    pub(crate) fn add(&mut self, entry: Entry) {
        match &mut self.waiting {
            Waiting::DepthFirst(entries) | Waiting::Random(entries, _) => entries.push(entry),
            Waiting::Coverage(turns) => turns.add(entry),
        }
    }

    pub(crate) fn add_urgent(&mut self, entry: Entry) {
        self.urgent.push(entry);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.urgent.is_empty()
            && match &self.waiting {
                Waiting::DepthFirst(entries) | Waiting::Random(entries, _) => entries.is_empty(),
                Waiting::Coverage(turns) => turns.is_empty(),
            }
    }

    /// Gives away about half of the work that is left, and nothing where there is too little to share.
    pub(crate) fn give(&mut self) -> Vec<Entry> {
        // Oldest first.
        let waiting = match &mut self.waiting {
            Waiting::DepthFirst(entries) | Waiting::Random(entries, _) => std::mem::take(entries),
            Waiting::Coverage(turns) => turns.drain(),
        };
        // Whoever gives keeps something.
        let kept = usize::from(self.urgent.is_empty());
        let most = waiting.len().saturating_sub(kept).min(MOST_GIVEN);
        let is_chosen = match self.waiting {
            Waiting::DepthFirst(_) => heaviest(&waiting, most),
            // Every second: some of each kind.
            Waiting::Coverage(_) | Waiting::Random(..) => (0..waiting.len())
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
        match self.waiting {
            Waiting::DepthFirst(_) => false,
            Waiting::Coverage(_) | Waiting::Random(..) => true,
        }
    }

    /// Learns from the run of an entry; gives the descent of the entries that come from it.
    pub(crate) fn visited(
        &mut self,
        trace: &[Decision],
        bound: usize,
        descent: Descent,
    ) -> Descent {
        match &mut self.waiting {
            Waiting::DepthFirst(_) | Waiting::Random(..) => descent,
            Waiting::Coverage(turns) => turns.visited(trace, bound, descent),
        }
    }

    pub(crate) fn take(&mut self) -> Option<Entry> {
        if let Some(entry) = self.urgent.pop() {
            return Some(entry);
        }
        match &mut self.waiting {
            Waiting::DepthFirst(entries) => entries.pop(),
            Waiting::Coverage(turns) => turns.take(),
            Waiting::Random(entries, _) if entries.is_empty() => None,
            Waiting::Random(entries, random) => {
                let position = random.below(entries.len() as u64) as usize;
                Some(entries.swap_remove(position))
            }
        }
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
