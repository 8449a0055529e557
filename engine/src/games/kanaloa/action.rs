//! The small decisions that players take and the outcomes of chance.

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
    /// `fish:ab:white`, `fish:ab:coloured`: lays one of the own fish, this side up.
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
    /// `flip:ab`: turns another player's fish white, for a piece on the first island that can't move.
    Flip(Arrow),
    /// `dolphin:a`: puts the piece on this island, which can't move, on the dolphin.
    CallDolphin(Island),
    /// `swap:a-kl4:b-ka3`: exchanges two tiles with Lono's help; the islands in order.
    Swap(Spot, Spot),
    /// `sacrifice:pele`: begins a sacrifice.
    Sacrifice(Temple),
    /// `add:pe4`: lays a tile down for the sacrifice.
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
    /// `take:pe4`: takes a tile of the island; a piece that came by dolphin leaves it to the dolphin.
    TakeTile(Tile),
    /// `volcano:c`, `volcano:s3`: places the volcano on an island, with two players in a sea space.
    PlaceVolcano(Site),
    /// `reverse:ab`, `recolour:ab`: changes a fish with Kanaloa's help.
    TurnFish(Change),
    /// `second:c`: places the second piece with Lono's help.
    SecondPiece(Island),
    /// `end`: ends the turn.
    EndTurn,
    /// `allow`: lets the fish be turned.
    Allow,
    /// `veto`: forbids it.
    Veto,
}

/// A tile at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    /// The island.
    pub island: Island,
    /// The tile.
    pub tile: Tile,
}

/// What Kanaloa's owner does to a fish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Change {
    /// Direction or side.
    pub kind: ChangeKind,
    /// The fish as it lies before.
    pub arrow: Arrow,
}

named! {
    /// The two ways in which Kanaloa's owner may turn a fish.
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
    /// `card:ku`: a god card for the next seat; three and four players.
    Card(God),
    /// `cards:lono-ku`, `cards:kanaloa-pele`, `cards:lono-pele`, `cards:kanaloa-ku`: the god cards of seat 0, the other
    /// seat getting the other two; two players.
    Cards(CardPair),
    /// `neutral:fg`: the next neutral fish lies like this; two players.
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
