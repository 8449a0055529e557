//! Views and actions as protobuf messages.

use crate::wire::impl_wire;

use super::Kanaloa;

mod action;
mod fields;
mod view;

impl_wire!(Kanaloa);
