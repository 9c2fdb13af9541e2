//! What ordinary documentation says about exceptions and types: Sphinx fields, Google sections, NumPy sections.
//!
//! These describe and do not bind: nothing here is ever a problem, and text that fits no form is left alone.

use super::{
    Contracts, DocumentationStyle, DocumentedException, TypeClause, indentation, is_dotted_name,
    is_identifier,
};

/// Reads what starts at `index`, if anything does; gives the index after it.
pub(super) fn read(lines: &[(u32, &str)], index: usize, found: &mut Contracts) -> Option<usize> {
    sphinx(lines, index, found)
        .or_else(|| numpy(lines, index, found))
        .or_else(|| google(lines, index, found))
}

fn sphinx(lines: &[(u32, &str)], index: usize, found: &mut Contracts) -> Option<usize> {
    let (line, text) = lines[index];
    let (name, body) = text.trim_start().strip_prefix(':')?.split_once(':')?;
    let mut words = name.split_whitespace();
    match (words.next()?, words.next()) {
        ("raises" | "raise" | "except" | "exception", Some(_)) => {
            let listed = name.split_once(char::is_whitespace)?.1;
            for exception in listed
                .split(',')
                .map(str::trim)
                .filter(|exception| is_dotted_name(exception))
            {
                push(found, exception, line, DocumentationStyle::Sphinx);
            }
        }
        ("type", Some(parameter)) if words.next().is_none() && is_identifier(parameter) => {
            documented_type(found, parameter, body, line);
        }
        ("rtype", None) => documented_type(found, "return", body, line),
        _ => return None,
    }
    Some(index + 1)
}

fn documented_type(found: &mut Contracts, parameter: &str, text: &str, line: u32) {
    let text = text.trim();
    if !text.is_empty() {
        let parameter = parameter.to_owned();
        found.documented_types.push(TypeClause {
            parameter,
            alternatives: vec![text.to_owned()],
            line,
        });
    }
}

fn push(found: &mut Contracts, exception: &str, line: u32, style: DocumentationStyle) {
    found.documented_exceptions.push(DocumentedException {
        exception: exception.to_owned(),
        line,
        style,
    });
}

/// The exceptions that a line describes: ``ValueError, `KeyError`: if …`` or ``:class:`~errors.Bad`: if …``.
fn described(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        for role in [":class:", ":exc:", ":py:class:", ":py:exc:"] {
            rest = rest.strip_prefix(role).unwrap_or(rest);
        }
        let end = rest.find([',', ':']).unwrap_or(rest.len());
        let name = rest[..end].trim().trim_matches('`');
        let name = name.strip_prefix('~').unwrap_or(name);
        if is_dotted_name(name) {
            found.push(name);
        }
        match rest[end..].strip_prefix(',') {
            Some(following) => rest = following,
            None => return found,
        }
    }
}

/// `Raises` underlined with dashes; exceptions at the same indentation, their descriptions deeper.
fn numpy(lines: &[(u32, &str)], index: usize, found: &mut Contracts) -> Option<usize> {
    let (_, title) = lines[index];
    let (_, rule) = lines.get(index + 1)?;
    let is_rule = |line: &str| {
        line.trim().len() >= 3 && line.trim().chars().all(|character| character == '-')
    };
    if title.trim() != "Raises" || !is_rule(rule) {
        return None;
    }
    let base = indentation(rule);
    let mut next = index + 2;
    while let Some(&(line, text)) = lines.get(next) {
        let is_next_section = lines
            .get(next + 1)
            .is_some_and(|(_, following)| is_rule(following));
        if is_next_section || (!text.trim().is_empty() && indentation(text) < base) {
            break;
        }
        if !text.trim().is_empty() && indentation(text) == base {
            for exception in described(text.trim()) {
                push(found, exception, line, DocumentationStyle::NumPy);
            }
        }
        next += 1;
    }
    Some(next)
}

/// `Raises:` alone on a line; exceptions one level deeper, each with or without a description after a colon.
fn google(lines: &[(u32, &str)], index: usize, found: &mut Contracts) -> Option<usize> {
    let (_, title) = lines[index];
    if !matches!(title.trim(), "Raises:" | "Raise:") {
        return None;
    }
    let outer = indentation(title);
    let mut level = None;
    let mut next = index + 1;
    while let Some(&(line, text)) = lines.get(next) {
        let depth = indentation(text);
        if text.trim().is_empty() {
            // A blank line ends the section unless it goes on, still indented, below.
            let goes_on = lines
                .get(next + 1)
                .is_some_and(|(_, after)| indentation(after) > outer);
            if !goes_on {
                break;
            }
        } else if depth <= outer {
            break;
        } else if *level.get_or_insert(depth) == depth {
            for exception in described(text.trim()) {
                push(found, exception, line, DocumentationStyle::Google);
            }
        }
        next += 1;
    }
    Some(next)
}
