//! `kahua serve`: an arena for bots to connect to.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use tokio::signal::unix::Signal;
use tokio::time::sleep;
use tracing::{error, info, warn};

use crate::bot_arg::BotArg;
use crate::confine::ConfineArgs;
use crate::data::{StoreArgs, make_data_dir, open_location};
use crate::doctor::troubles_with_certificates;
use crate::exit::{CommandResult, Failure};
use crate::output::print;
use crate::pages_address::pages_address;
use crate::processes::Farewell;
use crate::run_tokens::RunTokens;
use crate::runtime::{block_on, on_all_cores};
use crate::signals::{asked_to_stop, hangups};
use crate::supervise::{Consequence, Starter, SupervisedBot, Supervisor, Trouble};
use kahua_cluster::{JoinError, OpenStore};
use kahua_server::App;
use kahua_server::host::Host;
use kahua_server::telemetry::{self, LogForm};
use kahua_settings::config::{BotSettings, Origin, TlsSettings, Tokens, parse_address};
use kahua_settings::{Config, Rulesets};
use kahua_store::{Location, NodeNumber, StoreError};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
On loopback anybody may connect, by a name or an address of loopback. On any other address, bots, watchers and organizers \
need tokens (see `kahua bot add`) unless the settings have tokens = \"off\". Give it a certificate there: without TLS, tokens travel in the clear. If the settings have \
no league, every bot that connects plays every other bot in every game that both know.

`kahua serve --print-settings` prints a settings file with every key and what it means, to be saved and changed.

All matches of a league's season are played on the same terms: game, options, seats, time control, faults, luck, and so on. \
If the settings have other terms than the season, the arena says which and doesn't start; `kahua league season` starts a \
new season. The list of bots and the number of sets may change at any time.

A [[bot]] with a command finds its way in KAHUA_ADDR, KAHUA_NAME and KAHUA_TOKEN, and what it writes is kept in logs/ in the data \
directory. It runs with your rights, unless it is confined.

`watch` says who may watch the running matches of a league: \"open\" everybody at once, \"players-never\" everybody but those \
who may play in it, \"delayed 60\" everybody a minute later, \"after\" nobody. The default is \"players-never\" where tokens are \
required, and \"open\" elsewhere.

SIGTERM and Ctrl-C stop the arena in good order; open matches continue at the next start. SIGHUP makes it read its \
certificate and key again. KAHUA_LOG sets the log level.

Exit codes:
  0  a signal has stopped the arena in good order
  2  the command line or a settings file is wrong
  3  something outside kahua went wrong

Examples:
  kahua serve
  kahua serve --print-settings > league.toml
  kahua serve --listen 0.0.0.0:7700 --data league --config league.toml
  kahua serve --listen 0.0.0.0:7700 --tls-certificate chain.pem --tls-key key.pem
  kahua serve --data league --store postgres://arena@db.example/league")]
pub(crate) struct Args {
    /// The address to listen on; overrides the settings. [default: 127.0.0.1:7700]
    #[arg(long, value_name = "ADDR", value_parser = parse_address)]
    listen: Option<SocketAddr>,
    /// Where the arena keeps its records, open matches and tokens.
    #[arg(long, value_name = "DIR", default_value = "kahua-data")]
    data: PathBuf,
    #[command(flatten)]
    store: StoreArgs,
    /// A settings file.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Serve TLS with the certificates in this PEM file: the arena's own first, then those that lead to its authority.
    /// Overrides the settings.
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_certificate: Option<PathBuf>,
    /// The private key of the arena's own certificate, a PEM file.
    #[arg(long, value_name = "FILE", requires = "tls_certificate")]
    tls_key: Option<PathBuf>,
    /// Serve metrics for Prometheus at this address, under /metrics. Whoever reaches it may read them. Overrides the
    /// settings.
    #[arg(long, value_name = "ADDR", value_parser = parse_address)]
    metrics: Option<SocketAddr>,
    /// Let everybody in without a token, whatever the address.
    #[arg(long)]
    open: bool,
    /// Let web pages of this origin, such as http://localhost:5173, call the arena from a browser; may be given several
    /// times. In an arena without tokens, such a page may do everything.
    #[arg(long, value_name = "ORIGIN")]
    web_origin: Vec<Origin>,
    /// Write the log as JSON.
    #[arg(long)]
    log_json: bool,
    /// Print a settings file with every key, and do nothing else.
    #[arg(long, exclusive = true)]
    print_settings: bool,
    // Last, since its heading holds for every flag that follows.
    #[command(flatten)]
    confine: ConfineArgs,
}

/// How long an arena whose lease has ended waits between two attempts to join the other nodes again.
const REJOIN_PAUSE: Duration = Duration::from_secs(2);

/// A settings file with every key.
const SETTINGS: &str = include_str!("serve/settings.toml");

