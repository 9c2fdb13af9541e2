//! Rewriting of expressions.
//!
//! Invariant: children are visited in source order and each wrapper writes its opening before and its closing after
//! them. Operands of an operator carry their own parentheses in the source wherever precedence asks for them, so
//! they can become call arguments as they are; an expression wrapped on its own gets parentheses from [`needs_parentheses`].

use ruff_python_ast::token::TokenKind;
use ruff_python_ast::visitor::source_order::{SourceOrderVisitor, walk_expr};
use ruff_python_ast::{
    CmpOp, Expr, ExprBinOp, ExprCall, ExprCompare, ExprContext, ExprSlice, ExprSubscript,
    ExprTuple, ExprUnaryOp, Operator, UnaryOp,
};
use ruff_text_size::{Ranged, TextRange, TextSize};

use super::{Instrumenter, hooks};

/// Callees that take no value of the program and read the calling frame; the compiler knows `super` by its name.
const NATIVE_CALLEES: [&str; 3] = ["super", "locals", "globals"];

/// Whether an expression that stood alone must be parenthesised to become one argument of a call.
pub(super) fn needs_parentheses(expression: &Expr) -> bool {
    match expression {
        Expr::Named(_) | Expr::Yield(_) | Expr::YieldFrom(_) => true,
        Expr::Tuple(tuple) => !tuple.parenthesized,
        Expr::Generator(generator) => !generator.parenthesized,
        _ => false,
    }
}

impl<'tree> Instrumenter<'tree> {
    /// An expression whose value is used as a value.
    pub(super) fn value(&mut self, expression: &'tree Expr) {
        match expression {
            Expr::Subscript(subscript) => self.subscript(expression, subscript),
            Expr::Call(call) => self.call(expression, call),
            Expr::Compare(compare) => self.compare(expression, compare),
            Expr::UnaryOp(unary) if unary.op == UnaryOp::Not => self.not(expression, unary),
            Expr::BinOp(binary)
                if binary.op == Operator::Mod && !binary.left.is_number_literal_expr() =>
            {
                self.modulo(expression, binary);
            }
            Expr::If(conditional) => self.conditional(conditional, false),
            Expr::ListComp(comprehension) => {
                self.value(&comprehension.elt);
                self.clauses(&comprehension.elt, &comprehension.generators);
            }
            Expr::Generator(comprehension) => {
                self.value(&comprehension.elt);
                self.clauses(&comprehension.elt, &comprehension.generators);
            }
            Expr::SetComp(comprehension) => self.set_comprehension(comprehension),
            Expr::DictComp(comprehension) => self.dictionary_comprehension(comprehension),
            Expr::Dict(display) => self.dictionary(expression, display),
            Expr::Set(display) => self.set(expression, display),
            Expr::Lambda(lambda) => {
                if let Some(parameters) = &lambda.parameters {
                    self.visit_parameters(parameters);
                }
                self.scope.enter_function("<lambda>");
                self.value(&lambda.body);
                self.scope.leave();
            }
            Expr::FString(formatted) => self.formatted_string(formatted),
            Expr::TString(_) => {}
            _ => walk_expr(self, expression),
        }
    }

    /// Opens a hook around what is visited next.
    pub(super) fn open(&mut self, at: TextSize, hook: &str) {
        self.rewriter.insert(at, &format!("{hook}("));
        self.open_hooks += 1;
    }

    pub(super) fn close(&mut self, at: TextSize) {
        self.rewriter.insert(at, ")");
        self.open_hooks -= 1;
    }

    fn subscript(&mut self, expression: &'tree Expr, subscript: &'tree ExprSubscript) {
        match subscript.ctx {
            ExprContext::Load => self.subscript_read(expression, subscript),
            ExprContext::Store | ExprContext::Del => self.subscript_write(expression, subscript),
            ExprContext::Invalid => walk_expr(self, expression),
        }
    }

    fn bracket_of(&self, subscript: &ExprSubscript) -> TextRange {
        self.token_between(
            subscript.value.end(),
            subscript.slice.start(),
            TokenKind::Lsqb,
        )
    }

