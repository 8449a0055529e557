//! After how many matches a ladder knows how strong bots are, beside other ways to pair and to rate.

use kahua_engine::{Dice, PerSeat, Seed};
use kahua_leagues::{FormatSettings, Outcome};
use kahua_ratings::elo::changes;
use kahua_ratings::{Finish, Pool, Rating, Skill};

use crate::support::{League, all_free, entrant, league, number};

/// The bots that are there from the beginning, and those that come later, all at once.
const BOTS: usize = 160;
const NEWCOMERS: usize = 40;
/// After so many matches of each bot on average, the bots are looked at.
const CHECKPOINTS: [usize; 5] = [25, 50, 100, 200, 300];

/// How opponents are chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    /// By lot.
    ByLot,
    /// In the manner of TrueSkill: for somebody drawn by lot, those of whom a match tells most.
    ByQuality,
    /// As the ladder does.
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
    fn new(way: Way, seats: usize) -> Simulation {
        let mut dice = Dice::new(Seed::from_number(1));
        // The sum of twelve draws is nearly normal; the deviation is 200 Elo.
        let mut draw = || 1500.0 + 200.0 * ((0..12).map(|_| uniform(&mut dice)).sum::<f64>() - 6.0);
        let strength = (0..BOTS + NEWCOMERS).map(|_| draw()).collect();
        let (skill, elo, played) = (vec![Skill::START; BOTS], vec![Rating::START; BOTS], vec![0; BOTS]);
        let league = league(&FormatSettings::Ladder, BOTS, seats);
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

    /// Plays until these bots have played so many matches on average at each checkpoint, and prints how far their ratings are
    /// from the truth.
    fn print(&mut self, who: &str, bots: std::ops::Range<usize>) {
        let before = self.played.iter().sum::<usize>();
        for checkpoint in CHECKPOINTS {
            while self.played[bots.clone()].iter().sum::<usize>() < checkpoint * bots.len() {
                self.play();
            }
            let standings = self.pool.standings();
            let estimates: Vec<(usize, f64)> =
                standings.iter().map(|standing| (standing.player, standing.estimate.elo)).collect();
            let live: Vec<(usize, f64)> = self.elo.iter().map(|elo| elo.points()).enumerate().collect();
            let (of_estimate, of_elo) = (self.errors(&bots, &estimates), self.errors(&bots, &live));
            let matches = (self.played.iter().sum::<usize>() - before) / self.seats;
            println!(
                "{:?} {} seats, {who} {checkpoint} own, {matches} in all: estimate {:.0} {:.0}, live Elo {:.0} {:.0}",
                self.way, self.seats, of_estimate.0, of_estimate.1, of_elo.0, of_elo.1
            );
        }
    }

    /// The median and the 90th percentile of the errors of these bots, where the mean of all is known.
    fn errors(&self, bots: &std::ops::Range<usize>, rated: &[(usize, f64)]) -> (f64, f64) {
        let error = |(one, rating): &(usize, f64)| rating - self.strength[*one];
        let shift = rated.iter().map(error).sum::<f64>() / rated.len() as f64;
        let ours = rated.iter().filter(|(one, _)| bots.contains(one));
        let mut errors: Vec<f64> = ours.map(|one| (error(one) - shift).abs()).collect();
        errors.sort_by(f64::total_cmp);
        (errors[errors.len() / 2], errors[errors.len() * 9 / 10])
    }
}

fn uniform(dice: &mut Dice) -> f64 {
    f64::from(dice.below(1 << 30)) / f64::from(1 << 30)
}

#[test]
#[ignore = "takes minutes; prints the table of docs/leagues.md"]
fn after_how_many_matches_strengths_are_known() {
    for seats in [2, 4] {
        for way in [Way::Ladder, Way::ByLot, Way::ByQuality] {
            let mut simulation = Simulation::new(way, seats);
            simulation.print("everybody", 0..BOTS);
            simulation.enter_newcomers();
            simulation.print("newcomers", BOTS..BOTS + NEWCOMERS);
        }
    }
}
