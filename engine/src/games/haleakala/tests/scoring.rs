//! The eruption, the points, and the purchases before a scoring.

use super::*;
use Colour::{Red, Yellow};

const FISH: Option<Card> = Some(Card::Fish1);
const NOTHING: (&[Card], u8) = (&[], 0);

/// Red's turn brings the first scoring: the last two-palm card has just been placed.
fn first_scoring(scene: Scene) -> Scene {
    let mut scene = scene.piles([NOTHING, (&[Card::Shell], 0), (&[Card::Fish4], 0)]).red_stops_at([FISH, FISH]);
    scene.play("card:shell");
    scene
}

#[test]
fn h3_in_the_base_game_both_may_buy_before_a_scoring() {
    let scene = first_scoring(Scene::base().shells(Red, 1));
    assert_eq!(scene.step(), Step::Purchase(Red, Then::OtherBuys(Scoring::First)));
}

#[test]
fn h23_the_player_at_turn_buys_first_then_the_other_one_card_each() {
    let mut scene = first_scoring(Scene::base().shells(Red, 3).shells(Yellow, 2).statues(Yellow, &["f0"]));
    scene.play("buy:mountain");
    assert_eq!(scene.step(), Step::Purchase(Yellow, Then::Score(Scoring::First)));
    assert_eq!(scene.refusal("buy:mountain"), "mountain is not on the display: red has it");
    scene.play("buy:forest");
    assert_eq!((scene.yellow().points, scene.yellow().shells, scene.red().shells), (2 + 2, 0, 1));
}

#[test]
fn h23_it_may_be_refused() {
    let mut scene = first_scoring(Scene::base().shells(Red, 3).shells(Yellow, 2));
    scene.play("buy:none buy:none");
    assert_eq!((scene.red().shells, scene.yellow().shells, scene.position().round), (3, 2, Round::Second));
}

#[test]
fn h23_the_priestess_may_still_turn_the_lava_away() {
    let mut scene = first_scoring(Scene::base().shells(Yellow, 1).lava(3, 1).statues(Yellow, &["m3"]));
    scene.play("buy:priestess lava:3-4");
    assert_eq!((scene.yellow().points, scene.yellow().statues), (3, spaces(&["m3"])));
}

#[test]
fn h30_each_disc_reaches_one_space_further_down() {
    let all = ["m1", "f1", "g1", "m2", "f2", "g2", "m3", "f3"];
    let scene = Scene::base().lava(1, 1).lava(2, 2).lava(3, 1).statues(Red, &all);
    let scene = first_scoring(scene);
    assert_eq!(scene.red().statues, spaces(&["f1", "g1", "g2", "f3"]));
    assert_eq!(scene.position().lava, [0; 6]);
}

#[test]
fn h30_three_discs_reach_the_grassland_and_hit_both_colours() {
    // The texts' example: yellow loses a statue each from the mountain and the grassland.
    let scene = Scene::base().lava(4, 3).statues(Yellow, &["m4", "g4", "g5"]).statues(Red, &["f4"]);
    let scene = first_scoring(scene);
    assert_eq!((scene.yellow().statues, scene.red().statues), (spaces(&["g5"]), SpaceSet::EMPTY));
}

#[test]
fn h30_a_fourth_disc_does_nothing_and_shamans_stay() {
    let scene = Scene::base().lava(4, 4).statues(Yellow, &["m5", "m3"]).shaman(Red, "m4");
    let scene = first_scoring(scene);
    assert_eq!((scene.yellow().statues.len(), scene.red().shaman), (2, Shaman::On(space("m4"))));
}

#[test]
fn h30_a_destroyed_statue_can_be_built_again() {
    let eight = ["g0", "g1", "g2", "g3", "g5", "f0", "f1", "m4"];
    let scene = first_scoring(Scene::base().lava(4, 1).statues(Red, &eight).shaman(Red, "f4"));
    assert_eq!(scene.red().statues.len(), 7);
    assert_eq!(scene.position().building_site(Red, &scene.0.rules), Some(space("f4")));
}

#[test]
fn statues_score_by_landscape() {
    let scene = Scene::base().statues(Red, &["m0", "m1", "f0", "g0"]).statues(Yellow, &["g5"]);
    assert_eq!(scene.points(), [3 + 3 + 2 + 1, 1]);
}

#[test]
fn fish_scores_for_the_greater_sum_of_baskets_and_not_in_a_tie() {
    let scene = Scene::base().keeps(Red, &[Card::Fish1, Card::Fish2, Card::Fish3]).keeps(Yellow, &[Card::Fish5]);
    assert_eq!(scene.points(), [3, 0]);
    assert_eq!(scene.keeps(Yellow, &[Card::Fish1]).points(), [0, 0]);
}

