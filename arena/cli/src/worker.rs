//! `kahua worker`: lends the cores of this machine to an arena.

mod calibrate;
mod joined;
mod report;
mod settings;

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::available_parallelism;

use anyhow::Context;
use kahua_core::ids::BotName;
use kahua_core::limits;
use kahua_server::App;
use kahua_server::host::Host;
use kahua_server::telemetry::{self, LogForm};
use kahua_settings::config::Tokens;
use kahua_settings::{Config, Rulesets};
use kahua_store::Store;
use tokio::signal::unix::Signal;
use tokio::task::spawn_blocking;
use tracing::warn;

use self::joined::{Ended, Joined, Machine};
use self::report::Report;
use self::settings::Settings;
use crate::confine::ConfineArgs;
use crate::data::{make_data_dir, open_store};
use crate::exit::{CommandResult, Failure};
use crate::output::{complain, print, print_json};
use crate::processes::Farewell;
use crate::remote::Remote;
use crate::run_tokens::RunTokens;
use crate::runtime::{block_on, on_all_cores};
use crate::signals::{asked_to_stop, hangups};
use crate::supervise::{Consequence, Starter, SupervisedBot, Supervisor};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
A worker plays matches of those leagues whose settings have workers = true, with the bots of its own settings file: the arena says \
who plays whom, and never what is run here. The bots stay on this machine; pairings come over the network, and records go back, which \
the arena plays again before they count.

The settings file has the worker's name and a [[bot]] for each bot, with name and command (or house) as in the settings of \
an arena:
  name = \"cellar\"
  [[bot]]
  name = \"ann\"
  command = \"python3 ann.py\"

The arena's settings have a [[worker]] with the same name and the SHA-256 of its token; here, KAHUA_TOKEN holds the token. The \
worker may play the bots whose [[bot]] there has workers = true, and those that the arena starts itself. \
Without TLS, a token leaves this machine only with KAHUA_ALLOW_CLEARTEXT_TOKEN=1. Both must be the same version of kahua.

Ctrl-C or SIGTERM lets the worker finish what it plays, and take no more; at the second one it gives its matches back at once. \
KAHUA_LOG sets the log level.

Exit codes:
  0    a signal has stopped the worker in good order
  2    the command line or a settings file is wrong
  3    something outside kahua went wrong
  130  a second signal has ended it, and its matches were given back

Examples:
  kahua worker --join https://arena.example:7700 --config cellar.toml
  kahua worker --join 127.0.0.1:7700 --config cellar.toml --matches-at-once 4 --json
  kahua worker --calibrate")]
pub(crate) struct Args {
    /// The arena: HOST:PORT, with https:// in front if it serves TLS.
    #[arg(long, value_name = "ADDR", required_unless_present = "calibrate", requires = "config")]
    join: Option<String>,
    /// The settings file with the worker's name and bots.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The worker's name; overrides the settings.
    #[arg(long, value_name = "NAME")]
    name: Option<BotName>,
    /// The token to show the arena, in place of the one in KAHUA_TOKEN. Other users of this machine can see it.
    #[arg(long, value_name = "TOKEN")]
    token: Option<String>,
    /// A PEM file with the authorities to trust instead of the machine's, for an arena that serves TLS.
    #[arg(long, value_name = "FILE")]
    ca: Option<PathBuf>,
    /// The most matches to play at once; overrides the settings. [default: one for each two cores of this machine]
    #[arg(long, value_name = "N")]
    matches_at_once: Option<NonZeroUsize>,
    /// Where the logs of the bots are kept, and a copy of the records of this run. The next run removes that copy.
    #[arg(long, value_name = "DIR", default_value = "kahua-worker")]
    data: PathBuf,
    /// One JSON object a line for each thing that happens: its `event` is joined, assigned, kept, refused, failed or parted.
    #[arg(long)]
    json: bool,
    /// Measure the speed of this machine, print it, and do nothing else: decisions of random games on one core in a second.
    #[arg(long)]
    calibrate: bool,
    // Last, since its heading holds for every flag that follows.
    #[command(flatten)]
    confine: ConfineArgs,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    let (Some(addr), Some(config), false) = (&args.join, &args.config, args.calibrate) else {
        return calibrate(args.json);
    };
    telemetry::init(LogForm::Text, "warn").map_err(Failure::usage)?;
    let settings = Settings::read(config).map_err(Failure::usage)?;
    let name = args.name.or(settings.name);
    let name = name.ok_or_else(|| Failure::usage("the worker needs a name: give --name, or `name` in its settings"))?;
    let remote = Remote::new(addr.clone(), args.token.clone(), args.ca.clone());
    let at_once = args.matches_at_once.or(settings.matches_at_once).unwrap_or_else(half_of_the_cores);
    let at_once = at_once.get().min(limits::WORKER_MATCHES_MAX);
    let bots = settings.kept()?;
    block_on(&on_all_cores()?, async {
        let asked = asked_to_stop();
        let mut hangups = hangups().context("cannot receive signals")?;
        // This comes before the bots are started, which may use the cores as well.
        let speed = spawn_blocking(calibrate::speed).await.context("cannot measure the speed of this machine")?;
        let machine = Machine { name, cores: cores(), speed, matches_at_once: at_once };
        let worker = Worker::start(args, &machine, bots).await?;
        tokio::select! {
            biased;
            worked = worker.work(machine, remote, Report::new(args.json), asked) => worked,
            never = ignore(&mut hangups) => match never {},
        }
    })
}

