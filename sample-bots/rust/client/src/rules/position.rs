//! A position, and what can be asked of it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use prost::Message;
use serde_json::{Value, json};

use super::{Rules, RulesError, base64};
use crate::answer::Choice;
use crate::pb;

/// One position of a game. The process forgets it when this is dropped.
#[derive(Debug)]
pub struct Position {
    /// Its number in requests.
    pub handle: u64,
    /// What must happen next.
    pub phase: Phase,
    /// How many legal actions the seat to decide has; 0 if none is.
    pub legal_total: u32,
    /// The place of each seat, 1 for the winner, once the game is over.
    pub places: Vec<u32>,
    /// The outcomes of chance that the latest request has drawn.
    pub drawn: Vec<String>,
    rules: Rules,
}

/// What must happen next in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// This seat decides.
    Decide(u32),
    /// Chance is drawn.
    Chance,
    /// Nothing: the game is over.
    Over,
}

/// An outcome of a chance event.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The outcome in the game's notation.
    pub notation: String,
    /// Above 0; those of all outcomes sum to 1.
    pub probability: f64,
}

/// What came of random games.
#[derive(Clone, Debug, PartialEq)]
pub struct Rollouts {
    /// The mean points of each seat.
    pub mean_scores: Vec<f64>,
    /// The share of the games in which each seat came first; those who tie share it.
    pub wins: Vec<f64>,
    /// How many of the games reached their end.
    pub finished: u32,
}

/// What a legal action leads to.
#[derive(Clone, Debug, PartialEq)]
pub struct Successor {
    /// The action in the game's notation. Its index in the list is its index in `ask.legal`.
    pub action: String,
    /// The points of each seat if the final scoring came right after the action.
    pub scores: Vec<i32>,
    /// What must happen then.
    pub phase: Phase,
    /// What came of random games after the action, if they were asked for.
    pub rollouts: Option<Rollouts>,
}

impl Position {
    pub(super) fn new(rules: &Rules, answer: &Value) -> Result<Position, RulesError> {
        let handle = answer["position"].as_u64().ok_or_else(|| RulesError::unexpected("position"))?;
        let rules = rules.clone();
        let mut position =
            Position { handle, phase: Phase::Over, legal_total: 0, places: Vec::new(), drawn: Vec::new(), rules };
        position.update(answer)?;
        Ok(position)
    }

    /// The legal actions in the game's notation, in the order of `ask.legal`.
    ///
    /// # Errors
    /// As [`Rules::request`]; so do all methods below.
    pub fn legal(&self) -> Result<Vec<String>, RulesError> {
        Ok(texts(&self.ask("legal", json!({}))?["legal"]))
    }

    /// Plays a legal action: its index, its notation, or the action of an ask that has its notation. With a seed, chance is then drawn
    /// up to the next decision.
    ///
    /// # Errors
    /// If the action isn't legal.
    pub fn play(&mut self, action: impl Into<Choice>, seed: Option<u64>) -> Result<(), RulesError> {
        let action = named(action.into())?;
        self.change("play", json!({"action": action, "seed": seed}))
    }

    /// As [`Position::play`], but on a copy.
    ///
    /// # Errors
    /// If the action isn't legal.
    pub fn after(&self, action: impl Into<Choice>, seed: Option<u64>) -> Result<Position, RulesError> {
        let action = named(action.into())?;
        self.another("play", json!({"action": action, "seed": seed, "copy": true}))
    }

    /// The outcomes of the chance event that is due; empty if none is.
    ///
    /// # Errors
    /// As [`Rules::request`].
    pub fn chance(&self) -> Result<Vec<Outcome>, RulesError> {
        let answer = self.ask("chance", json!({}))?;
        let total = answer["weights_total"].as_f64().unwrap_or(1.0);
        let outcome = |outcome: &Value| Outcome {
            notation: text(&outcome["outcome"]),
            probability: outcome["weight"].as_f64().unwrap_or_default() / total,
        };
        Ok(list(&answer["outcomes"], outcome))
    }

    /// Plays an outcome of the chance event that is due.
    ///
    /// # Errors
    /// If it can't come now.
    pub fn play_chance(&mut self, notation: &str) -> Result<(), RulesError> {
        self.change("play", json!({"chance": notation}))
    }

    /// Draws chance up to the next decision.
    ///
    /// # Errors
    /// As [`Rules::request`].
    pub fn sample(&mut self, seed: u64) -> Result<(), RulesError> {
        self.change("sample", json!({"seed": seed}))
    }

    /// Plays events of a match, as asks and `on_events` have them: all of them or none.
    ///
    /// # Errors
    /// If they can't have happened.
    pub fn observe(&mut self, events: &[pb::MatchEvent]) -> Result<(), RulesError> {
        let message = pb::MatchEvents { events: events.to_vec(), ..pb::MatchEvents::default() };
        self.change("observe", json!({"events": base64(&message)}))
    }

    /// The points of each seat if the final scoring came now.
    ///
    /// # Errors
    /// As [`Rules::request`].
    pub fn scores(&self) -> Result<Vec<i32>, RulesError> {
        Ok(whole(&self.ask("scores", json!({}))?["scores"]))
    }

