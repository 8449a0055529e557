//! What must hold for the words and drawings of every game: over its seat counts, its options, and many seeds.
#![expect(clippy::disallowed_methods, reason = "tests read their goldens")]

#[path = "../../../tests/conformance/golden.rs"]
mod golden;
mod sentences;
#[path = "../../../tests/conformance/tables.rs"]
mod tables;
mod telling;

use kahua_show::{Language, Show as Subject, Visit, visit_all};
use sentences::Listed;
use tables::law;

law!(events_are_told_in_sentences, games: 5, telling::sentences);
law!(score_sheets_add_up, games: 10, telling::score_sheets);
law!(text_boards_show_everything, games: 2, telling::text_boards);
law!(drawings_show_everything, games: 1, telling::drawings);
law!(actions_are_about_something_in_the_drawing, games: 1, telling::marks);
law!(games_are_told_as_written_down, games: 1, telling::golden);
law!(boards_of_the_readme_are_as_drawn, games: 1, telling::picture);

#[test]
fn one_sentence_of_each_kind_is_as_written_down() {
    visit_all(&mut Listed(Language::English, "sentences.txt"));
}

#[test]
fn one_german_sentence_of_each_kind_is_as_written_down() {
    visit_all(&mut Listed(Language::German, "sentences-de.txt"));
}
