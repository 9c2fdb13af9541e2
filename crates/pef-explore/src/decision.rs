//! Decisions: the points of a run at which another input could have led elsewhere.

use pef_term::{TermId, Terms};

/// Where in the program a decision was taken; the subject knows what it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SiteId(pub u32);

/// What was decided, and which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// A condition was found true or false.
    Branch { condition: TermId, taken: bool },
    /// A condition that holds for every input of the target by the way it is built (the keys of a dictionary are
    /// different); part of the path, with no other side.
    Assumed { condition: TermId, taken: bool },
    /// A clause of a contract that ought to be true was found true or false. Its other side is asked for before
    /// anything else and beyond the depth bound: it is what the exploration is about.
    Obligation { condition: TermId, taken: bool },
    /// A term had to have one particular value (an index, a shape); `value` is a constant term.
    Value { term: TermId, value: TermId },
}

/// One decision of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decision {
    pub site: SiteId,
    pub choice: Choice,
}

impl Decision {
    /// The constraint on inputs that this decision adds.
    pub fn constraint(&self, terms: &mut Terms) -> TermId {
        match self.choice {
            Choice::Branch { condition, taken }
            | Choice::Assumed { condition, taken }
            | Choice::Obligation { condition, taken } => {
                if taken {
                    condition
                } else {
                    terms.not(condition)
                }
            }
            Choice::Value { term, value } => terms.eq(term, value),
        }
    }

    /// The decision that went the other way; a value decision has no one other side and stays as it is.
    pub fn other_side(&self) -> Decision {
        let mut other = *self;
        match &mut other.choice {
            Choice::Branch { taken, .. }
            | Choice::Assumed { taken, .. }
            | Choice::Obligation { taken, .. } => *taken = !*taken,
            Choice::Value { .. } => {}
        }
        other
    }

    /// Whether it counts towards the depth of a path where both of its sides are feasible.
    pub fn counts(&self) -> bool {
        match self.choice {
            Choice::Branch { .. } | Choice::Value { .. } => true,
            Choice::Assumed { .. } | Choice::Obligation { .. } => false,
        }
    }

    /// Whether `other` is a decision at the same place about the same thing, whichever way it went.
    pub fn same_question(&self, other: &Decision) -> bool {
        self.site == other.site
            && match (self.choice, other.choice) {
                (Choice::Branch { condition: one, .. }, Choice::Branch { condition: two, .. })
                | (
                    Choice::Obligation { condition: one, .. },
                    Choice::Obligation { condition: two, .. },
                )
                | (Choice::Value { term: one, .. }, Choice::Value { term: two, .. }) => one == two,
                _ => false,
            }
    }
}

/// The decisions of one run, in order.
pub type Trace = Vec<Decision>;
