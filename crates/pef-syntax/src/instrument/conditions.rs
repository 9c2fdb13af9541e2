//! Conditions: where a truth value decides which code runs next.
//!
//! Invariant: a condition gets its id when its text is reached, so ids follow the source. Inside a condition `and`,
//! `or`, `not` and nested conditional expressions only pass truth on and stay native; the truth of each operand is
//! asked for by CPython itself, in its own order.

use ruff_python_ast::visitor::source_order::SourceOrderVisitor;
use ruff_python_ast::{BoolOp, Comprehension, Expr, ExprIf, Int, Number, UnaryOp};
use ruff_text_size::Ranged;

use super::expressions::needs_parentheses;
use super::{Instrumenter, hooks};
use crate::branches::{Branch, BranchId, BranchKind, Target};

impl<'tree> Instrumenter<'tree> {
    /// A condition of its own: `__pef_branch__(id, condition)`.
    pub(super) fn condition(
        &mut self,
        test: &'tree Expr,
        kind: BranchKind,
        when_true: Target,
        when_false: Target,
    ) {
        if is_constant(test) {
            self.truth(test);
            return;
        }
        let parentheses = needs_parentheses(test);
        if !self.has_room(1 + usize::from(parentheses), test.start()) {
            self.truth(test);
            return;
        }
        let id = BranchId(self.branches.len() as u32);
        self.branches.push(Branch {
            id,
            kind,
            start: self.source.location(test.start()),
            end: self.source.location(test.end()),
            condition: self.source.slice(test.range()).to_owned(),
            function: self.scope.current().to_owned(),
            when_true,
            when_false,
        });
        let extra = if parentheses { "(" } else { "" };
        self.rewriter.insert(
            test.start(),
            &format!(
                "{}({}, {extra}",
                hooks::BRANCH,
                self.options.first_branch + id.0
            ),
        );
        self.open_hooks += 1 + usize::from(parentheses);
        self.truth(test);
        for _ in 0..=usize::from(parentheses) {
            self.close(test.end());
        }
    }

    /// An expression of which only the truth is used.
    fn truth(&mut self, expression: &'tree Expr) {
        match expression {
            Expr::BoolOp(operation) => {
                for operand in &operation.values {
                    self.truth(operand);
                }
            }
            Expr::UnaryOp(unary) if unary.op == UnaryOp::Not => self.truth(&unary.operand),
            Expr::If(conditional) => self.conditional(conditional, true),
            _ => self.value(expression),
        }
    }

    pub(super) fn conditional(&mut self, conditional: &'tree ExprIf, only_truth: bool) {
        let side = |this: &mut Self, expression: &'tree Expr| {
            if only_truth {
                this.truth(expression);
            } else {
                this.value(expression);
            }
        };
        side(self, &conditional.body);
        let targets = (
            self.line_of(&*conditional.body),
            self.line_of(&*conditional.orelse),
        );
        self.condition(
            &conditional.test,
            BranchKind::IfExpression,
            targets.0,
            targets.1,
        );
        side(self, &conditional.orelse);
    }

    /// The clauses of a comprehension. A filter that holds leads to the next filter, the next clause or the element
    /// (which was visited before); one that fails leads back to its own clause.
    pub(super) fn clauses(&mut self, element: &'tree Expr, clauses: &'tree [Comprehension]) {
        for (index, clause) in clauses.iter().enumerate() {
            self.visit_expr(&clause.target);
            self.visit_expr(&clause.iter);
            for (position, filter) in clause.ifs.iter().enumerate() {
                let when_true = match (clause.ifs.get(position + 1), clauses.get(index + 1)) {
                    (Some(next), _) => self.line_of(next),
                    (None, Some(next)) => self.line_of(next),
                    (None, None) => self.line_of(element),
                };
                self.condition(
                    filter,
                    BranchKind::ComprehensionIf,
                    when_true,
                    self.line_of(clause),
                );
            }
        }
    }
}

/// Whether the compiler knows the outcome: such a test decides nothing and must stay recognisable to it.
fn is_constant(expression: &Expr) -> bool {
    match expression {
        Expr::Name(name) => name.id == "__debug__",
        Expr::UnaryOp(unary) => is_constant(&unary.operand),
        Expr::BinOp(binary) => is_constant(&binary.left) && is_constant(&binary.right),
        Expr::BoolOp(operation) => {
            let decisive = operation.op == BoolOp::Or;
            let first = operation.values.first().and_then(literal_truth);
            first == Some(decisive) || operation.values.iter().all(is_constant)
        }
        Expr::Tuple(tuple) => tuple.elts.iter().all(is_constant),
        _ => expression.is_literal_expr(),
    }
}

/// The truth of a literal, as far as it is needed to see that `0 and x` is never true.
fn literal_truth(expression: &Expr) -> Option<bool> {
    match expression {
        Expr::BooleanLiteral(literal) => Some(literal.value),
        Expr::NoneLiteral(_) => Some(false),
        Expr::NumberLiteral(literal) => match &literal.value {
            Number::Int(value) => Some(*value != Int::ZERO),
            Number::Float(_) | Number::Complex { .. } => None,
        },
        _ => None,
    }
}
