//! Views, actions and chance outcomes as protobuf messages. The enums of the messages count from 1 in the order of the types here.

mod chance;
mod view;

use kahua_proto::pb::games::haleakala::v1 as pb;

use super::Haleakala;
use super::action::Action;
use super::cards::{Card, DisplayCard};
use super::island::Segment;
use super::player::{Colour, Disc};
use crate::wire::fields::{counted, one_of, read_ordinal};
use crate::wire::{WireError, impl_wire};

impl_wire!(Haleakala);

impl Action {
    fn to_message(self) -> pb::Action {
        use pb::action::Kind;
        let kind = match self {
            Action::Place { disc, beach } => {
                Kind::Place(pb::Place { disc: disc.number().into(), beach: number(beach) })
            }
            Action::Invoke { disc } => Kind::Invoke(pb::Invoke { disc: disc.number().into() }),
            Action::Return { disc } => Kind::ReturnDisc(pb::Return { disc: disc.number().into() }),
            Action::Boat => Kind::Boat(pb::Boat {}),
            Action::Move(space) => Kind::MoveShaman(pb::Move { space: space.index() as u32 }),
            Action::Stay => Kind::Stay(pb::Stay {}),
            Action::Take(card) => Kind::Take(pb::Take { card: counted(card.index()) }),
            Action::Buy(card) => Kind::Buy(pb::Buy { card: counted(card.index()) }),
            Action::BuyNothing => Kind::Buy(pb::Buy { card: 0 }),
            Action::Lava { from, to } => Kind::Lava(pb::Lava { from: number(from), to: number(to) }),
        };
        pb::Action { kind: Some(kind) }
    }

    fn from_message(message: &pb::Action) -> Result<Action, WireError> {
        use pb::action::Kind;
        let kind = message.kind.as_ref().ok_or_else(|| WireError::missing("haleakala.kind"))?;
        Ok(match kind {
            Kind::Place(place) => Action::Place {
                disc: read_disc("haleakala.place.disc", place.disc)?,
                beach: read_ordinal("haleakala.place.beach", place.beach)?,
            },
            Kind::Invoke(invoke) => Action::Invoke { disc: read_disc("haleakala.invoke.disc", invoke.disc)? },
            Kind::ReturnDisc(disc) => Action::Return { disc: read_disc("haleakala.return_disc.disc", disc.disc)? },
            Kind::Boat(pb::Boat {}) => Action::Boat,
            Kind::MoveShaman(to) => Action::Move(read_ordinal("haleakala.move_shaman.space", to.space)?),
            Kind::Stay(pb::Stay {}) => Action::Stay,
            Kind::Take(take) => Action::Take(one_of("haleakala.take.card", &Card::ALL, take.card)?),
            Kind::Buy(pb::Buy { card: 0 }) => Action::BuyNothing,
            Kind::Buy(buy) => Action::Buy(one_of("haleakala.buy.card", &DisplayCard::ALL, buy.card)?),
            Kind::Lava(lava) => Action::Lava {
                from: read_ordinal("haleakala.lava.from", lava.from)?,
                to: read_ordinal("haleakala.lava.to", lava.to)?,
            },
        })
    }
}

fn number(segment: Segment) -> u32 {
    segment.number().into()
}

fn read_disc(field: &'static str, number: u32) -> Result<Disc, WireError> {
    let wrong = || WireError::new(field, format!("is {number}, but must be 1 to {}", Disc::COUNT));
    Disc::from_number(number).ok_or_else(wrong)
}

/// The player in this seat.
fn read_colour(field: &'static str, seat: u32) -> Result<Colour, WireError> {
    read_ordinal(field, seat)
}
