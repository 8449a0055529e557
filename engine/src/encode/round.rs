//! The seats as the one that looks counts them: it is 0 itself, and the others follow round the table.

use crate::seat::{Seat, SeatCount};

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
}
