//! The laws themselves, each a look at one table.

use std::any::Any;
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use kahua_engine::limits::POSITION_BYTES_MAX;
use kahua_engine::{
    Dice, DynGame, DynRuleset, Event, Follower, Game, NOTATION_MAX, Notation, OpenGame, Phase, Ruleset, Seat,
    SeatCount, Seed, Viewer, Wire,
};
use kahua_proto::pb::arena::v1 as pb;
use pb::match_event;
use prost::Message;

use crate::tables::TableOf;

pub(crate) fn ends<G: Wire>(table: &TableOf<G>) {
    let mut play = table.start();
    let mut legal = Vec::new();
    for events in 0.. {
        play.state.legal_actions(&mut legal);
        assert!(legal.len() <= G::INFO.legal_max, "a legal list of {}", legal.len());
        if let Err(outcome) = play.step() {
            assert_eq!((outcome.scores.count(), outcome.places.count()), (table.seats, table.seats));
            assert!(outcome.places.iter().any(|place| place.number() == 1), "nobody is first");
            assert_eq!(play.state.scores_if_ended(), outcome.scores);
            return;
        }
        assert!(events < G::INFO.events_max, "more than {events} events");
    }
}

pub(crate) fn lists<G: Wire>(table: &TableOf<G>) {
    table.each_state(|state| {
        let (legal, chance) = possible(state);
        assert!(legal.is_sorted_by(|a, b| a < b), "{legal:?}");
        assert!(chance.is_sorted_by(|a, b| a.0 < b.0), "{chance:?}");
        let (actions, outcomes) = match state.phase() {
            Phase::Decide(seat) => {
                assert!(seat.index() < state.seats().get());
                (true, false)
            }
            Phase::Chance => (false, true),
            Phase::Over(_) => (false, false),
        };
        assert_eq!((!legal.is_empty(), !chance.is_empty()), (actions, outcomes), "{:?}", state.phase());
    });
}

pub(crate) fn check<G: Wire>(table: &TableOf<G>) {
    let mut known = BTreeSet::new();
    for other in 0..6 {
        let mut play = table.start_with(Seed::from_number(900 + other));
        while let Ok(event) = play.step() {
            if let Event::Action(action) = event {
                known.insert(action);
            }
        }
    }
    table.each_state(|state| {
        let (legal, _) = possible(state);
        let to_act = match state.phase() {
            Phase::Decide(seat) => Some(seat),
            Phase::Chance | Phase::Over(_) => None,
        };
        for action in known.iter().chain(&legal) {
            for seat in table.seats.seats() {
                let listed = to_act == Some(seat) && legal.binary_search(action).is_ok();
                let checked = state.check(seat, action);
                assert_eq!(checked.is_ok(), listed, "{action} of seat {seat}: {checked:?}\n{state:?}");
            }
        }
    });
}

pub(crate) fn chance<G: Wire>(table: &TableOf<G>) {
    table.each_state(|state| {
        let (_, outcomes) = possible(state);
        assert!(outcomes.iter().all(|(_, weight)| *weight > 0), "{outcomes:?}");
        if outcomes.is_empty() {
            return;
        }
        let (mut a, mut b) = (Dice::stream(table.seed(), 77), Dice::stream(table.seed(), 77));
        for _ in 0..4 {
            assert_eq!(state.sample_chance(&mut a), b.weighted(&outcomes));
        }
    });
}

pub(crate) fn views<G: Wire>(table: &TableOf<G>) {
    table.each_state(|state| {
        for viewer in viewers(table.seats) {
            let rebuilt = G::from_view(&state.view(viewer), &state.hidden(viewer), &table.ruleset.rules);
            let rebuilt = rebuilt.unwrap_or_else(|error| panic!("{viewer:?}: {error}"));
            assert_eq!(&rebuilt, state, "{viewer:?}");
            assert_eq!(hash(&rebuilt), hash(state));
        }
    });
}

