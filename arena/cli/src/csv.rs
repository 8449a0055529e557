//! Comma-separated values, as RFC 4180 has them.

use std::io::{self, Write};

use kahua_core::text::on_one_line;

/// Writes lines of comma-separated values to standard output, the first with the names of the columns.
///
/// # Errors
/// If they can't be written.
pub(crate) fn print<const COLUMNS: usize>(
    headings: [&str; COLUMNS],
    rows: impl IntoIterator<Item = [String; COLUMNS]>,
) -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    writeln!(out, "{}", line(&headings.map(str::to_owned)))?;
    rows.into_iter().try_for_each(|row| writeln!(out, "{}", line(&row)))?;
    out.flush()
}

/// One line, without its end.
pub(crate) fn line(cells: &[String]) -> String {
    cells.iter().map(|cell| quoted(&on_one_line(cell))).collect::<Vec<_>>().join(",")
}

/// A number, or an empty cell if there is none.
pub(crate) fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(String::new, |value| format!("{value:.digits$}"))
}

/// A spreadsheet would take a text that begins like a formula for one, so such a text gets an apostrophe.
fn quoted(cell: &str) -> String {
    let is_number = cell.parse::<f64>().is_ok();
    let cell = match cell.starts_with(['=', '+', '-', '@']) && !is_number {
        true => format!("'{cell}"),
        false => cell.to_owned(),
    };
    match cell.contains([',', '"']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        let cells = ["plain", "a,b", "say \"no\"", "=1+1", "-5.5", "-x", "two\nlines"].map(str::to_owned);
        assert_eq!(line(&cells), r#"plain,"a,b","say ""no""",'=1+1,-5.5,'-x,two\nlines"#);
    }
}
