//! Chance outcomes as messages and back.

use kahua_proto::pb::games::haleakala::v1 as pb;
use kahua_proto::pb::games::haleakala::v1::chance::Kind;

use super::{read_colour, seat};
use crate::games::haleakala::action::Chance;
use crate::games::haleakala::cards::Card;
use crate::wire::WireError;
use crate::wire::fields::{counted, one_of, required};

impl Chance {
    pub(super) fn to_message(self) -> pb::Chance {
        let kind = match self {
            Chance::Start(colour) => Kind::StarterDrawn(pb::StarterDrawn { seat: seat(colour) }),
            Chance::Card(card) => Kind::CardDrawn(pb::CardDrawn { card: counted(card.index()) }),
            Chance::Lava => Kind::LavaDrawn(pb::LavaDrawn {}),
        };
        pb::Chance { kind: Some(kind) }
    }

    pub(super) fn from_message(message: &pb::Chance) -> Result<Chance, WireError> {
        Ok(match required("haleakala.kind", message.kind.as_ref())? {
            Kind::StarterDrawn(drawn) => Chance::Start(read_colour("haleakala.starter_drawn.seat", drawn.seat)?),
            Kind::CardDrawn(drawn) => Chance::Card(one_of("haleakala.card_drawn.card", &Card::ALL, drawn.card)?),
            Kind::LavaDrawn(pb::LavaDrawn {}) => Chance::Lava,
        })
    }
}