    fn subscript_read(&mut self, expression: &'tree Expr, subscript: &'tree ExprSubscript) {
        if !self.has_room(3, subscript.start()) {
            walk_expr(self, expression);
            return;
        }
        let opening = self.bracket_of(subscript);
        let closing = TextRange::new(subscript.end() - TextSize::new(1), subscript.end());
        self.open(subscript.start(), hooks::SUBSCRIPT);
        self.value(&subscript.value);
        match &*subscript.slice {
            Expr::Tuple(tuple) if !tuple.parenthesized => {
                self.rewriter.replace(opening, ", (");
                self.open_hooks += 1;
                for element in &tuple.elts {
                    self.index(element);
                }
                let comma = if is_bare_star(tuple, self.last_comma(tuple, closing)) {
                    ","
                } else {
                    ""
                };
                self.rewriter.replace(closing, &format!("{comma}))"));
                self.open_hooks -= 2;
            }
            index => {
                let parentheses = needs_parentheses(index);
                self.rewriter
                    .replace(opening, if parentheses { ", (" } else { ", " });
                self.open_hooks += usize::from(parentheses);
                self.index(index);
                self.rewriter
                    .replace(closing, if parentheses { "))" } else { ")" });
                self.open_hooks -= 1 + usize::from(parentheses);
            }
        }
    }

    /// Whether a comma stands between the last element and the closing bracket.
    fn last_comma(&self, tuple: &ExprTuple, closing: TextRange) -> bool {
        let Some(last) = tuple.elts.last() else {
            return false;
        };
        self.tokens
            .in_range(TextRange::new(last.end(), closing.start()))
            .iter()
            .any(|token| token.kind() == TokenKind::Comma)
    }

    fn index(&mut self, index: &'tree Expr) {
        match index {
            Expr::Slice(slice) => self.slice(slice),
            _ => self.value(index),
        }
    }

    fn slice(&mut self, slice: &'tree ExprSlice) {
        self.open(slice.start(), hooks::SLICE);
        let mut position = slice.start();
        match &slice.lower {
            Some(lower) => {
                self.value(lower);
                position = lower.end();
            }
            None => self.rewriter.insert(position, "None"),
        }
        let colon = self.token_between(position, slice.end(), TokenKind::Colon);
        self.rewriter.replace(colon, ", ");
        position = colon.end();
        match &slice.upper {
            Some(upper) => {
                self.value(upper);
                position = upper.end();
            }
            None => self.rewriter.insert(position, "None"),
        }
        let second = self
            .tokens
            .in_range(TextRange::new(position, slice.end()))
            .iter()
            .find(|token| token.kind() == TokenKind::Colon)
            .map(Ranged::range);
        if let Some(second) = second {
            self.rewriter.replace(second, ", ");
            match &slice.step {
                Some(step) => self.value(step),
                None => self.rewriter.insert(second.end(), "None"),
            }
        }
        self.rewriter
            .insert(slice.end(), if second.is_some() { ")" } else { ", None)" });
        self.open_hooks -= 1;
    }

    fn subscript_write(&mut self, expression: &'tree Expr, subscript: &'tree ExprSubscript) {
        if !self.has_room(1, subscript.start()) {
            walk_expr(self, expression);
            return;
        }
        let opening = self.bracket_of(subscript);
        self.open(subscript.start(), hooks::STORE);
        self.value(&subscript.value);
        self.close(opening.start());
        self.value(&subscript.slice);
    }

    fn call(&mut self, expression: &'tree Expr, call: &'tree ExprCall) {
        let native =
            matches!(&*call.func, Expr::Name(name) if NATIVE_CALLEES.contains(&name.id.as_str()));
        if native || !self.has_room(1, call.start()) {
            walk_expr(self, expression);
            return;
        }
        self.open(call.start(), hooks::CALLEE);
        self.value(&call.func);
        self.close(call.arguments.start());
        self.visit_arguments(&call.arguments);
    }

