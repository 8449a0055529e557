//! How often the 95 % intervals cover the truth, in simulated leagues of known strengths. `docs/ratings.md` shows the
//! table that `every_kind_of_league` prints. `two_players.rs` computes the case of two players exactly, without chance.

use std::fmt;

use kahua_engine::dice::{Dice, Seed};
use kahua_ratings::Interval;
use kahua_ratings::estimate::{Estimate, Fit, MEAN, PlayerIndex, SetScores};

/// How the matches of a set depend on each other.
#[derive(Clone, Copy, Debug)]
enum Luck {
    /// Every match has luck of its own.
    Fresh,
    /// The luck belongs to the seats, and stays while the players change them.
    Seats,
    /// The luck belongs to the players: every match of a set ends like the first.
    Players,
    /// Half of the matches end like the first.
    Half,
}

/// Leagues in which every group of players that fills a table plays this number of sets.
struct Leagues {
    /// In Elo points.
    strengths: &'static [f64],
    seats: usize,
    sets: usize,
    luck: Luck,
}

/// What came of the intervals of one estimate, or of one difference, in all leagues.
#[derive(Clone, Copy, Default)]
struct Covered {
    closed: u32,
    open: u32,
    nothing_said: u32,
    hit: u32,
}

impl Covered {
    fn count(&mut self, interval: Interval, truth: f64) {
        match interval {
            Interval { lower: None, upper: None } => {
                self.nothing_said += 1;
                return;
            }
            Interval { lower: Some(_), upper: Some(_) } => self.closed += 1,
            _ => self.open += 1,
        }
        self.hit += u32::from(interval.contains(truth));
    }

    fn and(self, other: &Covered) -> Covered {
        Covered {
            closed: self.closed + other.closed,
            open: self.open + other.open,
            nothing_said: self.nothing_said + other.nothing_said,
            hit: self.hit + other.hit,
        }
    }

    fn said(&self) -> u32 {
        self.closed + self.open
    }

    /// In percent of the intervals that aren't open at both ends.
    fn percent(&self) -> f64 {
        100.0 * f64::from(self.hit) / f64::from(self.said())
    }
}

/// The intervals of all estimates, or of all differences.
struct Cell(Vec<Covered>);

impl Cell {
    fn together(&self) -> Covered {
        self.0.iter().fold(Covered::default(), Covered::and)
    }

    /// The lowest and the highest coverage of an estimate or difference, among those that are bounded in half of the
    /// leagues.
    fn extremes(&self) -> (f64, f64) {
        let often = self.0.iter().filter(|one| one.said() >= one.nothing_said);
        often.map(Covered::percent).fold((100.0, 0.0), |(low, high), one| (one.min(low), one.max(high)))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let together = self.together();
        let all = f64::from(together.said() + together.nothing_said);
        let (open, nothing) = (100.0 * f64::from(together.open) / all, 100.0 * f64::from(together.nothing_said) / all);
        let (low, high) = self.extremes();
        write!(f, "{:.1} | {low:.1} to {high:.1} | {open:.0} | {nothing:.0}", together.percent())
    }
}

/// A number between 0 and 1, in steps of a millionth.
fn share(dice: &mut Dice) -> f64 {
    (f64::from(dice.below(1_000_000)) + 0.5) / 1e6
}

/// Luck of Gumbel's distribution, under which the best of several strengths follows Bradley and Terry for any two of them.
fn gumbel(dice: &mut Dice) -> f64 {
    -(-share(dice).ln()).ln()
}

/// Players in the order in which they finish, with this luck for each.
fn order(table: &[(usize, f64)], luck: impl IntoIterator<Item = f64>) -> Vec<usize> {
    let mut keyed: Vec<(f64, usize)> =
        table.iter().zip(luck).map(|((player, strength), luck)| (strength + luck, *player)).collect();
    keyed.sort_by(|one, other| other.0.total_cmp(&one.0));
    keyed.into_iter().map(|(_, player)| player).collect()
}

fn count(set: &mut SetScores, order: &[usize]) {
    for (place, &better) in order.iter().enumerate() {
        for &worse in &order[place + 1..] {
            let score = set.entry((PlayerIndex(better.min(worse)), PlayerIndex(better.max(worse)))).or_default();
            score.comparisons += 1;
            score.half_points += if better < worse { 2 } else { 0 };
        }
    }
}

impl Luck {
    fn play_set(self, dice: &mut Dice, table: &[(usize, f64)]) -> SetScores {
        let mut set = SetScores::new();
        let draw = |dice: &mut Dice| table.iter().map(|_| gumbel(dice)).collect::<Vec<_>>();
        let first = draw(dice);
        for number in 0..table.len() {
            let fresh = draw(dice);
            let order = match self {
                Luck::Fresh => order(table, fresh),
                Luck::Seats => order(table, first.iter().cycle().skip(number).take(table.len()).copied()),
                Luck::Players => order(table, first.iter().copied()),
                Luck::Half if dice.below(2) == 0 => order(table, first.iter().copied()),
                Luck::Half => order(table, fresh),
            };
            count(&mut set, &order);
        }
        set
    }
}

