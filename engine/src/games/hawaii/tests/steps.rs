//! The steps of a turn: W26, and the errors for wrong answers to a step.

use super::{Scene, rules, seats};
use crate::dice::Seed;
use crate::games::hawaii::{Action, Hawaii, Stage};
use crate::random_play::RandomPlay;
use crate::seat::Seat;

#[test]
fn w26_a_purchase_asks_move_pay_price_buy_pay_row() {
    let scene = Scene::new(2).prices(1, "2 4").supply(0, 10, 3, 10).village(0, 2, "longhut");
    let asked = |events: &str| scene.clone().played(events).legal();
    assert_eq!(asked(""), ["place:1", "track:1", "track:2"]);
    assert_eq!(asked("place:1"), ["pay:1fruit", "pay:1foot"]);
    assert_eq!(asked("place:1 pay:1foot"), ["price:2", "price:4"]);
    let tiles = ["breadfruit", "taro", "coconut", "banana"];
    let tiles = tiles.map(|tile| [format!("buy:{tile},1"), format!("buy:{tile},2")]).concat();
    assert_eq!(asked("place:1 pay:1foot price:4"), tiles);
    assert_eq!(asked("place:1 pay:1foot price:4 buy:taro,2"), ["pay:8fruit", "pay:8shell"]);
    assert_eq!(asked("place:1 pay:1foot price:4 buy:taro,2 pay:8shell"), ["row:1", "row:2"]);
    let scene = scene.played("place:1 pay:1foot price:4 buy:taro,2 pay:8shell row:2");
    assert_eq!(scene.to_act(), Seat::new(1));
    assert_eq!(scene.has(0), (2, 2, 10));
}

#[test]
fn w26_a_catch_asks_boats_fish_and_pay_and_an_islet_boats_pay_reward_row() {
    let asked = |events: &str| {
        let scene = Scene::new(2).cove("2 5").boats(0, 2, 0).supply(0, 0, 9, 9).village(0, 2, "longhut");
        scene.played(events).legal()
    };
    assert_eq!(asked("cove"), ["boats:0,1,0", "boats:0,2,0", "boats:1,0,0", "boats:1,1,0"]);
    assert_eq!(asked("cove boats:0,1,0"), ["fish:1", "fish:3"]);
    assert_eq!(asked("cove boats:0,1,0 fish:1"), ["fish:3", "stop"]);
    assert_eq!(asked("cove boats:0,1,0 fish:1 fish:3"), ["pay:2fruit", "pay:2foot"], "the cove is empty");
    assert_eq!(asked("dock:3"), ["boats:0,2,0", "boats:1,1,0", "boats:1,2,0"]);
    assert_eq!(asked("dock:3 boats:1,1,0"), ["pay:5fruit", "pay:5foot"]);
    assert_eq!(
        asked("dock:3 boats:1,1,0 pay:5foot"),
        ["reward:breadfruit", "reward:taro", "reward:coconut", "reward:banana"]
    );
    assert_eq!(asked("dock:3 boats:1,1,0 pay:5foot reward:taro"), ["row:1", "row:2"]);
}

#[test]
fn w26_a_step_with_one_answer_is_not_asked_but_for_the_move() {
    let mut scene = Scene::new(2).prices(8, "2").supply(0, 2, 4, 0);
    scene.play("place:8");
    assert_eq!(scene.legal(), ["row:1", "row:2"], "way, token, tile and price had one answer each");
    let mut scene = Scene::new(2).played("track:1");
    assert_eq!(scene.legal(), ["track:2"], "a move is asked for");
    scene.play("track:2");
    for count in 2..=5 {
        let mut play = RandomPlay::<Hawaii>::new(seats(count), (), rules(), Seed::from_number(3));
        let mut legal = Vec::new();
        while play.step().is_ok() {
            play.state.legal_actions(&mut legal);
            let open = play.state.board.stage;
            assert!(legal.len() != 1 || open == Stage::Move, "{open:?}: {legal:?}");
        }
    }
}

#[test]
fn an_answer_to_another_question_is_told_what_is_asked() {
    let scene = Scene::new(2).prices(0, "2 3").supply(0, 9, 9, 9);
    assert_eq!(scene.refusal("row:1"), "the decision is where to go, and row:1 does not answer it");
    let scene = scene.played("place:0");
    assert_eq!(scene.refusal("track:1"), "the decision is how to pay for the way, and track:1 does not answer it");
    let scene = scene.played("pay:1foot");
    assert_eq!(scene.refusal("price:6s"), "no token 6s lies here");
    let scene = scene.played("price:3");
    assert_eq!(scene.refusal("buy:hula,1"), "hula isn't sold here");
    let scene = scene.played("buy:shellhut,2");
    assert_eq!(scene.refusal("stop"), "the decision is how to pay for the tile, and stop does not answer it");
}

#[test]
fn what_is_too_dear_is_told_so() {
    let scene = Scene::new(2).prices(0, "2 3 5").supply(0, 4, 1, 0).played("place:0");
    assert_eq!(
        scene.refusal("price:5"),
        "4 shells, 0 feet and 0 fruit with 0 exchange units can't pay 5 shells (W3, W4)"
    );
    let scene = Scene::new(2).prices(0, "2 4").supply(0, 4, 1, 0).played("place:0 price:4");
    assert_eq!(
        scene.refusal("buy:foothut,2"),
        "4 shells, 0 feet and 0 fruit with 0 exchange units can't pay 8 shells (W3, W4)"
    );
}

#[test]
fn only_the_seat_to_decide_may_act() {
    let game = Scene::new(2).0;
    let error = game.check(Seat::new(1), &Action::Stop).unwrap_err();
    assert_eq!(error.to_string(), "seat 0 is to act, not seat 1");
    let over = Scene::new(2).round(5).played("track:1 track:2").0;
    assert_eq!(over.check(Seat::new(0), &Action::Stop).unwrap_err().to_string(), "no seat is to act: the game is over");
}