pub(crate) fn replay<G: Wire>(table: &TableOf<G>) {
    let mut play = table.start();
    let mut replayed = G::start(table.seats, G::options(&table.choices), &table.ruleset.rules);
    while let Ok(event) = play.step() {
        let read = match event {
            Event::Action(action) => action.to_string().parse().map(Event::Action),
            Event::Chance(outcome) => outcome.to_string().parse().map(Event::Chance),
        };
        let read = read.unwrap_or_else(|error| panic!("{error}"));
        replayed.play(read).unwrap_or_else(|reason| panic!("{event:?}: {reason}"));
        assert_eq!(replayed, play.state);
    }
}

/// Events of other games of this kind, which mostly can't come where they are tried.
pub(crate) fn refusals<G: Wire>(table: &TableOf<G>) {
    let mut events = Vec::new();
    let mut other = table.start_with(Seed::from_number(900));
    while let Ok(event) = other.step() {
        events.push(event);
    }
    table.each_state(|state| {
        let (legal, chance) = possible(state);
        for event in events.iter().step_by(7) {
            let may_come = match event {
                Event::Action(action) => legal.contains(action),
                Event::Chance(outcome) => chance.iter().any(|(possible, _)| possible == outcome),
            };
            let mut next = state.clone();
            let played = next.play(*event);
            assert_eq!(played.is_ok(), may_come, "{event:?}: {played:?}\n{state:?}");
            assert!(may_come || next == *state, "{event:?} was refused, but changed the state");
        }
    });
}

pub(crate) fn guesses<G: Wire>(table: &TableOf<G>) {
    let rules = &table.ruleset.rules;
    let mut dice = Dice::new(table.seed());
    table.each_state(|state| {
        let Phase::Decide(seat) = state.phase() else { return };
        let view = state.view(Viewer::Seat(seat));
        for guess in [G::guess_hidden(&view, rules), G::sample_hidden(&view, rules, &mut dice)] {
            let rebuilt = G::from_view(&view, &guess, rules).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(rebuilt.view(Viewer::Seat(seat)), view);
            assert_eq!(possible(&rebuilt).0, possible(state).0);
        }
    });
}

pub(crate) fn followed<G: Wire>(table: &TableOf<G>) {
    let mut followers: Vec<_> = table.seats.seats().map(|seat| follower(table, seat)).collect();
    let mut play = table.start();
    for number in 0.. {
        if let Phase::Decide(seat) = play.state.phase() {
            let view = G::view_to_wire(&play.state.view(Viewer::Seat(seat)));
            assert_eq!(followers[seat.index()].state(&view).as_ref(), Ok(&play.state));
        }
        let Ok(event) = play.step() else { break };
        let message = told::<G>(number, event);
        followers.iter_mut().for_each(|follower| assert_eq!(follower.observe_one(&message), Ok(Some(event))));
    }
}

pub(crate) fn followed_with_a_gap<G: Wire>(table: &TableOf<G>) {
    let mut play = table.start();
    let mut followers: Vec<_> = table.seats.seats().map(|seat| follower(table, seat)).collect();
    for number in 0.. {
        if let Phase::Decide(seat) = play.state.phase() {
            let view = play.state.view(Viewer::Seat(seat));
            let state =
                followers[seat.index()].state(&G::view_to_wire(&view)).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(state.view(Viewer::Seat(seat)), view);
        }
        let Ok(event) = play.step() else { break };
        // The first event is missed, which is noticed at once, or when a view shows it.
        if number > 0 {
            let message = told::<G>(number, event);
            followers.iter_mut().for_each(|follower| drop(follower.observe(std::slice::from_ref(&message))));
        }
    }
    assert!(followers.iter().all(|follower| follower.followed().is_none()));
}

/// One that follows the match at this table from this seat.
fn follower<G: Wire>(table: &TableOf<G>, seat: Seat) -> Follower<G> {
    let seated = pb::Seated {
        game: G::INFO.name.into(),
        options: table.choices.to_texts(),
        ruleset_hash: table.ruleset.hash.0.to_vec(),
        seat: seat.number().into(),
        players: vec![pb::Player::default(); table.seats.get()],
        ..Default::default()
    };
    Follower::new(&seated, Ruleset::built_in(), table.seed()).unwrap_or_else(|error| panic!("{error}"))
}

