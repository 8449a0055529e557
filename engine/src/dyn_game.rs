//! A game whose type is erased: the arena holds it without knowing which game it is.

use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

use kahua_proto::pb::arena::v1 as pb;

use crate::dice::{Dice, Seed};
use crate::follower::{FollowError, play_message};
use crate::game::{Event, Game, GameInfo, Illegal, ParseNotationError, Phase, Viewer};
use crate::outcome::Outcome;
use crate::position;
use crate::random_play::RandomPlay;
use crate::ruleset::{Ruleset, RulesetHash};
use crate::seat::{PerSeat, SeatCount};
use crate::wire::Wire;

/// One game being played. Opened by [`DynRuleset::open`](crate::DynRuleset::open).
///
/// If you know that it is a game `G`, you can downcast it to an [`OpenGame<G>`] through [`Any`].
pub trait DynGame: Any + Send + Debug {
    /// The fixed facts of the game.
    fn info(&self) -> &'static GameInfo;

    /// How many seats play.
    fn seats(&self) -> SeatCount;

    /// A copy of the game, to try actions on it that may be taken back.
    fn copy(&self) -> Box<dyn DynGame>;

    /// What must happen next.
    fn phase(&self) -> &Phase;

    /// How many legal actions the seat to decide has; 0 in the other phases.
    fn legal_count(&self) -> usize;

    /// The notation of the legal action with this index in the list; `None` beyond its end.
    fn legal_notation(&self, index: usize) -> Option<String>;

    /// The typed message of the legal action with this index in the list, its notation left empty; `None` beyond its end.
    fn legal_wire(&self, index: usize) -> Option<pb::Action>;

    /// How many actions were taken so far.
    fn actions_taken(&self) -> usize;

    /// The typed message of the action with this number, from 0, among those taken, its notation left empty; `None` if
    /// there were fewer.
    fn action_taken(&self, number: usize) -> Option<pb::Action>;

    /// How many chance events there were so far.
    fn chances_drawn(&self) -> usize;

    /// The typed message of the outcome of the chance event with this number, from 0, its notation left empty; `None` if
    /// there were fewer.
    fn chance_drawn(&self, number: usize) -> Option<pb::Chance>;

    /// The index in the legal list of the action that an answer means.
    ///
    /// # Errors
    /// If it isn't legal, with the reason; [`Illegal::Unreadable`] if it isn't an action of this game at all.
    fn find(&self, answer: Answer<'_>) -> Result<usize, Illegal>;

    /// Plays the legal action with this index, and returns it in notation.
    ///
    /// # Panics
    /// If the list isn't that long: [`DynGame::find`] gives indices that fit.
    fn play(&mut self, index: usize) -> String;

    /// The outcomes of the coming chance event with their weights, in notation; empty in the other phases.
    fn chance_outcomes(&self) -> Vec<(String, u32)>;

    /// Draws the coming chance event, plays it, and returns it in notation.
    ///
    /// # Panics
    /// If no chance event is due.
    fn draw(&mut self, dice: &mut Dice) -> String;

    /// Plays this outcome of the coming chance event.
    ///
    /// # Errors
    /// If it isn't one of its outcomes.
    fn play_chance(&mut self, notation: &str) -> Result<(), Illegal>;

    /// Plays the event that a message tells of, typed or in notation.
    ///
    /// # Errors
    /// If it can't be read or can't come next; the game is then unchanged.
    fn observe(&mut self, message: &pb::MatchEvent) -> Result<(), FollowError>;

    /// Plays on at random from here, on a copy, until the game is over or this many events have happened. All is drawn from
    /// the seed.
    fn rollout(&self, seed: Seed, events_max: usize) -> Rollout;

    /// How a finished game came to its end: see [`Game::ending`].
    fn ending(&self) -> &'static str;

    /// What this viewer is shown.
    fn view(&self, viewer: Viewer) -> pb::View;

    /// The points that every seat would have if the final scoring came now: see [`Game::scores_if_ended`].
    fn scores_if_ended(&self) -> PerSeat<i32>;

    /// The whole state as one line of text: see [`position`](crate::position). [`DynRuleset::open_position`](crate::DynRuleset::open_position) reads it.
    fn position(&self) -> String;

    /// The whole state as bytes, shorter than the text and written in less time.
    fn position_bytes(&self) -> Vec<u8>;
}

/// Where a [rollout](DynGame::rollout) has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rollout {
    /// To the end of the game.
    Over(Outcome),
    /// To its last event before the end; these are the points of [`Game::scores_if_ended`] there.
    Stopped(PerSeat<i32>),
}

