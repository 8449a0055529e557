//! The nouns of the messages and what they stand for, checked on the way in.

use kahua_proto::pb::games::hawaii::v1 as pb;

use crate::Ordinal;
use crate::games::hawaii::boats::Fleet;
use crate::games::hawaii::tiles::{Side, Tile};
use crate::wire::WireError;
pub(super) use crate::wire::fields::{
    counted, list_message, one_of, one_or_none, read_all, read_list, read_ordinal, read_seat, read_u8, read_u16,
    required, required_ordinal,
};

/// What a number counted from 1 stands for.
pub(super) fn read_from_one<T: Ordinal>(field: &'static str, number: u32) -> Result<T, WireError> {
    match number.checked_sub(1) {
        Some(ordinal) if (ordinal as usize) < T::COUNT => Ok(T::from_ordinal(ordinal as usize)),
        _ => Err(WireError::new(field, format!("is {number}, but must be 1 to {}", T::COUNT))),
    }
}

pub(super) fn fleet_message(fleet: Fleet) -> pb::Fleet {
    pb::Fleet { start: fleet.start.into(), side_one: fleet.ones.into(), side_two: fleet.twos.into() }
}

pub(super) fn read_fleet(field: &'static str, message: Option<&pb::Fleet>) -> Result<Fleet, WireError> {
    let message = required(field, message)?;
    Ok(Fleet {
        start: read_u8(field, message.start)?,
        ones: read_u8(field, message.side_one)?,
        twos: read_u8(field, message.side_two)?,
    })
}

pub(super) fn sided_message(tile: Tile, side: Side) -> pb::SidedTile {
    pb::SidedTile { tile: counted(tile.index()), side: counted(side.index()) }
}

pub(super) fn read_sided(field: &'static str, message: Option<&pb::SidedTile>) -> Result<(Tile, Side), WireError> {
    let message = required(field, message)?;
    Ok((one_of(field, &Tile::ALL, message.tile)?, one_of(field, &Side::ALL, message.side)?))
}
