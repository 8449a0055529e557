//! Views, actions and chance outcomes as protobuf messages. The enums of the messages count from 1 in the order of the
//! types here.

mod action;
mod chance;
mod fields;
mod open;
mod player;
mod view;

use super::options::Pairing;
use super::state::Kanaloa;
use crate::game::ParseNotationError;
use crate::position::HiddenText;
use crate::wire::impl_wire;

impl_wire!(Kanaloa);

/// The pairing's name. Once the cards are dealt, it means nothing.
impl HiddenText for Pairing {
    fn to_text(&self) -> String {
        self.name().to_owned()
    }

    fn from_text(text: &str) -> Result<Pairing, ParseNotationError> {
        text.parse()
    }
}
