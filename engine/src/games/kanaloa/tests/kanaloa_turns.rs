//! Kanaloa: turning fish at the end of the turn, what guards the map and the pieces, and the veto.

use super::*;

/// Red owns Kanaloa's card, and it is the end of red's turn.
fn at_the_end(scene: Scene) -> Scene {
    scene.owner(God::Kanaloa, RED).with(Kanaloa::finish)
}

#[test]
fn one_fish_is_turned_in_direction_or_in_side_and_the_turn_is_over() {
    let mut scene = at_the_end(Scene::new(4));
    scene.play("reverse:gh");
    assert_eq!((scene.fish_on("gh"), scene.to_act()), ("hg red white".into(), YELLOW));
    let mut scene = at_the_end(Scene::new(4));
    scene.play("recolour:gh");
    assert_eq!((scene.fish_on("gh"), scene.to_act()), ("gh red coloured".into(), YELLOW));
    let mut scene = at_the_end(Scene::new(4));
    scene.play("end");
    assert_eq!(scene.to_act(), YELLOW);
}

#[test]
fn k3_no_island_may_be_left_without_a_way_in() {
    let scene = at_the_end(Scene::new(4).fish("A>C blue white"));
    assert_eq!(scene.refusal("reverse:ba"), "with a fish from a to b, a could no longer be reached from b (K3)");
    assert!(scene.legal().contains(&"recolour:ba".into()));
}

#[test]
fn k3_no_group_of_islands_may_be_cut_off_either() {
    // a, b and c lie in a circle that only the fish from l to b leads into; each has heads and tails without it.
    let circle = ["B>A green white", "A>C green white", "C>B green white", "B>E green white", "C>E green white"];
    let scene = circle.into_iter().fold(Scene::new(4), Scene::fish).fish("C>G green white");
    let scene = at_the_end(scene);
    assert_eq!(scene.refusal("reverse:lb"), "with a fish from b to l, b could no longer be reached from l (K3)");
    assert!(scene.legal().contains(&"recolour:lb".into()));
}

/// Yellow stands on a, from where only these two fish lead away.
fn yellow_on_a(to_d: &str, to_k: &str) -> Scene {
    Scene::new(4).pieces(YELLOW, "a").fish(&format!("A>D {to_d}")).fish(&format!("A>K {to_k}"))
}

const LAST_TO_D: &str = "the fish from a to d is the last way out for the piece of seat 1 (K25)";
const LAST_TO_K: &str = "the fish from a to k is the last way out for the piece of seat 1 (K25)";

#[test]
fn k25_the_last_way_out_of_a_piece_is_not_turned_away() {
    let scene = at_the_end(yellow_on_a("yellow coloured", "blue coloured"));
    assert_eq!(scene.refusal("reverse:ad"), LAST_TO_D);
    // With its white side up it is still a way out.
    assert!(scene.legal().contains(&"recolour:ad".into()));
    let scene = at_the_end(yellow_on_a("yellow coloured", "blue white"));
    assert!(scene.legal().contains(&"reverse:ad".into()));
}

#[test]
fn k25_nor_is_its_white_side_turned_down() {
    let scene = at_the_end(yellow_on_a("red coloured", "blue white"));
    assert_eq!(scene.refusal("recolour:ak"), LAST_TO_K);
    assert_eq!(scene.refusal("reverse:ak"), LAST_TO_K);
    // The player's own fish stays usable.
    let scene = at_the_end(yellow_on_a("red coloured", "yellow white"));
    assert!(scene.legal().contains(&"recolour:ak".into()));
}

#[test]
fn k25_a_stuck_piece_is_not_guarded() {
    let scene = at_the_end(yellow_on_a("red coloured", "blue coloured"));
    assert!(scene.legal().contains(&"reverse:ad".into()));
}

#[test]
fn k25_a_way_to_the_volcano_counts_before_and_after() {
    let scene = at_the_end(yellow_on_a("yellow coloured", "blue white").volcano(BLUE, "k"));
    assert!(scene.legal().contains(&"reverse:ad".into()));
    let scene = at_the_end(yellow_on_a("red coloured", "blue white").volcano(BLUE, "k"));
    assert_eq!(scene.refusal("reverse:ak"), LAST_TO_K);
}

#[test]
fn k25_blocked_pieces_and_kanaloas_own_are_guarded() {
    let scene = at_the_end(yellow_on_a("yellow coloured", "blue coloured").pieces(YELLOW, "a:blocked"));
    assert_eq!(scene.refusal("reverse:ad"), LAST_TO_D);
    let scene = at_the_end(yellow_on_a("red coloured", "blue coloured").pieces(YELLOW, "h").pieces(RED, "a"));
    let refusal = "the fish from a to d is the last way out for the piece of seat 0 (K25)";
    assert_eq!(scene.refusal("reverse:ad"), refusal);
}

