//! What is said in German where its grammar differs from that of English.

use std::collections::BTreeSet;

use kahua_engine::games::hawaii::scene::{Scene, rules, seats};
use kahua_engine::games::hawaii::{Chance, Fleet, Hawaii, Islet, Stage};
use kahua_engine::random_play::RandomPlay;
use kahua_engine::{Event, Game, PerSeat, Phase, Seat, Seed, Viewer};

use crate::describe::Describe;
use crate::draw::Draw;
use crate::games::hawaii::describe::decision;
use crate::language::{Language, Wording};

const NAMES: [&str; 5] = ["Anna", "Ben", "Cleo", "Dora", "Emil"];

fn names(game: &Hawaii) -> PerSeat<String> {
    PerSeat::from_fn(game.seats(), |seat| NAMES[seat.index()].to_owned())
}

const fn german(names: &PerSeat<String>) -> Wording<'_> {
    Wording { language: Language::German, names }
}

/// Plays these actions and returns the sentences about the last one.
fn told(mut scene: Scene, actions: &str) -> String {
    let (before, last) = actions.rsplit_once(' ').unwrap_or(("", actions));
    scene.play(before);
    let game = scene.0.clone();
    scene.play(last);
    game.describe_action(&last.parse().unwrap(), &scene.0, german(&names(&game)))
}

fn prompt(game: &Hawaii) -> String {
    decision(&game.view(Viewer::Public), german(&names(game)))
}

#[test]
fn tiles_have_articles_and_what_was_paid_stands_before_the_site() {
    let at = |place| Scene::new(2).prices(place, "5s");
    let goes = "Anna geht für 2 Füße zu den Hulatänzerinnen und nimmt Preisplättchen 5 mit Speeren (Summe 5).";
    assert_eq!(told(at(4), "place:4"), goes);
    let stays = Scene::new(2).prices(4, "2 5").stand(0, 4);
    assert_eq!(told(stays, "place:4"), "Anna bleibt für 1 Fuß bei den Hulatänzerinnen.");
    for (place, tile, words) in
        [(4, "hula", "eine Hulatänzerin"), (5, "surfer", "einen Surfer"), (9, "irrigation", "Bewässerung")]
    {
        let bought = told(at(place), &format!("place:{place} buy:{tile},1"));
        let rest = "mit Seite I oben für 5 Muscheln und legt das Plättchen in Dorf 1.";
        assert_eq!(bought, format!("Anna kauft {words} {rest}"));
    }
    let rich = || Scene::new(2).prices(0, "2 3").supply(0, 13, 7, 9);
    let hut = "place:0 pay:1foot price:3 buy:shellhut,1 pay:3shell";
    assert_eq!(told(rich(), hut), "Anna zahlt 3 Muscheln für die Muschelhütte.");
    assert_eq!(told(rich(), &format!("{hut} row:2")), "Anna eröffnet Dorf 2 und legt die Muschelhütte hinein.");
}

#[test]
fn one_and_several_differ() {
    let kahunas = |before, bought| told(Scene::new(2).prices(2, "2").beside(0, before, 0), bought);
    let one = "Anna kauft einen Kahuna für 2 Muscheln, legt ihn neben Dorf 2 und erhält dort 1 Fuß.";
    assert_eq!(kahunas(1, "place:2 buy:kahuna,1"), one);
    let two = "Anna kauft zwei Kahunas für 4 Muscheln, legt sie neben die Dörfer 2 und 3 und erhält dort 1 Muschel und 1 Fuß.";
    assert_eq!(kahunas(1, "place:2 buy:kahuna,2"), two);
    let sea = || Scene::new(2).cove("2 6").boats(0, 0, 1);
    assert_eq!(told(sea(), "cove boats:0,0,1 fish:3"), "Anna fängt ein Preisplättchen mit 3 Fischen (Summe 3).");
    assert_eq!(
        told(sea(), "cove boats:0,0,1 fish:3 fish:1"),
        "Anna fängt ein Preisplättchen mit 1 Fisch (Summe 4) und zahlt 1 Fuß für den Fang."
    );
}

