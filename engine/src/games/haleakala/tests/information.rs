//! What is public, what is asked, how things are numbered, and how chance comes.

use super::*;
use crate::dice::{Dice, Seed};
use Colour::{Red, Yellow};

const FISH: Option<Card> = Some(Card::Fish1);
const SHELL: Option<Card> = Some(Card::Shell);

fn fresh(variant: Variant) -> Scene {
    let mut scene = Scene::new(variant);
    scene.0 = Haleakala::start(SeatCount::new(2).unwrap(), variant, &scene.0.rules.clone());
    scene
}

#[test]
fn h36_what_is_left_of_the_piles_and_the_discard_are_public() {
    let mut scene = fresh(Variant::Base);
    scene.play("start:red");
    for card in ["statue", "shell"].into_iter().cycle().take(10) {
        scene.play(&format!("card:{card}"));
    }
    scene.play("card:fish1 card:priestess");
    let view = scene.0.view(Viewer::Public);
    assert_eq!(view.position.piles[0], pile(&[Card::Statue, Card::Fish2, Card::WhitePearl], 0));
    assert_eq!((view.discard, view.position.idle_turns), (Pile::EMPTY, 0));
    scene = scene.disc(Red, 2, 2).shaman(Red, "g0");
    scene.play("place:1@1 take:statue");
    let view = scene.0.view(Viewer::Seat(Yellow.seat()));
    assert_eq!(view.discard, pile(&[Card::Statue], 0));
    assert_eq!(view, scene.0.view(Viewer::Public));
}

#[test]
fn h37_the_turn_is_always_asked_and_has_at_least_four_answers() {
    // Going through every way in which discs can lie shows that four is the least. Here no disc is in hand,
    // and taking back either of two would make sums equal.
    let scene = Scene::base().change(|position| {
        position.players[0].discs = [Some(seg(0)), Some(seg(0)), Some(seg(2)), Some(seg(2)), Some(seg(4))];
        position.players[1].discs = [Some(seg(0)), None, Some(seg(2)), None, None];
    });
    assert_eq!(scene.legal(), ["return:1", "return:3", "return:5", "boat"]);
    assert_eq!((scene.step(), scene.to_act()), (Step::Turn, Red.seat()));
}

#[test]
fn h37_the_pick_is_asked_only_for_two_different_cards() {
    assert_eq!(Scene::base().red_stops_at([FISH, SHELL]).step(), Step::Pick(Red));
    assert!(matches!(Scene::base().red_stops_at([FISH, FISH]).step(), Step::Refill(_)));
}

#[test]
fn h37_a_purchase_is_asked_only_if_something_face_up_is_affordable() {
    let mut nothing_cheap = Scene::base();
    for card in [DisplayCard::Butterflies, DisplayCard::Majority, DisplayCard::Segment] {
        nothing_cheap = nothing_cheap.bought(Yellow, card);
    }
    let nothing_cheap = nothing_cheap.change(|p| p.display.remove(DisplayCard::Priestess));
    let scene = nothing_cheap.clone().red_stops_at([SHELL, SHELL]);
    assert!(matches!(scene.step(), Step::Refill(_)));
    let scene = nothing_cheap.shells(Red, 1).red_stops_at([SHELL, SHELL]);
    assert_eq!(scene.legal(), ["buy:forest", "buy:mountain", "buy:none"]);
}

#[test]
fn h37_the_priestess_is_asked_only_with_lava_on_a_crater() {
    let priestess = Some(Card::Priestess);
    assert!(matches!(Scene::base().red_stops_at([priestess, priestess]).step(), Step::Refill(_)));
    let scene = Scene::base().lava(5, 1).red_stops_at([priestess, priestess]);
    assert_eq!(scene.legal(), ["lava:5-0", "lava:5-4"]);
}

#[test]
fn h37_the_shamans_move_is_always_asked_with_stay_among_the_answers() {
    for action in ["place:1@4", "return:5"] {
        let mut scene = Scene::base().disc(Red, 5, 3);
        scene.play(action);
        assert_eq!((scene.step(), scene.legal().last().map(String::as_str)), (Step::Shaman, Some("stay")));
    }
}

