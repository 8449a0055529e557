//! Records of matches: their digest, and verification by playing them again.

use arena_proto::pb::arena::v1 as pb;
use engine::AnyRuleset;
use std::sync::Arc;

use crate::referee::HeaderError;

/// The SHA-256 of a record's canonical bytes: its encoding without the digest.
#[must_use]
pub fn digest(record: &pb::MatchRecord) -> [u8; 32] {
    let _ = record;
    todo!()
}

/// Puts the digest in.
pub fn seal(record: &mut pb::MatchRecord) {
    record.digest = digest(record).to_vec();
}

/// Plays a record again and checks that all of it follows from the rules, the seed and the decisions.
///
/// # Errors
/// If anything doesn't; says what, and what was expected.
pub fn verify(record: &pb::MatchRecord, ruleset: &Arc<dyn AnyRuleset>) -> Result<Verified, VerifyError> {
    let _ = (record, ruleset);
    todo!()
}

/// What was found in a record that is sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// How many decisions it has, the arena's own included.
    pub decisions: usize,
    /// How many chance events it has.
    pub draws: usize,
}

/// Why a record isn't sound.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// Its setup can't be used.
    #[error(transparent)]
    Header(#[from] HeaderError),
}
