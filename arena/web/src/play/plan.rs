//! What a person tries before sending it: the decisions of one turn, each on a copy of the game. They can be undone one
//! by one.
//!
//! A plan never goes beyond luck or another seat's decision: it ends where the game asks for something else than the
//! person.

use std::collections::{BTreeSet, VecDeque};
use std::fmt;
use std::str::FromStr;

use kahua_engine::{DynGame, PerSeat, Phase, Seat};
use kahua_show::{Language, Wording, shown};

/// The plan of one seat.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    tried: Vec<Tried>,
    /// Decisions that were sent to the table but not yet to the arena, which asks for one at a time.
    confirmed: VecDeque<String>,
    /// Whether a turn is sent as soon as it has nothing more to decide.
    pub(crate) at_once: bool,
}

/// A decision that is tried.
#[derive(Debug)]
pub(crate) struct Tried {
    notation: String,
    /// What it does, in words of each language.
    texts: [String; Language::ALL.len()],
    /// The ids in the drawing of what it is about.
    pub(crate) places: BTreeSet<String>,
    /// The game after it.
    game: Box<dyn DynGame>,
}

/// What a person does at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// Tries the legal action with this index.
    Try(usize),
    /// Takes back the last decision that was tried.
    Back,
    /// Takes back all of them.
    BackToStart,
    /// Sends what was tried.
    Send,
    /// Chooses whether turns are sent as soon as they have nothing more to decide.
    AtOnce(bool),
    /// Gives the match up.
    Resign,
}

/// What a person saw when they acted: the number of events and of tried decisions. An act that was meant for another
/// state does nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    pub(crate) events: usize,
    pub(crate) tried: usize,
}

impl fmt::Display for Stamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.events, self.tried)
    }
}

impl FromStr for Stamp {
    type Err = ();

    fn from_str(text: &str) -> Result<Stamp, ()> {
        let (events, tried) = text.split_once('-').ok_or(())?;
        Ok(Stamp { events: events.parse().map_err(drop)?, tried: tried.parse().map_err(drop)? })
    }
}

impl Tried {
    /// What it does, in words of this language.
    pub(crate) fn text(&self, language: Language) -> &str {
        &self.texts[language.index()]
    }
}

impl Plan {
    pub(crate) fn tried(&self) -> &[Tried] {
        &self.tried
    }

    /// The game after the tried decisions: `game` itself if there are none.
    pub(crate) fn after<'a>(&'a self, game: &'a dyn DynGame) -> &'a dyn DynGame {
        self.tried.last().map_or(game, |tried| &*tried.game)
    }

    /// Whether the arena hasn't got a confirmed decision yet.
    pub(crate) fn is_being_sent(&self) -> bool {
        !self.confirmed.is_empty()
    }

    /// Tries a decision of this seat; does nothing if the seat has none, or there is no action with this index.
    pub(super) fn try_action(&mut self, seat: Seat, game: &dyn DynGame, index: usize, names: &PerSeat<String>) {
        let before = shown(self.after(game));
        let Some(notation) = before.legal_notation(index) else { return };
        if *before.phase() != Phase::Decide(seat) {
            return;
        }
        let texts = Language::ALL.map(|language| before.describe_action(index, Wording { language, names }));
        let places = before.places(index).into_iter().collect();
        let mut after = before.copy();
        after.play(index);
        let goes_on = *after.phase() == Phase::Decide(seat);
        self.tried.push(Tried { notation, texts, places, game: after });
        if self.at_once && !goes_on {
            self.confirm();
        }
    }

    pub(super) fn take_back(&mut self) {
        self.tried.pop();
    }

    pub(super) fn take_all_back(&mut self) {
        self.tried.clear();
    }

    pub(super) fn confirm(&mut self) {
        self.confirmed.extend(self.tried.drain(..).map(|tried| tried.notation));
    }

    /// The next decision for the arena.
    pub(super) fn next_to_send(&mut self) -> Option<String> {
        self.confirmed.pop_front()
    }
}

#[cfg(test)]
mod tests {
    use kahua_engine::{Choices, Dice, Seed, registry};

    use super::*;

    /// Every game at its first decision, and who decides.
    fn games() -> impl Iterator<Item = (Box<dyn DynGame>, Seat)> {
        registry::all().iter().map(|entry| {
            let info = entry.info();
            let seats = info.seat_count(*info.seats.end()).unwrap();
            let mut game = entry.built_in_ruleset().open(seats, &Choices::defaults(info.options)).unwrap();
            let mut dice = Dice::new(Seed::from_number(1));
            while *game.phase() == Phase::Chance {
                game.draw(&mut dice);
            }
            let seat = game.phase().to_act().unwrap();
            (game, seat)
        })
    }

    #[test]
    fn what_is_tried_is_taken_back_step_by_step_and_leaves_the_game_as_it_was() {
        for (game, seat) in games() {
            let names = PerSeat::from_fn(game.seats(), |seat| format!("p{seat}"));
            let (before, mut plan) = (game.view(kahua_engine::Viewer::Seat(seat)), Plan::default());
            let mut views = vec![before.clone()];
            while *plan.after(&*game).phase() == Phase::Decide(seat) && views.len() < 20 {
                plan.try_action(seat, &*game, 0, &names);
                views.push(plan.after(&*game).view(kahua_engine::Viewer::Seat(seat)));
            }
            assert!(views.len() > 1 && plan.tried()[0].text(Language::English).starts_with(&names[seat]));
            assert_ne!(*plan.after(&*game).phase(), Phase::Decide(seat), "a plan ends with the turn");
            let length = plan.tried().len();
            plan.try_action(seat, &*game, 0, &names);
            assert_eq!(plan.tried().len(), length, "and never goes beyond it");
            while let Some(view) = views.pop() {
                assert_eq!(plan.after(&*game).view(kahua_engine::Viewer::Seat(seat)), view);
                plan.take_back();
            }
            assert_eq!(game.view(kahua_engine::Viewer::Seat(seat)), before);
        }
    }

    #[test]
    fn what_is_confirmed_is_sent_in_its_order_and_cannot_be_taken_back() {
        let (game, seat) = games().next().unwrap();
        let names = PerSeat::from_fn(game.seats(), |seat| format!("p{seat}"));
        let mut plan = Plan::default();
        plan.try_action(seat, &*game, usize::MAX, &names);
        assert!(plan.tried().is_empty(), "there is no such action");
        plan.try_action(seat, &*game, 1, &names);
        let first = game.legal_notation(1);
        plan.confirm();
        plan.take_back();
        assert!(plan.is_being_sent() && plan.tried().is_empty());
        assert_eq!((plan.next_to_send(), plan.next_to_send()), (first, None));
    }

    #[test]
    fn a_stamp_is_read_as_it_is_written() {
        let stamp = Stamp { events: 12, tried: 3 };
        assert_eq!(stamp.to_string().parse(), Ok(stamp));
        assert!(["", "12", "a-1", "1-", "-1"].iter().all(|text| text.parse::<Stamp>().is_err()));
    }
}