#[test]
fn what_is_lost_is_said_without_a_pronoun() {
    let full = Scene::new(2).boats(0, 1, 0).village(0, 1, "surfer");
    let full = full.with(|game| game.board.docks[0] = Some(Islet::Surfer));
    let line = told(full, "dock:1 boats:0,1,0");
    assert!(line.ends_with(" Die Nebeninsel würde einen Surfer bringen, aber das verfällt."), "{line}");
}

#[test]
fn the_end_says_who_wins() {
    let end = |scene: Scene| told(scene.round(5), "track:2 track:1");
    let tie = Scene::new(2).with(|game| game.board.players[Seat::FIRST].points = 2);
    let line = end(tie.clone());
    assert!(line.contains("Zielwert ist 17, und niemand erreicht ihn: Anna hat 2 und Ben 0. Die Schluss"), "{line}");
    let by = " Ben gewinnt mit 2 Punkten vor Anna, dank 22 zu 20 übrigen Muscheln, Füßen und Früchten.";
    assert!(line.ends_with(by), "{line}");
    let equal = end(tie.supply(0, 1, 1, 1).supply(1, 3, 0, 0));
    let both =
        " Anna und Ben gewinnen gemeinsam mit je 2 Punkten und gleich vielen übrigen Muscheln, Füßen und Früchten.";
    assert!(equal.ends_with(both), "{equal}");
}

#[test]
fn the_first_draws_are_told() {
    let mut play = RandomPlay::<Hawaii>::new(seats(3), (), rules(), Seed::from_number(1));
    let start = play.state.clone();
    let mut outcomes: Vec<Chance> = Vec::new();
    while matches!(play.state.phase(), Phase::Chance) {
        if let Ok(Event::Chance(outcome)) = play.step() {
            outcomes.push(outcome);
        }
    }
    let line = start.describe_chance(&outcomes, &play.state, german(&names(&start)));
    assert!(line.starts_with("Reihenfolge: ") && line.contains(" (2 Früchte) und "), "{line}");
    assert!(line.contains(" Preisplättchen mit ") && line.contains(" Fischen kommen in die Bucht. "), "{line}");
}

#[test]
fn labels_and_prompts_are_german() {
    let game = Scene::new(2).0;
    let labels: Vec<_> = game.score_sheet(Language::German).lines.iter().map(|line| line.label).collect();
    assert_eq!(labels[..3], ["Runden, Preisplättchen, Stege und Nebeninseln", "Platz 1 der Leiste", "Kahunas"]);
    assert_eq!((game.part(Language::German), prompt(&game)), ("Runde 1 von 5".into(), "Anna wählt ein Ziel.".into()));
    let sent = Fleet { start: 1, ones: 2, twos: 0 };
    let fishing = Scene::new(2).with(|game| game.board.stage = Stage::Fish { sent, caught: 1 }).0;
    let fish = "Anna wählt einen Fang für das Startboot und zwei Boote mit Seite I oben, bisher 1 Preisplättchen.";
    assert_eq!(prompt(&fishing), fish);
}

/// The first texts of the element that says who is to act.
fn shown_prompt(game: &Hawaii, names: &PerSeat<String>) -> [String; 2] {
    let drawing = Hawaii::draw(&game.view(Viewer::Public), rules(), german(names), &BTreeSet::new()).whole().0;
    let (_, rest) = drawing.split_once("class=\"to-act\"").unwrap();
    let mut texts = rest.split("</text>").map(|text| text.rsplit_once('>').unwrap().1.to_owned());
    let first = texts.next().unwrap();
    let both = format!("{first} {}", texts.next().unwrap());
    [first, both]
}

#[test]
fn every_prompt_is_drawn_whole() {
    let long = PerSeat::from_fn(seats(2), |_| "Maximiliane von der Hohe".to_owned());
    let check = |game: &Hawaii| {
        let prompt = decision(&game.view(Viewer::Public), german(&long));
        assert!(shown_prompt(game, &long).contains(&prompt), "{prompt}");
    };
    let sent = Fleet { start: 1, ones: 3, twos: 5 };
    check(&Scene::new(2).with(|game| game.board.stage = Stage::Fish { sent, caught: 12 }).0);
    for seed in 0..4 {
        let mut play = RandomPlay::<Hawaii>::new(seats(2), (), rules(), Seed::from_number(seed));
        while play.step().is_ok() {
            check(&play.state);
        }
    }
}
