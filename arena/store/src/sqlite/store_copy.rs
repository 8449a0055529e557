//! A whole store in an SQLite file, read row by row and written from the rows of another.

use std::ffi::OsString;
use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use kahua_engine::ruleset::RulesetHash;
use rusqlite::Connection;

use super::private::{DIRECTORY, folder_of};
use super::read::all;
use super::write::set;
use super::{checkpoint, lock, private, schema};
use crate::backend::CopyPlace;
use crate::database::{Held, PlayerRow, ReadAll, RecordRow, Result, WriteAll};
use crate::error::StoreError;
use crate::rows::{ActRow, LinkRow, MatchKey};

/// What SQLite adds to the database's name for its own files.
const SUFFIXES: [&str; 2] = ["-wal", "-shm"];

/// A store whose directory is locked.
#[derive(Debug)]
pub(super) struct HeldFile {
    // Declared first, so that it is dropped before the lock: the file must be closed before an arena opens it.
    connection: Connection,
    path: PathBuf,
    _lock: File,
}

/// Opens the store in this file for reading, and keeps arenas from writing it.
pub(super) fn hold(path: &Path) -> std::result::Result<HeldFile, StoreError> {
    let lock = lock::acquire(path)?;
    let connection = schema::open_for_reading(path)?;
    Ok(HeldFile { connection, path: path.into(), _lock: lock })
}

/// A file in a directory that is locked.
pub(super) struct LockedFile<'p> {
    path: &'p Path,
    lock: File,
}

/// Locks the directory in which a copy is to be, and makes it if there is none.
pub(super) fn lock_for_copy(path: &Path) -> std::result::Result<LockedFile<'_>, StoreError> {
    let made = DirBuilder::new().recursive(true).mode(DIRECTORY).create(folder_of(path));
    made.map_err(|source| StoreError::Io { path: path.into(), source })?;
    Ok(LockedFile { path, lock: lock::acquire(path)? })
}

impl CopyPlace for LockedFile<'_> {
    /// Replaces what is there, whatever it is. The new store is renamed to its final name once it has the mark.
    fn make(
        self: Box<Self>,
        _is_begun: bool,
        mark: &dyn Fn(&dyn WriteAll) -> Result<()>,
    ) -> std::result::Result<Box<dyn Held>, StoreError> {
        let LockedFile { path, lock } = *self;
        let failed = |source| StoreError::Io { path: path.into(), source };
        let new = with_suffix(path, ".new");
        remove(&new).map_err(failed)?;
        remove_beside(&new).map_err(failed)?;
        private::prepare(&new).map_err(failed)?;
        let connection = schema::open_for_writing(&new)?;
        mark(&connection)?;
        // Closing the last connection copies everything from the write-ahead log into the file, and removes the log.
        connection.close().map_err(|(_, error)| error)?;
        // Before the rename. Otherwise SQLite would find the log of an earlier file, and take it for that of the new
        // one.
        remove_beside(path).map_err(failed)?;
        fs::rename(&new, path).map_err(failed)?;
        let file = HeldFile { connection: schema::open_for_writing(path)?, path: path.into(), _lock: lock };
        // If the power fails now, the copy stays unfinished and is made anew.
        file.connection.pragma_update(None, "synchronous", "normal")?;
        Ok(Box::new(file))
    }
}

impl Held for HeldFile {
    fn rows(&self) -> &dyn ReadAll {
        &self.connection
    }

    fn write(&self, what: &dyn Fn(&dyn WriteAll) -> Result<()>) -> Result<()> {
        let transaction = self.connection.unchecked_transaction()?;
        what(&*transaction)?;
        transaction.commit()?;
        Ok(checkpoint(&self.connection)?)
    }

