//! Batches: several inputs are run symbolically in a row, and then replayed in a row, so that the worlds change once for all
//! of them.
//!
//! Invariants: paths come out in the order in which they were explored, and none is lost, whatever ends the exploration.
//! Nobody waits for a path: the first one is a batch of its own, batches grow while runs are quick, and a path that may show
//! an error ends its batch. Nothing is in the way of a run: where a replay gave more than a little plain data, the next one waits
//! until the caller has that. What is known of a run goes with it ([`super::subject::Seen`]); what was about to run is
//! announced run by run, as ever.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use pef_explore::Explored;
use pyo3::PyErr;

use super::path::Place;
use super::subject::{Outcome, Replay};

/// Paths of a batch at most. More would gain nothing: the change of worlds is a small part of one path already.
const LARGEST: usize = 16;
/// A batch is closed when its first path is so old, and so are its replays left for later.
const LONGEST: Duration = Duration::from_millis(2);

/// A path that was run symbolically, and waits for its replay.
pub struct Pending {
    pub explored: Explored<Outcome>,
    /// The places of decisions of which it was not known, when the run had ended, whether they could have gone another way.
    pub undecided: Vec<Place>,
    /// Whether the state has changed since the run.
    pub is_outdated: bool,
    /// Its number among the runs that are kept, if they are.
    pub run: Option<usize>,
}

/// A path that was replayed.
pub struct Known {
    pub pending: Pending,
    pub replay: Replay,
}

/// Paths on their way from the explorer to the caller.
pub struct Batch {
    pending: VecDeque<Pending>,
    known: VecDeque<Known>,
    /// What ended the runs, behind so many of the pending paths.
    failure: Option<(usize, PyErr)>,
    size: usize,
    /// Whether replays are made one by one.
    is_single: bool,
    begun: Instant,
    /// How long runs of this batch took before.
    took: Duration,
}

impl Batch {
    pub fn new(is_single: bool) -> Self {
        Self {
            pending: VecDeque::new(),
            known: VecDeque::new(),
            failure: None,
            size: 1,
            is_single,
            begun: Instant::now(),
            took: Duration::ZERO,
        }
    }

    /// Symbolic runs begin.
    pub fn begin(&mut self) {
        self.begun = Instant::now();
        self.took = Duration::ZERO;
    }

    /// Adds a path; says whether another may be run before they are replayed.
    pub fn add(&mut self, pending: Pending) -> bool {
        self.pending.push_back(pending);
        self.pending.len() < self.size && self.begun.elapsed() < LONGEST
    }

    /// Whether the oldest path should wait no longer.
    pub fn is_due(&self) -> bool {
        !self.pending.is_empty() && self.begun.elapsed() >= LONGEST
    }

    /// Runs were seen to depend on each other: what is left is run and replayed as near to each other as can be.
    pub fn be_single(&mut self) {
        self.is_single = true;
        self.size = 1;
    }

    /// The runs have failed behind all paths that are pending.
    pub fn fail(&mut self, failure: PyErr) {
        self.failure = Some((self.pending.len(), failure));
    }

    /// A replay has failed: what comes behind it will not be known.
    pub fn fail_now(&mut self, failure: PyErr) {
        self.failure = Some((0, failure));
    }

    /// What ended the runs, if it is its turn.
    pub fn take_failure(&mut self) -> Option<PyErr> {
        let failure = self.failure.take_if(|(behind, _)| *behind == 0);
        failure.map(|(_, failure)| failure)
    }

    /// Replays begin, or go on.
    pub fn begin_replays(&mut self) {
        self.took += self.begun.elapsed();
        self.begun = Instant::now();
    }

    /// The next path to replay; none where those that are known should not wait for it.
    pub fn next_pending(&mut self) -> Option<Pending> {
        if !self.known.is_empty() && self.begun.elapsed() >= LONGEST {
            return None;
        }
        let pending = self.pending.pop_front()?;
        if let Some((behind, _)) = &mut self.failure {
            *behind = behind.saturating_sub(1);
        }
        Some(pending)
    }

    /// Replays end, all or for now.
    pub fn end_replays(&mut self) {
        let took = self.took + self.begun.elapsed();
        self.size = if self.is_single || took >= 2 * LONGEST {
            1
        } else {
            (2 * self.size).min(LARGEST)
        };
    }

    pub fn add_known(&mut self, known: Known) {
        self.known.push_back(known);
    }

    pub fn next_known(&mut self) -> Option<Known> {
        self.known.pop_front()
    }

    /// Whether nothing is on its way, not even a failure.
    pub fn is_empty(&self) -> bool {
        self.pending.is_empty() && self.known.is_empty() && self.failure.is_none()
    }

    pub fn has_pending(&self) -> bool {
        !self.pending.is_empty()
    }

    /// The state has changed: all that the caller has not got yet is run again, as it would have been run only now.
    pub fn outdate(&mut self) {
        while let Some(known) = self.known.pop_back() {
            self.pending.push_front(known.pending);
        }
        for pending in &mut self.pending {
            pending.is_outdated = true;
        }
    }

    /// The paths that the caller has not got yet.
    pub fn paths(&self) -> impl Iterator<Item = &Explored<Outcome>> {
        let known = self.known.iter().map(|known| &known.pending.explored);
        known.chain(self.pending.iter().map(|pending| &pending.explored))
    }
}
