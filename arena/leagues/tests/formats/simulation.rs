//! Leagues in simulated time: each bot's matches take some time, so bots become free at different moments.

use std::collections::BTreeMap;

use kahua_core::clock::Micros;
use kahua_core::ids::BotName;
use kahua_engine::{Dice, Seed};
use kahua_leagues::{Availability, Entrant, Pairing, Reservations};

use crate::support::{League, bot, end, number};

/// The bots that play the league.
pub(crate) struct Bots {
    pub(crate) all: Vec<SimulatedBot>,
    /// How many matches each bot plays at once.
    pub(crate) at_once: usize,
}

#[derive(Clone, Copy)]
pub(crate) struct SimulatedBot {
    /// How long the bot's matches take at least; a match takes as long as its slowest bot does.
    pub(crate) shortest: u64,
    pub(crate) longest: u64,
    /// When the bot comes.
    pub(crate) comes: u64,
    /// After this many matches the bot leaves.
    pub(crate) matches_max: usize,
    /// The bot pauses when it isn't in a match and the bot with this number is free, unless its last match ended this
    /// long ago.
    pub(crate) avoids: Option<(usize, u64)>,
}

/// A bot whose matches take 100 on average.
pub(crate) const QUICK: SimulatedBot =
    SimulatedBot { shortest: 50, longest: 150, comes: 0, matches_max: usize::MAX, avoids: None };

/// A match as the simulation has played it.
pub(crate) struct Played {
    /// Which of the leagues has handed it out.
    pub(crate) league: usize,
    pub(crate) began: u64,
    pub(crate) pairing: Pairing,
}

/// Plays a league until this time, or until nothing is left to play.
pub(crate) fn simulate(league: &mut League, bots: &Bots, until: u64, seed: u64) -> Vec<Played> {
    simulate_all(std::slice::from_mut(league), bots, until, seed)
}

/// Plays leagues with the same bots until this time, or until nothing is left to play in the first of them.
pub(crate) fn simulate_all(leagues: &mut [League], bots: &Bots, until: u64, seed: u64) -> Vec<Played> {
    let mut dice = Dice::new(Seed::from_number(seed));
    let (mut played, mut running): (Vec<Played>, BTreeMap<(u64, usize), usize>) = (Vec::new(), BTreeMap::new());
    let (mut open, mut ended) = (vec![0; bots.all.len()], vec![0; bots.all.len()]);
    // When the last match of each ended.
    let mut last = vec![0; bots.all.len()];
    let mut now = 0;
    loop {
        for league in leagues.iter_mut() {
            league.set_time(Micros(now));
            for (number, simulated) in bots.all.iter().enumerate().filter(|(_, simulated)| simulated.comes <= now) {
                if ended[number] < simulated.matches_max {
                    league.enter(Entrant::new(bot(number), "1"));
                }
            }
        }
        loop {
            let availability = |name: &BotName| {
                let number: usize = name.as_str()[3..].parse().unwrap();
                match bots.all[number] {
                    SimulatedBot { comes, .. } if comes > now => Availability::Away,
                    SimulatedBot { matches_max, .. } if ended[number] >= matches_max => Availability::Away,
                    _ if open[number] >= bots.at_once => Availability::Busy,
                    SimulatedBot { avoids: Some((other, patience)), .. }
                        if open[number] == 0 && open[other] == 0 && now - last[number] < patience =>
                    {
                        Availability::Away
                    }
                    _ => Availability::Free,
                }
            };
            let Some((league, pairing)) = next(leagues, &played, &availability) else { break };
            let mut length = 0;
            for number in pairing.seats.iter().map(number) {
                open[number] += 1;
                let SimulatedBot { shortest, longest, .. } = bots.all[number];
                length = length.max(shortest + u64::from(dice.below((longest - shortest + 1) as u32)));
            }
            running.insert((now + length, played.len()), played.len());
            played.push(Played { league, began: now, pairing });
        }
        let next_arrival = bots.all.iter().map(|bot| bot.comes).filter(|comes| *comes > now).min();
        let next_end = running.keys().next().map(|(end, _)| *end);
        let progress = leagues[0].progress();
        let is_over = next_arrival.is_none() && progress.planned == Some(progress.ended);
        // Asks again at an interval, as the arena does every second.
        let next = [next_arrival, next_end, Some(now + 100)].into_iter().flatten().min().filter(|next| *next <= until);
        let Some(next) = next.filter(|_| !is_over) else { return played };
        now = next;
        leagues.iter_mut().for_each(|league| league.set_time(Micros(now)));
        while let Some(first) = running.first_entry().filter(|first| first.key().0 <= now) {
            let Played { league, pairing, .. } = &played[first.remove()];
            for number in pairing.seats.iter().map(number) {
                open[number] -= 1;
                ended[number] += 1;
                last[number] = now;
            }
            end(&mut leagues[*league], pairing);
        }
    }
}

/// The next match of all leagues. As in the arena, the league that has begun the fewest is asked first.
fn next(
    leagues: &mut [League],
    played: &[Played],
    availability: &dyn Fn(&BotName) -> Availability,
) -> Option<(usize, Pairing)> {
    let mut order: Vec<usize> = (0..leagues.len()).collect();
    order.sort_by_cached_key(|league| played.iter().filter(|match_| match_.league == *league).count());
    let mut reservations = Reservations::new(leagues.iter().map(|league| &**league));
    order.into_iter().find_map(|at| {
        let kept = reservations.kept_from(&*leagues[at]);
        let unless_kept = |bot: &BotName| match availability(bot) {
            Availability::Free if kept.contains(bot) => Availability::Busy,
            other => other,
        };
        let pairing = leagues[at].next(&unless_kept);
        if pairing.is_none() {
            reservations.reserve(&mut *leagues[at], availability);
        }
        Some((at, pairing?))
    })
}
