//! A game for tests with one decision for each seat. The seat that bets best wins most often.
//!
//! In turn, every seat bets on two points, which it always gets, on three points, which it gets five times in six, or on nine
//! points, which it gets once in six.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use kahua_engine::{
    Choices, Event, Game, GameInfo, Illegal, Outcome, ParseNotationError, PerSeat, Phase, RulesetError, Seat,
    SeatCount, ViewError, Viewer,
};

/// The points that a seat bets on, or that it gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Points(pub(crate) u8);

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Points {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Points, ParseNotationError> {
        text.parse().map(Points).map_err(|_| ParseNotationError::new(text, "number of points"))
    }
}

/// The state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Gamble {
    scores: PerSeat<i32>,
    turn: u8,
    bet: Option<Points>,
}

impl Gamble {
    /// A game in which the first seats have these points and the next one must decide.
    pub(crate) fn after(scores: &[i32], seats: usize) -> Gamble {
        let seats = SeatCount::new(seats).unwrap();
        let score = |seat: Seat| scores.get(seat.index()).copied().unwrap_or(0);
        Gamble { scores: PerSeat::from_fn(seats, score), turn: scores.len() as u8, bet: None }
    }
}

impl Game for Gamble {
    type Action = Points;
    type Chance = Points;
    type Options = ();
    type Rules = ();
    type View = Gamble;
    type Hidden = ();

    const INFO: GameInfo = GameInfo {
        name: "gamble",
        title: "Gamble",
        seats: 1..=5,
        options: &[],
        rules_version: 1,
        notation_version: 1,
        events_max: 10,
        legal_max: 3,
        rules: "",
        ruleset: "",
    };

    fn rules(_toml: &str) -> Result<(), RulesetError> {
        Ok(())
    }

    fn options(_choices: &Choices) {}

    fn start(seats: SeatCount, (): (), _rules: &Arc<()>) -> Gamble {
        Gamble::after(&[], seats.get())
    }

    fn seats(&self) -> SeatCount {
        self.scores.count()
    }

    fn phase(&self) -> Phase {
        if usize::from(self.turn) == self.scores.count().get() {
            Phase::Over(Outcome::ranked(self.scores.clone(), &self.scores))
        } else if self.bet.is_some() {
            Phase::Chance
        } else {
            Phase::Decide(Seat::new(self.turn))
        }
    }

    fn legal_actions(&self, out: &mut Vec<Points>) {
        out.clear();
        if matches!(self.phase(), Phase::Decide(_)) {
            out.extend([2, 3, 9].map(Points));
        }
    }

    fn check(&self, seat: Seat, _action: &Points) -> Result<(), Illegal> {
        Illegal::unless_to_act(seat, &self.phase())
    }

    fn chance_outcomes(&self, out: &mut Vec<(Points, u32)>) {
        out.clear();
        match self.bet {
            Some(Points(2)) => out.push((Points(2), 1)),
            Some(Points(3)) => out.extend([(Points(0), 1), (Points(3), 5)]),
            Some(bet) => out.extend([(Points(0), 5), (bet, 1)]),
            None => {}
        }
    }

    fn play_unchecked(&mut self, event: Event<Points, Points>) {
        match event {
            Event::Action(bet) => self.bet = Some(bet),
            Event::Chance(Points(points)) => {
                self.scores[Seat::new(self.turn)] += i32::from(points);
                self.turn += 1;
                self.bet = None;
            }
        }
    }

    fn view(&self, _viewer: Viewer) -> Gamble {
        self.clone()
    }

    fn hidden(&self, _viewer: Viewer) {}

    fn guess_hidden(_view: &Gamble, _rules: &Arc<()>) {}

    fn from_view(view: &Gamble, (): &(), _rules: &Arc<()>) -> Result<Gamble, ViewError> {
        Ok(view.clone())
    }

    fn scores_if_ended(&self) -> PerSeat<i32> {
        self.scores.clone()
    }
}
