//! Views and actions as protobuf messages. The enums of the messages count from 1 in the order of the types here.

use kahua_proto::pb::arena::v1 as arena;
use kahua_proto::pb::games::hawaii::v1 as pb;

mod fields;
mod open;
mod player;
mod view;

use fields::{counted, fleet_message, numbered, one_of, read_fleet, read_u8};

use super::Hawaii;
use super::action::Action;
use super::home::Row;
use super::places::{Dock, Place, Spot};
use super::supply::Payment;
use super::tiles::{Side, Tile};
use super::tokens::Token;
use super::view::View;
use crate::wire::{Wire, WireError};

const GAME: &str = "hawaii";

impl Wire for Hawaii {
    fn view_to_wire(view: &View) -> arena::View {
        arena::View { game: Some(arena::view::Game::Hawaii(view::message(view))) }
    }

    fn view_from_wire(message: &arena::View) -> Result<View, WireError> {
        match &message.game {
            Some(arena::view::Game::Hawaii(view)) => view::read(view),
            _ => Err(WireError::other_game(GAME)),
        }
    }

    fn action_to_wire(action: &Action) -> arena::Action {
        arena::Action {
            notation: String::new(),
            game: Some(arena::action::Game::Hawaii(pb::Action { kind: Some(action_message(*action)) })),
        }
    }

    fn action_from_wire(message: &arena::Action) -> Result<Action, WireError> {
        match &message.game {
            Some(arena::action::Game::Hawaii(action)) => read_action(action),
            _ => Err(WireError::other_game(GAME)),
        }
    }
}

fn action_message(action: Action) -> pb::action::Kind {
    use pb::action::Kind;
    match action {
        Action::Place(place) => Kind::Place(pb::GoToPlace { place: place.number().into() }),
        Action::Cove => Kind::Cove(pb::GoToCove {}),
        Action::Dock(dock) => Kind::Dock(pb::GoToDock { dock: dock.number().into() }),
        Action::Track(spot) => Kind::Track(pb::TakeTrackPlace { track_place: spot.number().into() }),
        Action::Pay(Payment { shells, feet, fruit }) => {
            Kind::Pay(pb::Pay { shells: shells.into(), feet: feet.into(), fruit: fruit.into() })
        }
        Action::Price(token) => Kind::Price(pb::TakePrice { token: counted(token.index()) }),
        Action::Buy(tile, side) => Kind::Buy(pb::Buy { tile: counted(tile.index()), side: counted(side.index()) }),
        Action::Boats(fleet) => Kind::Boats(pb::SendBoats { fleet: Some(fleet_message(fleet)) }),
        Action::Fish(fish) => Kind::Fish(pb::CatchFish { fish: fish.into() }),
        Action::Stop => Kind::Stop(pb::StopFishing {}),
        Action::Reward(tile) => Kind::Reward(pb::TakeReward { tile: counted(tile.index()) }),
        Action::Row(row) => Kind::Row(pb::LayInVillage { row: row.number().into() }),
    }
}

fn read_action(message: &pb::Action) -> Result<Action, WireError> {
    use pb::action::Kind;
    let kind = message.kind.as_ref().ok_or_else(|| WireError::missing("hawaii.kind"))?;
    Ok(match kind {
        Kind::Place(go) => {
            Action::Place(numbered("hawaii.place.place", &Place::ALL, |place| place.number(), go.place)?)
        }
        Kind::Cove(pb::GoToCove {}) => Action::Cove,
        Kind::Dock(go) => Action::Dock(numbered("hawaii.dock.dock", &Dock::ALL, |dock| dock.number(), go.dock)?),
        Kind::Track(take) => {
            Action::Track(numbered("hawaii.track.track_place", &Spot::ALL, |spot| spot.number(), take.track_place)?)
        }
        Kind::Pay(pay) => Action::Pay(Payment {
            shells: read_u8("hawaii.pay.shells", pay.shells)?,
            feet: read_u8("hawaii.pay.feet", pay.feet)?,
            fruit: read_u8("hawaii.pay.fruit", pay.fruit)?,
        }),
        Kind::Price(take) => Action::Price(one_of("hawaii.price.token", &Token::ALL, take.token)?),
        Kind::Buy(buy) => Action::Buy(
            one_of("hawaii.buy.tile", &Tile::ALL, buy.tile)?,
            one_of("hawaii.buy.side", &Side::ALL, buy.side)?,
        ),
        Kind::Boats(send) => Action::Boats(read_fleet("hawaii.boats.fleet", send.fleet.as_ref())?),
        Kind::Fish(fish) => Action::Fish(read_u8("hawaii.fish.fish", fish.fish)?),
        Kind::Stop(pb::StopFishing {}) => Action::Stop,
        Kind::Reward(take) => Action::Reward(one_of("hawaii.reward.tile", &Tile::ALL, take.tile)?),
        Kind::Row(lay) => Action::Row(numbered("hawaii.row.row", &Row::ALL, |row| row.number(), lay.row)?),
    })
}
