//! The points at the end of the game, and the final order (W12, W16, W23, W24). The points of a round are in `score/round.rs`.

mod round;

use crate::Set;
use crate::outcome::Outcome;
use crate::seat::PerSeat;

use super::home::{Home, Row};
use super::places::Spot;
use super::ruleset::{Rules, Sides};
use super::stage::Stage;
use super::state::{Chief, Hawaii, Player};
use super::tiles::{God, Kind, Side};

#[cfg(test)]
pub(super) use round::ranking_points;
pub(super) use round::round_points;
pub use round::{RoundScore, Standing, round_scores};

/// The points of the final scoring, by where they come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// For standing on the first place of the turn order track.
    pub track: u32,
    /// For kahunas next to villages that count.
    pub kahunas: u32,
    /// For Kanaloa.
    pub kanaloa: u32,
    /// For Laka.
    pub laka: u32,
    /// For irrigations.
    pub irrigation: u32,
    /// For hula dancers.
    pub hula: u32,
    /// For long huts.
    pub long_huts: u32,
}

impl Tally {
    /// What a player scores at the end.
    #[must_use]
    pub fn of(player: &Player, rules: &Rules) -> Tally {
        let home = &player.home;
        let counting = counting(home, rules);
        let sides = |kind: Kind| Side::ALL.map(|side| (home.with_side(kind, side) & counting).len() as u32);
        let god = |god: God| match home.find_god(god) {
            Some((row, _)) if counting.contains(row) => god_value(player, god, rules),
            _ => 0,
        };
        let seafarers = u32::from(player.boats().count()) + (home.with(Kind::Surfer) & counting).len() as u32;
        let symbols: u32 = Kind::FRUIT.into_iter().map(|fruit| by_side(sides(fruit), rules.tiles.symbols)).sum();
        let mut tally = Tally {
            track: if player.chief == Chief::Track(Spot::ALL[0]) { rules.track_points.into() } else { 0 },
            kanaloa: god(God::Kanaloa) * seafarers,
            laka: god(God::Laka) * symbols,
            long_huts: by_side(sides(Kind::LongHut), rules.tiles.long_hut),
            ..Tally::default()
        };
        for row in counting {
            tally.add_village(home, row, rules);
        }
        tally
    }

    fn add_village(&mut self, home: &Home, row: Row, rules: &Rules) {
        if row.index() < usize::from(home.kahunas) {
            self.kahunas += u32::from(rules.beside.kahuna_points[row.index()]);
        }
        if home.with(Kind::Irrigation).contains(row) {
            let fruit = Kind::FRUIT.into_iter().filter(|fruit| home.with(*fruit).contains(row)).count();
            let points = fruit.checked_sub(1).map_or(0, |index| rules.tiles.irrigation[index]);
            self.irrigation += u32::from(points);
        }
        for side in Side::ALL.into_iter().filter(|side| home.with_side(Kind::Hula, *side).contains(row)) {
            self.hula += u32::from(rules.tiles.hula[side.index()]) * u32::from(home.length(row));
        }
    }

    /// All of them together.
    #[must_use]
    pub const fn total(&self) -> u32 {
        self.track + self.kahunas + self.kanaloa + self.laka + self.irrigation + self.hula + self.long_huts
    }
}

/// The villages that count at the end: those that reach the column of the leftmost tiki. Without a tiki, none (W23).
#[must_use]
pub fn counting(home: &Home, rules: &Rules) -> Set<Row> {
    let Some(leftmost) = usize::from(home.tikis).checked_sub(1) else { return Set::EMPTY };
    let column = rules.beside.tiki_columns[leftmost];
    Row::ALL.into_iter().filter(|row| home.length(*row) >= column).collect()
}

impl Hawaii {
    pub(super) fn scores_if_ended(&self) -> PerSeat<i32> {
        let over = self.board.stage == Stage::Over;
        self.board.players.map(|player| {
            let to_come = if over { 0 } else { Tally::of(player, &self.rules).total() };
            (player.points + to_come) as i32
        })
    }

    /// The most points win; among equal points, the most shells, feet and fruit (W16).
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        let scores = self.scores_if_ended();
        let mut left = self.supplies.iter().map(|supply| supply.total());
        let rank: PerSeat<(i32, u32)> = scores.map(|score| (*score, left.next().unwrap_or(0)));
        Outcome::ranked(scores, &rank)
    }
}

/// What a god is worth to a player by the side that is up; 0 if the player doesn't have it.
pub(super) fn god_value(player: &Player, god: God, rules: &Rules) -> u32 {
    match player.home.find_god(god) {
        Some((_, side)) => rules.god_sides[god.index()][side.index()].into(),
        None => 0,
    }
}

/// The worth of tiles, counted by the side that is up, at the value of each side.
pub(super) fn by_side([ones, twos]: [u32; 2], [one, two]: Sides) -> u32 {
    ones * u32::from(one) + twos * u32::from(two)
}
