//! How far a shaman walks.

use super::*;
use Colour::{Red, Yellow};

/// Where red's shaman may go from here, with yellow's shaman out of the way.
fn reach(from: &str) -> Vec<String> {
    let mut scene = Scene::base().shaman(Red, from);
    scene.play("place:1@0");
    scene.legal()
}

#[test]
fn h10_from_the_grassland_one_uphill_and_two_sideways() {
    let expected = ["g0", "g1", "g3", "g4", "f1", "f2", "f3"].map(|space| format!("move:{space}"));
    let mut expected = expected.to_vec();
    expected.push("stay".into());
    assert_eq!(reach("g2"), expected);
}

#[test]
fn h10_from_the_forest_one_uphill_and_everything_else_two_deep() {
    let expected = ["g1", "g2", "g3", "f0", "f1", "f3", "f4", "m1", "m2", "m3"].map(|space| format!("move:{space}"));
    assert_eq!(reach("f2")[..10], expected);
}

#[test]
fn h10_two_spaces_downhill_and_never_onto_the_crater_or_the_beach() {
    let expected = ["g2", "f1", "f2", "f3", "m0", "m1", "m3", "m4"].map(|space| format!("move:{space}"));
    let reached = reach("m2");
    assert_eq!(reached[..8], expected);
    assert_eq!(reached[8..], ["stay"]);
}

#[test]
fn h10_the_ring_closes_between_segment_5_and_0() {
    let reached = reach("f5");
    for target in ["move:f0", "move:f1", "move:g0", "move:m0"] {
        assert!(reached.iter().any(|action| action == target), "{target}");
    }
}

#[test]
fn h10_two_steps_uphill_and_corners_are_too_far() {
    let mut scene = Scene::base().shaman(Red, "g2");
    scene.play("place:1@0");
    let reason = "m2 is not within two steps of which at most one is uphill (H10, H11)";
    assert_eq!(scene.refusal("move:m2"), reason);
    // m1 touches f2 at a corner only, and from g2 it would take three steps.
    assert!(scene.refusal("move:m1").starts_with("m1 is not within two steps"));
}

#[test]
fn h10_the_other_shaman_may_be_passed_but_not_joined() {
    let mut scene = Scene::base().shaman(Red, "g2").shaman(Yellow, "g3");
    scene.play("place:1@0");
    assert_eq!(scene.refusal("move:g3"), "the other shaman stands on g3 (H10)");
    scene.play("move:g4");
    assert_eq!(scene.red().shaman, Shaman::On(space("g4")));
}

#[test]
fn h10_statues_of_either_colour_do_not_hinder() {
    let mut scene = Scene::base().shaman(Red, "g2").statues(Red, &["g3"]).statues(Yellow, &["f2", "g4"]);
    scene.play("place:1@0");
    assert_eq!(scene.legal().len(), 8);
    scene.play("move:g4");
}

#[test]
fn h10_he_may_stay_but_walking_to_his_own_space_is_no_move() {
    let mut scene = Scene::base().shaman(Red, "g2");
    scene.play("place:1@0");
    assert_eq!(scene.refusal("move:g2"), "your shaman stands on g2 already: let him stay instead (H10)");
    scene.play("stay");
    assert_eq!((scene.red().shaman, scene.step()), (Shaman::On(space("g2")), Step::Turn));
}

#[test]
fn h10_after_the_boat_moved_the_shaman_does_not() {
    let mut scene = Scene::base().shaman(Red, "g2");
    scene.play("place:1@1");
    assert_eq!((scene.step(), scene.position().active), (Step::Turn, Yellow));
}

#[test]
fn h11_from_the_beach_he_reaches_the_grassland_and_its_neighbours() {
    let mut scene = Scene::base();
    scene.play("place:1@3");
    assert_eq!(scene.legal(), ["move:g0", "move:g1", "move:g5", "stay"]);
    scene.play("move:g5 place:1@4");
    assert_eq!(scene.legal(), ["move:g2", "move:g3", "move:g4", "stay"]);
}

#[test]
fn h11_the_first_move_may_not_end_in_the_forest() {
    let mut scene = Scene::base();
    scene.play("place:1@3");
    assert!(scene.refusal("move:f0").contains("at most one is uphill"));
}
