//! Filling the gaps: the order of piles and gaps, lava cards, and what the last two-palm card brings.

use super::*;
use Colour::{Red, Yellow};

const FISH: Option<Card> = Some(Card::Fish1);
const PEARL: Option<Card> = Some(Card::WhitePearl);
const NOTHING: (&[Card], u8) = (&[], 0);

/// Both gaps of segment 2 are empty and are about to be filled from these piles; yellow has disc 4, red disc 1 out.
fn two_gaps(piles: [(&[Card], u8); 3]) -> Scene {
    let mut scene = Scene::base().disc(Yellow, 4, 2).piles(piles).red_stops_at([FISH, PEARL]);
    scene.play("take:fish1");
    scene
}

#[test]
fn h16_gaps_are_filled_one_at_a_time_the_lower_first() {
    let mut scene = two_gaps([(&[Card::Statue, Card::Shell], 0), (&[Card::Fish3], 0), (&[Card::Fish4], 0)]);
    assert_eq!(scene.step(), Step::Refill(seg(2).gaps()[0]));
    scene.play("card:shell");
    assert_eq!(scene.step(), Step::Refill(seg(2).gaps()[1]));
    scene.play("card:statue");
    assert_eq!(scene.cards_at(2), [Some(Card::Shell), Some(Card::Statue)]);
    assert_eq!((scene.step(), scene.position().active), (Step::Turn, Yellow));
}

#[test]
fn h16_lava_is_laid_on_the_boats_crater_and_the_same_gap_is_drawn_for_again() {
    // The texts' example: a Lava card is drawn, a disc goes to the crater of the current segment.
    let mut scene = two_gaps([NOTHING, (&[Card::Fish3, Card::Shell], 4), (&[Card::Fish4], 0)]);
    scene.play("lava lava");
    assert_eq!((scene.lava_on(2), scene.step()), (2, Step::Refill(seg(2).gaps()[0])));
    assert_eq!(scene.position().piles[1], pile(&[Card::Fish3, Card::Shell], 2));
    assert_eq!(scene.0.view(Viewer::Public).position.lava_supply(&scene.0.rules), 2);
}

#[test]
fn h16_the_first_scoring_may_come_with_the_second_gap_still_open() {
    let scene = two_gaps([NOTHING, (&[Card::Shell], 0), (&[Card::Fish4], 1)]);
    let mut scene = scene.statues(Red, &["m0"]);
    scene.play("card:shell");
    assert_eq!((scene.position().round, scene.red().points, scene.yellow().points), (Round::Second, 3 + 1, 3));
    assert_eq!(scene.step(), Step::Refill(seg(2).gaps()[1]), "then the rest of the refill");
    scene.play("lava");
    assert_eq!(scene.lava_on(2), 1, "lava of the third pile belongs to the second round");
    scene.play("card:fish4");
    assert_eq!(scene.step(), Step::Turn);
}

#[test]
fn h17_lava_without_a_disc_left_is_discarded_without_effect() {
    let mut scene = two_gaps([NOTHING, (&[Card::Fish3, Card::Shell], 1), (&[Card::Fish4], 0)]).lava(0, 4);
    scene.play("lava");
    assert_eq!((scene.lava_on(2), scene.lava_on(0)), (0, 4));
    assert_eq!(scene.position().piles[1].lava, 0);
}

#[test]
fn h17_the_opening_draws_from_the_cards_other_than_lava() {
    let rules = Rules::read(&ruleset::changed("[deck.one_palm]", "cards = 15, statue = 4, lava = 2")).unwrap();
    let mut scene = Scene::base();
    scene.0 = Haleakala::start(SeatCount::new(2).unwrap(), Variant::Base, &Arc::new(rules));
    scene.play("start:red");
    assert_eq!(scene.outcomes()[0], ("card:statue".into(), 4));
    assert!(scene.outcomes().iter().all(|(outcome, _)| outcome != "lava"));
    assert_eq!(scene.outcomes().iter().map(|(_, weight)| weight).sum::<u32>(), 13);
}

#[test]
fn h17_a_pile_of_lava_alone_is_drawn_and_the_gap_falls_to_the_next() {
    let mut scene = two_gaps([(&[], 2), (&[Card::Fish3, Card::Shell], 0), (&[Card::Fish4], 0)]);
    assert_eq!(scene.outcomes(), [("lava".into(), 2)]);
    scene.play("lava lava");
    assert_eq!((scene.lava_on(2), scene.step()), (2, Step::Refill(seg(2).gaps()[0])));
    scene.play("card:fish3");
    assert_eq!(scene.cards_at(2)[0], Some(Card::Fish3));
}

#[test]
fn h18_the_piles_are_used_in_order() {
    let mut scene = two_gaps([(&[Card::Statue], 0), (&[Card::Fish3, Card::Shell], 0), (&[Card::Fish4], 0)]);
    assert_eq!(scene.outcomes(), [("card:statue".into(), 1)]);
    scene.play("card:statue");
    assert_eq!(scene.outcomes(), [("card:shell".into(), 1), ("card:fish3".into(), 1)]);
}

#[test]
fn h18_when_the_third_pile_is_empty_the_gap_stays_empty() {
    let mut scene = two_gaps([NOTHING, NOTHING, (&[Card::Fish4], 0)]).change(|position| position.round = Round::Second);
    scene.play("card:fish4");
    assert_eq!((scene.cards_at(2), scene.step()), ([Some(Card::Fish4), None], Step::Turn));
}

#[test]
fn h18_also_right_after_a_lava_card() {
    let mut scene = two_gaps([NOTHING, NOTHING, (&[], 1)]).change(|position| position.round = Round::Second);
    scene.play("lava");
    assert_eq!((scene.cards_at(2), scene.step(), scene.lava_on(2)), ([None, None], Step::Turn, 1));
}

#[test]
fn h19_the_last_two_palm_card_placed_brings_the_first_scoring() {
    let mut scene = two_gaps([(&[Card::Statue], 0), (&[Card::Fish3], 0), (&[Card::Fish4], 0)]);
    scene.play("card:statue");
    assert_eq!(scene.position().round, Round::First);
    scene.play("card:fish3");
    assert_eq!((scene.position().round, scene.step()), (Round::Second, Step::Turn));
}

#[test]
fn h19_a_last_two_palm_card_that_is_lava_still_erupts_in_the_first_round() {
    let mut scene = two_gaps([NOTHING, (&[], 1), (&[Card::Fish4, Card::Fish5], 0)]).statues(Red, &["m2", "f2"]);
    scene.play("lava");
    assert_eq!((scene.red().statues, scene.position().round), (spaces(&["f2"]), Round::Second));
    assert_eq!((scene.lava_on(2), scene.step()), (0, Step::Refill(seg(2).gaps()[0])));
    assert_eq!(scene.outcomes(), [("card:fish4".into(), 1), ("card:fish5".into(), 1)]);
}

#[test]
fn h19_so_does_one_that_is_discarded_for_want_of_a_disc() {
    let mut scene = two_gaps([NOTHING, (&[], 1), (&[Card::Fish4], 0)]).lava(0, 4);
    scene.play("lava");
    assert_eq!((scene.position().round, scene.position().has_lava()), (Round::Second, false));
}
