//! The same in German, where genders, cases and numbers change more words.

use Colour::{Red, Yellow};

use crate::describe::Describe;
use crate::games::haleakala::board::LINE_MAX;
use crate::games::haleakala::describe::open;
use crate::language::{Language, Wording};
use crate::prose::wrapped;

use super::telling::{Telling, names};
use super::*;

const NOTHING: (&[Card], u8) = (&[], 0);

fn told(scene: &Scene, events: &str) -> String {
    scene.clone().told_in(Language::German, events)
}

/// The boat comes to an empty beach, and the game ends.
fn ending(scene: Scene) -> String {
    let scene = scene.piles([NOTHING; 3]).cards(2, [None, None]).change(|position| position.round = Round::Second);
    let told = told(&scene, "place:1@1");
    told.split_once("Dort liegt keine Karte mehr, und das Spiel endet. ").unwrap().1.to_owned()
}

#[test]
fn discs_are_placed_and_returned() {
    let scene = Scene::base().disc(Yellow, 3, 4);
    assert_eq!(told(&scene, "place:5@4"), "Anna legt Scheibe 5 an Strand 4, dort steht es jetzt 5 zu 3 für Anna.");
    assert_eq!(told(&scene, "place:5@4 move:g0"), "Anna zieht den Schamanen von Strand 0 nach Grasland 0.");
    assert_eq!(
        told(&scene, "place:5@4 stay place:1@4 stay return:5"),
        "Anna nimmt Scheibe 5 von Strand 4 zurück, dort liegen jetzt nur noch Scheiben von ben."
    );
    assert_eq!(
        told(&Scene::base().disc(Red, 4, 4), "place:2@4"),
        "Anna legt Scheibe 2 an Strand 4, das macht dort zusammen 6."
    );
}

#[test]
fn what_is_taken_is_an_accusative() {
    let both = Scene::base().keeps(Red, &[Card::Fish3]).disc(Yellow, 1, 2);
    let scene = both.red_stops_at([Some(Card::Nautilus), Some(Card::Fish1)]);
    assert_eq!(
        told(&scene, "take:nautilus"),
        "Anna nimmt den Nautilus, und ben bekommt den Fischkorb. ben hat jetzt einen Fischkorb, Anna drei. \
         Anna bekommt Scheibe 2 zurück, ben Scheibe 1. Wäre das Spiel jetzt zu Ende: Anna 6, ben 0."
    );
    let scene = Scene::base().disc(Red, 2, 2).cards(2, [Some(Card::Statue); 2]).shaman(Red, "m5");
    assert_eq!(
        told(&scene, "place:1@1"),
        "Anna legt Scheibe 1 an Strand 1, und das Boot fährt zu Strand 2. Dort liegen nur Scheiben von Anna. \
         Beide Karten sind gleich, und Anna bekommt eine Statue. Anna baut eine Statue auf Berg 5. \
         Anna bekommt Scheibe 2 zurück. Wäre das Spiel jetzt zu Ende: Anna 3, ben 0."
    );
}

#[test]
fn what_comes_up_is_one_card_or_several() {
    let scene = Scene::base().lava(0, 3).piles([NOTHING, NOTHING, (&[Card::Fish4, Card::Nautilus, Card::Shell], 4)]);
    let scene = scene.red_stops_at([Some(Card::Fish1), Some(Card::Shell)]);
    let drawn = |events: &str| told(&scene, &format!("take:fish1 {events}"));
    assert_eq!(drawn("card:nautilus"), "Strand 2 bekommt den Nautilus.");
    assert_eq!(
        drawn("lava card:fish4"),
        "Eine Lavakarte bringt eine Lavascheibe auf Krater 2. Strand 2 bekommt vier Fischkörbe."
    );
    assert_eq!(
        drawn("lava lava card:shell"),
        "Zwei Lavakarten: Nur noch eine Lavascheibe ist im Vorrat, sie kommt auf Krater 2. Strand 2 bekommt eine Muschel."
    );
}

#[test]
fn a_scoring_names_landscapes_and_cards() {
    let scene =
        Scene::tactical().statues(Red, &["m5", "f0", "f1", "g1"]).statues(Yellow, &["m0", "f2", "m1"]).lava(0, 1);
    let scene = scene.lava(2, 2).shells(Red, 1).bought(Red, DisplayCard::Segment).bought(Yellow, DisplayCard::Mountain);
    assert_eq!(
        ending(scene.lava(1, 1)),
        "Letzte Wertung: Der Vulkan bricht aus und zerstört die Statuen von ben in Wald 2, auf Berg 0 und auf Berg 1. \
         Anna bekommt 9 Punkte: 8 für eine Berg-, zwei Wald- und eine Graslandstatue, 1 für eine Muschel. \
         ben bekommt keine Punkte. Anna gewinnt mit 9 zu 0."
    );
}

#[test]
fn a_tie_says_why_who_wins() {
    let even = Scene::base().statues(Red, &["m5"]).statues(Yellow, &["g4", "f4"]);
    assert!(
        ending(even).ends_with("Beide haben 3 Punkte, und ben gewinnt mit zwei Statuen auf dem Spielplan gegen eine.")
    );
    let same = ending(Scene::base());
    assert!(
        same.ends_with(
            "Beide haben 0 Punkte und keine Statuen auf dem Spielplan, und ben gewinnt, weil das Spiel mit Anna begonnen hat."
        ),
        "{same}"
    );
}

#[test]
fn the_score_sheet_and_the_parts_are_in_german() {
    let sheet = Scene::base().0.score_sheet(Language::German);
    let labels: Vec<&str> = sheet.lines.iter().chain(&sheet.ties).map(|line| line.label).collect();
    assert_eq!(labels[..2], ["erste Wertung", "Statuen auf Bergen"]);
    assert_eq!(labels[13..], ["Statuen auf dem Spielplan", "nicht begonnen"]);
    assert_eq!(Scene::base().0.part(Language::German), "Runde 1 von 2");
}

/// With the longest names that the drawing shows, and without a blank where they could break.
#[test]
fn every_decision_fits_two_lines_of_the_drawing() {
    let long = names().map(|name| name.repeat(6)[..16].to_owned());
    let scoring = [Scoring::First, Scoring::Last(End::NoCards)];
    let cards = Card::ALL.map(Then::Card);
    let others = scoring.map(Then::OtherBuys).into_iter().chain(scoring.map(Then::Score)).chain([Then::Refill]);
    let thens: Vec<Then> = others.chain(cards).collect();
    let decided = thens.iter().flat_map(|&then| [Step::Purchase(Red, then), Step::Lava(Red, then)]);
    let steps = decided.chain([Step::Turn, Step::Shaman, Step::Over(End::NoCards), Step::Over(End::Guard)]);
    let open = |scene: &Scene| {
        let wording = Wording { language: Language::German, names: &long };
        open(&scene.0.position, &scene.0.rules, wording)
    };
    let mut all: Vec<String> = steps
        .map(|step| open(&Scene::base().shells(Yellow, 2).shaman(Red, "g5").change(|position| position.step = step)))
        .collect();
    for (one, other) in Card::ALL.into_iter().flat_map(|one| Card::ALL.map(|other| (one, other))) {
        all.push(open(
            &Scene::base().cards(1, [Some(one), Some(other)]).change(|position| position.step = Step::Pick(Red)),
        ));
    }
    for text in all {
        assert!(wrapped(&text, LINE_MAX).len() <= 2, "{text}");
    }
}
