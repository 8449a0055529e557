//! The nouns of the messages and what they stand for, checked on the way in. Their enums count from 1.

use arena_proto::pb::games::kanaloa::v1 as pb;

use crate::games::kanaloa::{Arrow, Colour, Island, Piece, SeaSpace, Temple, Tile, TileBag};
use crate::seat::Seat;
use crate::wire::WireError;

/// How many tiles of one kind a message may hold.
const TILES_MAX: u32 = 255;

pub(super) fn island(island: Island) -> i32 {
    island.index() as i32 + 1
}

pub(super) fn read_island(field: &'static str, number: i32) -> Result<Island, WireError> {
    index(number).and_then(Island::new).ok_or_else(|| outside(field, number, 16))
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
    colour as i32 + 1
}

pub(super) fn read_colour(field: &'static str, number: i32) -> Result<Colour, WireError> {
    let colour = index(number).and_then(|index| Colour::ALL.get(index).copied());
    colour.ok_or_else(|| outside(field, number, Colour::ALL.len()))
}

pub(super) fn seat(seat: Seat) -> i32 {
    colour(Colour::of(seat))
}

pub(super) fn read_seat(field: &'static str, number: i32) -> Result<Seat, WireError> {
    read_colour(field, number)?.seat().ok_or_else(|| outside(field, number, 4))
}

pub(super) fn holder(holder: Option<Seat>) -> i32 {
    holder.map_or(0, seat)
}

pub(super) fn read_holder(field: &'static str, number: i32) -> Result<Option<Seat>, WireError> {
    if number == 0 { Ok(None) } else { read_seat(field, number).map(Some) }
}

pub(super) fn temple(temple: Temple) -> i32 {
    Temple::ALL.iter().position(|other| *other == temple).map_or(0, |index| index as i32 + 1)
}

pub(super) fn read_temple(field: &'static str, number: i32) -> Result<Temple, WireError> {
    let temple = index(number).and_then(|index| Temple::ALL.get(index).copied());
    temple.ok_or_else(|| outside(field, number, Temple::ALL.len()))
}

pub(super) fn tile(tile: Tile) -> i32 {
    tile.index() as i32 + 1
}

pub(super) fn read_tile(field: &'static str, number: i32) -> Result<Tile, WireError> {
    index(number).and_then(Tile::new).ok_or_else(|| outside(field, number, Tile::KINDS))
}

/// Each tile of a bag, ascending.
pub(super) fn tiles(bag: &TileBag) -> Vec<i32> {
    let each = |tile_kind: Tile| std::iter::repeat_n(tile(tile_kind), bag.count(tile_kind.index()).into());
    Tile::kinds_in(bag).flat_map(each).collect()
}

pub(super) fn read_tiles(field: &'static str, numbers: &[i32]) -> Result<TileBag, WireError> {
    if numbers.len() > TILES_MAX as usize {
        return Err(WireError::new(field, format!("has {} tiles, but must have {TILES_MAX} at most", numbers.len())));
    }
    let mut bag = TileBag::EMPTY;
    for &number in numbers {
        bag.put(read_tile(field, number)?.index());
    }
    Ok(bag)
}

/// How many there are of every kind; no more than 255 together.
pub(super) fn read_counts(field: &'static str, numbers: &[u32]) -> Result<TileBag, WireError> {
    let counts: Option<Vec<u8>> = numbers.iter().map(|&number| u8::try_from(number).ok()).collect();
    let counts = counts.and_then(|counts| <[u8; Tile::KINDS]>::try_from(counts).ok());
    let bag = counts.map(TileBag::new).filter(|bag| u32::from(bag.total()) <= TILES_MAX);
    bag.ok_or_else(|| {
        WireError::new(field, format!("must have {} counts with a sum of {TILES_MAX} at most", Tile::KINDS))
    })
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
    SeaSpace::new(number).ok_or_else(|| WireError::new(field, format!("is {number}, but must be 1 to 32")))
}

pub(super) fn read_u8(field: &'static str, number: u32) -> Result<u8, WireError> {
    u8::try_from(number).map_err(|_| WireError::out_of_range(field, number, u8::MAX.into()))
}

pub(super) fn read_u16(field: &'static str, number: u32) -> Result<u16, WireError> {
    u16::try_from(number).map_err(|_| WireError::out_of_range(field, number, u16::MAX.into()))
}

fn index(number: i32) -> Option<usize> {
    usize::try_from(number).ok()?.checked_sub(1)
}

fn outside(field: &'static str, number: i32, last: usize) -> WireError {
    WireError::new(field, format!("is {number}, but must be 1 to {last}"))
}
