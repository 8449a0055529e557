//! The fuzz targets without a fuzzer: every input in `fuzz/corpus`, as it is and with some bytes changed.

use kahua_tests::corpus::inputs;

#[path = "simulation/panics.rs"]
mod panics;
#[path = "../fuzz/src/lib.rs"]
#[expect(unreachable_pub, reason = "a library of its own under cargo-fuzz")]
mod targets;

/// How often each input of a target is changed.
const SESSION_CHANGES: usize = 30;
const SETTINGS_CHANGES: usize = 100;

#[test]
fn arenas_to_which_a_bot_says_what_the_corpus_says() {
    panics::watch();
    for bytes in inputs("fuzz/corpus/session", SESSION_CHANGES) {
        targets::session(&bytes);
        panics::check();
    }
}

#[test]
fn settings_of_the_corpus_are_read() {
    inputs("fuzz/corpus/settings", SETTINGS_CHANGES).for_each(|bytes| targets::settings(&bytes));
}
