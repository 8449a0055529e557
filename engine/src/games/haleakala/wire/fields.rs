//! The nouns of the messages and what they stand for, checked on the way in.

use crate::games::haleakala::board::{Segment, Space};
use crate::games::haleakala::player::Disc;
use crate::wire::WireError;
pub(super) use crate::wire::fields::{
    counted, counts_message, one_of, one_or_none, read_all, read_bag, read_counts, read_u8, read_u16,
};

pub(super) fn number(segment: Segment) -> u32 {
    segment.index() as u32
}

pub(super) fn read_segment(field: &'static str, number: u32) -> Result<Segment, WireError> {
    Segment::new(number).ok_or_else(|| WireError::out_of_range(field, number, Segment::COUNT as i64 - 1))
}

pub(super) fn read_space(field: &'static str, number: u32) -> Result<Space, WireError> {
    Space::from_number(number).ok_or_else(|| WireError::out_of_range(field, number, Space::COUNT as i64 - 1))
}

pub(super) fn read_disc(field: &'static str, number: u32) -> Result<Disc, WireError> {
    Disc::new(number).ok_or_else(|| WireError::new(field, format!("is {number}, but must be 1 to {}", Disc::COUNT)))
}
