//! F-strings.
//!
//! Always: the expressions inside are rewritten like any other; what is inserted has no quotes, no backslashes and no
//! line ends, which Python before 3.12 does not allow there. A self-documenting field `{a[0]=}` prints its own text, so
//! that text is first written out (`a[0]={…!r}`).
//!
//! With [`Options::fstrings`](super::Options): the string is also cut at its fields into ordinary literals with the
//! same prefix and quotes, `f"a{x!r:>{w}}b"` → `__pef_fstring__("a", __pef_format__(x, 114, …), "b")`. A field is a call
//! of its own because CPython formats each value before it evaluates the next one. Where a piece would not be a
//! literal of the same meaning ([`Instrumenter::can_be_cut`] lists the cases), the f-string keeps its form.

use ruff_python_ast::token::TokenKind;
use ruff_python_ast::visitor::source_order::walk_interpolated_string_element;
use ruff_python_ast::{
    ConversionFlag, DebugText, Expr, ExprFString, FString, FStringPart, InterpolatedElement,
    InterpolatedStringElement, StringFlags,
};
use ruff_text_size::{Ranged, TextRange, TextSize};

use super::expressions::needs_parentheses;
use super::{Instrumenter, LeftNativeReason, hooks};

/// How the literals of one f-string are written.
struct Quotes {
    opening: String,
    closing: String,
}

impl<'tree> Instrumenter<'tree> {
    pub(super) fn formatted_string(&mut self, formatted: &'tree ExprFString) {
        let has_fields = formatted
            .value
            .elements()
            .any(InterpolatedStringElement::is_interpolation);
        if self.options.fstrings && has_fields {
            if !self.can_be_cut(formatted) {
                self.leave_native(formatted.start(), LeftNativeReason::FormattedString);
            } else if self.has_room(5, formatted.start()) {
                self.cut(formatted);
                return;
            }
        }
        for part in formatted.value.f_strings() {
            for element in &part.elements {
                self.string_element(element);
            }
        }
    }

    /// An element of an f-string that keeps its form.
    pub(super) fn string_element(&mut self, element: &'tree InterpolatedStringElement) {
        match element {
            InterpolatedStringElement::Interpolation(field) => match &field.debug_text {
                Some(debug) => self.self_documenting_field(field, debug),
                None => walk_interpolated_string_element(self, element),
            },
            InterpolatedStringElement::Literal(_) => {}
        }
    }

