//! The fuzz targets without a fuzzer: every input in `fuzz/corpus`, and each of them with some bytes changed.

use std::fs;
use std::path::Path;

use kahua_engine::{Dice, Seed};

#[path = "../fuzz/src/lib.rs"]
#[expect(unreachable_pub, reason = "a library of its own under cargo-fuzz")]
mod targets;

/// How often each input is changed.
const CHANGES: u32 = 8;

#[test]
fn games_played_as_the_corpus_says() {
    each_input("play", targets::play);
}

#[test]
fn texts_of_the_corpus_are_read() {
    each_input("notation", |bytes| targets::notation(&String::from_utf8_lossy(bytes)));
}

#[test]
fn rulesets_with_a_few_other_bytes_are_read() {
    each_input("ruleset", targets::ruleset);
}

fn each_input(target: &str, run: impl Fn(&[u8])) {
    let folder = Path::new("fuzz/corpus").join(target);
    let mut paths: Vec<_> = fs::read_dir(&folder).expect("the corpus").map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{} is empty", folder.display());
    let mut dice = Dice::new(Seed::from_number(1));
    for path in paths {
        let input = fs::read(&path).expect("an input");
        run(&input);
        for _ in 0..CHANGES {
            run(&changed(&input, &mut dice));
        }
    }
}

/// The input with one byte in sixteen, but at least one, replaced at random.
fn changed(input: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..=bytes.len() / 16 {
        let at = dice.below(bytes.len() as u32) as usize;
        bytes[at] = dice.below(256) as u8;
    }
    bytes
}
