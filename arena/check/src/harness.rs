//! The environment of a check: a real arena with sparring partners, behind an address that outlives it.

use std::time::{Duration, Instant};

use kahua_engine::{PerSeat, Seat, SeatCount, Seed};
use tokio::time::{sleep, timeout};

use super::error::CheckError;
use super::error::StepError;
use super::interceptor::Interceptor;
use super::proxy::CuttableProxy;
use super::service::InterceptingService;
use super::sparring::SparringPartner;
use kahua_core::clock::TimeControl;
use kahua_core::ids::BotName;
use kahua_play::token;
use kahua_server::App;
use kahua_server::harness as server;
use kahua_server::host::Host;
use kahua_settings::Rulesets;
use kahua_settings::config::{Config, FaultKind, FaultSettings, MatchTerms};
use kahua_store::{Store, TokenHash};

/// What the records of the matches have in place of a league.
const LABEL: &str = "check";
/// As many as can sit in the largest match together with the bot.
const PARTNERS: [&str; 4] = ["sparring-1", "sparring-2", "sparring-3", "sparring-4"];
/// How often to look whether a bot has become free, or has left.
const POLL: Duration = Duration::from_millis(2);
/// Longer than an arena of one bot ever takes to start, to end its matches, or to stop.
pub(crate) const ARENA_MAX: Duration = Duration::from_secs(10);

/// What a match is played with: a game, a number of seats and the game's options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameSetup {
    /// The game's name.
    pub(crate) game: &'static str,
    /// The number of seats.
    pub(crate) seats: SeatCount,
    /// The game's options as `name=value`.
    pub(crate) options: Vec<String>,
}

/// An arena for one bot, with everything that a step can do to the bot.
#[derive(Debug)]
pub(crate) struct Harness {
    /// The name of the bot under check.
    pub(crate) bot: BotName,
    /// Sees all traffic, and injects faults into it.
    pub(crate) interceptor: Interceptor,
    /// The proxy through which the bot reaches the arena.
    pub(crate) proxy: CuttableProxy,
    running: Option<RunningArena>,
    store: Store,
    /// The name and the token that the bot was given, whatever name it uses. The token allows it to play and to read.
    registered: (BotName, TokenHash),
    seed: Seed,
    /// How many matches have begun.
    begun: u64,
}

#[derive(Debug)]
struct RunningArena {
    host: Host,
    partners: Vec<SparringPartner>,
}

impl Harness {
    /// Starts an arena that keeps its matches in this store and admits the bot with this token.
    ///
    /// # Errors
    /// If the store or the network can't be used.
    pub(crate) async fn new(store: Store, bot: BotName, token: TokenHash, seed: Seed) -> Result<Harness, CheckError> {
        let interceptor = Interceptor::new();
        let proxy = CuttableProxy::bind(interceptor.notebook.clone()).await?;
        let mut harness =
            Harness { bot, interceptor, proxy, running: None, store, registered: (bot, token), seed, begun: 0 };
        harness.open().await?;
        Ok(harness)
    }

    /// Starts an arena behind the proxy. It resumes the matches that the last one left open.
    ///
    /// # Errors
    /// If the network or the store can't be used.
    pub(crate) async fn open(&mut self) -> Result<(), CheckError> {
        // Nobody has this token. So no caller is an organizer, and the bot can't abort the matches that it is losing. A
        // bot without a token is let in as well, and the check judges that.
        let organizers = vec![token::hash_of(&token::new_token())];
        let config = Config {
            listen: ([127, 0, 0, 1], 0).into(),
            organizers,
            // The next step tries something else, so a bot that has failed three of them must be let in.
            suspend_after: 0,
            ..Config::default()
        };
        let interceptor = self.interceptor.clone();
        let service = |app: &std::sync::Arc<App>| InterceptingService { app: app.clone(), interceptor };
        let host = server::host_with(&config, Rulesets::built_in(), self.store.clone(), service);
        let host = within("starting the arena of the check", host).await?;
        let host = host.map_err(|error| CheckError::Arena(error.into()))?;
        let (name, token) = self.registered;
        host.app.admit_for_this_run(name, token);
        let seed = u64::from_le_bytes(self.seed.0[..8].try_into().expect("eight bytes of a seed"));
        let partners = partners().map(|name| SparringPartner::enter(&host.app, name, seed)).collect();
        self.proxy.lead_to(Some(host.addr));
        self.running = Some(RunningArena { host, partners });
        Ok(())
    }

    /// Drains the arena: bots are told to come back, and open matches stay in the store.
    ///
    /// # Errors
    /// If the arena fails.
    pub(crate) async fn close(&mut self) -> Result<(), CheckError> {
        self.proxy.lead_to(None);
        let Some(arena) = self.running.take() else { return Ok(()) };
        let stopped = within("stopping the arena of the check", arena.host.stop()).await?;
        stopped.map_err(|error| CheckError::Arena(error.into()))
    }

