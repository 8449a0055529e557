//! The key by which the nodes of one arena know each other.

use std::fmt;

use subtle::ConstantTimeEq;
use tonic::Status;
use tonic::metadata::{Ascii, MetadataMap, MetadataValue};

use kahua_play::auth::token::bytes_from_hex;

/// The metadata entry that holds the key, as 64 hexadecimal digits.
const ENTRY: &str = "kahua-node-key";

/// A secret of 32 random bytes that all nodes of one arena share.
#[derive(Clone, Copy)]
pub struct NodeKey([u8; 32]);

impl NodeKey {
    pub fn new(bytes: [u8; 32]) -> NodeKey {
        NodeKey(bytes)
    }

    /// Shows the key in the metadata of a call.
    pub(super) fn show(&self, metadata: &mut MetadataMap) {
        let digits = hex::encode(self.0).parse::<MetadataValue<Ascii>>();
        if let Ok(mut digits) = digits {
            // Never in a log, nor in the table of headers that a connection keeps.
            digits.set_sensitive(true);
            metadata.insert(ENTRY, digits);
        }
    }

    /// Whether a call with this metadata comes from a node of the same arena.
    ///
    /// # Errors
    /// If it doesn't, in words for whoever set the nodes up.
    pub fn check(&self, metadata: &MetadataMap) -> Result<(), Status> {
        let Some(shown) = metadata.get(ENTRY) else {
            let text = format!("this address is for the nodes of an arena only, and the call has no {ENTRY}");
            return Err(Status::unauthenticated(text));
        };
        let shown = shown.to_str().ok().and_then(bytes_from_hex);
        if shown.is_some_and(|shown| bool::from(self.0.ct_eq(&shown))) {
            return Ok(());
        }
        let text = format!("the {ENTRY} of this call isn't the key of this arena: do both nodes use the same store?");
        Err(Status::unauthenticated(text))
    }
}

impl fmt::Debug for NodeKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NodeKey(..)")
    }
}

#[cfg(test)]
mod tests {
    use tonic::Code;

    use super::*;

    #[test]
    fn only_the_same_key_is_let_in() {
        let (key, mut metadata) = (NodeKey::new([1; 32]), MetadataMap::new());
        assert_eq!(key.check(&metadata).unwrap_err().code(), Code::Unauthenticated);
        key.show(&mut metadata);
        assert!(key.check(&metadata).is_ok());
        let refusal = NodeKey::new([2; 32]).check(&metadata).unwrap_err();
        assert_eq!(refusal.code(), Code::Unauthenticated);
        assert!(refusal.message().contains("isn't the key of this arena"), "{refusal:?}");
        metadata.insert(ENTRY, "01".parse().unwrap());
        assert!(key.check(&metadata).is_err(), "a part of it isn't enough");
        assert_eq!(format!("{key:?}"), "NodeKey(..)");
    }
}
