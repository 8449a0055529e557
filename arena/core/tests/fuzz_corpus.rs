//! The fuzz targets without a fuzzer: every input in `fuzz/corpus`, and each of them with some bytes changed.

use kahua_tests::corpus::inputs;

#[path = "../fuzz/src/lib.rs"]
#[expect(unreachable_pub, reason = "a library of its own under cargo-fuzz")]
mod targets;

/// How often each input is changed.
const CHANGES: usize = 50;

#[test]
fn matches_in_which_bots_say_what_the_corpus_says() {
    inputs("fuzz/corpus/inbox", CHANGES).for_each(|bytes| targets::inbox(&bytes));
}

#[test]
fn records_of_the_corpus_are_checked() {
    inputs("fuzz/corpus/record", CHANGES).for_each(|bytes| targets::record(&bytes));
}
