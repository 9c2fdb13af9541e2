//! The loop: take an entry, solve it if need be, run it, turn its new decisions into entries.
//!
//! Invariant: for every run, each decision at or after the entry's bound is asked about exactly once, root first,
//! under the constraints of the decisions before it. Root first, because whether a decision is *free* (both
//! sides feasible) is what the depth bound counts, and that is known only for decisions already asked about.

use std::time::{Duration, Instant};

use pef_solve::{Answer, Question, Solver, Unknown};
use pef_term::{Model, TermId};

use crate::asked::Asked;
use crate::decision::{Choice, Decision};
use crate::frontier::{Entry, Flipped, Frontier, Goal, Prediction, Strategy};
use crate::handing::{Fingerprints, Handed};
use crate::joins::Joins;
use crate::subject::{Extent, Run, Subject};
use crate::verdict::{ReasonKind, Reasons};

/// A run with more decisions than this is cut off; it would otherwise fill the memory.
const MOST_DECISIONS: usize = 1_000_000;
/// Where the depth is bounded, a run gets so many decisions, or so many for each that may count. How many of them count
/// is known only afterwards; a run that goes on and on would never get there.
const LEAST_DECISIONS: usize = 2_000;
const DECISIONS_PER_DEPTH: usize = 100;
/// So much is shown of a run that was cut off before it was known to be beyond the bound.
const SHOWN_DECISIONS: usize = 1_000;

/// So many runs that stray are followed: where each shows a new path, there may be no end of them.
const MOST_STRAYS: usize = 1_000;

/// What is handed over has to be solved first; whoever asked for it waits no longer than this.
const GIVING_TIME: Duration = Duration::from_millis(100);

/// How far to go.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Free decisions on a path.
    pub depth: Option<usize>,
    /// Finished paths.
    pub paths: Option<usize>,
    pub deadline: Option<Instant>,
}

impl Bounds {
    /// After how many decisions a run is cut off.
    fn decisions(&self) -> usize {
        let per_depth = |depth: usize| depth.saturating_mul(DECISIONS_PER_DEPTH);
        self.depth.map_or(MOST_DECISIONS, |depth| {
            per_depth(depth).clamp(LEAST_DECISIONS, MOST_DECISIONS)
        })
    }

    pub(crate) fn is_late(&self) -> bool {
        self.deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// A path that was run, with what is known of it.
#[derive(Debug)]
pub struct Explored<O> {
    pub run: Run<O>,
    /// Indices into the trace of the decisions whose other side is feasible too.
    pub free: Vec<u32>,
    /// So many decisions have been asked about, here or for an ancestor: what is not free among them is forced.
    pub asked: usize,
    /// The path goes on beyond the depth bound: others with the same beginning were not explored.
    pub pruned: bool,
    /// The run did not take the predicted path.
    pub diverged: bool,
    pub standing: Standing,
}

/// What a path is worth beside those that were run before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    New,
    /// Another run took the same path before, where runs have strayed.
    Known,
    /// The input was a guess; the path counts only if it shows something.
    Guess,
}

impl<O> Explored<O> {
    /// Whether a decision is known to have no other side. Beyond the depth bound nobody asks, and the path is shown up to there.
    pub fn is_forced(&self, index: usize) -> bool {
        let is_free = self.free.binary_search(&(index as u32)).is_ok();
        !is_free && (self.pruned || index < self.asked)
    }

    /// The free decisions that count.
    pub fn depth(&self) -> usize {
        self.free
            .iter()
            .filter(|&&index| {
                self.run
                    .trace
                    .get(index as usize)
                    .is_some_and(Decision::counts)
            })
            .count()
    }
}

/// Counts of an exploration.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    pub paths: usize,
    pub pruned: usize,
    pub depth: usize,
    pub runs: usize,
    pub queries: usize,
    pub divergences: usize,
    /// Paths that came to where another one had been, so that what follows was not explored again.
    pub joined: usize,
    pub run_time: Duration,
    pub solver_time: Duration,
}

