//! What the boat brings where it stops: who takes which card, and the discs that go back.

use super::*;
use Colour::{Red, Yellow};

const FISH: Option<Card> = Some(Card::Fish1);
const PEARL: Option<Card> = Some(Card::WhitePearl);
const STATUE: Option<Card> = Some(Card::Statue);
const SHELL: Option<Card> = Some(Card::Shell);

#[test]
fn h12_the_greater_sum_picks_and_the_other_gets_what_remains() {
    // The texts' example: yellow's sum is greater, so she chooses first; both take their discs back.
    let mut scene = Scene::base().disc(Yellow, 4, 2).red_stops_at([FISH, PEARL]);
    assert_eq!((scene.step(), scene.legal()), (Step::Pick(Yellow), vec!["take:fish1".into(), "take:white".into()]));
    scene.play("take:white");
    assert_eq!(scene.yellow().kept[Card::WhitePearl.index()], 1);
    assert_eq!(scene.red().kept[Card::Fish1.index()], 1);
    assert_eq!((scene.red().sums(), scene.yellow().sums()), ([0, 1, 0, 0, 0, 0], [0; 6]));
}

#[test]
fn h12_a_player_alone_at_the_beach_picks_one_and_the_other_card_stays() {
    let mut scene = Scene::base().red_stops_at([FISH, PEARL]);
    assert_eq!(scene.step(), Step::Pick(Red));
    scene.play("take:fish1");
    assert_eq!(scene.cards_at(2), [None, PEARL]);
    assert_eq!((scene.step(), scene.yellow().kept), (Step::Refill(seg(2).gaps()[0]), [0; Card::COUNT]));
}

#[test]
fn h12_a_card_that_does_not_lie_there_is_not_taken() {
    let scene = Scene::base().red_stops_at([FISH, PEARL]);
    assert_eq!(scene.refusal("take:shell"), "shell does not lie at the boat; there are: fish1, white");
}

#[test]
fn h12_the_first_players_whole_effect_comes_before_the_seconds() {
    let scene = Scene::base().disc(Yellow, 4, 2).shaman(Yellow, "g5").lava(0, 1);
    let mut scene = scene.red_stops_at([Some(Card::Priestess), SHELL]);
    scene.play("take:shell");
    assert_eq!(scene.step(), Step::Purchase(Yellow, Then::Card(Card::Priestess)));
    assert_eq!(scene.cards_at(2), [None, None], "both cards have left their gaps");
    scene.play("buy:none");
    assert_eq!(scene.step(), Step::Lava(Red, Then::Refill));
    scene.play("lava:0-1");
    assert_eq!(scene.step(), Step::Refill(seg(2).gaps()[0]));
}

#[test]
fn h12_nobody_there_takes_nothing_and_the_cards_stay() {
    let mut scene = Scene::base().cards(2, [FISH, PEARL]);
    scene.play("place:1@1");
    assert_eq!((scene.cards_at(2), scene.step(), scene.position().active), ([FISH, PEARL], Step::Turn, Yellow));
}

#[test]
fn h13_of_two_identical_cards_one_goes_from_the_lower_gap() {
    let scene = Scene::base().disc(Yellow, 4, 2).shaman(Yellow, "g3").shaman(Red, "g1");
    let scene = scene.red_stops_at([STATUE, STATUE]);
    assert_eq!(scene.cards_at(2), [None, STATUE]);
    assert_eq!((scene.yellow().statues, scene.red().statues), (spaces(&["g3"]), SpaceSet::EMPTY));
    assert_eq!(scene.step(), Step::Refill(seg(2).gaps()[0]));
}

#[test]
fn h13_baskets_of_different_numbers_and_the_two_pearls_are_not_identical() {
    for cards in [[FISH, Some(Card::Fish2)], [PEARL, Some(Card::BlackPearl)]] {
        let mut scene = Scene::base().disc(Yellow, 4, 2).red_stops_at(cards);
        assert_eq!(scene.step(), Step::Pick(Yellow));
        scene.play(&format!("take:{}", cards[1].unwrap()));
        assert_eq!(scene.cards_at(2), [None, None]);
    }
}

#[test]
fn h14_a_single_card_goes_to_the_greater_sum_and_both_take_their_discs_back() {
    let scene = Scene::base().piles([(&[], 0), (&[], 0), (&[], 0)]).change(|position| position.round = Round::Second);
    let scene = scene.disc(Yellow, 4, 2).red_stops_at([None, PEARL]);
    assert_eq!((scene.yellow().kept[Card::WhitePearl.index()], scene.red().kept), (1, [0; Card::COUNT]));
    assert_eq!((scene.red().sums()[2], scene.yellow().sums()[2]), (0, 0));
    assert_eq!((scene.step(), scene.cards_at(2)), (Step::Turn, [None, None]));
}

#[test]
fn h15_all_discs_of_both_go_back_from_the_boats_beach_and_no_others() {
    let scene = Scene::base().disc(Red, 3, 2).disc(Red, 4, 5).disc(Yellow, 1, 2).disc(Yellow, 2, 0);
    let scene = scene.red_stops_at([STATUE, STATUE]);
    assert_eq!(scene.red().discs, [Some(seg(1)), None, None, Some(seg(5)), None]);
    assert_eq!(scene.yellow().discs, [None, Some(seg(0)), None, None, None]);
}

#[test]
fn h15_the_discs_are_back_only_after_the_effects() {
    let mut scene = Scene::base().red_stops_at([SHELL, FISH]);
    scene.play("take:shell");
    assert_eq!((scene.step(), scene.red().sums()[2]), (Step::Purchase(Red, Then::Refill), 2));
    scene.play("buy:none");
    assert_eq!(scene.red().sums()[2], 0);
}

#[test]
fn h21_a_beach_emptied_by_this_very_stop_ends_nothing() {
    let empty: (&[Card], u8) = (&[], 0);
    let scene = Scene::base().piles([empty, empty, empty]).change(|position| position.round = Round::Second);
    let mut scene = scene.disc(Yellow, 4, 2).red_stops_at([FISH, PEARL]);
    scene.play("take:fish1");
    assert_eq!((scene.step(), scene.position().active), (Step::Turn, Yellow));
    assert_eq!(scene.cards_at(2), [None, None]);
}
