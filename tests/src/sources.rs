//! What a crate says, for the tests of its tables of texts in other languages.

use std::fs;
use std::path::Path;

/// The sources of the crate in this folder, without its tables of German texts: files `german.rs` and folders `german`.
///
/// # Panics
/// If a file can't be read.
#[must_use]
pub fn without_german(crate_folder: &str) -> String {
    read(&Path::new(crate_folder).join("src"))
}

fn read(folder: &Path) -> String {
    let entries = fs::read_dir(folder).expect("a folder of sources").map(|entry| entry.expect("an entry").path());
    let others = entries.filter(|path| !path.ends_with("german") && !path.ends_with("german.rs"));
    let texts = others.map(|path| match path.is_dir() {
        true => read(&path),
        false => fs::read_to_string(path).expect("a source"),
    });
    texts.collect()
}
