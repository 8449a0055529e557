//! After how many matches a ladder knows how strong bots are, compared with other ways to pair and to rate.

use std::fmt;

use kahua_engine::{Dice, PerSeat, Seed};
use kahua_leagues::{FormatSettings, Lopsided, Outcome};
use kahua_ratings::elo::changes;
use kahua_ratings::{Finish, Pool, Rating, Skill};

use crate::support::{League, all_free, entrant, league, number};

/// The bots that play from the beginning, and those that join later, all at once.
const BOTS: usize = 160;
const NEWCOMERS: usize = 40;
/// How often the whole simulation runs, each time with bots of other strengths.
const POOLS: u64 = 6;
/// The ratings are checked after this many matches of each bot on average.
const CHECKPOINTS: [usize; 5] = [25, 50, 100, 200, 300];

/// How opponents are chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    /// At random.
    ByLot,
    /// In the manner of TrueSkill: a random bot, with the opponents of whom the match tells most.
    ByQuality,
    /// As the ladder chooses.
    Ladder,
}

struct Simulation {
    way: Way,
    seats: usize,
    dice: Dice,
    strength: Vec<f64>,
    skill: Vec<Skill>,
    elo: Vec<Rating>,
    pool: Pool<usize>,
    sets: usize,
    played: Vec<usize>,
    league: League,
}

impl Simulation {
    fn new(way: Way, bots: usize, seats: usize, pool: u64) -> Simulation {
        let mut dice = Dice::new(Seed::from_number(pool));
        // The sum of twelve draws is nearly normal; the deviation is 200 Elo.
        let mut draw = || 1500.0 + 200.0 * ((0..12).map(|_| uniform(&mut dice)).sum::<f64>() - 6.0);
        let strength = (0..bots + NEWCOMERS).map(|_| draw()).collect();
        let (skill, elo, played) = (vec![Skill::START; bots], vec![Rating::START; bots], vec![0; bots]);
        let league = league(&FormatSettings::Ladder(Lopsided::default()), bots, seats);
        Simulation { way, seats, dice, strength, skill, elo, pool: Pool::default(), sets: 0, played, league }
    }

    fn enter_newcomers(&mut self) {
        (BOTS..BOTS + NEWCOMERS).for_each(|number| self.league.enter(entrant(number)));
        self.skill.resize(BOTS + NEWCOMERS, Skill::START);
        self.elo.resize(BOTS + NEWCOMERS, Rating::START);
        self.played.resize(BOTS + NEWCOMERS, 0);
    }

    /// Plays a set.
    fn play(&mut self) {
        self.sets += 1;
        let seats: Vec<usize> = match self.way {
            Way::Ladder => {
                for _ in 0..self.seats {
                    let pairing = self.league.next(&all_free).unwrap();
                    let seats: Vec<usize> = pairing.seats.iter().map(number).collect();
                    let places = self.rate(&seats);
                    self.league.ended(&pairing.set, &pairing.seats, &Outcome::Places(places));
                }
                return;
            }
            Way::ByLot => {
                let mut all: Vec<usize> = (0..self.skill.len()).collect();
                self.dice.shuffle(&mut all);
                all.into_iter().take(self.seats).collect()
            }
            Way::ByQuality => {
                let first = self.dice.below(self.skill.len() as u32) as usize;
                let mut others: Vec<usize> = (0..self.skill.len()).filter(|other| *other != first).collect();
                self.dice.shuffle(&mut others);
                others.sort_by_key(|other| -self.skill[first].information(&self.skill[*other]));
                [&[first], &others[..self.seats - 1]].concat()
            }
        };
        (0..self.seats).for_each(|_| drop(self.rate(&seats)));
    }

    /// Draws the places of a match by the strengths, in the model of Plackett and Luce, and rates.
    fn rate(&mut self, seats: &[usize]) -> PerSeat<u32> {
        let mut left = seats.to_vec();
        let mut order = Vec::new();
        while !left.is_empty() {
            let odds: Vec<f64> = left.iter().map(|one| 10f64.powf(self.strength[*one] / 400.0)).collect();
            let mut drawn = uniform(&mut self.dice) * odds.iter().sum::<f64>();
            let at = odds.iter().position(|odds| {
                drawn -= odds;
                drawn < 0.0
            });
            order.push(left.remove(at.unwrap_or(left.len() - 1)));
        }
        let places: Vec<u32> =
            seats.iter().map(|one| order.iter().position(|other| other == one).unwrap() as u32 + 1).collect();
        let before: Vec<Skill> = seats.iter().map(|one| self.skill[*one]).collect();
        let elo: Vec<Rating> = seats.iter().map(|one| self.elo[*one]).collect();
        for (one, skill) in seats.iter().zip(Skill::after(&before, &places)) {
            self.skill[*one] = skill;
        }
        for (one, change) in seats.iter().zip(changes(&elo, &places)) {
            self.elo[*one] += change;
        }
        let finishes: Vec<Finish<usize>> =
            seats.iter().zip(&places).map(|(one, place)| Finish::new(*one, *place)).collect();
        let _ratings = self.pool.add(&self.sets.to_string(), &finishes);
        seats.iter().for_each(|one| self.played[*one] += 1);
        PerSeat::from_values(places).unwrap()
    }

