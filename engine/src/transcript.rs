//! A whole game as text: what it was played with, then one event a line.
//!
//! ```text
//! kahua-transcript 1
//! game haleakala
//! notation 1
//! ruleset haleakala-1 3f...
//! seats 2
//! options variant=base
//! chance start:0
//! 0 place:3@2
//! ```
//! A line that begins with a number is that seat's action.

use std::fmt;
use std::str::FromStr;

use crate::game::{Event, Game, Phase};
use crate::options::Choices;
use crate::ruleset::Ruleset;
use crate::seat::{Seat, SeatCount};

/// The first line: the format and its version.
const HEADING: &str = "kahua-transcript 1";

/// A game from its start, finished or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript<G: Game> {
    /// How many seats play.
    pub seats: SeatCount,
    /// The options of the table.
    pub choices: Choices,
    /// The ruleset's id and hash, as text.
    pub ruleset: String,
    /// What happened, each action with the seat that took it.
    pub events: Vec<Entry<G>>,
}

/// One event; an action with the seat that took it.
pub type Entry<G> = (Option<Seat>, Event<<G as Game>::Action, <G as Game>::Chance>);

impl<G: Game> Transcript<G> {
    /// A game in which nothing has happened.
    #[must_use]
    pub fn new(seats: SeatCount, choices: Choices, ruleset: &Ruleset<G>) -> Self {
        Transcript { seats, choices, ruleset: identity(ruleset), events: Vec::new() }
    }

    /// Adds what happens next to a game that stands at `state`.
    pub fn push(&mut self, state: &G, event: Event<G::Action, G::Chance>) {
        let seat = match state.phase() {
            Phase::Decide(seat) => Some(seat),
            Phase::Chance | Phase::Over(_) => None,
        };
        self.events.push((seat, event));
    }

    /// The state after all events, each of them checked.
    ///
    /// # Errors
    /// If the ruleset is another one, or an event isn't allowed; its number counts from 0.
    pub fn replay(&self, ruleset: &Ruleset<G>) -> Result<G, ReplayError> {
        if self.ruleset != identity(ruleset) {
            return Err(ReplayError::Ruleset { expected: self.ruleset.clone(), given: identity(ruleset) });
        }
        if !G::INFO.seats.contains(&self.seats.get()) {
            return Err(ReplayError::Seats(self.seats));
        }
        let mut state = G::start(self.seats, G::options(&self.choices), &ruleset.rules);
        for (number, (seat, event)) in self.events.iter().enumerate() {
            let allowed = match (seat, event) {
                (Some(seat), Event::Action(action)) => state.check(*seat, action).map_err(|error| error.to_string()),
                (None, Event::Chance(outcome)) => check_chance(&state, outcome),
                _ => Err("an action needs a seat, and a chance outcome has none".to_owned()),
            };
            allowed.map_err(|reason| ReplayError::Event { number, reason })?;
            state.play_unchecked(*event);
        }
        Ok(state)
    }
}

fn identity<G: Game>(ruleset: &Ruleset<G>) -> String {
    format!("{} {}", ruleset.id, ruleset.hash)
}

fn check_chance<G: Game>(state: &G, outcome: &G::Chance) -> Result<(), String> {
    let mut outcomes = Vec::new();
    state.chance_outcomes(&mut outcomes);
    let possible = outcomes.iter().any(|(known, _)| known == outcome);
    possible.then_some(()).ok_or_else(|| format!("{outcome} is none of the outcomes of chance here"))
}

/// Why a transcript can't be replayed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// It was played with another ruleset.
    #[error("it was played with ruleset {expected}, not with {given}")]
    Ruleset {
        /// The one in the transcript.
        expected: String,
        /// The one to replay with.
        given: String,
    },
    /// The game isn't played with so many seats.
    #[error("the game isn't played with {0} seats")]
    Seats(SeatCount),
    /// An event isn't allowed where it stands.
    #[error("event {number}: {reason}")]
    Event {
        /// Which, from 0.
        number: usize,
        /// Why not.
        reason: String,
    },
}

impl<G: Game> fmt::Display for Transcript<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADING}\ngame {}\nnotation {}", G::INFO.name, G::INFO.notation_version)?;
        writeln!(f, "ruleset {}\nseats {}\noptions {}", self.ruleset, self.seats, self.choices)?;
        self.events.iter().try_for_each(|(seat, event)| match (seat, event) {
            (Some(seat), Event::Action(action)) => writeln!(f, "{seat} {action}"),
            (None, Event::Chance(outcome)) => writeln!(f, "chance {outcome}"),
            (_, event) => unreachable!("only actions have a seat: {event:?}"),
        })
    }
}

/// A text that is no transcript of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct ParseTranscriptError {
    line: usize,
    problem: String,
}

impl<G: Game> FromStr for Transcript<G> {
    type Err = ParseTranscriptError;

    fn from_str(text: &str) -> Result<Self, ParseTranscriptError> {
        let mut lines = text.lines().enumerate();
        let mut header = |word: &str| -> Result<String, ParseTranscriptError> {
            let (number, line) = lines.next().unwrap_or((0, ""));
            let wrong = || error(number, format!("expected {word:?} at its start, found {line:?}"));
            Ok(line.strip_prefix(word).ok_or_else(wrong)?.trim_start().to_owned())
        };
        header(HEADING)?;
        expect(1, "game", &header("game ")?, G::INFO.name)?;
        expect(2, "notation version", &header("notation ")?, &G::INFO.notation_version.to_string())?;
        let ruleset = header("ruleset ")?;
        let seats = header("seats ")?;
        let seats = seats.parse().ok().and_then(SeatCount::new).ok_or_else(|| error(4, "no number of seats"))?;
        let options = header("options")?;
        let choices = Choices::parse(G::INFO.options, options.split(',').filter(|text| !text.is_empty()))
            .map_err(|problem| error(5, problem.to_string()))?;
        let events = lines.map(|(number, line)| event::<G>(number, line, seats)).collect::<Result<_, _>>()?;
        Ok(Transcript { seats, choices, ruleset, events })
    }
}

fn event<G: Game>(number: usize, line: &str, seats: SeatCount) -> Result<Entry<G>, ParseTranscriptError> {
    let (who, what) = line.split_once(' ').ok_or_else(|| error(number, format!("{line:?} is no event")))?;
    if who == "chance" {
        let outcome = what.parse().map_err(|problem| error(number, format!("{problem}")))?;
        return Ok((None, Event::Chance(outcome)));
    }
    let seat = who.parse().ok().and_then(|seat| seats.seat(seat));
    let seat = seat.ok_or_else(|| error(number, format!("{who:?} is neither a seat of this table nor \"chance\"")))?;
    let action = what.parse().map_err(|problem| error(number, format!("{problem}")))?;
    Ok((Some(seat), Event::Action(action)))
}

fn expect(line: usize, what: &str, given: &str, expected: &str) -> Result<(), ParseTranscriptError> {
    if given == expected { Ok(()) } else { Err(error(line, format!("{what} {given:?}, expected {expected:?}"))) }
}

fn error(line: usize, problem: impl Into<String>) -> ParseTranscriptError {
    ParseTranscriptError { line: line + 1, problem: problem.into() }
}
