//! What a viewer is shown: the whole table. All that is hidden is the order of the draws, which no state holds, and
//! before the cards are dealt the option that says which of them go together.

use std::sync::Arc;

use crate::Set;
use crate::ensure::ensure;
use crate::game::ViewError;
use crate::seat::{PerSeat, Seat};

use super::fish::{Colour, Fish, Shoal};
use super::god::Cards;
use super::map::{Arrow, Current, Island, Map};
use super::options::{LeftOut, Pairing};
use super::player::Player;
use super::ruleset::{Components, Rules, SharedComponents};
use super::stage::Stage;
use super::state::{Kanaloa, Turn};
use super::supply::{Supply, Tiles};
use super::volcano::Volcano;

mod validate;

/// A state of the game as plain data, without its ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// Every fish that is laid, in the order of their arrows.
    pub fish: Vec<Fish>,
    /// The tiles on the islands.
    pub tiles: Tiles,
    /// What each player has.
    pub players: PerSeat<Player>,
    /// Who owns the gods' cards.
    pub cards: Cards,
    /// The volcano while it stands.
    pub volcano: Option<Volcano>,
    /// The islands that the volcano closes, in order.
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

/// What a view shows, in part borrowed.
#[derive(Debug)]
pub struct Shown<'a> {
    pub(super) map: &'a Map,
    pub(super) shoal: Shoal,
    pub(super) tiles: &'a Tiles,
    pub(super) players: &'a PerSeat<Player>,
    pub(super) cards: Cards,
    pub(super) volcano: Option<Volcano>,
    pub(super) barred: Set<Island>,
    pub(super) supply: &'a Supply,
    pub(super) turn: Turn,
    pub(super) refused: Set<Current>,
    pub(super) stage: Stage,
}

impl Shown<'_> {
    pub(super) fn to_view(&self) -> View {
        let refused = self.refused.into_iter().map(|current| self.shoal.arrow(self.map, current));
        let mut refused: Vec<Arrow> = refused.collect();
        refused.sort_unstable();
        View {
            fish: self.shoal.fish(self.map),
            tiles: self.tiles.clone(),
            players: self.players.clone(),
            cards: self.cards,
            volcano: self.volcano,
            barred: self.barred.into_iter().collect(),
            supply: self.supply.clone(),
            turn: self.turn,
            refused,
            stage: self.stage,
        }
    }
}

impl View {
    /// What it shows; fish where no current is are left out.
    pub(super) fn shown<'a>(&'a self, rules: &'a Rules) -> Shown<'a> {
        let map = &rules.components(self.players.count(), LeftOut::Selected).map;
        let mut shoal = Shoal::NONE;
        for &fish in &self.fish {
            if let Some(current) = map.current(fish.arrow) {
                shoal.lay(map, current, fish);
            }
        }
        Shown {
            map,
            shoal,
            tiles: &self.tiles,
            players: &self.players,
            cards: self.cards,
            volcano: self.volcano,
            barred: self.barred.iter().copied().collect(),
            supply: &self.supply,
            turn: self.turn,
            refused: self.refused.iter().filter_map(|&arrow| map.current(arrow)).collect(),
            stage: self.stage,
        }
    }

    /// The seat to decide; `None` at chance events and at the end.
    #[must_use]
    pub fn to_act(&self) -> Option<Seat> {
        self.stage.to_act(self.turn.seat, &self.cards)
    }

    /// Whether the cards that go together are still to be dealt, which happens with two players only.
    fn awaits_pairing(&self) -> bool {
        self.players.count().get() == 2 && matches!(self.stage, Stage::DealTiles | Stage::DealCards)
    }

    /// Which offerings were left out. If it was at random, more of them are unseen than the bag and the reserve hold.
    #[must_use]
    pub fn left_out(&self, rules: &Rules) -> LeftOut {
        let components = rules.components(self.players.count(), LeftOut::Selected);
        let reserve = if self.supply.reserve_volcanoes > 0 { components.reserve_offerings } else { 0 };
        let held = u16::from(self.supply.bag_offerings) + u16::from(reserve);
        if self.supply.unseen.total() > held { LeftOut::Random } else { LeftOut::Selected }
    }
}

impl Kanaloa {
    /// All viewers see the same.
    pub(super) fn shown(&self) -> Shown<'_> {
        Shown {
            map: self.map(),
            shoal: self.shoal.clone(),
            tiles: &self.tiles,
            players: &self.players,
            cards: self.cards,
            volcano: self.volcano,
            barred: self.barred(),
            supply: &self.supply,
            turn: self.turn,
            refused: self.refused,
            stage: self.stage,
        }
    }

    pub(super) fn from_view(view: &View, pairing: &Pairing, rules: &Rules) -> Result<Kanaloa, ViewError> {
        let seats = view.players.count();
        ensure!((2..=4).contains(&seats.get()), "there must be two, three or four players");
        let components = Arc::clone(rules.components(seats, view.left_out(rules)));
        let shoal = read_shoal(&components, &view.fish, seats.get())?;
        let refused: Option<Set<_>> = view.refused.iter().map(|&arrow| shoal.find(&components.map, arrow)).collect();
        let Some(refused) = refused else { return Err(ViewError::new("a vetoed fish is not on the map")) };
        let state = Kanaloa {
            components: SharedComponents(components),
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
            refused,
            pairing: if view.awaits_pairing() { *pairing } else { Pairing::default() },
            stage: view.stage,
        };
        state.validate()?;
        let barred: Vec<Island> = state.barred().into_iter().collect();
        ensure!(barred == view.barred, "the volcano closes other islands");
        Ok(state)
    }
}

fn read_shoal(components: &Components, fish: &[Fish], seats: usize) -> Result<Shoal, ViewError> {
    let map = &components.map;
    let mut shoal = Shoal::NONE;
    for &fish in fish {
        let Some(current) = map.current(fish.arrow) else {
            return Err(ViewError::new(format!("there is no current {}", fish.arrow)));
        };
        ensure!(!shoal.laid().contains(current), "two fish lie on one current");
        shoal.lay(map, current, fish);
    }
    let neutral: Set<_> = components.neutral.iter().filter_map(|&arrow| map.current(arrow)).collect();
    for colour in Colour::ALL {
        let found = shoal.of(colour);
        let fits = match colour.seat() {
            Some(seat) if seat.index() < seats => found.len() <= usize::from(components.fish_each),
            Some(_) => found.is_empty(),
            None => found.is_subset(neutral),
        };
        ensure!(fits, "a colour has too many fish, or should have none with this number of seats");
    }
    ensure!(shoal.ways(map).join_all(map.islands()), "an island can't be reached from every other one");
    Ok(shoal)
}