/// Reports that each of these signals has no effect: a service manager that runs a worker may send them.
async fn ignore(hangups: &mut Signal) -> Infallible {
    loop {
        hangups.recv().await;
        warn!("SIGHUP: a worker has nothing to read again; SIGTERM and Ctrl-C end it");
    }
}

fn calibrate(json: bool) -> CommandResult {
    let speed = calibrate::speed();
    if json {
        return Ok(print_json(&serde_json::json!({ "cores": cores(), "speed": speed }))?);
    }
    print(&format!("{speed} decisions a second on each of {} cores", cores()))?;
    Ok(print(&format!(
        "For times that are meant for this machine, the arena's settings say:\n  [workers]\n  reference_speed = {speed}\nIf \
         this machine is a worker, its [[worker]] there says:\n  speed = {speed}"
    ))?)
}

fn cores() -> u32 {
    available_parallelism().map_or(1, |cores| u32::try_from(cores.get()).unwrap_or(u32::MAX))
}

/// A match needs a core for the bot that thinks, and its bots may think in each other's time.
fn half_of_the_cores() -> NonZeroUsize {
    NonZeroUsize::new(cores() as usize / 2).unwrap_or(NonZeroUsize::MIN)
}

/// The arena in this process that plays the matches, and its bots.
struct Worker {
    host: Host,
    supervisor: Supervisor,
    /// The number of bots that aren't suspended.
    bots: usize,
}

impl Worker {
    async fn start(args: &Args, machine: &Machine, bots: Vec<SupervisedBot>) -> Result<Worker, Failure> {
        let config = Config {
            listen: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0),
            tokens: Tokens::Required,
            matches_at_once: NonZeroUsize::new(machine.matches_at_once).unwrap_or(NonZeroUsize::MIN),
            // The arena that keeps the records suspends bots that lose by faults.
            suspend_after: 0,
            plays_for_another: true,
            ..Config::default()
        };
        make_data_dir(&args.data)?;
        let confinement = args.confine.prepare(&args.data)?;
        let host = Host::start(&config, Rulesets::built_in(), empty_store(&args.data)?).await?;
        let tokens = Arc::new(RunTokens::issue(&host.app, bots.iter().map(|kept| kept.bot.name)));
        let app = host.app.clone();
        let starter = Starter { app, addr: host.addr, tokens, data: args.data.clone(), confinement };
        let count = bots.len();
        let supervisor = Supervisor::start(starter, bots).await?;
        Ok(Worker { host, supervisor, bots: count })
    }

    /// Plays until it is asked to end, or can't go on.
    async fn work(
        mut self,
        machine: Machine,
        remote: Remote,
        report: Report,
        asked: impl Future<Output = std::io::Result<()>>,
    ) -> CommandResult {
        let app: Arc<App> = self.host.app.clone();
        let mut joined = Joined::new(app, machine, remote, report);
        let ended = {
            tokio::pin!(asked);
            tokio::select! {
                biased;
                error = host_failed(&mut self.host, &mut self.supervisor, &mut self.bots) => Err(error),
                ended = joined.play(&mut asked) => ended,
            }
        };
        self.supervisor.expect_departures(Farewell::Interrupted);
        let stopped = self.host.stop().await;
        self.supervisor.let_go(Farewell::Interrupted).await;
        match ended? {
            Ended::Finished => Ok(stopped?),
            Ended::GivenBack => Err(Failure::Interrupted),
        }
    }
}

/// Reports problems with the bots, until no bot is left or the arena of this process fails.
async fn host_failed(host: &mut Host, supervisor: &mut Supervisor, bots: &mut usize) -> Failure {
    loop {
        tokio::select! {
            error = host.failed() => return error.into(),
            trouble = supervisor.trouble() => {
                complain(&trouble.to_string());
                *bots -= usize::from(trouble.consequence == Consequence::Suspended);
                if *bots == 0 {
                    return anyhow::anyhow!("no bot is left that can play").into();
                }
            }
        }
    }
}

/// A new store for the matches of this run, below the data directory. Another worker may already play the matches that
/// an earlier run left open.
fn empty_store(data: &Path) -> anyhow::Result<Store> {
    let dir = data.join("matches");
    if dir.exists() {
        // Only if no other worker is using it.
        drop(open_store(&dir)?);
        std::fs::remove_dir_all(&dir).with_context(|| format!("cannot remove {}", dir.display()))?;
    }
    open_store(&dir)
}