impl Rollout {
    /// The points of every seat.
    #[must_use]
    pub fn scores(&self) -> &PerSeat<i32> {
        match self {
            Rollout::Over(outcome) => &outcome.scores,
            Rollout::Stopped(scores) => scores,
        }
    }
}

/// The forms in which an answer may name its action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer<'a> {
    /// By its index in the legal list.
    Index(u32),
    /// By its typed message.
    Wire(&'a pb::Action),
    /// By its notation.
    Notation(&'a str),
}

/// A state with its phase and its legal list, which are computed once for each event, and the events that led there.
#[derive(Debug)]
pub struct OpenGame<G: Game> {
    state: G,
    rules: Arc<G::Rules>,
    ruleset_hash: RulesetHash,
    phase: Phase,
    legal: Vec<G::Action>,
    /// Stored as `drawn` is, so that events can be told again later without parsing their notation.
    taken: Vec<G::Action>,
    drawn: Vec<G::Chance>,
}

impl<G: Game> OpenGame<G> {
    pub(crate) fn new(state: G, ruleset: &Ruleset<G>) -> Self {
        let (legal, taken, drawn) = (Vec::new(), Vec::new(), Vec::new());
        let (rules, ruleset_hash) = (Arc::clone(&ruleset.rules), ruleset.hash);
        let mut cached = OpenGame { phase: Phase::Chance, legal, taken, drawn, state, rules, ruleset_hash };
        cached.refresh();
        cached
    }

    /// The state as it stands.
    #[must_use]
    pub fn state(&self) -> &G {
        &self.state
    }

    /// The values of the ruleset.
    #[must_use]
    pub fn rules(&self) -> &G::Rules {
        &self.rules
    }

    /// The legal actions of the seat to decide; empty in the other phases.
    #[must_use]
    pub fn legal(&self) -> &[G::Action] {
        &self.legal
    }

    fn refresh(&mut self) {
        self.phase = self.state.phase();
        self.state.legal_actions(&mut self.legal);
    }

    fn play_unchecked(&mut self, event: Event<G::Action, G::Chance>) {
        self.state.play_unchecked(event);
        self.played(event);
    }

    fn played(&mut self, event: Event<G::Action, G::Chance>) {
        match event {
            Event::Action(action) => self.taken.push(action),
            Event::Chance(outcome) => self.drawn.push(outcome),
        }
        self.refresh();
    }

    fn index_of(&self, action: &G::Action) -> Result<usize, Illegal> {
        self.legal.binary_search(action).map_err(|_| {
            let refused = Illegal::unless_decision(&self.phase).and_then(|seat| self.state.check(seat, action));
            refused.err().unwrap_or_else(|| Illegal::rule(format!("{action} is not in the legal list")))
        })
    }
}

impl<G: Wire> DynGame for OpenGame<G> {
    fn info(&self) -> &'static GameInfo {
        const { &G::INFO }
    }

    fn seats(&self) -> SeatCount {
        self.state.seats()
    }

    fn copy(&self) -> Box<dyn DynGame> {
        Box::new(OpenGame {
            state: self.state.clone(),
            rules: Arc::clone(&self.rules),
            ruleset_hash: self.ruleset_hash,
            phase: self.phase.clone(),
            legal: self.legal.clone(),
            taken: self.taken.clone(),
            drawn: self.drawn.clone(),
        })
    }

    fn phase(&self) -> &Phase {
        &self.phase
    }

    fn legal_count(&self) -> usize {
        self.legal.len()
    }

    fn legal_notation(&self, index: usize) -> Option<String> {
        self.legal.get(index).map(ToString::to_string)
    }

    fn legal_wire(&self, index: usize) -> Option<pb::Action> {
        self.legal.get(index).map(G::action_to_wire)
    }

    fn actions_taken(&self) -> usize {
        self.taken.len()
    }

    fn action_taken(&self, number: usize) -> Option<pb::Action> {
        self.taken.get(number).map(G::action_to_wire)
    }

    fn chances_drawn(&self) -> usize {
        self.drawn.len()
    }

    fn chance_drawn(&self, number: usize) -> Option<pb::Chance> {
        self.drawn.get(number).map(G::chance_to_wire)
    }

    fn find(&self, answer: Answer<'_>) -> Result<usize, Illegal> {
        match answer {
            Answer::Index(index) if (index as usize) < self.legal.len() => Ok(index as usize),
            Answer::Index(index) => Err(Illegal::rule(format!(
                "index {index} is beyond the legal list, which has {} actions: 0 to {}",
                self.legal.len(),
                self.legal.len().saturating_sub(1)
            ))),
            Answer::Wire(message) => {
                let action = G::action_from_wire(message).map_err(|error| Illegal::Unreadable(error.to_string()))?;
                self.index_of(&action)
            }
            Answer::Notation(text) => {
                let unreadable = |error: ParseNotationError| Illegal::Unreadable(error.to_string());
                self.index_of(&text.parse().map_err(unreadable)?)
            }
        }
    }

    fn play(&mut self, index: usize) -> String {
        let action = self.legal[index];
        self.play_unchecked(Event::Action(action));
        action.to_string()
    }

    fn chance_outcomes(&self) -> Vec<(String, u32)> {
        let mut outcomes = Vec::new();
        self.state.chance_outcomes(&mut outcomes);
        outcomes.into_iter().map(|(outcome, weight)| (outcome.to_string(), weight)).collect()
    }

    fn draw(&mut self, dice: &mut Dice) -> String {
        let outcome = self.state.sample_chance(dice);
        self.play_unchecked(Event::Chance(outcome));
        outcome.to_string()
    }

    fn play_chance(&mut self, notation: &str) -> Result<(), Illegal> {
        let event = Event::Chance(parse_outcome::<G>(notation)?);
        self.state.play(event)?;
        self.played(event);
        Ok(())
    }

    fn observe(&mut self, message: &pb::MatchEvent) -> Result<(), FollowError> {
        let event = play_message(&mut self.state, message)?;
        self.played(event);
        Ok(())
    }

    fn rollout(&self, seed: Seed, events_max: usize) -> Rollout {
        let mut play = RandomPlay::from_state(self.state.clone(), seed);
        for _ in 0..events_max {
            if let Err(outcome) = play.step() {
                return Rollout::Over(outcome);
            }
        }
        match play.state.phase() {
            Phase::Over(outcome) => Rollout::Over(outcome),
            Phase::Decide(_) | Phase::Chance => Rollout::Stopped(play.state.scores_if_ended()),
        }
    }

    fn ending(&self) -> &'static str {
        self.state.ending()
    }

    fn view(&self, viewer: Viewer) -> pb::View {
        G::view_to_wire(&self.state.view(viewer))
    }

    fn scores_if_ended(&self) -> PerSeat<i32> {
        self.state.scores_if_ended()
    }

    fn position(&self) -> String {
        position::to_text(&self.state, self.ruleset_hash)
    }

    fn position_bytes(&self) -> Vec<u8> {
        position::to_bytes(&self.state, self.ruleset_hash)
    }
}

fn parse_outcome<G: Game>(notation: &str) -> Result<G::Chance, Illegal> {
    notation.parse().map_err(|error: ParseNotationError| Illegal::rule(error.to_string()))
}
