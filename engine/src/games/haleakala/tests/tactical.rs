//! The tactical variant: invocation discs.

use super::*;
use Colour::{Red, Yellow};

const FISH: Option<Card> = Some(Card::Fish1);
const PRIESTESS: Option<Card> = Some(Card::Priestess);
const NOTHING: (&[Card], u8) = (&[], 0);

#[test]
fn h1_the_invocation_disc_is_the_players_and_the_lava_discs_are_common() {
    // The texts' example: yellow places a 2 with her disc, the boat moves two, and a lava disc is laid.
    let mut scene = Scene::tactical().turn_of(Yellow);
    scene.play("invoke:2");
    assert_eq!((scene.position().boat, scene.lava_on(3)), (seg(3), 1));
    assert_eq!((scene.yellow().invocation, scene.red().invocation), (Some(seg(1)), None));
    assert_eq!(scene.position().lava_supply(&scene.0.rules), 3);
}

#[test]
fn h2_a_priestess_taken_at_the_stop_can_move_the_lava_invoked_there() {
    let mut scene = Scene::tactical().disc(Red, 2, 2).cards(2, [PRIESTESS, PRIESTESS]);
    scene.play("invoke:1");
    assert_eq!(scene.legal(), ["lava:2-1", "lava:2-3"]);
}

#[test]
fn h3_there_is_no_purchase_before_a_scoring() {
    let mut scene = Scene::tactical().shells(Red, 3).shells(Yellow, 3);
    scene = scene.piles([NOTHING, (&[Card::Fish3], 0), (&[Card::Fish4], 0)]).red_stops_at([FISH, FISH]);
    scene.play("card:fish3");
    assert_eq!((scene.position().round, scene.red().shells), (Round::Second, 3));
}

#[test]
fn h3_there_is_no_purchase_before_the_last_scoring_either() {
    let rich = || Scene::tactical().shells(Red, 3).shells(Yellow, 3);
    let guarded = rich().change(|position| position.idle_turns = 199).played("place:1@3 stay");
    let emptied = rich().piles([NOTHING, NOTHING, NOTHING]).cards(2, [None, None]);
    let emptied = emptied.change(|position| position.round = Round::Second).played("place:1@1");
    for (scene, end) in [(guarded, End::Guard), (emptied, End::NoCards)] {
        assert_eq!((scene.step(), scene.red().shells, scene.yellow().shells), (Step::Over(end), 3, 3));
        assert_eq!(scene.position().display, DisplaySet::ALL);
    }
}

#[test]
fn h26_the_palm_priestess_brings_the_invocation_disc_home_after_her_action() {
    let mut scene = Scene::tactical().invocation(Red, 5).lava(0, 1).red_stops_at([PRIESTESS, PRIESTESS]);
    assert_eq!(scene.red().invocation, Some(seg(5)), "not before the lava is moved");
    scene.play("lava:0-1");
    assert_eq!(scene.red().invocation, None);
}

#[test]
fn h26_she_does_so_without_lava_and_only_for_her_owner() {
    let scene = Scene::tactical().invocation(Red, 5).invocation(Yellow, 4).red_stops_at([PRIESTESS, PRIESTESS]);
    assert_eq!((scene.red().invocation, scene.yellow().invocation), (None, Some(seg(4))));
}

#[test]
fn h26_the_priestess_of_the_display_brings_it_home_too() {
    for lava in [0, 1] {
        let mut scene = Scene::tactical().invocation(Red, 5).lava(0, lava);
        scene = scene.red_stops_at([Some(Card::Shell), Some(Card::Shell)]);
        scene.play("buy:priestess");
        if lava > 0 {
            scene.play("lava:0-1");
        }
        assert_eq!(scene.red().invocation, None, "with {lava} lava discs");
    }
}

#[test]
fn h28_it_is_laid_only_at_the_boat_and_only_from_home() {
    let scene = Scene::tactical();
    assert_eq!(scene.legal_of("invoke"), ["invoke:1", "invoke:2", "invoke:3", "invoke:4", "invoke:5"]);
    let scene = scene.invocation(Red, 4);
    assert_eq!(scene.refusal("invoke:1"), "your invocation disc is not at home but on beach 4 (H28)");
    assert_eq!(Scene::base().refusal("invoke:1"), "invocation discs are played in the tactical variant only");
}

#[test]
fn h28_without_lava_in_supply_it_is_laid_and_none_is_added() {
    let mut scene = Scene::tactical().lava(0, 4);
    scene.play("invoke:2");
    assert_eq!((scene.red().invocation, scene.lava_on(3)), (Some(seg(1)), 0));
}

// Play never leads to this position: no disc lies on the boat's beach when a turn begins (see `views`).
#[test]
fn h28_it_counts_nothing_in_the_sums_but_its_number_disc_does() {
    let mut scene = Scene::tactical().disc(Yellow, 3, 1);
    assert_eq!(scene.refusal("invoke:3"), "the sums on beach 1 would be equal: 3 and 3 (H6)");
    scene.play("invoke:2");
    assert_eq!((scene.red().sums()[1], scene.legal_of("return").len()), (2, 1));
}

#[test]
fn h28_returning_its_number_disc_leaves_it_where_it_is() {
    let mut scene = Scene::tactical().invocation(Red, 4).disc(Red, 2, 4);
    scene.play("return:2");
    assert_eq!(scene.red().invocation, Some(seg(4)));
}

// Play never leads to this position: an invocation disc lies where the boat set sail, so that only one can lie on a beach.
#[test]
fn h29_a_stop_brings_both_discs_home_whoever_moved_the_boat() {
    let mut scene = Scene::tactical().invocation(Red, 2).invocation(Yellow, 2);
    scene.play("place:1@1");
    assert_eq!((scene.red().invocation, scene.yellow().invocation), (None, None));
    assert_eq!(scene.step(), Step::Turn, "no card was taken");
}

#[test]
fn h29_passing_by_brings_nothing_home() {
    let mut scene = Scene::tactical().invocation(Yellow, 2);
    scene.play("place:2@1");
    assert_eq!(scene.yellow().invocation, Some(seg(2)));
}

#[test]
fn lava_cards_are_not_in_the_piles() {
    assert!(Scene::tactical().position().piles.iter().all(|pile| pile.lava == 0));
    let view = Scene::tactical().change(|position| position.gaps = [None; 12]).0.view(Viewer::Public);
    assert_eq!(view.discard.lava, 0, "they are out of the game, not in the discard");
}
