//! Messages as JSON, by the protobuf JSON mapping with the fields' own names (`match_id`, not `matchId`).

use std::sync::LazyLock;

use prost::{Message, Name};
use prost_reflect::{DescriptorPool, DynamicMessage, SerializeOptions};
use serde_json::Value;

static POOL: LazyLock<DescriptorPool> =
    LazyLock::new(|| DescriptorPool::decode(crate::DESCRIPTORS).expect("the built-in descriptor set is sound"));

/// This message as JSON: every field that isn't empty, and of numbers and flags the zeros too.
///
/// # Panics
/// Never for the messages of this crate.
pub fn to_json<M: Message + Name>(message: &M) -> Value {
    let descriptor = POOL.get_message_by_name(&M::full_name()).expect("a message of this crate");
    let dynamic =
        DynamicMessage::decode(descriptor, message.encode_to_vec().as_slice()).expect("the message's own encoding");
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
    let descriptor = POOL.get_message_by_name(&M::full_name()).expect("a message of this crate");
    let mut reader = serde_json::Deserializer::from_str(json);
    let dynamic = DynamicMessage::deserialize(descriptor, &mut reader)?;
    reader.end()?;
    Ok(dynamic.transcode_to().expect("the same message type"))
}
