//! Seats at a table, and maps that hold exactly one value for each of them.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

use arrayvec::ArrayVec;

use crate::game::{ParseNotationError, parse_number};

/// The most seats any game of this engine has.
pub const SEATS_MAX: usize = 5;

/// A place at the table, counted from 0 in the game's own seating order.
///
/// A `Seat` alone doesn't say that the table is large enough: [`SeatCount::seat`] is the checked way in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The first seat; every table has it.
    pub const FIRST: Seat = Seat(0);

    /// The seat with this number.
    ///
    /// # Panics
    /// If `number` is [`SEATS_MAX`] or more. Numbers from outside go through [`SeatCount::seat`].
    #[must_use]
    pub const fn new(number: u8) -> Seat {
        assert!((number as usize) < SEATS_MAX, "seat number out of range");
        Seat(number)
    }

    /// 0 for the first seat.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0 for the first seat.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Seat {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Seat, ParseNotationError> {
        let number = parse_number(text).filter(|number| (*number as usize) < SEATS_MAX);
        let seat = number.map(|number| Seat(number as u8));
        seat.ok_or_else(|| ParseNotationError::new(text, "seat, such as 0"))
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seat({})", self.0)
    }
}

/// How many seats a table has: 1 to [`SEATS_MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SeatCount(u8);

impl SeatCount {
    /// `None` if `count` is 0 or more than [`SEATS_MAX`].
    #[must_use]
    pub const fn new(count: usize) -> Option<SeatCount> {
        if count >= 1 && count <= SEATS_MAX { Some(SeatCount(count as u8)) } else { None }
    }

    /// The number of seats.
    #[must_use]
    pub const fn get(self) -> usize {
        self.0 as usize
    }

    /// The seat with this number, if the table has it.
    #[must_use]
    pub const fn seat(self, number: u32) -> Option<Seat> {
        if number < self.0 as u32 { Some(Seat(number as u8)) } else { None }
    }

    /// All seats, in order.
    pub fn seats(self) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        (0..self.0).map(Seat)
    }

    /// The seat after this one, round the table.
    #[must_use]
    pub const fn next(self, seat: Seat) -> Seat {
        Seat(if seat.0 + 1 < self.0 { seat.0 + 1 } else { 0 })
    }

    /// The seats after this one, round the table, without itself.
    pub fn others_after(self, seat: Seat) -> impl Iterator<Item = Seat> + Clone {
        (1..self.0).map(move |step| Seat((seat.0 + step) % self.0))
    }
}

impl fmt::Display for SeatCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// One value for each seat of a table: a total map, indexed by [`Seat`].
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PerSeat<T>(ArrayVec<T, SEATS_MAX>);

impl<T> PerSeat<T> {
    /// A map with `make(seat)` for every seat.
    pub fn from_fn(seats: SeatCount, make: impl FnMut(Seat) -> T) -> PerSeat<T> {
        PerSeat(seats.seats().map(make).collect())
    }

    /// A map of these values in seat order; `None` if there are none or more than [`SEATS_MAX`].
    pub fn from_values(values: impl IntoIterator<Item = T>) -> Option<PerSeat<T>> {
        let mut all = ArrayVec::new();
        for value in values {
            all.try_push(value).ok()?;
        }
        if all.is_empty() { None } else { Some(PerSeat(all)) }
    }

    /// How many seats the table has.
    #[must_use]
    pub fn count(&self) -> SeatCount {
        SeatCount(self.0.len() as u8)
    }

    /// The values in seat order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// The values in seat order, to change.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.0.iter_mut()
    }

    /// Every seat with its value, in seat order.
    pub fn entries(&self) -> impl Iterator<Item = (Seat, &T)> {
        self.count().seats().zip(self.0.iter())
    }

    /// The values in seat order, as a slice.
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        &self.0
    }

    /// A map of `f(value)` for every seat.
    pub fn map<U>(&self, f: impl FnMut(&T) -> U) -> PerSeat<U> {
        PerSeat(self.0.iter().map(f).collect())
    }
}

impl<T> Index<Seat> for PerSeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for PerSeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

impl<T: fmt::Debug> fmt::Debug for PerSeat<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter()).finish()
    }
}

impl<'a, T> IntoIterator for &'a PerSeat<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
