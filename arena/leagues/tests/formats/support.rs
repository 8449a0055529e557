//! Leagues to test with.

use std::collections::BTreeMap;

use kahua_core::ids::BotName;
use kahua_core::referee::Luck;
use kahua_engine::{PerSeat, SeatCount, Seed};
use kahua_leagues::{Amount, Availability, Entrant, Format, FormatSettings, Outcome, Pairing, SetSeeds, SetSource};

pub(crate) type League = Box<dyn Format>;

pub(crate) fn bot(number: usize) -> BotName {
    format!("bot{number:03}").parse().unwrap()
}

pub(crate) fn bots(count: usize) -> Vec<BotName> {
    (0..count).map(bot).collect()
}

pub(crate) fn entrant(number: usize) -> Entrant {
    Entrant::new(bot(number), "1")
}

/// The number of a bot in its name.
pub(crate) fn number(entrant: &Entrant) -> usize {
    entrant.name.as_str()[3..].parse().unwrap()
}

pub(crate) fn seats(count: usize) -> SeatCount {
    SeatCount::new(count).unwrap()
}

pub(crate) fn round_robin(bots: usize, seats: usize, sets: u32) -> League {
    league(&FormatSettings::RoundRobin(Amount::Sets(sets)), bots, seats)
}

pub(crate) fn league(settings: &FormatSettings, bots: usize, seats: usize) -> League {
    with_luck(Luck::Fresh, settings, bots, seats)
}

pub(crate) fn with_luck(luck: Luck, settings: &FormatSettings, bots: usize, seats: usize) -> League {
    with_seed(Seed::from_number(1), luck, settings, bots, seats)
}

pub(crate) fn with_seed(seed: Seed, luck: Luck, settings: &FormatSettings, bots: usize, seats: usize) -> League {
    let seats = self::seats(seats);
    let mut league =
        settings.start(SetSource { league: "test".into(), season: 0, seats, seed, seeds: SetSeeds::EachGroup, luck });
    (0..bots).for_each(|number| league.enter(entrant(number)));
    league
}

/// A league in which this many bots are expected, and none has entered.
pub(crate) fn expecting(settings: &FormatSettings, bots: usize, seats: usize) -> League {
    let mut league = league(settings, 0, seats);
    (0..bots).for_each(|number| league.expect(bot(number)));
    league
}

pub(crate) fn all_free(_: &BotName) -> Availability {
    Availability::Free
}

/// All matches that are handed out while all bots are free and no match ends.
pub(crate) fn hand_out_all(league: &mut League) -> Vec<Pairing> {
    std::iter::from_fn(|| league.next(&all_free)).collect()
}

/// Reports the end of a match, with the places in the order of the seats.
pub(crate) fn end(league: &mut League, pairing: &Pairing) {
    let places = PerSeat::from_fn(pairing.seats.count(), |seat| seat.index() as u32 + 1);
    league.ended(&pairing.set, &pairing.seats, &Outcome::Places(places));
}

/// Reports the end of a match in which the bots with the lower numbers have the better places.
pub(crate) fn end_as_numbered(league: &mut League, pairing: &Pairing) {
    let place = |one: &_| pairing.seats.iter().filter(|other| number(other) <= number(one)).count() as u32;
    league.ended(&pairing.set, &pairing.seats, &Outcome::Places(pairing.seats.map(place)));
}

/// The bots of a match, by number, in rising order.
pub(crate) fn group(pairing: &Pairing) -> Vec<usize> {
    let mut group: Vec<usize> = pairing.seats.iter().map(number).collect();
    group.sort_unstable();
    group
}

pub(crate) fn counts<K: Ord>(keys: impl IntoIterator<Item = K>) -> BTreeMap<K, u32> {
    let mut counts = BTreeMap::new();
    keys.into_iter().for_each(|key| *counts.entry(key).or_default() += 1);
    counts
}
