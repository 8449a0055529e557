//! Hawaii for two to five players: chieftains buy tiles for their villages, fish, and visit islets through five rounds.
//!
//! The rules as played here stand in `RULES.md` beside this file, paragraph by paragraph, with the ids of the rulings
//! (W1 to W26) that the documentation of this module names. The figures stand in `ruleset.toml`.
//!
//! A turn is a sequence of small decisions; a [`Stage`] says which is open. What is public is a [`Board`]; only the
//! supplies behind the screens lie beside it, so a view is the board as it is.

mod action;
mod boats;
mod draws;
mod explain;
mod geometry;
mod home;
mod legal;
mod names;
mod notation;
mod places;
mod play;
mod round;
mod rules;
mod ruleset;
mod scoring;
mod state;
mod supply;
#[cfg(test)]
mod tests;
mod tiles;
mod tokens;
mod validate;
mod view;
#[cfg(feature = "wire")]
mod wire;

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::dice::Dice;
use crate::game::{Event, Game, GameInfo, Illegal, Phase, ViewError, Viewer};
use crate::options::Choices;
use crate::ruleset::RulesetError;
use crate::seat::{PerSeat, Seat, SeatCount};

pub use action::{Action, Chance};
pub use boats::{BoatRules, Fleet};
pub use home::{Home, Row, RowSet, TIKIS};
pub use places::{Dock, Islet, Place, Site, Spot, Stack};
pub use rules::{BesideRules, DockRules, Gain, PILES, ROUNDS, RoundRules, Rules, Sides, SiteRules, TileRules};
pub use scoring::{Tally, counting};
pub use state::{Bill, Board, Chief, Draw, Harbour, Hawaii, Player, Purpose, Stage};
pub use supply::{Coin, Due, Payment, Supply};
pub use tiles::{God, Kind, Side, Tile};
pub use tokens::{Shells, TOKENS, Token, TokenBag};
pub use view::{Hidden, View};

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
        // 5 (move, boats, pay, reward, row), each of 5 seats 1 for the track: 205 decisions and 34 draws a round.
        // Besides 21 draws of set-up, 16 islets and 10 gods. The longest seen in 16 000 random games is 454.
        events_max: 5 * (205 + 34) + 21 + 16 + 10,
        // The ways of paying 12, the highest cost of a payment, in three resources. By the usual figures at most 87; the
        // longest seen in random play: pay 24, boats 23, move 20, buy 8, reward and row 5, fish 4, price 3.
        legal_max: 91,
        ruleset: include_str!("ruleset.toml"),
    };

    fn rules(toml: &str) -> Result<Rules, RulesetError> {
        ruleset::read(toml)
    }

    fn options(_choices: &Choices) {}

    fn start(seats: SeatCount, (): (), rules: &Arc<Rules>) -> Hawaii {
        assert!(Self::INFO.seats.contains(&seats.get()), "Hawaii is played with 2 to 5 seats");
        Hawaii {
            rules: rules.clone(),
            board: Board::start(seats, rules),
            supplies: PerSeat::from_fn(seats, |_| rules.opening),
        }
    }

    fn seats(&self) -> SeatCount {
        self.supplies.count()
    }

    fn phase(&self) -> Phase {
        match self.board.stage {
            Stage::Draw(_) => Phase::Chance,
            Stage::Over => Phase::Over(self.outcome()),
            _ => Phase::Decide(self.board.current_seat()),
        }
    }

    fn legal_actions(&self, out: &mut Vec<Action>) {
        out.clear();
        let ControlFlow::Continue(()) = self.each_legal(&mut |action| {
            out.push(action);
            ControlFlow::<std::convert::Infallible>::Continue(())
        });
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Illegal> {
        Illegal::unless_to_act(seat, &self.phase())?;
        let found = self.each_legal(&mut |legal| match legal == *action {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        });
        if found.is_break() { Ok(()) } else { Err(self.explain(*action)) }
    }

    fn chance_outcomes(&self, out: &mut Vec<(Chance, u32)>) {
        out.clear();
        out.extend(self.outcomes());
    }

    fn sample_chance(&self, dice: &mut Dice) -> Chance {
        self.draw(dice)
    }

    fn play_unchecked(&mut self, event: Event<Action, Chance>) {
        match event {
            Event::Action(action) => self.take(action),
            Event::Chance(chance) => self.drawn(chance),
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        self.shown(viewer)
    }

    fn hidden(&self, viewer: Viewer) -> Hidden {
        self.left_out(viewer)
    }

    fn guess_hidden(view: &View, rules: &Arc<Rules>) -> Hidden {
        Hidden::guess(view, rules)
    }

    fn scores_if_ended(&self) -> PerSeat<i32> {
        self.scores_now()
    }

    fn from_view(view: &View, hidden: &Hidden, rules: &Arc<Rules>) -> Result<Hawaii, ViewError> {
        Hawaii::rebuilt(view, hidden, rules)
    }
}
