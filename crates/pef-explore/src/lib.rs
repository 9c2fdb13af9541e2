//! Exploring: which input to run next, and what may be said when there is none left.
//!
//! The explorer drives a [`Subject`] (run this input, give me the trace), turns every decision of a trace into
//! the question "is there an input that goes the other way?", and keeps the answers as entries of a frontier.
//! An [`Entry`] is self-contained: an input, how much of its trace is already accounted for, and which decisions
//! on it are free. There is no tree of nodes: with the bound in the entry no path can be visited twice (each
//! decision is flipped by exactly one run, the first that took it), and an entry can be handed to another process.
//! A path tree with shared nodes was the alternative; it needs the same facts plus a merge when work is spread.
//!
//! This crate knows neither Python nor where a decision comes from; sites are opaque numbers.

mod asked;
mod decision;
mod expansion;
mod explorer;
mod frontier;
mod handing;
mod joins;
mod random;
mod subject;
mod turns;
mod verdict;

pub use decision::{Choice, Decision, SiteId, Trace};
pub use explorer::{Bounds, Explored, Explorer, Standing, Statistics};
pub use frontier::{Entry, Flipped, Goal, Prediction, Strategy};
pub use handing::Handed;
pub use joins::Mark;
pub use subject::{Extent, Run, Subject};
pub use turns::Descent;
pub use verdict::{Reason, ReasonKind, Reasons, Verdict};
