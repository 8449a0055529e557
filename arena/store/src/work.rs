//! The kinds of things that are written.

use kahua_engine::ruleset::RulesetHash;
use kahua_proto::pb::arena::v1 as pb;

use super::error::StoreError;
use super::record::Finished;
use super::rows::{Act, Begun, Chunk, TokenHash};
use kahua_core::ids::BotName;

/// One thing to be written.
#[derive(Debug)]
pub(super) enum Work {
    Begin(Begun),
    Journal(Chunk),
    KeepRuleset { ruleset: (RulesetHash, String) },
    Finish(Finished),
    RemoveMoves { number: i64, now_unix_ms: i64 },
    SetToken { name: BotName, token: TokenHash },
    ClearToken { name: BotName },
    SetVersion { name: BotName, version: String },
    SetMeta { key: String, value: Vec<u8> },
    AddMeta { key: String, value: Vec<u8> },
    ClearMeta { key: String },
    Note(Act),
    Correct(Box<pb::Correction>),
    Sync,
}

impl Work {
    /// Whether it changes what other nodes keep in memory.
    pub(super) fn is_setting(&self) -> bool {
        matches!(
            self,
            Work::SetToken { .. }
                | Work::ClearToken { .. }
                | Work::SetMeta { .. }
                | Work::ClearMeta { .. }
                | Work::Correct(_)
        )
    }
}

/// The result of one job, apart from disk failures: the number of the record, if it is one.
pub(super) type Verdict = std::result::Result<Option<i64>, StoreError>;
