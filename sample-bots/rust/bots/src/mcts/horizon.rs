//! How far a search looks ahead, and what it goes by there.

use std::fmt::Debug;

use kahua_engine::{Game, PerSeat};

/// Where a rollout stops, unless the game is over earlier.
#[derive(Clone, Debug)]
pub struct Horizon<G> {
    /// How many events a rollout is long at most.
    pub events: usize,
    /// What every seat may hope to have in the end as things stand there, in points.
    pub prospects: fn(&G) -> PerSeat<f32>,
}

impl<G: Game> Horizon<G> {
    /// The end of the game: right for every game that a rollout gets to the end of, and needs no judgement.
    #[must_use]
    pub fn end() -> Horizon<G> {
        Horizon::points_after(G::INFO.events_max)
    }

    /// The points of the moment after so many events: for a long game in which they are a fair guide.
    #[must_use]
    pub fn points_after(events: usize) -> Horizon<G> {
        Horizon { events, prospects: |state| state.scores_if_ended().map(|points| *points as f32) }
    }
}