    fn self_documenting_field(&mut self, field: &'tree InterpolatedElement, debug: &DebugText) {
        if !is_plain(&field.expression) {
            if can_be_literal(debug) {
                let text = debug.as_str().replace('{', "{{").replace('}', "}}");
                self.rewriter.insert_verbatim(field.start(), &text);
                self.value(&field.expression);
                let end = field.expression.end() + TextSize::of(debug.trailing());
                let equals = self.token_between(field.expression.end(), end, TokenKind::Equal);
                let text = if shows_repr(field) { "!r" } else { "" };
                self.rewriter
                    .replace(TextRange::new(equals.start(), end), text);
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

    /// Whether every piece means as a literal of its own what it means in the f-string.
    fn can_be_cut(&self, formatted: &ExprFString) -> bool {
        formatted.value.iter().all(|part| match part {
            // CPython drops empty literals before it decides whether there is anything to join.
            FStringPart::Literal(literal) => !literal.value.is_empty(),
            FStringPart::FString(string) => {
                !string.elements.is_empty()
                    && string
                        .elements
                        .iter()
                        .all(|element| self.element_can_be_cut(element, string))
            }
        })
    }

    fn element_can_be_cut(&self, element: &InterpolatedStringElement, string: &FString) -> bool {
        match element {
            InterpolatedStringElement::Literal(literal) => {
                let text = self.source.slice(literal.range());
                let is_last = literal.end() + string.flags.closer_len() == string.end();
                // A backslash before a brace is no escape; before a closing quote it would become one.
                let breaks = text.contains("\\{")
                    || text.contains("\\}")
                    || (text.ends_with('\\') && !is_last);
                // In triple quotes, a quote at the end would run into the closing ones.
                let runs_on =
                    string.flags.is_triple_quoted() && !is_last && text.ends_with(['"', '\'']);
                !breaks && !runs_on
            }
            InterpolatedStringElement::Interpolation(field) => {
                let text_fits = field.debug_text.as_ref().is_none_or(can_be_literal);
                let Some(specification) = &field.format_spec else {
                    return text_fits;
                };
                let has_nested = specification
                    .elements
                    .iter()
                    .any(InterpolatedStringElement::is_interpolation);
                // CPython 3.13 converts before it evaluates the specification, earlier versions after.
                let order_is_known = field.conversion == ConversionFlag::None || !has_nested;
                text_fits
                    && order_is_known
                    && specification.elements.iter().all(|element| match element {
                        InterpolatedStringElement::Literal(literal) => !self
                            .source
                            .slice(literal.range())
                            .contains(['\\', '{', '}', '"', '\'', '\n', '\r']),
                        InterpolatedStringElement::Interpolation(_) => {
                            self.element_can_be_cut(element, string)
                        }
                    })
            }
        }
    }

    fn cut(&mut self, formatted: &'tree ExprFString) {
        self.open(formatted.start(), hooks::FSTRING);
        let parts = formatted.value.as_slice();
        for (index, part) in parts.iter().enumerate() {
            if index > 0 {
                self.rewriter.insert(part.start(), ", ");
            }
            match part {
                FStringPart::FString(string)
                    if string
                        .elements
                        .iter()
                        .any(InterpolatedStringElement::is_interpolation) =>
                {
                    self.cut_part(string);
                }
                FStringPart::FString(_) | FStringPart::Literal(_) => {}
            }
        }
        self.close(formatted.end());
    }

    fn cut_part(&mut self, string: &'tree FString) {
        let quote = string.flags.quote_str();
        let prefix = if string.flags.prefix().is_raw() {
            "r"
        } else {
            ""
        };
        let quotes = Quotes {
            opening: format!("{prefix}{quote}"),
            closing: quote.to_owned(),
        };
        self.rewriter
            .replace(TextRange::at(string.start(), string.flags.opener_len()), "");
        self.pieces(string.elements.iter(), &quotes);
        let closing = string.flags.closer_len();
        self.rewriter
            .replace(TextRange::at(string.end() - closing, closing), "");
    }

    /// The elements as arguments of a call.
    fn pieces(
        &mut self,
        elements: impl Iterator<Item = &'tree InterpolatedStringElement>,
        quotes: &Quotes,
    ) {
        for (index, element) in elements.enumerate() {
            if index > 0 {
                self.rewriter.insert(element.start(), ", ");
            }
            match element {
                InterpolatedStringElement::Literal(literal) => {
                    self.rewriter.insert(literal.start(), &quotes.opening);
                    let text = self.source.slice(literal.range());
                    for (offset, _) in doubled_braces(text) {
                        let start = literal.start() + TextSize::new(offset as u32);
                        self.rewriter
                            .replace(TextRange::at(start, TextSize::new(1)), "");
                    }
                    self.rewriter.insert(literal.end(), &quotes.closing);
                }
                InterpolatedStringElement::Interpolation(field) => self.field(field, quotes),
            }
        }
    }

    /// `{value!r:specification}` → `__pef_format__(value, 114, specification)`.
    fn field(&mut self, field: &'tree InterpolatedElement, quotes: &Quotes) {
        if let Some(debug) = &field.debug_text {
            let text = format!("{}{}{}, ", quotes.opening, debug.as_str(), quotes.closing);
            self.rewriter.insert(field.start(), &text);
        }
        let parentheses = needs_parentheses(&field.expression);
        let extra = if parentheses { "(" } else { "" };
        let brace = TextRange::at(field.start(), TextSize::new(1));
        self.rewriter
            .replace(brace, &format!("{}({extra}", hooks::FORMAT));
        self.open_hooks += 1 + usize::from(parentheses);
        self.value(&field.expression);

        let after = field.expression.end();
        let end = field
            .format_spec
            .as_ref()
            .map_or(field.end(), |specification| specification.start());
        if field.debug_text.is_some() {
            let equals = self.token_between(after, end, TokenKind::Equal);
            self.rewriter.replace(equals, "");
        }
        if field.conversion != ConversionFlag::None {
            let mark = self.token_between(after, end, TokenKind::Exclamation);
            let letter = self.token_between(mark.end(), end, TokenKind::Name);
            self.rewriter
                .replace(TextRange::new(mark.start(), letter.end()), "");
        }
        let conversion = if shows_repr(field) {
            ConversionFlag::Repr
        } else {
            field.conversion
        };
        let closing = if parentheses { ")" } else { "" };
        self.open_hooks -= usize::from(parentheses);
        let code = format!("{closing}, {}", conversion as i8);
        if let Some(specification) = &field.format_spec {
            let colon = self.token_between(after, end, TokenKind::Colon);
            self.rewriter.replace(colon, &code);
            match specification.elements.len() {
                0 => {}
                1 if specification
                    .elements
                    .iter()
                    .all(InterpolatedStringElement::is_literal) =>
                {
                    self.rewriter.insert(specification.start(), ", ");
                    self.pieces(specification.elements.iter(), quotes);
                }
                _ => {
                    self.rewriter.insert(specification.start(), ", ");
                    self.open(specification.start(), hooks::FSTRING);
                    self.pieces(specification.elements.iter(), quotes);
                    self.close(specification.end());
                }
            }
        } else {
            self.rewriter.insert(field.end() - TextSize::new(1), &code);
        }
        self.rewriter.replace(
            TextRange::at(field.end() - TextSize::new(1), TextSize::new(1)),
            ")",
        );
        self.open_hooks -= 1;
    }
}

/// `{x=}` shows the `repr` unless something else is asked for.
fn shows_repr(field: &InterpolatedElement) -> bool {
    field.debug_text.is_some()
        && field.conversion == ConversionFlag::None
        && field.format_spec.is_none()
}

/// Where `{{` and `}}` stand, as offsets of the first of both characters.
fn doubled_braces(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = 0;
    std::iter::from_fn(move || {
        let found = text[rest..]
            .match_indices(['{', '}'])
            .map(|(offset, brace)| (rest + offset, brace))
            .find(|&(offset, brace)| text[offset + 1..].starts_with(brace))?;
        rest = found.0 + 2;
        Some(found)
    })
}

/// Nothing inside to rewrite.
fn is_plain(expression: &Expr) -> bool {
    match expression {
        Expr::Name(_) | Expr::NumberLiteral(_) | Expr::StringLiteral(_) => true,
        Expr::Attribute(attribute) => is_plain(&attribute.value),
        _ => false,
    }
}

/// Whether the text means itself as literal text, whatever the quotes and prefix. Colons and exclamation marks would,
/// but CPython 3.13.0 cuts the text it prints at the colon of a lambda; only the field itself then does the same.
fn can_be_literal(debug: &DebugText) -> bool {
    !debug
        .as_str()
        .contains(['"', '\'', '\\', '\n', '\r', '#', ':', '!'])
}
