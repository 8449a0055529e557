//! Placing and returning number discs, and where the boat goes.

use super::*;
use crate::dice::{Dice, Seed};
use Colour::{Red, Yellow};

#[test]
fn h4_only_the_beach_of_the_boats_segment_moves_the_boat() {
    for beach in [0, 2, 3, 4, 5] {
        let mut scene = Scene::base();
        scene.play(&format!("place:3@{beach}"));
        assert_eq!((scene.step(), scene.position().boat), (Step::Shaman, seg(1)), "beach {beach}");
    }
    let mut scene = Scene::base();
    scene.play("place:3@1");
    assert_eq!((scene.position().boat, scene.step()), (seg(4), Step::Turn));
}

// Play never leads to this position: no disc lies on the boat's beach when a turn begins (see `views`).
#[test]
fn h4_a_disc_may_be_returned_from_the_boats_beach_and_the_shaman_moves() {
    let mut scene = Scene::base().disc(Red, 3, 1);
    scene.play("return:3");
    assert_eq!((scene.red().discs[2], scene.step(), scene.position().boat), (None, Step::Shaman, seg(1)));
}

#[test]
fn h5_the_disc_that_moves_the_boat_stays_behind() {
    let mut scene = Scene::base();
    scene.play("place:5@1");
    assert_eq!(scene.position().boat, seg(0));
    assert_eq!(scene.red().sums(), [0, 5, 0, 0, 0, 0]);
}

// Play never leads to this position: no disc lies on the boat's beach when a turn begins (see `views`).
#[test]
fn h5_the_disc_that_moves_the_boat_may_not_make_the_sums_equal() {
    let scene = Scene::base().disc(Yellow, 3, 1);
    assert_eq!(scene.refusal("place:3@1"), "the sums on beach 1 would be equal: 3 and 3 (H6)");
    assert_eq!(scene.legal_of("place").len(), 29);
}

#[test]
fn h6_equal_sums_are_refused_and_a_smaller_disc_may_lie_there() {
    // The texts' example: yellow can't place a 3 where red has 3, and places a 2.
    let mut scene = Scene::base().turn_of(Yellow).disc(Red, 3, 4);
    assert_eq!(scene.refusal("place:3@4"), "the sums on beach 4 would be equal: 3 and 3 (H6)");
    scene.play("place:2@4 stay");
    assert_eq!(scene.yellow().sums()[4], 2);
}

#[test]
fn h6_any_number_of_discs_of_both_may_lie_on_one_beach() {
    let mut scene = Scene::base().disc(Red, 1, 4).disc(Red, 2, 4).disc(Yellow, 1, 4).disc(Yellow, 5, 4);
    scene.play("place:5@4 stay");
    assert_eq!((scene.red().sums()[4], scene.yellow().sums()[4]), (8, 6));
}

#[test]
fn h6_the_sum_counts_and_not_the_single_disc() {
    let scene = Scene::base().disc(Red, 1, 4).disc(Yellow, 5, 4);
    assert_eq!(scene.refusal("place:4@4"), "the sums on beach 4 would be equal: 5 and 5 (H6)");
}

#[test]
fn h6_taking_the_last_disc_back_from_an_otherwise_empty_beach_is_fine() {
    let mut scene = Scene::base().disc(Red, 3, 4);
    scene.play("return:3");
    assert_eq!(scene.red().sums(), [0; 6]);
}

#[test]
fn h7_return_may_not_make_sums_equal() {
    let scene = Scene::base().disc(Red, 2, 4).disc(Red, 3, 4).disc(Yellow, 3, 4);
    assert_eq!(scene.refusal("return:2"), "the sums on beach 4 would be equal: 3 and 3 (H6)");
    assert_eq!(scene.legal_of("return"), ["return:3"]);
}

#[test]
fn h7_a_disc_that_lies_nowhere_is_not_returned_and_one_that_lies_is_not_placed() {
    let scene = Scene::base().disc(Red, 2, 4);
    assert_eq!(scene.refusal("return:3"), "disc 3 is in your hand: there is nothing to return");
    assert_eq!(scene.refusal("place:2@0"), "disc 2 is not in your hand but on beach 4");
}

#[test]
fn h8_there_is_always_a_legal_action() {
    let mut dice = Dice::new(Seed::from_number(8));
    let base = Scene::base();
    let mut seen = 0;
    while seen < 50_000 {
        let mut scene = base.clone();
        for player in &mut scene.0.position.players {
            player.discs = std::array::from_fn(|_| Segment::from_number(dice.below(7)));
        }
        let (own, other) = (scene.red().sums(), scene.yellow().sums());
        if own.iter().zip(other).any(|(&own, other)| own > 0 && own == other) {
            continue;
        }
        assert!(scene.legal().len() >= 4, "{:?}", scene.position());
        seen += 1;
    }
}

#[test]
fn h9_without_discs_in_hand_the_boat_may_move_one_or_a_disc_return() {
    let mut scene = Scene::base();
    for disc in 1..=5 {
        scene = scene.disc(Red, disc, 4);
    }
    assert_eq!(scene.legal(), ["return:1", "return:2", "return:3", "return:4", "return:5", "boat"]);
    scene.play("boat");
    assert_eq!((scene.position().boat, scene.step(), scene.position().active), (seg(2), Step::Turn, Yellow));
}

#[test]
fn h9_the_hand_must_be_empty_when_the_turn_begins() {
    let scene = Scene::base().disc(Red, 1, 3).disc(Red, 2, 3).disc(Red, 3, 3).disc(Red, 4, 3);
    assert_eq!(scene.refusal("boat"), "you may move the boat only when all your number discs lie on beaches (H9)");
}

#[test]
fn h9_after_the_boats_step_cards_are_distributed_as_after_a_placing() {
    let mut scene = Scene::base().turn_of(Yellow).disc(Red, 1, 2);
    for disc in 1..=5 {
        scene = scene.disc(Yellow, disc, 5);
    }
    scene.play("boat");
    assert_eq!(scene.step(), Step::Pick(Red));
}

#[test]
fn h40_a_disc_on_the_boats_beach_is_action_1b_and_moves_the_boat_by_its_number() {
    // The texts' example, with the slip in its heading put right: yellow places a 2, the boat moves two spaces.
    let mut scene = Scene::base().turn_of(Yellow);
    scene.play("place:2@1");
    assert_eq!(scene.position().boat, seg(3));
}

#[test]
fn h40_the_boat_begins_in_the_water_of_the_jettys_segment() {
    let rules = Ruleset::<Haleakala>::built_in().rules;
    assert_eq!(Position::new(Variant::Base, &rules).boat, rules.jetty);
}
