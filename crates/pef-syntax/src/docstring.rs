//! Docstrings with the source line of each of their lines.
//!
//! Invariant: `line_numbers` has one entry for every line of `text`. A line of the value is not always a line of the
//! source: `\n` written as an escape starts a new line of the value only, a backslash at the end of a line one of the
//! source only, and a docstring may be several adjacent literals.

use ruff_python_ast::{Expr, Stmt, StringFlags, StringLiteral};
use ruff_text_size::Ranged;

use crate::source::Source;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Docstring {
    /// The value, escapes decoded, indentation as it stands.
    pub text: String,
    /// Source line of each line of the value.
    pub line_numbers: Vec<u32>,
}

impl Docstring {
    /// A docstring that is not in a file (its lines count from 1).
    pub fn new(text: &str) -> Self {
        let line_numbers = (1..).take(text.split('\n').count()).collect();
        Self {
            text: text.to_owned(),
            line_numbers,
        }
    }

    /// The line on which it starts.
    pub fn line(&self) -> u32 {
        self.line_numbers.first().copied().unwrap_or(1)
    }

    /// The lines of the value, each with its source line.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (u32, &str)> {
        self.line_numbers.iter().copied().zip(self.text.split('\n'))
    }
}

/// The docstring of a body, if its first statement is one.
pub(crate) fn docstring_of(body: &[Stmt], source: &Source<'_>) -> Option<Docstring> {
    let Some(Stmt::Expr(statement)) = body.first() else {
        return None;
    };
    let Expr::StringLiteral(literal) = &*statement.value else {
        return None;
    };
    // As CPython's tokenizer does with the line endings of a file.
    let text = literal
        .value
        .to_str()
        .replace("\r\n", "\n")
        .replace('\r', "\n");
    let mut line_numbers = Vec::new();
    let mut ends_line = false;
    for part in &literal.value {
        let mut lines = lines_of_literal(part, source);
        // The last line of one literal goes on in the next, which gives the line its number if it was empty so far.
        if ends_line {
            line_numbers.pop();
        } else if !line_numbers.is_empty() {
            lines.remove(0);
        }
        line_numbers.extend(lines);
        ends_line = part.value.ends_with('\n');
    }
    // Escapes such as `\x0a` that also make line breaks are not followed; what is left over belongs to the last line.
    let count = text.split('\n').count();
    let last = line_numbers
        .last()
        .copied()
        .unwrap_or_else(|| source.line(statement.start()));
    line_numbers.resize(count, last);
    Some(Docstring { text, line_numbers })
}

fn lines_of_literal(literal: &StringLiteral, source: &Source<'_>) -> Vec<u32> {
    let whole = source.slice(literal.range());
    let start = literal.start() + literal.flags.opener_len();
    let content = &whole[literal.flags.opener_len().to_usize()
        ..whole.len() - literal.flags.closer_len().to_usize()];
    let is_raw = literal.flags.prefix().is_raw();
    let mut line = source.line(start);
    let mut lines = vec![line];
    let mut characters = content.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\n' | '\r' => {
                if character == '\r' {
                    characters.next_if_eq(&'\n');
                }
                line += 1;
                lines.push(line);
            }
            '\\' if !is_raw => match characters.next() {
                Some('n') => lines.push(line),
                Some('\n') => line += 1,
                Some('\r') => {
                    characters.next_if_eq(&'\n');
                    line += 1;
                }
                _ => {}
            },
            _ => {}
        }
    }
    lines
}
