//! Card effects: building, buying, and the Priestess.

use super::*;
use Colour::{Red, Yellow};

const FISH: Option<Card> = Some(Card::Fish1);
const STATUE: Option<Card> = Some(Card::Statue);
const SHELL: Option<Card> = Some(Card::Shell);
const PRIESTESS: Option<Card> = Some(Card::Priestess);

/// Red receives this card.
fn red_receives(scene: Scene, card: Card) -> Scene {
    let mut scene = scene.red_stops_at([Some(card), FISH]);
    scene.play(&format!("take:{card}"));
    scene
}

/// How many cards of this kind are in the discard.
fn discarded(scene: &Scene, card: Card) -> u8 {
    scene.0.view(Viewer::Public).discard.cards.count(card.index())
}

#[test]
fn h24_a_shell_allows_one_purchase_and_may_pay_for_it() {
    let mut scene = red_receives(Scene::base(), Card::Shell);
    assert_eq!(scene.legal(), ["buy:butterflies", "buy:majority", "buy:segment", "buy:priestess", "buy:none"]);
    scene.play("buy:segment");
    assert_eq!((scene.red().shells, scene.red().bought.contains(DisplayCard::Segment)), (0, true));
    assert!(!scene.position().display.contains(DisplayCard::Segment));
    assert!(matches!(scene.step(), Step::Refill(_)), "no second purchase, though shells may be left");
}

#[test]
fn h24_two_shell_cards_need_one_kept_shell() {
    let scene = red_receives(Scene::base(), Card::Shell);
    assert_eq!(scene.refusal("buy:mountain"), "mountain costs 2 shells, and you have 1");
    let mut scene = red_receives(Scene::base().shells(Red, 1), Card::Shell);
    scene.play("buy:mountain");
    assert_eq!(scene.red().shells, 0);
}

#[test]
fn h24_never_more_than_one_purchase_for_a_shell_card() {
    let mut scene = red_receives(Scene::base().shells(Red, 4), Card::Shell);
    scene.play("buy:forest");
    assert_eq!((scene.red().shells, matches!(scene.step(), Step::Refill(_))), (3, true));
}

#[test]
fn h24_a_card_of_the_other_player_cannot_be_bought() {
    let scene = red_receives(Scene::base().bought(Yellow, DisplayCard::Majority), Card::Shell);
    assert_eq!(scene.refusal("buy:majority"), "majority is not on the display: yellow has it");
}

#[test]
fn h25_the_priestess_moves_one_disc_one_crater_left_or_right() {
    // The texts' example: the disc can go to the left or to the right.
    let mut scene = red_receives(Scene::base().lava(0, 2).lava(3, 1), Card::Priestess);
    assert_eq!(scene.legal(), ["lava:0-1", "lava:0-5", "lava:3-2", "lava:3-4"]);
    scene.play("lava:0-5");
    assert_eq!((scene.lava_on(0), scene.lava_on(5), scene.lava_on(3)), (1, 1, 1));
}

#[test]
fn h25_there_is_no_way_to_decline_and_none_across_the_centre() {
    let scene = red_receives(Scene::base().lava(0, 1), Card::Priestess);
    assert_eq!(
        scene.refusal("stay"),
        "the decision is which lava disc the Priestess moves: lava, and stay does not answer it"
    );
    assert_eq!(scene.refusal("lava:0-3"), "crater 3 is not next to 0: 1 and 5 are (H25)");
    assert_eq!(scene.refusal("lava:1-2"), "no lava disc lies on crater 1");
}

#[test]
fn h25_without_lava_she_does_nothing() {
    let scene = red_receives(Scene::base(), Card::Priestess);
    assert!(matches!(scene.step(), Step::Refill(_)));
    assert_eq!(scene.position().lava, [0; 6]);
}

#[test]
fn h25_the_one_on_the_display_is_used_at_once_and_turned_face_down() {
    let mut scene = red_receives(Scene::base().lava(4, 1), Card::Shell);
    scene.play("buy:priestess");
    assert_eq!(scene.legal(), ["lava:4-3", "lava:4-5"]);
    scene.play("lava:4-3");
    assert!(scene.position().is_face_down(DisplayCard::Priestess));
    assert_eq!((scene.red().shells, scene.red().bought), (0, DisplaySet::EMPTY));
}

