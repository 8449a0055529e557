//! Ku: robberies in the turn of Ku's owner and in other turns.

use super::*;

/// Yellow, on h, owns Ku; red comes from f with two tiles.
fn towards_ku() -> Scene {
    Scene::new(4).pieces(RED, "f").hand(RED, "kl4 ka2").owner(God::Ku, YELLOW)
}

#[test]
fn k5_ku_robs_whoever_comes_before_the_tile_is_picked_up() {
    let mut scene = towards_ku();
    scene.play("move:fh");
    assert_eq!((scene.to_act(), scene.legal()), (YELLOW, vec!["rob:0:kl4".into(), "rob:0:ka2".into(), "spare".into()]));
    scene.play("rob:0:ka2");
    assert_eq!((scene.hand_of(RED), scene.hand_of(YELLOW)), ("kl4".into(), "ka2".into()));
    assert_eq!((scene.to_act(), scene.legal()), (RED, vec!["take:pe4".into(), "take:pe5".into()]));
}

#[test]
fn k5_another_players_turn_costs_ku_no_god_action() {
    let mut scene = towards_ku().owner(God::Kanaloa, RED);
    scene.play("move:fh rob:0:ka2 take:pe4 draw:ka3");
    // Nor does it use up the mover's.
    assert_eq!((scene.to_act(), scene.0.stage), (RED, Stage::Finish));
    scene.play("end");
    assert_eq!((scene.to_act(), scene.0.turn.god_action_spent), (YELLOW, false));
}

#[test]
fn k5_ku_may_decline() {
    let mut scene = towards_ku();
    scene.play("move:fh spare");
    assert_eq!((scene.to_act(), scene.hand_of(RED)), (RED, "kl4 ka2".into()));
    // In the turn of Ku's owner the god action is then still there.
    let mut scene = Scene::new(4).owner(God::Ku, RED).owner(God::Kanaloa, RED).pieces(GREEN, "a").hand(GREEN, "ka2");
    scene.play("move:ca spare take:kl4 draw:ka3");
    assert_eq!((scene.to_act(), scene.0.stage), (RED, Stage::Finish));
}

#[test]
fn k5_nothing_is_robbed_of_who_has_no_tiles_or_kus_protection() {
    let mut scene = towards_ku().hand(RED, "");
    scene.play("move:fh");
    assert_eq!((scene.to_act(), scene.legal()), (RED, vec!["take:pe4".into(), "take:pe5".into()]));
    let mut scene = towards_ku().protected(God::Ku, RED);
    scene.play("move:fh");
    assert_eq!(scene.to_act(), RED);
}

/// Red owns Ku and comes from c to a, where all players stand.
fn ku_comes() -> Scene {
    let scene = Scene::new(4).owner(God::Ku, RED).pieces(YELLOW, "a").pieces(GREEN, "a").pieces(BLUE, "a");
    scene.hand(YELLOW, "kl4 kl4").hand(GREEN, "ka2").hand(BLUE, "pe4")
}

#[test]
fn k6_ku_picks_one_victim_with_tiles_and_without_protection() {
    let mut scene = ku_comes();
    scene.play("move:ca");
    assert_eq!(scene.legal(), ["rob:1:kl4", "rob:2:ka2", "rob:3:pe4", "spare"]);
    let mut scene = ku_comes().protected(God::Ku, BLUE).hand(GREEN, "");
    scene.play("move:ca");
    assert_eq!(scene.legal(), ["rob:1:kl4", "spare"]);
    assert_eq!(scene.refusal("rob:3:pe4"), "seat 3 can't be robbed here (K5, K6)");
    assert_eq!(scene.refusal("rob:1:ka2"), "seat 1 has no tile ka2");
    scene.play("rob:1:kl4");
    assert_eq!((scene.hand_of(RED), scene.hand_of(YELLOW)), ("kl4".into(), "kl4".into()));
    assert_eq!((legal::asked(scene.0.stage), scene.0.turn.god_action_spent), ("which tile to take", true));
}

#[test]
fn k6_not_after_lonos_swap() {
    let mut scene = ku_comes().owner(God::Lono, RED);
    scene.play("swap:a-kl4:b-kl5 move:ca");
    assert_eq!(scene.legal(), ["take:kl4", "take:kl5"]);
}

#[test]
fn k6_pieces_together_at_the_start_of_the_turn_have_met_already() {
    let mut scene = ku_comes().pieces(RED, "a").pieces(GREEN, "d");
    scene.play("move:ak");
    assert_eq!(legal::asked(scene.0.stage), "which tile to take");
    // Leaving and coming back is a new meeting.
    let mut scene = ku_comes().pieces(RED, "k").fish("K>A red white");
    scene.play("move:ka");
    assert_eq!(scene.to_act(), RED);
    assert_eq!(scene.legal_of("rob").len(), 3);
}

#[test]
fn k6_ku_does_not_rob_the_own_pieces() {
    let mut scene = Scene::new(4).owner(God::Ku, RED).owner(God::Lono, RED).pieces(RED, "a c").hand(RED, "ka2");
    scene.play("move:ca");
    assert_eq!(legal::asked(scene.0.stage), "which tile to take");
}

#[test]
fn k7_none_in_kus_own_landing() {
    let mut scene = ku_comes().pieces(RED, "dolphin");
    scene.0.begin_turn(RED);
    scene.play("land:a");
    assert_eq!((scene.to_act(), scene.legal()), (RED, vec!["take:kl4".into()]));
}

#[test]
fn k7_none_while_all_of_kus_pieces_are_blocked() {
    let mut scene = towards_ku().pieces(YELLOW, "h:blocked");
    scene.play("move:fh");
    assert_eq!(scene.to_act(), RED);
    let mut scene = towards_ku().pieces(YELLOW, "h:blocked b:blocked");
    scene.play("move:fh");
    assert_eq!(scene.to_act(), RED);
}

#[test]
fn k7_one_free_piece_is_enough_and_the_dolphin_is_free() {
    for other in ["b", "dolphin"] {
        let mut scene = towards_ku().pieces(YELLOW, &format!("h:blocked {other}"));
        scene.play("move:fh");
        assert_eq!((scene.to_act(), legal::asked(scene.0.stage)), (YELLOW, "whether to rob a tile"));
    }
}

#[test]
fn k7_ku_may_rob_a_blocked_victim() {
    let mut scene = ku_comes().pieces(YELLOW, "a:blocked");
    scene.play("move:ca rob:1:kl4");
    assert_eq!(scene.hand_of(RED), "kl4");
}

#[test]
fn k30_hands_have_no_limit_and_everybody_sees_them() {
    let many = "ka2 ".repeat(9) + &"ka3 ".repeat(9) + &"ka4 ".repeat(9);
    let mut scene = Scene::new(4).hand(RED, &many);
    scene.play("move:ca take:kl4 draw:ka5");
    assert_eq!(scene.0.players[RED].hand.total(), 28);
    let seen = scene.0.view(Viewer::Public);
    assert_eq!(seen.players[RED].hand.total(), 28);
    assert_eq!(seen, scene.0.view(Viewer::Seat(BLUE)));
}
