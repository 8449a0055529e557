//! The words and drawings of a game for people.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use kahua_engine::outcome::places_by;
use kahua_engine::{Choices, Event, PerSeat, Phase, SeatCount, Viewer};
use kahua_show::{Language, ScoreSheet, Show, TEXT_MIN, Wording};

use crate::golden::compare;
use crate::tables::TableOf;

/// Of this many states, one is drawn once for each of its legal actions.
const MARKED_STATES: usize = 4;

/// The longest line that describes events.
const LINE_MAX: usize = 600;

pub(crate) fn sentences<G: Show>(table: &TableOf<G>) {
    let told = Language::ALL.map(|language| tell(table, language).0);
    for line in told.iter().flat_map(|told| told.lines()).filter_map(|line| line.strip_prefix("  ")) {
        assert!(line.ends_with('.') && !line.ends_with(".."), "no full stop: {line}");
        assert!(line.starts_with(char::is_uppercase), "no capital: {line}");
        assert!(line.chars().count() <= LINE_MAX, "too long: {line}");
        assert!(!line.contains("  ") && !line.contains(" ."), "a hole in: {line}");
    }
}

pub(crate) fn score_sheets<G: Show>(table: &TableOf<G>) {
    let labels =
        |state: &G| state.score_sheet(Language::English).lines.iter().map(|line| line.label).collect::<Vec<_>>();
    let first = labels(&table.start().state);
    table.each_state(|state| {
        let sheet = state.score_sheet(Language::English);
        assert_eq!(sheet.total(), Some(state.scores_if_ended()));
        assert_eq!(labels(state), first);
        if let Phase::Over(outcome) = state.phase() {
            assert_eq!(places_by(&ranks(&sheet)), outcome.places, "the sheet says why the places are as they are");
        }
    });
}

/// What every seat is ranked by: its points, and what breaks ties.
fn ranks(sheet: &ScoreSheet) -> PerSeat<Vec<i32>> {
    let total = sheet.total().expect("a sheet has lines");
    PerSeat::from_fn(total.count(), |seat| {
        std::iter::once(total[seat]).chain(sheet.ties.iter().map(|line| line.points[seat])).collect()
    })
}

pub(crate) fn text_boards<G: Show>(table: &TableOf<G>) {
    let names = names::<G>(table.seats);
    for language in Language::ALL {
        shows_everything(table, |view| {
            let board = G::text_board(view, &table.ruleset.rules, Wording { language, names: &names });
            for line in board.lines() {
                assert!(line.chars().count() <= 100 && line.trim_end() == line, "{line:?}");
            }
            board
        });
    }
}

pub(crate) fn drawings<G: Show>(table: &TableOf<G>) {
    let names = names::<G>(table.seats);
    shows_everything(table, |view| {
        let drawing =
            G::draw(view, &table.ruleset.rules, Wording::english(&names), &BTreeSet::new()).whole().into_string();
        assert!(drawing.starts_with("<svg class=\"board "), "{drawing}");
        let mut ids: Vec<&str> = attributes(&drawing, "id").collect();
        let all = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), all, "ids that stand twice");
        for size in attributes(&drawing, "font-size") {
            assert!(size.parse::<u32>().expect("a whole number") >= TEXT_MIN, "a text of {size}");
        }
        drawing
    });
}

pub(crate) fn marks<G: Show>(table: &TableOf<G>) {
    let names = names::<G>(table.seats);
    let mut states = 0;
    table.each_state(|state| {
        states += 1;
        let Phase::Decide(seat) = state.phase() else { return };
        // Each action takes a drawing of its own.
        if states % MARKED_STATES != 0 {
            return;
        }
        let view = state.view(Viewer::Seat(seat));
        let mut legal = Vec::new();
        state.legal_actions(&mut legal);
        let plain =
            G::draw(&view, &table.ruleset.rules, Wording::english(&names), &BTreeSet::new()).whole().into_string();
        let drawn: BTreeSet<&str> = attributes(&plain, "id").collect();
        for action in legal {
            let places = state.places(&action);
            assert!(!places.is_empty(), "{action} is about nothing");
            let here = places.iter().any(|place| drawn.contains(place.as_str()));
            let mut after = state.clone();
            after.play_unchecked(Event::Action(action));
            let view = after.view(Viewer::Seat(seat));
            let marked =
                G::draw(&view, &table.ruleset.rules, Wording::english(&names), &places.iter().cloned().collect())
                    .whole()
                    .into_string();
            let there = attributes(&marked, "id").any(|id| places.iter().any(|place| place == id));
            assert!(here && there, "{action}: {places:?} must be in the drawing before and after it");
            assert!(
                attributes(&marked, "class").any(|class| class.split(' ').any(|class| class == "marked")),
                "{action}"
            );
        }
    });
}

