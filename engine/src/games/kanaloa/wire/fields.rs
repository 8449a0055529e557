//! The fields that messages share, checked on the way in.

use kahua_proto::pb::games::kanaloa::v1 as pb;
use pb::piece::Location;

use crate::Game;
use crate::games::kanaloa::map::ISLANDS_MAX;
use crate::games::kanaloa::{Arrow, God, Island, Kanaloa, Piece, SeaSpace, Side, Temple, Tile};
use crate::seat::Seat;
use crate::wire::WireError;
use crate::wire::fields::{counted, nth, one_of, required};

pub(super) fn island(island: Island) -> i32 {
    counted(island.index())
}

pub(super) fn read_island(field: &'static str, number: i32) -> Result<Island, WireError> {
    nth(field, ISLANDS_MAX, Island::new, number)
}

pub(super) fn read_arrow(field: &'static str, tail: i32, head: i32) -> Result<Arrow, WireError> {
    let arrow = Arrow { tail: read_island(field, tail)?, head: read_island(field, head)? };
    if arrow.tail == arrow.head {
        Err(WireError::new(field, "has its tail and head at the same island"))
    } else {
        Ok(arrow)
    }
}

pub(super) fn seat(seat: Seat) -> u32 {
    seat.number().into()
}

/// A seat of the largest table.
pub(super) fn read_seat(field: &'static str, number: u32) -> Result<Seat, WireError> {
    let seats = *Kanaloa::INFO.seats.end();
    if (number as usize) < seats {
        Ok(Seat::new(number as u8))
    } else {
        Err(WireError::out_of_range(field, number, seats as i64 - 1))
    }
}

pub(super) fn read_holder(field: &'static str, seat: Option<u32>) -> Result<Option<Seat>, WireError> {
    seat.map(|number| read_seat(field, number)).transpose()
}

pub(super) fn side(side: Side) -> i32 {
    counted(side.index())
}

pub(super) fn read_side(field: &'static str, number: i32) -> Result<Side, WireError> {
    one_of(field, &Side::ALL, number)
}

pub(super) fn read_god(field: &'static str, number: i32) -> Result<God, WireError> {
    one_of(field, &God::ALL, number)
}

pub(super) fn temple(temple: Temple) -> i32 {
    Temple::ALL.iter().position(|other| *other == temple).map_or(0, counted)
}

pub(super) fn read_temple(field: &'static str, number: i32) -> Result<Temple, WireError> {
    one_of(field, &Temple::ALL, number)
}

pub(super) fn tile(tile: Tile) -> i32 {
    counted(tile.index())
}

pub(super) fn read_tile(field: &'static str, number: i32) -> Result<Tile, WireError> {
    nth(field, Tile::COUNT, Tile::new, number)
}

pub(super) fn piece(piece: Piece) -> pb::Piece {
    match piece {
        Piece::On { island: on, blocked } => pb::Piece { location: Some(Location::Island(island(on))), blocked },
        Piece::Dolphin => pb::Piece { location: Some(Location::Dolphin(pb::Dolphin {})), blocked: false },
    }
}

pub(super) fn read_piece(field: &'static str, message: Option<&pb::Piece>) -> Result<Piece, WireError> {
    let message = required(field, message)?;
    match (message.location.as_ref(), message.blocked) {
        (Some(Location::Island(number)), blocked) => Ok(Piece::On { island: read_island(field, *number)?, blocked }),
        (Some(Location::Dolphin(pb::Dolphin {})), false) => Ok(Piece::Dolphin),
        (Some(Location::Dolphin(pb::Dolphin {})), true) => {
            Err(WireError::new(field, "is on the dolphin, where nothing is blocked"))
        }
        (None, _) => Err(WireError::new(field, "has no location")),
    }
}

pub(super) fn read_space(field: &'static str, number: u32) -> Result<SeaSpace, WireError> {
    SeaSpace::from_number(number).ok_or_else(|| WireError::new(field, format!("is {number}, but must be 1 to 32")))
}
