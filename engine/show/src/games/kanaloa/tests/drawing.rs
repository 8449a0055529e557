//! What the drawing shows, and which of its elements actions are about.

use std::collections::BTreeSet;

use crate::draw::Draw;
use crate::language::Wording;

use super::*;

/// A scene that is drawn.
trait Drawing {
    fn drawing(&self, names: [&str; 4], marked: &[&str]) -> String;

    fn places(&self, action: &str) -> Vec<String>;

    /// No two legal actions are about the same.
    fn assert_told_apart(&self);
}

impl Drawing for Scene {
    fn drawing(&self, names: [&str; 4], marked: &[&str]) -> String {
        let rules = Ruleset::<Kanaloa>::built_in().rules;
        let names = PerSeat::from_fn(self.0.seats(), |seat| names[seat.index()].to_owned());
        let marked = marked.iter().map(|&id| id.to_owned()).collect();
        Kanaloa::draw(&self.0.view(Viewer::Public), &rules, Wording::english(&names), &marked).whole().into_string()
    }

    fn places(&self, action: &str) -> Vec<String> {
        Draw::places(&self.0, &action.parse().unwrap())
    }

    #[track_caller]
    fn assert_told_apart(&self) {
        let mut seen = BTreeSet::new();
        for action in self.legal() {
            let places: BTreeSet<String> = self.places(&action).into_iter().collect();
            assert!(seen.insert(places), "{action} is about the same as another action");
        }
    }
}

const NAMES: [&str; 4] = ["Red", "Yellow", "Green", "Blue"];

#[test]
fn actions_are_about_different_things() {
    let all = |scene: Scene| God::ALL.into_iter().fold(scene, |scene, god| scene.owner(god, RED));
    let mut scene =
        all(Scene::new(4)).temple(RED, "lono", 1).hand(RED, "kl4 klku2 pe4 ka2").protected(God::Kanaloa, BLUE);
    scene.assert_told_apart();
    scene.clone().played("sacrifice:kanaloa add:kl4").assert_told_apart();
    scene.play("move:ca");
    scene.assert_told_apart();
    scene.play("take:kl4 draw:ka2");
    scene.assert_told_apart();
    scene.play("recolour:cd");
    scene.assert_told_apart();
    Scene::new(4).pieces(RED, "c dolphin").begin_turn(RED).assert_told_apart();
    Scene::new(4).pieces(RED, "c c:blocked").begin_turn(RED).assert_told_apart();
    // Red can move from c; the piece on b can't, and would flip a fish or leave by dolphin.
    Scene::new(4).pieces(RED, "b c").owner(God::Lono, RED).assert_told_apart();
}

#[test]
fn a_fish_is_laid_by_its_side_its_current_and_the_island_at_its_head() {
    let scene = Scene::with_options(4, STANDARD).with(|game| {
        game.players.iter_mut().for_each(|player| player.pieces.clear());
        game.turn.number = 0;
        game.stage = Stage::LayFish;
    });
    scene.assert_told_apart();
    assert_eq!(scene.places("fish:ba:white"), ["side-white", "current-a-b", "island-a"]);
    assert_eq!(scene.places("fish:ab:coloured"), ["side-coloured", "current-a-b", "island-b"]);
}

#[test]
fn what_an_action_is_about_comes_in_the_order_of_doing() {
    let scene = Scene::new(4).owner(God::Lono, RED);
    assert_eq!(scene.places("move:ca"), ["piece-0-c", "current-a-c", "island-a"]);
    assert_eq!(scene.places("swap:a-kl4:b-kl5"), ["tile-a-kl4", "tile-b-kl5", "island-a", "island-b"]);
    assert_eq!(scene.played("move:ca").places("take:kl4"), ["tile-a-kl4", "island-a", "hand-0-kl4"]);
}

#[test]
fn what_is_marked_has_the_class_and_nothing_else_has() {
    let scene = Scene::new(4);
    assert!(!scene.drawing(NAMES, &[]).contains("marked"));
    let drawing = scene.drawing(NAMES, &["island-c", "no-such-place"]);
    assert_eq!(drawing.matches(" marked").count(), 1);
    assert!(drawing.contains("id=\"island-c\" class=\"island marked\""));
}

#[test]
fn sea_spaces_are_seen_only_while_they_matter() {
    let seen = |scene: Scene| scene.drawing(NAMES, &[]).matches("class=\"space\"").count();
    assert_eq!(seen(Scene::new(2)), 0);
    assert_eq!(seen(Scene::new(2).with(|game| game.stage = Stage::PlaceVolcano)), 14);
    assert_eq!(seen(Scene::new(2).volcano(YELLOW, "s8")), 1);
}

#[test]
fn names_are_escaped_and_cut_where_there_is_no_room() {
    let long = "<script>&\"a name that goes on and on";
    let drawing = Scene::new(4).drawing([long, "Yellow", "Green", "Blue"], &[]);
    assert!(!drawing.contains("<script"));
    assert!(drawing.contains("&lt;script&gt;&amp;&quot;a …"), "the panel has room for twelve characters and a sign");
}

#[test]
fn equal_tiles_and_pieces_are_one_thing() {
    let scene = Scene::new(4).pieces(RED, "c c").hand(RED, "ka2 ka2 ka2");
    let drawing = scene.drawing(NAMES, &[]);
    for id in ["piece-0-c", "hand-0-ka2", "tile-a-kl4"] {
        assert_eq!(drawing.matches(&format!("id=\"{id}\"")).count(), 1, "{id}");
    }
}

#[test]
fn nothing_has_a_style_of_its_own() {
    let drawing = Scene::new(2).volcano(YELLOW, "s8").drawing(NAMES, &["island-c"]);
    assert!(!drawing.contains(" style=") && !drawing.contains(" fill="));
}

#[test]
fn a_heading_with_names_of_wide_letters_keeps_to_the_board() {
    let scene = Scene::new(4).begin_turn(RED);
    let heading = |name: &str| {
        let drawing = scene.drawing([name; 4], &[]);
        let texts = drawing
            .split("</text>")
            .filter_map(|text| text.rsplit("<text ").next())
            .filter(|text| text.contains("x=\"4\""))
            .map(str::to_owned);
        texts.collect::<Vec<_>>()
    };
    assert!(heading("Red").iter().all(|line| !line.contains("textLength")));
    let wide = heading(&"W".repeat(32));
    let is_long = |line: &String| line.split_once('>').unwrap().1.contains("WWWW");
    assert!(
        wide.iter().any(is_long)
            && wide.iter().filter(|line| is_long(line)).all(|line| line.contains("textLength=\"792\"")),
        "{wide:?}"
    );
}
