//! How `greedy` plays Haleakala.

mod position;
mod turn;
mod worth;

use hk::action::Kind;
use kahua_client::games::haleakala::v1 as hk;
use kahua_client::pb;

use super::{GreedyGame, first_of_greatest};
use position::Position;

pub(super) const GAME: GreedyGame = GreedyGame { name: "haleakala", best };

fn best(view: &pb::View, legal: &[pb::Action]) -> Option<u32> {
    let Some(pb::view::Game::Haleakala(game)) = &view.game else { return None };
    let position = Position::read(game, view.to_move());
    Some(first_of_greatest(legal.iter().map(|action| match &action.game {
        Some(pb::action::Game::Haleakala(hk::Action { kind: Some(kind) })) => Some(value(&position, kind)),
        _ => None,
    })))
}

/// The value of a legal action to the player who decides, in tenths of a point.
fn value(position: &Position, action: &Kind) -> i32 {
    match action {
        Kind::PlaceDisc(place) => turn::place(position, place.disc as usize, place.beach() as usize, false),
        Kind::Invoke(invoke) => turn::place(position, invoke.disc as usize, position.boat, true),
        Kind::ReturnDisc(back) => turn::take_back(position, back.disc as usize),
        Kind::MoveBoat(_) => turn::boat(position),
        Kind::MoveShaman(step) => turn::stand(position, Some(step.space() as usize)),
        Kind::KeepShaman(_) => turn::stand(position, position.me.shaman),
        Kind::TakeCard(take) => turn::choose(position, position.boat, take.card()),
        Kind::BuyCard(buy) => worth::buy(position, buy.card()),
        Kind::BuyNothing(_) => 0,
        Kind::MoveLava(lava) => worth::move_lava(position, lava.from_crater() as usize, lava.to_crater() as usize),
    }
}
