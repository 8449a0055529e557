//! `kahua bench arena`: the whole arena compared with a bare tonic stream, with the bots in a second process.

use std::net::{Ipv4Addr, SocketAddr};
use std::num::{NonZeroU32, NonZeroUsize};
use std::ops::Range;
use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, anyhow};
use kahua_engine::{Seed, registry};
use kahua_proto::pb::arena::v1 as pb;
use prost::Message;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::process::Command;

use super::ask::median_ask;
use super::echo;
use super::measurement::{Measurement, tenths};
use super::with_arena;
use crate::data::open_store;
use crate::exit::CommandResult;
use crate::output::{print, print_json, table};
use crate::progress;
use kahua_core::ids::BotName;
use kahua_core::limits::{BOTS_AT_ONCE, LEAGUE_MATCHES_MAX};
use kahua_server::host::Host;
use kahua_settings::config::{LeagueSeed, LeagueSettings, MatchTerms};
use kahua_settings::{Config, Rulesets};

/// How many asks are open at once, row by row.
const CONNECTIONS: [usize; 4] = [1, 32, 256, 1000];
/// How often each is measured; the median counts.
const RUNS: usize = 3;
/// How long one run measures, after its warm-up, in milliseconds.
const MEASURE_MS: u64 = 800;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each row measures the same client twice. The client runs in a second process and times the way from \
sending an answer until the next ask of the same match arrives:
  echo   against a bare tonic stream, which sends the game's ask of median size and waits for a small answer
  arena  against the arena: rules, clocks, journal on disk, records and ratings, with first-legal bots

Both have as many asks open at once as the row has connections. In the arena each bot plays two matches at once, and the \
first row has two bots in one match. Without --game, each pair of bots plays one of the games, and the bare \
stream sends the asks of all games. The values are medians of three alternating runs.

Exit codes:
  0  everything was measured
  2  the command line is wrong
  3  something outside kahua went wrong

Examples:
  kahua bench arena
  kahua bench arena --game hawaii --connections 256,1000
  kahua bench arena --json --data /var/tmp/bench   journal to that disk")]
pub(crate) struct Args {
    /// Only this game [default: all games, mixed].
    #[arg(long)]
    game: Option<String>,
    /// How many asks are open at once, row by row.
    #[arg(long, value_delimiter = ',', default_values_t = CONNECTIONS, value_parser = connections)]
    connections: Vec<usize>,
    /// One JSON list of rows: connections, decisions_per_s, p50_us, p99_us, echo_per_s, echo_p50_us, echo_p99_us, ratio.
    #[arg(long)]
    json: bool,
    /// Where the arena keeps its data; a fresh directory for temporary files unless told.
    #[arg(long, value_name = "DIR")]
    data: Option<std::path::PathBuf>,
}

pub(super) fn run(args: &Args) -> CommandResult {
    let games = match &args.game {
        Some(name) => vec![crate::games::find(name)?],
        None => registry::all().to_vec(),
    };
    let bench = Bench {
        asks: games.iter().map(|game| median_ask(*game)).collect::<anyhow::Result<_>>()?,
        games: games.iter().map(|game| game.info().name).collect(),
    };
    let rows = with_arena(args.data.as_ref(), async |dir| bench.measure(&args.connections, dir).await)?;
    if args.json {
        return Ok(print_json(&Value::Array(rows))?);
    }
    for (game, ask) in bench.games.iter().zip(&bench.asks) {
        print(&format!("The median ask of {game} has {} bytes.", ask.encoded_len()))?;
    }
    print("")?;
    Ok(print(&text(&rows))?)
}

/// The game, and the messages that the bare stream sends in its place.
struct Bench {
    games: Vec<&'static str>,
    /// The median ask of each game.
    asks: Vec<pb::Ask>,
}

impl Bench {
    async fn measure(&self, connections: &[usize], dir: &Path) -> anyhow::Result<Vec<Value>> {
        let bar = progress::bar((connections.len() * RUNS * 2) as u64, "runs");
        let mut rows = Vec::new();
        for &connections in connections {
            let (mut bare, mut whole) = (Vec::new(), Vec::new());
            for run in 0..RUNS {
                bare.push(self.measure_echo(connections).await.context("the bare stream")?);
                bar.inc(1);
                // The matches of the last run are still open. In the same directory, this run would continue them.
                let dir = dir.join(format!("{connections}-{run}"));
                whole.push(self.measure_arena(connections, &dir).await.context("the arena")?);
                bar.inc(1);
            }
            rows.push(row(connections, Measurement::median(&bare), Measurement::median(&whole)));
        }
        bar.finish_and_clear();
        Ok(rows)
    }

