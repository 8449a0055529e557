//! The quick playout that evaluates a new leaf. It mostly takes the actions that have done best so far.

use kahua_engine::{Dice, Event, Game, Phase, Seat};

use super::action_stats::{ActionStats, Slot};

/// The percentage of decisions that are random.
const RANDOM_PERCENT: u32 = 15;

/// Plays rollouts. It is reused for its buffers.
#[derive(Debug)]
pub(super) struct Rollout<G: Game> {
    legal: Vec<G::Action>,
    /// The decisions of the latest rollout.
    pub(super) taken: Vec<(Seat, Slot)>,
}

impl<G: Game> Rollout<G> {
    pub(super) fn new() -> Self {
        Rollout { legal: Vec::new(), taken: Vec::new() }
    }

    /// Plays on from `state` for at most this number of events.
    pub(super) fn play(&mut self, state: &mut G, events: usize, stats: &ActionStats, dice: &mut Dice) {
        self.taken.clear();
        for _ in 0..events {
            let event = match state.phase() {
                Phase::Over(_) => break,
                Phase::Chance => Event::Chance(state.sample_chance(dice)),
                Phase::Decide(seat) => {
                    state.legal_actions(&mut self.legal);
                    Event::Action(self.decide(seat, stats, dice))
                }
            };
            state.play_unchecked(event);
        }
    }

    /// Chooses one of the legal actions.
    fn decide(&mut self, seat: Seat, stats: &ActionStats, dice: &mut Dice) -> G::Action {
        if let [only] = self.legal[..] {
            return only;
        }
        let mut chosen = *dice.pick(&self.legal);
        let mut slot = Slot::of(seat, &chosen);
        if dice.below(100) >= RANDOM_PERCENT {
            let mut best_value = stats.value(slot);
            for other in &self.legal {
                let other_slot = Slot::of(seat, other);
                let value = stats.value(other_slot);
                if value > best_value {
                    (chosen, slot, best_value) = (*other, other_slot, value);
                }
            }
        }
        self.taken.push((seat, slot));
        chosen
    }
}
