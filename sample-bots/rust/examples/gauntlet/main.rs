//! How strong one bot is against another, quickly and without an arena: for whoever works on a bot.
//!
//! `cargo run --release -p sample-bots --example gauntlet -- GAME SEATS BOT BOT SETS [OPTION=VALUE..]`
//!
//! The first bot has one seat, the second all others. A set is one seed with the first bot in each seat in turn. A bot is
//! `random`, `greedy`, `50ms` (or another time) or `1000i` (so many iterations of the search for each decision).

mod offline;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use offline::{Setting, play, share_beaten};
use sample_bots::{Bot, Greedy, Level, Random, Search};

/// No end before so many sets: the interval means little.
const SETS_MIN: usize = 8;
/// Stops when even an interval so many times as wide leaves out one half: it is looked at after every set.
const CAUTION: f64 = 1.4;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, seats, first, second, sets, options @ ..] = &words[..] else {
        eprintln!("expected: GAME SEATS BOT BOT SETS [OPTION=VALUE..]");
        return ExitCode::from(2);
    };
    let (Ok(seats), Ok(sets)) = (seats.parse(), sets.parse::<u64>()) else {
        eprintln!("SEATS and SETS are whole numbers");
        return ExitCode::from(2);
    };
    if bot(first).is_none() || bot(second).is_none() {
        eprintln!("a bot is random, greedy, 50ms or 1000i");
        return ExitCode::from(2);
    }
    let setting = Setting { game: game.clone(), seats, options: options.to_vec() };
    let began = Instant::now();
    let mut scores = Vec::new();
    for number in 0..sets {
        let of_seat = |own| score(&setting, number, own, [first, second]);
        scores.push((0..seats).map(of_seat).sum::<f64>() / seats as f64);
        let (mean, half) = interval(&scores);
        println!("{}", line(&setting, [first, second], mean, half, scores.len(), began));
        if scores.len() >= SETS_MIN && (mean - 0.5).abs() > CAUTION * half {
            break;
        }
    }
    ExitCode::SUCCESS
}

fn line(setting: &Setting, bots: [&String; 2], mean: f64, half: f64, sets: usize, began: Instant) -> String {
    let Setting { game, seats, options } = setting;
    let [first, second] = bots;
    let options = options.join(" ");
    let (score, half) = (100.0 * mean, 100.0 * half);
    let seconds = began.elapsed().as_secs();
    format!("{game} {seats} {options}: {first} against {second} {score:.1} % ± {half:.1} in {sets} sets, {seconds} s")
}

/// What the first bot in seat `own` makes of a match: the share of the others that it beats.
fn score(setting: &Setting, number: u64, own: usize, [first, second]: [&String; 2]) -> f64 {
    let of_seat = |seat| bot(if seat == own { first } else { second });
    let mut bots: Vec<_> = (0..setting.seats).filter_map(of_seat).collect();
    share_beaten(&play(setting, number, &mut bots), own)
}

fn bot(text: &str) -> Option<Box<dyn Bot>> {
    let level = match text {
        "random" => return Some(Box::new(Random::new(1, "random"))),
        "greedy" => return Some(Box::new(Greedy)),
        _ => match (text.strip_suffix("ms"), text.strip_suffix('i')) {
            (Some(ms), _) => Level::Time(Duration::from_millis(ms.parse().ok()?)),
            (_, Some(iterations)) => Level::Iterations(iterations.parse().ok()?),
            _ => return None,
        },
    };
    Some(Box::new(Search::new(level, 1)))
}

/// The mean with half the width of its 95 % interval.
fn interval(scores: &[f64]) -> (f64, f64) {
    let sets = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / sets;
    let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (sets - 1.0).max(1.0);
    (mean, 1.96 * (variance / sets).sqrt())
}
