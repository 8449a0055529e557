//! The quick game that values a new leaf: mostly the actions that have done well so far, now and then any.

use kahua_engine::{Dice, Event, Game, Phase, Seat};

use super::habits::{Habits, Slot};

/// How many of 100 decisions are drawn by lot.
const BY_LOT: u32 = 15;

/// A rollout's decisions.
#[derive(Debug)]
pub(super) struct Rollout<G: Game> {
    legal: Vec<G::Action>,
    /// Who took what in the latest rollout.
    pub(super) taken: Vec<(Seat, Slot)>,
}

impl<G: Game> Rollout<G> {
    pub(super) fn new() -> Self {
        Rollout { legal: Vec::new(), taken: Vec::new() }
    }

    /// Plays on for so many events, or to the end of the game.
    pub(super) fn play(&mut self, state: &mut G, events: usize, habits: &Habits, dice: &mut Dice) {
        self.taken.clear();
        for _ in 0..events {
            let event = match state.phase() {
                Phase::Over(_) => break,
                Phase::Chance => Event::Chance(state.sample_chance(dice)),
                Phase::Decide(seat) => {
                    state.legal_actions(&mut self.legal);
                    Event::Action(self.decide(seat, habits, dice))
                }
            };
            state.play_unchecked(event);
        }
    }

    /// One of the legal actions.
    fn decide(&mut self, seat: Seat, habits: &Habits, dice: &mut Dice) -> G::Action {
        if let [only] = self.legal[..] {
            return only;
        }
        let mut chosen = *dice.pick(&self.legal);
        let mut slot = Slot::of(seat, &chosen);
        if dice.below(100) >= BY_LOT {
            let mut value = habits.value(slot);
            for other in &self.legal {
                let at = Slot::of(seat, other);
                let worth = habits.value(at);
                if worth > value {
                    (chosen, slot, value) = (*other, at, worth);
                }
            }
        }
        self.taken.push((seat, slot));
        chosen
    }
}
