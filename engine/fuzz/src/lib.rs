//! What the fuzz targets do with their input. `engine/tests/fuzz_corpus.rs` does the same with the corpus, without a
//! fuzzer.

use kahua_engine::registry::{self, Visit, visit_all};
use kahua_engine::{Choices, Dice, Event, Phase, Ruleset, SeatCount, Seed, Viewer, Wire};

/// Plays a game from the bytes. Two ways of asking must always agree, and nothing may panic.
///
/// The first three bytes choose the game, the number of seats and an option. Each further byte chooses an action or an
/// outcome.
pub fn play(bytes: &[u8]) {
    let [game, seats, option, choices @ ..] = bytes else { return };
    let skip = usize::from(*game) % registry::all().len();
    visit_all(&mut Play { skip: Some(skip), seats: *seats, option: *option, choices });
}

struct Play<'a> {
    /// How many games still come before the chosen one; `None` after it.
    skip: Option<usize>,
    seats: u8,
    option: u8,
    choices: &'a [u8],
}

impl Visit for Play<'_> {
    fn visit<G: Wire>(&mut self) {
        if self.skip == Some(0) {
            self.play::<G>();
        }
        self.skip = self.skip.and_then(|skip| skip.checked_sub(1));
    }
}

impl Play<'_> {
    fn play<G: Wire>(&self) {
        let ruleset = Ruleset::<G>::built_in();
        let (seats, choices) = (seat_count::<G>(self.seats), choices::<G>(self.option));
        let mut state = G::start(seats, G::options(&choices), &ruleset.rules);
        let (mut legal, mut before, mut chance) = (Vec::new(), Vec::new(), Vec::new());
        for byte in self.choices.iter().copied().map(usize::from) {
            state.legal_actions(&mut legal);
            state.chance_outcomes(&mut chance);
            let event = match state.phase() {
                Phase::Over(_) => return,
                Phase::Chance => Event::Chance(chance[byte % chance.len()].0),
                Phase::Decide(seat) => {
                    assert!(!legal.is_empty() && legal.len() <= G::INFO.legal_max);
                    assert!(legal.is_sorted_by(|a, b| a < b));
                    for action in &before {
                        assert_eq!(state.check(seat, action).is_ok(), legal.binary_search(action).is_ok(), "{action}");
                    }
                    check_view(&state, Viewer::Seat(seat), &ruleset);
                    Event::Action(legal[byte % legal.len()])
                }
            };
            check_view(&state, Viewer::Public, &ruleset);
            state.play(event).expect("a legal event");
            if !legal.is_empty() {
                std::mem::swap(&mut legal, &mut before);
            }
        }
    }
}

fn check_view<G: Wire>(state: &G, viewer: Viewer, ruleset: &Ruleset<G>) {
    let view = state.view(viewer);
    assert_eq!(G::view_from_wire(&G::view_to_wire(&view)).as_ref(), Ok(&view));
    assert_eq!(G::from_view(&view, &state.hidden(viewer), &ruleset.rules).as_ref(), Ok(state));
}

fn seat_count<G: Wire>(byte: u8) -> SeatCount {
    let counts: Vec<usize> = G::INFO.seats.clone().collect();
    G::INFO.seat_count(counts[usize::from(byte) % counts.len()]).expect("a number of seats of this game")
}

/// One option with one of its values; the others have their defaults.
fn choices<G: Wire>(byte: u8) -> Choices {
    let options = G::INFO.options;
    let values: Vec<String> = options
        .iter()
        .flat_map(|option| option.values.iter().map(|value| format!("{}={value}", option.name)))
        .collect();
    let chosen = values.get(usize::from(byte) % values.len().max(1)).map(String::as_str);
    Choices::parse(options, chosen).expect("a value of this option")
}

/// Reads a text as notation, options and a ruleset of every game. Nothing may panic, and a text that is valid notation
/// must be written the same way again.
pub fn notation(text: &str) {
    visit_all(&mut Read(text));
}

struct Read<'a>(&'a str);

impl Visit for Read<'_> {
    fn visit<G: Wire>(&mut self) {
        let text = self.0;
        if let Ok(action) = text.parse::<G::Action>() {
            assert_eq!(action.to_string(), text);
        }
        if let Ok(outcome) = text.parse::<G::Chance>() {
            assert_eq!(outcome.to_string(), text);
        }
        let _ = Choices::parse(G::INFO.options, text.split(','));
        let _ = Ruleset::<G>::read(text);
    }
}

/// The most events of a game by a changed ruleset.
const EVENTS_MAX: usize = 500;

/// Reads a built-in ruleset with some bytes replaced. If it is still a ruleset, its game must be playable.
///
/// The first byte chooses the ruleset. Of every three further bytes, two say where a byte is replaced, and the last one
/// by what.
pub fn ruleset(bytes: &[u8]) {
    let [game, edits @ ..] = bytes else { return };
    let entries = registry::all();
    let info = entries[usize::from(*game) % entries.len()].info();
    let mut toml = info.ruleset.as_bytes().to_vec();
    for edit in edits.chunks_exact(3) {
        let at = usize::from(u16::from_le_bytes([edit[0], edit[1]])) % toml.len();
        toml[at] = edit[2];
    }
    let Ok(ruleset) = registry::read_ruleset(&String::from_utf8_lossy(&toml)) else { return };
    let info = ruleset.info();
    for seats in info.seats.clone().filter_map(SeatCount::new) {
        let mut game = ruleset.open(seats, &Choices::defaults(info.options)).expect("a number of seats of this game");
        let mut dice = Dice::new(Seed::from_number(bytes.len() as u64));
        for _ in 0..EVENTS_MAX {
            match game.phase() {
                Phase::Over(_) => break,
                Phase::Chance => drop(game.draw(&mut dice)),
                Phase::Decide(_) => {
                    let index = dice.below(game.legal_count() as u32);
                    game.play(index as usize);
                }
            }
        }
    }
}