    /// A commit syncs the whole log to the disk. The directory is synced too, for the name of the file.
    fn write_durably(&self, what: &dyn Fn(&dyn WriteAll) -> Result<()>) -> std::result::Result<(), StoreError> {
        let synced = File::open(folder_of(&self.path)).and_then(|folder| folder.sync_all());
        synced.map_err(|source| StoreError::Io { path: self.path.clone(), source })?;
        self.connection.pragma_update(None, "synchronous", "full")?;
        Ok(self.write(what)?)
    }
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

/// Removes SQLite's other files of this database.
fn remove_beside(path: &Path) -> io::Result<()> {
    SUFFIXES.iter().try_for_each(|suffix| remove(&with_suffix(path, suffix)))
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

impl ReadAll for Connection {
    fn rulesets(&self) -> Result<Vec<(RulesetHash, String)>> {
        let sql = "SELECT hash, toml FROM rulesets ORDER BY hash";
        all(self, sql, (), |row| Ok((RulesetHash(row.get(0)?), row.get(1)?)))
    }

    fn record_rows_after(&self, number: i64, limit: u32) -> Result<Vec<RecordRow>> {
        // The data is in several tables. Rows may be missing if somebody has changed the store by hand.
        let sql = "
            SELECT records.number, id, records.game, coalesce(facts.league, ''), coalesce(facts.season, 1),
                   coalesce(facts.started_unix_ms, 0), coalesce(facts.ended_unix_ms, 0), removals.unix_ms, digest,
                   coalesce(past.body, x''), records.body
            FROM records LEFT JOIN record_facts AS facts ON facts.number = records.number
                 LEFT JOIN record_summaries AS past ON past.number = records.number
                 LEFT JOIN removals ON removals.number = records.number
            WHERE records.number > ?1 ORDER BY records.number LIMIT ?2";
        all(self, sql, (number, limit), |row| {
            Ok(RecordRow {
                number: row.get(0)?,
                id: row.get(1)?,
                game: row.get(2)?,
                league: row.get(3)?,
                season: row.get(4)?,
                started_unix_ms: row.get(5)?,
                ended_unix_ms: row.get(6)?,
                removed_unix_ms: row.get(7)?,
                digest: row.get(8)?,
                summary: row.get(9)?,
                body: row.get(10)?,
            })
        })
    }

    fn players_of(&self, first: i64, last: i64) -> Result<Vec<PlayerRow>> {
        let sql = "SELECT number, name, version FROM record_players WHERE number BETWEEN ?1 AND ?2";
        all(self, sql, (first, last), |row| {
            Ok(PlayerRow { number: row.get(0)?, name: row.get(1)?, version: row.get(2)? })
        })
    }

    fn epoch(&self) -> Result<i64> {
        Ok(0)
    }
}

impl WriteAll for Connection {
    fn add_ruleset(&self, hash: RulesetHash, toml: &str) -> Result<()> {
        set(self, "INSERT INTO rulesets (hash, toml) VALUES (?1, ?2)", (hash.0, toml))
    }

    fn add_open_match(&self, key: MatchKey, id: &str, header: &[u8]) -> Result<()> {
        set(self, "INSERT INTO open_matches (key, id, header) VALUES (?1, ?2, ?3)", (key.0, id, header))
    }

    fn add_records(&self, records: &[RecordRow], players: &[PlayerRow]) -> Result<()> {
        for row in records {
            let RecordRow { number, id, game, league, started_unix_ms, ended_unix_ms, .. } = row;
            let sql = "INSERT INTO records (number, id, game, digest, body) VALUES (?1, ?2, ?3, ?4, ?5)";
            set(self, sql, (number, id, game, &row.digest, &row.body))?;
            let sql = "INSERT INTO record_facts (number, league, game, season, started_unix_ms, ended_unix_ms)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
            set(self, sql, (number, league, game, row.season, started_unix_ms, ended_unix_ms))?;
            set(self, "INSERT INTO record_summaries (number, body) VALUES (?1, ?2)", (number, &row.summary))?;
            if let Some(removed) = row.removed_unix_ms {
                set(self, "INSERT INTO removals (number, unix_ms) VALUES (?1, ?2)", (number, removed))?;
            }
        }
        players.iter().try_for_each(|PlayerRow { number, name, version }| {
            let sql = "INSERT INTO record_players (name, number, version) VALUES (?1, ?2, ?3)";
            set(self, sql, (name, number, version))
        })
    }

    fn add_links(&self, links: &[LinkRow]) -> Result<()> {
        links.iter().try_for_each(|LinkRow { number, digest, hash, summary, act, .. }| {
            let sql = "INSERT INTO chain (number, digest, hash, summary, act, act_hash)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
            set(self, sql, (number, digest, hash, summary, act.0, act.1))
        })
    }

    fn add_acts(&self, acts: &[ActRow]) -> Result<()> {
        acts.iter().try_for_each(|ActRow { number, act, hash }| {
            let sql = "INSERT INTO acts (number, unix_ms, who, what, arguments, outcome, hash)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
            set(self, sql, (number, act.unix_ms, &act.who, &act.what, &act.arguments, &act.outcome, hash))
        })
    }

    fn set_ends(&self, number: i64, act_number: i64) -> Result<()> {
        for (table, highest) in [("records", number), ("acts", act_number)] {
            // SQLite may already have a row for the table.
            set(self, "DELETE FROM sqlite_sequence WHERE name = ?1", [table])?;
            set(self, "INSERT INTO sqlite_sequence (name, seq) VALUES (?1, ?2)", (table, highest))?;
        }
        Ok(())
    }

    fn set_epoch(&self, _: i64) -> Result<()> {
        Ok(())
    }
}
