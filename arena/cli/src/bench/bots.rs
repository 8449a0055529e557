//! `kahua bench bots`: how fast bots of any language answer, compared with a bare tonic client.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Context;
use kahua_engine::registry;
use kahua_proto::pb::arena::v1 as pb;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::ask::median_ask;
use super::echo::{self, Laps};
use super::measurement::{Measurement, tenths};
use crate::bot_arg::{BotArg, Origin};
use crate::command_dir::CommandDir;
use crate::data::data_dir;
use crate::exit::{CommandResult, Failure};
use crate::output::{print, print_json, table};
use crate::processes::one_ended;
use crate::progress;
use crate::runtime::{block_on, on_all_cores};
use crate::signals::stopped;
use kahua_server::telemetry::{self, LogForm};

/// How often each bot is measured; the median counts.
const RUNS: usize = 3;
/// A bot that hasn't given its first answer by then is given up.
const START: Duration = Duration::from_secs(30);
/// The time from a bot's first answer to the measurement: virtual machines first compile what they run often.
const WARM_UP: Duration = Duration::from_secs(3);
/// How long one run measures.
const MEASURE: Duration = Duration::from_secs(2);
/// How often to look for a bot's first answer.
const LOOK: Duration = Duration::from_millis(20);
/// The name of the first row.
const BARE: &str = "bare-stream";

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each bot in turn receives the same ask again and again, the next one as soon as it has answered. The time is measured from \
handing an ask to the transport until its answer is read; the first row is a tonic client without any library. The time that a \
bot thinks is part of it, so bots that answer at once, such as first-legal, show what their language and library cost. The \
values are medians of three runs of 2 s, each after 3 s of warm-up.

Exit codes:
  0  everything was measured
  2  the command line is wrong
  3  something outside kahua went wrong

Example:
  kahua bench bots --bot rust=house:first-legal --bot python=\"python3 sample-bots/python/first_legal.py\"")]
pub(crate) struct Args {
    /// A bot: NAME=COMMAND or NAME=house:BOT.
    #[arg(long = "bot", value_name = "NAME=COMMAND", required = true)]
    bots: Vec<BotArg>,
    /// One JSON list of rows: bot, asks_per_s, p50_us, p99_us, ratio.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> CommandResult {
    telemetry::init(LogForm::Text, "error").map_err(Failure::usage)?;
    if let Some(remote) = args.bots.iter().find(|bot| bot.origin == Origin::Remote) {
        return Err(Failure::usage(format!("{} is remote: this bench starts the bots itself", remote.name)));
    }
    let ask = median_ask(registry::all()[0])?;
    let logs = data_dir(None, "bench")?;
    let rows = block_on(&on_all_cores()?, async {
        tokio::select! {
            biased;
            error = stopped() => Err(error),
            rows = measure_all(&args.bots, &ask, &logs) => rows,
        }
    })?;
    // If the directory is left behind, it does no harm.
    let _ = std::fs::remove_dir_all(&logs);
    if args.json {
        return Ok(print_json(&Value::Array(rows))?);
    }
    Ok(print(&text(&rows))?)
}

async fn measure_all(bots: &[BotArg], ask: &pb::Ask, logs: &Path) -> anyhow::Result<Vec<Value>> {
    let bar = progress::bar(((bots.len() + 1) * RUNS) as u64, "runs");
    let mut runs = vec![Vec::new(); bots.len() + 1];
    // The bots take turns, so that a busy minute of the machine affects all of them.
    for _ in 0..RUNS {
        for (bot, runs) in std::iter::once(None).chain(bots.iter().map(Some)).zip(&mut runs) {
            runs.push(measure(bot, ask.clone(), logs).await?);
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    let bare = Measurement::median(&runs[0]);
    let names = std::iter::once(BARE).chain(bots.iter().map(|bot| bot.name.as_str()));
    Ok(names.zip(&runs).map(|(name, runs)| row(name, Measurement::median(runs), bare)).collect())
}

/// One run of this bot, or of the bare client.
async fn measure(bot: Option<&BotArg>, ask: pb::Ask, logs: &Path) -> anyhow::Result<Measurement> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    let addr = listener.local_addr()?;
    let laps = Laps::default();
    let server = tokio::spawn(echo::serve(listener, vec![ask], Some(laps.clone())));
    let bot = bot.cloned().map_or_else(|| bare(addr), Ok)?;
    let mut processes = Vec::from_iter(bot.start(addr, "", logs, None).await?);
    let measured = tokio::select! {
        biased;
        error = one_ended(&mut processes) => Err(error.into()),
        measured = listen(&laps) => measured.with_context(|| format!("bot {}", bot.name)),
    };
    server.abort();
    measured
}

async fn listen(laps: &Laps) -> anyhow::Result<Measurement> {
    let start = Instant::now();
    while laps.take().is_empty() {
        anyhow::ensure!(start.elapsed() < START, "it hasn't answered an ask within {} s", START.as_secs());
        tokio::time::sleep(LOOK).await;
    }
    tokio::time::sleep(WARM_UP).await;
    laps.take();
    let start = Instant::now();
    tokio::time::sleep(MEASURE).await;
    Measurement::of(laps.take(), start.elapsed()).context("it stopped answering")
}

/// The tonic client of `bench load`, which lasts longer than a run.
fn bare(addr: SocketAddr) -> anyhow::Result<BotArg> {
    let kahua = std::env::current_exe().context("the path of this program")?;
    let (addr, long) = (addr.to_string(), (WARM_UP + MEASURE + START).as_millis().to_string());
    let arguments = ["bench", "load", "--bots", "1", "--matches-max", "1", "--addr", &addr, "--measure-ms", &long];
    let command = std::iter::once(kahua.display().to_string()).chain(arguments.map(str::to_owned));
    Ok(BotArg { name: BARE.parse()?, origin: Origin::Command(command.collect()), place: CommandDir::Here })
}

fn row(bot: &str, measured: Measurement, bare: Measurement) -> Value {
    json!({
        "bot": bot,
        "asks_per_s": measured.per_s.round() as u64,
        "p50_us": tenths(measured.p50_us),
        "p99_us": tenths(measured.p99_us),
        "ratio": (100.0 * measured.per_s / bare.per_s).round() / 100.0,
    })
}

fn text(rows: &[Value]) -> String {
    let cell = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let keys = ["bot", "asks_per_s", "p50_us", "p99_us", "ratio"];
    let rows = rows.iter().map(|row| keys.iter().map(|key| cell(&row[key])).collect());
    table(&["bot", "asks/s", "p50 µs", "p99 µs", "ratio"], &[1, 2, 3, 4], rows).to_string()
}
