//! The fuzz targets without a fuzzer: every input in `fuzz/corpus`, and each of them with some bytes changed.

use kahua_tests::corpus::inputs;

#[path = "../fuzz/src/lib.rs"]
#[expect(unreachable_pub, reason = "a library of its own under cargo-fuzz")]
mod targets;

/// How often each input is changed.
const CHANGES: usize = 8;

#[test]
fn games_played_as_the_corpus_says() {
    inputs("fuzz/corpus/play", CHANGES).for_each(|bytes| targets::play(&bytes));
}

#[test]
fn texts_of_the_corpus_are_read() {
    inputs("fuzz/corpus/notation", CHANGES).for_each(|bytes| targets::notation(&String::from_utf8_lossy(&bytes)));
}

#[test]
fn rulesets_with_a_few_other_bytes_are_read() {
    inputs("fuzz/corpus/ruleset", CHANGES).for_each(|bytes| targets::ruleset(&bytes));
}
