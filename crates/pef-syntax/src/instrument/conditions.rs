//! Conditions: where a truth value decides which code runs next.
//!
//! Invariant: a condition gets its id when its text is reached, so ids follow the source. Inside a condition `and`,
//! `or`, `not` and nested conditional expressions only pass truth on and stay native; the truth of each operand is
//! asked for by CPython itself, in its own order.

use ruff_python_ast::token::TokenKind;
use ruff_python_ast::visitor::source_order::SourceOrderVisitor;
use ruff_python_ast::{BoolOp, CmpOp, Comprehension, Expr, ExprIf, Int, Number, Operator, UnaryOp};
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
        let number = self.branch(test, kind, when_true, when_false);
        self.numbered(test, hooks::BRANCH, number, Self::truth);
    }

    /// `hook(number, expression)`, for which there must be room.
    pub(super) fn numbered(
        &mut self,
        expression: &'tree Expr,
        hook: &str,
        number: u32,
        visit: impl FnOnce(&mut Self, &'tree Expr),
    ) {
        let parentheses = needs_parentheses(expression);
        let extra = if parentheses { "(" } else { "" };
        self.rewriter
            .insert(expression.start(), &format!("{hook}({number}, {extra}"));
        self.open_hooks += 1 + usize::from(parentheses);
        visit(self, expression);
        for _ in 0..=usize::from(parentheses) {
            self.close(expression.end());
        }
    }

    /// Enters a branch into the map; gives the number by which rewritten code knows it.
    fn branch(
        &mut self,
        test: &Expr,
        kind: BranchKind,
        when_true: Target,
        when_false: Target,
    ) -> u32 {
        let id = BranchId(self.branches.len() as u32);
        let point = match kind {
            BranchKind::If | BranchKind::Elif | BranchKind::While | BranchKind::Assert => {
                self.points.conditions.get(&test.start()).cloned()
            }
            BranchKind::IfExpression | BranchKind::ComprehensionIf | BranchKind::Guard => None,
        };
        self.branches.push(Branch {
            id,
            kind,
            start: self.source.location(test.start()),
            end: self.source.location(test.end()),
            condition: self.source.slice(test.range()).to_owned(),
            function: self.scope.current().to_owned(),
            when_true,
            when_false,
            point,
        });
        self.options.first_branch + id.0
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
        let targets = (
            self.line_of(&*conditional.body),
            self.line_of(&*conditional.orelse),
        );
        if !only_truth && is_choice(conditional) && self.has_room(1, conditional.start()) {
            self.choice(conditional, targets);
            return;
        }
        side(self, &conditional.body);
        self.condition(
            &conditional.test,
            BranchKind::IfExpression,
            targets.0,
            targets.1,
        );
        side(self, &conditional.orelse);
    }

    /// A conditional expression of which both sides can be evaluated: `__pef_choose__(id, body, test, orelse)`.
    fn choice(&mut self, conditional: &'tree ExprIf, (when_true, when_false): (Target, Target)) {
        let ExprIf {
            test, body, orelse, ..
        } = conditional;
        let number = self.branch(test, BranchKind::IfExpression, when_true, when_false);
        let opening = format!("{}({number}, ", hooks::CHOOSE);
        self.rewriter.insert(conditional.start(), &opening);
        self.open_hooks += 1;
        let word = self.token_between(body.end(), test.start(), TokenKind::If);
        self.rewriter.replace(word, ",");
        self.truth(test);
        let word = self.token_between(test.end(), orelse.start(), TokenKind::Else);
        self.rewriter.replace(word, ",");
        self.close(conditional.end());
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

/// Whether nothing is lost or gained when both sides of a conditional expression are evaluated before its test: they are
/// names and numbers, and every name is used by the test too, a comparison that looks at values and does nothing else. So
/// a name that is not bound is an error in any case, and none is bound anew meanwhile.
fn is_choice(conditional: &ExprIf) -> bool {
    let Expr::Compare(compare) = &*conditional.test else {
        return false;
    };
    let ([operator], [right]) = (&*compare.ops, &*compare.comparators) else {
        return false;
    };
    let compares = matches!(
        operator,
        CmpOp::Lt | CmpOp::LtE | CmpOp::Gt | CmpOp::GtE | CmpOp::Eq | CmpOp::NotEq
    );
    let mut used = Vec::new();
    let looks = looks_at(&compare.left, &mut used) && looks_at(right, &mut used);
    let is_side = |side: &Expr| match side {
        Expr::Name(name) => used.contains(&name.id.as_str()),
        _ => is_number(side),
    };
    compares
        && looks
        && !used.is_empty()
        && is_side(&conditional.body)
        && is_side(&conditional.orelse)
}

/// Whether an expression is made of names, numbers and arithmetic; adds the names.
fn looks_at<'tree>(expression: &'tree Expr, used: &mut Vec<&'tree str>) -> bool {
    match expression {
        Expr::Name(name) => {
            used.push(name.id.as_str());
            true
        }
        Expr::BinOp(binary) => {
            matches!(binary.op, Operator::Add | Operator::Sub | Operator::Mult)
                && looks_at(&binary.left, used)
                && looks_at(&binary.right, used)
        }
        _ => is_number(expression),
    }
}

fn is_number(expression: &Expr) -> bool {
    match expression {
        Expr::NumberLiteral(_) => true,
        Expr::UnaryOp(unary) => unary.op == UnaryOp::USub && unary.operand.is_number_literal_expr(),
        _ => false,
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
