//! Lines of text in columns.

use std::fmt::Write;

use crate::language::Language;
use crate::prose::wrapped;

/// The widest line, in characters.
const WIDTH: usize = 100;

/// A text that grows line by line. No line ends with blanks.
pub(super) struct Lines {
    text: String,
    /// How wide the column of the labels is.
    label: usize,
}

impl Lines {
    /// German has shorter labels, since it has longer words beside them.
    pub(super) fn new(language: Language) -> Lines {
        let label = if language == Language::German { 11 } else { 16 };
        Lines { text: String::new(), label }
    }

    pub(super) fn text(self) -> String {
        self.text
    }

    pub(super) fn empty(&mut self) {
        self.text.push('\n');
    }

    /// How wide each of so many columns can be. Nothing follows the last one, so it needs no blank at its end.
    pub(super) const fn column(&self, columns: usize) -> usize {
        (WIDTH + 1 - self.label) / columns
    }

    /// A label with a cell in each column. Where a cell has several entries, they stand below each other.
    pub(super) fn row<const N: usize>(&mut self, label: &str, cells: &[Vec<String>; N], width: usize) {
        let height = cells.iter().map(Vec::len).max().unwrap_or_default().max(1);
        for entry in 0..height {
            let mut line = format!("{:<indent$}", if entry == 0 { label } else { "" }, indent = self.label);
            for cell in cells {
                let _ = write!(line, "{:<width$}", cell.get(entry).map_or("", String::as_str));
            }
            self.line(&line);
        }
    }

    /// A label with a text that goes on in the next line, under its beginning, where it is too long for one.
    pub(super) fn labelled(&mut self, label: &str, text: &str) {
        self.wrap(label, self.label, text);
    }

    /// A text that goes on in the next line where it is too long for one.
    pub(super) fn paragraph(&mut self, text: &str) {
        self.wrap("", 0, text);
    }

    fn wrap(&mut self, label: &str, indent: usize, text: &str) {
        for (line, label) in
            wrapped(text, WIDTH - indent).iter().zip(std::iter::once(label).chain(std::iter::repeat("")))
        {
            self.line(&format!("{label:<indent$}{line}"));
        }
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }
}
