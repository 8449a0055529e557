//! How all commands print: text, JSON, and tables that line up.

use std::io::{self, Write};

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use serde_json::Value;

/// A table with these headings. The columns with the indices in `numbers` are aligned to the right.
pub(crate) fn table(headings: &[&str], numbers: &[usize], rows: impl IntoIterator<Item = Vec<String>>) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_content_arrangement(ContentArrangement::Disabled).set_header(headings.to_vec());
    for row in rows {
        table.add_row(row);
    }
    for &number in numbers {
        if let Some(column) = table.column_mut(number) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// Prints text to standard output.
///
/// # Errors
/// If it can't be written.
pub(crate) fn print(text: &str) -> io::Result<()> {
    writeln!(io::stdout().lock(), "{text}")
}

/// Prints one JSON value on a line of its own.
///
/// # Errors
/// If it can't be written.
pub(crate) fn print_json(value: &Value) -> io::Result<()> {
    print(&value.to_string())
}
