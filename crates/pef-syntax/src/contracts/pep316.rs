//! PEP 316 clauses in the dialect CrossHair reads: `pre:`, `post:`, `post[x]:`, `raises:`, `inv:`.
//!
//! Unlike PEF's fields, an expression here takes the rest of its line (commas make a tuple), and a clause with nothing
//! after its colon is followed by one expression a line, indented deeper.

use super::{
    Condition, Contracts, Dialect, ExceptionName, RaisesClause, expression, indentation,
    is_dotted_name, is_identifier,
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

/// Reads the clause that starts at `index`, if one does; gives the index after it.
pub(super) fn read(lines: &[(u32, &str)], index: usize, found: &mut Contracts) -> Option<usize> {
    let (line, text) = lines[index];
    let header = header(text)?;
    if !header.rest.is_empty() {
        take(&header, header.rest, line, found);
        return Some(index + 1);
    }
    let mut next = index + 1;
    while let Some(&(line, text)) = lines.get(next) {
        if text.trim().is_empty() || indentation(text) <= indentation(lines[index].1) {
            break;
        }
        take(&header, text.trim(), line, found);
        next += 1;
    }
    Some(next)
}

fn take(header: &Header<'_>, text: &str, line: u32, found: &mut Contracts) {
    if header.clause == Clause::Raises {
        for name in text
            .split(',')
            .map(str::trim)
            .filter(|name| is_dotted_name(name))
        {
            found.raises.push(RaisesClause {
                exception: ExceptionName::Named(name.to_owned()),
                conditions: Vec::new(),
                line,
                dialect: Dialect::Pep316,
            });
        }
        return;
    }
    match expression(text, line, Dialect::Pep316) {
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
        Err(problem) => found.problems.push(problem),
    }
}
