//! Kanaloa: two, three or four players travel between islands along fish, collect offerings, and win gods over.
//!
//! `RULES.md` in this folder has the rules as played here, with the notation and every assumed value; `ruleset.toml`
//! has the values. Identifiers such as K8 name the rulings that `RULES.md` cites.

mod action;
mod apply;
mod chance;
mod fish;
mod god;
mod legal;
mod map;
mod numbering;
mod observe;
mod options;
mod player;
mod refusal;
mod ruleset;
#[cfg(any(test, feature = "scenes"))]
pub mod scene;
mod score;
mod stage;
mod state;
mod supply;
#[cfg(test)]
mod tests;
mod tile;
mod view;
mod volcano;
#[cfg(feature = "wire")]
mod wire;

use std::sync::Arc;

pub use action::{Action, CardPair, Chance, Change, ChangeKind, Spot};
pub use fish::{Colour, Fish, Shoal, Side};
pub use god::{Card, Cards, God, Temple, Temples};
pub use map::{Arrow, Current, Island, Map};
pub use options::{LeftOut, Options, Pairing, Setup};
pub use player::{Piece, Player};
pub use ruleset::{Components, Rules, SharedComponents};
pub use score::{Tally, worth};
pub use stage::{Arrival, Offering, Refill, Stage, Way};
pub use state::{Kanaloa, Turn};
pub use supply::{Supply, Tiles};
pub use tile::{Tile, TileBag};
pub use view::{Shown, View};
pub use volcano::{Clock, SeaSpace, Site, Volcano};

use crate::dice::Dice;
use crate::game::{Event, Game, GameInfo, Illegal, Phase, ViewError, Viewer};
use crate::options::Choices;
use crate::ruleset::RulesetError;
use crate::seat::{PerSeat, Seat, SeatCount};

/// A true bound on the events of a game. Each turn that takes a tile uses up one of at most 96 offerings, so there are
/// at most 97 such turns, and as many sacrifices. A sacrifice makes at most two players lose a card and with it a
/// piece: 194 pieces go and at most 198 come, and the dolphin is called at most 97 + 194 + 4 times. There are at most
/// 12 eruptions, and each makes at most 4 players lose a turn. A flip frees a piece until a move turns a fish over next
/// to at most 8 pieces, a new piece comes, or a volcano stands, which it does for at most 5 turns: that makes at most
/// 8 * 97 + 8 + 198 + 12 * (5 + 8) flips. In total there are fewer than 1700 turns. Each has at most 27 events: 4 around
/// the main action, 3 in it, 18 for Kanaloa with 8 vetoes, and 2 at the end; the tiles of all sacrifices, the draws and
/// the start phase add fewer than 400. The longest of 18,000 random games had 589 events.
const EVENTS_MAX: usize = 27 * 1700 + 400;

/// A true bound on the legal list: four swaps for each of at most 32 currents, 29 fish that leave two islands, 2 calls of
/// the dolphin, 5 temples. The longest list of 18,000 random games had 122 actions.
const LEGAL_MAX: usize = 4 * 32 + 29 + 2 + 5;

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
        events_max: EVENTS_MAX,
        legal_max: LEGAL_MAX,
        rules: include_str!("RULES.md"),
        ruleset: include_str!("ruleset.toml"),
    };

    fn rules(toml: &str) -> Result<Rules, RulesetError> {
        Rules::read(toml)
    }

    fn options(choices: &Choices) -> Options {
        Options::from_choices(choices)
    }

    fn start(seats: SeatCount, options: Options, rules: &Arc<Rules>) -> Kanaloa {
        Kanaloa::start(seats, options, rules)
    }

    fn seats(&self) -> SeatCount {
        self.players.count()
    }

    fn phase(&self) -> Phase {
        match self.stage.to_act(self.turn.seat, &self.cards) {
            Some(seat) => Phase::Decide(seat),
            None if matches!(self.stage, Stage::Over) => Phase::Over(self.outcome()),
            None => Phase::Chance,
        }
    }

    fn legal_actions(&self, out: &mut Vec<Action>) {
        self.legal_actions(out);
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Illegal> {
        self.check(seat, action)
    }

    fn chance_outcomes(&self, out: &mut Vec<(Chance, u32)>) {
        self.chance_outcomes(out);
    }

    fn sample_chance(&self, dice: &mut Dice) -> Chance {
        self.sample_chance(dice)
    }

    fn play_unchecked(&mut self, event: Event<Action, Chance>) {
        match event {
            Event::Action(action) => self.apply_action(action),
            Event::Chance(chance) => self.apply_chance(chance),
        }
    }

    fn scores_if_ended(&self) -> PerSeat<i32> {
        self.players.map(|player| Tally::of(&player.temples).points)
    }

    fn view(&self, _viewer: Viewer) -> View {
        self.shown().to_view()
    }

    /// The pairing, which matters until the cards are dealt.
    fn hidden(&self, _viewer: Viewer) -> Pairing {
        self.pairing
    }

    /// Nothing is left to guess: a seat that decides has seen the cards dealt.
    fn guess_hidden(_view: &View, _rules: &Arc<Rules>) -> Pairing {
        Pairing::default()
    }

    fn from_view(view: &View, pairing: &Pairing, rules: &Arc<Rules>) -> Result<Kanaloa, ViewError> {
        Kanaloa::from_view(view, pairing, rules)
    }
}
