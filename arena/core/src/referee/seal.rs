//! The digest of a record, which shows whether it was changed.

use kahua_proto::pb::arena::v1 as pb;
use prost::Message;
use sha2::{Digest, Sha256};

/// Sets a record's digest.
pub fn seal(record: &mut pb::MatchRecord) {
    record.digest = digest(record).to_vec();
}

/// The SHA-256 of a record's canonical bytes: its encoding without the digest.
pub(crate) fn digest(record: &pb::MatchRecord) -> [u8; 32] {
    let bytes = if record.digest.is_empty() {
        record.encode_to_vec()
    } else {
        pb::MatchRecord { digest: Vec::new(), ..record.clone() }.encode_to_vec()
    };
    Sha256::digest(bytes).into()
}
