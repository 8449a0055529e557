//! The seats of a match, as pages tell them apart.

use kahua_engine::{PerSeat, Seat, registry};
use kahua_show::seat_shape;
use maud::{Markup, html};

/// The seats of a match.
#[derive(Clone, Debug)]
pub(crate) struct Seats {
    /// The name of the game, whose drawings say which colour a seat has.
    pub(crate) game: &'static str,
    /// Who sits there.
    pub(crate) names: PerSeat<String>,
}

impl Seats {
    /// The shape and the colour by which a seat's pieces are known.
    pub(crate) fn shape(&self, seat: Seat) -> Markup {
        shape(self.game, seat)
    }

    /// The shape of a seat, and who sits there.
    pub(crate) fn player(&self, seat: Seat) -> Markup {
        html! { (self.shape(seat)) " " bdi { (self.names[seat]) } }
    }
}

/// As [`Seats::shape`].
pub(crate) fn shape(game: &str, seat: Seat) -> Markup {
    // A record may name any game.
    let game = registry::find(game).map_or("", |game| game.info().name);
    html! {
        svg class={"board shape " (game)} viewBox="-12 -12 24 24" width="16" height="16" aria-hidden="true" {
            (seat_shape(seat, 10))
        }
    }
}
