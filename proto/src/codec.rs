//! How calls carry messages: the same bytes as with tonic-prost, but written in one pass, and compiled in this crate.
//!
//! What is generic over a buffer is compiled anew in each crate that calls a service or offers one: with all messages inside of it, that
//! was a tenth of the largest crates.

use std::cell::RefCell;
use std::marker::PhantomData;

use bytes::BufMut;
use prost::Message;
use tonic::Status;
use tonic::codec::{DecodeBuf, EncodeBuf};

use crate::encode::Encode;

/// Up to this many bytes of memory stay with each thread from one message to the next.
const KEPT_BYTES_MAX: usize = 64 * 1024;

thread_local! {
    /// Where a message is written: the transport's buffer can't be changed afterwards, as lengths must be.
    static WRITTEN: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// A message of a call.
pub trait Sent: Send + Sized + 'static {
    /// Writes it to the end of the buffer.
    fn put(&self, buffer: &mut EncodeBuf<'_>);

    /// Reads it from the whole buffer.
    ///
    /// # Errors
    /// With INTERNAL, if these bytes aren't such a message.
    fn take(buffer: &mut DecodeBuf<'_>) -> Result<Self, Status>;
}

macro_rules! sent {
    ($($(#[$of:meta])? $message:ty,)*) => {$(
        $(#[$of])?
        impl Sent for $message {
            fn put(&self, buffer: &mut EncodeBuf<'_>) {
                put(self, buffer);
            }

            fn take(buffer: &mut DecodeBuf<'_>) -> Result<Self, Status> {
                Self::decode(buffer).map_err(|error| Status::internal(error.to_string()))
            }
        }
    )*};
}

include!("generated/sent.rs");

fn put(message: &impl Encode, buffer: &mut EncodeBuf<'_>) {
    WRITTEN.with_borrow_mut(|written| {
        written.clear();
        message.encode_fields(written);
        buffer.put_slice(written);
        if written.capacity() > KEPT_BYTES_MAX {
            *written = Vec::new();
        }
    });
}

/// Writes messages of the type `T`, and reads those of the type `U`.
#[derive(Debug)]
pub struct Codec<T, U>(PhantomData<(T, U)>);

impl<T, U> Default for Codec<T, U> {
    fn default() -> Self {
        Codec(PhantomData)
    }
}

impl<T: Sent, U: Sent> tonic::codec::Codec for Codec<T, U> {
    type Encode = T;
    type Decode = U;
    type Encoder = Encoder<T>;
    type Decoder = Decoder<U>;

    fn encoder(&mut self) -> Encoder<T> {
        Encoder::default()
    }

    fn decoder(&mut self) -> Decoder<U> {
        Decoder::default()
    }
}

/// Writes messages.
#[derive(Debug)]
pub struct Encoder<T>(PhantomData<T>);

impl<T> Default for Encoder<T> {
    fn default() -> Self {
        Encoder(PhantomData)
    }
}

impl<T: Sent> tonic::codec::Encoder for Encoder<T> {
    type Item = T;
    type Error = Status;

    fn encode(&mut self, message: T, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        message.put(buffer);
        Ok(())
    }
}

/// Reads messages.
#[derive(Debug)]
pub struct Decoder<T>(PhantomData<T>);

impl<T> Default for Decoder<T> {
    fn default() -> Self {
        Decoder(PhantomData)
    }
}

impl<T: Sent> tonic::codec::Decoder for Decoder<T> {
    type Item = T;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<T>, Status> {
        T::take(buffer).map(Some)
    }
}
