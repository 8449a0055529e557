//! Actions as messages and back.

use kahua_proto::pb::games::hawaii::v1 as pb;

use super::fields::{counted, fleet_message, numbered, one_of, read_fleet, read_u8};
use crate::games::hawaii::action::Action;
use crate::games::hawaii::home::Row;
use crate::games::hawaii::places::{Dock, Place, Spot};
use crate::games::hawaii::supply::Payment;
use crate::games::hawaii::tiles::{Side, Tile};
use crate::games::hawaii::tokens::Token;
use crate::wire::WireError;

impl Action {
    pub(super) fn to_message(self) -> pb::Action {
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

    pub(super) fn from_message(message: &pb::Action) -> Result<Action, WireError> {
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
}
