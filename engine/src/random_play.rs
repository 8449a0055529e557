//! Random games: every decision and every chance event drawn from one seed.

use std::sync::Arc;

use crate::dice::{Dice, Seed};
use crate::game::{Event, Game, Phase};
use crate::outcome::Outcome;
use crate::seat::SeatCount;

/// The stream of a seed from which decisions are drawn; chance is drawn from stream 0, as in a match.
pub(crate) const DECISIONS: u64 = 1;

/// A game that plays itself at random, one event a step.
#[derive(Debug)]
pub struct RandomPlay<G: Game> {
    /// The state after the steps so far.
    pub state: G,
    luck: Dice,
    choices: Dice,
    legal: Vec<G::Action>,
}

impl<G: Game> RandomPlay<G> {
    /// A fresh game.
    ///
    /// # Panics
    /// As [`Game::start`].
    #[must_use]
    pub fn new(seats: SeatCount, options: G::Options, rules: &Arc<G::Rules>, seed: Seed) -> Self {
        RandomPlay::from_state(G::start(seats, options, rules), seed)
    }

    /// A game that goes on from this state.
    #[must_use]
    pub fn from_state(state: G, seed: Seed) -> Self {
        RandomPlay { state, luck: Dice::new(seed), choices: Dice::stream(seed, DECISIONS), legal: Vec::new() }
    }

    /// Chooses one of the legal actions, each equally likely, or draws the chance event that is due, and plays it.
    ///
    /// # Errors
    /// The outcome, once the game is over.
    pub fn step(&mut self) -> Result<Event<G::Action, G::Chance>, Outcome> {
        let event = match self.state.phase() {
            Phase::Decide(_) => {
                self.state.legal_actions(&mut self.legal);
                Event::Action(*self.choices.pick(&self.legal))
            }
            Phase::Chance => Event::Chance(self.state.sample_chance(&mut self.luck)),
            Phase::Over(outcome) => return Err(outcome),
        };
        self.state.play_unchecked(event);
        Ok(event)
    }
}
