//! Kanaloa: two, three or four players travel between islands along fish, collect offerings, and win gods over.
//!
//! The rules as played here, with the notation and every assumed figure, are in `RULES.md` beside this file; the
//! figures are in `ruleset.toml`. Ids such as K8 name the rulings listed there.

use std::sync::Arc;

use crate::dice::Dice;
use crate::game::{Event, Game, GameInfo, Illegal, Phase, ViewError, Viewer};
use crate::options::Choices;
use crate::ruleset::RulesetError;
use crate::seat::{PerSeat, Seat, SeatCount};

mod action;
mod board;
mod chance;
mod constraints;
mod fish;
mod inspect;
mod legal;
mod map;
mod notation;
mod options;
mod permit;
mod player;
mod refusal;
mod rules;
mod sacrifice;
mod scoring;
mod set;
mod setup;
mod stage;
mod state;
mod supply;
#[cfg(test)]
mod tests;
mod tile;
mod turn;
mod view;
mod volcano;
#[cfg(feature = "wire")]
mod wire;

pub use action::{Action, CardPair, Chance, Change, ChangeKind, Spot};
pub use fish::{Colour, Fish, Side};
pub use map::{Arrow, Island};
pub use options::{LeftOut, Options, Pairing, Setup};
pub use player::{Piece, Player};
pub use rules::Rules;
pub use stage::{Arrival, Offering, Refill, Stage, Way};
pub use state::{Card, Cards, Kanaloa, Turn};
pub use supply::{Supply, Tiles};
pub use tile::{God, Temple, Temples, Tile, TileBag};
pub use view::View;
pub use volcano::{Clock, SeaSpace, Site, Volcano};

impl Game for Kanaloa {
    type Action = Action;
    type Chance = Chance;
    type Options = Options;
    type Rules = Rules;
    type View = View;
    type Hidden = Pairing;

    const INFO: GameInfo = GameInfo {
        name: "kanaloa",
        title: "Kanaloa",
        seats: 2..=4,
        options: Options::INFO,
        rules_version: 1,
        notation_version: 1,
        // Of at most 96 offerings each turn that takes a tile uses one up, so there are at most 97 such turns, and as
        // many sacrifices. A card lost in a sacrifice makes a piece go, at most two for each: 194 pieces go and at most
        // 198 come, and the dolphin is called at most 97 + 194 + 4 times. An eruption, of which there are at most 12,
        // makes at most 4 players lose a turn. A flip frees a piece until a move turns a fish over beside at most 8
        // pieces, a new piece comes, or a volcano stands, which it does for at most 5 turns: that makes at most
        // 8 * 97 + 8 + 198 + 12 * (5 + 8) flips. In sum there are fewer than 1700 turns. Each has at most 27 events:
        // 4 around the main action, 3 in it, 18 for Kanaloa with 8 vetoes, and 2 at the end; the tiles of all
        // sacrifices, the draws and the start phase add fewer than 400. The longest of 18,000 random games has 589.
        events_max: 27 * 1700 + 400,
        // Four swaps for each of at most 32 currents, 29 fish leaving two islands, 2 calls of the dolphin, 5 temples.
        // The longest list of 18,000 random games has 122.
        legal_max: 4 * 32 + 29 + 2 + 5,
        ruleset: include_str!("ruleset.toml"),
    };

    fn rules(toml: &str) -> Result<Rules, RulesetError> {
        Rules::read(toml)
    }

    fn options(choices: &Choices) -> Options {
        Options::read(choices)
    }

    fn start(seats: SeatCount, options: Options, rules: &Arc<Rules>) -> Kanaloa {
        Kanaloa::set_up(seats, options, rules)
    }

    fn seats(&self) -> SeatCount {
        self.seat_count()
    }

    fn phase(&self) -> Phase {
        self.phase_now()
    }

    fn scores_if_ended(&self) -> PerSeat<i32> {
        self.points()
    }

    fn legal_actions(&self, out: &mut Vec<Action>) {
        out.clear();
        self.list_legal(out);
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Illegal> {
        Illegal::unless_to_act(seat, &self.phase_now())?;
        self.judge(*action)
    }

    fn chance_outcomes(&self, out: &mut Vec<(Chance, u32)>) {
        out.clear();
        self.for_each_outcome(|outcome, weight| out.push((outcome, weight)));
    }

    fn sample_chance(&self, dice: &mut Dice) -> Chance {
        self.sample(dice)
    }

    fn play_unchecked(&mut self, event: Event<Action, Chance>) {
        match event {
            Event::Action(action) => self.play_action(action),
            Event::Chance(chance) => self.play_chance(chance),
        }
    }

    fn view(&self, _viewer: Viewer) -> View {
        self.to_view()
    }

    fn hidden(&self, _viewer: Viewer) -> Pairing {
        self.pairing
    }

    /// Whoever has a decision to take has seen the cards dealt.
    fn guess_hidden(_view: &View, _rules: &Arc<Rules>) -> Pairing {
        Pairing::default()
    }

    fn from_view(view: &View, pairing: &Pairing, rules: &Arc<Rules>) -> Result<Kanaloa, ViewError> {
        Kanaloa::of_view(view, *pairing, rules)
    }
}

impl Kanaloa {
    fn phase_now(&self) -> Phase {
        match self.stage.decider(self.turn.seat, &self.cards) {
            Some(seat) => Phase::Decide(seat),
            None if self.stage == Stage::Over => Phase::Over(self.outcome()),
            None => Phase::Chance,
        }
    }
}
