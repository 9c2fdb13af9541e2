//! Contracts written in docstrings, as data.
//!
//! Three dialects end in the same structures: PEF's own fields (`:types:`, `:assume:`, `:ensure:`, `:raises:`,
//! `:invariant:`, `:globals:`), and the PEP 316 clauses that CrossHair reads (`pre:`, `post:`, `post[x]:`, `raises:`,
//! `inv:`). What Sphinx, Google and NumPy docstrings say about exceptions and types is documentation, not contract, and
//! comes back separately.
//!
//! Invariant: every clause carries the source line of its first character, and every expression has been seen to
//! parse; whatever does not parse is a [`ContractProblem`] with its line, its text and the reason, and never lost.
//! Names are not resolved here: that needs the function's scope at run time.

mod documented;
mod fields;
mod pep316;
mod prose;
mod split;

#[cfg(test)]
mod tests;

use thiserror::Error;

use crate::docstring::Docstring;
use crate::parse::{Mode, with_tree};
use crate::signatures::FunctionInfo;
use crate::source::Source;

/// Everything one docstring promises.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Contracts {
    pub types: Vec<TypeClause>,
    pub globals: Vec<TypeClause>,
    pub assume: Vec<Condition>,
    pub ensure: Vec<Condition>,
    pub invariant: Vec<Condition>,
    /// In the order written: the first that matches an exception decides.
    pub raises: Vec<RaisesClause>,
    /// Exceptions that the documentation mentions.
    pub documented_exceptions: Vec<DocumentedException>,
    /// Sphinx's `:type x: int` and `:rtype: int` (parameter `return`).
    pub documented_types: Vec<TypeClause>,
    pub problems: Vec<ContractProblem>,
    /// Whether words of PEP 316 stand before sentences here, so that a single word after one may be prose too.
    pub has_prose: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeClause {
    pub parameter: String,
    /// Type expressions, as written; `[int, str]` has two.
    pub alternatives: Vec<String>,
    pub line: u32,
}

/// One conjunct of a precondition, postcondition or invariant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// On one line, whatever the docstring looked like.
    pub expression: String,
    pub line: u32,
    pub dialect: Dialect,
    /// `post[x, y]:` allows only these arguments to change, `post[]:` none; absent if nothing was said.
    pub may_change: Option<Vec<String>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dialect {
    Pef,
    Pep316,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RaisesClause {
    pub exception: ExceptionName,
    /// All must hold; none means that the exception is always allowed.
    pub conditions: Vec<String>,
    pub line: u32,
    pub dialect: Dialect,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ExceptionName {
    /// `any`
    Any,
    /// As written, perhaps dotted.
    Named(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentedException {
    pub exception: String,
    pub line: u32,
    pub style: DocumentationStyle,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DocumentationStyle {
    Sphinx,
    Google,
    NumPy,
    /// PEF's `:raises:` followed by prose instead of a condition.
    Prose,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: {reason}: {text}")]
pub struct ContractProblem {
    pub line: u32,
    /// The part of the contract that is wrong.
    pub text: String,
    pub reason: String,
}

/// Reads the contracts of a docstring.
pub fn contracts(docstring: &Docstring) -> Contracts {
    let lines: Vec<(u32, &str)> = docstring.lines().collect();
    let mut found = Contracts::default();
    let mut index = 0;
    while index < lines.len() {
        index = fields::read(&lines, index, &mut found)
            .or_else(|| pep316::read(&lines, index, &mut found))
            .or_else(|| documented::read(&lines, index, &mut found))
            .unwrap_or(index + 1);
    }
    found
}

/// Reads `x: int, y: [int, str]`, as after `:types:` and on the command line.
pub fn parse_types(text: &str) -> Result<Vec<TypeClause>, ContractProblem> {
    fields::type_clauses(text, 1)
}

/// Reads conditions separated by commas, as after `:assume:` and on the command line.
pub fn parse_conditions(text: &str) -> Result<Vec<String>, ContractProblem> {
    split::at_top_level(text, ',')
        .into_iter()
        .map(|part| expression(part, 1))
        .collect()
}

impl Contracts {
    /// What is wrong with these contracts for this function, beyond what does not even parse.
    pub fn problems_for(&self, function: &FunctionInfo) -> Vec<ContractProblem> {
        let names = |name: &str| {
            function
                .parameters
                .iter()
                .any(|parameter| parameter.name == name)
        };
        let mut problems = Vec::new();
        for clause in &self.types {
            if !names(&clause.parameter) {
                problems.push(ContractProblem {
                    line: clause.line,
                    text: clause.parameter.clone(),
                    reason: format!("{} has no parameter of this name", function.qualname),
                });
            }
        }
        if names("returnv")
            && self
                .ensure
                .iter()
                .any(|condition| condition.dialect == Dialect::Pef)
        {
            problems.push(ContractProblem {
                line: function.line,
                text: "returnv".to_owned(),
                reason: "this name means the result in :ensure: and cannot be a parameter"
                    .to_owned(),
            });
        }
        problems
    }
}

/// An expression that parses, on one line; or why it does not.
fn expression(text: &str, line: u32) -> Result<String, ContractProblem> {
    let text = text.trim();
    let problem = |reason: String| ContractProblem {
        line,
        text: text.to_owned(),
        reason,
    };
    if text.is_empty() {
        return Err(problem("an expression is missing".to_owned()));
    }
    match with_tree(&Source::new(text), Mode::Expression, |_| ()) {
        Ok(()) => Ok(text.to_owned()),
        Err(reason) => Err(problem(reason.message)),
    }
}

/// `:word:` or `:word argument:` at the start of a line.
fn starts_field(trimmed: &str) -> bool {
    trimmed
        .strip_prefix(':')
        .and_then(|rest| rest.split_once(':'))
        .is_some_and(|(name, _)| {
            name.starts_with(|first: char| first.is_ascii_alphabetic())
                && name
                    .chars()
                    .all(|character| character.is_alphanumeric() || " _-.,*".contains(character))
        })
}

/// Leading blanks of a line; tabs count as one, since only equal and deeper matter.
fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

fn is_dotted_name(text: &str) -> bool {
    !text.is_empty() && text.split('.').all(is_identifier)
}

fn is_identifier(text: &str) -> bool {
    let mut characters = text.chars();
    characters
        .next()
        .is_some_and(|first| first.is_alphabetic() || first == '_')
        && characters.all(|character| character.is_alphanumeric() || character == '_')
}
