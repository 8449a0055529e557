//! What the page of a match holds when it is a file: all boards and sentences in one deflated text.
//!
//! A page that is opened from a disk may not read other files. So its script unpacks what the page itself holds. Written
//! out, this would be many times as large, and the same positions would be in it twice.

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use maud::Markup;
use serde::Serialize;

use crate::boards::Boards;

/// What is packed.
#[derive(Debug, Serialize)]
pub(crate) struct Contents {
    pub(crate) parts: Parts,
    pub(crate) boards: Boards,
}

/// Markup by the name of the element that it belongs into.
#[derive(Debug, Serialize)]
pub(crate) struct Parts {
    #[serde(serialize_with = "text")]
    pub(crate) sentences: Markup,
    #[serde(serialize_with = "text")]
    pub(crate) timeline: Markup,
}

fn text<S: serde::Serializer>(markup: &Markup, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&markup.0)
}

impl Contents {
    /// The contents as JSON, in the zlib format and Base64; `None` if that fails, which it doesn't in memory.
    pub(crate) fn pack(&self) -> Option<String> {
        let mut packing = ZlibEncoder::new(Vec::new(), Compression::default());
        packing.write_all(&serde_json::to_vec(self).ok()?).ok()?;
        Some(STANDARD.encode(packing.finish().ok()?))
    }
}
