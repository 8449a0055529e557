//! Goldens: the text of every table, compared with its file. The tests of `kahua-show` include this file too.
//!
//! A golden whose last line is `...` has only the beginning of its game, and keeps its length.
//!
//! `UPDATE_GOLDENS=1 cargo test -p kahua-engine -p kahua-show` writes the files again. Read the difference before you
//! commit it.

use std::path::Path;
use std::{env, fs};

use kahua_engine::Game;

use crate::tables::TableOf;

/// The last line of a golden that is cut short.
const CUT: &str = "...";

/// How the golden of a table is called.
pub(crate) fn file_name<G: Game>(table: &TableOf<G>) -> String {
    match table.choices.to_string() {
        none if none.is_empty() => format!("{}-seats.txt", table.seats),
        some => format!("{}-seats-{some}.txt", table.seats),
    }
}

/// Compares a text with the file, or writes it.
pub(crate) fn compare(path: &Path, told: String) {
    let told = cut_like(told, &fs::read_to_string(path).unwrap_or_default());
    if env::var_os("UPDATE_GOLDENS").is_some() {
        fs::create_dir_all(path.parent().expect("a file in a folder")).expect("a folder for the goldens");
        fs::write(path, &told).expect("the golden is written");
    }
    let written = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    if let Some((line, (now, then))) = told.lines().zip(written.lines()).enumerate().find(|(_, (a, b))| a != b) {
        panic!("{}:{}: was\n{then}\nis now\n{now}", path.display(), line + 1);
    }
    assert_eq!(told.lines().count(), written.lines().count(), "{}: another length", path.display());
    assert!(written.len() < 1 << 20, "{} is larger than 1 MiB", path.display());
}

/// The text, cut short where the file is.
fn cut_like(told: String, written: &str) -> String {
    match written.strip_suffix(&format!("{CUT}\n")) {
        Some(beginning) => {
            told.lines().take(beginning.lines().count()).chain([CUT]).flat_map(|line| [line, "\n"]).collect()
        }
        None => told,
    }
}
