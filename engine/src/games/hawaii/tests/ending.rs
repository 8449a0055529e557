//! The end of the game: W12, W16, W23, W24, and the text's two examples of the final scoring.

use super::{Scene, row, rules};
use crate::game::{Game, Phase};
use crate::games::hawaii::{Row, Tally, counting};
use crate::outcome::Outcome;

fn tally(scene: &Scene) -> Tally {
    Tally::of(scene.player(0), rules())
}

fn counts(scene: &Scene) -> Vec<u8> {
    counting(&scene.player(0).home, rules()).iter().map(Row::number).collect()
}

fn outcome(scene: &Scene) -> Outcome {
    match scene.0.phase() {
        Phase::Over(outcome) => outcome,
        other => panic!("not over: {other:?}"),
    }
}

fn places(scene: &Scene) -> Vec<u8> {
    outcome(scene).places.iter().map(|place| place.number()).collect()
}

#[test]
fn the_first_example_of_the_final_scoring_comes_to_44() {
    let scene = Scene::new(4)
        .village(0, 1, "shellhut surfer longhut2")
        .village(0, 2, "longhut hula irrigation kanaloa taro2 coconut banana")
        .village(0, 3, "foothut laka2 surfer shellhut exchangehut spearhut")
        .village(0, 4, "shellhut taro2 hula2")
        .beside(0, 4, 2)
        .boats(0, 1, 1);
    assert_eq!(counts(&scene), [2, 3], "the leftmost tiki stands above column 6");
    let expected = Tally { kahunas: 15, kanaloa: 8, laka: 8, hula: 7, irrigation: 6, ..Tally::default() };
    assert_eq!(tally(&scene), expected);
    assert_eq!(tally(&scene).total(), 44);
}

#[test]
fn the_second_example_of_the_final_scoring_comes_to_42() {
    let scene = Scene::new(4)
        .village(0, 1, "hula2 foothut exchangehut surfer")
        .village(0, 2, "shellhut hula irrigation laka breadfruit taro coconut banana")
        .village(0, 3, "spearhut longhut2 taro2 kanaloa")
        .beside(0, 3, 3);
    assert_eq!(counts(&scene), [1, 2]);
    let expected = Tally { kahunas: 10, laka: 4, hula: 18, irrigation: 10, ..Tally::default() };
    assert_eq!(tally(&scene), expected);
    assert_eq!(tally(&scene).total(), 42);
}

#[test]
fn each_tile_scores_by_its_side() {
    let first = |village: &str| {
        let scene = Scene::new(2).village(0, 1, "shellhut foothut spearhut exchangehut").village(0, 1, village);
        tally(&scene.beside(0, 0, 5)).total()
    };
    assert_eq!((first("longhut"), first("longhut2")), (0, 5));
    assert_eq!((first("hula"), first("hula2")), (6, 12));
    assert_eq!((first("kanaloa"), first("kanaloa2")), (2, 4));
    assert_eq!((first("kanaloa surfer"), first("kanaloa2 surfer2")), (4, 8));
    assert_eq!((first("laka taro2"), first("laka2 taro2")), (2, 4));
    let irrigation = ["", "taro", "taro2 banana", "taro banana coconut", "taro banana coconut breadfruit2"];
    assert_eq!(irrigation.map(|fruit| first(&format!("irrigation {fruit}"))), [0, 1, 3, 6, 10]);
}

#[test]
fn w23_a_kahuna_scores_only_beside_a_village_that_counts() {
    let scene = |tikis| Scene::new(2).village(0, 1, "taro").village(0, 2, "longhut hula").beside(0, 5, tikis);
    assert_eq!(tally(&scene(6)).kahunas, 5 + 5, "column 2; rows 3, 4, 5 were never opened");
    assert_eq!(tally(&scene(5)), Tally::default(), "column 3");
    let long = Scene::new(2)
        .village(0, 1, "taro")
        .village(0, 2, "longhut hula")
        .village(0, 3, "longhut hula")
        .village(0, 4, "longhut hula")
        .village(0, 5, "longhut hula");
    assert_eq!(tally(&long.beside(0, 5, 6)).kahunas, 5 + 5 + 10 + 10 + 15);
}

#[test]
fn w23_without_a_tiki_no_village_counts() {
    let scene = Scene::new(2).village(0, 1, "shellhut foothut longhut2 hula2 taro2 laka2 irrigation").beside(0, 1, 0);
    assert_eq!((counts(&scene), tally(&scene).total()), (vec![], 0));
}

#[test]
fn w24_the_printed_hut_fills_column_one_and_counts_for_the_dancer() {
    let scene = |number: u32| {
        let scene = Scene::new(2).village(0, 2, "longhut").village(0, number, "hula taro");
        tally(&scene.beside(0, 0, 5)).hula
    };
    assert_eq!((scene(1), scene(2)), (3, 3), "column 3: the printed hut as good as the long hut");
    assert_eq!(Scene::new(2).village(0, 1, "taro").player(0).home.length(row(1)), 2);
}

#[test]
fn w12_the_first_place_of_the_track_has_no_token_and_scores_two_at_the_end() {
    let scene = Scene::new(2).round(5).played("track:1 track:2");
    assert_eq!((scene.points(0), scene.points(1)), (2, 0));
    assert_eq!((scene.player(0).prices.total(), scene.player(1).prices.total()), (0, 1));
    let scene = Scene::new(2).round(4).played("track:1 track:2");
    assert_eq!((scene.points(0), scene.points(1)), (0, 0), "after round 5 only");
}

#[test]
fn w16_more_shells_feet_and_fruit_break_a_tie() {
    let ends = |shells: u16, feet: u16, fruit: u16| {
        let mut scene = Scene::new(2).round(5).supply(0, shells, feet, fruit).supply(1, 1, 2, 3);
        scene.0.board.players[crate::seat::Seat::new(1)].points = 2;
        scene.play("track:1 track:2");
        assert_eq!(outcome(&scene).scores.as_slice(), [2, 2]);
        places(&scene)
    };
    assert_eq!(ends(0, 7, 0), [1, 2]);
    assert_eq!(ends(5, 0, 0), [2, 1]);
    assert_eq!(ends(0, 0, 6), [1, 1]);
}

#[test]
fn w16_a_tie_that_stays_shares_the_place() {
    let mut scene = Scene::new(3).round(5);
    for seat in 0..3 {
        scene = scene.supply(seat, 4, 4, 0);
    }
    scene.0.board.players[crate::seat::Seat::new(1)].points = 2;
    scene.play("track:1 track:2 track:3");
    assert_eq!(outcome(&scene).scores.as_slice(), [2, 2, 0]);
    assert_eq!(places(&scene), [1, 1, 3]);
}

#[test]
fn the_points_of_the_final_scoring_are_added_when_the_fifth_round_ends() {
    let scene = Scene::new(2).round(5).village(0, 1, "longhut2 taro").beside(0, 1, 5).played("track:2 track:1");
    assert_eq!((scene.points(0), scene.points(1)), (5 + 5, 2));
    assert_eq!(scene.legal(), [""; 0]);
    let before = Scene::new(2).village(0, 1, "longhut2 taro").beside(0, 1, 5);
    assert_eq!(before.0.scores_if_ended().as_slice(), [10, 0], "the final scoring as it would be now");
    assert_eq!(scene.0.scores_if_ended().as_slice(), [10, 2], "and not twice");
}