    /// What a seat sees, as text; without a seat, what a spectator sees.
    ///
    /// # Errors
    /// If there is no such seat.
    pub fn text(&self, seat: Option<u32>) -> Result<String, RulesError> {
        Ok(text(&self.ask("text", json!({"seat": seat}))?["text"]))
    }

    /// What a seat sees; without a seat, what a spectator sees.
    ///
    /// # Errors
    /// If there is no such seat.
    pub fn view(&self, seat: Option<u32>) -> Result<pb::View, RulesError> {
        let answer = self.ask("view", json!({"seat": seat, "form": "bytes"}))?;
        let bytes = STANDARD.decode(text(&answer["view"])).ok();
        bytes.and_then(|bytes| pb::View::decode(&*bytes).ok()).ok_or_else(|| RulesError::unexpected("view"))
    }

    /// What every legal action leads to, all in one request. With `rollouts`, so many random games are played after each action, with
    /// the luck of this seed. With `events_max`, each stops after so many actions and chance events, and the points count as if the
    /// final scoring came then.
    ///
    /// # Errors
    /// If no seat is to decide, or these are more random games than one request may ask for.
    pub fn successors(&self, rollouts: u32, seed: u64, events_max: Option<u32>) -> Result<Vec<Successor>, RulesError> {
        let arguments = json!({"rollouts": rollouts, "seed": seed, "events_max": events_max});
        let successor = |successor: &Value| Successor {
            action: text(&successor["action"]),
            scores: whole(&successor["scores"]),
            phase: phase(successor),
            rollouts: (rollouts > 0).then(|| rolled_out(successor)),
        };
        Ok(list(&self.ask("successors", arguments)?["successors"], successor))
    }

    /// Plays `n` random games from here, each to its end or for so many events.
    ///
    /// # Errors
    /// If these are more than one request may ask for.
    pub fn rollout(&self, n: u32, seed: u64, events_max: Option<u32>) -> Result<Rollouts, RulesError> {
        Ok(rolled_out(&self.ask("rollout", json!({"n": n, "seed": seed, "events_max": events_max}))?))
    }

    /// The same position once more.
    ///
    /// # Errors
    /// If too many positions are open.
    pub fn copy(&self) -> Result<Position, RulesError> {
        self.another("clone", json!({}))
    }

    /// The same view of the seat to decide, with another guess at what it doesn't see.
    ///
    /// # Errors
    /// If no seat is to decide.
    pub fn redraw(&self, seed: u64) -> Result<Position, RulesError> {
        self.another("redraw", json!({"seed": seed}))
    }

    fn ask(&self, op: &str, mut arguments: Value) -> Result<Value, RulesError> {
        arguments["position"] = self.handle.into();
        self.rules.request(op, arguments)
    }

    fn change(&mut self, op: &str, arguments: Value) -> Result<(), RulesError> {
        let answer = self.ask(op, arguments)?;
        self.update(&answer)
    }

    fn another(&self, op: &str, arguments: Value) -> Result<Position, RulesError> {
        Position::new(&self.rules, &self.ask(op, arguments)?)
    }

    fn update(&mut self, answer: &Value) -> Result<(), RulesError> {
        if !answer["phase"].is_string() {
            return Err(RulesError::unexpected("phase"));
        }
        self.phase = phase(answer);
        self.legal_total = number(&answer["legal_total"]);
        self.places = list(&answer["places"], number);
        self.drawn = texts(&answer["drawn"]);
        Ok(())
    }
}

impl Drop for Position {
    fn drop(&mut self) {
        self.rules.forget(self.handle);
    }
}

/// An action as a request names it.
fn named(choice: Choice) -> Result<Value, RulesError> {
    match choice {
        Choice::Index(index) => Ok(index.into()),
        Choice::Notation(notation) => Ok(notation.into()),
        Choice::Action(action) if !action.notation.is_empty() => Ok(action.notation.into()),
        Choice::Action(_) => {
            let remedy = "name it by its index, or set ActionForm::Both in the settings";
            Err(RulesError::Request(format!("the action has no notation: {remedy}")))
        }
        Choice::Resign => Err(RulesError::Request("resigning is not an action of the game".to_owned())),
    }
}

fn phase(answer: &Value) -> Phase {
    match answer["phase"].as_str() {
        Some("decide") => Phase::Decide(number(&answer["seat"])),
        Some("chance") => Phase::Chance,
        _ => Phase::Over,
    }
}

fn rolled_out(answer: &Value) -> Rollouts {
    let numbers = |values: &Value| list(values, |value| value.as_f64().unwrap_or_default());
    Rollouts {
        mean_scores: numbers(&answer["mean_scores"]),
        wins: numbers(&answer["wins"]),
        finished: number(&answer["finished"]),
    }
}

fn list<T>(values: &Value, item: impl Fn(&Value) -> T) -> Vec<T> {
    values.as_array().map(|values| values.iter().map(item).collect()).unwrap_or_default()
}

fn texts(values: &Value) -> Vec<String> {
    list(values, text)
}

fn whole(values: &Value) -> Vec<i32> {
    list(values, |value| value.as_i64().and_then(|value| value.try_into().ok()).unwrap_or_default())
}

fn number(value: &Value) -> u32 {
    value.as_u64().and_then(|value| value.try_into().ok()).unwrap_or_default()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
