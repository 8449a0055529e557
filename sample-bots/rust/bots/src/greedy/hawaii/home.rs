//! What a player has built, as plain numbers.

use kahua_client::games::hawaii::v1::{God, Player, Tile};

use super::constants::{IRRIGATION, KAHUNAS};

/// The number of villages of a player.
pub(super) const VILLAGES: usize = 5;
/// The number of kinds of tiles in a village, indexed by the number of the tile. No boat lies in a village, so its index is
/// the god's.
const KINDS: usize = 14;
/// The index of the god within a village.
pub(super) const GOD: usize = Tile::Boat as usize;
const LAST_HUT: usize = Tile::LongHut as usize;
const FRUIT: std::ops::RangeInclusive<usize> = Tile::Breadfruit as usize..=Tile::Banana as usize;

/// What a player has built.
#[derive(Clone, Debug)]
pub(super) struct Home {
    /// The side of each kind in each village: 0 for none, 1, 2.
    pub(super) sides: [[i32; KINDS]; VILLAGES],
    /// The god of each village, by its number; 0 for none.
    pub(super) gods: [i32; VILLAGES],
    pub(super) kahunas: i32,
    pub(super) tikis: i32,
    /// All boats: those of the start, of side I and of side II.
    pub(super) boats: [i32; 3],
}

impl Home {
    pub(super) fn read(player: &Player) -> Home {
        let mut home = Home {
            sides: [[0; KINDS]; VILLAGES],
            gods: [0; VILLAGES],
            kahunas: player.kahunas as i32,
            tikis: player.tikis as i32,
            boats: [0; 3],
        };
        for (index, village) in player.villages.iter().take(VILLAGES).enumerate() {
            for (side, tiles) in [(1, &village.side_one), (2, &village.side_two)] {
                tiles.iter().for_each(|tile| home.sides[index][*tile as usize % KINDS] = side);
            }
            if let Some(held) = &village.god {
                home.sides[index][GOD] = held.side;
                home.gods[index] = held.god;
            }
        }
        for fleet in [&player.ready, &player.spent].into_iter().flatten() {
            home.boats[0] += fleet.start as i32;
            home.boats[1] += fleet.side_one as i32;
            home.boats[2] += fleet.side_two as i32;
        }
        home
    }

    /// The number of tiles in a village, including the printed hut.
    pub(super) fn length(&self, village: usize) -> i32 {
        let laid = self.sides[village].iter().filter(|side| **side > 0).count();
        laid as i32 + i32::from(village == 0)
    }

    /// The villages that can take a tile of this kind.
    pub(super) fn room_for(&self, kind: usize) -> impl Iterator<Item = usize> {
        let opened = (1..VILLAGES).find(|village| self.sides[*village][1..=LAST_HUT].iter().all(|side| *side == 0));
        let opened = opened.unwrap_or(VILLAGES);
        let open = if kind <= LAST_HUT { VILLAGES.min(opened + 1) } else { opened };
        (0..open).filter(move |village| self.sides[*village][kind] == 0)
    }

    /// The sum of the sides of this kind over all villages.
    pub(super) fn sum(&self, kind: Tile) -> i32 {
        self.sides.iter().map(|village| village[kind as usize]).sum()
    }

    /// The side of this god; 0 if the player doesn't have it.
    pub(super) fn god(&self, god: God) -> i32 {
        let village = self.gods.iter().position(|held| *held == god as i32);
        village.map_or(0, |village| self.sides[village][GOD])
    }

    /// The points of a village if it counts at the end.
    pub(super) fn points(&self, village: usize) -> i32 {
        let sides = &self.sides[village];
        let side = |kind: Tile| sides[kind as usize];
        let mut points = side(Tile::Hula) * self.length(village);
        if (village as i32) < self.kahunas {
            points += KAHUNAS[village];
        }
        if side(Tile::Irrigation) > 0 {
            points += IRRIGATION[FRUIT.filter(|fruit| sides[*fruit] > 0).count()];
        }
        if side(Tile::LongHut) == 2 {
            points += 5;
        }
        if self.gods[village] == God::Kanaloa as i32 {
            let surfers = self.sides.iter().filter(|village| village[Tile::Surfer as usize] > 0).count();
            points += 2 * sides[GOD] * (self.boats.iter().sum::<i32>() + surfers as i32);
        }
        if self.gods[village] == God::Laka as i32 {
            let symbols: i32 = self.sides.iter().map(|village| village[FRUIT].iter().sum::<i32>()).sum();
            points += sides[GOD] * symbols;
        }
        points
    }
}
