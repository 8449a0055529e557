//! The cove, the docks and boats: W7, W8, W25.

use super::{Scene, bag};
use crate::games::hawaii::{Fleet, Islet, Kind, Tile};

/// The text's example: one foot and the boat of two for a token with 3 fish; the boat had room for a second.
#[test]
fn w7_a_token_costs_a_foot_and_its_boat_is_spent() {
    let mut scene = Scene::new(2).cove("2 5").supply(0, 0, 3, 0);
    scene.play("cove fish:3");
    assert_eq!(scene.legal(), ["fish:1", "stop"], "room for a second");
    scene.play("stop");
    assert_eq!(scene.has(0), (0, 2, 0));
    assert_eq!((&scene.player(0).fish, &scene.0.board.cove), (&bag("5"), &bag("2")));
    assert_eq!(
        (scene.player(0).ready, scene.player(0).spent),
        (Fleet::default(), Fleet { start: 1, ones: 0, twos: 0 })
    );
    scene.play("track:1");
    assert_eq!(scene.refusal("cove"), "you have no boat that is ready to be sent (W7)");
}

#[test]
fn w7_each_boat_sent_carries_a_token_and_no_more_tokens_than_foot_symbols() {
    let scene = Scene::new(2).cove("2 2s").boats(0, 2, 0).played("cove");
    assert_eq!(
        scene.legal(),
        ["boats:0,1,0", "boats:0,2,0", "boats:1,0,0", "boats:1,1,0"],
        "three boats, but two tokens"
    );
    assert_eq!(
        scene.refusal("boats:1,2,0"),
        "each boat must carry a token: 3 are too many for 2 tokens in the cove (W7)"
    );
    assert_eq!(scene.refusal("boats:0,0,0"), "at least one boat must be sent (W7, W8)");
    assert_eq!(
        scene.refusal("boats:0,0,1"),
        "boats 0,0,1 aren't all ready: 1,2,0 are (starting boat, side I, side II)"
    );
    let scene = Scene::new(2).cove("2 2 3 5").boats(0, 1, 0).played("cove boats:1,1,0 fish:1");
    assert_eq!(scene.legal(), ["fish:1", "fish:2", "fish:3"], "the second boat is still empty");
    assert_eq!(
        scene.refusal("stop"),
        "each boat sent must carry a token: 2 were sent, and you have caught 1 token (W7)"
    );
    let scene = Scene::new(2).cove("2 2 3 5").played("cove fish:1 fish:1");
    assert_eq!(scene.has(0).1, 5, "the boat of two is full: nothing more is asked");
    assert_eq!(scene.0.board.cove, bag("3 5"));
}

#[test]
fn w7_every_token_must_be_paid() {
    let scene = Scene::new(2).cove("2 2 3").boats(0, 1, 0).supply(0, 9, 1, 0).played("cove");
    assert_eq!(scene.legal(), ["boats:0,1,0", "boats:1,0,0"], "two boats would need two feet");
    let mut scene = scene;
    scene.play("boats:0,1,0 fish:2");
    assert_eq!((scene.has(0), &scene.player(0).fish), ((9, 0, 0), &bag("3")), "no foot for a second");
}

#[test]
fn w7_the_prepaid_foot_makes_one_token_free() {
    let scene = Scene::new(2).cove("2 2 2").boats(0, 0, 2).supply(0, 0, 0, 0);
    assert_eq!(scene.legal_of("cove"), ["cove"]);
    let mut scene = scene.played("cove");
    assert_eq!(scene.legal(), ["boats:0,0,1", "boats:0,0,2"], "the starting boat has nothing prepaid");
    scene.play("boats:0,0,2");
    assert_eq!((scene.player(0).fish.total(), scene.has(0)), (2, (0, 0, 0)));
    let scene = Scene::new(2).cove("2 2 2").boats(0, 0, 1).supply(0, 0, 5, 0).played("cove boats:0,0,1 fish:1 stop");
    assert_eq!(scene.has(0).1, 4, "two tokens, one of them free");
}

#[test]
fn w7_of_tokens_with_equally_many_fish_the_lowest_goes_without_spears_first() {
    let scene = Scene::new(2).cove("3s 3 4 5 6").played("cove");
    assert_eq!(scene.legal(), ["fish:2", "fish:3"]);
    let scene = scene.played("fish:2 fish:2");
    assert_eq!(scene.player(0).fish, bag("3 3s"));
    let scene = Scene::new(2).cove("3s 4 5 6").played("cove fish:2 stop");
    assert_eq!(scene.player(0).fish, bag("3s"));
    let scene = Scene::new(2).cove("3s 4 5").played("cove");
    assert_eq!(scene.refusal("fish:1"), "no token with 1 fish is in the cove (W7)");
}

