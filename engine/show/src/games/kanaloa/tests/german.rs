//! Kanaloa in German: sentences whose words depend on how many there are, on whose fish it is, and on who is named.

use std::collections::BTreeSet;

use crate::describe::Describe;
use crate::draw::{Draw, WIDTH, squeezed};
use crate::language::{Language, Wording};

use super::*;

/// A scene with its sentences in German.
trait German {
    fn told(&self, action: &str) -> String;

    fn drawn(&self, draws: &str) -> String;

    /// The open decision, as the text board has it.
    fn asked(&self) -> String;
}

impl German for Scene {
    #[track_caller]
    fn told(&self, action: &str) -> String {
        let after = self.clone().played(action);
        in_german(&self.0, |wording| self.0.describe_action(&action.parse().unwrap(), &after.0, wording))
    }

    #[track_caller]
    fn drawn(&self, draws: &str) -> String {
        let after = self.clone().played(draws);
        let outcomes: Vec<Chance> = draws.split_whitespace().map(|draw| draw.parse().unwrap()).collect();
        in_german(&self.0, |wording| self.0.describe_chance(&outcomes, &after.0, wording))
    }

    fn asked(&self) -> String {
        let rules = Ruleset::<Kanaloa>::built_in().rules;
        let view = self.0.view(Viewer::Public);
        let board = in_german(&self.0, |wording| Kanaloa::text_board(&view, &rules, wording));
        board.split_once("\n\n").unwrap().0.replace('\n', " ")
    }
}

