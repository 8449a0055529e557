//! The pages in German: a table for each group of them, from what is said in English to what is said in German.
//!
//! The reader is addressed as "du". The words of the field: arena Arena, ask Anfrage, bot Bot, decision Entscheidung, fault
//! Fehler, forfeit aufgegebene Partie, league Liga, match Partie, organizer Veranstalter, rating Wertung, replay Nachspielen, seat
//! Platz, standings Tabelle, table Tisch, turn Zug.

mod arena;
mod bots;
mod leagues;
mod lists;
mod matches;
mod organizer;
mod play;

use super::text::is_same;

/// What a table has: texts in English and in German.
type Table = [(&'static str, &'static str)];

const TABLES: [&Table; 7] =
    [arena::TABLE, lists::TABLE, leagues::TABLE, bots::TABLE, matches::TABLE, play::TABLE, organizer::TABLE];

/// What is said in German for this English text.
pub(super) const fn find(english: &str) -> Option<&'static str> {
    let mut table = 0;
    while table < TABLES.len() {
        let mut line = 0;
        while line < TABLES[table].len() {
            if is_same(TABLES[table][line].0, english) {
                return Some(TABLES[table][line].1);
            }
            line += 1;
        }
        table += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    /// What is written in this folder of sources, without the tables and with texts of several lines as one.
    fn sources(folder: &Path) -> String {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let all = entries.filter(|path| !path.ends_with("german")).map(|path| match path.is_dir() {
            true => sources(&path),
            false => fs::read_to_string(path).unwrap(),
        });
        all.collect()
    }

    #[test]
    fn every_text_is_once_in_the_tables_and_on_a_page() {
        let written = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
        let parts: Vec<&str> = written.split("\\\n").collect();
        let written: String =
            parts.iter().enumerate().map(|(n, part)| if n == 0 { part } else { part.trim_start() }).collect();
        let mut seen = BTreeSet::new();
        for (english, german) in TABLES.into_iter().flatten() {
            assert!(seen.insert(english), "twice in the tables: {english}");
            assert!(!german.is_empty(), "{english}");
            let literal = format!("\"{}\"", english.replace('"', "\\\""));
            assert!(written.contains(&literal), "no page has this text any more: {english}");
        }
    }
}
