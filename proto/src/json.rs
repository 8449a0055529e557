//! Messages as JSON, by the protobuf JSON mapping with the fields' own names (`match_id`, not `matchId`).

use std::sync::LazyLock;

use prost::{Message, Name};
use prost_reflect::{DescriptorPool, DynamicMessage, MessageDescriptor, SerializeOptions};
use serde_json::Value;

static POOL: LazyLock<DescriptorPool> =
    LazyLock::new(|| DescriptorPool::decode(crate::DESCRIPTORS).expect("the built-in descriptor set is sound"));

/// This message as JSON: every field that isn't empty, and of numbers and flags the zeros too.
///
/// # Panics
/// Never for the messages of this crate.
pub fn to_json<M: Message + Name>(message: &M) -> Value {
    encoded_to_json(&M::full_name(), &message.encode_to_vec())
}

/// As [`to_json`], compiled once and not in each crate for each message.
fn encoded_to_json(name: &str, message: &[u8]) -> Value {
    let dynamic = DynamicMessage::decode(descriptor(name), message).expect("the message's own encoding");
    let options =
        SerializeOptions::new().use_proto_field_name(true).skip_default_fields(false).stringify_64_bit_integers(false);
    dynamic.serialize_with_options(serde_json::value::Serializer, &options).expect("JSON holds every message")
}

/// The message that this JSON holds.
///
/// # Errors
/// If it isn't one, with the place of the trouble.
///
/// # Panics
/// Never for the messages of this crate.
pub fn from_json<M: Message + Name + Default>(json: &str) -> Result<M, serde_json::Error> {
    let encoded = encoded_from_json(&M::full_name(), json)?;
    Ok(M::decode(encoded.as_slice()).expect("the same message type"))
}

fn encoded_from_json(name: &str, json: &str) -> Result<Vec<u8>, serde_json::Error> {
    let mut reader = serde_json::Deserializer::from_str(json);
    let dynamic = DynamicMessage::deserialize(descriptor(name), &mut reader)?;
    reader.end()?;
    Ok(dynamic.encode_to_vec())
}

fn descriptor(name: &str) -> MessageDescriptor {
    POOL.get_message_by_name(name).expect("a message of this crate")
}
