//! What is seen of a player as a message and back.

use kahua_proto::pb::games::hawaii::v1 as pb;
use kahua_proto::pb::games::hawaii::v1::player::Chieftain;

use super::fields::{
    counted, fleet_message, list_message, one_of, read_fleet, read_from_one, read_list, read_ordinal, read_u8,
    read_u16, required,
};
use crate::games::hawaii::home::{Home, Row};
use crate::games::hawaii::state::{Chief, Player};
use crate::games::hawaii::supply::Supply;
use crate::games::hawaii::tiles::{God, Kind, Side, Tile};
use crate::wire::WireError;

/// The tiles of a village but gods: the first of the message's enum.
const VILLAGE_KINDS: usize = Kind::God.index();

pub(super) fn to_message(player: &Player, supply: Option<Supply>) -> pb::Player {
    pb::Player {
        points: player.points,
        chieftain: Some(match player.chief {
            Chief::Beach => Chieftain::Beach(pb::Beach {}),
            Chief::Place(place) => Chieftain::Place(place.number().into()),
            Chief::Track(spot) => Chieftain::TrackPlace(spot.number().into()),
        }),
        prices: list_message(&player.prices),
        fish: list_message(&player.fish),
        ready: Some(fleet_message(player.ready)),
        spent: Some(fleet_message(player.spent)),
        villages: Row::ALL.map(|row| village_message(&player.home, row)).to_vec(),
        kahunas: player.home.kahunas.into(),
        tikis: player.home.tikis.into(),
        supply: supply.map(|supply| pb::Supply {
            shells: supply.shells.into(),
            feet: supply.feet.into(),
            fruit: supply.fruit.into(),
        }),
    }
}

pub(super) fn from_message(message: &pb::Player) -> Result<(Player, Option<Supply>), WireError> {
    let player = Player {
        points: message.points,
        chief: read_chief(message.chieftain.as_ref())?,
        prices: read_list("hawaii.players.prices", &message.prices)?,
        fish: read_list("hawaii.players.fish", &message.fish)?,
        ready: read_fleet("hawaii.players.ready", message.ready.as_ref())?,
        spent: read_fleet("hawaii.players.spent", message.spent.as_ref())?,
        home: read_home(message)?,
    };
    let supply = match &message.supply {
        None => None,
        Some(supply) => Some(Supply {
            shells: read_u16("hawaii.players.supply.shells", supply.shells)?,
            feet: read_u16("hawaii.players.supply.feet", supply.feet)?,
            fruit: read_u16("hawaii.players.supply.fruit", supply.fruit)?,
        }),
    };
    Ok((player, supply))
}

fn read_chief(message: Option<&Chieftain>) -> Result<Chief, WireError> {
    Ok(match required("hawaii.players.chieftain", message)? {
        Chieftain::Beach(pb::Beach {}) => Chief::Beach,
        Chieftain::Place(number) => Chief::Place(read_ordinal("hawaii.players.place", *number)?),
        Chieftain::TrackPlace(number) => Chief::Track(read_from_one("hawaii.players.track_place", *number)?),
    })
}

fn village_message(home: &Home, row: Row) -> pb::Village {
    let tiles = |side: Side| {
        let kinds = Kind::ALL[..VILLAGE_KINDS].iter().filter(|kind| home.with_side(**kind, side).contains(row));
        kinds.map(|kind| counted(kind.index())).collect()
    };
    let god_side = if home.with_side(Kind::God, Side::Two).contains(row) { Side::Two } else { Side::One };
    pb::Village {
        side_one: tiles(Side::One),
        side_two: tiles(Side::Two),
        god: home.god(row).map(|god| pb::SidedGod { god: counted(god.index()), side: counted(god_side.index()) }),
    }
}

fn read_home(message: &pb::Player) -> Result<Home, WireError> {
    if message.villages.len() != Row::ALL.len() {
        let problem = format!("has {} entries, but must have {}", message.villages.len(), Row::ALL.len());
        return Err(WireError::new("hawaii.players.villages", problem));
    }
    let mut home = Home::EMPTY;
    home.kahunas = read_u8("hawaii.players.kahunas", message.kahunas)?;
    home.tikis = read_u8("hawaii.players.tikis", message.tikis)?;
    for (row, village) in Row::ALL.into_iter().zip(&message.villages) {
        for (side, tiles) in [(Side::One, &village.side_one), (Side::Two, &village.side_two)] {
            for &tile in tiles {
                let kind = one_of("hawaii.players.villages", &Kind::ALL[..VILLAGE_KINDS], tile)?;
                if home.with(kind).contains(row) {
                    let problem = format!("lists {} twice in one village", Tile::ALL[kind.index()]);
                    return Err(WireError::new("hawaii.players.villages", problem));
                }
                home.lay(kind, side, row, None);
            }
        }
        if let Some(held) = &village.god {
            let god = one_of("hawaii.players.villages.god.god", &God::ALL, held.god)?;
            let side = one_of("hawaii.players.villages.god.side", &Side::ALL, held.side)?;
            home.lay(Kind::God, side, row, Some(god));
        }
    }
    Ok(home)
}
