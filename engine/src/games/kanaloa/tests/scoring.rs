//! The end: points and places.

use super::super::score::Tally;
use super::*;

/// Kanaloa, Ku, Pele, Lono, Kane.
fn tally(values: [u16; 5]) -> (i32, i32) {
    let tally = Tally::of(&Temples::new(values));
    (tally.points, tally.unscored)
}

#[test]
fn k34_the_example_of_the_published_rules() {
    assert_eq!(tally([16, 9, 15, 22, 16]), (48, 9 + 15 + 6));
    assert_eq!(tally([16, 9, 15, 22, 15]), (60, 1 + 9 + 7));
}

#[test]
fn k34_without_kane_nothing_scores() {
    assert_eq!(tally([5, 6, 7, 8, 0]), (0, 26));
    assert_eq!(tally([0, 0, 0, 0, 12]), (12, 0));
}

#[test]
fn k34_places_go_by_points_then_by_what_did_not_score_then_are_shared() {
    let values = [[9, 0, 0, 0, 9], [9, 4, 0, 0, 9], [0, 0, 0, 0, 17], [9, 0, 0, 0, 9]];
    let mut scene = Scene::new(4);
    for (player, values) in scene.0.players.iter_mut().zip(values) {
        player.temples = Temples::new(values);
    }
    let outcome = scene.0.outcome();
    assert_eq!(outcome.scores.as_slice(), [18, 18, 17, 18]);
    assert_eq!(outcome.places.map(|place| place.number()).as_slice(), [2, 1, 4, 2]);
}

#[test]
fn k33_tiles_in_hand_count_for_nothing() {
    let mut scene = Scene::new(4).hand(RED, "ka5 ka5 pe5").volcanoes_drawn(10).temple(BLUE, "kane", 1);
    scene.0.supply.bag_volcanoes = 1;
    scene.play("move:ca take:kl4 draw:volcano");
    let Phase::Over(outcome) = scene.0.phase() else { panic!("the last volcano ends the game") };
    assert_eq!(outcome.scores.as_slice(), [0, 0, 0, 1]);
}
