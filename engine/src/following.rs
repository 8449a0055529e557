//! Following a game from outside, event by event: what a bot that sees every event knows of what its view leaves out.

use std::sync::Arc;

use crate::game::{Event, Game, Illegal, Phase, Viewer};
use crate::seat::SeatCount;

/// A game as somebody knows it who has seen all of its events. Every event is public, and a state holds no order of
/// anything face down, so this is the whole state, and what a view leaves out can be read from it.
///
/// Without all of the events, [`Game::guess_hidden`] is what remains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Following<G: Game>(G);

impl<G: Game> Following<G> {
    /// The game before anything happened.
    ///
    /// # Panics
    /// As [`Game::start`].
    #[must_use]
    pub fn start(seats: SeatCount, options: G::Options, rules: &Arc<G::Rules>) -> Following<G> {
        Following(G::start(seats, options, rules))
    }

    /// Follows the next event.
    ///
    /// # Errors
    /// If it can't come next; the game is then as it was.
    pub fn follow(&mut self, event: Event<G::Action, G::Chance>) -> Result<(), Illegal> {
        match (event, self.0.phase()) {
            (Event::Action(action), Phase::Decide(seat)) => self.0.act(seat, action),
            (Event::Action(action), _) => Err(Illegal::rule(format!("{action} comes where nobody is to act"))),
            (Event::Chance(outcome), _) => {
                let mut outcomes = Vec::new();
                self.0.chance_outcomes(&mut outcomes);
                if !outcomes.iter().any(|(possible, _)| *possible == outcome) {
                    return Err(Illegal::rule(format!("{outcome} is none of the outcomes of the coming draw")));
                }
                self.0.play_unchecked(event);
                Ok(())
            }
        }
    }

    /// What the view of this viewer leaves out.
    #[must_use]
    pub fn hidden(&self, viewer: Viewer) -> G::Hidden {
        self.0.hidden(viewer)
    }

    /// The state that the events so far have led to.
    #[must_use]
    pub fn state(&self) -> &G {
        &self.0
    }
}
