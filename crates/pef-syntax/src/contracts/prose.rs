//! Whether text that is no expression is a sentence.
//!
//! Two words next to each other that are not joined by an operator are no Python. At the beginning they settle it (`the
//! value is >= 0`); later on, only if nothing else looks like a condition (`x > 3 and vaild result` is a broken one).

/// Words that stand next to others in expressions.
const OPERATORS: [&str; 14] = [
    "and", "or", "not", "in", "is", "if", "else", "for", "lambda", "await", "async", "True",
    "False", "None",
];

/// Whether `text`, which does not parse, is prose.
pub(super) fn reads_as_prose(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_sentence = |pair: &[&str]| is_plain_word(pair[0]) && is_plain_word(trimmed(pair[1]));
    match words.as_slice() {
        [] => false,
        [only] => {
            let word = trimmed(only);
            is_plain_word(word) && word != *only
        }
        [first, second, ..] if is_sentence(&[first, second]) => true,
        _ => words.windows(2).any(is_sentence) && !looks_like_a_condition(text),
    }
}

/// Without the punctuation that ends a sentence or a part of it.
fn trimmed(word: &str) -> &str {
    word.trim_end_matches(['.', ',', ';', ':', '!', '?', '\u{2026}'])
}

fn is_plain_word(word: &str) -> bool {
    !OPERATORS.contains(&word)
        && word.starts_with(char::is_alphabetic)
        && word
            .chars()
            .all(|character| character.is_alphabetic() || "-'\u{2019}".contains(character))
}

fn looks_like_a_condition(text: &str) -> bool {
    text.contains(['<', '>', '='])
        || text
            .split(|character: char| !character.is_alphanumeric() && character != '_')
            .any(|word| matches!(word, "_" | "__return__" | "__old__"))
}

#[cfg(test)]
mod tests {
    use super::reads_as_prose;

    #[test]
    fn sentences_are_prose_and_broken_conditions_are_not() {
        for (text, expected) in [
            ("the value", true),
            ("heat the oven, then", true),
            ("the value is >= 0", true),
            ("ValueError if it is bad", false),
            ("done.", true),
            ("x, as the caller wants", true),
            ("_ !=", false),
            ("_ = 72", false),
            ("1 +", false),
            ("3+", false),
            ("x > 3 and vaild result", false),
            ("not the value", true),
            ("_ is the value", false),
            ("", false),
        ] {
            assert_eq!(reads_as_prose(text), expected, "{text}");
        }
    }
}
