//! Draws from the bag: weights, the reserve, and the volcano tiles.

use super::*;

#[test]
fn k32_each_unseen_offering_is_as_likely_in_the_bag_as_any_other() {
    let mut scene = Scene::new(4);
    scene.play("move:ca take:kl4");
    // 93 - 24 offerings are unseen, 6 of them in the reserve; 10 volcano tiles are in the bag.
    let outcomes = scene.outcomes();
    assert_eq!(scene.0.supply.bag_offerings, 63);
    assert!(outcomes.contains(&("draw:ka2".into(), 63 * 9)));
    assert!(outcomes.contains(&("draw:klku2".into(), 63 * 3)));
    assert_eq!(outcomes.last(), Some(&("draw:volcano".into(), 10 * 69)));
    assert_eq!(outcomes.iter().map(|(_, weight)| weight).sum::<u32>(), 73 * 69);
}

/// The bag holds only this many volcano tiles, the reserve six offerings and the last volcano.
fn last_of_the_bag(volcanoes: u8) -> Scene {
    Scene::new(4).volcanoes_drawn(10 - volcanoes).with(|game| {
        game.supply.unseen = TileBag::new([0; Tile::COUNT]);
        "ka2 ka2 ka3 pe4 pe5 klku2"
            .split(' ')
            .for_each(|tile| game.supply.unseen.put(tile.parse::<Tile>().unwrap().index()));
        game.supply.bag_offerings = 0;
        game.supply.bag_volcanoes = volcanoes;
    })
}

#[test]
fn k32_the_reserve_goes_into_the_bag_when_a_draw_finds_it_empty() {
    let mut scene = last_of_the_bag(0);
    assert_eq!((scene.0.supply.reserve_offerings(0), scene.0.supply.reserve_volcanoes), (6, 1));
    scene.play("move:ca take:kl4");
    assert_eq!((scene.0.supply.reserve_offerings(0), scene.0.supply.reserve_volcanoes), (0, 0));
    let outcomes = scene.outcomes();
    assert!(outcomes.contains(&("draw:ka2".into(), 6 * 2)));
    assert!(outcomes.contains(&("draw:volcano".into(), 6)));
}

#[test]
fn k32_the_same_draw_goes_on() {
    let mut scene = last_of_the_bag(1);
    scene.play("move:ca take:kl4");
    assert_eq!(scene.outcomes(), [("draw:volcano".into(), 6)]);
    scene.play("draw:volcano");
    assert_eq!(scene.outcomes().len(), 6);
    scene.play("draw:pe5");
    assert_eq!(scene.tiles_on("a"), "kl4 pe5");
}

#[test]
fn k32_without_any_offering_the_last_volcano_is_certain() {
    let mut scene = last_of_the_bag(0).with(|game| game.supply.unseen = TileBag::EMPTY);
    scene.play("move:ca take:kl4");
    assert_eq!(scene.outcomes(), [("draw:volcano".into(), 1)]);
}

#[test]
fn k33_the_tenth_and_the_eleventh_in_one_draw_end_the_game_without_eruption() {
    let mut scene = last_of_the_bag(1).owner(God::Pele, GREEN);
    scene.play("move:ca take:kl4 draw:volcano");
    assert_eq!(scene.0.phase(), Phase::Chance);
    scene.play("draw:volcano");
    assert!(matches!(scene.0.phase(), Phase::Over(_)));
    assert_eq!((scene.0.volcano, scene.tiles_on("a")), (None, "kl4".into()));
}

#[test]
fn k33_with_two_players_the_seventh_ends_the_game() {
    let mut scene = Scene::new(2).volcanoes_drawn(6);
    scene.0.supply.bag_volcanoes = 1;
    scene.0.supply.reserve_volcanoes = 0;
    scene.play("move:ce take:ku4 draw:volcano");
    assert!(matches!(scene.0.phase(), Phase::Over(_)));
}

#[test]
fn k18_every_second_volcano_tile_erupts_once_the_offering_lies() {
    for (drawn, erupts) in [(0, false), (1, true), (2, false), (3, true), (8, false), (9, true)] {
        let mut scene = Scene::new(4).volcanoes_drawn(drawn).owner(God::Pele, GREEN);
        scene.0.supply.bag_volcanoes = 10 - drawn;
        scene.play("move:ca take:kl4 draw:volcano");
        assert_eq!(scene.0.phase(), Phase::Chance, "the draw goes on to an offering");
        scene.play("draw:ka2");
        assert_eq!((scene.0.stage == Stage::PlaceVolcano), erupts, "after {drawn}");
        assert_eq!(scene.tiles_on("a"), "kl4 ka2");
    }
}

#[test]
fn k18_several_volcano_tiles_in_one_draw_bring_one_eruption() {
    // The example of the published rules: the 6th, 7th and 8th tile pass two even numbers in one draw.
    let mut scene = Scene::new(4).volcanoes_drawn(5).owner(God::Pele, GREEN).temple(GREEN, "pele", 4);
    scene.play("move:ca take:kl4 draw:volcano draw:volcano draw:volcano draw:ka2");
    assert_eq!((scene.to_act(), scene.0.supply.volcanoes_drawn), (GREEN, 8));
    scene.play("volcano:i");
    assert_eq!((scene.to_act(), scene.0.stage), (GREEN, Stage::Main));
    // The 7th alone brings none, and the 2nd and 3rd in one draw one.
    let mut scene = Scene::new(4).volcanoes_drawn(1).owner(God::Pele, GREEN);
    scene.play("move:ca take:kl4 draw:volcano draw:volcano draw:ka2");
    assert_eq!(scene.0.stage, Stage::PlaceVolcano);
}