    fn compare(&mut self, expression: &'tree Expr, compare: &'tree ExprCompare) {
        if !compare.ops.iter().any(|operator| is_hooked(*operator)) {
            walk_expr(self, expression);
            return;
        }
        let ([operator], [right]) = (&*compare.ops, &*compare.comparators) else {
            self.compare_chain(compare);
            return;
        };
        if !self.has_room(1, compare.start()) {
            walk_expr(self, expression);
            return;
        }
        let (hook, kept, dropped) = match operator {
            CmpOp::In => (hooks::IN, TokenKind::In, None),
            CmpOp::NotIn => (hooks::NOT_IN, TokenKind::In, Some(TokenKind::Not)),
            CmpOp::Is => (hooks::IS, TokenKind::Is, None),
            CmpOp::IsNot => (hooks::IS_NOT, TokenKind::Is, Some(TokenKind::Not)),
            _ => unreachable!("only hooked operators come here"),
        };
        self.open(compare.start(), hook);
        self.value(&compare.left);
        let (start, end) = (compare.left.end(), right.start());
        let comma = self.token_between(start, end, kept);
        let mut edits = vec![(comma, ",")];
        if let Some(dropped) = dropped {
            edits.push((self.token_between(start, end, dropped), ""));
        }
        edits.sort_by_key(|(range, _)| range.start());
        for (range, text) in edits {
            self.rewriter.replace(range, text);
        }
        self.value(right);
        self.close(compare.end());
    }

    /// `a < b in c` must stay one chain (each operand evaluated once, stopping early), so its operands are wrapped.
    fn compare_chain(&mut self, compare: &'tree ExprCompare) {
        let operands = std::iter::once(&*compare.left).chain(&compare.comparators);
        for (index, operand) in operands.enumerate() {
            let before = index.checked_sub(1).map(|previous| compare.ops[previous]);
            let after = compare.ops.get(index).copied();
            let contains = matches!(before, Some(CmpOp::In | CmpOp::NotIn));
            let settles = [before, after]
                .iter()
                .any(|operator| matches!(operator, Some(CmpOp::Is | CmpOp::IsNot)));
            let wrappers: Vec<&str> = [(settles, hooks::SETTLE), (contains, hooks::CONTAINER)]
                .iter()
                .filter(|(on, _)| *on)
                .map(|(_, hook)| *hook)
                .collect();
            self.wrapped(operand, &wrappers);
        }
    }

    /// `hook(expression)`, inside whatever parentheses the source has around the expression.
    pub(super) fn wrapped(&mut self, expression: &'tree Expr, wrappers: &[&str]) {
        let parentheses = needs_parentheses(expression);
        if wrappers.is_empty()
            || !self.has_room(
                wrappers.len() + usize::from(parentheses),
                expression.start(),
            )
        {
            self.value(expression);
            return;
        }
        for hook in wrappers {
            self.open(expression.start(), hook);
        }
        if parentheses {
            self.open(expression.start(), "");
        }
        self.value(expression);
        for _ in 0..wrappers.len() + usize::from(parentheses) {
            self.close(expression.end());
        }
    }

    fn not(&mut self, expression: &'tree Expr, unary: &'tree ExprUnaryOp) {
        if !self.has_room(1, unary.start()) {
            walk_expr(self, expression);
            return;
        }
        let word = TextRange::at(unary.start(), TextSize::of("not"));
        self.rewriter.replace(word, &format!("{}(", hooks::NOT));
        self.open_hooks += 1;
        self.value(&unary.operand);
        self.close(unary.end());
    }

    fn modulo(&mut self, expression: &'tree Expr, binary: &'tree ExprBinOp) {
        if !self.has_room(1, binary.start()) {
            walk_expr(self, expression);
            return;
        }
        self.open(binary.start(), hooks::MODULO);
        self.value(&binary.left);
        let sign = self.token_between(binary.left.end(), binary.right.start(), TokenKind::Percent);
        self.rewriter.replace(sign, ",");
        self.value(&binary.right);
        self.close(binary.end());
    }
}

fn is_hooked(operator: CmpOp) -> bool {
    matches!(
        operator,
        CmpOp::In | CmpOp::NotIn | CmpOp::Is | CmpOp::IsNot
    )
}

/// `a[*b]` is a tuple without a comma, which only a subscript may write so.
fn is_bare_star(tuple: &ExprTuple, has_comma: bool) -> bool {
    tuple.elts.len() == 1 && !has_comma
}