#[test]
fn h37_the_list_holds_a_placing_at_the_boat_with_and_without_the_invocation_disc() {
    assert_eq!(Scene::tactical().legal().len(), 30 + 5);
    assert_eq!(Scene::base().legal().len(), 30);
}

#[test]
fn h38_red_is_seat_0_at_hut_0_yellow_seat_1_at_hut_3_and_the_jetty_is_at_1() {
    let scene = fresh(Variant::Base);
    assert_eq!((Red.seat().number(), Yellow.seat().number()), (0, 1));
    assert_eq!((scene.red().shaman, scene.yellow().shaman), (Shaman::Beach(seg(0)), Shaman::Beach(seg(3))));
    assert_eq!(scene.position().boat, seg(1));
}

#[test]
fn h38_segments_count_clockwise_and_gaps_two_by_two() {
    assert_eq!(seg(4).clockwise(3), seg(1));
    assert_eq!(seg(5).gaps().map(Gap::index), [10, 11]);
    assert_eq!(Gap::from_number(7).map(Gap::segment), Some(seg(3)));
}

#[test]
fn h38_the_last_turn_counts_as_completed_already_during_the_last_purchase() {
    let empty: (&[Card], u8) = (&[], 0);
    let scene = Scene::base().piles([empty, empty, empty]).cards(2, [None, None]).shells(Red, 1);
    let mut scene = scene.change(|position| position.round = Round::Second);
    scene.play("place:1@1");
    assert_eq!(
        (scene.step(), scene.position().turns),
        (Step::Purchase(Red, Then::OtherBuys(Scoring::Last(End::NoCards))), 1)
    );
}

#[test]
fn h38_a_first_scoring_belongs_to_the_turn_in_which_it_happens() {
    let scene = Scene::base().shells(Red, 1).piles([(&[], 0), (&[Card::Fish3], 0), (&[Card::Fish4], 0)]);
    let mut scene = scene.red_stops_at([FISH, FISH]);
    scene.play("card:fish3");
    assert_eq!((scene.step(), scene.position().turns), (Step::Purchase(Red, Then::OtherBuys(Scoring::First)), 0));
    scene.play("buy:none");
    assert_eq!((scene.step(), scene.position().turns), (Step::Turn, 1));
}

#[test]
fn h39_the_starting_player_comes_first_at_even_odds_then_gaps_0_to_11() {
    let mut scene = fresh(Variant::Base);
    assert_eq!(scene.outcomes(), [("start:red".into(), 1), ("start:yellow".into(), 1)]);
    scene.play("start:yellow");
    for gap in 0..12 {
        assert_eq!(scene.step(), Step::Opening(Gap::from_number(gap).unwrap()));
        let next = scene.outcomes()[0].0.clone();
        scene.play(&next);
    }
    assert_eq!((scene.step(), scene.position().active, scene.position().starter), (Step::Turn, Yellow, Yellow));
}

#[test]
fn h39_an_outcome_weighs_as_many_as_cards_of_its_kind_are_left() {
    let mut scene = fresh(Variant::Base);
    scene.play("start:red card:statue");
    let expected = [("statue", 5), ("shell", 5), ("priestess", 1), ("fish1", 1), ("fish2", 1), ("white", 1)];
    assert_eq!(scene.outcomes(), expected.map(|(card, weight)| (format!("card:{card}"), weight)));
    let mut scene = Scene::base().piles([(&[], 0), (&[Card::Fish3], 4), (&[Card::Fish4], 0)]);
    scene = scene.red_stops_at([FISH, FISH]);
    assert_eq!(scene.outcomes(), [("card:fish3".into(), 1), ("lava".into(), 4)]);
}

#[test]
fn h39_sampling_a_refill_agrees_with_the_weights() {
    let scene = Scene::base().piles([(&[], 0), (&[Card::Fish3, Card::Shell], 4), (&[Card::Fish4], 0)]);
    let scene = scene.red_stops_at([FISH, FISH]);
    let mut outcomes = Vec::new();
    scene.0.chance_outcomes(&mut outcomes);
    let (mut one, mut other) = (Dice::new(Seed::from_number(39)), Dice::new(Seed::from_number(39)));
    for _ in 0..500 {
        assert_eq!(scene.0.sample_chance(&mut one), other.weighted(&outcomes));
    }
}