#[test]
fn pearls_are_worth_one_two_and_four_together() {
    let points = |cards: &[Card]| Scene::base().keeps(Red, cards).points()[0];
    assert_eq!(points(&[Card::WhitePearl]), 1);
    assert_eq!(points(&[Card::BlackPearl]), 2);
    assert_eq!(points(&[Card::WhitePearl, Card::BlackPearl]), 4);
}

#[test]
fn nautilus_and_left_over_shells_score_at_the_last_scoring_only() {
    let scene = Scene::base().keeps(Yellow, &[Card::Nautilus]).shells(Yellow, 2);
    assert_eq!((scene.points(), scene.last_points()), ([0, 0], [0, 3 + 2]));
}

#[test]
fn h31_a_majority_is_strict_and_one_to_none_is_one() {
    let scene = Scene::base().bought(Red, DisplayCard::Majority);
    let scene = scene.statues(Red, &["m0", "f0", "f1", "g0"]).statues(Yellow, &["f2", "g1"]);
    // Statues 3 + 2 + 2 + 1; the majority on the mountain (1:0) and in the forest (2:1), a tie in the grassland.
    assert_eq!(scene.points()[0], 8 + 2 * 2);
}

#[test]
fn h32_butterflies_are_counted_on_the_cards_that_lie_before_the_player() {
    let scene = Scene::base().bought(Red, DisplayCard::Butterflies).shells(Red, 3);
    let scene = scene.keeps(Red, &[Card::Fish1, Card::Fish3, Card::WhitePearl, Card::BlackPearl]);
    // Most fish 3, both pearls 4; butterflies on fish1 and the white pearl, none on fish3, the black pearl and shells.
    assert_eq!(scene.points()[0], 3 + 4 + 2);
}

#[test]
fn h33_segments_forests_and_mountains_score_the_same_statues_again() {
    let scene = Scene::base().statues(Red, &["g2", "f2", "m2", "f3"]);
    let scene = scene.bought(Red, DisplayCard::Segment).bought(Red, DisplayCard::Forest);
    assert_eq!(scene.points()[0], 8 + 4 + 2 * 2);
    assert_eq!(scene.bought(Red, DisplayCard::Mountain).points()[0], 8 + 4 + 2 * 2 + 3);
}

#[test]
fn h33_after_the_first_scoring_the_display_is_full_again_and_the_rest_stays() {
    let before = Scene::base().bought(Red, DisplayCard::Segment).bought(Yellow, DisplayCard::Forest);
    let before = before.change(|p| p.display.remove(DisplayCard::Priestess));
    let before = before.disc(Yellow, 3, 5).shaman(Red, "g1").keeps(Yellow, &[Card::WhitePearl]).lava(0, 1);
    let scene = first_scoring(before.statues(Red, &["f1"]));
    assert_eq!((scene.position().display, scene.red().bought), (DisplaySet::ALL, DisplaySet::EMPTY));
    assert_eq!((scene.yellow().bought, scene.position().lava), (DisplaySet::EMPTY, [0; 6]));
    assert_eq!((scene.yellow().discs[2], scene.red().shaman), (Some(seg(5)), Shaman::On(space("g1"))));
    assert_eq!((scene.yellow().kept[Card::WhitePearl.index()], scene.red().statues), (1, spaces(&["f1"])));
    assert_eq!(scene.position().boat, seg(2));
}

#[test]
fn h33_invocation_discs_stay_at_the_first_scoring() {
    let scene = first_scoring(Scene::tactical().invocation(Red, 4).invocation(Yellow, 5));
    assert_eq!(scene.position().round, Round::Second);
    assert_eq!((scene.red().invocation, scene.yellow().invocation), (Some(seg(4)), Some(seg(5))));
}

#[test]
fn h33_pearls_and_fish_count_at_both_scorings() {
    let scene = first_scoring(Scene::base().keeps(Yellow, &[Card::WhitePearl, Card::Fish5]));
    assert_eq!(scene.yellow().points, 1 + 3);
    assert_eq!(scene.last_points()[1], 1 + 3);
}

#[test]
fn h34_the_opponent_of_the_player_who_brought_the_scoring_goes_on() {
    let scene = first_scoring(Scene::base());
    assert_eq!((scene.step(), scene.position().active, scene.position().turns), (Step::Turn, Yellow, 1));
}

#[test]
fn the_running_score_is_that_of_an_end_now_with_the_eruption_and_without_purchases() {
    let scene = Scene::base().statues(Red, &["m0", "f0"]).lava(0, 1).shells(Yellow, 2);
    let scene = scene.change(|position| position.players[1].points = 7);
    assert_eq!(scene.0.scores_if_ended().as_slice(), [2, 7 + 2]);
    assert_eq!(scene.red().statues.len(), 2, "nothing has happened yet");
    let over = scene.change(|position| position.step = Step::Over(End::NoCards));
    assert_eq!(over.0.scores_if_ended().as_slice(), [0, 7]);
}
