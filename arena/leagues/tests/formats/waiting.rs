//! A slow, hung or new bot delays no other bot, and bots that become free together don't play each other again and
//! again.

use std::time::Instant;

use kahua_leagues::{Amount, FormatSettings};

use crate::simulation::{Bots, Played, QUICK, SimulatedBot, simulate};
use crate::support::{all_free, counts, group, league, number, round_robin};

const UNTIL: u64 = 90_000;
/// Only what happens from here on counts: before, no bot's pace is known.
const FROM: u64 = 20_000;

/// How many seats the first six bots take.
fn seats_of_six(played: &[Played]) -> usize {
    let late = played.iter().filter(|match_| match_.began > FROM);
    late.flat_map(|match_| match_.pairing.seats.iter()).filter(|entrant| number(entrant) < 6).count()
}

/// The rate at which six quick bots play together with some others, in per cent of their rate without them.
struct Rates {
    seats: usize,
    at_once: usize,
    alone: usize,
}

impl Rates {
    fn new(seats: usize, at_once: usize) -> Rates {
        let rates = Rates { seats, at_once, alone: 100 };
        Rates { alone: rates.beside(&[]), ..rates }
    }

    fn beside(&self, others: &[SimulatedBot]) -> usize {
        let bots = Bots { all: [&[QUICK; 6], others].concat(), at_once: self.at_once };
        100 * seats_of_six(&simulate(&mut round_robin(0, self.seats, 1_000_000), &bots, UNTIL, 1)) / self.alone
    }
}

#[test]
fn six_quick_bots_keep_their_rate_beside_a_slow_a_hung_and_a_new_one() {
    let slow = SimulatedBot { shortest: 2_000, longest: 2_000, ..QUICK };
    let slower = SimulatedBot { shortest: 300, longest: 300, ..QUICK };
    // The bot forfeits a match when its time is up, and gets none before it shows life again.
    let hung = SimulatedBot { shortest: 20_000, longest: 20_000, matches_max: 1, ..QUICK };
    let new = SimulatedBot { comes: UNTIL / 2, ..QUICK };
    for (seats, at_once) in [(2, 1), (2, 2), (3, 1)] {
        let rates = Rates::new(seats, at_once);
        let cases: [(&str, &[SimulatedBot]); 5] =
            [("slow", &[slow]), ("slower", &[slower]), ("hung", &[hung]), ("new", &[new]), ("all", &[slow, hung, new])];
        for (kind, others) in cases {
            let kept = rates.beside(others);
            println!("{seats} seats, {at_once} at once, beside {kind}: {kept} %");
            assert!(kept >= 80, "{seats} seats, {at_once} at once, beside {kind}: {kept} %");
        }
    }
}

#[test]
fn a_slow_bot_plays_all_its_matches_in_the_end() {
    let slow = SimulatedBot { shortest: 2_000, longest: 2_000, ..QUICK };
    let all = [vec![QUICK; 4], vec![slow]].concat();
    let mut league = round_robin(0, 2, 3);
    let played = simulate(&mut league, &Bots { all, at_once: 1 }, u64::MAX, 1);
    let met = counts(played.iter().map(|match_| group(&match_.pairing)));
    assert!(met.len() == 10 && met.values().all(|times| *times == 6), "{met:?}");
}

#[test]
fn bots_that_become_free_together_do_not_play_each_other_for_ever() {
    // Two matches always run, and never end at the same time.
    let all = vec![QUICK; 4];
    let mut league = round_robin(4, 2, 1000);
    let played = simulate(&mut league, &Bots { all, at_once: 1 }, 20_000, 1);
    let met = counts(played.iter().map(|match_| group(&match_.pairing)));
    let (most, least) = (met.values().max().unwrap(), met.values().min().unwrap());
    assert!(met.len() == 6 && 10 * least >= 7 * most && *least > 20, "{met:?}");
}

#[test]
fn the_next_match_of_sixty_bots_at_five_seats_takes_little_time() {
    let mut league = league(&FormatSettings::RoundRobin(Amount::MatchesPerBot(200)), 60, 5);
    league.next(&all_free);
    let began = Instant::now();
    let handed_out = (0..500).filter(|_| league.next(&all_free).is_some()).count();
    // One choice serves the five matches of a set.
    println!("{:?} for each of {} sets", began.elapsed() * 5 / handed_out as u32, handed_out / 5);
    assert_eq!(handed_out, 500);
}
