//! What each action is about.

use kahua_engine::games::kanaloa::{Action, Change, ChangeKind, God, Kanaloa, Piece, Side, Stage, Temple, Way};

use super::ids;

/// The ids of what this action is about. The first one is the thing that the action uses.
pub(super) fn of(game: &Kanaloa, action: Action) -> Vec<String> {
    let mover = game.turn.seat;
    match action {
        Action::LayFish { arrow, side } => {
            let side = if side == Side::White { ids::SIDE_WHITE } else { ids::SIDE_COLOURED };
            vec![side.to_owned(), ids::current(arrow), ids::island(arrow.head)]
        }
        Action::PlacePiece(island) | Action::SecondPiece(island) => vec![ids::island(island)],
        Action::RemovePiece(piece) => {
            let there = piece.island().map_or(ids::DOLPHIN.to_owned(), ids::island);
            vec![ids::piece(mover, piece), there]
        }
        Action::Land(island) => vec![ids::piece(mover, Piece::Dolphin), ids::island(island)],
        Action::Move(arrow) => {
            vec![ids::piece(mover, Piece::free(arrow.tail)), ids::current(arrow), ids::island(arrow.head)]
        }
        Action::Flip(arrow) => vec![ids::piece(mover, Piece::free(arrow.tail)), ids::current(arrow)],
        Action::CallDolphin(island) => vec![ids::piece(mover, Piece::free(island)), ids::DOLPHIN.to_owned()],
        Action::Swap(first, second) => {
            let tiles = [first, second].map(|spot| ids::tile(spot.island, spot.tile));
            tiles.into_iter().chain([first, second].map(|spot| ids::island(spot.island))).collect()
        }
        Action::Sacrifice(temple) => vec![ids::temple(mover, temple)],
        Action::Add(tile) => vec![ids::hand(mover, tile), growing(game)],
        Action::Done => vec![growing(game)],
        Action::Rob { victim, tile } => {
            let robber = game.cards[God::Ku].owner.unwrap_or(mover);
            vec![ids::hand(victim, tile), ids::hand(robber, tile)]
        }
        Action::Spare => vec![ids::card(God::Ku)],
        Action::TakeTile(tile) => match game.stage {
            Stage::TakeTile(arrival) if arrival.by == Way::Fish => {
                vec![ids::tile(arrival.island, tile), ids::island(arrival.island), ids::hand(mover, tile)]
            }
            Stage::TakeTile(arrival) => vec![ids::tile(arrival.island, tile), ids::island(arrival.island)],
            _ => Vec::new(),
        },
        Action::PlaceVolcano(site) => vec![ids::site(site)],
        Action::TurnFish(Change { kind: ChangeKind::Reverse, arrow }) => {
            vec![ids::current(arrow), ids::island(arrow.tail)]
        }
        Action::TurnFish(Change { kind: ChangeKind::Recolour, arrow }) => vec![ids::current(arrow)],
        Action::EndTurn => vec![ids::player(mover)],
        Action::Allow => proposed(game),
        Action::Veto => std::iter::once(ids::protection(God::Kanaloa)).chain(proposed(game)).collect(),
    }
}

/// The temple for which a sacrifice is being laid down.
fn growing(game: &Kanaloa) -> String {
    let temple = if let Stage::Offer(offering) = game.stage { offering.temple } else { Temple::Kane };
    ids::temple(game.turn.seat, temple)
}

/// The fish that may be protected.
fn proposed(game: &Kanaloa) -> Vec<String> {
    if let Stage::Veto(change) = game.stage { vec![ids::current(change.arrow)] } else { Vec::new() }
}
