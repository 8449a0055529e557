//! The tables with what is said in other languages.

use std::collections::BTreeSet;

use super::text::is_same;

/// Texts in English, each with what is said for it in another language.
pub type Table = [(&'static str, &'static str)];

/// What a crate says in other languages.
#[derive(Clone, Copy, Debug)]
pub struct Tables {
    /// In German. The reader is addressed as "du".
    german: &'static [&'static Table],
    /// The fingerprints of all English texts, in their order. Comparing whole texts took a sixth of this crate's
    /// compilation.
    keys: &'static [u64],
}

impl Tables {
    /// These tables, with the [keys] of all their lines.
    ///
    /// # Panics
    /// If there are fewer or more keys than lines.
    #[must_use]
    pub const fn new(german: &'static [&'static Table], keys: &'static [u64]) -> Tables {
        assert!(keys.len() == lines(german), "each line of the tables needs a key");
        Tables { german, keys }
    }

    /// What is said in German for this English text.
    pub(super) const fn german(self, english: &str) -> Option<&'static str> {
        let (wanted, mut key, mut table) = (fingerprint(english), 0, 0);
        while table < self.german.len() {
            let lines = self.german[table];
            let mut line = 0;
            while line < lines.len() {
                if self.keys[key] == wanted && is_same(lines[line].0, english) {
                    return Some(lines[line].1);
                }
                (line, key) = (line + 1, key + 1);
            }
            table += 1;
        }
        None
    }

    /// What is wrong with the tables of a crate with these sources, without the tables themselves: texts that are there twice, that
    /// nobody says any more, or that are empty. For a test of the crate.
    #[must_use]
    pub fn mistakes(self, sources: &str) -> Vec<String> {
        // A literal of several lines is one text.
        let parts: Vec<&str> = sources.split("\\\n").collect();
        let said: String =
            parts.iter().enumerate().map(|(n, part)| if n == 0 { part } else { part.trim_start() }).collect();
        let mut seen = BTreeSet::new();
        let mut mistakes = Vec::new();
        for (english, german) in self.german.iter().copied().flatten() {
            if !seen.insert(english) {
                mistakes.push(format!("twice in the tables: {english}"));
            }
            if german.is_empty() {
                mistakes.push(format!("without German: {english}"));
            }
            if !said.contains(&format!("\"{}\"", english.replace('"', "\\\""))) {
                mistakes.push(format!("nobody says this any more: {english}"));
            }
        }
        mistakes
    }
}

/// How many lines these tables have.
#[must_use]
pub const fn lines(tables: &[&Table]) -> usize {
    let (mut lines, mut table) = (0, 0);
    while table < tables.len() {
        lines += tables[table].len();
        table += 1;
    }
    lines
}

/// The fingerprints of the English texts of these tables, which have so many [lines].
///
/// # Panics
/// If they have more lines.
#[must_use]
pub const fn keys<const LINES: usize>(tables: &[&Table]) -> [u64; LINES] {
    let mut keys = [0; LINES];
    let (mut key, mut table) = (0, 0);
    while table < tables.len() {
        let mut line = 0;
        while line < tables[table].len() {
            keys[key] = fingerprint(tables[table][line].0);
            (line, key) = (line + 1, key + 1);
        }
        table += 1;
    }
    keys
}

/// The hash of a text (FNV-1a).
const fn fingerprint(text: &str) -> u64 {
    let bytes = text.as_bytes();
    let (mut hash, mut at) = (0xcbf2_9ce4_8422_2325_u64, 0);
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(0x100_0000_01b3);
        at += 1;
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::TABLES;

    #[test]
    fn every_text_is_once_in_the_tables_and_said() {
        let sources = kahua_tests::sources::without_german(env!("CARGO_MANIFEST_DIR"));
        assert_eq!(TABLES.mistakes(&sources), [""; 0]);
    }

    #[test]
    fn a_text_is_found_in_any_table() {
        const GERMAN: &[&Table] = &[&[("a", "A")], &[], &[("b", "B"), ("c", "C")]];
        let tables = Tables::new(GERMAN, &const { keys::<{ lines(GERMAN) }>(GERMAN) });
        let found = ["a", "b", "c", "d", ""].map(|text| tables.german(text));
        assert_eq!(found, [Some("A"), Some("B"), Some("C"), None, None]);
    }

    #[test]
    fn mistakes_are_found() {
        const GERMAN: &[&Table] = &[&[("a", "A"), ("long text", "L")], &[("a", ""), ("b", "B")]];
        let tables = Tables::new(GERMAN, &const { keys::<{ lines(GERMAN) }>(GERMAN) });
        let found = tables.mistakes("say!(l, \"a\") say!(l, \"long \\\n    text\")");
        assert_eq!(found, ["twice in the tables: a", "without German: a", "nobody says this any more: b"]);
    }
}
