//! Leagues with the same bots. Each bot plays one match at a time.

use kahua_core::clock::Micros;
use kahua_core::ids::BotName;
use kahua_leagues::{Availability, FormatSettings, Lopsided, Reservations};

use crate::simulation::{Bots, Played, QUICK, simulate_all};
use crate::support::{League, all_free, bot, end, league, number, round_robin};

fn ladder(bots: usize) -> League {
    league(&FormatSettings::Ladder(Lopsided::default()), bots, 2)
}

fn of_league(played: &[Played], league: usize) -> usize {
    played.iter().filter(|match_| match_.league == league).count()
}

#[test]
fn a_league_with_an_end_keeps_up_with_a_ladder_that_has_the_same_bots() {
    for seats in [2, 3, 4] {
        let bots = Bots { all: vec![QUICK; 7], at_once: 1 };
        let played = simulate_all(&mut [round_robin(7, seats, 1), ladder(7)], &bots, 100_000, 1);
        let (own, others) = (of_league(&played, 0), of_league(&played, 1));
        println!("{seats} seats: {own} matches beside {others} of the ladder");
        // A match of the league needs all its bots at the same time; the ladder can take any two.
        assert!(2 * others < 3 * own, "{seats} seats: {own} matches beside {others} of the ladder");
    }
}

/// A league of three bots at two seats with matches of this length, in which one set is being played.
fn busy(mut league: League, length: u64) -> (League, Vec<BotName>) {
    let first = [league.next(&all_free).unwrap(), league.next(&all_free).unwrap()];
    league.set_time(Micros(length));
    first.iter().for_each(|pairing| end(&mut league, pairing));
    let second = [league.next(&all_free).unwrap(), league.next(&all_free).unwrap()];
    let playing = second[0].seats.iter().map(|entrant| bot(number(entrant))).collect();
    (league, playing)
}

#[test]
fn nobody_waits_for_bots_that_play_longer_matches_elsewhere() {
    let (mut slow, playing) = busy(round_robin(3, 2, 9), 10_000);
    for (length, is_kept) in [(10, false), (10_000, true)] {
        let (other, _) = busy(ladder(3), length);
        let is_busy = |bot: &BotName| if playing.contains(bot) { Availability::Busy } else { Availability::Free };
        let mut reservations = Reservations::new([&*slow, &*other].into_iter());
        reservations.reserve(&mut *slow, &is_busy);
        let free = (0..3).map(bot).find(|bot| is_busy(bot) == Availability::Free).unwrap();
        assert_eq!(reservations.kept_from(&*other).contains(&free), is_kept, "matches of the other take {length} µs");
    }
}
