//! Where a chieftain can go: the island's sites, the docks with their islets, and the turn order track.

use crate::Set;
use crate::named::{named, numbered};

use super::tiles::Tile;

numbered! {
    /// A place of the island, counted from 0 at the bottom left, row by row inland: rows of 2, 3, 3 and 2.
    pub struct Place(0..=9);
}

numbered! {
    /// One of the four docks, counted from 1 on the left.
    pub struct Dock(1..=4);
}

numbered! {
    /// A place on the turn order track, counted from 1. A game uses as many as it has seats (W1).
    pub struct Spot(1..=5);
}

numbered! {
    /// One of the two stacks of gods, counted from 0.
    pub struct Stack(0..=1);
}

named! {
    /// What is sold at a place of the island.
    pub enum Site {
        /// Shell huts and foot huts.
        ShellFoot = "shellfoot",
        /// The four kinds of fruit.
        Fruit = "fruit",
        /// Kahunas and tikis.
        Kahunas = "kahunas",
        /// Spear huts and exchange huts.
        SpearExchange = "spearexchange",
        /// Hula dancers.
        Hula = "hula",
        /// Surfers.
        Surfers = "surfers",
        /// The gods on top of the two stacks.
        Gods = "gods",
        /// Boats.
        Boats = "boats",
        /// Long huts.
        LongHuts = "longhuts",
        /// Irrigation.
        Irrigation = "irrigation",
    }
}

impl Site {
    /// What [`Site::wares`] lists, as a set for each site.
    const SOLD: [Set<Tile>; Site::COUNT] = {
        let mut sold = [Set::EMPTY; Site::COUNT];
        let mut site = 0;
        while site < Site::COUNT {
            let mut wares = Site::ALL[site].wares();
            while let [tile, others @ ..] = wares {
                sold[site] = Set::from_bits(sold[site].bits() | 1 << tile.index());
                wares = others;
            }
            site += 1;
        }
        sold
    };

    /// Whether any of these tiles is sold here.
    pub(super) fn sells_any_of(self, tiles: Set<Tile>) -> bool {
        !Site::SOLD[self.index()].is_disjoint(tiles)
    }

    /// The tiles that are sold here, in order.
    #[must_use]
    pub const fn wares(self) -> &'static [Tile] {
        match self {
            Site::ShellFoot => &[Tile::ShellHut, Tile::FootHut],
            Site::Fruit => Tile::FRUIT,
            Site::Kahunas => &[Tile::Kahuna, Tile::Tiki],
            Site::SpearExchange => &[Tile::SpearHut, Tile::ExchangeHut],
            Site::Hula => &[Tile::Hula],
            Site::Surfers => &[Tile::Surfer],
            Site::Gods => Tile::GODS,
            Site::Boats => &[Tile::Boat],
            Site::LongHuts => &[Tile::LongHut],
            Site::Irrigation => &[Tile::Irrigation],
        }
    }
}

named! {
    /// What an islet brings its visitor. Tiles come with side II up and without a price token.
    pub enum Islet {
        /// A hula dancer.
        Hula = "hula",
        /// A surfer.
        Surfer = "surfer",
        /// A fruit tile of the visitor's choice.
        Fruit = "fruit",
        /// An irrigation.
        Irrigation = "irrigation",
        /// A hut of the visitor's choice.
        Hut = "hut",
        /// A boat.
        Boat = "boat",
        /// One of the two gods on offer.
        God = "god",
        /// Kahunas.
        Kahunas = "kahunas",
        /// Tikis.
        Tikis = "tikis",
        /// Points.
        Points = "points",
    }
}

impl Islet {
    /// The tiles from which the visitor chooses one, in order; none for the islet of points.
    #[must_use]
    pub const fn rewards(self) -> &'static [Tile] {
        match self {
            Islet::Hula => &[Tile::Hula],
            Islet::Surfer => &[Tile::Surfer],
            Islet::Fruit => Tile::FRUIT,
            Islet::Irrigation => &[Tile::Irrigation],
            Islet::Hut => Tile::HUTS,
            Islet::Boat => &[Tile::Boat],
            Islet::God => Tile::GODS,
            Islet::Kahunas => &[Tile::Kahuna],
            Islet::Tikis => &[Tile::Tiki],
            Islet::Points => &[],
        }
    }
}