pub(crate) fn run(args: &Args) -> CommandResult {
    if args.print_settings {
        return Ok(print(SETTINGS.trim_end())?);
    }
    let form = if args.log_json { LogForm::Json } else { LogForm::Text };
    telemetry::init(form, "info").map_err(Failure::usage)?;
    let mut config = match &args.config {
        Some(path) => Config::read(path).map_err(Failure::usage)?,
        None => Config::default(),
    };
    config.listen = args.listen.unwrap_or(config.listen);
    config.metrics = args.metrics.or(config.metrics);
    if let (Some(certificate), Some(key)) = (&args.tls_certificate, &args.tls_key) {
        config.tls = Some(TlsSettings { certificate: certificate.clone(), key: key.clone() });
    }
    if args.open {
        config.tokens = Tokens::Off;
    }
    config.web_origins.extend_from_slice(&args.web_origin);
    let location = args.store.location(config.store.as_ref(), &args.data)?;
    let bots = kept(&config)?;
    let games = config.load_rulesets().map_err(Failure::usage)?;
    if config.leagues.is_empty() {
        config.leagues = super::leagues::open_to_all(&games);
    }
    block_on(&on_all_cores()?, async {
        // Signals are heard before the store is opened: from now on, one of them ends the arena in good order.
        let asked = asked_to_stop();
        let mut hangups = hangups().context("cannot receive signals")?;
        if let Location::Postgres(url) = &location {
            // The store isn't there, but the logs and the folders of bots are.
            make_data_dir(&args.data)?;
            info!("the store is {url}");
        }
        let mut opened = open(&location, &config, None).await?;
        tokio::pin!(asked);
        loop {
            let arena = Arena { args, config: &config, rulesets: games.clone(), bots: bots.clone() };
            let earlier = opened.node();
            match arena.serve(opened, asked.as_mut(), &mut hangups).await? {
                Ended::Asked => return Ok(()),
                Ended::LeaseEnded => {
                    opened = match join_again(&location, &config, earlier, asked.as_mut()).await? {
                        Some(opened) => opened,
                        None => return Ok(()),
                    }
                }
            }
        }
    })
}

/// What is served until somebody ends it.
struct Arena<'a> {
    args: &'a Args,
    config: &'a Config,
    rulesets: Rulesets,
    bots: Vec<SupervisedBot>,
}

/// Why an arena has ended, if all its data was saved.
enum Ended {
    Asked,
    /// It shares its store, and other nodes continue its matches.
    LeaseEnded,
}

impl Arena<'_> {
    async fn serve(
        self,
        opened: OpenStore,
        mut asked: Pin<&mut impl Future<Output = io::Result<()>>>,
        hangups: &mut Signal,
    ) -> Result<Ended, Failure> {
        let Arena { args, config, rulesets, bots } = self;
        let mut host = tokio::select! {
            biased;
            // A store that can't be written keeps the arena from starting, but must not keep it from being stopped.
            asked = &mut asked => {
                asked.context("cannot receive signals")?;
                return Ok(Ended::Asked);
            }
            host = Host::start_with_pages(config, rulesets, opened, kahua_web::pages) => host?,
        };
        let app = host.app.clone();
        config.tls.iter().flat_map(troubles_with_certificates).for_each(|trouble| warn!("{trouble}"));
        info!("see the arena in a browser: {}", pages_address(host.addr, config.tls.is_some()));
        if config.requires_tokens() && !app.has_organizers() && !has_tokens(&app)? {
            let remedy = "add a bot with `kahua bot add` while the arena isn't running, or make an organizer's token with `kahua organizer token`";
            warn!("no one can connect: tokens are required, but no bot or organizer has one; {remedy}");
        }
        // Without bots of its own, an arena needs no sandbox, and nothing is said about one that is missing.
        let confinement = if bots.is_empty() { None } else { args.confine.prepare(&args.data)? };
        let tokens = Arc::new(RunTokens::issue(&app, bots.iter().map(|kept| kept.bot.name)));
        let starter = Starter { app: app.clone(), addr: host.addr, tokens, data: args.data.clone(), confinement };
        let mut supervisor = Supervisor::start(starter, bots).await?;
        let ended = tokio::select! {
            biased;
            asked = &mut asked => {
                asked.context("cannot receive signals")?;
                Ended::Asked
            }
            () = app.lease_ended() => Ended::LeaseEnded,
            never = read_again(&app, config, hangups) => match never {},
            never = log_troubles(&mut supervisor) => match never {},
            error = host.failed() => return Err(error.into()),
        };
        // The arena's end ends the bots' streams. Bots that exit then haven't crashed.
        supervisor.expect_departures(Farewell::Interrupted);
        let stopped = host.stop().await;
        supervisor.let_go(Farewell::Interrupted).await;
        match (&ended, stopped) {
            // It must not overwrite what other nodes may have written since.
            (Ended::LeaseEnded, Err(problem)) => warn!(%problem, "the arena joins the other nodes again"),
            (_, stopped) => stopped?,
        }
        Ok(ended)
    }
}

