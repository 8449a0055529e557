//! The location tiles that are left as a message, which names each kind, and back.

use kahua_proto::pb::games::hawaii::v1 as pb;

use super::fields::{read_all, read_u8, required};
use crate::games::hawaii::ruleset::PILES;
use crate::wire::WireError;

pub(super) fn to_message(piles: [u8; PILES]) -> pb::TileCounts {
    let [
        shell_huts,
        foot_huts,
        spear_huts,
        exchange_huts,
        long_huts,
        irrigations,
        hula_dancers,
        breadfruit,
        taro,
        coconuts,
        bananas,
        surfers,
        boats,
        kahunas,
        tikis,
    ] = piles.map(u32::from);
    pb::TileCounts {
        shell_huts,
        foot_huts,
        spear_huts,
        exchange_huts,
        long_huts,
        irrigations,
        hula_dancers,
        breadfruit,
        taro,
        coconuts,
        bananas,
        surfers,
        boats,
        kahunas,
        tikis,
    }
}

pub(super) fn from_message(message: Option<&pb::TileCounts>) -> Result<[u8; PILES], WireError> {
    let field = "hawaii.piles";
    let piles = required(field, message)?;
    let counts = [
        piles.shell_huts,
        piles.foot_huts,
        piles.spear_huts,
        piles.exchange_huts,
        piles.long_huts,
        piles.irrigations,
        piles.hula_dancers,
        piles.breadfruit,
        piles.taro,
        piles.coconuts,
        piles.bananas,
        piles.surfers,
        piles.boats,
        piles.kahunas,
        piles.tikis,
    ];
    read_all(field, &counts, |count| read_u8(field, count))
}
