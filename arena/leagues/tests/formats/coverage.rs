//! How often the 95 % intervals cover the truth where the schedule follows the results: leagues between bots of known
//! strengths, paired by the formats and rated by the pools that the arena uses. `docs/ratings.md` has the table.

use std::collections::BTreeMap;

use kahua_core::clock::Micros;
use kahua_core::referee::Luck;
use kahua_engine::{Dice, PerSeat, Seed};
use kahua_leagues::{Amount, FormatSettings, Lopsided, Outcome, Pairing};
use kahua_ratings::{Finish, Interval, Pool, Schedule};

use crate::support::{League, all_free, bot, entrant, number, with_seed};

/// Leagues of one kind.
#[derive(Clone)]
struct Leagues {
    name: &'static str,
    format: FormatSettings,
    seats: usize,
    /// In Elo points.
    strengths: Vec<f64>,
    /// A league without end is stopped after this many sets of a bot on average.
    sets: usize,
    /// How many of the bots come when half of the matches are played.
    late: usize,
    /// How many of the bots leave when half of the matches are played.
    leave: usize,
    /// Whether half of the matches end like the first one of their set.
    half_repeat: bool,
    /// Whether a stronger bot has a better seed in a knock-out. Otherwise chance deals the seeds.
    seeded: bool,
}

/// What came of all intervals of one kind.
#[derive(Clone, Copy, Default)]
struct Covered {
    said: u32,
    open: u32,
    nothing_said: u32,
    hit: u32,
    width: f64,
}

impl Covered {
    fn count(&mut self, interval: Interval, truth: f64) {
        match interval {
            Interval { lower: None, upper: None } => self.nothing_said += 1,
            Interval { lower: Some(lower), upper: Some(upper) } => {
                self.said += 1;
                self.width += upper - lower;
            }
            _ => (self.said, self.open) = (self.said + 1, self.open + 1),
        }
        let says_something = interval.lower.is_some() || interval.upper.is_some();
        self.hit += u32::from(says_something && interval.contains(truth));
    }

    fn and(self, other: Covered) -> Covered {
        Covered {
            said: self.said + other.said,
            open: self.open + other.open,
            nothing_said: self.nothing_said + other.nothing_said,
            hit: self.hit + other.hit,
            width: self.width + other.width,
        }
    }

    fn percent(self) -> f64 {
        100.0 * f64::from(self.hit) / f64::from(self.said.max(1))
    }
}

impl std::fmt::Display for Covered {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let all = f64::from(self.said + self.nothing_said).max(1.0);
        let (open, nothing) = (100.0 * f64::from(self.open) / all, 100.0 * f64::from(self.nothing_said) / all);
        let width = self.width / f64::from((self.said - self.open).max(1));
        write!(f, "{:.1} | {open:.0} | {nothing:.0} | {width:.0}", self.percent())
    }
}

/// A league that is played, and what it needs of the truth.
struct Played {
    league: League,
    pool: Pool<usize>,
    dice: Dice,
    strengths: Vec<f64>,
    half_repeat: bool,
    /// The luck of each bot in the first match of a set.
    first: BTreeMap<String, BTreeMap<usize, f64>>,
    matches: usize,
}

impl Leagues {
    fn play(&self, seed: u64) -> Played {
        let mut dice = Dice::new(Seed::from_number(seed));
        let mut strengths = self.strengths.clone();
        if self.seeded {
            strengths.reverse();
        } else {
            // Otherwise the numbers of the bots, which break ties in the pairing, would tell how strong they are.
            dice.shuffle(&mut strengths);
        }
        let bots = strengths.len();
        let league = with_seed(Seed::from_number(seed), Luck::Fresh, &self.format, bots - self.late, self.seats);
        let half_repeat = self.half_repeat;
        let first = BTreeMap::new();
        let mut played = Played { league, pool: Pool::default(), dice, strengths, half_repeat, first, matches: 0 };
        let planned =
            match self.format.matches(&(0..bots).map(bot).collect::<Vec<_>>(), crate::support::seats(self.seats)) {
                Some(matches) => matches as usize,
                None => bots * self.sets,
            };
        played.until(planned / 2);
        (bots - self.late..bots).for_each(|late| played.league.enter(entrant(late)));
        // The references of a gauntlet have the lowest numbers, and stay.
        let leaving = (2..2 + self.leave).map(bot);
        leaving.for_each(|leaves| played.league.withdraw(&leaves));
        played.until(if self.sets > 0 { planned } else { usize::MAX });
        played
    }