/// One exploration of one subject.
pub struct Explorer {
    pub(crate) frontier: Frontier,
    pub(crate) bounds: Bounds,
    solver: Solver,
    pub(crate) reasons: Reasons,
    pub(crate) statistics: Statistics,
    fingerprints: Fingerprints,
    /// Where paths have been, if those that meet again are to be explored once.
    pub(crate) joins: Option<Joins>,
    pub(crate) asked: Asked,
    stopped: bool,
}

impl Explorer {
    /// Explores all there is.
    pub fn new(strategy: Strategy, bounds: Bounds, solver: Solver) -> Self {
        let mut explorer = Self::idle(strategy, bounds, solver);
        explorer.frontier.add(Entry::root(Model::default()));
        explorer
    }

    /// Explores nothing but what it is handed.
    pub fn idle(strategy: Strategy, bounds: Bounds, solver: Solver) -> Self {
        Self {
            frontier: Frontier::new(strategy),
            bounds,
            solver,
            reasons: Reasons::default(),
            statistics: Statistics::default(),
            fingerprints: Fingerprints::default(),
            joins: None,
            asked: Asked::default(),
            stopped: false,
        }
    }

    /// From here on, explores what follows once where paths meet again: every error is found, but not every path to it.
    pub fn join_paths(&mut self) {
        self.joins.get_or_insert_default();
    }

    /// Hands over about half of what is left to explore, which is no longer this explorer's.
    pub fn give<S: Subject>(&mut self, subject: &mut S) -> Vec<Handed> {
        let until = Instant::now() + GIVING_TIME;
        let mut solved = Vec::new();
        for entry in self.frontier.give() {
            if matches!(entry.goal, Goal::Open { .. }) && Instant::now() >= until {
                self.frontier.add(entry);
            } else {
                solved.extend(self.solved(subject, entry));
            }
        }
        let fingerprints = &mut self.fingerprints;
        let hand = |entry| Handed::from_entry(entry, subject, fingerprints);
        solved.into_iter().filter_map(hand).collect()
    }

    /// Takes over what another explorer of the same subject handed over.
    pub fn take_over<S: Subject>(&mut self, subject: &mut S, handed: Handed) {
        self.frontier.add(handed.into_entry(subject));
    }

    /// A number for a path that is the same in every process, and another one for every other path.
    pub fn fingerprint<S: Subject>(&mut self, subject: &mut S, trace: &[Decision]) -> u64 {
        self.fingerprints.of(subject, trace)
    }

    pub fn reasons(&self) -> &Reasons {
        &self.reasons
    }

    pub fn reasons_mut(&mut self) -> &mut Reasons {
        &mut self.reasons
    }

    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// Whether there is nothing left to run.
    pub fn is_done(&self) -> bool {
        self.stopped || self.frontier.is_empty()
    }

    /// Runs the next input; `None` when all that the bounds allow has been explored.
    ///
    /// A run that is no path of the target (not admitted) is given back too: what it noted counts.
    pub fn step<S: Subject>(&mut self, subject: &mut S) -> Option<Explored<S::Outcome>> {
        let (entry, input) = self.next_input(subject)?;
        let explored = self.explore(subject, &entry, &input);
        if explored.run.admitted && explored.standing == Standing::New {
            self.statistics.depth = self.statistics.depth.max(explored.depth());
            if explored.pruned {
                self.statistics.pruned += 1;
            } else {
                self.statistics.paths += 1;
            }
        }
        Some(explored)
    }

    /// Adds an input to be run for what it shows of contracts, however deep its path is.
    pub fn guess(&mut self, input: Model) {
        self.frontier.add_urgent(Entry::guess(input));
    }

    /// Notes that the user wants no more.
    pub fn interrupt(&mut self) {
        if !self.stopped {
            self.stopped = true;
            self.reasons
                .add(ReasonKind::Interrupted, None, "interrupted");
        }
    }

