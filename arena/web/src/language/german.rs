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

use kahua_show::language::Table;

pub(super) const GERMAN: &[&Table] =
    &[arena::TABLE, lists::TABLE, leagues::TABLE, bots::TABLE, matches::TABLE, play::TABLE, organizer::TABLE];

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use crate::language::TABLES;

    /// What is written in this folder of sources, without the tables.
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
        let sources = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
        assert_eq!(TABLES.mistakes(&sources), [""; 0]);
    }
}
