//! Actions as messages and back.

use kahua_proto::pb::games::haleakala::v1 as pb;
use kahua_proto::pb::games::haleakala::v1::action::Kind;

use super::{number, read_disc};
use crate::games::haleakala::action::Action;
use crate::games::haleakala::cards::{Card, DisplayCard};
use crate::wire::WireError;
use crate::wire::fields::{counted, one_of, required, required_ordinal};

impl Action {
    pub(super) fn to_message(self) -> pb::Action {
        let kind = match self {
            Action::Place { disc, beach } => {
                Kind::PlaceDisc(pb::PlaceDisc { disc: disc.number().into(), beach: Some(number(beach)) })
            }
            Action::Invoke { disc } => Kind::Invoke(pb::Invoke { disc: disc.number().into() }),
            Action::Return { disc } => Kind::ReturnDisc(pb::ReturnDisc { disc: disc.number().into() }),
            Action::Boat => Kind::MoveBoat(pb::MoveBoat {}),
            Action::Move(space) => Kind::MoveShaman(pb::MoveShaman { space: Some(space.index() as u32) }),
            Action::Stay => Kind::KeepShaman(pb::KeepShaman {}),
            Action::Take(card) => Kind::TakeCard(pb::TakeCard { card: counted(card.index()) }),
            Action::Buy(card) => Kind::BuyCard(pb::BuyCard { card: counted(card.index()) }),
            Action::BuyNothing => Kind::BuyNothing(pb::BuyNothing {}),
            Action::Lava { from, to } => {
                Kind::MoveLava(pb::MoveLava { from_crater: Some(number(from)), to_crater: Some(number(to)) })
            }
        };
        pb::Action { kind: Some(kind) }
    }

    pub(super) fn from_message(message: &pb::Action) -> Result<Action, WireError> {
        Ok(match required("haleakala.kind", message.kind.as_ref())? {
            Kind::PlaceDisc(place) => Action::Place {
                disc: read_disc("haleakala.place_disc.disc", place.disc)?,
                beach: required_ordinal("haleakala.place_disc.beach", place.beach)?,
            },
            Kind::Invoke(invoke) => Action::Invoke { disc: read_disc("haleakala.invoke.disc", invoke.disc)? },
            Kind::ReturnDisc(back) => Action::Return { disc: read_disc("haleakala.return_disc.disc", back.disc)? },
            Kind::MoveBoat(pb::MoveBoat {}) => Action::Boat,
            Kind::MoveShaman(to) => Action::Move(required_ordinal("haleakala.move_shaman.space", to.space)?),
            Kind::KeepShaman(pb::KeepShaman {}) => Action::Stay,
            Kind::TakeCard(take) => Action::Take(one_of("haleakala.take_card.card", &Card::ALL, take.card)?),
            Kind::BuyCard(buy) => Action::Buy(one_of("haleakala.buy_card.card", &DisplayCard::ALL, buy.card)?),
            Kind::BuyNothing(pb::BuyNothing {}) => Action::BuyNothing,
            Kind::MoveLava(lava) => Action::Lava {
                from: required_ordinal("haleakala.move_lava.from_crater", lava.from_crater)?,
                to: required_ordinal("haleakala.move_lava.to_crater", lava.to_crater)?,
            },
        })
    }
}
