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
    use crate::language::TABLES;

    #[test]
    fn every_text_is_once_in_the_tables_and_on_a_page() {
        let sources = kahua_tests::sources::without_german(env!("CARGO_MANIFEST_DIR"));
        assert_eq!(TABLES.mistakes(&sources), [""; 0]);
    }
}