    fn schedule(&self) -> Schedule {
        match self.format {
            FormatSettings::RoundRobin(_) | FormatSettings::Gauntlet { .. } => Schedule::Fixed,
            FormatSettings::Ladder(_) | FormatSettings::Swiss { .. } | FormatSettings::Knockout(_) => {
                Schedule::FollowsResults
            }
        }
    }

    /// The ratings, those of the strongest and the weakest bot among them, and the differences.
    fn covered(&self, leagues: std::ops::Range<u64>) -> [Covered; 3] {
        let [mut ratings, mut ends, mut differences] = [Covered::default(); 3];
        for seed in leagues {
            let Played { pool, strengths, .. } = self.play(seed);
            let table = pool.table(None, self.schedule());
            let reference = table.reference();
            let zero = reference.iter().map(|one| strengths[**one]).sum::<f64>() / reference.len() as f64;
            for standing in table.standings() {
                let (interval, truth) = (standing.estimate.interval, 1500.0 + strengths[standing.player] - zero);
                ratings.count(interval, truth);
                let stronger = strengths.iter().filter(|other| **other > strengths[standing.player]).count();
                if stronger == 0 || stronger == strengths.len() - 1 {
                    ends.count(interval, truth);
                }
                for other in pool.players().filter(|other| **other < standing.player) {
                    let interval = table.difference(&standing.player, other).unwrap().interval;
                    differences.count(interval, strengths[standing.player] - strengths[*other]);
                }
            }
        }
        [ratings, ends, differences]
    }
}

impl Played {
    /// Plays until this many matches are over, or until there is nothing left to play.
    fn until(&mut self, matches: usize) {
        while self.matches < matches {
            let Some(pairing) = self.league.next(&all_free) else { return };
            self.matches += 1;
            let places = self.places(&pairing);
            let seats: Vec<Finish<usize>> =
                pairing.seats.iter().zip(&places).map(|(one, place)| Finish::new(number(one), *place)).collect();
            let _ratings = self.pool.add(&pairing.set.set_id, &seats);
            self.league.ended(&pairing.set, &pairing.seats, &Outcome::Places(places));
        }
    }

    /// Places by the strengths, in the model of Plackett and Luce.
    fn places(&mut self, pairing: &Pairing) -> PerSeat<u32> {
        let numbers: Vec<usize> = pairing.seats.iter().map(number).collect();
        let fresh: BTreeMap<usize, f64> = numbers.iter().map(|one| (*one, gumbel(&mut self.dice))).collect();
        let repeats = self.half_repeat && self.dice.below(2) == 0;
        let first = self.first.entry(pairing.set.set_id.clone()).or_insert_with(|| fresh.clone());
        let luck = if repeats { &*first } else { &fresh };
        let points = 400.0 / std::f64::consts::LN_10;
        let score = |one: &usize| self.strengths[*one] / points + luck[one];
        let place = |one: &usize| numbers.iter().filter(|other| score(other) >= score(one)).count() as u32;
        PerSeat::from_values(numbers.iter().map(place)).unwrap()
    }
}

/// Luck of Gumbel's distribution, under which any two follow Bradley and Terry.
fn gumbel(dice: &mut Dice) -> f64 {
    -(-((f64::from(dice.below(1_000_000)) + 0.5) / 1e6).ln()).ln()
}

/// Strengths at equal distances.
fn spread(bots: usize, points: f64) -> Vec<f64> {
    (0..bots).map(|one| points * (one as f64 / (bots - 1) as f64 - 0.5)).collect()
}

fn swiss(name: &'static str, bots: usize, points: f64, rounds: u32, seats: usize) -> Leagues {
    let format = FormatSettings::Swiss { rounds, announced: Micros(0) };
    let strengths = spread(bots, points);
    Leagues { name, format, seats, strengths, sets: 0, late: 0, leave: 0, half_repeat: false, seeded: false }
}

fn ladder(name: &'static str, bots: usize, points: f64, sets: usize, seats: usize) -> Leagues {
    Leagues { format: FormatSettings::Ladder(Lopsided::default()), sets, ..swiss(name, bots, points, 1, seats) }
}

fn knockout(name: &'static str, bots: usize, points: f64, best_of: u32, seats: usize) -> Leagues {
    Leagues { format: crate::knockout::knockout(bots, best_of, true), ..swiss(name, bots, points, 1, seats) }
}