#[test]
fn k25_an_island_that_somebody_may_enter_later_is_not_guarded() {
    let scene = at_the_end(yellow_on_a("yellow coloured", "blue coloured").pieces(YELLOW, "h"));
    assert!(scene.legal().contains(&"reverse:ad".into()));
}

/// Blue owns Kanaloa's protection card.
fn guarded() -> Scene {
    at_the_end(Scene::new(4).protected(God::Kanaloa, BLUE))
}

#[test]
fn k26_the_protected_player_may_forbid_each_fish_of_the_own_colour() {
    let mut scene = guarded();
    scene.play("recolour:cd");
    assert_eq!((scene.to_act(), scene.legal()), (BLUE, vec!["allow".into(), "veto".into()]));
    scene.play("veto");
    assert_eq!(scene.fish_on("cd"), "cd blue coloured");
    // Kanaloa's owner goes on with another fish; this one can be neither reversed nor turned over.
    assert_eq!((scene.to_act(), scene.0.turn.god_action_spent), (RED, false));
    let refusal = "the fish from c to d has been vetoed this turn (K26)";
    assert_eq!(scene.refusal("recolour:cd"), refusal);
    assert_eq!(scene.refusal("reverse:cd"), refusal);
    // It doesn't matter which side is up.
    scene.play("recolour:gj");
    assert_eq!(scene.to_act(), BLUE);
    scene.play("allow");
    assert_eq!((scene.fish_on("gj"), scene.to_act()), ("gj blue coloured".into(), YELLOW));
}

#[test]
fn k26_kanaloa_may_stop_after_a_veto() {
    let mut scene = guarded();
    scene.play("reverse:gj veto end");
    assert_eq!((scene.fish_on("gj"), scene.to_act()), ("gj blue white".into(), YELLOW));
    assert!(scene.0.refused.is_empty());
}

#[test]
fn k26_nobody_is_asked_about_other_fish_and_a_blocked_player_is() {
    let mut scene = guarded();
    scene.play("recolour:gh");
    assert_eq!(scene.to_act(), YELLOW);
    let mut scene = guarded().pieces(BLUE, "l:blocked");
    scene.play("recolour:cd");
    assert_eq!((scene.to_act(), scene.legal()), (BLUE, vec!["allow".into(), "veto".into()]));
}

#[test]
fn k27_a_card_won_by_the_sacrifice_may_be_used_at_once() {
    let mut scene = Scene::new(4).owner(God::Kanaloa, GREEN).hand(RED, "kl5");
    scene.play("sacrifice:kanaloa add:kl5 done");
    assert_eq!((scene.to_act(), scene.0.stage), (RED, Stage::Finish));
    scene.play("reverse:gh");
    assert_eq!(scene.to_act(), YELLOW);
}

#[test]
fn k27_but_lonos_swap_comes_too_late() {
    let mut scene = Scene::new(4).pieces(RED, "c d").owner(God::Lono, GREEN).hand(RED, "lo5");
    scene.play("sacrifice:lono add:lo5 done");
    assert_eq!(scene.to_act(), YELLOW);
}

#[test]
fn k4_one_god_action_a_turn_whatever_cards_are_held() {
    let all = |scene: Scene| God::ALL.into_iter().fold(scene, |scene, god| scene.owner(god, RED));
    // Lono's swap.
    let mut scene = all(Scene::new(4)).temple(RED, "lono", 1);
    scene.play("swap:a-kl4:b-kl5 move:ca take:kl4 draw:ka2");
    assert_eq!(scene.to_act(), YELLOW);
    // Ku's robbery in the turn of Ku's owner.
    let mut scene = all(Scene::new(4)).pieces(YELLOW, "a").hand(YELLOW, "ka5").temple(RED, "lono", 1);
    scene.play("move:ca rob:1:ka5 take:kl4 draw:ka2");
    assert_eq!(scene.to_act(), YELLOW);
    // The second piece by Lono's god card and the turning of a fish exclude each other.
    let mut scene = all(Scene::new(4)).temple(RED, "lono", 1);
    scene.play("move:ca take:kl4 draw:ka2 second:d");
    assert_eq!(scene.to_act(), YELLOW);
    let mut scene = all(Scene::new(4)).temple(RED, "lono", 1);
    scene.play("move:ca take:kl4 draw:ka2 reverse:gh");
    assert_eq!(scene.to_act(), YELLOW);
}

#[test]
fn k4_protection_cards_are_no_god_action() {
    let ready = || Scene::new(4).owner(God::Kanaloa, RED).owner(God::Lono, BLUE).protected(God::Lono, RED);
    for order in ["reverse:gh second:d", "second:d reverse:gh"] {
        let mut scene = ready();
        scene.play("move:ca take:kl4 draw:ka2").play(order);
        assert_eq!((scene.pieces_of(RED), scene.fish_on("gh")), ("a d".into(), "hg red white".into()));
        assert_eq!(scene.to_act(), YELLOW);
    }
}
