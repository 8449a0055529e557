//! Perft: how many paths of a given length lead on from a state, chance outcomes counted as branches.
//!
//! The counts are a fingerprint of the rules: any change of what is legal, possible or asked changes them.

use crate::game::{Event, Game, Phase};

/// The number of event sequences of length `depth` from here; a game that ends earlier counts as one path.
pub fn perft<G: Game>(state: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let events = successors(state);
    if depth == 1 {
        return events.len().max(1) as u64;
    }
    if events.is_empty() {
        return 1;
    }
    events
        .into_iter()
        .map(|event| {
            let mut next = state.clone();
            next.play_unchecked(event);
            perft(&next, depth - 1)
        })
        .sum()
}

/// Everything that may happen next: the legal actions, or the chance outcomes, or nothing.
pub fn successors<G: Game>(state: &G) -> Vec<Event<G::Action, G::Chance>> {
    match state.phase() {
        Phase::Decide(_) => {
            let mut actions = Vec::new();
            state.legal_actions(&mut actions);
            actions.into_iter().map(Event::Action).collect()
        }
        Phase::Chance => {
            let mut outcomes = Vec::new();
            state.chance_outcomes(&mut outcomes);
            outcomes.into_iter().map(|(outcome, _)| Event::Chance(outcome)).collect()
        }
        Phase::Over(_) => Vec::new(),
    }
}