    /// The next entry with an input that takes its path.
    fn next_input<S: Subject>(&mut self, subject: &mut S) -> Option<(Entry, Model)> {
        while !self.stopped && !self.frontier.is_empty() {
            if self
                .bounds
                .paths
                .is_some_and(|limit| self.statistics.paths >= limit)
            {
                self.reasons.add(
                    ReasonKind::Paths,
                    None,
                    format!("stopped after {} paths", self.statistics.paths),
                );
                return None;
            }
            if self.bounds.is_late() {
                self.reasons
                    .add(ReasonKind::Time, None, "the time was used up");
                return None;
            }
            let entry = self.frontier.take()?;
            if let Some(entry) = self.solved(subject, entry)
                && let Goal::Solved(input) = &entry.goal
            {
                let input = input.clone();
                return Some((entry, input));
            }
        }
        None
    }

    /// The entry with an input; `None` where there is none.
    fn solved<S: Subject>(&mut self, subject: &mut S, mut entry: Entry) -> Option<Entry> {
        let (Goal::Open { current, goal }, Prediction::Flip { parent, flipped }) =
            (&entry.goal, &entry.prediction)
        else {
            return Some(entry);
        };
        let Flipped { index, decision } = *flipped;
        let path = constraints(subject, &parent[..index]);
        match self.ask(subject, &path, *goal, current) {
            Ok(input) => {
                entry.goal = Goal::Solved(input?);
                mark_free(&mut entry.free, index);
                Some(entry)
            }
            Err((kind, detail)) => {
                self.reasons.add(kind, Some(decision.site), detail);
                None
            }
        }
    }

    /// Whether a condition can hold after some decisions, as far as is known.
    pub fn may_hold<S: Subject>(
        &mut self,
        subject: &mut S,
        decisions: &[Decision],
        condition: TermId,
        current: &Model,
    ) -> bool {
        let path = constraints(subject, decisions);
        !matches!(self.ask(subject, &path, condition, current), Ok(None))
    }

    /// Asks for an input; `None` when there is none, and why where it is not known.
    pub(crate) fn ask<S: Subject>(
        &mut self,
        subject: &mut S,
        path: &[TermId],
        goal: TermId,
        current: &Model,
    ) -> Result<Option<Model>, (ReasonKind, String)> {
        let started = Instant::now();
        self.statistics.queries += 1;
        let solver = &mut self.solver;
        let answer = subject.with_terms(|terms| {
            solver.solve(
                terms,
                &Question {
                    path,
                    goal,
                    current,
                },
            )
        });
        self.statistics.solver_time += started.elapsed();
        match answer {
            Answer::Sat(input) => Ok(Some(input)),
            Answer::Unsat => Ok(None),
            Answer::Unknown(why) => {
                let (kind, why) = describe(why);
                let condition = subject.with_terms(|terms| terms.display(goal));
                Err((kind, format!("could not decide {condition}: {why}")))
            }
        }
    }

