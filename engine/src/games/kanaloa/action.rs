//! What players decide, in small steps, and the outcomes of chance.

use std::fmt;
use std::str::FromStr;

use crate::actions::actions;
use crate::game::ParseNotationError;
use crate::named::named;
use crate::seat::Seat;

use super::fish::Side;
use super::god::{God, Temple};
use super::map::{Arrow, Island};
use super::player::Piece;
use super::tile::Tile;
use super::volcano::Site;

actions! {
    /// One small decision. The order of the variants is the order of the legal list.
    pub enum Action: "action of Kanaloa, such as move:ab, take:kl4 or end" {
        /// `fish:ab:white`, `fish:ab:coloured`: lays one of the player's own fish, this side up.
        LayFish {
            /// From tail to head.
            arrow: Arrow,
            /// The side that is up.
            side: Side,
        } = ["fish:" arrow ":" side],
        /// `piece:c`: places the first piece.
        PlacePiece(island: Island) = ["piece:" island],
        /// `remove:c`, `remove:c:blocked`, `remove:dolphin`: gives up one of two pieces.
        RemovePiece(piece: Piece) = ["remove:" piece],
        /// `land:c`: leaves the dolphin.
        Land(island: Island) = ["land:" island],
        /// `move:ab`: moves the piece on the first island along the fish to the second.
        Move(arrow: Arrow) = ["move:" arrow],
        /// `flip:ab`: turns another player's fish white; for a piece on the first island that can't move.
        Flip(arrow: Arrow) = ["flip:" arrow],
        /// `dolphin:a`: puts the piece on this island, which can't move, onto the dolphin.
        CallDolphin(island: Island) = ["dolphin:" island],
        /// `swap:a-kl4:b-ka3`: exchanges two tiles with Lono's help; the islands are in order.
        Swap(first: Spot, second: Spot) = ["swap:" first ":" second] if first.island < second.island,
        /// `sacrifice:pele`: begins a sacrifice.
        Sacrifice(temple: Temple) = ["sacrifice:" temple],
        /// `add:pe4`: adds a tile to the sacrifice.
        Add(tile: Tile) = ["add:" tile],
        /// `done`: ends the sacrifice.
        Done = ["done"],
        /// `rob:1:pe4`: takes a tile from this seat with Ku's help.
        Rob {
            /// From whom.
            victim: Seat,
            /// What.
            tile: Tile,
        } = ["rob:" victim ":" tile] if victim.index() < 4,
        /// `spare`: robs no player.
        Spare = ["spare"],
        /// `take:pe4`: takes a tile of the island; if the piece came by dolphin, the dolphin gets it.
        TakeTile(tile: Tile) = ["take:" tile],
        /// `volcano:c`, `volcano:s3`: places the volcano on an island, or with two players in a sea space.
        PlaceVolcano(site: Site) = ["volcano:" site],
        /// `reverse:ab`, `recolour:ab`: changes a fish with Kanaloa's help.
        TurnFish(change: Change) = [change],
        /// `second:c`: places the second piece with Lono's help.
        SecondPiece(island: Island) = ["second:" island],
        /// `end`: ends the turn.
        EndTurn = ["end"],
        /// `allow`: lets the fish be turned.
        Allow = ["allow"],
        /// `veto`: forbids the turning of the fish.
        Veto = ["veto"],
    }
}

/// A tile on an island.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    /// The island.
    pub island: Island,
    /// The tile.
    pub tile: Tile,
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.island, self.tile)
    }
}

impl FromStr for Spot {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Spot, ParseNotationError> {
        let wrong = || ParseNotationError::new(text, "tile on an island, such as a-kl4");
        let (island, tile) = text.split_once('-').ok_or_else(wrong)?;
        Ok(Spot { island: island.parse()?, tile: tile.parse()? })
    }
}

/// What the owner of Kanaloa's card does to a fish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Change {
    /// Whether its direction or its side changes.
    pub kind: ChangeKind,
    /// How the fish lies before.
    pub arrow: Arrow,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.kind, self.arrow)
    }
}

impl FromStr for Change {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Change, ParseNotationError> {
        let wrong = || ParseNotationError::new(text, "change of a fish, such as reverse:ab");
        let (kind, arrow) = text.split_once(':').ok_or_else(wrong)?;
        Ok(Change { kind: kind.parse()?, arrow: arrow.parse()? })
    }
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

actions! {
    /// One outcome of chance.
    pub enum Chance: "chance outcome of Kanaloa, such as draw:kl4 or draw:volcano" {
        /// `draw:kl4`: an offering from the bag.
        Draw(tile: Tile) = ["draw:" tile],
        /// `draw:volcano`: a volcano tile from the bag.
        DrawVolcano = ["draw:volcano"],
        /// `card:ku`: a god card for the next seat, with three and four players.
        Card(god: God) = ["card:" god],
        /// `cards:lono-ku`, `cards:kanaloa-pele`, `cards:lono-pele`, `cards:kanaloa-ku`: with two players, the god
        /// cards of seat 0. The other seat gets the other two.
        Cards(pair: CardPair) = ["cards:" pair],
        /// `neutral:fg`: with two players, the direction of the next neutral fish.
        Neutral(arrow: Arrow) = ["neutral:" arrow],
    }
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
