//! The tables with what is said in other languages.

use std::collections::BTreeSet;

use super::text::is_same;

/// Texts in English, each with what is said for it in another language.
pub type Table = [(&'static str, &'static str)];

/// What a crate says in other languages.
#[derive(Clone, Copy, Debug)]
pub struct Tables {
    /// In German. The reader is addressed as "du".
    pub german: &'static [&'static Table],
}

impl Tables {
    /// What is said in German for this English text.
    pub(super) const fn german(self, english: &str) -> Option<&'static str> {
        let mut table = 0;
        while table < self.german.len() {
            let mut line = 0;
            while line < self.german[table].len() {
                if is_same(self.german[table][line].0, english) {
                    return Some(self.german[table][line].1);
                }
                line += 1;
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

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests read the sources")]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::language::TABLES;

    /// What is written in this folder, without tables.
    fn sources(folder: &Path) -> String {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let all = entries.filter(|path| !path.ends_with("german.rs")).map(|path| match path.is_dir() {
            true => sources(&path),
            false => fs::read_to_string(path).unwrap(),
        });
        all.collect()
    }

    #[test]
    fn every_text_is_once_in_the_tables_and_said() {
        let sources = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
        assert_eq!(TABLES.mistakes(&sources), [""; 0]);
    }

    #[test]
    fn mistakes_are_found() {
        let tables = Tables { german: &[&[("a", "A"), ("long text", "L")], &[("a", ""), ("b", "B")]] };
        let found = tables.mistakes("say!(l, \"a\") say!(l, \"long \\\n    text\")");
        assert_eq!(found, ["twice in the tables: a", "without German: a", "nobody says this any more: b"]);
    }
}
