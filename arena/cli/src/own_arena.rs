//! An arena for a single command. The bots that the command names play in it, and are let go when it has its result.

pub(crate) mod waiting;

use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use kahua_play::token;
use kahua_process::proxy_hint;
use kahua_server::App;
use kahua_server::host::{Host, HostError};
use kahua_settings::config::{LeagueSettings, Tokens};
use kahua_settings::{Config, Rulesets};

use self::waiting::Waiting;
use crate::bot_arg::BotArg;
use crate::confine::Confinement;
use crate::data::open_store;
use crate::exit::Failure;
use crate::output::complain;
use crate::processes::{Farewell, matches_beside_bots};
use crate::run_tokens::RunTokens;
use crate::signals::stopped;
use crate::supervise::{Starter, SupervisedBot, Supervisor, Trouble};

/// What is played, by whom and where.
#[derive(Debug)]
pub(crate) struct Setup {
    /// The address to listen on.
    pub(crate) listen: SocketAddr,
    /// The most matches to play at once; one for each core if it isn't given.
    pub(crate) matches_at_once: Option<NonZeroUsize>,
    pub(crate) games: Rulesets,
    /// All of one game and number of seats.
    pub(crate) leagues: Vec<LeagueSettings>,
    /// Whether people play against the bots in a browser, instead of the leagues.
    pub(crate) for_people: bool,
    pub(crate) bots: Vec<BotArg>,
    /// How many matches in a row a bot may lose by its own faults before it is suspended. 0 means never, for commands
    /// whose user sees the faults and decides what they mean.
    pub(crate) suspend_after: u32,
    /// How often in a row a bot is started again after a crash.
    pub(crate) restarts: u32,
    /// The data directory.
    pub(crate) data: PathBuf,
    pub(crate) confinement: Option<Confinement>,
}

/// An arena that waits for the bots of its command.
pub(crate) struct OwnArena<S> {
    host: Host,
    tokens: Arc<RunTokens>,
    setup: Setup,
    stopped: S,
}

/// How the arena ended.
#[derive(Debug)]
pub(crate) struct Ended {
    /// Success if the command has its result, otherwise what stopped it.
    pub(crate) played: anyhow::Result<()>,
    /// Whether everything was saved.
    kept: Result<(), HostError>,
}

impl Ended {
    /// What went wrong with saving, if the command has no other end than a signal.
    ///
    /// # Errors
    /// If something did.
    pub(crate) fn saved(self) -> Result<(), Failure> {
        Ok(self.kept?)
    }

    /// What went wrong, if anything did. Call it after everything that is known has been printed.
    ///
    /// # Errors
    /// If something did.
    pub(crate) fn result(self) -> Result<(), Failure> {
        self.kept?;
        Ok(self.played?)
    }
}

/// Starts an arena for these bots only.
///
/// # Errors
/// If the store, the settings or the address can't be used.
pub(crate) async fn open(setup: Setup) -> Result<OwnArena<impl Future<Output = anyhow::Error>>, Failure> {
    let config = Config {
        listen: setup.listen,
        // On loopback, people need none.
        tokens: if setup.for_people { Tokens::Auto } else { Tokens::Required },
        // Without any, everybody who needs no token would be an organizer, bots included.
        organizers: vec![token::hash_of(&token::new_token())],
        matches_at_once: setup.matches_at_once.unwrap_or_else(matches_beside_bots),
        suspend_after: setup.suspend_after,
        leagues: if setup.for_people { Vec::new() } else { setup.leagues.clone() },
        ..Config::default()
    };
    // This comes before the arena serves: from now on, a signal ends the matches in good order.
    let stopped = stopped();
    let (games, store) = (setup.games.clone(), open_store(&setup.data)?);
    let host = match setup.for_people {
        true => Host::start_with_pages(&config, games, store, kahua_web::pages).await?,
        false => Host::start(&config, games, store).await?,
    };
    let tokens = Arc::new(RunTokens::issue(&host.app, setup.bots.iter().map(|bot| bot.name)));
    for bot in &setup.bots {
        // The cause of a suspension in an earlier run may have been fixed.
        host.app.let_back(bot.name).await.context("cannot let the bots back")?;
    }
    Ok(OwnArena { host, tokens, setup, stopped })
}

impl<S: Future<Output = anyhow::Error>> OwnArena<S> {
    /// The arena itself, which still answers when it has ended.
    pub(crate) fn app(&self) -> Arc<App> {
        self.host.app.clone()
    }

    /// Where it listens.
    pub(crate) fn addr(&self) -> SocketAddr {
        self.host.addr
    }

    /// Starts the bots and lets them play until `done`, or until `on_trouble` returns an error for a bot's problem.
    /// Then lets the bots go and stops the arena.
    ///
    /// # Errors
    /// If a bot can't be started for the first time.
    pub(crate) async fn play(
        self,
        done: impl Future<Output = ()>,
        mut on_trouble: impl FnMut(Trouble) -> anyhow::Result<()>,
    ) -> anyhow::Result<Ended> {
        let OwnArena { host, tokens, setup, stopped } = self;
        let Setup { bots, restarts, data, confinement, leagues, .. } = setup;
        let waiting = leagues.first().map(|league| Waiting {
            bots: &bots,
            league,
            addr: host.addr,
            tokens: &tokens,
            data: &data,
            proxy: proxy_hint(),
        });
        waiting.iter().flat_map(Waiting::first).for_each(|line| complain(&line));
        let (app, addr) = (host.app.clone(), host.addr);
        let starter = Starter { app, addr, tokens: tokens.clone(), data: data.clone(), confinement };
        let kept = bots.iter().map(|bot| SupervisedBot { bot: bot.clone(), restarts });
        let mut supervisor = match Supervisor::start(starter, kept.collect()).await {
            Ok(supervisor) => supervisor,
            Err(error) => {
                // The bots are gone, and nothing was played that might not be saved.
                let _stopped = host.stop().await;
                return Err(error);
            }
        };
        let idle = async {
            match &waiting {
                Some(waiting) => waiting.say_when_idle(&host.app).await,
                None => std::future::pending().await,
            }
        };
        let played = {
            tokio::pin!(stopped, done, idle);
            loop {
                tokio::select! {
                    biased;
                    error = &mut stopped => break Err(error),
                    trouble = supervisor.trouble() => if let Err(error) = on_trouble(trouble) { break Err(error) },
                    () = &mut done => break Ok(()),
                    () = &mut idle => {}
                }
            }
        };
        let farewell = if played.is_ok() { Farewell::Dismissed } else { Farewell::Interrupted };
        // This comes before the bots' streams end, so that a bot that exits then doesn't count as crashed.
        supervisor.expect_departures(farewell);
        if farewell == Farewell::Dismissed {
            host.app.dismiss();
        }
        let kept = host.stop().await;
        supervisor.let_go(farewell).await;
        Ok(Ended { played, kept })
    }
}
