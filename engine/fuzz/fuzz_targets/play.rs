//! Games played as the fuzzer's bytes say: whatever is chosen, two ways of asking must agree and nothing may panic.
#![no_main]

use kahua_engine::registry::{Visit, visit_all};
use kahua_engine::{Choices, Event, Phase, Ruleset, SeatCount, Viewer, Wire};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| visit_all(&mut Play(bytes)));

struct Play<'a>(&'a [u8]);

impl Visit for Play<'_> {
    fn visit<G: Wire>(&mut self) {
        let mut bytes = self.0.iter().copied();
        let mut next = move || bytes.next().map(usize::from);
        let ruleset = Ruleset::<G>::built_in();
        let (Some(seats), Some(option)) = (next(), next()) else { return };
        let seat_counts: Vec<usize> = G::INFO.seats.clone().collect();
        let seats = SeatCount::new(seat_counts[seats % seat_counts.len()]).expect("a seat count");
        let values: Vec<String> = G::INFO
            .options
            .iter()
            .flat_map(|known| known.values.iter().map(|value| format!("{}={value}", known.name)))
            .collect();
        let chosen = values.get(option % values.len().max(1)).map(String::as_str);
        let choices = Choices::parse(G::INFO.options, chosen).expect("a value of this option");
        let mut state = G::start(seats, G::options(&choices), &ruleset.rules);
        let (mut legal, mut before, mut chance) = (Vec::new(), Vec::new(), Vec::new());
        while let Some(byte) = next() {
            match state.phase() {
                Phase::Over(_) => return,
                Phase::Chance => {
                    state.chance_outcomes(&mut chance);
                    state.play_unchecked(Event::Chance(chance[byte % chance.len()].0));
                }
                Phase::Decide(seat) => {
                    state.legal_actions(&mut legal);
                    assert!(!legal.is_empty() && legal.len() <= G::INFO.legal_max);
                    assert!(legal.is_sorted_by(|a, b| a < b));
                    for action in &before {
                        assert_eq!(state.check(seat, action).is_ok(), legal.binary_search(action).is_ok(), "{action}");
                    }
                    let view = state.view(Viewer::Public);
                    let message = G::view_to_wire(&view);
                    assert_eq!(G::view_from_wire(&message), Ok(view.clone()));
                    let hidden = state.hidden(Viewer::Public);
                    assert_eq!(G::from_view(&view, &hidden, &ruleset.rules).as_ref(), Ok(&state));
                    let action = legal[byte % legal.len()];
                    state.play(Event::Action(action)).expect("a legal action");
                    std::mem::swap(&mut legal, &mut before);
                }
            }
        }
    }
}
