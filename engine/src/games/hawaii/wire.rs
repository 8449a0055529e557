//! Views, actions and chance outcomes as protobuf messages and back. The enums of the messages count from 1 in the order
//! of the types here.

mod chance;
mod fields;
mod open;
mod piles;
mod player;
mod view;

use kahua_proto::pb::games::hawaii::v1 as pb;

use super::Hawaii;
use super::action::Action;
use super::supply::{Payment, Supply};
use super::tiles::{Side, Tile};
use super::tokens::Token;
use super::view::Hidden;
use crate::game::{ParseNotationError, parse_number};
use crate::position::HiddenText;
use crate::seat::PerSeat;
use crate::wire::{WireError, impl_wire};
use fields::{counted, fleet_message, one_of, read_fleet, read_from_one, read_u8, required, required_ordinal};

impl_wire!(Hawaii);

/// The supplies in seat order, with commas between them: shells, feet and fruit, or `-` for a supply that is shown.
impl HiddenText for Hidden {
    fn to_text(&self) -> String {
        let supply = |supply: Supply| format!("{}/{}/{}", supply.shells, supply.feet, supply.fruit);
        self.supplies.iter().map(|one| one.map_or_else(|| "-".to_owned(), supply)).collect::<Vec<_>>().join(",")
    }

    fn from_text(text: &str) -> Result<Hidden, ParseNotationError> {
        let amount = |text: &str| parse_number(text).and_then(|number| u16::try_from(number).ok());
        let supply = |text: &str| {
            let mut amounts = text.split('/').map(amount);
            let mut next = || amounts.next().flatten();
            let supply = Supply { shells: next()?, feet: next()?, fruit: next()? };
            amounts.next().is_none().then_some(supply)
        };
        let read = |text| if text == "-" { Some(None) } else { supply(text).map(Some) };
        let supplies: Option<Vec<_>> = text.split(',').map(read).collect();
        let supplies = supplies.and_then(PerSeat::from_values).map(|supplies| Hidden { supplies });
        supplies.ok_or_else(|| ParseNotationError::new(text, "supply of every seat, such as 4/3/0,2/5/1"))
    }
}

impl Action {
    fn to_message(self) -> pb::Action {
        use pb::action::Kind;
        let kind = match self {
            Action::Place(place) => Kind::GoToPlace(pb::GoToPlace { place: Some(place.number().into()) }),
            Action::Cove => Kind::GoToCove(pb::GoToCove {}),
            Action::Dock(dock) => Kind::GoToDock(pb::GoToDock { dock: dock.number().into() }),
            Action::Track(spot) => Kind::TakeTrackPlace(pb::TakeTrackPlace { track_place: spot.number().into() }),
            Action::Pay(Payment { shells, feet, fruit }) => {
                Kind::PayWith(pb::PayWith { shells: shells.into(), feet: feet.into(), fruit: fruit.into() })
            }
            Action::Price(token) => Kind::TakePrice(pb::TakePrice { token: counted(token.index()) }),
            Action::Buy(tile, side) => {
                Kind::BuyTile(pb::BuyTile { tile: counted(tile.index()), side: counted(side.index()) })
            }
            Action::Boats(fleet) => Kind::SendBoats(pb::SendBoats { fleet: Some(fleet_message(fleet)) }),
            Action::Fish(fish) => Kind::CatchFish(pb::CatchFish { fish: fish.into() }),
            Action::Stop => Kind::StopFishing(pb::StopFishing {}),
            Action::Reward(tile) => Kind::TakeReward(pb::TakeReward { tile: counted(tile.index()) }),
            Action::Row(row) => Kind::LayInVillage(pb::LayInVillage { village: row.number().into() }),
        };
        pb::Action { kind: Some(kind) }
    }

    fn from_message(message: &pb::Action) -> Result<Action, WireError> {
        use pb::action::Kind;
        Ok(match required("hawaii.kind", message.kind.as_ref())? {
            Kind::GoToPlace(go) => Action::Place(required_ordinal("hawaii.go_to_place.place", go.place)?),
            Kind::GoToCove(pb::GoToCove {}) => Action::Cove,
            Kind::GoToDock(go) => Action::Dock(read_from_one("hawaii.go_to_dock.dock", go.dock)?),
            Kind::TakeTrackPlace(take) => {
                Action::Track(read_from_one("hawaii.take_track_place.track_place", take.track_place)?)
            }
            Kind::PayWith(pay) => Action::Pay(Payment {
                shells: read_u8("hawaii.pay_with.shells", pay.shells)?,
                feet: read_u8("hawaii.pay_with.feet", pay.feet)?,
                fruit: read_u8("hawaii.pay_with.fruit", pay.fruit)?,
            }),
            Kind::TakePrice(take) => Action::Price(one_of("hawaii.take_price.token", &Token::ALL, take.token)?),
            Kind::BuyTile(buy) => Action::Buy(
                one_of("hawaii.buy_tile.tile", &Tile::ALL, buy.tile)?,
                one_of("hawaii.buy_tile.side", &Side::ALL, buy.side)?,
            ),
            Kind::SendBoats(send) => Action::Boats(read_fleet("hawaii.send_boats.fleet", send.fleet.as_ref())?),
            Kind::CatchFish(catch) => Action::Fish(read_u8("hawaii.catch_fish.fish", catch.fish)?),
            Kind::StopFishing(pb::StopFishing {}) => Action::Stop,
            Kind::TakeReward(take) => Action::Reward(one_of("hawaii.take_reward.tile", &Tile::ALL, take.tile)?),
            Kind::LayInVillage(lay) => Action::Row(read_from_one("hawaii.lay_in_village.village", lay.village)?),
        })
    }
}
