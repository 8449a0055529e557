//! The kinds of things that are written, each with its SQL.

use kahua_engine::ruleset::RulesetHash;
use rusqlite::{Connection, OptionalExtension, Result};
use sha2::{Digest, Sha256};

use super::audit::{self, Act};
use super::chain;
use super::error::StoreError;
use super::record::Finished;
use super::removal;
use kahua_core::ids::{BotName, MatchId};

/// SHA-256 of a bot's token. The store never sees the token itself.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct TokenHash(pub [u8; 32]);

impl std::fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TokenHash(..)")
    }
}

/// An open match in the journal's rows: shorter than its id.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct MatchKey(pub(super) i64);

impl MatchKey {
    pub(super) fn next(self) -> MatchKey {
        MatchKey(self.0 + 1)
    }
}

/// Events of one match, one after another.
#[derive(Debug)]
pub(super) struct Chunk {
    pub(super) key: MatchKey,
    pub(super) first_event: u32,
    pub(super) events: Vec<u8>,
}

/// One thing to be written.
#[derive(Debug)]
pub(super) enum Work {
    Begin { key: MatchKey, id: MatchId, header: Vec<u8>, ruleset: (RulesetHash, String) },
    Journal(Chunk),
    Finish(Finished),
    RemoveMoves { number: i64, now_unix_ms: i64 },
    SetToken { name: BotName, token: TokenHash },
    ClearToken { name: BotName },
    SetVersion { name: BotName, version: String },
    SetMeta { key: String, value: Vec<u8> },
    ClearMeta { key: String },
    Note(Act),
    Sync,
}

/// What becomes of one thing, apart from whether the disk takes it: the number of its record, if it is one.
pub(super) type Verdict = std::result::Result<Option<i64>, StoreError>;

impl Work {
    /// Does it, within a transaction of the caller's; may be done again after the transaction failed.
    ///
    /// # Errors
    /// The outer one is the disk's and ends the transaction; the inner one concerns this thing alone.
    pub(super) fn run(&self, on: &Connection) -> Result<Verdict> {
        match self {
            Work::Begin { key, id, header, ruleset } => return begin(on, *key, *id, header, ruleset),
            Work::Journal(chunk) => journal(on, chunk)?,
            Work::Finish(finished) => return finish(on, finished),
            Work::RemoveMoves { number, now_unix_ms } => return removal::remove(on, *number, *now_unix_ms),
            Work::SetToken { name, token } => set(on, SET_TOKEN, (name.as_str(), token.0))?,
            Work::ClearToken { name } => set(on, CLEAR_TOKEN, [name.as_str()])?,
            Work::SetVersion { name, version } => set(on, SET_VERSION, (name.as_str(), version))?,
            Work::SetMeta { key, value } => set(on, SET_META, (key, value))?,
            Work::ClearMeta { key } => set(on, CLEAR_META, [key])?,
            Work::Note(act) => audit::note(on, act)?,
            Work::Sync => {}
        }
        Ok(Ok(None))
    }
}

const SET_TOKEN: &str = "INSERT INTO bots (name, token_hash) VALUES (?1, ?2)
    ON CONFLICT DO UPDATE SET token_hash = excluded.token_hash";
const CLEAR_TOKEN: &str = "UPDATE bots SET token_hash = NULL WHERE name = ?1";
const SET_VERSION: &str = "INSERT INTO bots (name, version) VALUES (?1, ?2)
    ON CONFLICT DO UPDATE SET version = excluded.version";
const SET_META: &str = "INSERT INTO meta (key, value) VALUES (?1, ?2)
    ON CONFLICT DO UPDATE SET value = excluded.value";
const CLEAR_META: &str = "DELETE FROM meta WHERE key = ?1";

fn set(on: &Connection, sql: &str, values: impl rusqlite::Params) -> Result<()> {
    on.prepare_cached(sql)?.execute(values).map(drop)
}

fn begin(
    on: &Connection,
    key: MatchKey,
    id: MatchId,
    header: &[u8],
    (hash, toml): &(RulesetHash, String),
) -> Result<Verdict> {
    let text = id.to_string();
    let sql = "SELECT EXISTS (SELECT 1 FROM open_matches WHERE id = ?1 UNION ALL SELECT 1 FROM records WHERE id = ?1)";
    if on.prepare_cached(sql)?.query_row([&text], |row| row.get(0))? {
        return Ok(Err(StoreError::BegunBefore(id)));
    }
    set(on, "INSERT OR IGNORE INTO rulesets (hash, toml) VALUES (?1, ?2)", (hash.0, toml))?;
    set(on, "INSERT INTO open_matches (key, id, header) VALUES (?1, ?2, ?3)", (key.0, text, header))?;
    Ok(Ok(None))
}

fn journal(on: &Connection, chunk: &Chunk) -> Result<()> {
    if chunk.events.is_empty() {
        return Ok(()); // the match has ended since
    }
    let sql = "INSERT INTO journal (match_key, first_event, events) VALUES (?1, ?2, ?3)";
    set(on, sql, (chunk.key.0, chunk.first_event, &chunk.events))
}

fn finish(on: &Connection, finished: &Finished) -> Result<Verdict> {
    let id = finished.id.to_string();
    let known = on
        .prepare_cached("SELECT number, digest FROM records WHERE id = ?1")?
        .query_row([&id], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, Vec<u8>>(1)?)))
        .optional()?;
    match known {
        Some((number, digest)) if digest == finished.digest => return Ok(Ok(Some(number))),
        Some(_) => return Ok(Err(StoreError::OtherRecord(finished.id))),
        None => {}
    }
    let sql = "INSERT INTO records (id, game, digest, body) VALUES (?1, ?2, ?3, ?4)";
    set(on, sql, (&id, &finished.game, &finished.digest, &finished.body))?;
    let number = on.last_insert_rowid();
    chain::append(on, number, &finished.digest, Sha256::digest(&finished.summary).into())?;
    set(on, "INSERT INTO record_summaries (number, body) VALUES (?1, ?2)", (number, &finished.summary))?;
    let sql =
        "INSERT INTO record_facts (number, league, game, started_unix_ms, ended_unix_ms) VALUES (?1, ?2, ?3, ?4, ?5)";
    set(on, sql, (number, &finished.league, &finished.game, finished.started_unix_ms, finished.ended_unix_ms))?;
    for player in &finished.players {
        // Ignored: the same bot in several seats.
        let sql = "INSERT OR IGNORE INTO record_players (name, number, version) VALUES (?1, ?2, ?3)";
        set(on, sql, (&player.name, number, &player.version))?;
    }
    set(on, "DELETE FROM open_matches WHERE id = ?1", [&id])?;
    Ok(Ok(Some(number)))
}
