//! The two-player game: sea spaces and neutral fish.

use super::*;

/// Red has come to e, and the draw there was the second volcano tile; yellow, on h, owns Pele.
fn eruption() -> Scene {
    let mut scene = Scene::new(2).volcanoes_drawn(1).owner(God::Pele, YELLOW).temple(YELLOW, "pele", 4);
    scene.play("move:ce take:ku4 draw:volcano draw:ka2");
    scene
}

#[test]
fn k20_the_volcano_lies_in_a_sea_space_beside_pieces_too() {
    let scene = eruption();
    assert_eq!(scene.legal().len(), 14);
    assert_eq!((scene.legal()[0].as_str(), scene.legal()[13].as_str()), ("volcano:s1", "volcano:s14"));
    assert_eq!(scene.refusal("volcano:c"), "with two players the volcano is placed in a sea space such as s1 (K20)");
    assert_eq!(scene.refusal("volcano:s15"), "there is no sea space s15");
}

#[test]
fn k20_pieces_on_its_islands_are_blocked_and_peles_player_is_not_free() {
    // s8 touches g, h and j: yellow's own volcano blocks yellow's piece, and red is next.
    let mut scene = eruption();
    scene.play("volcano:s8");
    assert_eq!((scene.to_act(), scene.pieces_of(YELLOW)), (RED, "h".into()));
    // s5 touches e, g and j: red is blocked. Yellow moves, and moves again since red's turn is lost.
    let mut scene = eruption();
    scene.play("volcano:s5");
    assert_eq!((scene.to_act(), scene.pieces_of(RED)), (YELLOW, "e:blocked".into()));
    scene.play("move:hi take:lo4 draw:ka3");
    assert_eq!(scene.to_act(), YELLOW);
}

#[test]
fn k20_its_islands_may_not_be_entered_but_left() {
    let mut scene = eruption();
    scene.play("volcano:s8");
    scene = scene.pieces(RED, "f").fish("F>G red white");
    assert_eq!(scene.legal_of("move"), ["move:fc"]);
    assert_eq!(scene.refusal("move:fh"), "the fish from f to h shows its colour, so only yellow may use it");
    assert_eq!(scene.refusal("move:fg"), "the volcano closes g (K20, K21)");
    // A piece that stands there unblocked leaves, and its fish turns over.
    let mut scene = scene.pieces(RED, "g").fish("G>F red white");
    scene.play("move:gf");
    assert_eq!(scene.fish_on("gf"), "gf red coloured");
}

#[test]
fn k20_no_god_action_touches_its_islands() {
    let scene = Scene::new(2).volcano(YELLOW, "s8").owner(God::Lono, RED).temple(RED, "lono", 1);
    let closed = |action: &str| ["g", "h", "j"].iter().any(|island| action.contains(&format!("{island}-")));
    assert!(!scene.legal_of("swap").is_empty());
    assert!(!scene.legal_of("swap").iter().any(|swap| closed(swap)));
    assert_eq!(scene.refusal("swap:g-pe4:h-pe5"), "the volcano closes g (K20, K21)");
    let scene = scene.with(Kanaloa::finish);
    assert_eq!(scene.refusal("second:g"), "the volcano closes g (K20, K21)");
    assert_eq!(scene.legal_of("second"), ["second:d", "second:e", "second:f", "second:i"]);

    let scene = Scene::new(2).volcano(YELLOW, "s8").owner(God::Kanaloa, RED).with(Kanaloa::finish);
    assert_eq!(scene.refusal("reverse:eg"), "the volcano closes g (K20, K21)");
    assert_eq!(scene.refusal("recolour:gf"), "the volcano closes g (K20, K21)");
    assert!(scene.legal().contains(&"recolour:df".into()));
}

#[test]
fn k20_a_flip_is_no_special_action() {
    let scene = Scene::new(2).volcano(YELLOW, "s2").pieces(RED, "c").fish("E>C red white");
    assert_eq!(scene.legal(), ["flip:cg", "dolphin:c"]);
}

#[test]
fn k20_a_volcano_at_the_edge_closes_two_islands() {
    let scene = Scene::new(2).volcano(YELLOW, "s14");
    assert_eq!(scene.0.barred(), ["i", "j"].into_iter().map(|island| island.parse::<Island>().unwrap()).collect());
}

#[test]
fn k20_all_that_holds_for_three_islands_holds_for_the_two_at_the_edge() {
    // s14 lies between i, j and the edge. Yellow stands on i, so yellow's own volcano blocks the piece.
    let mut scene = eruption();
    scene = scene.pieces(YELLOW, "i");
    scene.play("volcano:s14");
    assert_eq!((scene.to_act(), scene.pieces_of(YELLOW)), (RED, "i".into()), "yellow has lost the turn");

    let scene = Scene::new(2).volcano(YELLOW, "s14").pieces(RED, "h").fish("H>I red white").fish("H>J red white");
    assert_eq!(scene.refusal("move:hi"), "the volcano closes i (K20, K21)");
    assert_eq!(scene.refusal("move:hj"), "the volcano closes j (K20, K21)");
    let mut landing = scene.clone().pieces(RED, "dolphin");
    landing.0.begin_turn(RED);
    assert_eq!(landing.legal(), ["c", "d", "e", "f", "g", "h"].map(|island| format!("land:{island}")));

    let lono = scene.clone().owner(God::Lono, RED).temple(RED, "lono", 1).with(Kanaloa::finish);
    assert_eq!(lono.legal_of("second"), ["second:c", "second:d", "second:e", "second:f", "second:g"]);
    let kanaloa = scene.owner(God::Kanaloa, RED).with(Kanaloa::finish);
    assert_eq!(kanaloa.refusal("recolour:hi"), "the volcano closes i (K20, K21)");
    assert!(kanaloa.legal().contains(&"recolour:fh".into()));
}

#[test]
fn k36_a_white_neutral_fish_is_for_everybody_and_turns_over() {
    let mut scene = Scene::new(2).fish("C>G neutral white");
    scene.play("move:cg take:pe4 draw:ka2");
    assert_eq!(scene.fish_on("cg"), "cg neutral coloured");
    let scene = Scene::new(2).fish("C>G neutral coloured");
    assert_eq!(
        scene.refusal("move:cg"),
        "the neutral fish from c to g is not white side up, so nobody may use it (K36)"
    );
}

#[test]
fn k36_kanaloa_turns_neutral_fish_and_k26_nobody_vetoes_that() {
    let mut scene = Scene::new(2).owner(God::Kanaloa, RED).with(Kanaloa::finish);
    scene.play("recolour:gf");
    assert_eq!((scene.fish_on("gf"), scene.to_act()), ("gf neutral white".into(), YELLOW));
}
