//! One match of the search bot, whatever its game: the state as far as it is known, and the search tree.

use std::error::Error;
use std::fmt::Debug;

use kahua_client::pb;
use kahua_engine::registry::{self, Visit};
use kahua_engine::{FollowError, Follower, Ruleset, Seed, Wire};
use tracing::warn;

use super::depth::depth_limit;
use crate::mcts::{Budget, Found, TreeSearch};

/// Plays one match, whatever its game.
pub(super) trait SearchPlayer: Send + Debug {
    /// Takes note of events of the match.
    fn observe(&mut self, events: &[pb::MatchEvent]);

    /// Searches for the best action.
    ///
    /// # Errors
    /// If the view or the legal list doesn't agree with the rules.
    fn best(&mut self, ask: &pb::Ask, budget: Budget) -> Result<Found, Box<dyn Error>>;
}

/// A player for this seat. It finds the game in the engine's registry.
///
/// # Errors
/// If the engine doesn't have the rules of this match; the text says why.
pub(super) fn new_player(seated: &pb::Seated, seed: Seed) -> Result<Box<dyn SearchPlayer>, String> {
    let mut finder = Finder { seated, seed, found: Err(format!("the game {:?} is unknown", seated.game)) };
    registry::visit_all(&mut finder);
    finder.found
}

struct Finder<'a> {
    seated: &'a pb::Seated,
    seed: Seed,
    found: Result<Box<dyn SearchPlayer>, String>,
}

impl Visit for Finder<'_> {
    fn visit<G: Wire>(&mut self) {
        if G::INFO.name == self.seated.game {
            let known = KnownMatch::<G>::new(self.seated, self.seed);
            self.found = known.map(|known| Box::new(known) as _).map_err(|error| error.to_string());
        }
    }
}

/// A match whose rules are known: it is played with the built-in ruleset.
#[derive(Debug)]
struct KnownMatch<G: Wire> {
    follower: Follower<G>,
    search: TreeSearch<G>,
}

impl<G: Wire> KnownMatch<G> {
    fn new(seated: &pb::Seated, seed: Seed) -> Result<KnownMatch<G>, FollowError> {
        let follower = Follower::new(seated, Ruleset::built_in(), seed)?;
        let search = TreeSearch::new(seed, depth_limit(follower.seats()));
        Ok(KnownMatch { follower, search })
    }

    /// The state that a view shows.
    fn state(&mut self, view: &pb::View) -> Result<G, FollowError> {
        let was_followed = self.follower.followed().is_some();
        let state = self.follower.state(view)?;
        if was_followed && self.follower.followed().is_none() {
            lost_track(&"the events don't lead to the view");
        }
        Ok(state)
    }
}

fn lost_track(reason: &dyn std::fmt::Display) {
    warn!(%reason, "lost track of the match: from now on, what the view leaves out is guessed");
}

impl<G: Wire> SearchPlayer for KnownMatch<G> {
    fn observe(&mut self, events: &[pb::MatchEvent]) {
        for event in events {
            match self.follower.observe_one(event) {
                Ok(Some(event)) => self.search.advance(event),
                Ok(None) => return,
                Err(error) => return lost_track(&error),
            }
        }
    }

    fn best(&mut self, ask: &pb::Ask, budget: Budget) -> Result<Found, Box<dyn Error>> {
        let state = self.state(ask.view.as_ref().ok_or("the ask has no view")?)?;
        let mut legal = Vec::new();
        state.legal_actions(&mut legal);
        if legal.len() != ask.legal_total as usize {
            return Err(format!("the rules allow {} actions, but the ask {}", legal.len(), ask.legal_total).into());
        }
        Ok(self.search.best(&state, budget))
    }
}
