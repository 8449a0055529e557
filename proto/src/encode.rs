//! Messages as bytes, written in one pass.
//!
//! Protobuf puts the length of a message before its content. prost measures the content for that, and measures what is inside of it
//! again at each level: an ask has six. Here the content is written first, and its length is filled in afterwards. The bytes are the
//! same.

use bytes::Bytes;
use prost_types::Timestamp;

/// A message of this crate. Its implementations are generated.
pub(crate) trait Encode {
    /// Appends the fields, in the order of their numbers.
    fn encode_fields(&self, out: &mut Vec<u8>);
}

/// What a field can hold.
trait Value {
    /// How a reader finds the end of such a value, as protobuf numbers it.
    const WIRE_TYPE: u32;

    /// Appends the value, with its length before it if it has one.
    fn put(&self, out: &mut Vec<u8>);

    /// Appends the value as a field with this number.
    #[inline]
    fn put_field(&self, out: &mut Vec<u8>, number: u32) {
        varint(out, key(number, Self::WIRE_TYPE));
        self.put(out);
    }
}

const VARINT: u32 = 0;
const EIGHT_BYTES: u32 = 1;
const WITH_LENGTH: u32 = 2;

/// The bit of a byte which says that the number goes on. Numbers below it take one byte.
const MORE: u64 = 0x80;

/// A field that has always a value. It is left out if that is the default.
#[inline]
fn field<T: Value + Default + PartialEq>(out: &mut Vec<u8>, number: u32, value: &T) {
    if *value != T::default() {
        present(out, number, value);
    }
}

/// A field that may have no value.
#[inline]
fn optional<T: Value>(out: &mut Vec<u8>, number: u32, value: &Option<T>) {
    if let Some(value) = value {
        present(out, number, value);
    }
}

/// A list whose values each have a length.
#[inline]
fn repeated<T: Value>(out: &mut Vec<u8>, number: u32, values: &[T]) {
    for value in values {
        present(out, number, value);
    }
}

/// A list of numbers, which have one length together.
#[inline]
fn packed<T: Value>(out: &mut Vec<u8>, number: u32, values: &[T]) {
    if !values.is_empty() {
        varint(out, key(number, WITH_LENGTH));
        with_length(out, |out| values.iter().for_each(|value| value.put(out)));
    }
}

/// A field that has a value.
#[inline]
fn present<T: Value>(out: &mut Vec<u8>, number: u32, value: &T) {
    value.put_field(out, number);
}

/// What comes before the value of a field.
#[inline]
fn key(number: u32, wire_type: u32) -> u64 {
    (number << 3 | wire_type).into()
}