/// The text's example: dock 2 with boats for 5 feet, 4 paid, 3 points, a hula dancer.
#[test]
fn w8_a_dock_is_paid_and_scores_and_its_islet_rewards() {
    let mut scene = Scene::new(2).boats(0, 1, 0).supply(0, 0, 4, 0);
    scene.0.board.docks.swap(0, 1);
    scene.play("dock:2");
    assert_eq!(scene.has(0), (0, 0, 0));
    assert_eq!(scene.points(0), 3);
    assert_eq!(scene.player(0).home.sides(Kind::Hula), [0, 1], "with side II up");
    assert_eq!(scene.player(0).spent, Fleet { start: 1, ones: 1, twos: 0 });
    assert_eq!(scene.0.board.piles[Tile::Hula.index()], 9);
    assert_eq!(scene.player(0).prices.total(), 0, "no price token");
}

#[test]
fn w8_boats_must_hold_the_whole_number_and_each_must_carry_a_foot() {
    let scene = Scene::new(2).boats(0, 4, 0).supply(0, 0, 3, 0).played("dock:1");
    assert_eq!(
        scene.legal(),
        ["boats:0,1,0", "boats:0,2,0", "boats:0,3,0", "boats:1,1,0", "boats:1,2,0"],
        "3 feet: one boat of 3 at least, three boats at most"
    );
    assert_eq!(scene.refusal("boats:1,0,0"), "dock 1 needs boats that hold 3 feet, and these hold 2 (W8)");
    assert_eq!(scene.refusal("boats:0,4,0"), "each boat must carry a foot: 4 are too many for 3 feet (W8)");
    assert_eq!(
        Scene::new(2).refusal("dock:1"),
        "dock 1 needs boats that hold 3 feet, and those that are ready hold 2 (W8)"
    );
    let poor = Scene::new(2).boats(0, 1, 0).supply(0, 9, 2, 0);
    assert_eq!(
        poor.refusal("dock:1"),
        "dock 1 costs 3 feet, and 9 shells, 2 feet and 0 fruit can't pay what your boats leave to pay (W8)"
    );
}

#[test]
fn w8_prepaid_feet_are_taken_off() {
    let scene = Scene::new(2).boats(0, 0, 2).supply(0, 0, 4, 0);
    assert_eq!(scene.legal_of("dock"), ["dock:1", "dock:2", "dock:3", "dock:4"]);
    let mut scene = scene.played("dock:4");
    assert_eq!(scene.legal(), ["boats:0,0,2", "boats:1,0,2"], "6 less 2 is all there is to pay with");
    scene.play("boats:0,0,2");
    assert_eq!(scene.has(0), (0, 1, 0), "the second of two kahunas pays a foot");
    assert_eq!(scene.points(0), 9);
}

#[test]
fn w8_a_dock_whose_islet_is_gone_is_closed() {
    let mut scene = Scene::new(2).boats(0, 1, 0).boats(1, 1, 0).supply(1, 0, 9, 0);
    scene.play("dock:1 boats:0,1,0");
    assert_eq!(scene.legal_of("dock"), ["dock:2", "dock:3"]);
    assert_eq!(scene.refusal("dock:1"), "the islet of dock 1 has already been visited this round (W8)");
}

#[test]
fn w8_what_cannot_be_placed_or_is_out_of_supply_leaves_only_the_points() {
    let mut scene = Scene::new(2).boats(0, 1, 0).village(0, 1, "hula");
    scene.play("dock:1 boats:0,1,0");
    assert_eq!((scene.points(0), scene.player(0).home.sides(Kind::Hula)), (2, [1, 0]));
    let mut scene = Scene::new(2).boats(0, 1, 0);
    scene.0.board.piles[Tile::Hula.index()] = 0;
    scene.play("dock:1 boats:0,1,0");
    assert_eq!((scene.points(0), scene.player(0).home.sides(Kind::Hula)), (2, [0, 0]));
}