    async fn measure_echo(&self, connections: usize) -> anyhow::Result<Measurement> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let addr = listener.local_addr()?;
        let server = tokio::spawn(echo::serve(listener, self.asks.clone(), None));
        let measured = load(addr, connections, 1).await;
        server.abort();
        measured
    }

    async fn measure_arena(&self, connections: usize, dir: &Path) -> anyhow::Result<Measurement> {
        let bots = connections.max(2);
        let league = |number: usize| {
            let terms = MatchTerms::new(self.games[number % self.games.len()]);
            league_of(number, 2 * number..2 * number + 2, terms)
        };
        let config = Config {
            listen: SocketAddr::new(Ipv4Addr::LOCALHOST.into(), 0),
            leagues: (0..bots / 2).map(league).collect(),
            // The row sets the number.
            matches_at_once: NonZeroUsize::MAX,
            ..Config::default()
        };
        let host = Host::start(&config, Rulesets::built_in(), open_store(dir)?).await?;
        let matches_max = if connections == 1 { 1 } else { 2 };
        let measured = load(host.addr, bots, matches_max).await;
        host.stop().await?;
        measured
    }
}

fn row(connections: usize, bare: Measurement, whole: Measurement) -> Value {
    json!({
        "connections": connections,
        "decisions_per_s": whole.per_s.round() as u64,
        "p50_us": tenths(whole.p50_us),
        "p99_us": tenths(whole.p99_us),
        "echo_per_s": bare.per_s.round() as u64,
        "echo_p50_us": tenths(bare.p50_us),
        "echo_p99_us": tenths(bare.p99_us),
        "ratio": (100.0 * whole.per_s / bare.per_s).round() / 100.0,
    })
}

/// A league of these bots with as many sets as it may have, so that it lasts longer than the bench.
pub(super) fn league_of(number: usize, bots: Range<usize>, terms: MatchTerms) -> LeagueSettings {
    // In a set, each pair of them plays in both seatings.
    let sets = LEAGUE_MATCHES_MAX / (bots.len() * bots.len().saturating_sub(1)).max(1) as u64;
    let bots = bots.map(|bot| -> BotName { format!("load-{bot}").parse().expect("a valid name") });
    let seed = LeagueSeed::Reproducible(Seed::from_number(number as u64));
    LeagueSettings {
        sets: NonZeroU32::new(sets as u32),
        seed,
        ..LeagueSettings::new(format!("bench-{number}"), terms, bots.collect())
    }
}

/// The number of asks of a row. Pairs of bots make them, so it is even, or 1.
fn connections(text: &str) -> Result<usize, String> {
    let most = usize::from(BOTS_AT_ONCE.get());
    match text.parse() {
        Ok(number) if number == 1 || (number % 2 == 0 && (2..=most).contains(&number)) => Ok(number),
        _ => Err(format!("expected 1 or an even number up to {most}")),
    }
}

/// Lets the bots play in their own process, and reads how fast it was.
async fn load(addr: SocketAddr, bots: usize, matches_max: u32) -> anyhow::Result<Measurement> {
    let matches_max = matches_max.to_string();
    let report = report_of_load(addr, bots, MEASURE_MS, &["--matches-max", &matches_max]).await?;
    let value = |name: &str| report[name].as_f64().ok_or_else(|| anyhow!("the bots' process didn't report {name}"));
    Ok(Measurement { per_s: value("per_s")?, p50_us: value("p50_us")?, p99_us: value("p99_us")? })
}

/// Lets the bots play in their own process, and reads its report.
pub(super) async fn report_of_load(
    addr: SocketAddr,
    bots: usize,
    measure_ms: u64,
    more: &[&str],
) -> anyhow::Result<Value> {
    let output = Command::new(std::env::current_exe()?)
        .args(["bench", "load", "--addr", &addr.to_string(), "--bots", &bots.to_string()])
        .args(["--measure-ms", &measure_ms.to_string()])
        .args(more)
        .stderr(Stdio::inherit())
        .kill_on_drop(true)
        .output()
        .await?;
    anyhow::ensure!(output.status.success(), "the bots' process failed ({})", output.status);
    serde_json::from_slice(&output.stdout).context("the bots' process wrote no JSON")
}

fn text(rows: &[Value]) -> String {
    let keys =
        ["connections", "decisions_per_s", "p50_us", "p99_us", "echo_per_s", "echo_p50_us", "echo_p99_us", "ratio"];
    let headings = ["connections", "decisions/s", "p50 µs", "p99 µs", "echo/s", "echo p50 µs", "echo p99 µs", "ratio"];
    let rows = rows.iter().map(|row| keys.iter().map(|key| row[key].to_string()).collect());
    table(&headings, &[0, 1, 2, 3, 4, 5, 6, 7], rows).to_string()
}
