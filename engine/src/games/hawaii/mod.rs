//! Hawaii for two to five players: chieftains buy tiles for their villages, fish, and visit islets through five rounds.
//!
//! `RULES.md` in this folder has the rules as played here, paragraph by paragraph, with the ids of the rulings (W1 to
//! W26) that the documentation of this module names. `ruleset.toml` has the values.
//!
//! A turn is a sequence of small decisions, and a [`Stage`] says which one is open. A [`Board`] has everything that is
//! public. Only the supplies behind the screens are separate, so a view is simply the board.

mod action;
mod apply;
mod boats;
mod chance;
mod home;
mod legal;
mod numbering;
mod observe;
mod places;
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
mod tiles;
mod tokens;
mod view;
#[cfg(feature = "wire")]
mod wire;

use std::sync::Arc;

use crate::dice::Dice;
use crate::game::{Event, Game, GameInfo, Illegal, Phase, ViewError, Viewer};
use crate::options::Choices;
use crate::ruleset::RulesetError;
use crate::seat::{PerSeat, Seat, SeatCount};

pub use action::{Action, Chance};
pub use boats::{BoatRules, Fleet};
pub use home::{Home, Row, TIKIS};
pub use legal::copies;
pub use places::{Dock, Islet, Place, Site, Spot, Stack};
pub use ruleset::{
    BesideRules, DockRules, Gain, IsletRewards, PILES, ROUNDS, RoundRules, Rules, Sides, SiteRules, TileRules,
};
pub use score::{RoundScore, Standing, Tally, counting, round_scores};
pub use stage::{Bill, Draw, Harbour, Purpose, Stage};
pub use state::{Board, Chief, Hawaii, Player};
pub use supply::{Coin, Due, Payment, Supply};
pub use tiles::{God, Kind, Side, Tile};
pub use tokens::{SiteTokens, TOKENS, Token, TokenBag};
pub use view::{Hidden, Shown, View};

impl Game for Hawaii {
    type Action = Action;
    type Chance = Chance;
    type Options = ();
    type Rules = Rules;
    type View = View;
    type Hidden = Hidden;

    const INFO: GameInfo = GameInfo {
        name: "hawaii",
        title: "Hawaii",
        seats: 2..=5,
        options: &[],
        rules_version: 1,
        notation_version: 1,
        // A round draws at most 30 tokens for sites and 4 for the track. Each token of a site takes at most 6 decisions
        // (a purchase: move, pay, price, buy, pay, row; a catch of one: move, boats, fish, stop, pay), each of 4 docks
        // takes 5 (move, boats, pay, reward, row), and each of 5 seats 1 for the track: 205 decisions and 34 draws. The
        // set-up adds 21 draws, the later rounds 16 islets, the stacks 10 gods. The longest of 16,000 random games had 454.
        events_max: 5 * (205 + 34) + 21 + 16 + 10,
        // There are 91 ways of paying 12, the highest cost of a payment, in three resources. With the built-in values at most 87; the
        // longest seen in random play: pay 24, boats 23, move 20, buy 8, reward and row 5, fish 4, price 3.
        legal_max: 91,
        rules: include_str!("RULES.md"),
        ruleset: include_str!("ruleset.toml"),
    };

    fn rules(toml: &str) -> Result<Rules, RulesetError> {
        Rules::read(toml)
    }

    fn options(_choices: &Choices) {}

    fn start(seats: SeatCount, (): (), rules: &Arc<Rules>) -> Hawaii {
        assert!(Self::INFO.seats.contains(&seats.get()), "Hawaii needs 2 to 5 seats, got {seats}");
        Hawaii {
            rules: Arc::clone(rules),
            board: Board::start(seats, rules),
            supplies: PerSeat::from_fn(seats, |_| rules.opening),
        }
    }

    fn seats(&self) -> SeatCount {
        self.supplies.count()
    }

    #[inline]
    fn phase(&self) -> Phase {
        match self.board.stage {
            Stage::Draw(_) => Phase::Chance,
            Stage::Over => Phase::Over(self.outcome()),
            _ => Phase::Decide(self.board.current_seat()),
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

    fn view(&self, viewer: Viewer) -> View {
        self.shown(viewer).to_view()
    }

    fn hidden(&self, viewer: Viewer) -> Hidden {
        self.hidden(viewer)
    }

    fn guess_hidden(view: &View, rules: &Arc<Rules>) -> Hidden {
        Hidden::guess(view, rules)
    }

    /// Each amount of another player is drawn from 0 to twice that of the guess, each number equally likely.
    fn sample_hidden(view: &View, rules: &Arc<Rules>, dice: &mut Dice) -> Hidden {
        Hidden::guess(view, rules).drawn(dice)
    }

    fn from_view(view: &View, hidden: &Hidden, rules: &Arc<Rules>) -> Result<Hawaii, ViewError> {
        Hawaii::from_view(view, hidden, rules)
    }

    fn scores_if_ended(&self) -> PerSeat<i32> {
        self.scores_if_ended()
    }
}
