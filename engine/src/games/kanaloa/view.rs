//! What a viewer is shown: everything, since nothing is hidden but the order of the draws, which no state holds.

use std::sync::Arc;

use crate::game::ViewError;
use crate::seat::{PerSeat, Seat};

use super::board::Shared;
use super::fish::{Colour, Fish, Shoal};
use super::map::{Arrow, Island};
use super::options::{LeftOut, Pairing};
use super::player::Player;
use super::rules::Rules;
use super::set::Set;
use super::stage::Stage;
use super::state::{Cards, Kanaloa, Turn};
use super::supply::{Supply, Tiles};
use super::volcano::Volcano;

/// A state of the game as plain data, without its ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// Every fish that is laid, in the order of their arrows.
    pub fish: Vec<Fish>,
    /// The tiles on the islands.
    pub tiles: Tiles,
    /// What each player has.
    pub players: PerSeat<Player>,
    /// Who holds the gods' cards.
    pub cards: Cards,
    /// The volcano while it stands.
    pub volcano: Option<Volcano>,
    /// The islands that the volcano bars, in order.
    pub barred: Vec<Island>,
    /// What is still to be drawn.
    pub supply: Supply,
    /// Whose turn it is.
    pub turn: Turn,
    /// The fish whose turning was vetoed in this turn, in order.
    pub refused: Vec<Arrow>,
    /// The open decision, or the draw that is due.
    pub stage: Stage,
}

impl View {
    /// The seat that decides now; `None` at chance events and at the end.
    #[must_use]
    pub fn to_act(&self) -> Option<Seat> {
        self.stage.decider(self.turn.seat, &self.cards)
    }

    /// Whether it no longer matters which god cards go together: they are dealt, or dealt one by one.
    fn shows_pairing(&self) -> bool {
        self.players.count().get() > 2 || !matches!(self.stage, Stage::DealTiles | Stage::DealCards)
    }
}

impl Kanaloa {
    pub(super) fn to_view(&self) -> View {
        let map = &self.board.map;
        let mut refused: Vec<Arrow> = self.refused.into_iter().map(|current| self.shoal.arrow(map, current)).collect();
        refused.sort_unstable();
        View {
            fish: self.shoal.fish(map),
            tiles: self.tiles.clone(),
            players: self.players.clone(),
            cards: self.cards,
            volcano: self.volcano,
            barred: self.barred().into_iter().collect(),
            supply: self.supply.clone(),
            turn: self.turn,
            refused,
            stage: self.stage,
        }
    }

    pub(super) fn of_view(view: &View, pairing: Pairing, rules: &Rules) -> Result<Kanaloa, ViewError> {
        let seats = view.players.count();
        ensure((2..=4).contains(&seats.get()), "there must be two, three or four players")?;
        let board = Shared(Arc::clone(rules.board(seats, offerings_of(view, rules))));
        let shoal = lay_all(&board, &view.fish, seats.get())?;
        let refused = view.refused.iter().map(|&arrow| shoal.find(&board.map, arrow));
        let refused: Option<Set<_>> = refused.collect();
        let state = Kanaloa {
            board,
            shoal,
            tiles: view.tiles.clone(),
            players: view.players.map(|player| {
                let mut player = player.clone();
                player.pieces.sort_unstable();
                player
            }),
            cards: view.cards,
            volcano: view.volcano,
            supply: view.supply.clone(),
            turn: view.turn,
            refused: refused.ok_or_else(|| ViewError::new("a refused fish doesn't lie there"))?,
            pairing: if view.shows_pairing() { Pairing::default() } else { pairing },
            stage: view.stage,
        };
        state.inspect()?;
        let barred: Vec<Island> = state.barred().into_iter().collect();
        ensure(barred == view.barred, "the volcano bars other islands")?;
        Ok(state)
    }
}

/// Which offerings were left out: if it was at random, more are unseen than the bag and the reserve hold.
fn offerings_of(view: &View, rules: &Rules) -> LeftOut {
    let supply = &view.supply;
    let reserve = match supply.reserve_volcanoes {
        0 => 0,
        _ => rules.board(view.players.count(), LeftOut::Selected).reserve_offerings,
    };
    let held = u16::from(supply.bag_offerings) + u16::from(reserve);
    if supply.unseen.total() > held { LeftOut::Random } else { LeftOut::Selected }
}

fn lay_all(board: &Shared, fish: &[Fish], seats: usize) -> Result<Shoal, ViewError> {
    let map = &board.map;
    let mut shoal = Shoal::NONE;
    for &fish in fish {
        let there = map.current(fish.arrow);
        let current = there.ok_or_else(|| ViewError::new(format!("there is no current {}", fish.arrow)))?;
        ensure(!shoal.laid().contains(current), "two fish lie on one current")?;
        shoal.lay(map, current, fish);
    }
    let neutral: Set<_> = board.neutral.iter().filter_map(|&arrow| map.current(arrow)).collect();
    for colour in Colour::ALL {
        let found = shoal.of(colour);
        let fits = match colour.seat() {
            Some(seat) if seat.index() < seats => found.len() <= usize::from(board.fish_each),
            Some(_) => found.is_empty(),
            None => found.is_subset(neutral),
        };
        ensure(fits, "a colour has too many fish, or none at this table")?;
    }
    ensure(shoal.ways(map).join_all(map.islands()), "an island can't be reached from every other one")?;
    Ok(shoal)
}

pub(super) fn ensure(holds: bool, otherwise: &'static str) -> Result<(), ViewError> {
    if holds { Ok(()) } else { Err(ViewError::new(otherwise)) }
}
