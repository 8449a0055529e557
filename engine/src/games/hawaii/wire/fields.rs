//! The nouns of the messages and what they stand for, checked on the way in.

use kahua_proto::pb::games::hawaii::v1 as pb;

use crate::games::hawaii::boats::Fleet;
use crate::wire::WireError;
pub(super) use crate::wire::fields::{
    counted, counts_message, list_message, one_of, one_or_none, read_all, read_bag, read_list, read_u8, read_u16,
};

/// The value with this number among them all, which are in order.
pub(super) fn numbered<T: Copy>(
    field: &'static str,
    all: &[T],
    number_of: impl Fn(T) -> u8,
    number: u32,
) -> Result<T, WireError> {
    all.iter().copied().find(|one| u32::from(number_of(*one)) == number).ok_or_else(|| {
        let (first, last) = (number_of(all[0]), number_of(all[all.len() - 1]));
        WireError::new(field, format!("is {number}, but must be {first} to {last}"))
    })
}

pub(super) fn fleet_message(fleet: Fleet) -> pb::Fleet {
    pb::Fleet { start: fleet.start.into(), side_one: fleet.ones.into(), side_two: fleet.twos.into() }
}

pub(super) fn read_fleet(field: &'static str, message: Option<&pb::Fleet>) -> Result<Fleet, WireError> {
    let message = message.ok_or_else(|| WireError::missing(field))?;
    Ok(Fleet {
        start: read_u8(field, message.start)?,
        ones: read_u8(field, message.side_one)?,
        twos: read_u8(field, message.side_two)?,
    })
}
