//! Parsing, with the two ways in which a parser can take its caller down closed off.
//!
//! The syntax tree is recursive and so is everything done with it, dropping included. So its depth is measured first
//! (growing the stack as it goes); a tree deeper than [`DEPTH_LIMIT`] is refused and leaked rather than dropped, and
//! the work on any other tree runs on a stack known to be large enough. CPython itself refuses such programs long
//! before (its compiler gives up after some thousand levels), so nothing that runs is lost.
//! Rejected: a thread with a huge stack per file. It costs address space that a memory-limited worker does not have.

use ruff_python_ast::token::Tokens;
use ruff_python_ast::visitor::source_order::{
    SourceOrderVisitor, TraversalSignal, walk_expr, walk_stmt,
};
use ruff_python_ast::{AnyNodeRef, Expr, Mod, Stmt};
use ruff_python_parser::{Mode as ParserMode, ParseOptions, parse_unchecked};
use thiserror::Error;

use crate::source::{Location, Source};

/// Levels of nesting in the syntax tree beyond which a source is refused.
pub const DEPTH_LIMIT: usize = 20_000;

/// Stack set aside for one level; generous, because unoptimised builds use several frames of several hundred bytes.
const STACK_PER_LEVEL: usize = 8 * 1024;
const STACK_RESERVE: usize = 256 * 1024;

/// Why a text could not be read as Python, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{line}:{column}: {message}")]
pub struct SyntaxProblem {
    pub line: u32,
    pub column: u32,
    pub message: String,
}

impl SyntaxProblem {
    pub(crate) fn at(location: Location, message: String) -> Self {
        Self {
            line: location.line,
            column: location.column,
            message,
        }
    }
}

/// What a text is read as: a file (`exec`, and also what `single` accepts here), or one expression (`eval`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    #[default]
    Module,
    Expression,
}

/// A tree and its tokens, borrowed for the time of one piece of work.
pub(crate) struct Tree<'tree> {
    pub(crate) module: &'tree Mod,
    pub(crate) tokens: &'tree Tokens,
}

/// Parses `source` and does `work` on the tree, on a stack that is deep enough for it.
pub(crate) fn with_tree<T>(
    source: &Source<'_>,
    mode: Mode,
    work: impl FnOnce(Tree<'_>) -> T,
) -> Result<T, SyntaxProblem> {
    let parser_mode = match mode {
        Mode::Module => ParserMode::Module,
        Mode::Expression => ParserMode::Expression,
    };
    let parsed = parse_unchecked(source.text(), ParseOptions::from(parser_mode));
    let depth = measure_depth(parsed.syntax());
    if depth > DEPTH_LIMIT {
        // Dropping the tree is itself recursive and would overflow the stack.
        std::mem::forget(parsed);
        return Err(SyntaxProblem {
            line: 1,
            column: 1,
            message: format!("the program is nested more than {DEPTH_LIMIT} levels deep"),
        });
    }
    let needed = STACK_RESERVE + depth * STACK_PER_LEVEL;
    stacker::maybe_grow(needed, needed, move || {
        if let Some(error) = parsed.errors().first() {
            let offset = error.location.start();
            return Err(SyntaxProblem::at(
                source.location(offset),
                error.error.to_string(),
            ));
        }
        Ok(work(Tree {
            module: parsed.syntax(),
            tokens: parsed.tokens(),
        }))
    })
}

/// The deepest nesting of nodes, counted no further than just past the limit.
fn measure_depth(module: &Mod) -> usize {
    let mut measure = DepthMeasure {
        current: 0,
        deepest: 0,
    };
    measure.visit_mod(module);
    measure.deepest
}

struct DepthMeasure {
    current: usize,
    deepest: usize,
}

impl<'tree> SourceOrderVisitor<'tree> for DepthMeasure {
    fn enter_node(&mut self, _node: AnyNodeRef<'tree>) -> TraversalSignal {
        self.current += 1;
        self.deepest = self.deepest.max(self.current);
        if self.current > DEPTH_LIMIT {
            TraversalSignal::Skip
        } else {
            TraversalSignal::Traverse
        }
    }

    fn leave_node(&mut self, _node: AnyNodeRef<'tree>) {
        self.current -= 1;
    }

    fn visit_expr(&mut self, expression: &'tree Expr) {
        stacker::maybe_grow(STACK_RESERVE, 4 * 1024 * 1024, || {
            walk_expr(self, expression);
        });
    }

    fn visit_stmt(&mut self, statement: &'tree Stmt) {
        stacker::maybe_grow(STACK_RESERVE, 4 * 1024 * 1024, || {
            walk_stmt(self, statement);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> Result<(), SyntaxProblem> {
        with_tree(&Source::new(text), Mode::Module, |_| ())
    }

    #[test]
    fn a_problem_has_its_place() {
        let problem = check("x = 1\nif x\n    pass\n").unwrap_err();
        assert_eq!((problem.line, problem.column), (2, 5));
    }

    #[test]
    fn deep_nesting_neither_overflows_nor_passes_silently() {
        for (opening, core, closing) in [
            ("(", "1", ")"),
            ("-", "1", ""),
            ("", "x", ".x"),
            ("[", "", "]"),
            ("", "1", "+1"),
        ] {
            let fine = format!("{}{core}{}\n", opening.repeat(5_000), closing.repeat(5_000));
            assert!(check(&fine).is_ok(), "5000 times {opening}{closing}");
            let deep = format!(
                "{}{core}{}\n",
                opening.repeat(100_000),
                closing.repeat(100_000)
            );
            let refused = check(&deep);
            assert!(
                refused.is_err() || opening == "(",
                "100000 times {opening}{closing}"
            );
        }
    }

    #[test]
    fn broken_and_deep_at_once_is_still_refused() {
        assert!(check(&"-".repeat(200_000)).is_err());
        assert!(check(&"f(".repeat(60_000)).is_err());
    }
}
