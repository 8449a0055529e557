//! Numbers of messages and what they stand for, checked on the way in.

use crate::games::haleakala::board::{Segment, Space};
use crate::games::haleakala::player::Disc;
use crate::wire::WireError;

/// The number of an enum value whose type here has this index: the messages count from 1.
pub(super) fn counted(index: usize) -> i32 {
    index as i32 + 1
}

/// The value that this number of a message's enum stands for.
pub(super) fn one_of<T: Copy>(field: &'static str, all: &[T], number: i32) -> Result<T, WireError> {
    let index = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
    index
        .and_then(|index| all.get(index).copied())
        .ok_or_else(|| WireError::new(field, format!("is {number}, but must be 1 to {}", all.len())))
}

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

pub(super) fn read_u8(field: &'static str, number: u32) -> Result<u8, WireError> {
    u8::try_from(number).map_err(|_| WireError::out_of_range(field, number, u8::MAX.into()))
}

pub(super) fn read_u16(field: &'static str, number: u32) -> Result<u16, WireError> {
    u16::try_from(number).map_err(|_| WireError::out_of_range(field, number, u16::MAX.into()))
}

/// Exactly `N` small numbers.
pub(super) fn read_counts<const N: usize>(field: &'static str, numbers: &[u32]) -> Result<[u8; N], WireError> {
    if numbers.len() != N {
        return Err(WireError::new(field, format!("has {} entries, but must have {N}", numbers.len())));
    }
    let mut counts = [0; N];
    for (count, &number) in counts.iter_mut().zip(numbers) {
        *count = read_u8(field, number)?;
    }
    Ok(counts)
}