fn in_german<T>(game: &Kanaloa, tell: impl Fn(Wording<'_>) -> T) -> T {
    let names = PerSeat::from_fn(game.seats(), |seat| ["Anna", "Bert", "Cora", "Dirk"][seat.index()].to_owned());
    tell(Wording { language: Language::German, names: &names })
}

#[test]
fn a_move_declines_the_fish_that_it_uses() {
    let scene = Scene::new(4);
    let way = "Anna zieht von C nach A über einen Fisch von Dirk und dreht ihn um: farbige Seite oben.";
    assert_eq!(scene.told("move:ca"), way);
    let own = "Anna zieht von C nach F über einen eigenen Fisch und dreht ihn um: weiße Seite oben.";
    assert_eq!(scene.told("move:cf"), own);
    let neutral = Scene::new(2).pieces(RED, "g").fish("G>F neutral white").told("move:gf");
    assert_eq!(neutral, "Anna zieht von G nach F über einen neutralen Fisch und dreht ihn um: farbige Seite oben.");
}

#[test]
fn who_meets_several_may_rob_one_of_them() {
    let scene = Scene::new(4).owner(God::Ku, RED).pieces(YELLOW, "a").pieces(BLUE, "a");
    let scene = scene.hand(YELLOW, "ka2").hand(BLUE, "ka3");
    assert!(scene.told("move:ca").ends_with("Anna hat Kus Karte und darf auf A Bert oder Dirk berauben."));
    let scene = scene.played("move:ca");
    assert_eq!(scene.told("rob:3:ka3"), "Anna beraubt mit Kus Hilfe Dirk und nimmt Kane 3.");
    assert_eq!(scene.asked(), "Zug 1: Anna ist nach A gezogen und darf dort jemanden berauben.");
}

#[test]
fn points_are_one_or_several() {
    let over = |scene: Scene| scene.with(|game| game.stage = Stage::Over).asked();
    let scene = Scene::new(2).temple(RED, "kane", 1);
    assert_eq!(over(scene.clone()), "Zug 1: Der Zug von Anna war der letzte. Anna gewinnt mit 1 Punkt vor Bert mit 0.");
    let shared = over(scene.clone().temple(YELLOW, "kane", 1));
    assert!(shared.ends_with("Anna und Bert teilen sich den ersten Platz mit je 1 Punkt."), "{shared}");
    let alike = scene.clone().temple(RED, "lono", 1).temple(YELLOW, "kane", 1).temple(YELLOW, "ku", 3);
    let by = "Bert und Anna haben je 2 Punkte, und Bert gewinnt dank der Tempelpunkte ohne Wertung: 2 zu 0.";
    assert!(over(alike).ends_with(by));
    let scene = scene.hand(RED, "ku4").played("sacrifice:ku add:ku4");
    assert_eq!(
        scene.told("done"),
        "Anna opfert 4 Punkte für Ku. Der Tempel für Ku wächst von 0 auf 4. Anna hat jetzt 2 Punkte statt 1: je 1 für \
         Kane und Ku. Anna führt mit 2 Punkten vor Bert mit 0. Anna bekommt Kus Karte."
    );
}

#[test]
fn the_bag_gives_one_volcano_tile_or_several() {
    let scene = Scene::new(4).volcanoes_drawn(1).played("move:ca take:kl4");
    assert_eq!(
        scene.drawn("draw:volcano draw:ka2"),
        "Aus dem Beutel kommt das zweite von 11 Vulkanplättchen und dann Kane 2 für Insel A. Der Ausbruch beendet den \
         Zug von Anna. Anna stellt den Vulkan auf, denn niemand hat Peles Karte."
    );
    let several = scene.drawn("draw:volcano draw:volcano draw:volcano draw:ka2");
    assert!(several.starts_with("Aus dem Beutel kommt das zweite bis vierte von 11 Vulkanplättchen und dann Kane 2"));
    assert_eq!(scene.drawn("draw:ka2"), "Aus dem Beutel kommt Kane 2 für Insel A.");
}

#[test]
fn a_volcano_blocks_pieces_and_is_explained() {
    let scene = Scene::new(4).owner(God::Pele, GREEN).volcanoes_drawn(1).pieces(YELLOW, "j j").pieces(GREEN, "l");
    let scene = scene.pieces(BLUE, "l").played("move:ca take:kl4 draw:volcano draw:ka2");
    let told = scene.told("volcano:i");
    assert!(told.starts_with("Cora stellt den Vulkan auf Insel I. Der Vulkan blockiert beide Figuren von Bert auf J."));
    assert_eq!(
        scene.played("volcano:i").asked(),
        "Zug 2: Cora muss die Hauptaktion ausführen. Cora hat in diesem Zug keine Götteraktion mehr. Der Vulkan steht auf \
         Insel I. Cora hat ihn aufgestellt und ist noch zweimal am Zug, dann verschwindet er."
    );
}

#[test]
fn the_score_sheet_is_labelled_in_german() {
    let sheet = Scene::new(2).0.score_sheet(Language::German);
    let labels: Vec<&str> = sheet.lines.iter().chain(&sheet.ties).map(|line| line.label).collect();
    let gods = ["Kane", "Kanaloa", "Ku", "Pele", "Lono"].map(|god| format!("Tempel für {god}"));
    assert_eq!(labels[..5], gods);
    assert_eq!(labels[5..], ["Tempelpunkte ohne Wertung"]);
}

#[test]
fn no_line_below_the_heading_is_cut() {
    let rules = Ruleset::<Kanaloa>::built_in().rules;
    for scene in [Scene::new(2), Scene::new(3), Scene::new(4)] {
        let view = scene.0.view(Viewer::Public);
        let draw = |wording: Wording<'_>| Kanaloa::draw(&view, &rules, wording, &BTreeSet::new()).whole().into_string();
        let drawing = in_german(&scene.0, draw);
        let lines = drawing.split("<text x=\"4\"").skip(1).filter_map(|text| text.split_once('>')?.1.split('<').next());
        let lines: Vec<&str> = lines.collect();
        assert_eq!(lines.len(), 5, "{lines:?}");
        assert!(lines.iter().all(|line| squeezed(line, 24, WIDTH as i32 - 4).is_none()), "{lines:?}");
    }
}
