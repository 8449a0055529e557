//! The causes of faults in words.

use kahua_proto::pb::arena::v1::FaultCause;

/// A fault's cause in lower-case words: `late`, `illegal`, `stale ticket`.
#[must_use]
pub fn cause_in_words(cause: FaultCause) -> String {
    cause.as_str_name().trim_start_matches("FAULT_CAUSE_").to_lowercase().replace('_', " ")
}
