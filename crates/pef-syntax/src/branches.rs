//! The branch map: every place where a condition decides, with both places it can lead to.
//!
//! Invariant: `BranchMap[id].id == id`, and ids are given in the order in which the conditions stand in the file, so
//! the same text always has the same map. Conditions that the compiler decides itself (`while True`) are not branches.

use std::fmt;

use crate::liveness::Point;
use crate::source::Location;

/// Index of a branch in its file's map. The rewritten code passes it to `__pef_branch__`, plus `Options::first_branch`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BranchId(pub u32);

/// The construct whose condition this is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BranchKind {
    If,
    Elif,
    While,
    IfExpression,
    ComprehensionIf,
    Assert,
    Guard,
}

/// Where control goes on one side of a branch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Target {
    Line(u32),
    /// Leaves the function, class body or module.
    Exit,
    /// Raises (a failed `assert`).
    Raise,
}

impl Target {
    /// The line, or 0 where control leaves.
    pub fn line(self) -> u32 {
        match self {
            Self::Line(line) => line,
            Self::Exit | Self::Raise => 0,
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(formatter, "{line}"),
            Self::Exit => formatter.write_str("exit"),
            Self::Raise => formatter.write_str("raise"),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    pub id: BranchId,
    pub kind: BranchKind,
    pub start: Location,
    /// Just past the last character of the condition.
    pub end: Location,
    /// The condition as it stands in the source.
    pub condition: String,
    /// Qualified name of the enclosing function (`Class.method`, `outer.<locals>.inner`); a class body has the
    /// class's name, the rest `<module>`.
    pub function: String,
    pub when_true: Target,
    pub when_false: Target,
    /// What the rest of the call depends on here, where that can be read from the frame.
    pub point: Option<Point>,
}

impl Branch {
    pub fn line(&self) -> u32 {
        self.start.line
    }

    pub fn column(&self) -> u32 {
        self.start.column
    }

    /// The side as the coverage report names it: `12->14`.
    pub fn arc(&self, side: bool) -> String {
        let target = if side {
            self.when_true
        } else {
            self.when_false
        };
        format!("{}->{target}", self.start.line)
    }
}

/// All branches of one file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BranchMap {
    branches: Vec<Branch>,
}

impl BranchMap {
    pub(crate) fn new(branches: Vec<Branch>) -> Self {
        debug_assert!(
            branches
                .iter()
                .enumerate()
                .all(|(index, branch)| branch.id.0 as usize == index)
        );
        Self { branches }
    }

    pub fn len(&self) -> usize {
        self.branches.len()
    }

    pub fn is_empty(&self) -> bool {
        self.branches.is_empty()
    }

    pub fn get(&self, id: BranchId) -> Option<&Branch> {
        self.branches.get(id.0 as usize)
    }

    pub fn iter(&self) -> std::slice::Iter<'_, Branch> {
        self.branches.iter()
    }

    /// The branches directly in the function of this qualified name; those of functions nested in it are not included.
    pub fn branches_in<'map>(
        &'map self,
        function: &'map str,
    ) -> impl Iterator<Item = &'map Branch> {
        self.branches
            .iter()
            .filter(move |branch| branch.function == function)
    }

    /// The branches of the function and of every function, lambda and class nested in it.
    pub fn branches_within<'map>(
        &'map self,
        function: &'map str,
    ) -> impl Iterator<Item = &'map Branch> {
        self.branches.iter().filter(move |branch| {
            branch
                .function
                .strip_prefix(function)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
    }
}

impl<'map> IntoIterator for &'map BranchMap {
    type Item = &'map Branch;
    type IntoIter = std::slice::Iter<'map, Branch>;

    fn into_iter(self) -> Self::IntoIter {
        self.branches.iter()
    }
}
