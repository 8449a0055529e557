//! Lines of text in columns.

use std::fmt::Write;

use crate::prose::wrapped;

/// The widest line, in characters.
const WIDTH: usize = 100;
/// How wide the column of the labels is.
const LABEL: usize = 16;

/// A text that grows line by line. No line ends with blanks.
#[derive(Default)]
pub(super) struct Lines(String);

impl Lines {
    pub(super) fn text(self) -> String {
        self.0
    }

    pub(super) fn empty(&mut self) {
        self.0.push('\n');
    }

    /// A label with a cell in each column. Where a cell has several entries, they stand below each other.
    pub(super) fn row<const N: usize>(&mut self, label: &str, cells: &[Vec<String>; N], width: usize) {
        let height = cells.iter().map(Vec::len).max().unwrap_or_default().max(1);
        for entry in 0..height {
            let mut line = format!("{:<LABEL$}", if entry == 0 { label } else { "" });
            for cell in cells {
                let _ = write!(line, "{:<width$}", cell.get(entry).map_or("", String::as_str));
            }
            self.line(&line);
        }
    }

    /// A label with a text that goes on in the next line, under its beginning, where it is too long for one.
    pub(super) fn labelled(&mut self, label: &str, text: &str) {
        self.wrap(label, LABEL, text);
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
        self.0.push_str(line.trim_end());
        self.0.push('\n');
    }
}
