//! What the drawing shows, and which parts of it actions are about.

use std::collections::BTreeSet;

use Colour::{Red, Yellow};

use crate::draw::Draw;
use crate::language::Wording;

use super::*;

fn drawn(scene: &Scene, marked: &[&str]) -> String {
    drawn_for(scene, &PerSeat::from_values(["Anna".to_owned(), "<b>&".to_owned()]).unwrap(), marked)
}

fn drawn_for(scene: &Scene, names: &PerSeat<String>, marked: &[&str]) -> String {
    let marked = marked.iter().map(|&id| id.to_owned()).collect();
    // Scenes have more cards than there are, which a view would not allow.
    let rules = &scene.0.rules;
    let view = View { position: scene.0.position, lava_supply: 0, discard: Pile::EMPTY, huts: rules.huts };
    Haleakala::draw(&view, rules, Wording::english(names), &marked).whole().into_string()
}

#[test]
fn what_must_happen_is_drawn_to_its_end_with_the_longest_names() {
    let names = PerSeat::from_values(["Wilhelmina-Bahati", "Bartholomew-the-3"].map(str::to_owned)).unwrap();
    let then = Then::Card(Card::Fish3);
    for step in [Step::Lava(Red, then), Step::Purchase(Red, then)] {
        let scene = Scene::base().change(|position| position.step = step);
        let drawn = drawn_for(&scene, &names, &[]);
        let lines: Vec<&str> = drawn.split("class=\"open to-act\"").skip(1).collect();
        assert_eq!(lines.len(), 2, "{step:?}");
        assert!(lines[1].split("</text>").next().unwrap().ends_with("of fish."), "{step:?}: {}", lines[1]);
    }
}

#[test]
fn the_sums_of_a_beach_do_not_touch() {
    for (beach, red, yellow) in (0..6).flat_map(|b| (2..=5).flat_map(move |r| (2..=5).map(move |y| (b, r, y)))) {
        let scene = (1..=red).fold(Scene::base(), |scene, disc| scene.disc(Red, disc, beach));
        let scene = (1..=yellow).fold(scene, |scene, disc| scene.disc(Yellow, disc, beach));
        let drawn = drawn(&scene, &[]);
        let sums: Vec<(i32, i32)> =
            drawn.match_indices("class=\"sum\"").map(|(at, _)| last_moved(&drawn[..at])).collect();
        let [(x, y), (other_x, other_y)] = sums[..] else { panic!("{} sums", sums.len()) };
        let apart = (x - other_x).abs() >= 56 || (y - other_y).abs() >= 32;
        assert!(apart, "beach {beach}, {red} and {yellow} discs: {sums:?}");
    }
}

/// Where the last translation in this part of a drawing leads.
fn last_moved(drawn: &str) -> (i32, i32) {
    let (x, y) = drawn.rsplit("translate(").next().unwrap().split_once(')').unwrap().0.split_once(' ').unwrap();
    (x.parse().unwrap(), y.parse().unwrap())
}

fn places(scene: &Scene, action: &str) -> Vec<String> {
    scene.0.places(&action.parse().unwrap())
}

#[test]
fn no_two_legal_actions_are_about_the_same() {
    let cards = [Some(Card::Priestess), Some(Card::Shell)];
    let lava = Scene::base().lava(0, 1).lava(1, 1).lava(3, 2).red_stops_at(cards);
    let buys = Scene::base().shells(Red, 2).red_stops_at(cards);
    let scenes = [
        Scene::tactical().disc(Red, 4, 5),
        Scene::base().played("place:1@3"),
        buys.clone(),
        buys.played("take:shell"),
        lava.played("take:priestess"),
    ];
    for scene in scenes {
        let legal = scene.legal();
        let all: BTreeSet<BTreeSet<String>> =
            legal.iter().map(|action| places(&scene, action).into_iter().collect()).collect();
        assert_eq!(all.len(), legal.len(), "{legal:?}: {all:?}");
    }
}

#[test]
fn an_action_is_about_the_pieces_of_who_decides() {
    assert_eq!(places(&Scene::tactical(), "invoke:3"), ["disc-0-3", "invocation-0", "beach-1"]);
    let yellow_picks = Scene::base().disc(Yellow, 4, 2).shells(Yellow, 1).cards(2, [None, Some(Card::Shell)]);
    let scene = yellow_picks.played("place:1@1");
    assert_eq!(scene.to_act(), Yellow.seat());
    assert_eq!(places(&scene, "buy:none"), ["shells-1"]);
    assert_eq!(places(&scene, "buy:forest"), ["display-forest"]);
}

#[test]
fn a_card_is_taken_from_its_gap() {
    let scene = Scene::base().red_stops_at([Some(Card::Statue), Some(Card::Shell)]);
    assert_eq!(places(&scene, "take:shell"), ["gap-5"]);
}

#[test]
fn what_is_marked_has_the_class() {
    let scene = Scene::base();
    assert!(!drawn(&scene, &[]).contains("marked"));
    let marked = drawn(&scene, &["disc-0-3", "beach-2", "no-such-thing"]);
    assert_eq!(marked.matches("marked\"").count(), 2);
    assert!(marked.contains("<polygon id=\"beach-2\" class=\"beach marked\""), "{marked}");
}

#[test]
fn discs_that_lie_together_have_their_sum_beside_them() {
    let scene = Scene::base().disc(Red, 4, 2).disc(Red, 5, 2).disc(Yellow, 3, 2);
    let drawing = drawn(&scene, &[]);
    assert!(
        drawing.contains("<title>Anna's discs on beach 2: 9 in sum</title>") && drawing.contains(">=9<"),
        "{drawing}"
    );
    assert_eq!(drawing.matches("class=\"sum\"").count(), 1, "a single disc is its own sum");
}

#[test]
fn names_are_escaped() {
    let drawing = drawn(&Scene::base(), &[]);
    assert!(drawing.contains("&lt;b&gt;&amp;") && !drawing.contains("<b>"), "{drawing}");
}

#[test]
fn a_drawing_has_no_style_of_its_own() {
    let drawing = drawn(&Scene::tactical().bought(Red, DisplayCard::Forest).lava(2, 3), &["boat"]);
    assert!([" style=", " fill=", " stroke=", "<script", "href"].iter().all(|part| !drawing.contains(part)));
}
