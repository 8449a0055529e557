//! The fields that messages share, checked on the way in.

use kahua_proto::pb::games::kanaloa::v1 as pb;

use crate::games::kanaloa::map::ISLANDS_MAX;
use crate::games::kanaloa::{Arrow, Colour, God, Island, Piece, SeaSpace, Temple, Tile, TileBag};
use crate::seat::Seat;
use crate::wire::WireError;
use crate::wire::fields::{counted, nth, one_of, read_counts};
pub(super) use crate::wire::fields::{list_message, read_list, read_u8, read_u16};

/// The most tiles that a message may have.
const TILES_MAX: u16 = 255;

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

pub(super) fn colour(colour: Colour) -> i32 {
    counted(colour.index())
}

pub(super) fn read_colour(field: &'static str, number: i32) -> Result<Colour, WireError> {
    one_of(field, &Colour::ALL, number)
}

pub(super) fn seat(seat: Seat) -> i32 {
    colour(Colour::of(seat))
}

pub(super) fn read_seat(field: &'static str, number: i32) -> Result<Seat, WireError> {
    nth(field, 4, |index| Colour::ALL.get(index)?.seat(), number)
}

pub(super) fn holder(holder: Option<Seat>) -> i32 {
    holder.map_or(0, seat)
}

pub(super) fn read_holder(field: &'static str, number: i32) -> Result<Option<Seat>, WireError> {
    if number == 0 { Ok(None) } else { read_seat(field, number).map(Some) }
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

/// Reads how many tiles there are of every kind.
pub(super) fn read_bag(field: &'static str, numbers: &[u32]) -> Result<TileBag, WireError> {
    let bag = TileBag::new(read_counts(field, numbers)?);
    if bag.total() > TILES_MAX {
        return Err(WireError::new(field, format!("has {} tiles, more than the {TILES_MAX} allowed", bag.total())));
    }
    Ok(bag)
}

pub(super) fn piece(piece: Piece) -> pb::Piece {
    match piece {
        Piece::On { island: on, blocked } => pb::Piece { island: island(on), blocked },
        Piece::Dolphin => pb::Piece::default(),
    }
}

pub(super) fn read_piece(field: &'static str, message: &pb::Piece) -> Result<Piece, WireError> {
    match (message.island, message.blocked) {
        (0, false) => Ok(Piece::Dolphin),
        (0, true) => Err(WireError::new(field, "is on the dolphin, where nothing is blocked")),
        (number, blocked) => Ok(Piece::On { island: read_island(field, number)?, blocked }),
    }
}

pub(super) fn read_space(field: &'static str, number: u32) -> Result<SeaSpace, WireError> {
    SeaSpace::from_number(number).ok_or_else(|| WireError::new(field, format!("is {number}, but must be 1 to 32")))
}