/// An event as a bot is told of it: every other one in notation.
fn told<G: Wire>(number: u32, event: Event<G::Action, G::Chance>) -> pb::MatchEvent {
    let typed = number.is_multiple_of(2);
    let event = match event {
        Event::Action(action) => {
            let message = if typed { G::action_to_wire(&action) } else { in_notation(&action) };
            match_event::Event::ActionTaken(pb::ActionTaken { action: Some(message), ..Default::default() })
        }
        Event::Chance(outcome) if typed => match_event::Event::Chance(G::chance_to_wire(&outcome)),
        Event::Chance(outcome) => match_event::Event::Chance(pb::Chance { notation: outcome.to_string(), game: None }),
    };
    pb::MatchEvent { number, event: Some(event) }
}

fn in_notation(action: &impl Notation) -> pb::Action {
    pb::Action { notation: action.to_string(), game: None }
}

pub(crate) fn messages<G: Wire>(table: &TableOf<G>) {
    table.each_state(|state| {
        for viewer in viewers(table.seats) {
            let view = state.view(viewer);
            let bytes = G::view_to_wire(&view).encode_to_vec();
            let message = pb::View::decode(bytes.as_slice()).expect("an encoded view");
            assert_eq!(G::view_from_wire(&message).as_ref(), Ok(&view), "{viewer:?}");
        }
        let (legal, outcomes) = possible(state);
        for action in legal {
            let bytes = G::action_to_wire(&action).encode_to_vec();
            let message = pb::Action::decode(bytes.as_slice()).expect("an encoded action");
            assert_eq!(G::action_from_wire(&message), Ok(action));
        }
        for (outcome, _) in outcomes {
            let bytes = G::chance_to_wire(&outcome).encode_to_vec();
            let message = pb::Chance::decode(bytes.as_slice()).expect("an encoded chance outcome");
            assert_eq!(G::chance_from_wire(&message), Ok(outcome));
        }
    });
    assert!(G::view_from_wire(&pb::View::default()).is_err(), "an empty message is no view");
    assert!(G::action_from_wire(&pb::Action::default()).is_err(), "an empty message is no action");
    assert!(G::chance_from_wire(&pb::Chance::default()).is_err(), "an empty message is no chance outcome");
}

pub(crate) fn positions<G: Wire>(table: &TableOf<G>) {
    let mut game = DynRuleset::open(&table.ruleset, table.seats, &table.choices).expect("a seat count of the game");
    let mut dice = Dice::new(table.seed());
    for number in 0.. {
        let bytes = game.position_bytes();
        let mut read = vec![table.ruleset.open_position_bytes(&bytes).unwrap_or_else(|error| panic!("{error}"))];
        // JSON takes its time: after the set-up, one state in five is written as text.
        if number < 50 || number % 5 == 0 {
            let text = game.position();
            assert!(!text.contains(['\n', '\r']) && text.len() <= POSITION_BYTES_MAX / 2, "{} bytes", text.len());
            assert!(bytes.len() <= text.len(), "{} bytes for a text of {}", bytes.len(), text.len());
            read.push(table.ruleset.open_position(&text).unwrap_or_else(|error| panic!("{error}\n{text}")));
        }
        for read in read {
            let (read, state) = (state_of::<G>(&*read), state_of::<G>(&*game));
            assert_eq!(read, state);
            assert_eq!((hash(read), possible(read)), (hash(state), possible(state)), "{state:?}");
        }
        match game.phase() {
            Phase::Chance => drop(game.draw(&mut dice)),
            Phase::Decide(_) => drop(game.play(dice.below(game.legal_count() as u32) as usize)),
            Phase::Over(_) => return,
        }
    }
}

fn state_of<G: Game>(game: &dyn DynGame) -> &G {
    let game: &dyn Any = game;
    game.downcast_ref::<OpenGame<G>>().expect("a game of this kind").state()
}

