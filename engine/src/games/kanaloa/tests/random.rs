//! Random games: figures to compare with the reference, and what must hold at every step.

use super::super::*;
use crate::dice::{Dice, Seed};
use crate::ruleset::Ruleset;

#[test]
fn stats() {
    let rules = Ruleset::<Kanaloa>::usual().rules;
    for seats in 2..=4 {
        let (mut turns, mut events, mut most, mut longest, mut erupt, mut widest) =
            (0usize, 0usize, 0usize, 0usize, 0usize, 0usize);
        let games = 2000;
        let mut cards = 0usize;
        for n in 0..games {
            let mut dice = Dice::new(Seed::from_number(n));
            let mut game = Kanaloa::start(SeatCount::new(seats).unwrap(), Setup::Standard, &rules);
            let mut legal = Vec::new();
            let mut count = 0;
            loop {
                let before = game.cards;
                let event = match game.phase() {
                    Phase::Over(_) => break,
                    Phase::Chance => Event::Chance(game.sample_chance(&mut dice)),
                    Phase::Decide(seat) => {
                        game.legal_actions(&mut legal);
                        assert!(!legal.is_empty(), "{game:?}");
                        widest = widest.max(legal.len());
                        let mut action = *dice.pick(&legal);
                        if game.stage == Stage::Main {
                            let (s, m): (Vec<_>, Vec<_>) = legal
                                .iter()
                                .copied()
                                .filter(|a| !matches!(a, Action::Swap(..)))
                                .partition(|a| matches!(a, Action::Sacrifice(_)));
                            action = if !s.is_empty() && dice.below(4) == 0 { *dice.pick(&s) } else { *dice.pick(&m) };
                        }
                        game.check(seat, &action).unwrap();
                        if matches!(action, Action::PlaceVolcano(_)) {
                            erupt += 1;
                        }
                        Event::Action(action)
                    }
                };
                game.play_unchecked(event);
                if game.turn.number > 0 {
                    for g in God::ALL {
                        cards += usize::from(before[g].owner != game.cards[g].owner);
                    }
                }
                game.inspect().unwrap_or_else(|e| panic!("{e} after {event:?}\n{game:?}"));
                count += 1;
            }
            turns += game.turn.number as usize;
            events += count;
            most = most.max(count);
            longest = longest.max(game.turn.number as usize);
        }
        println!(
            "{seats}: turns {} events {} most {most} longest {longest} eruptions {} cards {} widest {widest}",
            turns as f64 / games as f64,
            events as f64 / games as f64,
            erupt as f64 / games as f64,
            cards as f64 / games as f64
        );
    }
}
