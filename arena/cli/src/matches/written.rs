//! What bots have written during a match, from their logs.

use std::path::Path;

use kahua_core::faults::CountedFault;
use kahua_process::{excerpt, written_during};
use kahua_proto::pb::arena::v1 as pb;

/// What a bot wrote during a match; `None` if its log doesn't have it.
pub(crate) fn written(logs: &Path, record: &pb::MatchRecord, found: &CountedFault<'_>) -> Option<Vec<String>> {
    let (name, id) = (found.player.name.parse().ok()?, record.match_id.parse().ok()?);
    written_during(logs, name, id).map(|written| excerpt(&written))
}
