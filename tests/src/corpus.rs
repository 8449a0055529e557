//! Inputs of fuzz targets without a fuzzer: those that are kept in a folder, and each of them with some bytes changed.

use std::fs;
use std::path::Path;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// The files in this folder, each followed by so many copies that are changed, the same ones every time.
///
/// # Panics
/// If the folder can't be read, or has no files: then nothing would be tried.
pub fn inputs(folder: impl AsRef<Path>, changes: usize) -> impl Iterator<Item = Vec<u8>> {
    let folder = folder.as_ref();
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry of the folder").path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{} is empty", folder.display());
    let mut random = ChaCha8Rng::seed_from_u64(1);
    paths.into_iter().flat_map(move |path| {
        let input = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let changed: Vec<_> = (0..changes).map(|_| changed(&input, &mut random)).collect();
        std::iter::once(input).chain(changed)
    })
}

/// The input with one to four bytes, or up to one in eight of a long one, replaced at random; in one case of four it also
/// ends early.
fn changed(input: &[u8], random: &mut ChaCha8Rng) -> Vec<u8> {
    let mut bytes = input.to_vec();
    if bytes.is_empty() {
        return bytes;
    }
    for _ in 0..random.random_range(1..=4.max(bytes.len() / 8)) {
        let at = random.random_range(0..bytes.len());
        bytes[at] = random.random();
    }
    if random.random_ratio(1, 4) {
        bytes.truncate(random.random_range(0..bytes.len()));
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_file_comes_as_it_is_and_then_changed() {
        let folder = crate::root().join("engine/fuzz/corpus/play");
        let files = fs::read_dir(&folder).expect("the corpus").count();
        let all: Vec<_> = inputs(&folder, 3).collect();
        assert_eq!(all.len(), 4 * files);
        assert!(all.chunks(4).all(|of_one| of_one[1..].iter().any(|changed| *changed != of_one[0])));
        assert_eq!(inputs(&folder, 3).collect::<Vec<_>>(), all);
    }
}
