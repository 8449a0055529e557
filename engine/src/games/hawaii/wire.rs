//! Views, actions and chance outcomes as protobuf messages and back. The enums of the messages count from 1 in the order
//! of the types here.

mod chance;
mod fields;
mod open;
mod player;
mod view;

use kahua_proto::pb::games::hawaii::v1 as pb;

use super::Hawaii;
use super::action::Action;
use super::supply::Payment;
use super::tiles::{Side, Tile};
use super::tokens::Token;
use crate::wire::{WireError, impl_wire};
use fields::{counted, fleet_message, one_of, read_fleet, read_from_one, read_ordinal, read_u8};

impl_wire!(Hawaii);

impl Action {
    fn to_message(self) -> pb::Action {
        use pb::action::Kind;
        let kind = match self {
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
        };
        pb::Action { kind: Some(kind) }
    }

    fn from_message(message: &pb::Action) -> Result<Action, WireError> {
        use pb::action::Kind;
        let kind = message.kind.as_ref().ok_or_else(|| WireError::missing("hawaii.kind"))?;
        Ok(match kind {
            Kind::Place(go) => Action::Place(read_ordinal("hawaii.place.place", go.place)?),
            Kind::Cove(pb::GoToCove {}) => Action::Cove,
            Kind::Dock(go) => Action::Dock(read_from_one("hawaii.dock.dock", go.dock)?),
            Kind::Track(take) => Action::Track(read_from_one("hawaii.track.track_place", take.track_place)?),
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
            Kind::Row(lay) => Action::Row(read_from_one("hawaii.row.row", lay.row)?),
        })
    }
}
