//! A finished match as a row of the store, and back.

use kahua_proto::pb::arena::v1 as pb;
use prost::Message;
use sha2::{Digest, Sha256};

use super::error::StoreError;
use kahua_core::ids::MatchId;
use kahua_core::referee::{canonical_bytes, summary};
use kahua_core::season::Season;

/// A finished match, ready to be written.
#[derive(Debug)]
pub(super) struct Finished {
    pub(super) id: MatchId,
    pub(super) league: String,
    pub(super) game: String,
    pub(super) season: Season,
    pub(super) started_unix_ms: i64,
    pub(super) ended_unix_ms: i64,
    pub(super) players: Vec<pb::Player>,
    pub(super) digest: Vec<u8>,
    pub(super) body: Vec<u8>,
    /// The bytes of its summary.
    pub(super) summary: Vec<u8>,
}

impl Finished {
    /// # Errors
    /// If the record's id or digest is wrong.
    pub(super) fn of(record: &pb::MatchRecord) -> Result<Finished, StoreError> {
        let id = match_id(record)?;
        let body = canonical_bytes(record);
        if record.digest[..] != Sha256::digest(&body)[..] {
            return Err(StoreError::bad_record(record, "its digest is not that of its bytes"));
        }
        Ok(Finished {
            id,
            league: record.league.clone(),
            game: record.game.clone(),
            season: Season::of(record),
            started_unix_ms: record.started_unix_ms,
            ended_unix_ms: record.ended_unix_ms,
            players: record.players.clone(),
            digest: record.digest.clone(),
            body,
            summary: canonical_bytes(&summary(record)),
        })
    }
}

/// The match that a header or record is about.
pub(super) fn match_id(record: &pb::MatchRecord) -> Result<MatchId, StoreError> {
    record.match_id.parse().map_err(|error| StoreError::bad_record(record, format!("{error}")))
}

/// A finished match as it lies in the store.
#[derive(Debug)]
pub(super) struct StoredRecord {
    pub(super) number: i64,
    pub(super) id: String,
    pub(super) digest: Vec<u8>,
    pub(super) body: Vec<u8>,
    pub(super) removed_unix_ms: Option<i64>,
    /// The digest of the summary in the chain, if the moves were removed.
    pub(super) summary: Option<Vec<u8>>,
}

impl StoredRecord {
    /// The record that it holds, if it is still as it was written.
    pub(super) fn record(self) -> Result<pb::MatchRecord, StoreError> {
        let StoredRecord { id, digest, body, removed_unix_ms, summary, .. } = self;
        let found = Sha256::digest(&body);
        if removed_unix_ms.is_some() && summary.as_deref() != Some(&found[..]) {
            return Err(StoreError::damaged(&id, "its moves were removed, and the rest isn't what the chain proves"));
        }
        if removed_unix_ms.is_none() && digest[..] != found[..] {
            return Err(StoreError::damaged(&id, "the digest kept with its record is not that of the record"));
        }
        let mut record = decode(&id, &body)?;
        if record.match_id != id {
            return Err(StoreError::damaged(&id, format!("its record is that of match {:?}", record.match_id)));
        }
        match (removed_unix_ms, &mut record.moves_removed) {
            (Some(at), Some(moves)) => moves.at_unix_ms = at,
            (None, None) => {}
            _ => {
                return Err(StoreError::damaged(&id, "its record and the list of removed moves contradict each other"));
            }
        }
        record.digest = digest;
        Ok(record)
    }
}

/// The message in a row's bytes.
pub(super) fn decode(id: &str, bytes: &[u8]) -> Result<pb::MatchRecord, StoreError> {
    pb::MatchRecord::decode(bytes).map_err(|error| StoreError::damaged(id, error.to_string()))
}
