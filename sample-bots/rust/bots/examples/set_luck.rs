//! Measures how much narrower a comparison of two bots becomes if all matches of a set have the same luck.
//!
//! `cargo run --release -p kahua-bots --example set_luck -- GAME SEATS BOT BOT SETS [OPTION=VALUE..]`
//!
//! In a set, the first bot sits in every seat once, and bots of the second kind in all others. SETS sets are played in
//! which all matches have one seed, and as many in which each has its own. The score is the share of opponents that the
//! first bot beats. The output has the variances of the mean score per match under both kinds of luck, and their ratio
//! with its 95 % interval. With a ratio of 0.5, a comparison with the same luck needs half the matches.
//!
//! A bot is `random`, `greedy`, `greedy:20` (takes any action 20 times in a hundred) or `100i` (search with so many
//! iterations).

#[path = "gauntlet/offline.rs"]
mod offline;

use std::process::ExitCode;

use kahua_bots::{Greedy, Level, Random, Search};
use kahua_client::{Answer, Bot, pb};
use kahua_engine::{Dice, Seed};
use offline::{Setting, play, share_beaten};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, seats, first, second, sets, options @ ..] = &words[..] else {
        eprintln!("expected: GAME SEATS BOT BOT SETS [OPTION=VALUE..]");
        return ExitCode::from(2);
    };
    let (Ok(seats), Ok(sets)) = (seats.parse(), sets.parse::<u64>()) else {
        eprintln!("SEATS and SETS must be numbers");
        return ExitCode::from(2);
    };
    if bot(first, 0).is_none() || bot(second, 0).is_none() {
        eprintln!(
            "a bot must be random, greedy, greedy with a percentage such as greedy:20, or iterations such as 100i"
        );
        return ExitCode::from(2);
    }
    let setting = Setting { game: game.clone(), seats, options: options.to_vec() };
    let mut series = Series { setting: &setting, bots: [first, second], next_bot: 0 };
    let same = Scatter::of((0..sets).map(|set| series.set_score(|_| set)).collect());
    let first_fresh = sets;
    let of_match = |set, own| first_fresh + set * seats as u64 + own as u64;
    let fresh = Scatter::of((0..sets).map(|set| series.set_score(|own| of_match(set, own))).collect());
    let [ratio, low, high] = same.variance_ratio(&fresh);
    let per_match = |scatter: &Scatter| scatter.variance * seats as f64;
    println!(
        "{game} {seats} {}: {first} against {second}, {} matches each; score {:.3} same, {:.3} fresh; \
         variance per match {:.4} same, {:.4} fresh; ratio {ratio:.2} [{low:.2} to {high:.2}]",
        options.join(" "),
        sets * seats as u64,
        same.mean,
        fresh.mean,
        per_match(&same),
        per_match(&fresh),
    );
    ExitCode::SUCCESS
}

struct Series<'a> {
    setting: &'a Setting,
    bots: [&'a str; 2],
    /// Counts the bots, so that every bot of every match makes its own choices.
    next_bot: u64,
}

impl Series<'_> {
    /// The mean score of a set; `seed` gives the number of a match's seed by the seat of the first bot.
    fn set_score(&mut self, seed: impl Fn(usize) -> u64) -> f64 {
        let seats = self.setting.seats;
        let mut score = |own| {
            let mut of_seat = |seat: usize| {
                self.next_bot += 1;
                bot(self.bots[usize::from(seat != own)], self.next_bot)
            };
            let mut bots: Vec<_> = (0..seats).filter_map(&mut of_seat).collect();
            share_beaten(&play(self.setting, seed(own), &mut bots), own)
        };
        (0..seats).map(&mut score).sum::<f64>() / seats as f64
    }
}

/// How far the scores of sets scatter.
struct Scatter {
    sets: f64,
    mean: f64,
    variance: f64,
    /// The fourth central moment over the square of the variance.
    kurtosis: f64,
}

impl Scatter {
    fn of(scores: Vec<f64>) -> Scatter {
        let sets = scores.len() as f64;
        let mean = scores.iter().sum::<f64>() / sets;
        let moment = |power| scores.iter().map(|score| (score - mean).powi(power)).sum::<f64>() / sets;
        let variance = moment(2);
        Scatter { sets, mean, variance: variance * sets / (sets - 1.0), kurtosis: moment(4) / variance.powi(2) }
    }

    /// This variance over the other one, and the ends of the ratio's 95 % interval: the logarithm of a sample's variance has
    /// the variance (kurtosis - 1) / n.
    fn variance_ratio(&self, other: &Scatter) -> [f64; 3] {
        let ratio = self.variance / other.variance;
        let deviation = ((self.kurtosis - 1.0) / self.sets + (other.kurtosis - 1.0) / other.sets).sqrt();
        [ratio, ratio * (-1.96 * deviation).exp(), ratio * (1.96 * deviation).exp()]
    }
}

fn bot(text: &str, number: u64) -> Option<Box<dyn Bot>> {
    Some(match (text, text.strip_prefix("greedy:"), text.strip_suffix('i')) {
        ("random", ..) => Box::new(Random::new(number, "random")),
        ("greedy", ..) => Box::new(Greedy),
        (_, Some(percent), _) => Box::new(Distracted::new(percent.parse().ok()?, number)),
        (.., Some(iterations)) => Box::new(Search::new(Level::Iterations(iterations.parse().ok()?), number)),
        _ => return None,
    })
}

/// Greedy, but for some decisions.
struct Distracted {
    percent: u32,
    dice: Dice,
}

impl Distracted {
    fn new(percent: u32, number: u64) -> Distracted {
        Distracted { percent, dice: Dice::stream(Seed::from_number(number), 1) }
    }
}

impl Bot for Distracted {
    fn choose(&mut self, ask: &pb::Ask) -> Answer {
        if self.dice.below(100) < self.percent {
            return Answer::index(self.dice.below(ask.legal_total));
        }
        Greedy.choose(ask)
    }
}
