//! `kahua serve`: an arena for bots to connect to.

use std::convert::Infallible;
use std::future::pending;
use std::net::SocketAddr;
use std::path::PathBuf;

use anyhow::Context;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tracing::{error, info};

use crate::data::open_store;
use crate::exit::{CommandResult, Failure};
use crate::signals::asked_to_end;
use kahua_server::config::{Origin, TlsSettings, Tokens};
use kahua_server::host::Host;
use kahua_server::telemetry::{self, LogForm};
use kahua_server::{App, Config};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
On loopback anybody may connect, by a name or an address of loopback. On any other address, bots, watchers and organizers \
need tokens (see `kahua bot add`) unless the settings have tokens = \"off\". Give it a certificate there: without TLS, tokens travel in the clear. If the settings have \
no league, every bot that connects plays every other bot in every game that both know.

A settings file, in which every key is optional:
  listen = \"0.0.0.0:7700\"
  tls = { certificate = \"chain.pem\", key = \"key.pem\" }
  metrics = \"127.0.0.1:9770\"              # for Prometheus, under /metrics
  tokens = \"auto\"                         # auto, required or off
  organizers = [\"<sha256 of a token, in hex>\"]
  watchers = [\"<sha256 of a token, in hex>\"]  # may read and watch, and change nothing
  hosts = [\"arena.lan\"]                   # other names of an open arena on loopback
  web_origins = [\"https://bots.example\"]  # web pages that may call the arena
  matches_at_once = 500                   # if left out: 250 for each core
  rulesets = [\"my-ruleset.toml\"]
  [[league]]
  name = \"spring\"
  game = \"...\"                            # see `kahua games`
  seats = 2
  bots = [\"a\", \"b\", \"c\"]                  # if left out: every bot that connects
  sets = 10                               # each group of bots plays sets x seats matches
  time = \"60s+100ms/5s~50ms\"              # bank+increment/cap~network allowance
  no_clock = false                        # true stops the clock; needs rated = false
  rated = true
  luck = \"fresh\"                          # own luck for every match; \"same\": one luck for each set
  watch = \"players-never\"                 # who may watch; see below
  faults = { policy = \"auto\", strikes = 3, reconnect_s = 60 }

`watch` says who may watch the running matches of a league: \"open\" everybody at once, \"players-never\" everybody but those \
who may play in it, \"delayed 60\" everybody a minute later, \"after\" nobody. The default is \"players-never\" where tokens are \
required, and \"open\" elsewhere.

SIGTERM and Ctrl-C stop the arena in good order; open matches continue at the next start. SIGHUP makes it read its \
certificate and key again. KAHUA_LOG sets the log level.

Examples:
  kahua serve
  kahua serve --listen 0.0.0.0:7700 --data league --config league.toml
  kahua serve --listen 0.0.0.0:7700 --tls-certificate chain.pem --tls-key key.pem")]
pub(crate) struct Args {
    /// The address to listen on; overrides the settings. [default: 127.0.0.1:7700]
    #[arg(long, value_name = "ADDR")]
    listen: Option<SocketAddr>,
    /// Where the arena keeps its records, open matches and tokens.
    #[arg(long, value_name = "DIR", default_value = "kahua-data")]
    data: PathBuf,
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
    #[arg(long, value_name = "ADDR")]
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
}

pub(crate) fn run(args: &Args) -> CommandResult {
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
    let games = config.load_rulesets().map_err(Failure::usage)?;
    if config.leagues.is_empty() {
        config.leagues = super::leagues::open_to_all(&games);
    }
    let runtime = tokio::runtime::Runtime::new().context("cannot start the async runtime")?;
    runtime.block_on(async {
        let asked = asked_to_end();
        // Without a certificate, the signal keeps its usual meaning: the terminal was closed.
        let hangups = config.tls.as_ref().map(|_| signal(SignalKind::hangup()));
        let hangups = hangups.transpose().context("cannot receive signals")?;
        let store = open_store(&args.data)?;
        tokio::pin!(asked);
        let mut host = tokio::select! {
            biased;
            // A store that can't be written keeps the arena from starting, but not from being stopped.
            asked = &mut asked => return Ok(asked.context("cannot receive signals")?),
            host = Host::start(&config, games, store) => host?,
        };
        let app = host.app.clone();
        tokio::select! {
            biased;
            asked = &mut asked => asked.context("cannot receive signals")?,
            never = renew_certificate(&app, hangups) => match never {},
            error = host.failed() => return Err(error.into()),
        }
        Ok(host.stop().await?)
    })
}

/// Reads the certificate again at each of these signals, as programs that renew certificates expect of a server.
async fn renew_certificate(app: &App, hangups: Option<Signal>) -> Infallible {
    let Some(mut hangups) = hangups else { return pending().await };
    loop {
        hangups.recv().await;
        match app.reload_certificate() {
            Ok(()) => info!("read the certificate and its key again; they hold for new connections"),
            Err(problem) => error!(%problem, "the certificate stays as it was"),
        }
    }
}
