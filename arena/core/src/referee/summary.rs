//! What is needed of a record by those who don't replay it.

use kahua_proto::pb::arena::v1 as pb;

/// A record without its events and without what its luck came from: what ratings, standings, schedules and lists need of it.
/// It takes a hundredth of the space. Its digest is that of the whole record.
#[must_use]
pub fn summary_of(record: &pb::MatchRecord) -> pb::MatchRecord {
    pb::MatchRecord {
        format: record.format,
        match_id: record.match_id.clone(),
        league: record.league.clone(),
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
        events: Vec::new(),
        termination: record.termination.clone(),
        results: record.results.clone(),
        started_unix_ms: record.started_unix_ms,
        ended_unix_ms: record.ended_unix_ms,
        arena_version: record.arena_version.clone(),
        luck: record.luck,
        seed_nonce: Vec::new(),
        seed_commitment: Vec::new(),
        season: record.season,
        moves_removed: record.moves_removed,
        digest: record.digest.clone(),
    }
}

/// What remains of a record when its moves are removed: everything that ratings, standings and lists need. The events are
/// gone, and with them what they alone give a meaning: the seed, its nonce and the commitment to it.
#[must_use]
pub fn summary(record: &pb::MatchRecord) -> pb::MatchRecord {
    let events = record.events.len() as u32;
    pb::MatchRecord {
        moves_removed: Some(pb::MovesRemoved { events, at_unix_ms: 0 }),
        digest: Vec::new(),
        ..summary_of(record)
    }
}
