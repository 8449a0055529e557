//! `kahua bench clocks`: whether a busy arena charges bots for time that they didn't use.

use std::net::{Ipv4Addr, SocketAddr};
use std::num::{NonZeroU16, NonZeroUsize};
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::Context;
use kahua_core::clock::TimeControl;
use kahua_engine::registry;
use kahua_proto::pb::arena::v1 as pb;
use kahua_server::host::Host;
use kahua_settings::config::MatchTerms;
use kahua_settings::{Config, Rulesets};
use pb::recorded_event::Event;
use serde_json::{Value, json};

use super::arena::{league_of, report_of_load};
use super::with_arena;
use crate::data::open_store;
use crate::exit::CommandResult;
use crate::output::{print, print_json};

/// The most bots in a league.
const BOTS_A_LEAGUE: usize = 100;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
First-legal bots play the games in leagues of up to a hundred, each bot one match at once. Each bot waits for a given part of the \
time that an ask grants before it answers. Beside them, in a process of their own, others answer at once and keep the arena busy. \
An answer that took no longer than its ask granted, by the bot's own clock, and was counted late all the same is unfair: there \
must be none. A bot's clock can't see how long its own process takes to read and to send, so that is measured and added. What \
the arena delayed and took off is read from the records.

Exit codes:
  0  everything was measured
  2  the command line is wrong
  3  something outside kahua went wrong

Examples:
  kahua bench clocks
  kahua bench clocks --bots 10000 --busy 0 --time /5s~50ms --use 60
  kahua bench clocks --bots 1000 --busy 0 --time 60s+100ms/5s~50ms --use 60 --seconds 600
  kahua bench clocks --bots 10 --busy 300 --time /100ms~20ms")]
pub(crate) struct Args {
    /// How many bots use their time.
    #[arg(long, default_value_t = 500)]
    bots: usize,
    /// How many others answer at once.
    #[arg(long, default_value_t = 100)]
    busy: usize,
    /// The time control.
    #[arg(long, value_name = "TIME", default_value = "/1s~50ms")]
    time: TimeControl,
    /// Which part of its time each bot uses, in percent.
    #[arg(long = "use", value_name = "PERCENT", default_value_t = 80)]
    percent: u32,
    /// How long to measure.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// One JSON object: decisions_per_s, busy_decisions_per_s, p50_us, p99_us, late, unfair, decisions, delayed, delay_p99_us, delay_max_us.
    #[arg(long)]
    json: bool,
    /// Where the arena keeps its data; a fresh directory for temporary files unless told.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> CommandResult {
    let report = with_arena(args.data.as_ref(), async |dir| measure(args, dir).await)?;
    if args.json {
        print_json(&report)?;
    } else {
        print(&text(&report))?;
    }
    match report["unfair"].as_u64() {
        Some(0) => Ok(()),
        _ => Err(anyhow::anyhow!("answers that were in time by the bots' own clocks were counted late").into()),
    }
}

async fn measure(args: &Args, dir: &Path) -> anyhow::Result<Value> {
    let games = registry::all();
    let bots = leagues(0..args.bots).chain(leagues(args.bots..args.bots + args.busy));
    let league = |(number, bots): (usize, Range<usize>)| {
        let game = games[number % games.len()].info().name;
        league_of(number, bots, MatchTerms { time: args.time, ..MatchTerms::new(game) })
    };
    let bots_at_once = u16::try_from(args.bots + args.busy).ok().and_then(NonZeroU16::new);
    let config = Config {
        bots_at_once: bots_at_once.with_context(|| format!("an arena takes 1 to {} bots", u16::MAX))?,
        listen: SocketAddr::new(Ipv4Addr::LOCALHOST.into(), 0),
        leagues: bots.enumerate().map(league).collect(),
        matches_at_once: NonZeroUsize::MAX,
        ..Config::default()
    };
    let host = Host::start(&config, Rulesets::built_in(), open_store(dir)?).await?;
    let (first, percent, measure_ms) = (args.bots.to_string(), args.percent.to_string(), args.seconds * 1000);
    let use_time = ["--percent", &percent];
    let using = report_of_load(host.addr, args.bots, measure_ms, &use_time);
    let busy = async {
        if args.busy == 0 {
            return Ok(Value::Null);
        }
        report_of_load(host.addr, args.busy, measure_ms, &["--first", &first]).await
    };
    let (load, busy) = tokio::try_join!(using, busy)?;
    let records = host.app.reader().records().collect::<Result<Vec<_>, _>>().context("the records")?;
    host.stop().await?;
    let mut delays: Vec<u64> = records.iter().flat_map(|record| &record.events).filter_map(delay_us).collect();
    delays.sort_unstable();
    Ok(json!({
        "decisions_per_s": load["per_s"],
        "busy_decisions_per_s": busy["per_s"],
        "p50_us": load["p50_us"],
        "p99_us": load["p99_us"],
        "late": load["late"],
        "unfair": load["unfair"],
        "decisions": delays.len(),
        "delayed": delays.iter().filter(|delay| **delay >= 1000).count(),
        "delay_p99_us": delays.get(delays.len() * 99 / 100),
        "delay_max_us": delays.last(),
    }))
}

/// The bots of each league.
fn leagues(bots: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    bots.clone().step_by(BOTS_A_LEAGUE).map(move |first| first..bots.end.min(first + BOTS_A_LEAGUE))
}

fn delay_us(event: &pb::RecordedEvent) -> Option<u64> {
    match &event.event {
        Some(Event::Decision(decision)) => Some(decision.arena_delay_us),
        _ => None,
    }
}

fn text(report: &Value) -> String {
    let value = |key: &str| report[key].as_f64().unwrap_or_default();
    let ms = |key: &str| value(key) / 1000.0;
    format!(
        "{:.0} decisions/s beside {:.0} of the busy bots; from an answer to the next ask {:.1} ms (median), {:.1} ms (p99).
Counted late: {} answers, and {} that were in time by the bot's own clock.
Of {} recorded decisions, the arena took a delay of its own of 1 ms or more off {}: {:.1} ms (p99), {:.1} ms at most.",
        value("decisions_per_s"),
        value("busy_decisions_per_s"),
        ms("p50_us"),
        ms("p99_us"),
        report["late"],
        report["unfair"],
        report["decisions"],
        report["delayed"],
        ms("delay_p99_us"),
        ms("delay_max_us"),
    )
}
