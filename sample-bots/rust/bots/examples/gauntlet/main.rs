//! Measures how strong one bot is against another, quickly and without an arena: a tool for working on a bot.
//!
//! `cargo run --release -p kahua-bots --example gauntlet -- GAME SEATS BOT BOT SETS [OPTION=VALUE..]`
//!
//! The first bot has one seat and the second one all others. A set is one seed with the first bot in each seat in turn. A
//! bot is `random`, `greedy`, `50ms` (or any other time for each decision of the search) or `1000i` (iterations instead of
//! time). SETS is a number of sets or a range of seeds: `100..120` plays twenty sets that a bot tuned with `20` hasn't seen.
//!
//! Each set prints a line with the score so far, which is the share of opponents that the first bot has beaten, and its 95 %
//! interval. The interval is valid only if the number of sets was fixed beforehand, not if you stop when it looks good.

mod offline;

use std::ops::Range;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use kahua_bots::{Greedy, Level, Random, Search};
use kahua_client::Bot;
use offline::{Setting, play, share_beaten};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, seats, first, second, sets, options @ ..] = &words[..] else {
        eprintln!("expected: GAME SEATS BOT BOT SETS [OPTION=VALUE..]");
        return ExitCode::from(2);
    };
    let (Ok(seats), Some(seeds)) = (seats.parse(), seeds(sets)) else {
        eprintln!("SEATS must be a number, and SETS a number or a range such as 100..120");
        return ExitCode::from(2);
    };
    if bot(first).is_none() || bot(second).is_none() {
        eprintln!("a bot must be random, greedy, a time such as 50ms, or a number of iterations such as 1000i");
        return ExitCode::from(2);
    }
    let setting = Setting { game: game.clone(), seats, options: options.to_vec() };
    let began = Instant::now();
    let (mut sum, mut matches) = (0.0, 0.0);
    for number in seeds {
        sum += (0..seats).map(|own| score(&setting, number, own, [first, second])).sum::<f64>();
        matches += seats as f64;
        let (low, high) = interval(sum / matches, matches);
        println!(
            "{game} {seats} {}: {first} against {second} {:.1} % [{:.1} to {:.1}] of {matches}, {} s",
            options.join(" "),
            100.0 * sum / matches,
            100.0 * low,
            100.0 * high,
            began.elapsed().as_secs()
        );
    }
    ExitCode::SUCCESS
}

/// The score of the first bot in seat `own`: the share of the other seats that it beats.
fn score(setting: &Setting, number: u64, own: usize, [first, second]: [&String; 2]) -> f64 {
    let of_seat = |seat| bot(if seat == own { first } else { second });
    let mut bots: Vec<_> = (0..setting.seats).filter_map(of_seat).collect();
    share_beaten(&play(setting, number, &mut bots), own)
}

fn seeds(text: &str) -> Option<Range<u64>> {
    let (first, end) = text.split_once("..").unwrap_or(("0", text));
    Some(first.parse().ok()?..end.parse().ok()?)
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

/// The 95 % interval of a mean score (E. B. Wilson: Probable Inference, the Law of Succession, and Statistical Inference,
/// 1927). It treats matches as independent, and each as won or lost.
fn interval(mean: f64, matches: f64) -> (f64, f64) {
    const Z: f64 = 1.96;
    let spread = Z * Z / matches;
    let half = Z * ((mean * (1.0 - mean) + spread / 4.0) / matches).sqrt();
    let (middle, whole) = (mean + spread / 2.0, 1.0 + spread);
    ((middle - half) / whole, (middle + half) / whole)
}
