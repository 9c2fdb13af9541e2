//! What may be said of a target when its exploration ends, and why not more.

use crate::decision::SiteId;

/// The answer for a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// An error was found and reproduced.
    Refuted,
    /// Every path was explored and nothing was approximated.
    Verified,
    /// No error within bounds that were hit.
    Bounded,
    /// Something could not be decided.
    Unknown,
}

/// Everything that keeps a verdict from being `Verified`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ReasonKind {
    /// A path has more free decisions than the bound allows.
    Depth,
    /// The bound on the number of paths was reached.
    Paths,
    /// One decision has more values than are tried.
    Values,
    /// The time was used up.
    Time,
    /// The user interrupted the exploration.
    Interrupted,
    /// A result that is an iterator, or a lazily grown input, was cut at a bound.
    Size,
    /// A symbolic value was used as the plain one.
    Concretised,
    /// The solver could not answer.
    Solver,
    /// A run left the path it was predicted to take.
    Divergence,
    /// The plain run did something else than the symbolic one.
    Unreproduced,
    /// A run changed something outside of it that could not be put back.
    State,
}

impl ReasonKind {
    /// Whether the reason is a stated bound (then "no error within it" is a claim), or a gap in what is known.
    pub fn is_bound(self) -> bool {
        match self {
            Self::Depth
            | Self::Paths
            | Self::Values
            | Self::Time
            | Self::Interrupted
            | Self::Size => true,
            Self::Concretised
            | Self::Solver
            | Self::Divergence
            | Self::Unreproduced
            | Self::State => false,
        }
    }

    /// The name used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Depth => "depth",
            Self::Paths => "paths",
            Self::Values => "values",
            Self::Time => "time",
            Self::Interrupted => "interrupted",
            Self::Size => "size",
            Self::Concretised => "concretised",
            Self::Solver => "solver",
            Self::Divergence => "divergence",
            Self::Unreproduced => "unreproduced",
            Self::State => "state",
        }
    }
}

/// One reason, with the place it arose at.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reason {
    pub kind: ReasonKind,
    pub site: Option<SiteId>,
    pub detail: String,
}

/// The distinct reasons of an exploration, in the order they arose.
#[derive(Clone, Debug, Default)]
pub struct Reasons {
    list: Vec<Reason>,
    seen: rustc_hash::FxHashSet<Reason>,
}

impl Reasons {
    /// Adds a reason unless the same one is there already.
    pub fn add(&mut self, kind: ReasonKind, site: Option<SiteId>, detail: impl Into<String>) {
        let reason = Reason {
            kind,
            site,
            detail: detail.into(),
        };
        if self.seen.insert(reason.clone()) {
            self.list.push(reason);
        }
    }

    pub fn iter(&self) -> std::slice::Iter<'_, Reason> {
        self.list.iter()
    }

    /// The verdict that these reasons leave, given whether an error was reproduced.
    pub fn verdict(&self, error_found: bool) -> Verdict {
        if error_found {
            Verdict::Refuted
        } else if self.list.iter().any(|reason| !reason.kind.is_bound()) {
            Verdict::Unknown
        } else if self.list.is_empty() {
            Verdict::Verified
        } else {
            Verdict::Bounded
        }
    }
}

impl<'a> IntoIterator for &'a Reasons {
    type Item = &'a Reason;
    type IntoIter = std::slice::Iter<'a, Reason>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
