//! F-strings.
//!
//! The expressions inside are rewritten like any other; what is inserted has no quotes, no backslashes and no line
//! ends, which Python before 3.12 does not allow there. A self-documenting field `{a[0]=}` prints its own text, so
//! that text is first written out (`a[0]={…!r}`).

use ruff_python_ast::token::TokenKind;
use ruff_python_ast::visitor::source_order::walk_interpolated_string_element;
use ruff_python_ast::{
    ConversionFlag, DebugText, Expr, ExprFString, InterpolatedElement, InterpolatedStringElement,
};
use ruff_text_size::{Ranged, TextRange, TextSize};

use super::{Instrumenter, LeftNativeReason};

impl<'tree> Instrumenter<'tree> {
    pub(super) fn formatted_string(&mut self, formatted: &'tree ExprFString) {
        self.native_strings += 1;
        for part in formatted.value.f_strings() {
            for element in &part.elements {
                self.string_element(element);
            }
        }
        self.native_strings -= 1;
    }

    pub(super) fn string_element(&mut self, element: &'tree InterpolatedStringElement) {
        match element {
            InterpolatedStringElement::Interpolation(field) if field.debug_text.is_some() => {
                self.self_documenting_field(field);
            }
            _ => walk_interpolated_string_element(self, element),
        }
    }

    fn self_documenting_field(&mut self, field: &'tree InterpolatedElement) {
        let Some(debug) = &field.debug_text else {
            return;
        };
        if !is_plain(&field.expression) {
            if can_be_literal(debug) {
                let text = debug.as_str().replace('{', "{{").replace('}', "}}");
                self.rewriter.insert_verbatim(field.start(), &text);
                self.visit_value(&field.expression);
                let end = field.expression.end() + TextSize::of(debug.trailing());
                let equals = self.token_between(field.expression.end(), end, TokenKind::Equal);
                let shows_repr =
                    field.conversion == ConversionFlag::None && field.format_spec.is_none();
                self.rewriter.replace(
                    TextRange::new(equals.start(), end),
                    if shows_repr { "!r" } else { "" },
                );
            } else {
                self.leave_native(field.start(), LeftNativeReason::SelfDocumentingField);
            }
        }
        if let Some(specification) = &field.format_spec {
            for element in &specification.elements {
                self.string_element(element);
            }
        }
    }

    fn visit_value(&mut self, expression: &'tree Expr) {
        self.value(expression);
    }
}

/// Nothing inside to rewrite.
fn is_plain(expression: &Expr) -> bool {
    match expression {
        Expr::Name(_) | Expr::NumberLiteral(_) | Expr::StringLiteral(_) => true,
        Expr::Attribute(attribute) => is_plain(&attribute.value),
        _ => false,
    }
}

/// Whether the text means itself as literal text of an f-string, whatever its quotes and prefix.
fn can_be_literal(debug: &DebugText) -> bool {
    !debug.as_str().contains(['"', '\'', '\\', '\n', '\r', '#'])
}
