//! PEF's own fields: a line that starts with `:keyword:`.
//!
//! A clause goes on over the following lines while a bracket is open, while it ends in a comma, a backslash or an
//! operator, or while the lines are indented deeper than the field; a blank line or another field ends it. So prose
//! directly below a contract stays prose.

use super::split::{asks_for_more, at_top_level, is_open, name_and_rest};
use super::{
    Condition, ContractProblem, Contracts, Dialect, DocumentationStyle, DocumentedException,
    ExceptionName, RaisesClause, TypeClause, expression, indentation, is_dotted_name,
    is_identifier, starts_field,
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Keyword {
    Types,
    Globals,
    Assume,
    Ensure,
    Invariant,
    Raises,
}

fn keyword(word: &str) -> Option<Keyword> {
    Some(match word {
        "type" | "types" => Keyword::Types,
        "global" | "globals" => Keyword::Globals,
        "assume" | "assumes" => Keyword::Assume,
        "ensure" | "ensures" => Keyword::Ensure,
        "invariant" | "invariants" => Keyword::Invariant,
        "raise" | "raises" => Keyword::Raises,
        _ => return None,
    })
}

/// A piece of a clause with the line it stands on.
struct Piece<'text> {
    line: u32,
    text: &'text str,
}

/// Reads the field that starts at `index`, if one does; gives the index after it.
pub(super) fn read(lines: &[(u32, &str)], index: usize, found: &mut Contracts) -> Option<usize> {
    let (_, first) = lines[index];
    let (word, rest) = first.trim_start().strip_prefix(':')?.split_once(':')?;
    let keyword = keyword(word.trim())?;
    let (pieces, next) = clause(lines, index, rest);
    let whole = Joined::new(&pieces);
    for (line, part) in whole.split(',') {
        match keyword {
            Keyword::Types => match type_clause(part, line, is_parameter) {
                Ok(clause) => found.types.push(clause),
                Err(problem) => found.problems.push(problem),
            },
            // An attribute of a class or module counts as a global.
            Keyword::Globals => match type_clause(part, line, is_dotted_name) {
                Ok(clause) => found.globals.push(clause),
                Err(problem) => found.problems.push(problem),
            },
            Keyword::Assume | Keyword::Ensure | Keyword::Invariant => {
                match expression(part, line) {
                    Ok(expression) => {
                        let condition = Condition {
                            expression,
                            line,
                            dialect: Dialect::Pef,
                            may_change: None,
                        };
                        match keyword {
                            Keyword::Assume => found.assume.push(condition),
                            Keyword::Ensure => found.ensure.push(condition),
                            _ => found.invariant.push(condition),
                        }
                    }
                    Err(problem) => found.problems.push(problem),
                }
            }
            Keyword::Raises => raises_part(part, line, found),
        }
        if keyword == Keyword::Raises && is_prose(part) {
            // The rest of the sentence is prose too, whatever commas it has.
            break;
        }
    }
    Some(next)
}

