//! `kahua bench capacity`: how many matches the arena can run at once, and what fails first.

use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use kahua_core::clock::TimeControl;
use kahua_core::limits::{CONNECTIONS_MAX, MATCHES_PER_BOT_MAX};
use kahua_engine::registry;
use kahua_server::App;
use kahua_server::host::Host;
use kahua_settings::config::MatchTerms;
use kahua_settings::{Config, Rulesets};
use serde_json::{Value, json};

use super::arena::{pair, report_of_load};
use super::chart;
use super::measurement::tenths;
use super::with_arena;
use crate::data::open_store;
use crate::exit::CommandResult;
use crate::output::{print, print_json, table};
use crate::progress;

/// How many matches are to be played at once, row by row.
const MATCHES: [usize; 12] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048];

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Pairs of first-legal bots in a second process play all games in turn. Each bot waits for a given part of the time that an ask \
grants before it answers, so each match asks for the same number of decisions a second, and the arena is asked for more from row \
to row. Beyond 512 matches a bot plays several at once.

The bench ends with the first row in which the arena breaks: an answer is counted late that was in time by the bot's own clock, \
more than a tenth of the matches could not be played at once because the arena held them back, there are more than a tenth \
fewer decisions a second than in an earlier row, or the bots' process fails.

Exit codes:
  0  everything was measured
  2  the command line is wrong
  3  something outside kahua went wrong

Examples:
  kahua bench capacity
  kahua bench capacity --matches 100,200,400,800 --use 0   bots that answer at once
  kahua bench capacity --seconds 20 --chart capacity.svg --data /var/tmp/bench")]
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
    /// One JSON list of rows: matches, running, decisions_per_s, p50_ms, p99_ms, late, unfair, breaks.
    #[arg(long)]
    json: bool,
    /// Where the arena keeps its data; a fresh directory for temporary files unless told.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> CommandResult {
    let rows = with_arena(args.data.as_ref(), async |dir| measure(args, dir).await)?;
    if let Some(file) = &args.chart {
        let drawn =
            std::fs::write(file, chart::svg(&points(&rows), rows.last().and_then(|row| row["breaks"].as_str())));
        drawn.with_context(|| format!("can't write {}", file.display()))?;
    }
    if args.json {
        return Ok(print_json(&Value::Array(rows))?);
    }
    Ok(print(&text(&rows))?)
}

/// The rows, up to the first in which the arena breaks.
async fn measure(args: &Args, dir: &Path) -> anyhow::Result<Vec<Value>> {
    let bar = progress::bar(args.matches.len() as u64, "rows");
    let (mut rows, mut most_per_s) = (Vec::new(), 0.0);
    for &matches in &args.matches {
        let row = row(args, matches, &mut most_per_s, &dir.join(matches.to_string())).await?;
        bar.inc(1);
        let breaks = !row["breaks"].is_null();
        rows.push(row);
        if breaks {
            break;
        }
    }
    bar.finish_and_clear();
    Ok(rows)
}

/// One row. `most_per_s` is the most decisions a second of the rows so far.
async fn row(args: &Args, matches: usize, most_per_s: &mut f64, dir: &Path) -> anyhow::Result<Value> {
    let games = registry::all();
    let per_bot = matches.div_ceil(CONNECTIONS_MAX / 2);
    let bots = 2 * matches.div_ceil(per_bot);
    let league = |number: usize| {
        let game = games[number % games.len()].info().name;
        pair(number, MatchTerms { time: args.time, ..MatchTerms::new(game) })
    };
    let config = Config {
        listen: SocketAddr::new(Ipv4Addr::LOCALHOST.into(), 0),
        leagues: (0..bots / 2).map(league).collect(),
        matches_at_once: NonZeroUsize::MAX,
        ..Config::default()
    };
    let host = Host::start(&config, Rulesets::built_in(), open_store(dir)?).await?;
    let (percent, per_bot) = (args.percent.to_string(), per_bot.to_string());
    let more = ["--percent", &percent, "--matches-max", &per_bot];
    let mut running = 0;
    let load = tokio::select! {
        load = report_of_load(host.addr, bots, args.seconds * 1000, &more) => load,
        never = count_running(&host.app, &mut running) => match never {},
    };
    host.stop().await?;
    let breaks = match &load {
        Err(problem) => Some(format!("{problem:#}")),
        Ok(load) => broken_by(load, running, matches, *most_per_s),
    };
    let load = load.unwrap_or_default();
    *most_per_s = most_per_s.max(load["per_s"].as_f64().unwrap_or_default());
    let ms = |key: &str| load[key].as_f64().map(|us| tenths(us / 1000.0));
    Ok(json!({
        "matches": matches,
        "running": running,
        "decisions_per_s": load["per_s"].as_f64().map(|per_s| per_s.round() as u64),
        "p50_ms": ms("p50_us"),
        "p99_ms": ms("p99_us"),
        "late": load["late"],
        "unfair": load["unfair"],
        "breaks": breaks,
    }))
}

/// Notes the most matches that were played at once.
async fn count_running(app: &App, most: &mut usize) -> std::convert::Infallible {
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

/// Matches at once, decisions a second and p99 in milliseconds of each row that was measured.
fn points(rows: &[Value]) -> Vec<[f64; 3]> {
    let point = |row: &Value| {
        let value = |key: &str| row[key].as_f64();
        Some([value("matches")?, value("decisions_per_s")?, value("p99_ms")?])
    };
    rows.iter().filter_map(point).collect()
}

fn text(rows: &[Value]) -> String {
    let keys = ["matches", "running", "decisions_per_s", "p50_ms", "p99_ms", "late", "unfair"];
    let headings = ["matches", "running", "decisions/s", "p50 ms", "p99 ms", "late", "unfair"];
    let cells = |row: &Value| {
        let cell = |key: &&str| if row[*key].is_null() { "-".to_owned() } else { row[*key].to_string() };
        keys.iter().map(cell).collect()
    };
    let end = match rows.last() {
        Some(Value::Object(row)) if !row["breaks"].is_null() => {
            format!("With {} matches at once, {}.", row["matches"], row["breaks"].as_str().unwrap_or_default())
        }
        _ => "Nothing gave way.".to_owned(),
    };
    format!("{}\n\n{end}", table(&headings, &[0, 1, 2, 3, 4, 5, 6], rows.iter().map(cells)))
}

/// A number of matches that the most bots of an arena can play.
fn matches(text: &str) -> Result<usize, String> {
    let most = CONNECTIONS_MAX / 2 * MATCHES_PER_BOT_MAX as usize;
    text.parse()
        .ok()
        .filter(|number| (1..=most).contains(number))
        .ok_or_else(|| format!("expected 1 to {most} matches"))
}

#[cfg(test)]
mod tests {
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

    #[test]
    fn the_table_lines_up_and_says_what_gave_way() {
        let good = json!({
            "matches": 1, "running": 1, "decisions_per_s": 98, "p50_ms": 0.4, "p99_ms": 12.5, "late": 0, "unfair": 0,
            "breaks": null,
        });
        let broken = json!({ "matches": 1024, "running": 1000, "breaks": "the bots' process failed" });
        insta::assert_snapshot!(text(&[good, broken]));
    }
}