    /// Plays until these bots have played the number of matches of each checkpoint on average. Returns for each how
    /// many matches were played in all, and how far the ratings of these bots are from the truth: in the standings, and
    /// live.
    fn checkpoints(&mut self, bots: std::ops::Range<usize>, at: &[usize]) -> Vec<Checkpoint> {
        let before = self.played.iter().sum::<usize>();
        let mut checkpoints = Vec::new();
        for own in at {
            while self.played[bots.clone()].iter().sum::<usize>() < *own * bots.len() {
                self.play();
            }
            let standings = self.pool.standings();
            let estimates: Vec<(usize, f64)> =
                standings.iter().map(|standing| (standing.player, standing.estimate.elo)).collect();
            let live: Vec<(usize, f64)> = self.elo.iter().map(|elo| elo.points()).enumerate().collect();
            let matches = (self.played.iter().sum::<usize>() - before) / self.seats;
            checkpoints.push((matches, self.errors(&bots, &estimates), self.errors(&bots, &live)));
        }
        checkpoints
    }

    /// How far these bots are from the truth, if the mean of all bots is known.
    fn errors(&self, bots: &std::ops::Range<usize>, rated: &[(usize, f64)]) -> Errors {
        let error = |(one, rating): &(usize, f64)| rating - self.strength[*one];
        let shift = rated.iter().map(error).sum::<f64>() / rated.len() as f64;
        let ours = rated.iter().filter(|(one, _)| bots.contains(one));
        Errors(ours.map(|one| (error(one) - shift).abs()).collect())
    }
}

/// The number of matches so far, the errors of the estimates, and those of the live ratings.
type Checkpoint = (usize, Errors, Errors);

/// Errors in Elo points.
struct Errors(Vec<f64>);

impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut errors = self.0.clone();
        errors.sort_by(f64::total_cmp);
        let (median, most) = (errors[errors.len() / 2], errors[errors.len() * 9 / 10]);
        let within = 100 * errors.iter().filter(|error| **error < 25.0).count() / errors.len();
        write!(f, "{median:.0} {most:.0} (rms {:.0}, {within} % within 25)", self.root_mean_square())
    }
}

impl Errors {
    fn root_mean_square(&self) -> f64 {
        (self.0.iter().map(|error| error * error).sum::<f64>() / self.0.len() as f64).sqrt()
    }
}

fn uniform(dice: &mut Dice) -> f64 {
    f64::from(dice.below(1 << 30)) / f64::from(1 << 30)
}

#[test]
fn a_ladder_of_new_bots_knows_as_much_as_one_that_pairs_by_lot() {
    let errors = |way: Way| {
        let of_pool = |pool| Simulation::new(way, 60, 2, pool).checkpoints(0..60, &[25, 50]);
        let pools: Vec<Vec<Checkpoint>> = (1..=6).map(of_pool).collect();
        [0, 1].map(|at| Errors(pools.iter().flat_map(|pool| pool[at].1.0.clone()).collect()).root_mean_square())
    };
    let (ladder, by_lot) = (errors(Way::Ladder), errors(Way::ByLot));
    for (ladder, by_lot) in ladder.iter().zip(by_lot) {
        // Chance alone moves these by a tenth. An algorithm that always chooses the nearest opponents is off by twice
        // as much as random pairing.
        assert!(*ladder < 1.25 * by_lot, "the ladder is off by {ladder:.0}, pairing by lot by {by_lot:.0}");
    }
}

#[test]
#[ignore = "prints the figures of docs/leagues.md, and more: just measure strengths"]
fn after_how_many_matches_strengths_are_known() {
    for seats in [2, 4] {
        for way in [Way::Ladder, Way::ByLot, Way::ByQuality] {
            let (mut everybody, mut newcomers) = (Vec::new(), Vec::new());
            for pool in 1..=POOLS {
                let mut simulation = Simulation::new(way, BOTS, seats, pool);
                everybody.push(simulation.checkpoints(0..BOTS, &CHECKPOINTS));
                simulation.enter_newcomers();
                newcomers.push(simulation.checkpoints(BOTS..BOTS + NEWCOMERS, &CHECKPOINTS));
            }
            for (who, pools) in [("everybody", everybody), ("newcomers", newcomers)] {
                print(&format!("{way:?}, {seats} seats, {who}"), &pools);
            }
        }
    }
}

/// Prints what all pools together show.
fn print(what: &str, pools: &[Vec<Checkpoint>]) {
    for (at, own) in CHECKPOINTS.iter().enumerate() {
        let matches = pools.iter().map(|pool| pool[at].0).sum::<usize>() / pools.len();
        let estimate = Errors(pools.iter().flat_map(|pool| pool[at].1.0.clone()).collect());
        let live = Errors(pools.iter().flat_map(|pool| pool[at].2.0.clone()).collect());
        println!("{what}, {own} own, {matches} in all: estimate {estimate}, live Elo {live}");
    }
}
