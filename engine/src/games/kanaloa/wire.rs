//! Views, actions and chance outcomes as protobuf messages. The enums of the messages count from 1 in the order of the
//! types here.

mod action;
mod chance;
mod fields;
mod open;
mod player;
mod view;

use super::state::Kanaloa;
use crate::wire::impl_wire;

impl_wire!(Kanaloa);
