//! A toy game for tests of programs that play games: quick, with chance, for any number of seats.
//!
//! Each turn a die of `1..=6` is rolled, then the seat to act banks it or passes it up. After three rounds the most points win.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use kahua_proto::pb::arena::v1 as pb;

use crate::game::{Event, Game, GameInfo, Illegal, ParseNotationError, Phase, ViewError, Viewer};
use crate::options::Choices;
use crate::outcome::Outcome;
use crate::ruleset::{Ruleset, RulesetError};
use crate::seat::{PerSeat, Seat, SeatCount};
use crate::wire::{Wire, WireError};

/// How many turns each seat has.
pub const ROUNDS: u32 = 3;

/// The toy game's state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Toy {
    /// The points of each seat.
    pub scores: PerSeat<i32>,
    /// How many turns are over.
    pub turn: u32,
    /// The pips of the die, from the roll to the decision.
    pub die: Option<u8>,
}

impl Toy {
    /// The toy's only ruleset.
    #[must_use]
    pub fn ruleset() -> Arc<Ruleset<Toy>> {
        Arc::new(Ruleset::built_in())
    }

    /// The seat whose turn it is.
    #[must_use]
    pub fn to_act(&self) -> Seat {
        Seat::new((self.turn % self.scores.count().get() as u32) as u8)
    }
}

/// Bank the die or pass it up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Choice {
    /// Add the die to the own points.
    Bank,
    /// Leave it.
    Pass,
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Choice::Bank => "bank",
            Choice::Pass => "pass",
        })
    }
}

impl FromStr for Choice {
    type Err = ParseNotationError;
    fn from_str(text: &str) -> Result<Choice, ParseNotationError> {
        match text {
            "bank" => Ok(Choice::Bank),
            "pass" => Ok(Choice::Pass),
            _ => Err(ParseNotationError::new(text, "action of the toy: bank or pass")),
        }
    }
}

/// A die's number of pips.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pips(pub u8);

impl fmt::Display for Pips {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "die:{}", self.0)
    }
}

impl FromStr for Pips {
    type Err = ParseNotationError;
    fn from_str(text: &str) -> Result<Pips, ParseNotationError> {
        let pips = text.strip_prefix("die:").and_then(|pips| pips.parse().ok()).filter(|pips| (1..=6).contains(pips));
        pips.map(Pips).ok_or_else(|| ParseNotationError::new(text, "chance outcome of the toy: die:1 to die:6"))
    }
}

impl Game for Toy {
    type Action = Choice;
    type Chance = Pips;
    type Options = ();
    type Rules = ();
    type View = Toy;
    type Hidden = ();

    const INFO: GameInfo = GameInfo {
        name: "toy",
        title: "Toy",
        seats: 1..=5,
        options: &[],
        rules_version: 1,
        notation_version: 1,
        events_max: 2 * 5 * ROUNDS as usize,
        legal_max: 2,
        rules: "# Toy\n",
        ruleset: "id = \"toy\"\ngame = \"toy\"\n",
    };

    fn rules(_toml: &str) -> Result<(), RulesetError> {
        Ok(())
    }

    fn options(_choices: &Choices) {}

    fn start(seats: SeatCount, (): (), _rules: &Arc<()>) -> Toy {
        Toy { scores: PerSeat::from_fn(seats, |_| 0), turn: 0, die: None }
    }

    fn seats(&self) -> SeatCount {
        self.scores.count()
    }

    fn phase(&self) -> Phase {
        if self.turn == ROUNDS * self.scores.count().get() as u32 {
            Phase::Over(Outcome::ranked(self.scores.clone(), &self.scores))
        } else if self.die.is_none() {
            Phase::Chance
        } else {
            Phase::Decide(self.to_act())
        }
    }

    fn legal_actions(&self, out: &mut Vec<Choice>) {
        out.clear();
        if self.die.is_some() {
            out.extend([Choice::Bank, Choice::Pass]);
        }
    }

    fn check(&self, seat: Seat, _action: &Choice) -> Result<(), Illegal> {
        Illegal::unless_to_act(seat, &self.phase())
    }

    fn chance_outcomes(&self, out: &mut Vec<(Pips, u32)>) {
        out.clear();
        if self.phase() == Phase::Chance {
            out.extend((1..=6).map(|pips| (Pips(pips), 1)));
        }
    }

    fn play_unchecked(&mut self, event: Event<Choice, Pips>) {
        match event {
            Event::Chance(Pips(pips)) => self.die = Some(pips),
            Event::Action(choice) => {
                let pips = self.die.take().unwrap_or(0);
                if choice == Choice::Bank {
                    let seat = self.to_act();
                    self.scores[seat] += i32::from(pips);
                }
                self.turn += 1;
            }
        }
    }

    fn scores_if_ended(&self) -> PerSeat<i32> {
        self.scores.clone()
    }

    fn view(&self, _viewer: Viewer) -> Toy {
        self.clone()
    }

    fn hidden(&self, _viewer: Viewer) {}

    fn guess_hidden(_view: &Toy, _rules: &Arc<()>) {}

    fn from_view(view: &Toy, (): &(), _rules: &Arc<()>) -> Result<Toy, ViewError> {
        Ok(view.clone())
    }
}

/// The toy isn't in the protocol. Its views say only who decides, and bots know its events only by notation and index.
impl Wire for Toy {
    fn view_to_wire(view: &Toy) -> pb::View {
        pb::View { to_move: view.phase().to_act().map(|seat| seat.number().into()), game: None }
    }

    fn view_from_wire(_message: &pb::View) -> Result<Toy, WireError> {
        Err(WireError::other_game("toy"))
    }

    fn action_to_wire(action: &Choice) -> pb::Action {
        pb::Action { notation: action.to_string(), ..pb::Action::default() }
    }

    fn action_from_wire(_message: &pb::Action) -> Result<Choice, WireError> {
        Err(WireError::other_game("toy"))
    }

    fn chance_to_wire(outcome: &Pips) -> pb::Chance {
        pb::Chance { notation: outcome.to_string(), ..pb::Chance::default() }
    }

    fn chance_from_wire(_message: &pb::Chance) -> Result<Pips, WireError> {
        Err(WireError::other_game("toy"))
    }
}