    /// Runs one entry and adds what it opens to the frontier.
    fn explore<S: Subject>(
        &mut self,
        subject: &mut S,
        entry: &Entry,
        input: &Model,
    ) -> Explored<S::Outcome> {
        // Where the run goes with its parent, the parent has been.
        let is_marked = !entry.is_guess && self.joins.as_ref().is_some_and(Joins::are_worthwhile);
        let extent = Extent {
            // The decisions that it is predicted to take come on top.
            decisions: self.bounds.decisions() + entry.bound,
            marks_after: is_marked.then(|| first_new(entry.bound, &entry.excluded)),
        };
        let run = self.run(subject, input, extent);
        let mut explored = Explored {
            asked: 0,
            run,
            free: Vec::new(),
            // Nothing around a guess is asked about but contracts.
            pruned: entry.is_guess,
            diverged: false,
            standing: if entry.is_guess {
                Standing::Guess
            } else {
                Standing::New
            },
        };
        if !explored.run.made {
            return explored;
        }
        let trace = &explored.run.trace;
        let (bound, excluded) = match entry.predicts(trace, subject, &mut self.fingerprints) {
            Ok(()) => (entry.bound, entry.excluded.as_slice()),
            Err(common) => {
                self.stray(entry);
                explored.diverged = true;
                // What it has in common with its parent was asked about for that; the rest is as good as any other path.
                (common, [].as_slice())
            }
        };
        if !entry.is_guess && !self.asked.is_new_path(trace) && self.statistics.divergences > 0 {
            explored.standing = Standing::Known;
        }
        if explored.diverged && (self.statistics.divergences > MOST_STRAYS || self.asked.is_full())
        {
            return explored;
        }
        let descent = self.frontier.visited(trace, bound, entry.descent);
        // What was refused for the parent is a fact here, and no longer a choice.
        explored.free.clone_from(&entry.free);
        explored.free.retain(|&index| {
            let decision = trace.get(index as usize);
            (!explored.diverged || (index as usize) < bound)
                && !decision
                    .is_some_and(|decision| matches!(decision.choice, Choice::Assumed { .. }))
        });
        explored.asked = trace.len();
        self.expand(subject, &mut explored, bound, excluded, descent);
        if explored.run.cut {
            self.cut_off::<S>(&mut explored);
        }
        explored
    }

    fn run<S: Subject>(
        &mut self,
        subject: &mut S,
        input: &Model,
        extent: Extent,
    ) -> Run<S::Outcome> {
        let started = Instant::now();
        let run = subject.run(input, extent);
        self.statistics.run_time += started.elapsed();
        self.statistics.runs += 1;
        run
    }

    /// A run has left the path that it was made for.
    fn stray(&mut self, entry: &Entry) {
        self.statistics.divergences += 1;
        self.reasons.add(
            ReasonKind::Divergence,
            entry.flipped().map(|flipped| flipped.decision.site),
            "a run did not take the path that its input was made for",
        );
    }

    /// A run was cut off: what is known of its path ends there, or before that at the depth bound.
    fn cut_off<S: Subject>(&mut self, explored: &mut Explored<S::Outcome>) {
        if !explored.pruned {
            let last = explored.run.trace.last().map(|decision| decision.site);
            let detail = format!(
                "a run was ended after {} decisions",
                explored.run.trace.len()
            );
            self.reasons.add(ReasonKind::Depth, last, detail);
            explored.pruned = true;
            explored.asked = explored.asked.min(SHOWN_DECISIONS);
        }
        explored.run.trace.truncate(explored.asked);
    }
}

pub(crate) fn constraints<S: Subject>(subject: &mut S, decisions: &[Decision]) -> Vec<TermId> {
    subject.with_terms(|terms| {
        decisions
            .iter()
            .map(|decision| decision.constraint(terms))
            .collect()
    })
}

/// How many decisions a run has in common with its parent, the one in which they part included.
pub(crate) fn first_new(bound: usize, excluded: &[TermId]) -> usize {
    // A value decision that ancestors flipped already stands at the bound itself.
    bound + usize::from(!excluded.is_empty())
}

/// Why an answer is missing, as a reason.
fn describe(why: Unknown) -> (ReasonKind, &'static str) {
    match why {
        Unknown::Timeout => (
            ReasonKind::Solver,
            "no answer within the time for one question",
        ),
        Unknown::Deadline => (ReasonKind::Time, "the time was used up"),
        Unknown::Interrupted => (ReasonKind::Interrupted, "interrupted"),
        Unknown::Incomplete => (ReasonKind::Solver, "no theory at hand decides it"),
        Unknown::Undefined => (ReasonKind::Solver, "no model of it could be confirmed"),
        Unknown::TooLarge => (ReasonKind::Solver, "the formula is too large"),
    }
}

/// A value decision is free once, however many values it has.
pub(crate) fn mark_free(free: &mut Vec<u32>, index: usize) {
    if free.last() != Some(&(index as u32)) {
        free.push(index as u32);
    }
}
