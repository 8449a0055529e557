//! Perft tables: a game's `perft.txt` against the legal lists, and these against a slow second enumerator.
//!
//! A line is `seats choices seed skip depth paths`: after `skip` events of the random game of `seed`, this many paths
//! of `depth` events lead on. `#` begins a comment; `-` stands for no choices.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use kahua_engine::perft::{perft as count, successors};
use kahua_engine::{Event, Phase, Seed, Wire};

use crate::tables::TableOf;

pub(crate) fn perft<G: Wire>(table: &TableOf<G>) {
    let path = Path::new("src/games").join(G::INFO.name).join("perft.txt");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let choices = match table.choices.to_string() {
        none if none.is_empty() => "-".to_owned(),
        some => some,
    };
    let mut lines = 0;
    let mut wrong = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [seats, with, numbers @ ..] = fields.as_slice() else { panic!("{line:?} has no six fields") };
        if *seats != table.seats.to_string() || *with != choices {
            continue;
        }
        let numbers: Vec<u64> = numbers.iter().map(|n| n.parse().unwrap_or_else(|_| panic!("{line:?}"))).collect();
        let [seed, skip, depth, paths] = numbers[..] else { panic!("{line:?} has no six fields") };
        let state = after(table, seed, skip);
        let found = count(&state, depth as u32);
        if found != paths {
            wrong.push(format!("{line}: found {found}"));
        }
        let shallow = depth.min(2) as u32;
        assert_eq!(
            slow_count(&state, shallow, &known(table, &state)),
            count(&state, shallow),
            "{line}: check and list differ"
        );
        lines += 1;
    }
    assert!(wrong.is_empty(), "{}:\n{}", path.display(), wrong.join("\n"));
    assert!(
        lines >= 2,
        "{} has fewer than two lines for {seats} seats, {choices}",
        path.display(),
        seats = table.seats
    );
}

fn after<G: Wire>(table: &TableOf<G>, seed: u64, skip: u64) -> G {
    let mut play = table.start_with(Seed::from_number(seed));
    for _ in 0..skip {
        play.step().unwrap_or_else(|_| panic!("the game of seed {seed} has no {skip} events"));
    }
    play.state
}

/// The second enumerator: it checks every known action, and never makes a legal list.
fn slow_count<G: Wire>(state: &G, depth: u32, known: &BTreeSet<G::Action>) -> u64 {
    if depth == 0 {
        return 1;
    }
    let next: Vec<Event<G::Action, G::Chance>> = match state.phase() {
        Phase::Decide(seat) => {
            known.iter().copied().filter(|action| state.check(seat, action).is_ok()).map(Event::Action).collect()
        }
        Phase::Chance => successors(state),
        Phase::Over(_) => return 1,
    };
    let then = |event| {
        let mut next = state.clone();
        next.play_unchecked(event);
        slow_count(&next, depth - 1, known)
    };
    next.into_iter().map(then).sum()
}

/// Every action that stands in a legal list of some random games, of this state, or of one of its successors.
fn known<G: Wire>(table: &TableOf<G>, state: &G) -> BTreeSet<G::Action> {
    let mut known = BTreeSet::new();
    let mut legal = Vec::new();
    let mut add = |state: &G| {
        state.legal_actions(&mut legal);
        known.extend(legal.iter().copied());
    };
    for seed in 1..20 {
        let mut play = table.start_with(Seed::from_number(seed));
        while play.step().is_ok() {
            add(&play.state);
        }
    }
    add(state);
    for event in successors(state) {
        let mut next = state.clone();
        next.play_unchecked(event);
        add(&next);
    }
    known
}
