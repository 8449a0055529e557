//! How the game ends, and who has won.

use super::*;
use Colour::{Red, Yellow};

const FISH: Option<Card> = Some(Card::Fish1);
const NOTHING: (&[Card], u8) = (&[], 0);

/// The second round with all piles used up, and no card at segment 2.
fn no_cards_at_2(scene: Scene) -> Scene {
    let scene = scene.piles([NOTHING, NOTHING, NOTHING]).cards(2, [None, None]);
    scene.change(|position| position.round = Round::Second)
}

fn places(scene: &Scene) -> Vec<u8> {
    match scene.0.phase() {
        Phase::Over(outcome) => outcome.places.iter().map(|place| place.number()).collect(),
        other => panic!("the game is not over but {other:?}"),
    }
}

#[test]
fn h20_the_boat_at_a_beach_without_cards_ends_the_game_when_the_piles_are_empty() {
    // The texts' example: red places a 1 and moves the boat to a space without cards.
    let mut scene = no_cards_at_2(Scene::base().statues(Red, &["m5"]));
    scene.play("place:1@1");
    assert_eq!((scene.step(), scene.red().points), (Step::Over(End::NoCards), 3));
    assert_eq!(scene.position().turns, 1, "the turn counts as a turn");
}

#[test]
fn h20_discs_there_stay_and_are_not_compared() {
    let mut scene = no_cards_at_2(Scene::base().disc(Yellow, 4, 2));
    scene.play("place:1@1");
    assert_eq!((scene.step(), scene.yellow().sums()[2]), (Step::Over(End::NoCards), 4));
}

#[test]
fn h20_one_card_left_there_is_no_end() {
    let mut scene = no_cards_at_2(Scene::base()).cards(2, [None, FISH]);
    scene.play("place:1@1");
    assert_eq!(scene.step(), Step::Turn);
}

#[test]
fn h20_both_buy_first_and_the_volcano_erupts() {
    let mut scene =
        no_cards_at_2(Scene::base().shells(Red, 2).shells(Yellow, 2).lava(5, 1).statues(Red, &["m5", "f5"]));
    scene.play("place:1@1");
    assert_eq!(scene.step(), Step::Purchase(Red, Then::OtherBuys(Scoring::Last(End::NoCards))));
    scene.play("buy:forest");
    assert_eq!(scene.step(), Step::Purchase(Yellow, Then::Score(Scoring::Last(End::NoCards))));
    scene.play("buy:none");
    // The mountain statue is lost; forest 2 + 2; yellow keeps two shells.
    assert_eq!((scene.step(), scene.red().points, scene.yellow().points), (Step::Over(End::NoCards), 4, 2));
}

#[test]
fn h20_in_the_variant_invoked_lava_is_laid_and_discs_go_home_before_it_ends() {
    let scene = Scene::tactical().statues(Red, &["m2"]).invocation(Yellow, 2);
    let mut scene = no_cards_at_2(scene);
    scene.play("invoke:1");
    assert_eq!((scene.step(), scene.red().points, scene.yellow().invocation), (Step::Over(End::NoCards), 0, None));
}

#[test]
fn h22_turns_without_a_card_are_counted_and_a_card_sets_the_counter_back() {
    let mut scene = Scene::base();
    scene.play("place:1@3 stay place:3@1");
    assert_eq!((scene.position().idle_turns, scene.position().turns), (2, 2));
    let scene = scene.turn_of(Red).boat(1).change(|position| position.players[0].discs = [None; 5]);
    let mut scene = scene.red_stops_at([FISH, FISH]);
    assert_eq!(scene.position().idle_turns, 2, "it changes only at the end of the turn");
    scene.play("card:statue");
    assert_eq!((scene.position().idle_turns, scene.step()), (0, Step::Turn));
}

#[test]
fn h22_at_200_the_game_ends_with_the_second_scoring_complete() {
    let mut scene = Scene::base().change(|position| position.idle_turns = 199).shells(Red, 1).shells(Yellow, 1);
    scene = scene.keeps(Yellow, &[Card::Nautilus]).statues(Red, &["m4"]).lava(4, 1);
    scene.play("place:1@3 stay");
    assert_eq!(scene.step(), Step::Purchase(Red, Then::OtherBuys(Scoring::Last(End::Guard))));
    assert_eq!((scene.position().active, scene.position().turns, scene.position().idle_turns), (Red, 1, 200));
    scene.play("buy:none buy:none");
    assert_eq!((scene.step(), scene.red().points, scene.yellow().points), (Step::Over(End::Guard), 1, 3 + 1));
    assert_eq!(scene.position().round, Round::First, "the first scoring is left out");
}

#[test]
fn h22_the_record_is_told_the_guard_as_the_end() {
    let mut guarded = Scene::tactical().change(|position| position.idle_turns = 199);
    guarded.play("place:1@3 stay");
    assert_eq!(guarded.0.ending(), "guard");
    let mut emptied = no_cards_at_2(Scene::tactical());
    assert_eq!(emptied.0.ending(), "", "the game goes on");
    emptied.play("place:1@1");
    assert_eq!(emptied.0.ending(), "no-cards");
}

#[test]
fn h22_at_199_it_goes_on() {
    let mut scene = Scene::base().change(|position| position.idle_turns = 198);
    scene.play("place:1@3 stay");
    assert_eq!((scene.step(), scene.position().active), (Step::Turn, Yellow));
}

#[test]
fn h22_a_turn_that_ends_by_the_empty_beach_ends_by_it_and_leaves_the_counter() {
    let mut scene = no_cards_at_2(Scene::base().change(|position| position.idle_turns = 199));
    scene.play("place:1@1");
    assert_eq!((scene.step(), scene.position().idle_turns), (Step::Over(End::NoCards), 199));
}

#[test]
fn h35_the_most_points_win() {
    let mut scene = no_cards_at_2(Scene::base().statues(Red, &["m5"]).statues(Yellow, &["g4", "g5"]));
    scene.play("place:1@1");
    assert_eq!(places(&scene), [1, 2]);
}

#[test]
fn h35_then_the_most_statues_after_the_eruption() {
    let statues = Scene::base().statues(Red, &["m5", "m0"]).statues(Yellow, &["g4", "f4"]).lava(0, 1);
    let mut scene = no_cards_at_2(statues);
    scene.play("place:1@1");
    assert_eq!((scene.red().points, scene.yellow().points, places(&scene)), (3, 3, vec![2, 1]));
}

#[test]
fn h35_then_the_player_who_did_not_begin() {
    for (starter, expected) in [(Red, [2, 1]), (Yellow, [1, 2])] {
        let mut scene = no_cards_at_2(Scene::base().change(|position| position.starter = starter));
        scene.play("place:1@1");
        assert_eq!(places(&scene), expected, "{starter} began");
    }
}
