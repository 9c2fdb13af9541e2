//! The subject: what an explorer drives, and one run of it.

use pef_term::{Model, Terms};

use crate::decision::{SiteId, Trace};
use crate::joins::Mark;

/// What the explorer drives: something that runs an input and tells which decisions were taken.
pub trait Subject {
    /// What a run came to; the explorer only passes it on.
    type Outcome;

    /// Runs the input. The trace must depend on the input alone.
    fn run(&mut self, input: &Model, extent: Extent) -> Run<Self::Outcome>;

    /// Gives access to the terms that traces refer to.
    fn with_terms<R>(&mut self, use_terms: impl FnOnce(&mut Terms) -> R) -> R;

    /// A number for a site that is the same in every process that explores this subject.
    fn site_fingerprint(&mut self, site: SiteId) -> u64;
}

/// How much is wanted of a run.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// It is ended when it has taken more decisions than this.
    pub decisions: usize,
    /// Marks are wanted after so many decisions, if at all.
    pub marks_after: Option<usize>,
}

/// One run of a subject.
#[derive(Debug)]
pub struct Run<O> {
    /// The input completed with the values of variables that came up during the run.
    pub input: Model,
    pub trace: Trace,
    /// Where the rest of the run is known to depend on little, in the order of the trace.
    pub marks: Vec<Mark>,
    pub outcome: O,
    /// False when the input does not satisfy the target's assumptions: its decisions are expanded as always,
    /// but it is no path of the target.
    pub admitted: bool,
    /// It was ended because of the number of its decisions.
    pub cut: bool,
    /// False when the subject did not run the input at all: nothing follows from its trace.
    pub made: bool,
}
