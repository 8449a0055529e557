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
    let Some(pb::view::Game::Hawaii(view)) = &view.game else { return None };
    let position = Position::read(view);
    Some(first_of_greatest(legal.iter().map(|action| match &action.game {
        Some(pb::action::Game::Hawaii(hw::Action { kind: Some(kind) })) => Some(value(&position, kind)),
        _ => None,
    })))
}

/// The value of a legal action to the player who decides, in tenths of a point.
fn value(position: &Position<'_>, action: &Kind) -> i32 {
    match action {
        Kind::Place(to) => turn::worth_a_turn(turn::go_to_place(position, to.place as usize)),
        Kind::Cove(_) => turn::worth_a_turn(turn::go_to_cove(position)),
        Kind::Dock(to) => turn::worth_a_turn(turn::go_to_dock(position, to.dock as usize)),
        Kind::Track(to) => turn::leave(position, to.track_place as usize),
        Kind::Pay(pay) => -position.price_of(pay.shells as i32, pay.feet as i32, pay.fruit as i32),
        Kind::Price(price) => turn::take_token(position, price.token),
        Kind::Buy(buy) => turn::buy(position, buy.tile, buy.side),
        Kind::Boats(boats) => turn::send(position, boats.fleet.as_ref()),
        Kind::Fish(catch) => turn::catch(position, catch.fish as i32),
        Kind::Stop(_) => 0,
        Kind::Reward(reward) => worth::gain(position, reward.tile, 2),
        Kind::Row(row) => turn::lay(position, row.row as usize),
    }
}
