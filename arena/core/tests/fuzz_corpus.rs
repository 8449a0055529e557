//! The fuzz targets without a fuzzer: every input in `fuzz/corpus`, and each of them with some bytes changed.

use std::fs;
use std::path::Path;

use kahua_engine::{Dice, Seed};

#[path = "../fuzz/src/lib.rs"]
#[expect(unreachable_pub, reason = "a library of its own under cargo-fuzz")]
mod targets;

/// How often each input is changed.
const CHANGES: u32 = 50;

#[test]
fn matches_in_which_bots_say_what_the_corpus_says() {
    each_input("inbox", targets::inbox);
}

#[test]
fn records_of_the_corpus_are_checked() {
    each_input("record", targets::record);
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
            let mut changed = input.clone();
            for _ in 0..=dice.below(4) {
                let at = dice.below(changed.len() as u32) as usize;
                changed[at] = dice.below(256) as u8;
            }
            run(&changed);
        }
    }
}
