//! What the messages of all games write alike: enums that count from 1, small numbers, lists and bags.

use crate::bag::Bag;
use crate::seat::Seat;
use crate::set::Ordinal;
use crate::wire::WireError;

/// What a field holds that must be set.
pub(crate) fn required<T>(field: &'static str, value: Option<T>) -> Result<T, WireError> {
    value.ok_or_else(|| WireError::missing(field))
}

/// The seat with this number. Whether the table has it, only the game can say.
pub(crate) fn read_seat(field: &'static str, number: u32) -> Result<Seat, WireError> {
    read_ordinal(field, number)
}

/// The number of an enum value whose type here has this index: the messages count from 1.
pub(crate) fn counted(index: usize) -> i32 {
    index as i32 + 1
}

/// What an enum's number stands for: the messages count from 1 to `count`, `make` from 0.
pub(crate) fn nth<T>(
    field: &'static str,
    count: usize,
    make: impl FnOnce(usize) -> Option<T>,
    number: i32,
) -> Result<T, WireError> {
    let index = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
    index.and_then(make).ok_or_else(|| WireError::new(field, format!("is {number}, but must be 1 to {count}")))
}

/// The one of these that an enum's number stands for.
pub(crate) fn one_of<T: Copy>(field: &'static str, all: &[T], number: i32) -> Result<T, WireError> {
    nth(field, all.len(), |index| all.get(index).copied(), number)
}

/// As [`one_of`], with the number after the last for none.
pub(crate) fn one_or_none<T: Copy>(field: &'static str, all: &[T], number: i32) -> Result<Option<T>, WireError> {
    nth(field, all.len() + 1, |index| (index <= all.len()).then(|| all.get(index).copied()), number)
}

/// What a number counted from 0 stands for.
pub(crate) fn read_ordinal<T: Ordinal>(field: &'static str, number: u32) -> Result<T, WireError> {
    let ordinal = number as usize;
    if ordinal < T::COUNT {
        Ok(T::from_ordinal(ordinal))
    } else {
        Err(WireError::out_of_range(field, number, T::COUNT as i64 - 1))
    }
}

/// As [`read_ordinal`], for a field that must be set because 0 stands for something.
pub(crate) fn required_ordinal<T: Ordinal>(field: &'static str, number: Option<u32>) -> Result<T, WireError> {
    read_ordinal(field, required(field, number)?)
}

/// A number up to 255.
pub(crate) fn read_u8(field: &'static str, number: u32) -> Result<u8, WireError> {
    u8::try_from(number).map_err(|_| WireError::out_of_range(field, number, u8::MAX.into()))
}

/// A number up to 65 535.
pub(crate) fn read_u16(field: &'static str, number: u32) -> Result<u16, WireError> {
    u16::try_from(number).map_err(|_| WireError::out_of_range(field, number, u16::MAX.into()))
}

/// Exactly `N` numbers, each read by `read`.
pub(crate) fn read_all<T, U: Copy, const N: usize>(
    field: &'static str,
    numbers: &[U],
    mut read: impl FnMut(U) -> Result<T, WireError>,
) -> Result<[T; N], WireError> {
    let read: Vec<T> = numbers.iter().map(|number| read(*number)).collect::<Result<_, _>>()?;
    let length = read.len();
    read.try_into().map_err(|_| WireError::new(field, format!("has {length} entries, but must have {N}")))
}

/// Exactly `N` numbers up to 255.
pub(crate) fn read_counts<const N: usize>(field: &'static str, numbers: &[u32]) -> Result<[u8; N], WireError> {
    read_all(field, numbers, |number| read_u8(field, number))
}

/// The kinds in a bag, lowest first, equal ones one after another.
pub(crate) fn list_message<const N: usize>(bag: &Bag<N>) -> Vec<i32> {
    // The length is known, and every ask has several such lists: they shouldn't grow step by step.
    let mut list = Vec::with_capacity(bag.total().into());
    for (kind, count) in bag.kinds() {
        list.resize(list.len() + usize::from(count), counted(kind));
    }
    list
}

/// A bag of what is listed, in any order.
pub(crate) fn read_list<const N: usize>(field: &'static str, listed: &[i32]) -> Result<Bag<N>, WireError> {
    if listed.len() > usize::from(u8::MAX) {
        return Err(WireError::new(field, format!("has {} entries, more than the 255 allowed", listed.len())));
    }
    let mut bag = Bag::EMPTY;
    for &number in listed {
        bag.put(nth(field, N, |kind| (kind < N).then_some(kind), number)?);
    }
    Ok(bag)
}
