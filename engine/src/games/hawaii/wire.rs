//! Views and actions as protobuf messages and back. The enums of the messages count from 1 in the order of the types here.

mod action;
mod fields;
mod open;
mod player;
mod view;

use super::Hawaii;
use crate::game::Game;
use crate::wire::impl_wire;

impl_wire!(Hawaii);
