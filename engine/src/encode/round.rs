//! The seats as the one that looks counts them: it is 0 itself, and the others follow round the table.

use arrayvec::ArrayVec;

use crate::seat::{PerSeat, SEATS_MAX, Seat, SeatCount};

/// Who looks, and at which table.
#[derive(Clone, Copy)]
pub(crate) struct Round {
    /// The seat that looks.
    pub(crate) viewer: Seat,
    /// How many seats play.
    pub(crate) seats: SeatCount,
}

impl Round {
    /// The number by which the viewer calls this seat.
    pub(crate) fn number(self, seat: Seat) -> usize {
        (seat.index() + self.seats.get() - self.viewer.index()) % self.seats.get()
    }

    /// What belongs to each seat, in the order of these numbers.
    pub(crate) fn in_order<T>(self, of_seats: &PerSeat<T>) -> ArrayVec<&T, SEATS_MAX> {
        let seats = std::iter::once(self.viewer).chain(self.seats.others_after(self.viewer));
        seats.map(|seat| &of_seats[seat]).collect()
    }
}
