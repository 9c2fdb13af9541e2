//! Questions and answers.

use pef_term::{Model, TermId};

/// Find a model of `path` and `goal` that stays close to `current`.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// Constraints that all hold under `current`.
    pub path: &'a [TermId],
    pub goal: TermId,
    /// A value for every variable of the path and the goal.
    pub current: &'a Model,
}

/// What is known about a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// `current` with other values for some variables; path and goal evaluate to true under it.
    Sat(Model),
    /// There is no model, over unbounded integers.
    Unsat,
    Unknown(Unknown),
}

/// Why a question was not decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unknown {
    /// The budget of one question was used up.
    Timeout,
    /// The deadline of the whole command has passed.
    Deadline,
    /// Someone asked to stop.
    Interrupted,
    /// No theory at hand decides it: non-linear integers, bit operations, mixed theories.
    Incomplete,
    /// Models were found, but none that evaluates: they depend on an uninterpreted function where it was not
    /// observed, or on an operation outside of its domain.
    Undefined,
    /// The formula is too large to be handed to a solver.
    TooLarge,
}

impl Unknown {
    /// The more telling of two reasons: a timeout can be helped with a larger budget, the latest of the others
    /// comes from the tier that knows most.
    pub(crate) fn graver(self, later: Unknown) -> Unknown {
        if self == Unknown::Timeout {
            self
        } else {
            later
        }
    }

    /// Would asking again, with the same budget, give the same answer?
    pub(crate) fn is_lasting(self) -> bool {
        match self {
            Unknown::Timeout | Unknown::Incomplete | Unknown::TooLarge => true,
            // More observations may have been made since.
            Unknown::Undefined | Unknown::Deadline | Unknown::Interrupted => false,
        }
    }
}
