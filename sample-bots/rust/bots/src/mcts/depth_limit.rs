//! How far a search looks ahead, and how it evaluates the states that it reaches there.

use std::fmt::Debug;

use kahua_engine::{Game, PerSeat};

/// Where a rollout stops if the game isn't over before.
#[derive(Clone, Debug)]
pub struct DepthLimit<G> {
    /// The maximum number of events in a rollout.
    pub events: usize,
    /// Estimates the final score of every seat from the state that a rollout has stopped at.
    pub evaluate: fn(&G) -> PerSeat<f32>,
}

impl<G: Game> DepthLimit<G> {
    /// The end of the game. It needs no estimate, and suits every game that a rollout finishes soon enough.
    #[must_use]
    pub fn game_end() -> DepthLimit<G> {
        DepthLimit::current_scores(G::INFO.events_max)
    }

    /// This number of events, with the current scores as the estimate. It suits long games whose current scores are a fair
    /// guide.
    #[must_use]
    pub fn current_scores(events: usize) -> DepthLimit<G> {
        DepthLimit { events, evaluate: |state| state.scores_if_ended().map(|score| *score as f32) }
    }
}