#[test]
fn h25_bought_without_lava_she_is_turned_face_down_all_the_same() {
    let mut scene = red_receives(Scene::base(), Card::Shell);
    scene.play("buy:priestess");
    assert!(scene.position().is_face_down(DisplayCard::Priestess) && matches!(scene.step(), Step::Refill(_)));
    let scene = red_receives(Scene::base().change(|p| p.display.remove(DisplayCard::Priestess)), Card::Shell);
    assert_eq!(scene.refusal("buy:priestess"), "priestess lies face down until the next scoring is over");
}

#[test]
fn h27_a_statue_is_built_under_the_shaman_and_the_card_discarded() {
    // The texts' example: a statue is placed on the shaman's space, where he stays.
    let before = Scene::base().shaman(Red, "f3").change(|position| {
        position.gaps = [None; Gap::COUNT];
        position.piles[0].cards.take(Card::Statue.index());
        position.piles[0].cards.take(Card::Fish1.index());
    });
    let scene = red_receives(before, Card::Statue);
    assert_eq!((scene.red().statues, scene.red().shaman), (spaces(&["f3"]), Shaman::On(space("f3"))));
    assert_eq!((discarded(&scene, Card::Statue), scene.red().kept), (1, [0; Card::COUNT]));
}

#[test]
fn h27_on_the_beach_or_on_a_statue_nothing_is_built() {
    let on_beach = red_receives(Scene::base(), Card::Statue);
    assert_eq!(on_beach.red().statues, SpaceSet::EMPTY);
    let on_own = red_receives(Scene::base().shaman(Red, "f3").statues(Red, &["f3"]), Card::Statue);
    assert_eq!(on_own.red().statues.len(), 1);
    let on_other = red_receives(Scene::base().shaman(Red, "f3").statues(Yellow, &["f3"]), Card::Statue);
    assert_eq!(on_other.red().statues, SpaceSet::EMPTY);
}

#[test]
fn h27_with_eight_statues_on_the_board_none_is_left_to_build() {
    let eight = ["g0", "g1", "g2", "g3", "g4", "g5", "f0", "f1"];
    let scene = red_receives(Scene::base().shaman(Red, "m3").statues(Red, &eight), Card::Statue);
    assert_eq!(scene.red().statues, spaces(&eight));
    let scene = red_receives(Scene::base().shaman(Red, "m3").statues(Red, &eight[..7]), Card::Statue);
    assert_eq!(scene.red().statues.len(), 8);
}

#[test]
fn h12_action_cards_are_discarded_when_their_effect_starts() {
    let scene = Scene::base().lava(0, 1).disc(Yellow, 4, 2).change(|position| {
        position.gaps = [None; Gap::COUNT];
        position.piles[0].cards.take(Card::Statue.index());
        position.piles[0].cards.take(Card::Priestess.index());
    });
    let mut scene = scene.red_stops_at([STATUE, PRIESTESS]);
    assert_eq!((discarded(&scene, Card::Priestess), discarded(&scene, Card::Statue)), (0, 0));
    scene.play("take:priestess");
    assert_eq!(scene.step(), Step::Lava(Yellow, Then::Card(Card::Statue)));
    assert_eq!((discarded(&scene, Card::Priestess), discarded(&scene, Card::Statue)), (1, 0));
    scene.play("lava:0-1");
    assert_eq!((discarded(&scene, Card::Priestess), discarded(&scene, Card::Statue)), (1, 1));
}

#[test]
fn h24_paid_shells_are_discarded() {
    let mut scene = Scene::base().change(|position| position.gaps = [None; 12]);
    scene.0.position.piles[0] = pile(&[Card::Statue], 0);
    scene = scene.shells(Red, 1).red_stops_at([SHELL, FISH]);
    scene.play("take:shell");
    let before = discarded(&scene, Card::Shell);
    scene.play("buy:mountain");
    assert_eq!(discarded(&scene, Card::Shell), before + 2);
}