/// The pieces of the clause and the index of the first line that is not part of it.
fn clause<'text>(
    lines: &[(u32, &'text str)],
    index: usize,
    rest: &'text str,
) -> (Vec<Piece<'text>>, usize) {
    let (line, first) = lines[index];
    let mut pieces = vec![Piece { line, text: rest }];
    let mut so_far = rest.to_owned();
    let mut next = index + 1;
    while let Some(&(line, text)) = lines.get(next) {
        let trimmed = text.trim();
        let open = is_open(&so_far);
        if starts_field(trimmed) || (trimmed.is_empty() && !open) {
            break;
        }
        // The first line of a docstring has lost its indentation to the quotes.
        let is_deeper = index > 0 && indentation(text) > indentation(first);
        if !(open || is_deeper || asks_for_more(&so_far)) {
            break;
        }
        so_far.push(' ');
        so_far.push_str(trimmed);
        pieces.push(Piece { line, text });
        next += 1;
    }
    (pieces, next)
}

/// The pieces on one line, from which a part still finds the line it came from.
struct Joined {
    text: String,
    /// Offset in `text` at which each source line starts.
    starts: Vec<(usize, u32)>,
}

impl Joined {
    fn new(pieces: &[Piece<'_>]) -> Self {
        let mut joined = Self {
            text: String::new(),
            starts: Vec::new(),
        };
        for piece in pieces {
            joined.starts.push((joined.text.len(), piece.line));
            joined
                .text
                .push_str(piece.text.trim().trim_end_matches('\\'));
            joined.text.push(' ');
        }
        joined
    }

    fn split(&self, separator: char) -> Vec<(u32, &str)> {
        let base = self.text.as_ptr() as usize;
        at_top_level(&self.text, separator)
            .into_iter()
            .map(|part| {
                let first = part.trim_start();
                let offset = first.as_ptr() as usize - base;
                let index = self.starts.partition_point(|&(start, _)| start <= offset);
                (self.starts[index.saturating_sub(1)].1, first.trim_end())
            })
            .collect()
    }
}

/// Reads `x: int, y: [int, str]`.
pub(super) fn type_clauses(text: &str, line: u32) -> Result<Vec<TypeClause>, ContractProblem> {
    at_top_level(text, ',')
        .into_iter()
        .map(|part| type_clause(part.trim(), line, is_parameter))
        .collect()
}

fn is_parameter(name: &str) -> bool {
    is_identifier(name.trim_start_matches('*'))
}

fn type_clause(
    text: &str,
    line: u32,
    is_name: fn(&str) -> bool,
) -> Result<TypeClause, ContractProblem> {
    let problem = |reason: &str| ContractProblem {
        line,
        text: text.to_owned(),
        reason: reason.to_owned(),
    };
    let Some((parameter, type_text)) = name_and_rest(text, is_name) else {
        return Err(problem("expected `name: type`"));
    };
    let type_text = type_text.trim();
    let alternatives = match type_text
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
    {
        Some(inside) if !inside.trim().is_empty() => at_top_level(inside, ','),
        Some(_) => return Err(problem("the list of alternative types is empty")),
        None => vec![type_text],
    };
    let alternatives = alternatives
        .into_iter()
        .map(|alternative| expression(alternative, line))
        .collect::<Result<_, _>>()?;
    Ok(TypeClause {
        parameter: parameter.trim_start_matches('*').to_owned(),
        alternatives,
        line,
    })
}

/// An exception followed by a sentence: `ValueError if the value is not present`.
fn is_prose(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or_default();
    is_exception(first) && words.next().is_some_and(|second| !second.starts_with(':'))
}

fn is_exception(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or_default();
    name == "any" || (is_dotted_name(name) && last.starts_with(|first: char| first.is_uppercase()))
}

/// One part of `ValueError: x < 0, y < 0, TypeError: z is None`: a new exception, or one more condition.
fn raises_part(text: &str, line: u32, found: &mut Contracts) {
    if let Some((name, condition)) = name_and_rest(text, is_dotted_name) {
        match expression(condition, line) {
            Ok(condition) => found
                .raises
                .push(raises_clause(name, vec![condition], line)),
            Err(problem) => found.problems.push(problem),
        }
        return;
    }
    if is_exception(text) {
        found.raises.push(raises_clause(text, Vec::new(), line));
        return;
    }
    if is_prose(text) {
        let exception = text
            .split_whitespace()
            .next()
            .unwrap_or_default()
            .to_owned();
        let style = DocumentationStyle::Prose;
        found.documented_exceptions.push(DocumentedException {
            exception,
            line,
            style,
        });
        return;
    }
    let parsed = expression(text, line);
    match (parsed, found.raises.last_mut()) {
        (Ok(condition), Some(clause)) => clause.conditions.push(condition),
        (Ok(text), None) => found.problems.push(ContractProblem {
            line,
            text,
            reason: "expected `Exception: condition`".to_owned(),
        }),
        (Err(problem), _) => found.problems.push(problem),
    }
}

fn raises_clause(name: &str, conditions: Vec<String>, line: u32) -> RaisesClause {
    let exception = if name == "any" {
        ExceptionName::Any
    } else {
        ExceptionName::Named(name.to_owned())
    };
    RaisesClause {
        exception,
        conditions,
        line,
        dialect: Dialect::Pef,
    }
}