/// Seven bits a byte, the lowest first.
#[inline]
fn varint(out: &mut Vec<u8>, mut number: u64) {
    while number >= MORE {
        out.push((number | MORE) as u8);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Appends what `put` appends, with its length before it.
#[inline]
fn with_length(out: &mut Vec<u8>, put: impl FnOnce(&mut Vec<u8>)) {
    let start = out.len();
    // Most messages are short, and their length fits into this byte.
    out.push(0);
    put(out);
    let length = (out.len() - start - 1) as u64;
    if length < MORE {
        out[start] = length as u8;
    } else {
        insert_length(out, start, length);
    }
}

/// Puts a length that takes several bytes in the place of the byte at `start`.
fn insert_length(out: &mut Vec<u8>, start: usize, mut length: u64) {
    out[start] = (length | MORE) as u8;
    for at in start + 1.. {
        length >>= 7;
        if length < MORE {
            return out.insert(at, length as u8);
        }
        out.insert(at, (length | MORE) as u8);
    }
}

impl<M: Encode> Value for M {
    const WIRE_TYPE: u32 = WITH_LENGTH;

    #[inline]
    fn put(&self, out: &mut Vec<u8>) {
        with_length(out, |out| self.encode_fields(out));
    }
}

macro_rules! numbers {
    ($($number:ty: $as_varint:expr,)*) => {$(
        impl Value for $number {
            const WIRE_TYPE: u32 = VARINT;

            #[inline]
            fn put(&self, out: &mut Vec<u8>) {
                varint(out, $as_varint(*self));
            }

            #[inline]
            fn put_field(&self, out: &mut Vec<u8>, number: u32) {
                let (key, value) = (key(number, VARINT), $as_varint(*self));
                // Nearly always: most messages are made of small numbers.
                if key < MORE && value < MORE {
                    out.extend_from_slice(&[key as u8, value as u8]);
                } else {
                    varint(out, key);
                    varint(out, value);
                }
            }
        }
    )*};
}

numbers! {
    bool: u64::from,
    u32: u64::from,
    u64: |number| number,
    // A negative number has all ten bytes, so that it may become an `int64` later.
    i32: |number| i64::from(number) as u64,
    i64: |number| number as u64,
}

impl Value for f64 {
    const WIRE_TYPE: u32 = EIGHT_BYTES;

    #[inline]
    fn put(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.to_le_bytes());
    }
}

macro_rules! texts {
    ($($text:ty,)*) => {$(
        impl Value for $text {
            const WIRE_TYPE: u32 = WITH_LENGTH;

            #[inline]
            fn put(&self, out: &mut Vec<u8>) {
                let bytes: &[u8] = self.as_ref();
                varint(out, bytes.len() as u64);
                out.extend_from_slice(bytes);
            }
        }
    )*};
}

texts! { String, Vec<u8>, Bytes, }

impl Encode for Timestamp {
    fn encode_fields(&self, out: &mut Vec<u8>) {
        field(out, 1, &self.seconds);
        field(out, 2, &self.nanos);
    }
}

include!("generated/encode.rs");

#[cfg(all(test, feature = "json"))]
mod tests {
    use prost::{Message, Name};
    use prost_reflect::{Cardinality, DescriptorPool, DynamicMessage, FieldDescriptor, Kind, MessageDescriptor, Value};

    use super::*;

    /// So many messages of each type are compared: enough that each field has each kind of value.
    const ROUNDS: usize = 60;
    const DEPTH_MAX: usize = 7;

    macro_rules! sent {
        ($($(#[$of:meta])? $message:ty,)*) => {
            #[test]
            fn the_bytes_are_those_of_prost() {
                let public = ["arena", "bot", "league", "worker"].map(|name| format!("kahua/arena/v1/{name}.proto"));
                let of_nodes = ["match", "node", "presence"].map(|name| format!("internal/kahua/node/v1/{name}.proto"));
                let protos = public.iter().chain(&of_nodes);
                let pool = DescriptorPool::from_file_descriptor_set(protox::compile(protos, [".", "internal"]).unwrap());
                let pool = pool.unwrap();
                let mut choice = Choice(0);
                $($(#[$of])? compare::<$message>(&pool, &mut choice);)*
            }
        };
    }

    include!("generated/sent.rs");

    fn compare<M: Message + Name + Default + Encode>(pool: &DescriptorPool, choice: &mut Choice) {
        let descriptor = pool.get_message_by_name(&M::full_name()).unwrap();
        let mut written = Vec::new();
        for _ in 0..ROUNDS {
            let message = M::decode(choice.message(&descriptor, 0).encode_to_vec().as_slice()).unwrap();
            written.clear();
            message.encode_fields(&mut written);
            assert!(written == message.encode_to_vec(), "{}: {:?}", M::NAME, message.encode_to_vec());
        }
    }

    /// Makes messages, with numbers that follow from the last one.
    struct Choice(u64);

    impl Choice {
        fn below(&mut self, end: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % end
        }

        fn message(&mut self, descriptor: &MessageDescriptor, depth: usize) -> DynamicMessage {
            let mut message = DynamicMessage::new(descriptor.clone());
            for field in descriptor.fields() {
                let is_message = matches!(field.kind(), Kind::Message(_));
                if self.below(3) == 0 || is_message && depth == DEPTH_MAX {
                    continue;
                }
                let value = match field.cardinality() {
                    // A list of messages can't be long, for there are lists in lists.
                    Cardinality::Repeated => {
                        let length = self.below(if is_message { 3 } else { 200 });
                        Value::List((0..length).map(|_| self.value(&field, depth)).collect())
                    }
                    _ => self.value(&field, depth),
                };
                message.set_field(&field, value);
            }
            message
        }

        fn value(&mut self, field: &FieldDescriptor, depth: usize) -> Value {
            // From zero to the largest, in all lengths.
            let number = (self.below(usize::MAX) as u64) << 32 >> self.below(64);
            let length = [0, 1, 127, 128, 20_000][self.below(5)];
            match field.kind() {
                Kind::Bool => Value::Bool(self.below(2) == 1),
                Kind::Uint32 => Value::U32(number as u32),
                Kind::Uint64 => Value::U64(number),
                Kind::Int32 => Value::I32(number as i32),
                Kind::Int64 => Value::I64(number as i64),
                Kind::Double => Value::F64(number as f64 / -3.0),
                Kind::String => Value::String("ā".repeat(length / 2)),
                Kind::Bytes => Value::Bytes(vec![number as u8; length].into()),
                Kind::Enum(_) => Value::EnumNumber(self.below(5) as i32 - 1),
                Kind::Message(of) => Value::Message(self.message(&of, depth + 1)),
                kind => panic!("no field has the kind {kind:?}"),
            }
        }
    }
}