/// A random game of every table in words, with the boards of its beginning and its end, compared with the golden file.
pub(crate) fn golden<G: Show>(table: &TableOf<G>) {
    let (told, last) = tell(table, Language::English);
    let names = names::<G>(table.seats);
    let board = G::text_board(&last.view(Viewer::Public), &table.ruleset.rules, Wording::english(&names));
    let mut told = format!("{told}\n{board}\n");
    let sheet = last.score_sheet(Language::English);
    for line in sheet.lines.into_iter().chain(sheet.ties) {
        let _ = writeln!(told, "{:<32} {:?}", line.label, line.points);
    }
    let name = format!("told-{}", crate::golden::file_name(table));
    compare(&Path::new("src/games").join(G::INFO.name).join("goldens").join(name), told);
}

/// The board of the README, from the middle of a random game, compared with the file.
pub(crate) fn picture<G: Show>(table: &TableOf<G>) {
    if table.seats.get() != *G::INFO.seats.start() || table.choices != Choices::defaults(G::INFO.options) {
        return;
    }
    let mut states = Vec::new();
    table.each_state(|state| states.push(state.clone()));
    let view = states[states.len() / 2].view(Viewer::Public);
    let names = names::<G>(table.seats);
    let drawing = G::draw(&view, &table.ruleset.rules, Wording::english(&names), &BTreeSet::new());
    compare(&Path::new("../../docs/boards").join(format!("{}.svg", G::INFO.name)), drawing.file());
}

/// A random game in words: a heading for each part, a line for each action and each run of draws.
pub(crate) fn tell<G: Show>(table: &TableOf<G>, language: Language) -> (String, G) {
    let names = names::<G>(table.seats);
    let wording = Wording { language, names: &names };
    let mut play = table.start();
    let (mut told, mut part) = (String::new(), String::new());
    let mut drawn: Option<(G, Vec<G::Chance>)> = None;
    loop {
        let before = play.state.clone();
        let step = play.step();
        if !matches!(step, Ok(Event::Chance(_)))
            && let Some((start, outcomes)) = drawn.take()
        {
            let _ = writeln!(told, "  {}", start.describe_chance(&outcomes, &before, wording));
        }
        let state = &play.state;
        if before.part(language) != part {
            part = before.part(language);
            let _ = writeln!(told, "{part}: {:?}", before.scores_if_ended());
        }
        match step {
            Ok(Event::Chance(outcome)) => drawn.get_or_insert_with(|| (before, Vec::new())).1.push(outcome),
            Ok(Event::Action(action)) => {
                let _ = writeln!(told, "  {}", before.describe_action(&action, state, wording));
            }
            Err(_) => return (told, play.state),
        }
    }
}

/// Checks that no two different views of a game look the same.
fn shows_everything<G: Show>(table: &TableOf<G>, show: impl Fn(&G::View) -> String) {
    let mut seen: BTreeMap<String, G::View> = BTreeMap::new();
    table.each_state(|state| {
        let mut views: Vec<G::View> = table.seats.seats().map(|seat| state.view(Viewer::Seat(seat))).collect();
        // Mostly those of all viewers are equal.
        views.push(state.view(Viewer::Public));
        views.dedup();
        for view in views {
            let shown = show(&view);
            if let Some(other) = seen.insert(shown, view.clone()) {
                assert!(other == view, "these look the same:\n{other:#?}\n{view:#?}");
            }
        }
    });
}

/// The players are named after their colours.
pub(crate) fn names<G: Show>(seats: SeatCount) -> PerSeat<String> {
    PerSeat::from_fn(seats, |seat| {
        let colour = G::COLOURS[seat.index()];
        colour[..1].to_uppercase() + &colour[1..]
    })
}

/// The values of this attribute, wherever it stands.
pub(crate) fn attributes<'a>(drawing: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    let start = format!(" {name}=\"");
    let found: Vec<&str> = drawing.split(start.as_str()).skip(1).collect();
    found.into_iter().map(|rest| rest.split('"').next().unwrap_or_default())
}
