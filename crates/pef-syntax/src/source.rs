//! Text positions: byte offsets of the parser to the lines and columns that people and CPython use.
//!
//! Invariant: a line ends at `\n`, `\r\n` or a lone `\r`, and nowhere else (a form feed or `U+2028` does not end a
//! line for CPython, so `str::lines` and friends are not used). Lines and columns count from 1; columns count code
//! points, as editors do, not the UTF-8 bytes that `ast.col_offset` counts.

use ruff_text_size::TextSize;

/// A place in a source text, both parts from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    pub line: u32,
    pub column: u32,
}

/// A source text with the offsets at which its lines start.
pub(crate) struct Source<'text> {
    text: &'text str,
    line_starts: Vec<usize>,
}

impl<'text> Source<'text> {
    pub(crate) fn new(text: &'text str) -> Self {
        let bytes = text.as_bytes();
        let mut line_starts = vec![0];
        for (offset, &byte) in bytes.iter().enumerate() {
            let ends_line =
                byte == b'\n' || (byte == b'\r' && bytes.get(offset + 1) != Some(&b'\n'));
            if ends_line {
                line_starts.push(offset + 1);
            }
        }
        Self { text, line_starts }
    }

    pub(crate) fn text(&self) -> &'text str {
        self.text
    }

    pub(crate) fn slice(&self, range: ruff_text_size::TextRange) -> &'text str {
        &self.text[range]
    }

    pub(crate) fn line_count(&self) -> usize {
        self.line_starts.len()
    }

    pub(crate) fn line(&self, offset: TextSize) -> u32 {
        self.line_starts
            .partition_point(|&start| start <= offset.to_usize()) as u32
    }

    pub(crate) fn location(&self, offset: TextSize) -> Location {
        let line = self.line(offset);
        let start = self.line_starts[line as usize - 1];
        let mut before = &self.text[start..offset.to_usize()];
        if line == 1 {
            before = before.strip_prefix('\u{feff}').unwrap_or(before);
        }
        Location {
            line,
            column: before.chars().count() as u32 + 1,
        }
    }

    /// The text of a line (from 1) without its line ending; empty past the end of the file.
    pub(crate) fn line_text(&self, line: u32) -> &'text str {
        let Some(&start) = (line as usize)
            .checked_sub(1)
            .and_then(|index| self.line_starts.get(index))
        else {
            return "";
        };
        let end = self
            .line_starts
            .get(line as usize)
            .copied()
            .unwrap_or(self.text.len());
        self.text[start..end].trim_end_matches(['\n', '\r'])
    }
}

/// How many lines CPython sees in `text` (one more than the number of line endings).
pub fn line_count(text: &str) -> usize {
    Source::new(text).line_count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_ending_counts_once() {
        let source = Source::new("a\nb\r\nc\rd\u{c}e\u{2028}f");
        assert_eq!(source.line_count(), 4);
        assert_eq!(source.line_text(2), "b");
        assert_eq!(source.line_text(4), "d\u{c}e\u{2028}f");
        assert_eq!(source.line_text(9), "");
    }

    #[test]
    fn columns_count_code_points_and_skip_the_byte_order_mark() {
        let source = Source::new("\u{feff}éa\néb");
        assert_eq!(
            source.location(TextSize::new(5)),
            Location { line: 1, column: 2 }
        );
        assert_eq!(
            source.location(TextSize::new(9)),
            Location { line: 2, column: 2 }
        );
    }
}
