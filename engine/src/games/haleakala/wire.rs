//! Views and actions as protobuf messages. The enums of the messages count from 1 in the order of the types here.

use kahua_proto::pb::arena::v1 as arena;
use kahua_proto::pb::games::haleakala::v1 as pb;

mod fields;
mod view;

use fields::{counted, number, one_of, read_disc, read_segment, read_space};

use super::Haleakala;
use super::action::Action;
use super::cards::{Card, DisplayCard};
use super::view::View;
use crate::wire::{Wire, WireError};

const GAME: &str = "haleakala";

impl Wire for Haleakala {
    fn view_to_wire(view: &View) -> arena::View {
        arena::View { game: Some(arena::view::Game::Haleakala(view::message(view))) }
    }

    fn view_from_wire(message: &arena::View) -> Result<View, WireError> {
        match &message.game {
            Some(arena::view::Game::Haleakala(view)) => view::read(view),
            _ => Err(WireError::other_game(GAME)),
        }
    }

    fn action_to_wire(action: &Action) -> arena::Action {
        arena::Action {
            notation: String::new(),
            game: Some(arena::action::Game::Haleakala(pb::Action { kind: Some(action_message(*action)) })),
        }
    }

    fn action_from_wire(message: &arena::Action) -> Result<Action, WireError> {
        match &message.game {
            Some(arena::action::Game::Haleakala(action)) => read_action(action),
            _ => Err(WireError::other_game(GAME)),
        }
    }
}

fn action_message(action: Action) -> pb::action::Kind {
    use pb::action::Kind;
    match action {
        Action::Place { disc, beach } => Kind::Place(pb::Place { disc: disc.number().into(), beach: number(beach) }),
        Action::Invoke { disc } => Kind::Invoke(pb::Invoke { disc: disc.number().into() }),
        Action::Return { disc } => Kind::ReturnDisc(pb::Return { disc: disc.number().into() }),
        Action::Boat => Kind::Boat(pb::Boat {}),
        Action::Move(space) => Kind::MoveShaman(pb::Move { space: space.index() as u32 }),
        Action::Stay => Kind::Stay(pb::Stay {}),
        Action::Take(card) => Kind::Take(pb::Take { card: counted(card.index()) }),
        Action::Buy(card) => Kind::Buy(pb::Buy { card: counted(card.index()) }),
        Action::BuyNothing => Kind::Buy(pb::Buy { card: 0 }),
        Action::Lava { from, to } => Kind::Lava(pb::Lava { from: number(from), to: number(to) }),
    }
}

fn read_action(message: &pb::Action) -> Result<Action, WireError> {
    use pb::action::Kind;
    let kind = message.kind.as_ref().ok_or_else(|| WireError::missing("haleakala.kind"))?;
    Ok(match kind {
        Kind::Place(place) => Action::Place {
            disc: read_disc("haleakala.place.disc", place.disc)?,
            beach: read_segment("haleakala.place.beach", place.beach)?,
        },
        Kind::Invoke(invoke) => Action::Invoke { disc: read_disc("haleakala.invoke.disc", invoke.disc)? },
        Kind::ReturnDisc(returned) => Action::Return { disc: read_disc("haleakala.return_disc.disc", returned.disc)? },
        Kind::Boat(pb::Boat {}) => Action::Boat,
        Kind::MoveShaman(shaman) => Action::Move(read_space("haleakala.move_shaman.space", shaman.space)?),
        Kind::Stay(pb::Stay {}) => Action::Stay,
        Kind::Take(take) => Action::Take(one_of("haleakala.take.card", &Card::ALL, take.card)?),
        Kind::Buy(pb::Buy { card: 0 }) => Action::BuyNothing,
        Kind::Buy(buy) => Action::Buy(one_of("haleakala.buy.card", &DisplayCard::ALL, buy.card)?),
        Kind::Lava(lava) => Action::Lava {
            from: read_segment("haleakala.lava.from", lava.from)?,
            to: read_segment("haleakala.lava.to", lava.to)?,
        },
    })
}
