//! Haleakala: two players, an island with a volcano, and a boat that brings cards to the players who have discs on the beach.
//!
//! The rules as played here stand in `RULES.md` of this folder, and the values in `ruleset.toml`. The identifiers H1 to
//! H40 in the code name the rulings that `RULES.md` cites.

mod action;
mod apply;
mod cards;
mod chance;
mod island;
mod legal;
mod numbering;
mod observe;
mod player;
mod refusal;
mod ruleset;
#[cfg(any(test, feature = "scenes"))]
pub mod scene;
mod score;
mod shaman;
mod state;
#[cfg(test)]
mod tests;
mod view;
#[cfg(feature = "wire")]
mod wire;

use std::hash::{Hash, Hasher};
use std::sync::Arc;

pub use action::{Action, Chance};
pub use cards::{Card, DisplayCard, DisplaySet, Pile};
pub use island::{Gap, Landscape, Segment, Space, SpaceSet};
pub use player::{Colour, Disc, Player};
pub use ruleset::{Points, Rules};
pub use shaman::Shaman;
pub use state::{End, Position, Round, Scoring, Step, Then, Variant};
pub use view::{Shown, View};

use crate::dice::Dice;
use crate::game::{Event, Game, GameInfo, Illegal, Phase, ViewError, Viewer};
use crate::options::{Choices, OptionInfo};
use crate::ruleset::RulesetError;
use crate::seat::{PerSeat, Seat, SeatCount};

/// A game of Haleakala.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Haleakala {
    /// What lies on the table.
    pub position: Position,
    /// The values of the ruleset.
    pub rules: Arc<Rules>,
}

/// The values are left out: states of one search have the same ones.
impl Hash for Haleakala {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.position.hash(hasher);
    }
}

/// A true bound on the events of a game. At most [`ruleset::CARDS_MAX`] turns take a card, each with at most 6 decisions
/// (action, pick, and for each player a purchase and the Priestess); the runs of turns without a card before, between
/// and after them are shorter than the guard, but for the last, and have at most 2 decisions a turn. Chance draws the
/// starting player and draws every card once; each of the two scorings has at most 4 decisions before it.
/// The longest of 200,000 random games had 969 events.
const EVENTS_MAX: usize = {
    let cards = ruleset::CARDS_MAX as usize;
    let idle_turns = (cards + 1) * ruleset::GUARD_TURNS_MAX as usize;
    6 * cards + 2 * idle_turns + (1 + cards) + 2 * 4
};

/// A true bound on the legal list: five discs in hand on six beaches, and five with the invocation disc. A disc on a
/// beach gives one action instead of six or seven, a shaman reaches fewer than 18 spaces, six cards are on the display,
/// four lava discs have at most eight moves.
const LEGAL_MAX: usize = 5 * 6 + 5;

const TWO_SEATS: SeatCount = SeatCount::new(2).expect("two seats are few enough");

impl Game for Haleakala {
    type Action = Action;
    type Chance = Chance;
    type Options = Variant;
    type Rules = Rules;
    type View = View;
    type Hidden = ();

    const INFO: GameInfo = GameInfo {
        name: "haleakala",
        title: "Haleakala",
        seats: 2..=2,
        options: &[OptionInfo {
            name: "variant",
            summary: "base: lava comes by cards; tactical: the players invoke it, and nobody buys before a scoring",
            values: &["base", "tactical"],
            omit_default: false,
            seats: &[],
        }],
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

    fn options(choices: &Choices) -> Variant {
        Variant::from_choices(choices)
    }

    fn start(seats: SeatCount, variant: Variant, rules: &Arc<Rules>) -> Haleakala {
        assert_eq!(seats, TWO_SEATS, "haleakala needs exactly 2 seats");
        Haleakala { position: Position::new(variant, rules), rules: Arc::clone(rules) }
    }

    fn seats(&self) -> SeatCount {
        TWO_SEATS
    }

    fn phase(&self) -> Phase {
        self.position.phase()
    }

    fn legal_actions(&self, out: &mut Vec<Action>) {
        self.position.legal_actions(&self.rules, out);
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Illegal> {
        self.position.check(seat, *action, &self.rules)
    }

    fn chance_outcomes(&self, out: &mut Vec<(Chance, u32)>) {
        self.position.chance_outcomes(out);
    }

    fn sample_chance(&self, dice: &mut Dice) -> Chance {
        self.position.sample_chance(dice)
    }

    fn play_unchecked(&mut self, event: Event<Action, Chance>) {
        match event {
            Event::Action(action) => self.position.apply_action(action, &self.rules),
            Event::Chance(chance) => self.position.apply_chance(chance, &self.rules),
        }
    }

    fn scores_if_ended(&self) -> PerSeat<i32> {
        self.position.scores_if_ended(&self.rules)
    }

    fn ending(&self) -> &'static str {
        self.position.ending()
    }

    fn view(&self, _viewer: Viewer) -> View {
        self.position.shown(&self.rules).to_view()
    }

    fn hidden(&self, _viewer: Viewer) {}

    fn guess_hidden(_view: &View, _rules: &Arc<Rules>) {}

    fn from_view(view: &View, (): &(), rules: &Arc<Rules>) -> Result<Haleakala, ViewError> {
        Ok(Haleakala { position: Position::from_view(view, rules)?, rules: Arc::clone(rules) })
    }
}
