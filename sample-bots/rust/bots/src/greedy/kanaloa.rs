//! How `greedy` plays Kanaloa.

mod journey;
mod offering;
mod position;
mod sea;
mod worth;

use kahua_client::games::kanaloa::v1 as kl;
use kahua_client::pb;
use kl::action::Kind;
use kl::place_volcano::Site;

use super::{GreedyGame, first_of_greatest};
use position::{Fish, Position};
pub(crate) use worth::{CARD, hoped_level, standing};
use worth::{gain, value_of};

pub(super) const GAME: GreedyGame = GreedyGame { name: "kanaloa", best };

fn best(view: &pb::View, legal: &[pb::Action]) -> Option<u32> {
    let Some(pb::view::Game::Kanaloa(game)) = &view.game else { return None };
    let position = Position::read(game, view.to_move?)?;
    Some(first_of_greatest(legal.iter().map(|action| match &action.game {
        Some(pb::action::Game::Kanaloa(action)) => Some(value(&position, action.kind.as_ref()?)),
        _ => None,
    })))
}

/// The value of a legal action to the player who decides. Only values of the same ask can be compared.
fn value(position: &Position, action: &Kind) -> i32 {
    match action {
        Kind::LayFish(lay) => sea::lay(position, lay.tail, lay.head, lay.side()),
        Kind::PlacePiece(place) => journey::outlook(position, place.island),
        Kind::RemovePiece(remove) => -remove.piece.as_ref().map_or(0, |piece| journey::standing(position, piece)),
        Kind::LandPiece(land) => journey::land(position, land.island),
        Kind::MovePiece(step) => journey::travel(position, step.head),
        Kind::FlipFish(flip) => journey::flip(position, flip.head),
        Kind::CallDolphin(_) => 10 * position.remaining,
        Kind::SwapTiles(swap) => journey::swap(position, swap),
        Kind::BeginSacrifice(begin) => offering::sacrifice(position, begin.temple),
        Kind::AddTile(add) => offering::add(position, add.tile),
        Kind::RobTile(rob) => gain(position, rob.tile) + value_of(rob.tile),
        Kind::TakeTile(take) if position.by_dolphin => -gain(position, take.tile),
        Kind::TakeTile(take) => gain(position, take.tile),
        Kind::PlaceVolcano(place) => match place.site {
            Some(Site::Island(island)) => sea::erupt_on(position, island),
            Some(Site::SeaSpace(space)) => sea::erupt_at_sea(position, space),
            None => 0,
        },
        Kind::ReverseFish(fish) => sea::turn(position, fish.tail, fish.head, Fish::reversed),
        Kind::RecolourFish(fish) => sea::turn(position, fish.tail, fish.head, Fish::recoloured),
        Kind::PlaceSecondPiece(second) => 1 + journey::outlook(position, second.island),
        Kind::AllowChange(_) => sea::allow(position),
        Kind::EndSacrifice(_) | Kind::RobNobody(_) | Kind::EndTurn(_) | Kind::VetoChange(_) => 0,
    }
}
