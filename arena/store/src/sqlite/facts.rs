//! SQL functions that read single facts from the bytes of a record or of its summary: those that no column has, and those that
//! an older store doesn't keep apart yet. One makes the links that an older store doesn't have.

use prost::Message;
use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::{Connection, Result};

use kahua_core::season::Season;
use kahua_proto::pb::arena::v1 as pb;

use crate::chain;
use crate::past::summary_of_row;
use crate::record::summary_digest;

/// What the functions read of a `MatchRecord`: its fields with the same numbers. All others are skipped, the events
/// above all, which are most of it.
#[derive(Clone, PartialEq, Message)]
struct Facts {
    #[prost(string, tag = "3")]
    league: String,
    #[prost(message, repeated, tag = "11")]
    players: Vec<pb::Player>,
    #[prost(int64, tag = "19")]
    started_unix_ms: i64,
    #[prost(int64, tag = "20")]
    ended_unix_ms: i64,
    #[prost(uint32, tag = "25")]
    season: u32,
}

/// Adds `league_of(body)`, `season_of(body)`, `start_of(body)`, `end_of(body)`, `version_of(body, name)`,
/// `summary_digest(body)`, `summary_of(digest, body)`, and `link_hash(before, number, digest)` for links of form 1.
///
/// # Errors
/// If SQLite refuses them.
pub(super) fn add_functions(connection: &Connection) -> Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("league_of", 1, flags, |call| Ok(facts(call)?.league))?;
    connection.create_scalar_function("season_of", 1, flags, |call| {
        let record = pb::MatchRecord { season: facts(call)?.season, ..pb::MatchRecord::default() };
        Ok(Season::of(&record).number())
    })?;
    connection.create_scalar_function("start_of", 1, flags, |call| Ok(facts(call)?.started_unix_ms))?;
    connection.create_scalar_function("end_of", 1, flags, |call| Ok(facts(call)?.ended_unix_ms))?;
    connection.create_scalar_function("summary_digest", 1, flags, |call| {
        // NULL for a damaged record: its moves are all that tells what it was.
        let record = pb::MatchRecord::decode(call.get::<Vec<u8>>(0)?.as_slice()).ok();
        Ok(record.map(|record| summary_digest(&record).to_vec()))
    })?;
    connection.create_scalar_function("summary_of", 2, flags, |call| {
        Ok(summary_of_row(&call.get::<Vec<u8>>(0)?, &call.get::<Vec<u8>>(1)?))
    })?;
    connection.create_scalar_function("link_hash", 3, flags, |call| {
        let (before, number, digest) = (call.get::<[u8; 32]>(0)?, call.get(1)?, call.get::<Vec<u8>>(2)?);
        Ok(chain::first_form_hash(&before, number, &digest).to_vec())
    })?;
    connection.create_scalar_function("version_of", 2, flags, |call| {
        let (facts, name) = (facts(call)?, call.get::<String>(1)?);
        let player = facts.players.into_iter().find(|player| player.name == name);
        Ok(player.map(|player| player.version).unwrap_or_default())
    })
}

/// The facts of the record in the first argument; empty ones of a damaged record, which shows when the record is read.
fn facts(call: &Context<'_>) -> Result<Facts> {
    Ok(Facts::decode(call.get::<Vec<u8>>(0)?.as_slice()).unwrap_or_default())
}
