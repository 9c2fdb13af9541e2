//! `True` and `False` inside of patterns. CPython asks whether the value *is* the constant, and a symbolic truth value,
//! which is an `int` to it, never is. So the value is bound to a name, and a guard asks:
//!
//! `case P(y=True)` → `case P(y=__pef_case_0__) if __pef_is__(__pef_case_0__, True)`
//!
//! The subject itself is settled before (`__pef_match__`). Alternatives must bind the same names, and `bool(…)` asks for the
//! type in C: where one of these has a truth value in it, the statement is left native, and listed.
//! Rejected: a value pattern (`__pef__.true`), which would call the program's own `__eq__` where Python calls none.

use ruff_python_ast::token::TokenKind;
use ruff_python_ast::{MatchCase, Pattern, Singleton};
use ruff_text_size::{Ranged, TextRange};

use super::{Instrumenter, LeftNativeReason, hooks};

#[derive(Default)]
struct Truths {
    /// In the order of the text.
    found: Vec<(TextRange, &'static str)>,
    /// Whether some are where no name can be bound, or asked for by their type.
    are_hidden: bool,
}

impl Truths {
    fn look(&mut self, pattern: &Pattern, is_inside: bool, is_alternative: bool) {
        match pattern {
            Pattern::MatchSingleton(singleton) if is_inside => {
                let constant = match singleton.value {
                    Singleton::True => "True",
                    Singleton::False => "False",
                    Singleton::None => return,
                };
                self.found.push((singleton.range(), constant));
                self.are_hidden |= is_alternative;
            }
            Pattern::MatchSequence(sequence) => self.look_at(&sequence.patterns, is_alternative),
            Pattern::MatchMapping(mapping) => self.look_at(&mapping.patterns, is_alternative),
            Pattern::MatchClass(class) => {
                let is_bool = class
                    .cls
                    .as_name_expr()
                    .is_some_and(|name| name.id == "bool");
                self.are_hidden |= is_bool && is_inside;
                self.look_at(&class.arguments.patterns, is_alternative);
                for keyword in &class.arguments.keywords {
                    self.look(&keyword.pattern, true, is_alternative);
                }
            }
            Pattern::MatchAs(bound) => {
                if let Some(pattern) = &bound.pattern {
                    self.look(pattern, is_inside, is_alternative);
                }
            }
            Pattern::MatchOr(alternatives) => {
                for pattern in &alternatives.patterns {
                    self.look(pattern, is_inside, true);
                }
            }
            Pattern::MatchSingleton(_) | Pattern::MatchValue(_) | Pattern::MatchStar(_) => {}
        }
    }

    fn look_at(&mut self, patterns: &[Pattern], is_alternative: bool) {
        for pattern in patterns {
            self.look(pattern, true, is_alternative);
        }
    }
}

impl<'tree> Instrumenter<'tree> {
    /// Rewrites the pattern of a case, and begins its guard; whether what the program has for a guard needs a bracket closed.
    pub(super) fn truths(&mut self, case: &'tree MatchCase) -> bool {
        let mut truths = Truths::default();
        truths.look(&case.pattern, false, false);
        if truths.are_hidden {
            self.leave_native(case.pattern.start(), LeftNativeReason::TruthInPattern);
            return false;
        }
        if truths.found.is_empty() || !self.has_room(2, case.pattern.start()) {
            return false;
        }
        let mut asked = Vec::new();
        for (number, (range, constant)) in truths.found.iter().enumerate() {
            let name = format!("__pef_case_{number}__");
            self.rewriter.replace(*range, &name);
            asked.push(format!("{}({name}, {constant})", hooks::IS));
        }
        let asked = asked.join(" and ");
        if let Some(guard) = &case.guard {
            self.rewriter
                .insert(guard.start(), &format!("{asked} and ("));
            return true;
        }
        // The pattern may stand in brackets of its own.
        let first = case.body.first().map_or(case.end(), Ranged::start);
        let colon = self.token_between(case.pattern.end(), first, TokenKind::Colon);
        self.rewriter.insert(colon.start(), &format!(" if {asked}"));
        false
    }
}