fn kinds() -> Vec<Leagues> {
    let gauntlet = |name, late, leave| {
        let format = FormatSettings::Gauntlet { references: vec![bot(0), bot(1)], amount: Amount::Sets(10) };
        Leagues { format, late, leave, ..swiss(name, 7, 300.0, 1, 2) }
    };
    vec![
        swiss("Swiss, 8 bots, 3 rounds", 8, 300.0, 3, 2),
        swiss("Swiss, 8 bots, 7 rounds", 8, 300.0, 7, 2),
        swiss("Swiss, 16 bots, 8 rounds", 16, 695.0, 8, 2),
        swiss("Swiss, 16 bots, 8 rounds", 16, 261.0, 8, 2),
        swiss("Swiss, 32 bots, 8 rounds", 32, 300.0, 8, 2),
        swiss("Swiss, 32 bots, 8 rounds", 32, 0.0, 8, 2),
        swiss("Swiss, 30 bots, 6 rounds", 30, 400.0, 6, 3),
        swiss("Swiss, 32 bots, 6 rounds", 32, 400.0, 6, 4),
        ladder("ladder, 12 bots, 10 sets", 12, 330.0, 10, 2),
        ladder("ladder, 12 bots, 50 sets", 12, 330.0, 50, 2),
        ladder("ladder, 12 bots, 25 sets", 12, 1600.0, 25, 2),
        ladder("ladder, 40 bots, 15 sets", 40, 600.0, 15, 2),
        ladder("ladder, 40 bots, 40 sets", 40, 600.0, 40, 2),
        ladder("ladder, 24 bots, 12 sets", 24, 500.0, 12, 4),
        Leagues { half_repeat: true, ..swiss("Swiss, 16 bots, 8 rounds, half repeat", 16, 300.0, 8, 2) },
        Leagues { half_repeat: true, ..ladder("ladder, 16 bots, 20 sets, half repeat", 16, 300.0, 20, 2) },
        Leagues { late: 6, leave: 6, ..ladder("ladder, 24 bots, 20 sets, 6 come, 6 leave", 24, 400.0, 20, 2) },
        knockout("knock-out, 8 bots, best of 3", 8, 300.0, 3, 2),
        knockout("knock-out, 16 bots, best of 1", 16, 300.0, 1, 2),
        knockout("knock-out, 16 bots, best of 5", 16, 600.0, 5, 2),
        Leagues { seeded: true, ..knockout("knock-out, 16 bots, best of 5, seeded", 16, 600.0, 5, 2) },
        Leagues { half_repeat: true, ..knockout("knock-out, 16 bots, best of 5, half repeat", 16, 300.0, 5, 2) },
        knockout("knock-out, 27 bots, best of 3", 27, 400.0, 3, 3),
        knockout("knock-out, 16 bots, best of 3", 16, 400.0, 3, 4),
        gauntlet("gauntlet, 7 bots", 0, 0),
        gauntlet("gauntlet, 7 bots, 2 come late", 2, 0),
        gauntlet("gauntlet, 7 bots, 2 come late, 1 leaves", 2, 1),
    ]
}

/// This number of leagues of each kind, half of them in each of two threads.
fn table(kinds: &[Leagues], leagues: u64) -> Vec<[Covered; 3]> {
    let half = leagues / 2;
    let of_kind = |kind: &Leagues| {
        let [one, other] = std::thread::scope(|scope| {
            let threads = [0..half, half..leagues].map(|range| scope.spawn(|| kind.covered(range)));
            threads.map(|thread| thread.join().unwrap())
        });
        [0, 1, 2].map(|at| one[at].and(other[at]))
    };
    kinds.iter().map(of_kind).collect()
}

/// With so few leagues, chance lowers the coverage by three points at most.
#[test]
fn intervals_cover_the_truth_where_the_schedule_follows_the_results() {
    let kinds = [
        swiss("Swiss", 16, 261.0, 8, 2),
        swiss("Swiss", 16, 500.0, 5, 4),
        ladder("ladder", 12, 330.0, 10, 2),
        knockout("knock-out", 16, 400.0, 3, 4),
    ];
    for (kind, covered) in kinds.iter().zip(table(&kinds, 30)) {
        for (what, covered) in ["ratings", "of the ends", "differences"].into_iter().zip(covered) {
            let at_least = if what == "of the ends" { 75.0 } else { 90.0 };
            assert!(covered.percent() >= at_least, "{}, {} seats: {what} covered in {covered}", kind.name, kind.seats);
        }
    }
}

#[test]
#[ignore = "prints the table of docs/ratings.md: just measure coverage"]
fn coverage_of_every_format() {
    println!("| league | seats | Elo | ratings | open | - | width | of the ends | differences | open | - | width |");
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|");
    for kind in kinds() {
        let points = kind.strengths.iter().copied().fold(0.0, f64::max) * 2.0;
        let [ratings, ends, differences] = table(std::slice::from_ref(&kind), 400)[0];
        let Leagues { name, seats, .. } = kind;
        println!("| {name} | {seats} | {points:.0} | {ratings} | {:.1} | {differences} |", ends.percent());
    }
}
