//! Numbers of messages and what they stand for, checked on the way in.

use arena_proto::pb::games::hawaii::v1 as pb;

use crate::bag::Bag;
use crate::games::hawaii::boats::Fleet;
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

/// As [`one_of`], with 0 for none.
pub(super) fn one_or_none<T: Copy>(field: &'static str, all: &[T], number: i32) -> Result<Option<T>, WireError> {
    if number == 0 { Ok(None) } else { one_of(field, all, number).map(Some) }
}

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

pub(super) fn read_u8(field: &'static str, number: u32) -> Result<u8, WireError> {
    u8::try_from(number).map_err(|_| WireError::out_of_range(field, number, u8::MAX.into()))
}

pub(super) fn read_u16(field: &'static str, number: u32) -> Result<u16, WireError> {
    u16::try_from(number).map_err(|_| WireError::out_of_range(field, number, u16::MAX.into()))
}

/// Exactly `N` numbers, each read by `read`.
pub(super) fn read_all<T, U: Copy, const N: usize>(
    field: &'static str,
    numbers: &[U],
    mut read: impl FnMut(U) -> Result<T, WireError>,
) -> Result<[T; N], WireError> {
    let read: Vec<T> = numbers.iter().map(|number| read(*number)).collect::<Result<_, _>>()?;
    let length = read.len();
    read.try_into().map_err(|_| WireError::new(field, format!("has {length} entries, but must have {N}")))
}

/// How many there are of each kind; nothing at all for an empty bag.
pub(super) fn counts_message<const N: usize>(bag: &Bag<N>) -> Vec<u32> {
    if bag.is_empty() { Vec::new() } else { bag.counts().iter().map(|count| u32::from(*count)).collect() }
}

/// A bag with so many of each kind.
pub(super) fn read_counts<const N: usize>(field: &'static str, counts: &[u32]) -> Result<Bag<N>, WireError> {
    if counts.is_empty() {
        return Ok(Bag::EMPTY);
    }
    Ok(Bag::new(read_all(field, counts, |count| read_u8(field, count))?))
}

/// The kinds in a bag, lowest first, equal ones one after another.
pub(super) fn list_message<const N: usize>(bag: &Bag<N>) -> Vec<i32> {
    bag.kinds().flat_map(|(kind, count)| std::iter::repeat_n(counted(kind), count.into())).collect()
}

/// A bag of what is listed, in any order.
pub(super) fn read_list<const N: usize>(field: &'static str, listed: &[i32]) -> Result<Bag<N>, WireError> {
    if listed.len() > usize::from(u8::MAX) {
        return Err(WireError::new(field, format!("has {} entries, more than the 255 allowed", listed.len())));
    }
    let kinds: [usize; N] = std::array::from_fn(|kind| kind);
    let mut bag = Bag::EMPTY;
    for &number in listed {
        bag.put(one_of(field, &kinds, number)?);
    }
    Ok(bag)
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
