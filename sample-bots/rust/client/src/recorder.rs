//! Appends asks to the file that `KAHUA_RECORD` names.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use kahua_proto::json::to_json;
use tracing::warn;

use crate::pb;
use crate::settings::SettingsError;

/// How large the file may become.
const BYTES_MAX: u64 = 64 << 20;

/// A file for [`load_asks`](crate::load_asks).
#[derive(Debug)]
pub(crate) struct Recorder {
    path: PathBuf,
    file: File,
    /// How many bytes it may still take.
    left: u64,
}

impl Recorder {
    pub(crate) fn open(path: &Path) -> Result<Recorder, SettingsError> {
        let opened = OpenOptions::new().append(true).create(true).open(path).and_then(|file| {
            let left = BYTES_MAX.saturating_sub(file.metadata()?.len());
            Ok(Recorder { path: path.to_owned(), file, left })
        });
        opened.map_err(|error| SettingsError::Record { path: path.to_owned(), problem: error.to_string() })
    }

    /// Adds a line. If that fails, or if the file is full, the log says so, and nothing more is recorded.
    #[must_use]
    pub(crate) fn add(mut self, ask: &pb::Ask) -> Option<Recorder> {
        let line = format!("{}\n", to_json(ask));
        let written = match self.left.checked_sub(line.len() as u64) {
            Some(left) => {
                self.left = left;
                self.file.write_all(line.as_bytes())
            }
            None => Err(io::Error::other("it has reached its greatest size")),
        };
        match written {
            Ok(()) => Some(self),
            Err(error) => {
                warn!("KAHUA_RECORD: nothing more is recorded in {}: {error}", self.path.display());
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process};

    use super::*;
    use crate::load_asks;

    #[test]
    fn what_is_recorded_is_read_again_and_a_full_file_stays_whole() {
        let path = env::temp_dir().join(format!("kahua-asks-{}.jsonl", process::id()));
        let ask = |ticket| pb::Ask {
            match_id: "m".to_owned(),
            ticket,
            view: Some(pb::View::default()),
            ..pb::Ask::default()
        };
        for ticket in [1, 2] {
            assert!(Recorder::open(&path).expect("it is new").add(&ask(ticket)).is_some());
        }
        let full = Recorder { left: 50, ..Recorder::open(&path).expect("it is there") };
        assert!(full.add(&ask(3)).is_none());
        assert_eq!(load_asks(&path).expect("it is whole"), [ask(1), ask(2)]);
        fs::write(&path, "\n{\"ticket\":true}\n").expect("it is ours");
        let error = load_asks(&path).expect_err("it isn't a number").to_string();
        assert!(error.contains("jsonl, line 2: it isn't an ask: "), "{error}");
        fs::remove_file(&path).expect("it is ours");
        assert!(load_asks(&path).expect_err("it is gone").to_string().contains("jsonl: "));
    }
}
