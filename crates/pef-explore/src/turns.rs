//! Waiting entries in several orders, which take turns.
//!
//! No one order is good for all programs: going for sides that no run has taken starves what lies behind a loop, going
//! breadth first drowns in sizes, going deep never comes back. Each order here finds what the others miss, and because
//! they take turns none can starve the rest: a program that one of them solves in `n` steps is solved in `n` times the
//! number of orders. (A weighted sum of the same measures was rejected: its weights fit some programs and not others.)

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::decision::{Choice, Decision, SiteId};
use crate::frontier::Entry;
use crate::random::Random;

/// A side of a site.
type Aim = (SiteId, bool);

/// The side of a site that a decision took; all values of a value decision count as one.
fn side(decision: &Decision) -> Aim {
    match decision.choice {
        Choice::Branch { taken, .. } | Choice::Obligation { taken, .. } => (decision.site, taken),
        Choice::Assumed { .. } | Choice::Value { .. } => (decision.site, false),
    }
}

/// How an entry descends from the first input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Descent {
    /// Decisions flipped since the first input.
    flips: u32,
    /// The last ancestor that did something no run before it had done, by number.
    newest: u64,
    /// Decisions flipped since that one.
    flips_since: u32,
}

/// One of the orders.
#[derive(Clone, Copy, Debug)]
enum Order {
    /// Towards the side that was taken least often, never taken first of all.
    Uncovered,
    /// Close to the last run that did something new: it is a step towards what lies behind.
    Progress,
    /// Close to the first input: small inputs, every kind of them.
    Simple,
    /// The newest: straight down, so that something is seen of what is far from the first input.
    Deep,
    /// Any: what all others put last.
    Random,
}

const ORDERS: [Order; 5] = [
    Order::Uncovered,
    Order::Progress,
    Order::Simple,
    Order::Deep,
    Order::Random,
];

/// Entries waiting, and what has been seen so far of the places they lead to.
#[derive(Debug)]
pub(crate) struct Turns {
    /// By age, oldest first.
    waiting: BTreeMap<u64, Entry>,
    /// For [`Order::Uncovered`]: by what they aim at, then by flips and age.
    aims: FxHashMap<Option<Aim>, BTreeSet<(u32, u64)>>,
    /// For [`Order::Progress`]: by flips since the new thing, the newest thing, and age.
    progress: BTreeSet<(u32, Reverse<u64>, u64)>,
    /// For [`Order::Simple`]: by flips and age.
    simple: BTreeSet<(u32, u64)>,
    /// How many entries have been added.
    age: u64,
    /// Whose turn it is.
    turn: usize,
    random: Random,
    visits: FxHashMap<Aim, u32>,
    /// Sides with how often one run took them, as a magnitude.
    done: FxHashSet<(Aim, u32)>,
    /// How many runs have done something new.
    news: u64,
}

impl Turns {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            waiting: BTreeMap::new(),
            aims: FxHashMap::default(),
            progress: BTreeSet::new(),
            simple: BTreeSet::new(),
            age: 0,
            turn: 0,
            random: Random::new(seed),
            visits: FxHashMap::default(),
            done: FxHashSet::default(),
            news: 0,
        }
    }

    pub(crate) fn add(&mut self, entry: Entry) {
        self.age += 1;
        let Descent {
            flips,
            newest,
            flips_since,
        } = entry.descent;
        let group = self.aims.entry(aim(&entry)).or_default();
        group.insert((flips, self.age));
        self.progress
            .insert((flips_since, Reverse(newest), self.age));
        self.simple.insert((flips, self.age));
        self.waiting.insert(self.age, entry);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// All that waits, oldest first.
    pub(crate) fn drain(&mut self) -> Vec<Entry> {
        self.aims.clear();
        self.progress.clear();
        self.simple.clear();
        std::mem::take(&mut self.waiting).into_values().collect()
    }

    pub(crate) fn take(&mut self) -> Option<Entry> {
        let order = ORDERS[self.turn % ORDERS.len()];
        self.turn += 1;
        let age = match order {
            Order::Uncovered => self.least_visited(),
            Order::Progress => self.progress.first().map(|(_, _, age)| *age),
            Order::Simple => self.simple.first().map(|(_, age)| *age),
            Order::Deep => self.waiting.last_key_value().map(|(age, _)| *age),
            Order::Random => self.any(),
        }?;
        let entry = self.waiting.remove(&age)?;
        let Descent {
            flips,
            newest,
            flips_since,
        } = entry.descent;
        self.progress.remove(&(flips_since, Reverse(newest), age));
        self.simple.remove(&(flips, age));
        let aim = aim(&entry);
        if let Some(group) = self.aims.get_mut(&aim) {
            group.remove(&(flips, age));
            if group.is_empty() {
                self.aims.remove(&aim);
            }
        }
        Some(entry)
    }

    fn least_visited(&self) -> Option<u64> {
        let visits = |aim: &Option<Aim>| aim.and_then(|aim| self.visits.get(&aim)).copied();
        self.aims
            .iter()
            .filter_map(|(aim, group)| Some((visits(aim).unwrap_or(0), group.first()?)))
            .min()
            .map(|(_, (_, age))| *age)
    }

    /// One at random; those before which many were taken away are somewhat more likely.
    fn any(&mut self) -> Option<u64> {
        let (&first, &last) = (
            self.waiting.first_key_value()?.0,
            self.waiting.last_key_value()?.0,
        );
        let from = first + self.random.below(last - first + 1);
        self.waiting.range(from..).next().map(|(age, _)| *age)
    }

    /// Counts the sides that the run of an entry took (from `bound` on nobody counted them before), and gives the
    /// descent of the entries that come from it.
    pub(crate) fn visited(
        &mut self,
        trace: &[Decision],
        bound: usize,
        descent: Descent,
    ) -> Descent {
        let mut counts: FxHashMap<Aim, u32> = FxHashMap::default();
        let mut is_new = false;
        for (index, decision) in trace.iter().enumerate() {
            let side = side(decision);
            let count = counts.entry(side).or_insert(0);
            *count += 1;
            is_new |= self.done.insert((side, magnitude(*count)));
            if index >= bound {
                *self.visits.entry(side).or_insert(0) += 1;
            }
        }
        let flips = descent.flips + 1;
        if is_new {
            self.news += 1;
            Descent {
                flips,
                newest: self.news,
                flips_since: 1,
            }
        } else {
            Descent {
                flips,
                newest: descent.newest,
                flips_since: descent.flips_since + 1,
            }
        }
    }
}

/// What an entry was made to reach; not known of one that was handed over.
fn aim(entry: &Entry) -> Option<Aim> {
    entry.flipped().map(|flipped| side(&flipped.decision))
}

/// Few times are told apart, many only roughly: a loop that goes round once more is then no longer news.
fn magnitude(count: u32) -> u32 {
    if count < 4 { count } else { 2 + count.ilog2() }
}
