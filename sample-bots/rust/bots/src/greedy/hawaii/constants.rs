//! Values of the default ruleset that no view shows, by the numbers that things have in messages.

use kahua_client::games::hawaii::v1::{Islet, Site, Tile};

/// A round: its target and points, and the value of a shell, a foot and a fruit in it, in tenths of a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Round {
    pub(super) target: i32,
    /// For the highest sum, for the second, and for every other sum that reaches the target.
    pub(super) points: [i32; 3],
    /// How much each missing tile lowers the chance that a village will count, in tenths.
    pub(super) doubt: i32,
    /// What a village that counts can be expected to bring besides what it shows, in tenths of a point.
    pub(super) hope: i32,
    pub(super) shell: i32,
    pub(super) foot: i32,
    pub(super) fruit: i32,
}

/// The rounds 1 to 5.
pub(super) const ROUNDS: [Round; 5] = [
    Round { target: 9, points: [8, 5, 2], doubt: 1, hope: 80, shell: 8, foot: 6, fruit: 7 },
    Round { target: 11, points: [9, 6, 3], doubt: 2, hope: 60, shell: 8, foot: 6, fruit: 7 },
    Round { target: 13, points: [10, 7, 4], doubt: 2, hope: 40, shell: 8, foot: 6, fruit: 7 },
    Round { target: 15, points: [11, 8, 5], doubt: 3, hope: 20, shell: 7, foot: 5, fruit: 6 },
    Round { target: 17, points: [12, 9, 6], doubt: 4, hope: 0, shell: 3, foot: 2, fruit: 2 },
];

/// The number of the beach as a starting place.
pub(super) const BEACH: usize = 10;
/// The feet from each place to each place; the last row is from the beach.
pub(super) const FEET: [[i32; 10]; 11] = [
    [1, 1, 1, 1, 2, 2, 2, 2, 3, 3],
    [1, 1, 2, 1, 1, 2, 2, 2, 3, 3],
    [1, 2, 1, 1, 2, 1, 1, 2, 2, 2],
    [1, 1, 1, 1, 1, 1, 1, 1, 2, 2],
    [2, 1, 2, 1, 1, 2, 1, 1, 2, 2],
    [2, 2, 1, 1, 2, 1, 1, 2, 1, 2],
    [2, 2, 1, 1, 1, 1, 1, 1, 1, 1],
    [2, 2, 2, 1, 1, 2, 1, 1, 2, 1],
    [3, 3, 2, 2, 2, 1, 1, 2, 1, 1],
    [3, 3, 2, 2, 2, 2, 1, 1, 1, 1],
    [1, 1, 2, 2, 2, 3, 3, 3, 4, 4],
];

/// Feet and points of docks 1 to 4.
pub(super) const DOCKS: [(i32, i32); 4] = [(3, 2), (4, 3), (5, 4), (6, 9)];
/// Points of the islet that brings points.
pub(super) const ISLET_POINTS: i32 = 5;
/// Points of the first place of the turn order track after the last round.
pub(super) const TRACK_POINTS: i32 = 2;
/// Points of the kahunas by village.
pub(super) const KAHUNAS: [i32; 5] = [5, 5, 10, 10, 15];
/// The maximum number of tikis.
pub(super) const TIKIS: i32 = 6;
/// Shells and feet that the spaces of kahunas and tikis pay at once.
pub(super) const SPACES: [(i32, i32); 6] = [(0, 0), (0, 1), (1, 0), (0, 2), (2, 0), (2, 0)];
/// Points of an irrigation by the number of fruit tiles in its village.
pub(super) const IRRIGATION: [i32; 5] = [0, 1, 3, 6, 10];

/// The number on a price token.
pub(super) fn price(token: i32) -> i32 {
    2 + (token - 1) / 2
}

/// Whether a price token has spears.
pub(super) fn has_spears(token: i32) -> bool {
    token % 2 == 0
}

/// The fish on the back of a price token.
pub(super) fn fish(token: i32) -> i32 {
    match price(token) {
        2 => 1,
        3 | 4 => 2,
        _ => 3,
    }
}

const FRUIT: &[Tile] = &[Tile::Breadfruit, Tile::Taro, Tile::Coconut, Tile::Banana];
const GODS: &[Tile] = &[Tile::God0, Tile::God1];

/// What a site sells.
pub(super) fn wares(site: Site) -> &'static [Tile] {
    match site {
        Site::Unspecified => &[],
        Site::ShellFoot => &[Tile::ShellHut, Tile::FootHut],
        Site::Fruit => FRUIT,
        Site::Kahunas => &[Tile::Kahuna, Tile::Tiki],
        Site::SpearExchange => &[Tile::SpearHut, Tile::ExchangeHut],
        Site::Hula => &[Tile::Hula],
        Site::Surfers => &[Tile::Surfer],
        Site::Gods => GODS,
        Site::Boats => &[Tile::Boat],
        Site::LongHuts => &[Tile::LongHut],
        Site::Irrigation => &[Tile::Irrigation],
    }
}

/// The tiles that the visitor of an islet can choose from.
pub(super) fn rewards(islet: Islet) -> &'static [Tile] {
    match islet {
        Islet::Unspecified | Islet::None | Islet::Points => &[],
        Islet::Hula => &[Tile::Hula],
        Islet::Surfer => &[Tile::Surfer],
        Islet::Fruit => FRUIT,
        Islet::Irrigation => &[Tile::Irrigation],
        Islet::Hut => &[Tile::ShellHut, Tile::FootHut, Tile::SpearHut, Tile::ExchangeHut, Tile::LongHut],
        Islet::Boat => &[Tile::Boat],
        Islet::God => GODS,
        Islet::Kahunas => &[Tile::Kahuna],
        Islet::Tikis => &[Tile::Tiki],
    }
}