impl Leagues {
    /// The intervals of all estimates, and those of all differences, in this number of leagues.
    fn covered(&self, leagues: u64) -> (Cell, Cell) {
        let points = 400.0 / std::f64::consts::LN_10;
        let players = self.strengths.len();
        let tables: Vec<Vec<(usize, f64)>> = (0u32..1 << players)
            .filter(|mask| mask.count_ones() as usize == self.seats)
            .map(|mask| {
                let seated = (0..players).filter(|player| mask >> player & 1 == 1);
                seated.map(|player| (player, self.strengths[player] / points)).collect()
            })
            .collect();
        let mut estimates = vec![Covered::default(); players];
        let mut differences = vec![Covered::default(); players * (players - 1) / 2];
        for seed in 0..leagues {
            let mut dice = Dice::new(Seed::from_number(seed));
            let all = (0..self.sets).flat_map(|_| &tables);
            let sets: Vec<SetScores> = all.map(|table| self.luck.play_set(&mut dice, table)).collect();
            let fit = Fit::of(players, sets.iter());
            let reference = fit.reference();
            let zero = reference.iter().map(|player| self.strengths[player.0]).sum::<f64>() / reference.len() as f64;
            let mut of_pairs = differences.iter_mut();
            for (one, of_player) in estimates.iter_mut().enumerate() {
                let Estimate { elo, interval } = fit.estimate(PlayerIndex(one));
                assert!(interval.contains(elo), "the estimate {elo} lies outside of its interval {interval:?}");
                of_player.count(interval, MEAN + self.strengths[one] - zero);
                for (other, of_pair) in (0..one).zip(&mut of_pairs) {
                    let truth = self.strengths[one] - self.strengths[other];
                    of_pair.count(fit.difference(PlayerIndex(one), PlayerIndex(other)).interval, truth);
                }
            }
        }
        (Cell(estimates), Cell(differences))
    }
}

const NEAR: &[f64] = &[-139.0, -70.0, 0.0, 52.0, 156.0];
const EQUAL: &[f64] = &[0.0; 4];
const STEPS: &[f64] = &[0.0, 520.0, 1040.0, 1560.0];
const LOPSIDED: &[f64] = &[0.0, 200.0, 400.0, 600.0, 800.0, 1000.0, 1200.0];
const TWELVE: &[f64] = &[0.0, 30.0, 60.0, 90.0, 120.0, 150.0, 180.0, 210.0, 240.0, 270.0, 300.0, 330.0];

const KINDS: [(&str, &[f64], usize, usize); 13] = [
    ("5 bots, 295 points apart", NEAR, 2, 10),
    ("5 bots, 295 points apart", NEAR, 3, 10),
    ("5 bots, 295 points apart", NEAR, 4, 12),
    ("5 bots, 295 points apart", NEAR, 5, 40),
    ("5 bots, 295 points apart", NEAR, 5, 8),
    ("4 equal bots", EQUAL, 2, 2),
    ("12 bots, steps of 30", TWELVE, 2, 1),
    ("12 bots, steps of 30", TWELVE, 3, 1),
    ("7 bots, steps of 200", LOPSIDED, 2, 5),
    ("7 bots, steps of 200", LOPSIDED, 3, 5),
    ("4 bots, steps of 520", STEPS, 2, 10),
    ("4 bots, steps of 520", STEPS, 2, 40),
    ("4 bots, steps of 520", STEPS, 4, 15),
];

/// Leagues for the fast test. With 200 leagues, chance lowers the coverage by three points at most.
const FAST: [(&str, &[f64], usize, usize, Luck); 6] = [
    ("near", NEAR, 2, 10, Luck::Fresh),
    ("near", NEAR, 3, 8, Luck::Players),
    ("near", NEAR, 5, 8, Luck::Half),
    ("steps of 520", STEPS, 2, 10, Luck::Fresh),
    ("steps of 520", STEPS, 2, 40, Luck::Half),
    ("steps of 520", STEPS, 4, 15, Luck::Players),
];

#[test]
fn intervals_cover_the_truth_in_93_of_100_leagues() {
    for (name, strengths, seats, sets, luck) in FAST {
        let (estimates, differences) = Leagues { strengths, seats, sets, luck }.covered(200);
        for (what, covered) in [("estimates", estimates), ("differences", differences)] {
            let percent = covered.together().percent();
            assert!(percent >= 91.0, "{name}, {seats} seats, {luck:?}: {what} covered in {covered}");
        }
    }
}

/// Prints the table of `docs/ratings.md`. With 10,000 leagues, chance lowers a cell by less than half a point.
#[test]
#[ignore = "takes minutes: cargo test --release -p kahua-ratings --test coverage -- --ignored --nocapture"]
fn every_kind_of_league() {
    println!("| league | seats | sets a group | luck | ratings | each | open | - | differences | each | open | - |");
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|");
    for (name, strengths, seats, sets) in KINDS {
        for luck in [Luck::Fresh, Luck::Seats, Luck::Players, Luck::Half] {
            let (estimates, differences) = Leagues { strengths, seats, sets, luck }.covered(10_000);
            println!("| {name} | {seats} | {sets} | {luck:?} | {estimates} | {differences} |");
            for cell in [estimates, differences] {
                assert!(cell.together().percent() >= 93.0, "{name}, {seats} seats, {luck:?}: covered in {cell}");
            }
        }
    }
}
