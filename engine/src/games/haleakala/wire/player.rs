//! What belongs to one player, as a message and back.

use kahua_proto::pb::games::haleakala::v1 as pb;
use pb::player::Shaman as ShamanPlace;

use super::{display_message, number, read_disc, read_display};
use crate::Bag;
use crate::games::haleakala::island::{Segment, SpaceSet};
use crate::games::haleakala::player::{Disc, Player};
use crate::games::haleakala::shaman::Shaman;
use crate::wire::WireError;
use crate::wire::fields::{list_message, read_list, read_ordinal, read_u8, read_u16, required};

pub(super) fn message(player: &Player, hut: Segment) -> pb::Player {
    let on_beach = |disc: Disc| {
        let beach = player.discs[disc.index()]?;
        Some(pb::BeachDisc { disc: disc.number().into(), beach: number(beach) })
    };
    pb::Player {
        points: player.points.into(),
        shells: player.shells.into(),
        hand: player.in_hand().iter().map(|disc| disc.number().into()).collect(),
        beach_discs: Disc::ALL.into_iter().filter_map(on_beach).collect(),
        invocation_beach: player.invocation.map(number),
        shaman: Some(match player.shaman {
            Shaman::Beach(_) => ShamanPlace::ShamanAtHut(pb::HutBeach {}),
            Shaman::On(space) => ShamanPlace::ShamanSpace(space.index() as u32),
        }),
        statues: player.statues.iter().map(|space| space.index() as u32).collect(),
        kept: list_message(&Bag::new(player.kept)),
        bought: display_message(player.bought),
        hut: number(hut),
    }
}

pub(super) fn read(message: &pb::Player) -> Result<(Player, Segment), WireError> {
    let hut = read_ordinal("haleakala.players.hut", message.hut)?;
    let invocation = message.invocation_beach;
    let statues = message.statues.iter().map(|&space| read_ordinal("haleakala.players.statues", space));
    let player = Player {
        discs: read_discs(message)?,
        invocation: invocation.map(|beach| read_ordinal("haleakala.players.invocation_beach", beach)).transpose()?,
        shaman: match *required("haleakala.players.shaman", message.shaman.as_ref())? {
            ShamanPlace::ShamanAtHut(pb::HutBeach {}) => Shaman::Beach(hut),
            ShamanPlace::ShamanSpace(space) => Shaman::On(read_ordinal("haleakala.players.shaman_space", space)?),
        },
        statues: statues.collect::<Result<SpaceSet, _>>()?,
        shells: read_u8("haleakala.players.shells", message.shells)?,
        kept: *read_list("haleakala.players.kept", &message.kept)?.counts(),
        bought: read_display("haleakala.players.bought", &message.bought)?,
        points: read_u16("haleakala.players.points", message.points)?,
    };
    Ok((player, hut))
}

/// Every disc lies in exactly one place.
fn read_discs(message: &pb::Player) -> Result<[Option<Segment>; Disc::COUNT], WireError> {
    let mut places = [None; Disc::COUNT];
    let mut lay = |field, disc: Disc, place: Option<Segment>| match places[disc.index()].replace(place) {
        None => Ok(()),
        Some(_) => Err(WireError::new(field, format!("has disc {disc}, which is in another place too"))),
    };
    for &disc in &message.hand {
        lay("haleakala.players.hand", read_disc("haleakala.players.hand", disc)?, None)?;
    }
    for pb::BeachDisc { disc, beach } in &message.beach_discs {
        let beach = read_ordinal("haleakala.players.beach_discs.beach", *beach)?;
        let field = "haleakala.players.beach_discs.disc";
        lay(field, read_disc(field, *disc)?, Some(beach))?;
    }
    for disc in Disc::ALL {
        if places[disc.index()].is_none() {
            let problem = format!("doesn't have disc {disc}, which isn't on a beach either");
            return Err(WireError::new("haleakala.players.hand", problem));
        }
    }
    Ok(places.map(Option::flatten))
}
