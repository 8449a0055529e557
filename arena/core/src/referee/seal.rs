//! The digest of a record, which shows whether the record was changed.

use kahua_proto::pb::arena::v1 as pb;
use prost::Message;
use sha2::{Digest, Sha256};

/// Sets a record's digest.
pub fn seal(record: &mut pb::MatchRecord) {
    record.digest = digest(record).to_vec();
}

/// The bytes of a record that its digest is made of, and that the store keeps: its encoding without the digest.
#[must_use]
pub fn canonical_bytes(record: &pb::MatchRecord) -> Vec<u8> {
    let mut bytes = record.encode_to_vec();
    // The digest has the highest field number, so it comes last: cutting it off saves a copy of all events.
    let digest = pb::MatchRecord { digest: record.digest.clone(), ..pb::MatchRecord::default() };
    bytes.truncate(bytes.len() - digest.encoded_len());
    bytes
}

/// What remains of a record when its moves are removed: everything that ratings, standings and lists need. The seed,
/// its nonce and the commitment are removed too, since they mean nothing without the events.
#[must_use]
pub fn summary(record: &pb::MatchRecord) -> pb::MatchRecord {
    let events = record.events.len() as u32;
    pb::MatchRecord {
        format: record.format,
        match_id: record.match_id.clone(),
        league: record.league.clone(),
        season: record.season,
        rated: record.rated,
        game: record.game.clone(),
        rules_version: record.rules_version,
        notation_version: record.notation_version,
        options: record.options.clone(),
        ruleset_id: record.ruleset_id.clone(),
        ruleset_hash: record.ruleset_hash.clone(),
        players: record.players.clone(),
        seed: Vec::new(),
        set: record.set.clone(),
        time_control: record.time_control,
        fault_policy: record.fault_policy,
        // Not even copied for a moment: they are most of a record.
        events: Vec::new(),
        termination: record.termination.clone(),
        results: record.results.clone(),
        started_unix_ms: record.started_unix_ms,
        ended_unix_ms: record.ended_unix_ms,
        arena_version: record.arena_version.clone(),
        luck: record.luck,
        seed_nonce: Vec::new(),
        seed_commitment: Vec::new(),
        worker: record.worker.clone(),
        moves_removed: Some(pb::MovesRemoved { events, at_unix_ms: 0 }),
        digest: Vec::new(),
    }
}

/// The SHA-256 of a record's canonical bytes.
pub(crate) fn digest(record: &pb::MatchRecord) -> [u8; 32] {
    Sha256::digest(canonical_bytes(record)).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_canonical_bytes_are_those_without_the_digest() {
        let unsealed = pb::MatchRecord { arena_version: "1".into(), ended_unix_ms: -1, ..pb::MatchRecord::default() };
        for length in [0, 1, 32, 200] {
            let record = pb::MatchRecord { digest: vec![7; length], ..unsealed.clone() };
            assert_eq!(canonical_bytes(&record), unsealed.encode_to_vec(), "a digest of {length} bytes");
        }
    }
}
