//! One match of the search bot: the rules, the state as far as it is known, and the search tree.

use std::error::Error;
use std::fmt::{Debug, Display};

use kahua_client::pb;
use kahua_engine::registry::{self, Visit};
use kahua_engine::{Choices, Event, Ruleset, Seat, Seed, Viewer, Wire};
use pb::match_event;
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
            self.found = KnownMatch::<G>::new(self.seated, self.seed).map(|known| Box::new(known) as _);
        }
    }
}

/// A match whose rules are known: it is played with the built-in ruleset.
#[derive(Debug)]
struct KnownMatch<G: Wire> {
    ruleset: Ruleset<G>,
    seat: Seat,
    /// The state that all events have led to; `None` once an event was missed.
    tracked: Option<G>,
    search: TreeSearch<G>,
}

impl<G: Wire> KnownMatch<G> {
    fn new(seated: &pb::Seated, seed: Seed) -> Result<KnownMatch<G>, String> {
        let ruleset = Ruleset::<G>::built_in();
        if ruleset.hash.0[..] != seated.ruleset_hash[..] {
            return Err(format!("the ruleset {:?} is not the built-in one, {:?}", seated.ruleset_id, ruleset.id));
        }
        let seats = G::INFO.seat_count(seated.players.len()).map_err(|error| error.to_string())?;
        let seat = seats.seat(seated.seat).ok_or_else(|| format!("the match has no seat {}", seated.seat))?;
        let choices = Choices::parse(G::INFO.options, seated.options.iter().map(String::as_str));
        let options = G::options(&choices.map_err(|error| error.to_string())?);
        Ok(KnownMatch {
            seat,
            tracked: Some(G::start(seats, options, &ruleset.rules)),
            search: TreeSearch::new(seed, depth_limit(seats)),
            ruleset,
        })
    }

    fn observe_one(&mut self, event: &pb::MatchEvent) -> Result<(), Box<dyn Error>> {
        let Some(tracked) = &mut self.tracked else { return Ok(()) };
        let event = read::<G>(event)?;
        tracked.play(event)?;
        self.search.advance(event);
        Ok(())
    }

    /// The state that a view shows. What the view leaves out is known from the events, or else guessed.
    fn state(&mut self, view: &G::View) -> Result<G, Box<dyn Error>> {
        let rules = self.ruleset.rules.clone();
        if let Some(tracked) = &self.tracked {
            let state = G::from_view(view, &tracked.hidden(Viewer::Seat(self.seat)), &rules);
            if state.as_ref() == Ok(tracked) {
                return Ok(state?);
            }
            self.lose_track(&"the events don't lead to the view");
        }
        Ok(G::from_view(view, &G::guess_hidden(view, &rules), &rules)?)
    }

    fn lose_track(&mut self, reason: &dyn Display) {
        warn!(%reason, "lost track of the match: from now on, what the view leaves out is guessed");
        self.tracked = None;
    }
}

impl<G: Wire> SearchPlayer for KnownMatch<G> {
    fn observe(&mut self, events: &[pb::MatchEvent]) {
        for event in events {
            if let Err(error) = self.observe_one(event) {
                return self.lose_track(&error);
            }
        }
    }

    fn best(&mut self, ask: &pb::Ask, budget: Budget) -> Result<Found, Box<dyn Error>> {
        let view = G::view_from_wire(ask.view.as_ref().ok_or("the ask has no view")?)?;
        let state = self.state(&view)?;
        let mut legal = Vec::new();
        state.legal_actions(&mut legal);
        if legal.len() != ask.legal_total as usize {
            return Err(format!("the rules allow {} actions, but the ask {}", legal.len(), ask.legal_total).into());
        }
        Ok(self.search.best(&state, budget))
    }
}

fn read<G: Wire>(event: &pb::MatchEvent) -> Result<Event<G::Action, G::Chance>, Box<dyn Error>> {
    Ok(match event.event.as_ref().ok_or("an event is empty")? {
        match_event::Event::Chance(outcome) => {
            let is_typed = outcome.game.is_some();
            Event::Chance(if is_typed { G::chance_from_wire(outcome)? } else { outcome.notation.parse()? })
        }
        match_event::Event::ActionTaken(taken) => {
            let action = taken.action.as_ref().ok_or("an event has no action")?;
            let is_typed = action.game.is_some();
            Event::Action(if is_typed { G::action_from_wire(action)? } else { action.notation.parse()? })
        }
    })
}