/// Opens the store for an arena: alone, or as one of the nodes that share it.
async fn open(location: &Location, config: &Config, earlier: Option<NodeNumber>) -> anyhow::Result<OpenStore> {
    match location {
        Location::File(_) => Ok(open_location(location)?.into()),
        Location::Postgres(url) => Ok(OpenStore::join(url, config, earlier).await?),
    }
}

/// Joins the nodes again as soon as their store can be reached; `None` if the arena was asked to end first. Fails if
/// another arena has taken its place: the two would drive each other out forever.
async fn join_again(
    location: &Location,
    config: &Config,
    earlier: Option<NodeNumber>,
    mut asked: Pin<&mut impl Future<Output = io::Result<()>>>,
) -> Result<Option<OpenStore>, Failure> {
    loop {
        let joined = tokio::select! {
            biased;
            asked = &mut asked => {
                asked.context("cannot receive signals")?;
                return Ok(None);
            }
            joined = open(location, config, earlier) => joined,
        };
        match joined {
            Ok(opened) => return Ok(Some(opened)),
            // The settings are wrong, so it wouldn't help if a supervisor started it again.
            Err(problem) if is_replaced(&problem) => return Err(Failure::usage(problem)),
            Err(problem) => warn!("can't join the other nodes again; retrying: {problem:#}"),
        }
        sleep(REJOIN_PAUSE).await;
    }
}

fn is_replaced(problem: &anyhow::Error) -> bool {
    matches!(problem.downcast_ref(), Some(JoinError::Store(StoreError::NameTaken { .. })))
}

fn has_tokens(app: &App) -> anyhow::Result<bool> {
    Ok(app.reader().bots().context("cannot read the bots")?.iter().any(|bot| bot.token.is_some()))
}

/// The bots that the arena starts.
fn kept(config: &Config) -> Result<Vec<SupervisedBot>, Failure> {
    let started: Vec<_> = config.bots.iter().filter(|bot| bot.is_started()).collect();
    if let (Some(bot), true) = (started.first(), config.tls.is_some()) {
        let problem =
            "an arena that serves TLS can't start bots itself: start it by hand, or serve without TLS behind a proxy";
        return Err(Failure::usage(format!("bot {}: {problem}", bot.name)));
    }
    let kept = |settings: &BotSettings| {
        let bot = BotArg::try_from(settings).map_err(|problem| Failure::usage(format!("{problem:#}")))?;
        Ok(SupervisedBot { bot, restarts: settings.restarts })
    };
    started.into_iter().map(kept).collect()
}

/// Writes to the log what goes wrong with the bots that the arena has started.
async fn log_troubles(supervisor: &mut Supervisor) -> Infallible {
    loop {
        let Trouble { bot, problem, consequence, .. } = supervisor.trouble().await;
        match consequence {
            Consequence::Restart { number, of } => {
                warn!(%bot, problem, "the bot is started again: restart {number} of {of}");
            }
            Consequence::Suspended => {
                warn!(%bot, problem, "the bot isn't started again: it is suspended until an organizer lets it back");
            }
        }
    }
}

/// Reads the certificate again at each of these signals. Programs that renew certificates expect that of a server, and
/// so does `systemctl reload`.
async fn read_again(app: &App, config: &Config, hangups: &mut Signal) -> Infallible {
    loop {
        hangups.recv().await;
        if config.tls.is_none() {
            info!(
                "SIGHUP: this arena has no certificate to read again; settings are read at the start, so stop it and start it \
                 again to change them, and open matches continue"
            );
            continue;
        }
        match app.reload_certificate() {
            Ok(()) => info!("read the certificate and its key again; they hold for new connections"),
            Err(problem) => error!(%problem, "the certificate stays as it was"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_settings_that_are_printed_can_be_used_with_every_key() {
        let check = |text: &str| {
            let config = Config::parse(text).unwrap();
            App::check(&config, &config.load_rulesets().unwrap()).unwrap();
            config
        };
        assert_eq!(check(SETTINGS).leagues.len(), 1);
        let is_key = |line: &&str| line.strip_prefix('#').is_some_and(|key| key.starts_with(char::is_alphabetic));
        let keys = SETTINGS.lines().filter(is_key).count();
        let every_key: String = SETTINGS
            .lines()
            .map(|line| line.strip_prefix('#').filter(|_| is_key(&line)).unwrap_or(line))
            .flat_map(|line| [line, "\n"])
            .collect();
        assert!(keys > 5 && Config::parse(&every_key).unwrap().tls.is_some(), "{every_key}");
    }
}
