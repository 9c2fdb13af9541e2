//! Cutting a contract into expressions without understanding them.
//!
//! Invariant: a separator counts only outside brackets, strings and the parameter list of a lambda. The text may be
//! broken (that is found later, per part), so this must not depend on a parse; rejected for that reason: parsing the
//! whole clause as a tuple.

/// The parts of `text` between top-level separators; blank parts at the end (a trailing comma) are dropped.
pub(super) fn at_top_level(text: &str, separator: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut scanner = Scanner::new(text);
    let mut start = 0;
    while let Some((offset, character)) = scanner.next_top_level() {
        if character == separator {
            parts.push(&text[start..offset]);
            start = offset + character.len_utf8();
        }
    }
    if !text[start..].trim().is_empty() || parts.is_empty() {
        parts.push(&text[start..]);
    }
    parts
}

/// Whether a bracket or a string is still open at the end of `text`.
pub(super) fn is_open(text: &str) -> bool {
    let mut scanner = Scanner::new(text);
    while scanner.next_top_level().is_some() {}
    scanner.depth > 0 || scanner.unfinished_string
}

/// Whether `text` ends in an operator or a comma, or is empty.
pub(super) fn asks_for_more(text: &str) -> bool {
    let text = text.trim_end();
    text.is_empty()
        || text.ends_with([
            ',', '\\', '+', '-', '*', '/', '%', '<', '>', '=', '|', '&', '^', '(',
        ])
        || ["and", "or", "not", "in", "is", "if", "else"]
            .iter()
            .any(|word| {
                text.strip_suffix(word).is_some_and(|before| {
                    before.ends_with(|last: char| !last.is_alphanumeric() && last != '_')
                })
            })
}

/// Cuts `name: rest` at its first colon, if what is before it satisfies `is_name`.
pub(super) fn name_and_rest(text: &str, is_name: impl Fn(&str) -> bool) -> Option<(&str, &str)> {
    let (name, rest) = text.split_once(':')?;
    let name = name.trim();
    (is_name(name) && !rest.starts_with('=')).then_some((name, rest))
}

struct Scanner<'text> {
    text: &'text str,
    position: usize,
    depth: usize,
    /// Lambdas whose colon has not come yet, with the depth at which each stands.
    lambdas: Vec<usize>,
    unfinished_string: bool,
}

impl<'text> Scanner<'text> {
    fn new(text: &'text str) -> Self {
        Self {
            text,
            position: 0,
            depth: 0,
            lambdas: Vec::new(),
            unfinished_string: false,
        }
    }

    fn rest(&self) -> &'text str {
        &self.text[self.position..]
    }

    /// The next character outside strings, brackets and lambda parameters.
    fn next_top_level(&mut self) -> Option<(usize, char)> {
        while let Some(character) = self.rest().chars().next() {
            let offset = self.position;
            if matches!(character, '"' | '\'') {
                self.skip_string(character);
                continue;
            }
            if character.is_alphanumeric() || character == '_' {
                let word_length = self
                    .rest()
                    .find(|following: char| !following.is_alphanumeric() && following != '_')
                    .unwrap_or(self.rest().len());
                if &self.rest()[..word_length] == "lambda" {
                    self.lambdas.push(self.depth);
                }
                self.position += word_length;
                continue;
            }
            self.position += character.len_utf8();
            match character {
                '(' | '[' | '{' => self.depth += 1,
                ')' | ']' | '}' => {
                    self.depth = self.depth.saturating_sub(1);
                    self.lambdas.retain(|&depth| depth <= self.depth);
                }
                ':' if self.lambdas.last() == Some(&self.depth) => {
                    self.lambdas.pop();
                }
                _ if self.depth == 0 && self.lambdas.is_empty() => {
                    return Some((offset, character));
                }
                _ => {}
            }
        }
        None
    }

    fn skip_string(&mut self, quote: char) {
        let triple: String = std::iter::repeat_n(quote, 3).collect();
        let delimiter = if self.rest().starts_with(&triple) {
            triple
        } else {
            quote.to_string()
        };
        self.position += delimiter.len();
        while !self.rest().is_empty() {
            if self.rest().starts_with(&delimiter) {
                self.position += delimiter.len();
                return;
            }
            let mut characters = self.rest().chars();
            if characters.next() == Some('\\') {
                self.position += 1;
                characters = self.rest().chars();
                characters.next();
            }
            self.position = self.text.len() - characters.as_str().len();
        }
        self.unfinished_string = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_inside_brackets_strings_and_lambdas_do_not_split() {
        for (text, expected) in [
            ("a > 0, b > 0", vec!["a > 0", " b > 0"]),
            ("f(a, b), c", vec!["f(a, b)", " c"]),
            ("x in {1, 2}, y[1, 2]", vec!["x in {1, 2}", " y[1, 2]"]),
            (
                "x == ',', y == \"it's, \\\", \"",
                vec!["x == ','", " y == \"it's, \\\", \""],
            ),
            (
                "all(map(lambda a, b: a < b, x, y))",
                vec!["all(map(lambda a, b: a < b, x, y))"],
            ),
            (
                "(lambda a, b=(1, 2): a)(1), c",
                vec!["(lambda a, b=(1, 2): a)(1)", " c"],
            ),
            ("lambda a, b: a, c", vec!["lambda a, b: a", " c"]),
            ("s == '''a, ' b''', t", vec!["s == '''a, ' b'''", " t"]),
            ("a,", vec!["a"]),
            ("", vec![""]),
            ("a,,b", vec!["a", "", "b"]),
            ("é == 'é,', b", vec!["é == 'é,'", " b"]),
        ] {
            assert_eq!(at_top_level(text, ','), expected, "{text}");
        }
    }

    #[test]
    fn open_brackets_and_strings_are_seen() {
        for (text, expected) in [
            ("f(a,", true),
            ("f(a)", false),
            ("'a", true),
            ("x == '('", false),
            ("]", false),
        ] {
            assert_eq!(is_open(text), expected, "{text}");
        }
    }
}
