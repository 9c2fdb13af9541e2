//! Displays and comprehensions of dictionaries and sets.
//!
//! `{k: v}` hashes its keys in the interpreter itself, where no symbolic key is seen. With `**` or `*` in it, a
//! display becomes a chain of calls, because each call is made before the next part is evaluated, as it is natively.
//! Displays with constant keys alone are left to the compiler. A comprehension is collected in a list first: its
//! own scope and its `await`s stay what they are; the one difference is that a key that cannot be hashed is found
//! after the last round instead of in its own.

use ruff_python_ast::token::TokenKind;
use ruff_python_ast::visitor::source_order::walk_expr;
use ruff_python_ast::{Comprehension, Expr, ExprDict, ExprDictComp, ExprSet, ExprSetComp, UnaryOp};
use ruff_text_size::{Ranged, TextRange, TextSize};

use super::{Instrumenter, hooks};

impl<'tree> Instrumenter<'tree> {
    pub(super) fn dictionary(&mut self, expression: &'tree Expr, display: &'tree ExprDict) {
        let constant = |key: &Option<Expr>| key.as_ref().is_some_and(is_constant_key);
        if display.items.iter().all(|item| constant(&item.key))
            || !self.has_room(1, display.start())
        {
            walk_expr(self, expression);
            return;
        }
        let in_parts = display.items.iter().any(|item| item.key.is_none());
        let hook = if in_parts {
            hooks::DICT_PARTS
        } else {
            hooks::DICT
        };
        self.open_display(display.range(), hook);
        let mut before: Option<&Expr> = None;
        let mut after_merge = false;
        for item in &display.items {
            let written = before.map_or(display.start(), Ranged::end);
            if let Some(key) = &item.key {
                if after_merge {
                    let comma = self.token_between(written, key.start(), TokenKind::Comma);
                    self.rewriter.replace(comma, ").add(");
                }
                self.value(key);
                let colon = self.token_between(key.end(), item.value.start(), TokenKind::Colon);
                self.rewriter.replace(colon, ",");
            } else {
                let stars = self.token_between(written, item.value.start(), TokenKind::DoubleStar);
                self.rewriter.replace(stars, ").merge(");
            }
            after_merge = item.key.is_none();
            self.value(&item.value);
            before = Some(&item.value);
        }
        self.close_display(display.range(), in_parts);
    }

    pub(super) fn set(&mut self, expression: &'tree Expr, display: &'tree ExprSet) {
        if display.elts.iter().all(is_constant_key) || !self.has_room(1, display.start()) {
            walk_expr(self, expression);
            return;
        }
        let in_parts = display.elts.iter().any(Expr::is_starred_expr);
        let hook = if in_parts {
            hooks::SET_PARTS
        } else {
            hooks::SET
        };
        self.open_display(display.range(), hook);
        let mut before: Option<&Expr> = None;
        for element in &display.elts {
            if let Expr::Starred(starred) = element {
                let star = TextRange::at(starred.start(), TextSize::of('*'));
                self.rewriter.replace(star, ").merge(");
                self.value(&starred.value);
            } else {
                if let Some(merged) = before.filter(|previous| previous.is_starred_expr()) {
                    let comma = self.token_between(merged.end(), element.start(), TokenKind::Comma);
                    self.rewriter.replace(comma, ").add(");
                }
                self.value(element);
            }
            before = Some(element);
        }
        self.close_display(display.range(), in_parts);
    }

    fn open_display(&mut self, display: TextRange, hook: &str) {
        let brace = TextRange::at(display.start(), TextSize::of('{'));
        self.rewriter.replace(brace, &format!("{hook}("));
        self.open_hooks += 1;
    }

    fn close_display(&mut self, display: TextRange, in_parts: bool) {
        let brace = TextRange::new(display.end() - TextSize::of('}'), display.end());
        self.rewriter
            .replace(brace, if in_parts { ").end()" } else { ")" });
        self.open_hooks -= 1;
    }

    pub(super) fn dictionary_comprehension(&mut self, comprehension: &'tree ExprDictComp) {
        let (value, clauses) = (&comprehension.value, &comprehension.generators);
        let Some(key) = &comprehension.key else {
            self.value(value);
            self.clauses(value, clauses);
            return;
        };
        let rewritten = self.open_comprehension(comprehension.range(), hooks::DICT_OF, "[(", 3);
        self.value(key);
        if rewritten {
            let colon = self.token_between(key.end(), value.start(), TokenKind::Colon);
            self.rewriter.replace(colon, ",");
        }
        self.value(value);
        if rewritten {
            self.rewriter.insert(first_clause(clauses), ")");
        }
        self.clauses(key, clauses);
        self.close_comprehension(comprehension.range(), rewritten, 3);
    }

    pub(super) fn set_comprehension(&mut self, comprehension: &'tree ExprSetComp) {
        let rewritten = self.open_comprehension(comprehension.range(), hooks::SET_OF, "[", 2);
        self.value(&comprehension.elt);
        self.clauses(&comprehension.elt, &comprehension.generators);
        self.close_comprehension(comprehension.range(), rewritten, 2);
    }

    fn open_comprehension(
        &mut self,
        comprehension: TextRange,
        hook: &str,
        brackets: &str,
        count: usize,
    ) -> bool {
        if !self.has_room(count, comprehension.start()) {
            return false;
        }
        let brace = TextRange::at(comprehension.start(), TextSize::of('{'));
        self.rewriter.replace(brace, &format!("{hook}({brackets}"));
        self.open_hooks += count;
        true
    }

    fn close_comprehension(&mut self, comprehension: TextRange, rewritten: bool, count: usize) {
        if rewritten {
            let end = comprehension.end();
            let brace = TextRange::new(end - TextSize::of('}'), end);
            self.rewriter.replace(brace, "])");
            self.open_hooks -= count;
        }
    }
}

fn first_clause(clauses: &[Comprehension]) -> TextSize {
    clauses
        .first()
        .map(Ranged::start)
        .expect("a comprehension has a clause")
}

/// Whether a key is the same whatever the input is.
fn is_constant_key(key: &Expr) -> bool {
    match key {
        Expr::UnaryOp(unary) => unary.op == UnaryOp::USub && unary.operand.is_number_literal_expr(),
        Expr::Tuple(tuple) => tuple.elts.iter().all(is_constant_key),
        _ => key.is_literal_expr(),
    }
}
