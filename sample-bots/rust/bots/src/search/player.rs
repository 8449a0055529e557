//! What the bot knows of one match: the rules, the events so far, and what its search has learnt.

use std::error::Error;
use std::fmt::Debug;

use kahua_client::pb;
use kahua_engine::games::haleakala::Haleakala;
use kahua_engine::games::hawaii::Hawaii;
use kahua_engine::games::kanaloa::Kanaloa;
use kahua_engine::{Choices, Event, Ruleset, Seat, Seed, Viewer, Wire};
use pb::seen_event::What;
use tracing::warn;

use super::kanaloa;
use crate::mcts::{Budget, Horizon, Search};

/// One match, whatever its game.
pub(super) trait Mind: Send + Debug {
    /// Follows what happened.
    fn follow(&mut self, events: &[pb::SeenEvent]);

    /// The index of the action that the search prefers.
    ///
    /// # Errors
    /// If the ask's view or legal list isn't one of the game by the rules known here.
    fn best(&mut self, ask: &pb::Ask, budget: Budget) -> Result<u32, Box<dyn Error>>;
}

/// A mind for this seat. How far it looks in each game was found by trying, with the example `gauntlet`.
///
/// # Errors
/// If the rules of the match aren't known here; says why.
pub(super) fn of(seated: &pb::Seated, seed: Seed) -> Result<Box<dyn Mind>, String> {
    Ok(match seated.game.as_str() {
        "haleakala" => Box::new(Known::<Haleakala>::new(seated, seed, Horizon::points_after(15))?),
        "kanaloa" => Box::new(Known::<Kanaloa>::new(seated, seed, kanaloa::horizon(seated.players.len()))?),
        "hawaii" => Box::new(Known::<Hawaii>::new(seated, seed, Horizon::end())?),
        game => return Err(format!("it can't search the game {game:?}")),
    })
}

/// A match of a game by its built-in ruleset.
#[derive(Debug)]
struct Known<G: Wire> {
    ruleset: Ruleset<G>,
    seat: Seat,
    /// The state as the events tell it, until one is missed.
    following: Option<G>,
    search: Search<G>,
}

impl<G: Wire> Known<G> {
    fn new(seated: &pb::Seated, seed: Seed, horizon: Horizon<G>) -> Result<Known<G>, String> {
        let ruleset = Ruleset::<G>::built_in();
        if ruleset.hash.0[..] != seated.ruleset_hash[..] {
            return Err(format!("its ruleset {:?} isn't the built-in one, {:?}", seated.ruleset_id, ruleset.id));
        }
        let seats = G::INFO.seat_count(seated.players.len()).map_err(|error| error.to_string())?;
        let seat = seats.seat(seated.seat).ok_or_else(|| format!("it has no seat {}", seated.seat))?;
        let choices = Choices::parse(G::INFO.options, seated.options.iter().map(String::as_str));
        let options = G::options(&choices.map_err(|error| error.to_string())?);
        Ok(Known {
            seat,
            following: Some(G::start(seats, options, &ruleset.rules)),
            search: Search::new(seed, horizon),
            ruleset,
        })
    }

    fn follow_one(&mut self, event: &pb::SeenEvent) -> Result<(), Box<dyn Error>> {
        let Some(following) = &mut self.following else { return Ok(()) };
        let event = read::<G>(event)?;
        following.play(event)?;
        self.search.follow(event);
        Ok(())
    }

    /// The state that a view shows, with what it leaves out as the events say, or else guessed.
    fn state(&mut self, view: &G::View) -> Result<G, Box<dyn Error>> {
        let rules = self.ruleset.rules.clone();
        if let Some(following) = &self.following {
            let state = G::from_view(view, &following.hidden(Viewer::Seat(self.seat)), &rules);
            if state.as_ref() == Ok(following) {
                return Ok(state?);
            }
            self.lose_track(&"they don't lead to the view");
        }
        Ok(G::from_view(view, &G::guess_hidden(view, &rules), &rules)?)
    }

    fn lose_track(&mut self, reason: &dyn std::fmt::Display) {
        warn!(%reason, "can't follow the events of the match any longer: what is hidden is guessed from here on");
        self.following = None;
    }
}

impl<G: Wire> Mind for Known<G> {
    fn follow(&mut self, events: &[pb::SeenEvent]) {
        for event in events {
            if let Err(error) = self.follow_one(event) {
                return self.lose_track(&error);
            }
        }
    }

    fn best(&mut self, ask: &pb::Ask, budget: Budget) -> Result<u32, Box<dyn Error>> {
        let view = G::view_from_wire(ask.view.as_ref().ok_or("the ask has no view")?)?;
        let state = self.state(&view)?;
        let mut legal = Vec::new();
        state.legal_actions(&mut legal);
        if legal.len() != ask.legal_total as usize {
            return Err(format!("the rules allow {} actions, the ask {}", legal.len(), ask.legal_total).into());
        }
        Ok(self.search.best(&state, budget) as u32)
    }
}

fn read<G: Wire>(event: &pb::SeenEvent) -> Result<Event<G::Action, G::Chance>, Box<dyn Error>> {
    Ok(match event.what.as_ref().ok_or("an event says nothing")? {
        What::Chance(notation) => Event::Chance(notation.parse()?),
        What::Action(seen) => {
            let action = seen.action.as_ref().ok_or("an event has no action")?;
            let is_typed = action.game.is_some();
            Event::Action(if is_typed { G::action_from_wire(action)? } else { action.notation.parse()? })
        }
    })
}
