//! Each rule finds what it is there to find, and nothing else.

use crate::rules;
use crate::source::Source;

/// A file in which tests come first and code of the product follows, as in many files of the engine.
fn file(code: &str) -> Source {
    let tests = "#[cfg(test)]\nmod tests {\n    use std::fs;\n    fn test() -> f64 { 0.5 }\n}\n";
    Source { path: "a.rs".into(), text: format!("//! A file.\n{tests}{code}\n") }
}

/// `code` stands in line 7.
fn found(rule: fn(&Source) -> Vec<String>, code: &str) -> Vec<String> {
    rule(&file(code))
}

#[test]
fn purity_is_broken_by_clocks_maps_and_the_world_outside() {
    let finds = |code: &str, what: &str| assert_eq!(found(rules::is_pure, code), [format!("a.rs:7: {what}")], "{code}");
    finds("fn now() { let _ = SystemTime::now(); }", "SystemTime");
    finds("use std::time::{Duration, Instant};", "Instant");
    finds("type Seen = std::collections::HashSet<u8>;", "HashSet");
    finds("use std::env;", "std::env");
    finds("use std::{fmt, fs};", "std::fs");
    finds("use std::{fmt::{self, Display}, net::TcpStream};", "std::net");
    finds("fn read() -> String { std::fs::read_to_string(\"x\").unwrap() }", "std::fs");
    finds("fn f() { assert!(std::thread::panicking()); }", "std::thread");
}

#[test]
fn purity_is_not_broken_by_words_in_texts_comments_and_tests() {
    for code in [
        "use std::time::Duration; // not std::fs",
        "const URL: &str = \"http://Instant\";",
        "/// Never reads `std::env`.\nfn f() {}",
        "use std::collections::BTreeMap;",
        "use std::fmt::{self, Write};",
        "#[test]\nfn t() { std::fs::remove_file(\"x\").unwrap(); }",
    ] {
        assert_eq!(found(rules::is_pure, code), [""; 0], "{code}");
    }
}

#[test]
fn floats_are_found_as_types_and_as_literals() {
    let finds =
        |code: &str, what: &str| assert_eq!(found(rules::has_no_floats, code), [format!("a.rs:7: {what}")], "{code}");
    finds("fn f(x: f64) {}", "f64");
    finds("const X: Y = g(0.5);", "0.5");
    finds("const X: Y = g(1e9);", "1e9");
    finds("const X: Y = g(1f32);", "1f32");
    finds("fn f() { assert!(x as f32 > y); }", "f32");
    for code in ["const X: u32 = 0xe1f64;", "const X: usize = 1usize;", "fn f() -> u8 { pair.0 }", "fn f() { 0..5 }"] {
        assert_eq!(found(rules::has_no_floats, code), [""; 0], "{code}");
    }
}

#[test]
fn a_game_is_found_in_names_and_texts_but_not_in_help() {
    let found = |code: &str| rules::names_no_game(&file(code), &["hawaii"]);
    assert_eq!(found("use crate::games::hawaii;"), ["a.rs:7: names hawaii"]);
    assert_eq!(found("struct HawaiiView;"), ["a.rs:7: names hawaii"]);
    assert_eq!(found("fn f(game: &str) -> bool { game == \"hawaii\" } // kahua games"), ["a.rs:7: names hawaii"]);
    assert_eq!(found("#[command(after_help = \"kahua play --game hawaii\")]\nstruct Args;"), [""; 0]);
    assert_eq!(found("/// Such as hawaii.\nstruct Args;"), [""; 0]);
}

#[test]
fn files_say_what_they_are_stay_short_and_finish_what_they_begin() {
    let silent = Source { path: "a.rs".into(), text: "use x;\n".into() };
    assert_eq!(rules::says_what_it_is(&silent), ["a.rs:1: no module sentence"]);
    assert_eq!(rules::says_what_it_is(&file("")), [""; 0]);
    assert_eq!(rules::holds_one_idea(&file(&"\n".repeat(900))), ["a.rs:1: has 907 lines"]);
    assert_eq!(rules::holds_one_idea(&file("")), [""; 0]);
    let mark = ["// TO", "DO: later"].concat();
    assert_eq!(rules::leaves_nothing_undone(&file(&mark)), [format!("a.rs:7: {mark}")]);
    assert_eq!(rules::leaves_nothing_undone(&file("// done")), [""; 0]);
    assert_eq!(rules::has_no_example(&file("    /// ```")), ["a.rs:7: an example that isn't run"]);
    assert_eq!(rules::has_no_example(&file("// ``` isn't read")), [""; 0]);
}
