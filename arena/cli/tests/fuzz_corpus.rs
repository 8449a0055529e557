//! The fuzz target without a fuzzer: every input in `fuzz/corpus`, and each of them with some bytes changed.

use kahua_tests::corpus::inputs;

#[path = "../fuzz/src/lib.rs"]
#[expect(unreachable_pub, reason = "a library of its own under cargo-fuzz")]
mod targets;

/// How often each input is changed.
const CHANGES: usize = 400;

#[test]
fn answers_of_the_corpus_are_read() {
    inputs("fuzz/corpus/answer", CHANGES).for_each(|bytes| targets::answer(&bytes));
}
