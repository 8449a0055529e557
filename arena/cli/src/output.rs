//! How all commands print text, JSON and tables. All output goes through here, and loses the control characters that a
//! terminal would obey: versions, comments and logs come from strangers.

use std::io::{self, Write};

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use kahua_core::text;
use serde_json::Value;

/// A table with these headings. The columns with the indices in `numbers` are aligned to the right. A row stays on one line,
/// whatever its cells hold.
pub(crate) fn table(headings: &[&str], numbers: &[usize], rows: impl IntoIterator<Item = Vec<String>>) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(headings.iter().map(|heading| text::on_one_line(heading)));
    for row in rows {
        table.add_row(row.iter().map(|cell| text::on_one_line(cell)));
    }
    for &number in numbers {
        if let Some(column) = table.column_mut(number) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// Prints text to standard output. It keeps line breaks, so text from outside must go through [`text::on_one_line`]
/// first.
///
/// # Errors
/// If it can't be written.
pub(crate) fn print(text: &str) -> io::Result<()> {
    writeln!(io::stdout().lock(), "{}", text::in_lines(text))
}

/// Prints rows in columns without headings; for `numbers`, see [`table`].
///
/// # Errors
/// If it can't be written.
pub(crate) fn print_rows(numbers: &[usize], rows: impl IntoIterator<Item = Vec<String>>) -> io::Result<()> {
    rows_in_lines(numbers, rows).iter().try_for_each(|line| print(line))
}

/// Rows in columns without headings, a line for each; for `numbers`, see [`table`].
pub(crate) fn rows_in_lines(numbers: &[usize], rows: impl IntoIterator<Item = Vec<String>>) -> Vec<String> {
    let rows: Vec<_> = rows.into_iter().collect();
    let headings = vec![""; rows.first().map_or(0, Vec::len)];
    // The first line has the headings.
    table(&headings, numbers, rows).to_string().lines().skip(1).map(|line| line.trim_end().to_owned()).collect()
}

/// Prints one JSON value on a line of its own.
///
/// # Errors
/// If it can't be written.
pub(crate) fn print_json(value: &Value) -> io::Result<()> {
    writeln!(io::stdout().lock(), "{}", text::in_json(&value.to_string()))
}

/// Writes a message for people to standard error. If that fails, there is no other place to report it.
pub(crate) fn complain(message: &str) {
    let _nobody_reads_it = writeln!(io::stderr().lock(), "{}", text::in_lines(message));
}
