//! What players decide, in small steps, and the outcomes of chance.

use crate::named::named;
use crate::seat::Seat;

use super::fish::Side;
use super::god::{God, Temple};
use super::map::{Arrow, Island};
use super::player::Piece;
use super::tile::Tile;
use super::volcano::Site;

/// One small decision. The order of the variants is the order of the legal list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// `fish:ab:white`, `fish:ab:coloured`: lays one of the player's own fish, this side up.
    LayFish {
        /// From tail to head.
        arrow: Arrow,
        /// The side that is up.
        side: Side,
    },
    /// `piece:c`: places the first piece.
    PlacePiece(Island),
    /// `remove:c`, `remove:c:blocked`, `remove:dolphin`: gives up one of two pieces.
    RemovePiece(Piece),
    /// `land:c`: leaves the dolphin.
    Land(Island),
    /// `move:ab`: moves the piece on the first island along the fish to the second.
    Move(Arrow),
    /// `flip:ab`: turns another player's fish white; for a piece on the first island that can't move.
    Flip(Arrow),
    /// `dolphin:a`: puts the piece on this island, which can't move, onto the dolphin.
    CallDolphin(Island),
    /// `swap:a-kl4:b-ka3`: exchanges two tiles with Lono's help; the islands are in order.
    Swap(Spot, Spot),
    /// `sacrifice:pele`: begins a sacrifice.
    Sacrifice(Temple),
    /// `add:pe4`: adds a tile to the sacrifice.
    Add(Tile),
    /// `done`: ends the sacrifice.
    Done,
    /// `rob:1:pe4`: takes a tile from this seat with Ku's help.
    Rob {
        /// From whom.
        victim: Seat,
        /// What.
        tile: Tile,
    },
    /// `spare`: robs nobody.
    Spare,
    /// `take:pe4`: takes a tile of the island; if the piece came by dolphin, the dolphin gets it.
    TakeTile(Tile),
    /// `volcano:c`, `volcano:s3`: places the volcano on an island, or with two players in a sea space.
    PlaceVolcano(Site),
    /// `reverse:ab`, `recolour:ab`: changes a fish with Kanaloa's help.
    TurnFish(Change),
    /// `second:c`: places the second piece with Lono's help.
    SecondPiece(Island),
    /// `end`: ends the turn.
    EndTurn,
    /// `allow`: lets the fish be turned.
    Allow,
    /// `veto`: forbids the turning of the fish.
    Veto,
}

/// A tile on an island.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    /// The island.
    pub island: Island,
    /// The tile.
    pub tile: Tile,
}

/// What the owner of Kanaloa's card does to a fish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Change {
    /// Whether its direction or its side changes.
    pub kind: ChangeKind,
    /// How the fish lies before.
    pub arrow: Arrow,
}

named! {
    /// The two ways in which the owner of Kanaloa's card may turn a fish.
    pub enum ChangeKind {
        /// Head and tail change places.
        Reverse = "reverse",
        /// The other side comes up.
        Recolour = "recolour",
    }
}

/// One outcome of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Chance {
    /// `draw:kl4`: an offering from the bag.
    Draw(Tile),
    /// `draw:volcano`: a volcano tile from the bag.
    DrawVolcano,
    /// `card:ku`: a god card for the next seat, with three and four players.
    Card(God),
    /// `cards:lono-ku`, `cards:kanaloa-pele`, `cards:lono-pele`, `cards:kanaloa-ku`: with two players, the god
    /// cards of seat 0. The other seat gets the other two.
    Cards(CardPair),
    /// `neutral:fg`: with two players, the direction of the next neutral fish.
    Neutral(Arrow),
}

named! {
    /// The god cards of one of two players.
    pub enum CardPair {
        /// Lono and Ku.
        LonoKu = "lono-ku",
        /// Kanaloa and Pele.
        KanaloaPele = "kanaloa-pele",
        /// Lono and Pele.
        LonoPele = "lono-pele",
        /// Kanaloa and Ku.
        KanaloaKu = "kanaloa-ku",
    }
}

impl CardPair {
    /// The gods of the pair.
    #[must_use]
    pub const fn gods(self) -> [God; 2] {
        match self {
            CardPair::LonoKu => [God::Lono, God::Ku],
            CardPair::KanaloaPele => [God::Kanaloa, God::Pele],
            CardPair::LonoPele => [God::Lono, God::Pele],
            CardPair::KanaloaKu => [God::Kanaloa, God::Ku],
        }
    }
}
