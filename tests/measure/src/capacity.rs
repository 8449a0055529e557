//! How many matches the arena can run at once, and what fails first.

use std::convert::Infallible;
use std::net::{Ipv4Addr, SocketAddr};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::Context;
use kahua_core::clock::TimeControl;
use kahua_core::ids::BotName;
use kahua_core::limits::{BOTS_AT_ONCE, MATCHES_PER_BOT_MAX};
use kahua_engine::{Seed, registry};
use kahua_server::host::Host;
use kahua_server::{App, open_files};
use kahua_settings::config::{LeagueSeed, LeagueSettings, MatchTerms};
use kahua_settings::{Config, Rulesets};
use kahua_store::Store;
use serde_json::Value;
use tokio::process::Command;

use crate::chart;
use crate::served::kahua;

/// How many matches are to be played at once, row by row.
const MATCHES: [usize; 12] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048];

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Pairs of first-legal bots in a second process play all games in turn. Each bot waits for a given part of the time that an ask \
grants before it answers, so each match asks for the same number of decisions a second, and the arena is asked for more from row \
to row. Beyond 512 matches a bot plays several at once.

The measurement ends with the first row in which the arena breaks: an answer is counted late that was in time by the bot's own \
clock, more than a tenth of the matches could not be played at once because the arena held them back, there are more than a tenth \
fewer decisions a second than in an earlier row, or the bots' process fails.")]
pub(crate) struct Args {
    /// How many matches are to be played at once, row by row.
    #[arg(long, value_delimiter = ',', default_values_t = MATCHES, value_parser = matches)]
    matches: Vec<usize>,
    /// The time control.
    #[arg(long, value_name = "TIME", default_value = "/1s~50ms")]
    time: TimeControl,
    /// Which part of its time each bot uses, in percent.
    #[arg(long = "use", value_name = "PERCENT", default_value_t = 1)]
    percent: u32,
    /// How long to measure each row.
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// Also draws the rows into this file, as SVG.
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,
    /// Where the arena keeps its data; a fresh directory for temporary files unless told.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// What was measured with so many matches.
struct Row {
    matches: usize,
    /// The most that were played at once.
    running: usize,
    /// The report of the bots' process, if it gave one.
    load: Option<Value>,
    /// What failed.
    breaks: Option<String>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    // The bots' process inherits the limit too: a thousand connections are more than the usual limit allows.
    let _limit = open_files::raise(open_files::wanted(BOTS_AT_ONCE));
    let temporary = tempfile::tempdir()?;
    let dir = args.data.as_deref().unwrap_or(temporary.path());
    let rows = tokio::runtime::Runtime::new()?.block_on(measure(args, dir))?;
    let breaks = rows.last().and_then(|row| row.breaks.as_deref());
    match breaks {
        Some(breaks) => println!("\nWith {} matches at once, {breaks}.", rows.last().map_or(0, |row| row.matches)),
        None => println!("\nNothing gave way."),
    }
    if let Some(file) = &args.chart {
        let points: Vec<_> = rows.iter().filter_map(Row::point).collect();
        std::fs::write(file, chart::svg(&points, breaks)).with_context(|| format!("can't write {}", file.display()))?;
    }
    Ok(())
}

/// The rows, up to the first in which the arena breaks. Prints each.
async fn measure(args: &Args, dir: &Path) -> anyhow::Result<Vec<Row>> {
    println!("matches  running  decisions/s  p50 ms  p99 ms  late  unfair");
    let (mut rows, mut most_per_s) = (Vec::new(), 0.0);
    for &matches in &args.matches {
        let row = measure_row(args, matches, most_per_s, &dir.join(matches.to_string())).await?;
        row.print();
        most_per_s = row.value("per_s").unwrap_or_default().max(most_per_s);
        let breaks = row.breaks.is_some();
        rows.push(row);
        if breaks {
            break;
        }
    }
    Ok(rows)
}

/// One row. `most_per_s` is the most decisions a second of the rows so far.
async fn measure_row(args: &Args, matches: usize, most_per_s: f64, dir: &Path) -> anyhow::Result<Row> {
    let per_bot = matches.div_ceil(usize::from(BOTS_AT_ONCE.get()) / 2);
    let bots = 2 * matches.div_ceil(per_bot);
    let config = Config {
        listen: SocketAddr::new(Ipv4Addr::LOCALHOST.into(), 0),
        leagues: (0..bots / 2).map(|number| league(number, args.time)).collect(),
        matches_at_once: NonZeroUsize::MAX,
        ..Config::default()
    };
    let store = Store::open(&dir.join("arena.db"))?;
    let host = Host::start(&config, Rulesets::built_in(), store).await?;
    let mut running = 0;
    let load = tokio::select! {
        load = load(host.addr, bots, per_bot, args) => load,
        never = count_running(&host.app, &mut running) => match never {},
    };
    host.stop().await?;
    let breaks = match &load {
        Err(problem) => Some(format!("{problem:#}")),
        Ok(load) => broken_by(load, running, matches, most_per_s),
    };
    Ok(Row { matches, running, load: load.ok(), breaks })
}

/// A league of two bots that lasts longer than the measurement.
fn league(number: usize, time: TimeControl) -> LeagueSettings {
    let games = registry::all();
    let terms = MatchTerms { time, ..MatchTerms::new(games[number % games.len()].info().name) };
    let bots =
        [2 * number, 2 * number + 1].map(|bot| -> BotName { format!("load-{bot}").parse().expect("a valid name") });
    let sets = const { NonZeroU32::new(500_000).expect("not zero") };
    let seed = LeagueSeed::Reproducible(Seed::from_number(number as u64));
    LeagueSettings { sets: Some(sets), seed, ..LeagueSettings::new(format!("bench-{number}"), terms, bots.into()) }
}

/// Lets the bots play in their own process, and reads its report.
async fn load(addr: SocketAddr, bots: usize, per_bot: usize, args: &Args) -> anyhow::Result<Value> {
    let mut load = Command::new(kahua()?);
    load.args(["bench", "load", "--addr", &addr.to_string(), "--bots", &bots.to_string()]);
    load.args(["--measure-ms", &(args.seconds * 1000).to_string(), "--percent", &args.percent.to_string()]);
    load.args(["--matches-max", &per_bot.to_string()]);
    let output = load.stderr(Stdio::inherit()).kill_on_drop(true).output().await?;
    anyhow::ensure!(output.status.success(), "the bots' process failed ({})", output.status);
    serde_json::from_slice(&output.stdout).context("the bots' process wrote no JSON")
}

/// Notes the most matches that were played at once.
async fn count_running(app: &App, most: &mut usize) -> Infallible {
    loop {
        *most = app.running().max(*most);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// What failed in a row with this report, if anything.
fn broken_by(load: &Value, running: usize, matches: usize, most_per_s: f64) -> Option<String> {
    let per_s = load["per_s"].as_f64().unwrap_or_default();
    match load["unfair"].as_u64() {
        Some(0) if running * 10 < matches * 9 => Some(format!("the arena held matches back: {running} at most")),
        Some(0) if per_s < 0.9 * most_per_s => {
            Some(format!("only {per_s:.0} decisions a second were made, after {most_per_s:.0} in an earlier row"))
        }
        Some(0) => None,
        _ => Some(format!("{} answers that were in time were counted late", load["unfair"])),
    }
}

impl Row {
    /// A number of the report.
    fn value(&self, key: &str) -> Option<f64> {
        self.load.as_ref()?[key].as_f64()
    }

    /// Matches at once, decisions a second and p99 in milliseconds.
    fn point(&self) -> Option<[f64; 3]> {
        Some([self.matches as f64, self.value("per_s")?, self.value("p99_us")? / 1000.0])
    }

    fn print(&self) {
        let ms = |key| self.value(key).unwrap_or_default() / 1000.0;
        println!(
            "{:7}  {:7}  {:11.0}  {:6.1}  {:6.1}  {:4}  {:6}",
            self.matches,
            self.running,
            self.value("per_s").unwrap_or_default(),
            ms("p50_us"),
            ms("p99_us"),
            self.value("late").unwrap_or_default(),
            self.value("unfair").unwrap_or_default(),
        );
    }
}

/// A number of matches that the most bots of an arena can play.
fn matches(text: &str) -> Result<usize, String> {
    let most = usize::from(BOTS_AT_ONCE.get()) / 2 * MATCHES_PER_BOT_MAX as usize;
    text.parse()
        .ok()
        .filter(|number| (1..=most).contains(number))
        .ok_or_else(|| format!("expected 1 to {most} matches"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_row_breaks_when_bots_lose_time_or_matches_must_wait_or_all_get_slower() {
        let broken_by = |unfair: u64, running, most_per_s| {
            broken_by(&json!({ "unfair": unfair, "per_s": 900.0 }), running, 100, most_per_s)
        };
        assert_eq!(broken_by(0, 90, 1000.0), None);
        assert_eq!(broken_by(0, 89, 0.0).unwrap(), "the arena held matches back: 89 at most");
        assert_eq!(broken_by(2, 100, 0.0).unwrap(), "2 answers that were in time were counted late");
        let slower = "only 900 decisions a second were made, after 1100 in an earlier row";
        assert_eq!(broken_by(0, 100, 1100.0).unwrap(), slower);
    }
}
