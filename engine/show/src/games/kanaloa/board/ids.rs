//! The ids of everything in the drawing that an action can name.

use kahua_engine::Seat;
use kahua_engine::games::kanaloa::{Arrow, God, Island, Piece, SeaSpace, Site, Temple, Tile};

pub(super) const DOLPHIN: &str = "dolphin";
pub(super) const SIDE_WHITE: &str = "side-white";
pub(super) const SIDE_COLOURED: &str = "side-coloured";

pub(super) fn island(island: Island) -> String {
    format!("island-{island}")
}

/// A current with the fish on it, whichever way it points.
pub(super) fn current(arrow: Arrow) -> String {
    let Arrow { tail, head } = if arrow.tail < arrow.head { arrow } else { arrow.reversed() };
    format!("current-{tail}-{head}")
}

/// All tiles of this kind on an island.
pub(super) fn tile(island: Island, tile: Tile) -> String {
    format!("tile-{island}-{tile}")
}

/// All tiles of this kind in a hand.
pub(super) fn hand(seat: Seat, tile: Tile) -> String {
    format!("hand-{seat}-{tile}")
}

/// All pieces of a seat that stand alike.
pub(super) fn piece(seat: Seat, piece: Piece) -> String {
    match piece {
        Piece::On { island, blocked: false } => format!("piece-{seat}-{island}"),
        Piece::On { island, blocked: true } => format!("piece-{seat}-{island}-blocked"),
        Piece::Dolphin => format!("piece-{seat}-dolphin"),
    }
}

pub(super) fn player(seat: Seat) -> String {
    format!("player-{seat}")
}

pub(super) fn temple(seat: Seat, temple: Temple) -> String {
    format!("temple-{seat}-{temple}")
}

pub(super) fn card(god: God) -> String {
    format!("card-{god}")
}

pub(super) fn protection(god: God) -> String {
    format!("protection-{god}")
}

pub(super) fn sea(space: SeaSpace) -> String {
    format!("sea-{space}")
}

pub(super) fn site(site: Site) -> String {
    match site {
        Site::Island(there) => island(there),
        Site::Sea(space) => sea(space),
    }
}
