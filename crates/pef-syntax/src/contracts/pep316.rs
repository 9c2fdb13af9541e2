//! PEP 316 clauses in the dialect CrossHair reads: `pre:`, `post:`, `post[x]:`, `raises:`, `inv:`.
//!
//! Unlike PEF's fields, an expression here takes the rest of its line (commas make a tuple), and a clause with nothing
//! after its colon is followed by one expression a line, indented deeper. An expression goes on while a bracket is open or
//! an operator waits for its operand, and over deeper lines that carry it on.
//!
//! The words of PEP 316 are ordinary words too: what is no expression is prose if it reads as a sentence, and otherwise a
//! problem, since a clause that is dropped would be one that is never checked.

use super::prose::reads_as_prose;
use super::split::{asks_for_more, is_open};
use super::{
    Condition, ContractProblem, Contracts, Dialect, DocumentationStyle, DocumentedException,
    ExceptionName, RaisesClause, expression, indentation, is_dotted_name, is_identifier,
    starts_field,
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Clause {
    Pre,
    Post,
    Invariant,
    Raises,
}

struct Header<'text> {
    clause: Clause,
    may_change: Option<Vec<String>>,
    rest: &'text str,
}

fn header(line: &str) -> Option<Header<'_>> {
    let trimmed = line.trim_start();
    let text = trimmed.strip_prefix(':').unwrap_or(trimmed);
    let (word, rest) = text.split_at(text.find(|character: char| !character.is_ascii_lowercase())?);
    let clause = match word {
        "pre" => Clause::Pre,
        "post" => Clause::Post,
        "inv" => Clause::Invariant,
        "raises" => Clause::Raises,
        _ => return None,
    };
    let (may_change, rest) = match rest.strip_prefix('[') {
        Some(inside) if clause == Clause::Post => {
            let (names, rest) = inside.split_once(']')?;
            let names: Vec<String> = names
                .split(',')
                .map(str::trim)
                .filter(|name| !name.is_empty())
                .map(str::to_owned)
                .collect();
            if !names.iter().all(|name| is_identifier(name)) {
                return None;
            }
            (Some(names), rest)
        }
        _ => (None, rest),
    };
    let rest = rest.strip_prefix(':')?;
    Some(Header {
        clause,
        may_change,
        rest: rest.strip_prefix(':').unwrap_or(rest).trim(),
    })
}

/// `post[` without the rest of a header: nobody writes prose like that.
fn is_broken_header(line: &str) -> bool {
    let trimmed = line.trim_start();
    let text = trimmed.strip_prefix(':').unwrap_or(trimmed);
    text.starts_with("post[") && text.contains(':')
}

/// Reads the clause that starts at `index`, if one does; gives the index after it.
pub(super) fn read(lines: &[(u32, &str)], index: usize, found: &mut Contracts) -> Option<usize> {
    let (line, text) = lines[index];
    let Some(header) = header(text) else {
        if !is_broken_header(text) {
            return None;
        }
        found.problems.push(ContractProblem {
            line,
            text: text.trim().to_owned(),
            reason: "expected `post[names]: expression`".to_owned(),
        });
        return Some(index + 1);
    };
    if !header.rest.is_empty() {
        let (whole, next) = continued(lines, index, header.rest);
        take(&header, &whole, line, found);
        return Some(next);
    }
    let mut next = index + 1;
    while let Some(&(line, text)) = lines.get(next) {
        if text.trim().is_empty() || indentation(text) <= indentation(lines[index].1) {
            break;
        }
        let (whole, after) = continued(lines, next, text.trim());
        take(&header, &whole, line, found);
        next = after;
    }
    Some(next)
}

/// The expression that begins with `rest` on the line at `index`, on one line, and the index after it.
fn continued(lines: &[(u32, &str)], index: usize, rest: &str) -> (String, usize) {
    let (_, first) = lines[index];
    let mut whole = rest.trim_end_matches('\\').to_owned();
    let mut waits = rest.ends_with('\\');
    let mut next = index + 1;
    while let Some(&(_, text)) = lines.get(next) {
        let trimmed = text.trim();
        if trimmed.is_empty() || header(text).is_some() || starts_field(trimmed) {
            break;
        }
        // The first line of a docstring has lost its indentation to the quotes.
        let is_deeper = index == 0 || indentation(text) > indentation(first);
        if !(waits
            || is_open(&whole)
            || asks_for_more(&whole)
            || (is_deeper && carries_on(trimmed)))
        {
            break;
        }
        whole.push(' ');
        whole.push_str(trimmed.trim_end_matches('\\'));
        waits = trimmed.ends_with('\\');
        next += 1;
    }
    (whole, next)
}

/// Whether a line starts with what can only stand within an expression.
fn carries_on(trimmed: &str) -> bool {
    let word = trimmed
        .split(|character: char| !character.is_alphanumeric())
        .next()
        .unwrap_or_default();
    matches!(word, "and" | "or")
        || trimmed.starts_with([
            '=', '!', '<', '>', '+', '*', '/', '%', '|', '&', '^', '.', ')', ']', '}',
        ])
}

fn take(header: &Header<'_>, text: &str, line: u32, found: &mut Contracts) {
    if header.clause == Clause::Raises {
        take_exceptions(text, line, found);
        return;
    }
    match expression(text, line) {
        Ok(expression) => {
            let condition = Condition {
                expression,
                line,
                dialect: Dialect::Pep316,
                may_change: header.may_change.clone(),
            };
            match header.clause {
                Clause::Pre => found.assume.push(condition),
                Clause::Post => found.ensure.push(condition),
                Clause::Invariant => found.invariant.push(condition),
                Clause::Raises => unreachable!("handled above"),
            }
        }
        Err(_) if reads_as_prose(text) => found.has_prose = true,
        Err(problem) => found.problems.push(problem),
    }
}

fn take_exceptions(text: &str, line: u32, found: &mut Contracts) {
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or_default();
    if reads_as_prose(text) || words.next() == Some("if") {
        found.has_prose = true;
        if is_dotted_name(first) && first.starts_with(|first: char| first.is_uppercase()) {
            found.documented_exceptions.push(DocumentedException {
                exception: first.to_owned(),
                line,
                style: DocumentationStyle::Prose,
            });
        }
        return;
    }
    // Without what follows it as a comment.
    let text = text.split('#').next().unwrap_or_default();
    for name in text
        .split(',')
        .map(str::trim)
        .filter(|name| !name.is_empty())
    {
        if is_dotted_name(name) {
            found.raises.push(RaisesClause {
                exception: ExceptionName::Named(name.to_owned()),
                conditions: Vec::new(),
                line,
                dialect: Dialect::Pep316,
            });
        } else {
            found.problems.push(ContractProblem {
                line,
                text: text.trim().to_owned(),
                reason: "expected the names of exceptions".to_owned(),
            });
        }
    }
}