pub(crate) fn seat_to_decide<G: Wire>(table: &TableOf<G>) {
    table.each_state(|state| {
        let to_act = state.phase().to_act();
        for viewer in viewers(table.seats) {
            let message = G::view_to_wire(&state.view(viewer));
            assert_eq!(message.to_move, to_act.map(|seat| seat.number().into()), "{viewer:?}");
        }
        let told = G::view_to_wire(&state.view(Viewer::Public));
        let wrong = pb::View { to_move: if to_act.is_some() { None } else { Some(0) }, ..told };
        let error = G::view_from_wire(&wrong).expect_err("a view that contradicts its step").to_string();
        assert!(error.starts_with("to_move: "), "{error}");
    });
}

/// A game with its type erased can tell every event again as a message.
pub(crate) fn retold<G: Wire>(table: &TableOf<G>) {
    let mut game = DynRuleset::open(&table.ruleset, table.seats, &table.choices).expect("a seat count of the game");
    let mut dice = Dice::new(table.seed());
    let (mut drawn, mut taken) = (Vec::new(), Vec::new());
    loop {
        match game.phase() {
            Phase::Chance if drawn.len() % 2 == 0 => drawn.push(game.draw(&mut dice)),
            Phase::Chance => {
                let (outcome, _) = game.chance_outcomes().swap_remove(0);
                game.play_chance(&outcome).expect("an outcome of the coming chance event");
                drawn.push(outcome);
            }
            Phase::Decide(_) => taken.push(game.play(dice.below(game.legal_count() as u32) as usize)),
            Phase::Over(_) => break,
        }
    }
    let chance = |number| G::chance_from_wire(&game.chance_drawn(number)?).ok();
    let action = |number| G::action_from_wire(&game.action_taken(number)?).ok();
    assert_eq!((game.chances_drawn(), game.actions_taken()), (drawn.len(), taken.len()));
    assert!(drawn.iter().enumerate().all(|(number, text)| chance(number).is_some_and(|one| one.to_string() == *text)));
    assert!(taken.iter().enumerate().all(|(number, text)| action(number).is_some_and(|one| one.to_string() == *text)));
    assert_eq!((game.chance_drawn(drawn.len()), game.action_taken(taken.len())), (None, None));
}

pub(crate) fn notation<G: Wire>(table: &TableOf<G>) {
    fn holds<N: Notation>(value: &N) {
        let text = value.to_string();
        assert!(!text.is_empty() && text.len() <= NOTATION_MAX, "{text:?}");
        assert!(text.bytes().all(|byte| byte.is_ascii_graphic() && !byte.is_ascii_uppercase()), "{text:?}");
        assert_eq!(text.parse::<N>().as_ref(), Ok(value), "{text:?}");
        assert!(format!("{text} ").parse::<N>().is_err(), "{text:?} with a blank behind it");
    }
    table.each_state(|state| {
        let (legal, chance) = possible(state);
        legal.iter().for_each(holds);
        chance.iter().for_each(|(outcome, _)| holds(outcome));
    });
}

pub(crate) fn past<G: Wire>(table: &TableOf<G>) {
    let mut past = Vec::new();
    table.each_state(|state| past.push((state.clone(), hash(state))));
    assert!(past.iter().all(|(state, then)| hash(state) == *then));
}

pub(crate) fn determinism<G: Wire>(table: &TableOf<G>) {
    let (mut a, mut b) = (table.start(), table.start());
    while let Ok(event) = a.step() {
        assert_eq!(b.step(), Ok(event));
    }
    assert_eq!(a.state, b.state);
}

type Possible<G> = (Vec<<G as Game>::Action>, Vec<(<G as Game>::Chance, u32)>);

fn possible<G: Game>(state: &G) -> Possible<G> {
    let (mut legal, mut chance) = (Vec::new(), Vec::new());
    state.legal_actions(&mut legal);
    state.chance_outcomes(&mut chance);
    (legal, chance)
}

fn viewers(seats: SeatCount) -> impl Iterator<Item = Viewer> {
    std::iter::once(Viewer::Public).chain(seats.seats().map(Viewer::Seat))
}

fn hash<G: Hash>(state: &G) -> u64 {
    let mut hasher = DefaultHasher::new();
    state.hash(&mut hasher);
    hasher.finish()
}
