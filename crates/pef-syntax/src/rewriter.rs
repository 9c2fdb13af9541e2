//! The edited text, built in one pass from left to right.
//!
//! Invariant: edits arrive in the order of the output, so nested edits compose without sorting: a wrapper's opening is
//! written before its operand is visited and its closing after. An edit that goes back is a defect of this crate and
//! panics at once instead of producing a wrong program. No edit adds or removes a line ending (checked likewise).
//! Rejected: a list of (position, text) sorted at the end; ties at one position then need priorities by hand.

use ruff_text_size::{TextRange, TextSize};

pub(crate) struct Rewriter<'text> {
    source: &'text str,
    output: String,
    cursor: usize,
}

impl<'text> Rewriter<'text> {
    pub(crate) fn new(source: &'text str) -> Self {
        Self {
            source,
            output: String::with_capacity(source.len() * 2),
            cursor: 0,
        }
    }

    fn copy_to(&mut self, offset: TextSize) {
        let offset = offset.to_usize();
        assert!(
            offset >= self.cursor,
            "edit at byte {offset} after the text up to {} was written",
            self.cursor
        );
        self.output.push_str(&self.source[self.cursor..offset]);
        self.cursor = offset;
    }

    fn push(&mut self, text: &str) {
        debug_assert!(!text.contains(['\n', '\r']), "an edit must not add lines");
        let glues = |character: char| {
            character.is_alphanumeric()
                || character == '_'
                || !(character.is_ascii() || character == '\u{feff}')
        };
        if text.starts_with(glues) && self.output.ends_with(glues) {
            // `return(a)%b`: without a space the hook's name would run into the keyword before it.
            self.output.push(' ');
        }
        self.output.push_str(text);
    }

    pub(crate) fn insert(&mut self, at: TextSize, text: &str) {
        self.copy_to(at);
        self.push(text);
    }

    pub(crate) fn replace(&mut self, range: TextRange, text: &str) {
        let removed = &self.source[range];
        assert!(
            !removed.contains(['\n', '\r']),
            "an edit must not remove lines"
        );
        self.copy_to(range.start());
        self.cursor = range.end().to_usize();
        self.push(text);
    }

    /// Writes literal text that may follow an identifier character directly (the inside of a string).
    pub(crate) fn insert_verbatim(&mut self, at: TextSize, text: &str) {
        self.copy_to(at);
        self.output.push_str(text);
    }

    pub(crate) fn finish(mut self) -> String {
        self.output.push_str(&self.source[self.cursor..]);
        self.output
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(offset: u32) -> TextSize {
        TextSize::new(offset)
    }

    #[test]
    fn edits_compose_from_left_to_right() {
        let mut rewriter = Rewriter::new("a[i] + b");
        rewriter.insert(at(0), "sub(");
        rewriter.replace(TextRange::new(at(1), at(2)), ", ");
        rewriter.replace(TextRange::new(at(3), at(4)), ")");
        rewriter.insert(at(7), "g(");
        rewriter.insert(at(8), ")");
        assert_eq!(rewriter.finish(), "sub(a, i) + g(b)");
    }

    #[test]
    fn a_hook_does_not_run_into_the_word_before_it() {
        let mut rewriter = Rewriter::new("return(a)");
        rewriter.insert(at(6), "hook(");
        rewriter.insert(at(9), ")");
        assert_eq!(rewriter.finish(), "return hook((a))");
    }

    #[test]
    #[should_panic(expected = "edit at byte 0")]
    fn going_back_is_a_defect() {
        let mut rewriter = Rewriter::new("ab");
        rewriter.insert(at(1), "(");
        rewriter.insert(at(0), "(");
    }
}
