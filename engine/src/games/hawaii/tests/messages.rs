//! Messages from outside: a field that must be set and isn't, and one that contradicts another, are refused by name.

use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::games::hawaii::v1 as hw;

use super::{rules, seats};
use crate::dice::Seed;
use crate::game::{Game, Phase, Viewer};
use crate::games::hawaii::{Hawaii, Stage};
use crate::random_play::RandomPlay;
use crate::wire::Wire;

/// The error for this action.
#[track_caller]
fn refused_action(kind: hw::action::Kind) -> String {
    let game = Some(pb::action::Game::Hawaii(hw::Action { kind: Some(kind) }));
    let message = pb::Action { notation: String::new(), game };
    Hawaii::action_from_wire(&message).expect_err("no action").to_string()
}

/// A game for three seats at its first decision, which the seat that the order begins with makes.
fn first_decision() -> Hawaii {
    let mut play = RandomPlay::<Hawaii>::new(seats(3), (), rules(), Seed::from_number(1));
    while play.state.board.stage != Stage::Move {
        play.step().unwrap();
    }
    play.state
}

/// The error for the view of the first decision after a change.
#[track_caller]
fn refused_view(tamper: impl FnOnce(&mut hw::View)) -> String {
    let mut message = Hawaii::view_to_wire(&first_decision().view(Viewer::Public));
    let Some(pb::view::Game::Hawaii(view)) = &mut message.game else { panic!("the view of Hawaii") };
    tamper(view);
    Hawaii::view_from_wire(&message).expect_err("a view that can't be").to_string()
}

#[test]
fn a_field_that_an_action_needs_must_be_set() {
    use hw::action::Kind;
    let place = Kind::GoToPlace(hw::GoToPlace { place: None });
    assert_eq!(refused_action(place), "hawaii.go_to_place.place: is not set");
    let boats = Kind::SendBoats(hw::SendBoats { fleet: None });
    assert_eq!(refused_action(boats), "hawaii.send_boats.fleet: is not set");
    let dock = Kind::GoToDock(hw::GoToDock { dock: 0 });
    assert_eq!(refused_action(dock), "hawaii.go_to_dock.dock: is 0, but must be 1 to 4");
    let track = Kind::TakeTrackPlace(hw::TakeTrackPlace { track_place: 0 });
    assert_eq!(refused_action(track), "hawaii.take_track_place.track_place: is 0, but must be 1 to 5");
    let village = Kind::LayInVillage(hw::LayInVillage { village: 0 });
    assert_eq!(refused_action(village), "hawaii.lay_in_village.village: is 0, but must be 1 to 5");
    let token = Kind::TakePrice(hw::TakePrice::default());
    assert!(refused_action(token).starts_with("hawaii.take_price.token: "));
    let side = Kind::BuyTile(hw::BuyTile { tile: hw::Tile::Hula.into(), ..hw::BuyTile::default() });
    assert!(refused_action(side).starts_with("hawaii.buy_tile.side: "));
    let reward = Kind::TakeReward(hw::TakeReward::default());
    assert!(refused_action(reward).starts_with("hawaii.take_reward.tile: "));
}

#[test]
fn nothing_of_a_view_is_taken_for_granted() {
    assert_eq!(refused_view(|view| view.open = None), "hawaii.open.step: is not set");
    assert_eq!(refused_view(|view| view.piles = None), "hawaii.piles: is not set");
    assert_eq!(refused_view(|view| view.players[1].chieftain = None), "hawaii.players.chieftain: is not set");
    assert!(refused_view(|view| view.docks[0] = 0).starts_with("hawaii.docks: "));
    assert!(refused_view(|view| view.track[1] = 0).starts_with("hawaii.track: "));
    assert_eq!(refused_view(|view| view.docks[0] = 12), "hawaii.docks: is 12, but must be 1 to 11");
    assert_eq!(refused_view(|view| _ = view.track.pop()), "hawaii.track: has 4 entries, but must have 5");
    let first = |view: &mut hw::View| view.track[0] = hw::PriceToken::PriceToken3Spears.into();
    assert_eq!(refused_view(first), "hawaii.track: has 3s at the first place, where no token ever lies");
}

#[test]
fn the_active_seat_is_one_of_a_complete_order() {
    assert_eq!(refused_view(|view| view.active_seat = None), "hawaii.active_seat: is not set");
    let other = |view: &mut hw::View| view.active_seat = Some(3);
    assert_eq!(refused_view(other), "hawaii.active_seat: is 3, but must be one of hawaii.order");
    let early = |view: &mut hw::View| view.order.truncate(2);
    let said = refused_view(early);
    assert!(said.ends_with("but must be unset until hawaii.order has every seat"), "{said}");
}

#[test]
fn the_seat_to_move_is_the_active_seat() {
    let game = first_decision();
    let Phase::Decide(seat) = game.phase() else { panic!("a decision") };
    let mut message = Hawaii::view_to_wire(&game.view(Viewer::Public));
    message.to_move = Some((u32::from(seat.number()) + 1) % 3);
    let said = Hawaii::view_from_wire(&message).unwrap_err().to_string();
    assert!(said.starts_with("to_move: is ") && said.ends_with(&format!("seat {seat} decides")), "{said}");
}