#[test]
fn w8_the_player_chooses_the_kind_and_the_village() {
    let mut scene = Scene::new(2).boats(0, 1, 0).village(0, 2, "longhut").village(0, 1, "taro");
    scene.play("dock:3");
    assert_eq!(scene.legal(), ["reward:breadfruit", "reward:taro", "reward:coconut", "reward:banana"]);
    assert_eq!(scene.refusal("reward:hula"), "the islet fruit doesn't offer hula");
    scene.play("reward:coconut");
    assert_eq!(scene.legal(), ["row:1", "row:2"]);
    scene.play("row:2");
    assert_eq!(scene.player(0).home.sides(Kind::Coconut), [0, 1]);
    let mut scene = Scene::new(2).boats(0, 1, 0);
    scene.0.board.docks[0] = Some(Islet::God);
    scene.play("dock:1 boats:0,1,0");
    assert_eq!(scene.legal(), ["reward:god0", "reward:god1"]);
    scene.play("reward:god1");
    assert_eq!(scene.player(0).home.sides(Kind::God), [0, 1]);
    scene.play("god:laka");
    let mut scene = Scene::new(2).boats(0, 1, 0);
    scene.0.board.docks[0] = Some(Islet::Hut);
    scene.play("dock:1 boats:0,1,0");
    assert_eq!(
        scene.legal(),
        ["reward:shellhut", "reward:foothut", "reward:spearhut", "reward:exchangehut", "reward:longhut"]
    );
}

#[test]
fn w8_two_kahunas_or_tikis_come_both_or_not_at_all() {
    let visit = |islet: Islet, kahunas: u8, tikis: u8| {
        let mut scene = Scene::new(2).boats(0, 1, 0).beside(0, kahunas, tikis);
        scene.0.board.docks[0] = Some(islet);
        scene.play("dock:1 boats:0,1,0");
        let home = &scene.player(0).home;
        (home.kahunas, home.tikis, scene.has(0))
    };
    assert_eq!(visit(Islet::Kahunas, 3, 0), (5, 0, (15, 6, 0)), "and their spaces pay: 2 feet, 2 shells");
    assert_eq!(visit(Islet::Kahunas, 4, 0), (4, 0, (13, 4, 0)));
    assert_eq!(visit(Islet::Tikis, 0, 4), (0, 6, (17, 4, 0)));
    assert_eq!(visit(Islet::Tikis, 0, 5), (0, 5, (13, 4, 0)));
}

#[test]
fn w8_the_islet_of_points_scores_five_besides_the_dock() {
    let mut scene = Scene::new(2).boats(0, 1, 0);
    scene.0.board.docks[0] = Some(Islet::Points);
    scene.play("dock:1 boats:0,1,0");
    assert_eq!(scene.points(0), 2 + 5);
}

#[test]
fn w25_a_boat_is_ready_in_the_round_in_which_it_comes() {
    let mut scene = Scene::new(2).prices(7, "2").supply(0, 9, 9, 0).played("place:7 buy:boat,2");
    assert_eq!(scene.player(0).ready, Fleet { start: 1, ones: 0, twos: 1 });
    assert_eq!(scene.0.board.piles[Tile::Boat.index()], 7);
    scene.play("track:1");
    assert_eq!(scene.legal_of("dock"), ["dock:1", "dock:2", "dock:3", "dock:4"], "the boats hold 6");
    let mut scene = Scene::new(2).boats(0, 1, 0);
    scene.0.board.docks[0] = Some(Islet::Boat);
    scene.play("dock:1 boats:0,1,0");
    assert_eq!(scene.player(0).ready, Fleet { start: 1, ones: 0, twos: 1 }, "an islet's boat has side II up");
}

#[test]
fn w25_nothing_but_the_supply_limits_the_boats_of_a_player() {
    let scene = Scene::new(2).prices(7, "2 2s 3").boats(0, 3, 4).supply(0, 50, 50, 0);
    let mut scene = scene.cove("2 3 3s 4 4s 5 5s 6 6s").played("place:7 price:3 buy:boat,1");
    assert_eq!(scene.player(0).ready, Fleet { start: 1, ones: 4, twos: 4 }, "all eight, and the starting boat");
    assert_eq!(scene.0.board.piles[Tile::Boat.index()], 0);
    scene.play("track:1");
    assert_eq!(scene.legal_of("place"), [""; 0], "two tokens lie there, but no boat is left");
    scene.play("cove boats:1,4,4");
    assert_eq!(scene.player(0).spent, Fleet { start: 1, ones: 4, twos: 4 }, "all nine can be sent at once");
}

#[test]
fn w25_an_islet_brings_no_boat_once_the_supply_is_empty() {
    let visit = |ones: u8| {
        let mut scene = Scene::new(2).boats(0, ones, 0);
        scene.0.board.docks[0] = Some(Islet::Boat);
        scene.play("dock:1 boats:0,1,0");
        (scene.points(0), scene.player(0).boats())
    };
    assert_eq!(visit(7), (2, Fleet { start: 1, ones: 7, twos: 1 }));
    assert_eq!(visit(8), (2, Fleet { start: 1, ones: 8, twos: 0 }), "only the points");
}
