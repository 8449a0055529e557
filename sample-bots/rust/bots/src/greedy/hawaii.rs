//! How `greedy` plays Hawaii.

mod constants;
mod home;
mod position;
mod turn;
mod worth;

use hw::action::Kind;
use kahua_client::games::hawaii::v1 as hw;
use kahua_client::pb;

use super::{GreedyGame, first_of_greatest};
use position::Position;

pub(super) const GAME: GreedyGame = GreedyGame { name: "hawaii", best };

fn best(view: &pb::View, legal: &[pb::Action]) -> Option<u32> {
    let my_seat = view.to_move.unwrap_or_default() as usize;
    let Some(pb::view::Game::Hawaii(view)) = &view.game else { return None };
    let position = Position::read(my_seat, view);
    Some(first_of_greatest(legal.iter().map(|action| match &action.game {
        Some(pb::action::Game::Hawaii(hw::Action { kind: Some(kind) })) => Some(value(&position, kind)),
        _ => None,
    })))
}

/// The value of a legal action to the player who decides, in tenths of a point.
fn value(position: &Position<'_>, action: &Kind) -> i32 {
    match action {
        Kind::GoToPlace(go) => turn::worth_a_turn(turn::go_to_place(position, go.place() as usize)),
        Kind::GoToCove(_) => turn::worth_a_turn(turn::go_to_cove(position)),
        Kind::GoToDock(go) => turn::worth_a_turn(turn::go_to_dock(position, go.dock as usize)),
        Kind::TakeTrackPlace(take) => turn::leave(position, take.track_place as usize),
        Kind::PayWith(pay) => -position.price_of(pay.shells as i32, pay.feet as i32, pay.fruit as i32),
        Kind::TakePrice(take) => turn::take_token(position, take.token),
        Kind::BuyTile(buy) => turn::buy(position, buy.tile, buy.side),
        Kind::SendBoats(send) => turn::send(position, send.fleet.as_ref()),
        Kind::CatchFish(catch) => turn::catch(position, catch.fish as i32),
        Kind::StopFishing(_) => 0,
        Kind::TakeReward(take) => worth::gain(position, take.tile, 2),
        Kind::LayInVillage(lay) => turn::lay(position, lay.village as usize),
    }
}
