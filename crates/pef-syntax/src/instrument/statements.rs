//! Statements: which parts are rewritten, and where control goes next.
//!
//! Invariant: `after` always names the place reached when the current statement ends normally; every block sets it
//! for its own statements and restores it.

use ruff_python_ast::token::TokenKind;
use ruff_python_ast::visitor::source_order::{SourceOrderVisitor, walk_stmt};
use ruff_python_ast::{
    Expr, InterpolatedStringElement, Operator, Pattern, Stmt, StmtAssert, StmtAssign,
    StmtAugAssign, StmtFor, StmtIf, StmtMatch, StmtReturn, StmtTry, StmtWhile, TString, TypeParams,
};
use ruff_text_size::Ranged;

use super::expressions::needs_parentheses;
use super::{Instrumenter, hooks};
use crate::branches::{BranchKind, Target};
use crate::liveness;

impl<'tree> SourceOrderVisitor<'tree> for Instrumenter<'tree> {
    fn visit_stmt(&mut self, statement: &'tree Stmt) {
        self.statement(statement);
    }

    fn visit_body(&mut self, body: &'tree [Stmt]) {
        let after = self.after;
        self.block(body, after);
    }

    fn visit_expr(&mut self, expression: &'tree Expr) {
        self.value(expression);
    }

    fn visit_annotation(&mut self, _annotation: &'tree Expr) {}

    fn visit_type_params(&mut self, _parameters: &'tree TypeParams) {}

    fn visit_pattern(&mut self, _pattern: &'tree Pattern) {}

    fn visit_t_string(&mut self, _template: &'tree TString) {}

    fn visit_interpolated_string_element(&mut self, element: &'tree InterpolatedStringElement) {
        self.string_element(element);
    }
}

/// Methods that C code calls and whose result it takes as a number, by its plain value.
const NUMBERS: [&str; 8] = [
    "__bool__",
    "__complex__",
    "__float__",
    "__hash__",
    "__index__",
    "__int__",
    "__len__",
    "__length_hint__",
];

fn gives_number(qualified: &str) -> bool {
    let name = qualified.rsplit('.').next().unwrap_or(qualified);
    NUMBERS.contains(&name)
}

impl<'tree> Instrumenter<'tree> {
    /// The statements of a block, after which control goes to `after`.
    pub(super) fn block(&mut self, body: &'tree [Stmt], after: Target) {
        let outer = self.after;
        for (index, statement) in body.iter().enumerate() {
            self.after = body.get(index + 1).map_or(after, |next| self.line_of(next));
            self.statement(statement);
        }
        self.after = outer;
    }

    /// Where control goes when it enters this block, or past it if it is empty.
    fn entry(&self, body: &[Stmt], otherwise: Target) -> Target {
        body.first().map_or(otherwise, |first| self.line_of(first))
    }

    fn statement(&mut self, statement: &'tree Stmt) {
        match statement {
            Stmt::FunctionDef(function) => {
                for decorator in &function.decorator_list {
                    self.visit_decorator(decorator);
                }
                self.visit_parameters(&function.parameters);
                let points = liveness::points(function, self.loops);
                self.loops += points.loops.len() as u32;
                let outer = std::mem::replace(&mut self.points, points);
                self.scope.enter_function(&function.name);
                self.block(&function.body, Target::Exit);
                self.scope.leave();
                self.points = outer;
            }
            Stmt::ClassDef(class) => {
                for decorator in &class.decorator_list {
                    self.visit_decorator(decorator);
                }
                if let Some(arguments) = &class.arguments {
                    self.visit_arguments(arguments);
                }
                self.scope.enter_class(&class.name);
                self.block(&class.body, Target::Exit);
                self.scope.leave();
            }
            Stmt::If(statement) => self.if_statement(statement),
            Stmt::While(statement) => self.while_statement(statement),
            Stmt::For(statement) => self.for_statement(statement),
            Stmt::Try(statement) => self.try_statement(statement),
            Stmt::Match(statement) => self.match_statement(statement),
            Stmt::Assert(statement) => self.assert_statement(statement),
            Stmt::AugAssign(assignment) => self.augmented_assignment(statement, assignment),
            Stmt::TypeAlias(_) => {}
            Stmt::Return(StmtReturn {
                value: Some(value), ..
            }) if gives_number(self.scope.current()) => self.wrapped(value, &[hooks::GIVEN]),
            Stmt::Assign(assignment) => self.assignment(statement, assignment),
            _ => walk_stmt(self, statement),
        }
    }

    /// `__len__ = lambda self: n` is a method like any other.
    fn assignment(&mut self, statement: &'tree Stmt, assignment: &'tree StmtAssign) {
        let is_special = |target: &Expr| {
            target
                .as_name_expr()
                .is_some_and(|name| gives_number(&name.id))
        };
        match &*assignment.value {
            Expr::Lambda(lambda) if assignment.targets.iter().any(is_special) => {
                for target in &assignment.targets {
                    self.visit_expr(target);
                }
                if let Some(parameters) = &lambda.parameters {
                    self.visit_parameters(parameters);
                }
                self.scope.enter_function("<lambda>");
                self.wrapped(&lambda.body, &[hooks::GIVEN]);
                self.scope.leave();
            }
            _ => walk_stmt(self, statement),
        }
    }

    fn if_statement(&mut self, statement: &'tree StmtIf) {
        let after = self.after;
        let clauses = &statement.elif_else_clauses;
        let otherwise = |this: &Self, index: usize| match clauses.get(index) {
            None => after,
            Some(clause) if clause.test.is_some() => this.line_of(clause),
            Some(clause) => this.entry(&clause.body, after),
        };
        let when_true = self.entry(&statement.body, after);
        let when_false = otherwise(self, 0);
        self.condition(&statement.test, BranchKind::If, when_true, when_false);
        self.block(&statement.body, after);
        for (index, clause) in clauses.iter().enumerate() {
            if let Some(test) = &clause.test {
                let when_true = self.entry(&clause.body, after);
                let when_false = otherwise(self, index + 1);
                self.condition(test, BranchKind::Elif, when_true, when_false);
            }
            self.block(&clause.body, after);
        }
    }

    fn while_statement(&mut self, statement: &'tree StmtWhile) {
        let after = self.after;
        let when_true = self.entry(&statement.body, after);
        let when_false = self.entry(&statement.orelse, after);
        self.condition(&statement.test, BranchKind::While, when_true, when_false);
        self.block(&statement.body, self.line_of(statement));
        self.block(&statement.orelse, after);
    }

    fn for_statement(&mut self, statement: &'tree StmtFor) {
        let after = self.after;
        self.visit_expr(&statement.target);
        let parentheses = needs_parentheses(&statement.iter);
        let has_room = self.open_hooks + 1 + usize::from(parentheses) <= self.hook_budget;
        match self.points.loops.get(&statement.start()).copied() {
            // Without it nothing is lost but a chance to see that paths meet.
            Some(number) if has_room => {
                self.numbered(&statement.iter, hooks::LOOP, number, Self::value);
            }
            _ => self.visit_expr(&statement.iter),
        }
        self.block(&statement.body, self.line_of(statement));
        self.block(&statement.orelse, after);
    }

    fn try_statement(&mut self, statement: &'tree StmtTry) {
        let after = self.after;
        let finished = self.entry(&statement.finalbody, after);
        let succeeded = self.entry(&statement.orelse, finished);
        self.block(&statement.body, succeeded);
        for handler in &statement.handlers {
            self.after = finished;
            self.visit_except_handler(handler);
        }
        self.after = after;
        self.block(&statement.orelse, finished);
        self.block(&statement.finalbody, after);
    }

    fn match_statement(&mut self, statement: &'tree StmtMatch) {
        let after = self.after;
        self.wrapped(&statement.subject, &[hooks::MATCH]);
        for (index, case) in statement.cases.iter().enumerate() {
            let is_open = self.truths(case);
            if let Some(guard) = &case.guard {
                let when_true = self.entry(&case.body, after);
                let when_false = statement
                    .cases
                    .get(index + 1)
                    .map_or(after, |next| self.line_of(next));
                self.condition(guard, BranchKind::Guard, when_true, when_false);
                if is_open {
                    self.rewriter.insert(guard.end(), ")");
                }
            }
            self.block(&case.body, after);
        }
    }

    fn assert_statement(&mut self, statement: &'tree StmtAssert) {
        self.condition(
            &statement.test,
            BranchKind::Assert,
            self.after,
            Target::Raise,
        );
        if let Some(message) = &statement.msg {
            self.visit_expr(message);
        }
    }

    /// `a %= b` for a plain name; other targets would be evaluated twice (see the module's head).
    fn augmented_assignment(&mut self, statement: &'tree Stmt, assignment: &'tree StmtAugAssign) {
        let Expr::Name(name) = &*assignment.target else {
            walk_stmt(self, statement);
            return;
        };
        let parentheses = needs_parentheses(&assignment.value);
        if assignment.op != Operator::Mod
            || !self.has_room(1 + usize::from(parentheses), assignment.start())
        {
            walk_stmt(self, statement);
            return;
        }
        let sign = self.token_between(
            name.end(),
            assignment.value.start(),
            TokenKind::PercentEqual,
        );
        let extra = if parentheses { "(" } else { "" };
        let text = self.source.slice(name.range());
        self.rewriter.replace(
            sign,
            &format!("= {}({text}, {extra}", hooks::MODULO_IN_PLACE),
        );
        self.open_hooks += 1 + usize::from(parentheses);
        self.visit_expr(&assignment.value);
        for _ in 0..=usize::from(parentheses) {
            self.close(assignment.end());
        }
    }
}