    /// Dismisses the bot, which must not come back, and drains the arena.
    ///
    /// # Errors
    /// If the arena fails.
    pub(crate) async fn dismiss(&mut self) -> Result<(), CheckError> {
        self.arena()?.host.app.dismiss();
        self.close().await
    }

    /// Begins a match between the bot and sparring partners as soon as the bot takes one, and returns its id. The bot sits
    /// in another seat each time. `patience` is how long the bot may keep others waiting, before the match and within it.
    ///
    /// # Errors
    /// If the bot takes no match, the store can't be used, or there is no arena.
    pub(crate) async fn begin(
        &mut self,
        setup: &GameSetup,
        time: TimeControl,
        patience: Duration,
    ) -> Result<String, StepError> {
        let mine = Seat::new((self.begun % setup.seats.get() as u64) as u8);
        let mut others = partners();
        let seats = PerSeat::from_fn(setup.seats, |seat| {
            if seat == mine { self.bot } else { others.next().expect("partners for the largest match") }
        });
        let terms = MatchTerms {
            seats: setup.seats.get(),
            options: setup.options.clone(),
            time,
            faults: FaultSettings {
                policy: FaultKind::Forfeit,
                reconnect_s: u32::try_from(patience.as_secs()).unwrap_or(u32::MAX),
                ..FaultSettings::default()
            },
            rated: false,
            ..MatchTerms::new(setup.game)
        };
        let seed = self.seed.derive(LABEL, self.begun);
        self.begun += 1;
        let app = &self.arena()?.host.app;
        let since = Instant::now();
        loop {
            // A slow disk isn't the bot's fault. So its patience runs between the tries, not while the store works.
            let started = server::start_match(app, LABEL, &terms, seats.clone(), seed);
            let tried = within("storing a match", started).await?;
            match tried.map_err(|error| CheckError::Match(error.into()))? {
                Some(id) => return Ok(id.to_string()),
                None if since.elapsed() < patience => sleep(POLL).await,
                None => {
                    let s = patience.as_secs();
                    return Err(StepError::Failed(format!(
                        "it took no match for {s} s: it is no longer connected, or it sent Pause or Bye"
                    )));
                }
            }
        }
    }

    /// Resolves when this match is over, whether or not the bot has been told.
    pub(crate) async fn over(&self, match_id: &str) {
        if let (Some(arena), Ok(id)) = (&self.running, match_id.parse()) {
            server::match_over(&arena.host.app, id).await;
        }
    }

    /// Makes the bot's first opponent resign this match.
    ///
    /// # Errors
    /// If there is no arena.
    pub(crate) fn resign(&self, match_id: &str) -> Result<(), CheckError> {
        self.arena()?.partners[0].resign(match_id);
        Ok(())
    }

    /// Makes the bot's first opponent leave the asks of this match unanswered; `None` makes it answer all of them again.
    ///
    /// # Errors
    /// If there is no arena.
    pub(crate) fn stall(&self, match_id: Option<String>) -> Result<(), CheckError> {
        self.arena()?.partners[0].stall(match_id);
        Ok(())
    }

    /// Aborts the matches that the bot still plays, and cuts its connection if `cut` says so.
    ///
    /// # Errors
    /// If the arena doesn't end them in time.
    pub(crate) async fn clear(&self, cut: bool) -> Result<(), CheckError> {
        self.interceptor.let_pass();
        if cut {
            self.proxy.cut();
        }
        let Some(RunningArena { host, .. }) = &self.running else { return Ok(()) };
        let is_clear = |app: &App| {
            let bot = app.bots().into_iter().find(|bot| bot.name == self.bot);
            bot.is_none_or(|bot| bot.open_matches == 0 && !(cut && bot.connected))
        };
        let cleared = async {
            // Again each time: a match may begin while the others are aborted.
            loop {
                server::abort_matches_of(&host.app, self.bot, "the step is over").await;
                if is_clear(&host.app) {
                    return;
                }
                sleep(POLL).await;
            }
        };
        within("ending the last step's matches", cleared).await
    }

    fn arena(&self) -> Result<&RunningArena, CheckError> {
        self.running.as_ref().ok_or(CheckError::NoArena)
    }
}

/// What the arena does, within the time that it may take.
async fn within<T>(what: &'static str, work: impl Future<Output = T>) -> Result<T, CheckError> {
    timeout(ARENA_MAX, work).await.map_err(|_| CheckError::TooSlow { what, limit: ARENA_MAX })
}

fn partners() -> impl Iterator<Item = BotName> {
    PARTNERS.iter().map(|name| name.parse().expect("a valid name"))
}
