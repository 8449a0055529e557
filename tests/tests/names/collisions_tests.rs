//! The search for taken names finds what it is there to find, and nothing else.

use std::collections::BTreeSet;

use crate::collisions::{Kind, Name, Style, languages};

/// The languages in which something of a message `Lava`, or of a service `Lava`, must not be called so.
fn taken(kind: Kind, own: &str) -> Vec<String> {
    let name = Name::new(kind, "kahua.test.Lava", own.to_owned());
    let languages = languages();
    let taken = languages.iter().filter(|language| !language.collisions(&name).is_empty());
    taken.map(|language| language.name.clone()).collect()
}

#[test]
fn taken_names_of_fields_are_found() {
    assert_eq!(taken(Kind::Field, "from"), ["Python"]);
    assert_eq!(taken(Kind::Field, "display"), ["Ruby"]);
    assert_eq!(taken(Kind::Field, "hash"), ["Ruby"]);
    assert_eq!(taken(Kind::Field, "move"), ["Rust"]);
    assert_eq!(taken(Kind::Field, "descriptor_for_type"), ["Java"]);
    assert_eq!(taken(Kind::Field, "string"), ["Go"]);
    assert_eq!(taken(Kind::Field, "get_hash_code"), ["C#"]);
    assert_eq!(taken(Kind::Field, "has_cards"), ["Swift"]);
    assert_eq!(taken(Kind::Field, "lava"), ["C#"]);
}

#[test]
fn taken_names_of_types_calls_and_values_are_found() {
    assert_eq!(taken(Kind::Type, "Return"), ["PHP", "Rust"]);
    assert_eq!(taken(Kind::Type, "Move"), ["Rust"]);
    assert_eq!(taken(Kind::Type, "List"), ["Dart", "PHP"]);
    assert_eq!(taken(Kind::Call, "Close"), ["PHP"]);
    assert_eq!(taken(Kind::Call, "Connect"), ["Rust"]);
    assert_eq!(taken(Kind::Call, "Notify"), ["Java"]);
    assert_eq!(taken(Kind::Value, "self"), ["Rust", "Swift"]);
}

#[test]
fn free_names_are_left_alone() {
    for own in ["place", "from_crater", "face_up", "seat", "open", "hasty", "ruleset_hash"] {
        assert_eq!(taken(Kind::Field, own), [""; 0], "{own}");
    }
    assert_eq!(taken(Kind::Type, "ReturnDisc"), [""; 0]);
    assert_eq!(taken(Kind::Call, "GetMatch"), [""; 0]);
    assert_eq!(taken(Kind::Value, "hula"), [""; 0]);
}

#[test]
fn names_are_written_as_each_style_has_them() {
    let written =
        |name: &str| [Style::Snake, Style::LowerCamel, Style::Pascal, Style::Getter].map(|style| style.write(name));
    assert_eq!(written("ask_cap_ms"), ["ask_cap_ms", "askCapMs", "AskCapMs", "getAskCapMs"]);
    assert_eq!(written("GoToPlace"), ["go_to_place", "goToPlace", "GoToPlace", "getGoToPlace"]);
    assert_eq!(written("god0"), ["god0", "god0", "God0", "getGod0"]);
}

#[test]
fn every_list_has_a_source_a_use_and_no_word_twice() {
    let languages = languages();
    let names: BTreeSet<&str> = languages.iter().map(|language| language.name.as_str()).collect();
    assert_eq!(names.len(), languages.len(), "a language is listed twice");
    for language in &languages {
        assert!(language.spelling.contains_key(&Kind::Field), "{} has fields", language.name);
        for list in &language.words {
            let place = format!("{}, {}", language.name, list.source);
            assert!(!list.source.is_empty() && !list.kinds.is_empty(), "{place}");
            assert!(list.kinds.iter().all(|kind| language.spelling.contains_key(kind)), "{place}: unused");
            let words: Vec<&str> = list.words.split_whitespace().collect();
            let once: BTreeSet<&str> = words.iter().copied().collect();
            assert!(once.len() == words.len() && !words.is_empty(), "{place}: a word twice, or none");
        }
    }
}
