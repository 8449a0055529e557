//! What was skipped on this machine, for the end of a run: what a test prints is shown only if it fails.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Write;
use std::path::PathBuf;

use crate::root;

/// Takes note that a test is skipped, and why.
pub fn note(what: &str) {
    eprintln!("skipped: {what}");
    // Many processes write into it: one line each time, which is one write.
    let line = format!("{}\n", what.replace('\n', " "));
    let file = File::options().create(true).append(true).open(list());
    // A list that can't be written is no reason to fail.
    let _unlisted = file.and_then(|mut file| file.write_all(line.as_bytes()));
}

/// What was skipped since this was last called, each once.
#[must_use]
pub fn take() -> BTreeSet<String> {
    let noted = fs::read_to_string(list()).unwrap_or_default();
    let _absent = fs::remove_file(list());
    noted.lines().map(str::to_owned).collect()
}

fn list() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from).join("skipped-tests")
}
