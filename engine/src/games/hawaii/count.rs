//! Counting every supply from what everybody sees: gains and payments are public, only the sums lie behind the screens.

use std::sync::Arc;

use crate::game::{Event, Game, Illegal, Phase, Viewer};
use crate::seat::{PerSeat, SeatCount};

use super::action::{Action, Chance};
use super::rules::Rules;
use super::state::Hawaii;
use super::supply::Supply;
use super::view::Hidden;

/// A count of every seat's shells, feet and fruit, kept by following the events of a game from its start (W15).
///
/// Payments with only one way of paying are no events of their own; the count makes them as the game does.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SupplyCount(Hawaii);

impl SupplyCount {
    /// The count before anything happened.
    ///
    /// # Panics
    /// If the game isn't played with so many seats.
    #[must_use]
    pub fn start(seats: SeatCount, rules: &Arc<Rules>) -> SupplyCount {
        SupplyCount(Hawaii::start(seats, (), rules))
    }

    /// Follows the next event.
    ///
    /// # Errors
    /// If it can't come next; the count is then unchanged.
    pub fn follow(&mut self, event: Event<Action, Chance>) -> Result<(), Illegal> {
        match (event, self.0.phase()) {
            (Event::Action(action), Phase::Decide(seat)) => return self.0.act(seat, action),
            (Event::Chance(chance), _) if self.0.outcomes().iter().any(|(outcome, _)| *outcome == chance) => {
                self.0.play_unchecked(event);
            }
            (Event::Action(action), _) => return Err(Illegal::rule(format!("{action} comes where nobody is to act"))),
            (Event::Chance(chance), _) => {
                return Err(Illegal::rule(format!("{chance} is none of the outcomes of the coming draw")));
            }
        }
        Ok(())
    }

    /// What every seat has now.
    #[must_use]
    pub fn supplies(&self) -> &PerSeat<Supply> {
        &self.0.supplies
    }

    /// What a view leaves out for this viewer.
    #[must_use]
    pub fn hidden(&self, viewer: Viewer) -> Hidden {
        self.0.hidden(viewer)
    }
}
