//! Tiles and where they go: W6, W17, W22, W23, W24.

use super::{Scene, bag, row, weighted};
use crate::games::hawaii::{God, Kind, Side, Tile};

#[test]
fn w6_two_kahunas_or_tikis_need_two_left_and_two_spaces() {
    let at_kahunas = || Scene::new(2).prices(2, "2").supply(0, 50, 50, 0);
    assert_eq!(at_kahunas().played("place:2").legal(), ["buy:kahuna,1", "buy:kahuna,2", "buy:tiki,1", "buy:tiki,2"]);
    let scene = at_kahunas().beside(0, 4, 5).played("place:2");
    assert_eq!(scene.legal(), ["buy:kahuna,1", "buy:tiki,1"]);
    assert_eq!(scene.refusal("buy:kahuna,2"), "you have no space for 2 kahuna tiles (W6, W17)");
    assert_eq!(at_kahunas().beside(0, 5, 4).played("place:2").legal(), ["buy:tiki,1", "buy:tiki,2"]);
    assert_eq!(at_kahunas().beside(0, 5, 6).legal_of("place"), [""; 0], "both are full");
    let mut scene = at_kahunas();
    scene.0.board.piles[Tile::Kahuna.index()] = 1;
    scene.play("place:2");
    assert_eq!(scene.legal(), ["buy:kahuna,1", "buy:tiki,1", "buy:tiki,2"]);
    assert_eq!(scene.refusal("buy:kahuna,2"), "the supply doesn't have 2 kahuna tiles left (W6, W22)");
}

#[test]
fn w6_the_double_price_brings_two() {
    let scene = Scene::new(2).prices(2, "3").supply(0, 20, 5, 0).played("place:2 buy:kahuna,2");
    assert_eq!((scene.player(0).home.kahunas, scene.0.board.piles[Tile::Kahuna.index()]), (2, 23));
    assert_eq!(scene.has(0).0, 14);
    assert_eq!(scene.player(0).prices, bag("3"), "one token");
}

#[test]
fn w17_the_village_is_the_players_choice_among_those_that_may_take_the_tile() {
    let scene = || Scene::new(2).prices(1, "2").prices(0, "2").supply(0, 20, 9, 0);
    let built = || scene().village(0, 2, "shellhut").village(0, 3, "foothut taro");
    assert_eq!(built().played("place:1 buy:taro,1").legal(), ["row:1", "row:2"], "no two of a kind in a village");
    assert_eq!(
        built().played("place:1 buy:banana,1").legal(),
        ["row:1", "row:2", "row:3"],
        "four fruits are four kinds"
    );
    assert_eq!(
        built().played("place:0 buy:shellhut,1").legal(),
        ["row:1", "row:3", "row:4"],
        "a hut opens the next village"
    );
    let scene = built().played("place:1 buy:taro,2");
    assert_eq!(
        scene.refusal("row:3"),
        "village 3 already has a tile of the kind taro, and no village holds two of a kind (W17)"
    );
    assert_eq!(scene.refusal("row:4"), "village 4 isn't open, and only a hut opens a village (W17)");
    let scene = built().played("place:0 buy:foothut,2");
    assert_eq!(
        scene.refusal("row:5"),
        "village 5 can't be opened yet: villages are opened from the top, and none is skipped (W17)"
    );
}

#[test]
fn w17_sides_are_one_kind_and_the_first_village_takes_anything_from_the_start() {
    let scene = Scene::new(2).prices(1, "2").supply(0, 20, 9, 0).village(0, 1, "taro2");
    assert_eq!(
        scene.played("place:1").legal(),
        ["buy:breadfruit,1", "buy:breadfruit,2", "buy:coconut,1", "buy:coconut,2", "buy:banana,1", "buy:banana,2"]
    );
}

#[test]
fn w17_what_has_no_village_left_cannot_be_bought() {
    let full = Scene::new(2).prices(5, "2").supply(0, 20, 9, 0).village(0, 1, "surfer");
    assert_eq!(full.legal_of("place"), [""; 0]);
    assert_eq!(full.refusal("place:5"), "the site surfers on place 5 has no tile left that you can place (W3)");
    let open = Scene::new(2).prices(5, "2").supply(0, 20, 9, 0).village(0, 1, "surfer").village(0, 2, "longhut");
    assert_eq!(open.legal_of("place"), ["place:5"]);
}

#[test]
fn w22_an_action_names_the_stack_and_a_god_is_held_once() {
    let scene = || Scene::new(2).prices(6, "2 3").supply(0, 20, 9, 0);
    assert_eq!(scene().played("place:6 price:2").legal(), ["buy:god0,1", "buy:god0,2", "buy:god1,1", "buy:god1,2"]);
    let held = || scene().village(0, 1, "kane").village(0, 2, "shellhut");
    let at_gods = held().played("place:6 price:2");
    assert_eq!(at_gods.legal(), ["buy:god1,1", "buy:god1,2"]);
    assert_eq!(at_gods.refusal("buy:god0,1"), "you already have the god kane, and nobody holds a god twice (W17)");
    let mut scene = held().played("place:6 price:2 buy:god1,2");
    assert_eq!(scene.player(0).home.find_god(God::Kanaloa), Some((row(2), Side::Two)), "village 1 has a god already");
    assert_eq!(
        scene.outcomes(),
        [("god:pele", 2), ("god:kanaloa", 1), ("god:laka", 2), ("god:ku", 2), ("god:lono", 2)].map(weighted)
    );
    scene.play("god:ku");
    assert_eq!(scene.0.board.tops, [Some(God::Kane), Some(God::Ku)]);
    assert_eq!(scene.to_act(), crate::seat::Seat::new(1));
}

#[test]
fn w22_an_empty_stack_offers_nothing_and_draws_nothing() {
    let mut scene = Scene::new(2).prices(6, "2 3").supply(0, 20, 9, 0).village(0, 2, "longhut");
    let gone = scene.0.board.below[1];
    scene.0.board.below[1] = 0;
    (0..gone).for_each(|_| {
        let god = scene.0.board.unseen.kinds().next().unwrap().0;
        scene.0.board.unseen.take(god);
    });
    scene.play("place:6 price:2 buy:god1,1 row:1");
    assert_eq!(scene.0.board.tops, [Some(God::Kane), None]);
    assert_eq!(scene.to_act(), crate::seat::Seat::new(1), "no draw");
    scene.play("track:1 place:6");
    assert_eq!(scene.legal(), ["buy:god0,1", "buy:god0,2"]);
    assert_eq!(scene.refusal("buy:god1,1"), "the supply doesn't have 1 god1 tile left (W6, W22)");
}

#[test]
fn w23_a_space_pays_at_once_but_not_for_the_purchase_that_fills_it() {
    let scene = Scene::new(2).prices(2, "4").supply(0, 8, 2, 0).played("place:2 buy:tiki,2");
    assert_eq!((scene.player(0).home.tikis, scene.has(0)), (2, (0, 1, 0)), "the second space pays a foot");
    let scene = Scene::new(2).prices(2, "4").supply(0, 7, 2, 0).played("place:2");
    assert_eq!(scene.legal(), ["buy:kahuna,1", "buy:tiki,1"], "8 can't be paid before the spaces pay");
    let gains = |kahunas: u8, tikis: u8, bought: &str| {
        let scene = Scene::new(2).prices(2, "2").supply(0, 10, 10, 0).beside(0, kahunas, tikis);
        let (shells, feet, _) = scene.played(&format!("place:2 buy:{bought},1")).has(0);
        (shells - 8, feet - 8)
    };
    let kahunas: Vec<_> = (0..5).map(|before| gains(before, 0, "kahuna")).collect();
    assert_eq!(kahunas, [(0, 0), (0, 1), (1, 0), (0, 2), (2, 0)]);
    let tikis: Vec<_> = (0..6).map(|before| gains(0, before, "tiki")).collect();
    assert_eq!(tikis, [(0, 0), (0, 1), (1, 0), (0, 2), (2, 0), (2, 0)]);
}

#[test]
fn w23_kahunas_can_be_bought_for_villages_that_were_never_opened() {
    let scene = Scene::new(2).prices(2, "2").supply(0, 10, 10, 0).beside(0, 4, 0).played("place:2 buy:kahuna,1");
    assert_eq!((scene.player(0).home.kahunas, scene.player(0).home.opened().len()), (5, 1));
}

#[test]
fn w24_the_printed_hut_is_the_first_tile_of_the_first_village() {
    let scene = Scene::new(2).village(0, 1, "shellhut hula").village(0, 2, "foothut");
    let home = &scene.player(0).home;
    assert_eq!((home.length(row(1)), home.length(row(2)), home.length(row(3))), (3, 1, 0));
    assert!(home.room_for(Kind::FootHut).contains(row(1)), "it is of no kind");
}
