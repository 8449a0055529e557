//! Where a bot is checked: a true arena with sparring partners in it, at an address that outlives it.

use std::time::{Duration, Instant};

use anyhow::Context;
use kahua_engine::{PerSeat, Seat, SeatCount, Seed};
use tokio::time::{sleep, timeout};

use super::interceptor::Interceptor;
use super::proxy::CuttableProxy;
use super::run::Stop;
use super::service::Examiner;
use super::sparring::Sparring;
use kahua_core::clock::TimeControl;
use kahua_core::ids::BotName;
use kahua_server::app::App;
use kahua_server::config::{Config, FaultKind, FaultSettings, LeagueSettings};
use kahua_server::harness;
use kahua_server::host::Host;
use kahua_server::rulesets::Games;
use kahua_store::Store;

/// The league that the matches stand under.
const LEAGUE: &str = "check";
/// As many as the largest table has beside the bot.
const SPARRING: [&str; 4] = ["sparring-1", "sparring-2", "sparring-3", "sparring-4"];
/// How often it is looked whether a bot has become free, or has left.
const LOOK: Duration = Duration::from_millis(2);
/// Longer than an arena of one bot ever takes to come, to end its matches, or to go.
const ARENA_MAX: Duration = Duration::from_secs(10);

/// A game at a table: what one match is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    /// The game's name.
    pub(crate) game: &'static str,
    /// How many sit at it.
    pub(crate) seats: SeatCount,
    /// The game's options as `name=value`.
    pub(crate) options: Vec<String>,
}

/// The hall.
#[derive(Debug)]
pub(crate) struct Harness {
    /// The name of the bot under check.
    pub(crate) bot: BotName,
    /// What the examiner sees and does.
    pub(crate) desk: Interceptor,
    /// The bot's way into the arena.
    pub(crate) wire: CuttableProxy,
    open: Option<Open>,
    store: Store,
    seed: Seed,
    /// How many matches were begun.
    begun: u64,
}

/// An arena that is there.
#[derive(Debug)]
struct Open {
    host: Host,
    partners: Vec<Sparring>,
}

impl Harness {
    /// Opens the hall, with its data in this store.
    ///
    /// # Errors
    /// If the store or the network can't be used.
    pub(crate) async fn new(store: Store, bot: BotName, seed: Seed) -> anyhow::Result<Harness> {
        let desk = Interceptor::new();
        let wire = CuttableProxy::lay(desk.notebook.clone()).await?;
        let mut hall = Harness { bot, desk, wire, open: None, store, seed, begun: 0 };
        hall.open().await?;
        Ok(hall)
    }

    /// Puts an arena behind the wire, which goes on with the matches that the last one left.
    ///
    /// # Errors
    /// If the network or the store can't be used.
    pub(crate) async fn open(&mut self) -> anyhow::Result<()> {
        let config = Config { listen: ([127, 0, 0, 1], 0).into(), ..Config::default() };
        let desk = self.desk.clone();
        let examiner = |app: &std::sync::Arc<App>| Examiner { app: app.clone(), desk };
        let host = harness::host_with(&config, Games::built_in(), self.store.clone(), examiner);
        let host = timeout(ARENA_MAX, host).await.context("the arena doesn't come up")??;
        let lots = u64::from_le_bytes(self.seed.0[..8].try_into().expect("eight bytes of a seed"));
        let partners = partners().map(|name| Sparring::enter(&host.app, name, lots)).collect();
        self.wire.lead_to(Some(host.addr));
        self.open = Some(Open { host, partners });
        Ok(())
    }

    /// Drains the arena: bots are told and let go, open matches are kept in the store.
    ///
    /// # Errors
    /// If the arena fails.
    pub(crate) async fn close(&mut self) -> anyhow::Result<()> {
        self.wire.lead_to(None);
        match self.open.take() {
            Some(open) => timeout(ARENA_MAX, open.host.stop()).await.context("the arena doesn't go")?,
            None => Ok(()),
        }
    }

    /// Lets the bot go for good, and drains the arena.
    ///
    /// # Errors
    /// If the arena fails.
    pub(crate) async fn dismiss(&mut self) -> anyhow::Result<()> {
        self.arena()?.host.app.dismiss();
        self.close().await
    }

    /// Begins a match between the bot and sparring partners as soon as the bot takes one; gives its id. The bot's seat is
    /// another from match to match. `patience` is how long the bot may let others wait, before the match and within it.
    ///
    /// # Errors
    /// If the bot takes no match, the store can't be used, or there is no arena.
    pub(crate) async fn begin(&mut self, table: &Table, time: TimeControl, patience: Duration) -> Result<String, Stop> {
        let mine = Seat::new((self.begun % table.seats.get() as u64) as u8);
        let mut others = partners();
        let seats = PerSeat::from_fn(table.seats, |seat| {
            if seat == mine { self.bot } else { others.next().expect("partners for the largest table") }
        });
        let settings = LeagueSettings {
            seats: table.seats.get(),
            options: table.options.clone(),
            time,
            faults: FaultSettings {
                policy: FaultKind::Forfeit,
                reconnect_s: u32::try_from(patience.as_secs()).unwrap_or(u32::MAX),
                ..FaultSettings::default()
            },
            rated: false,
            ..LeagueSettings::usual(LEAGUE, table.game, Vec::new())
        };
        let seed = self.seed.derive(LEAGUE, self.begun);
        self.begun += 1;
        let app = &self.arena()?.host.app;
        let since = Instant::now();
        loop {
            // A disk that is slow to take the match in isn't the bot's doing: its patience counts between the tries.
            let tried = timeout(ARENA_MAX, harness::start_match(app, settings.clone(), seats.clone(), seed)).await;
            match tried.context("the store doesn't take a match in")?.context("a match can't begin")? {
                Some(id) => return Ok(id.to_string()),
                None if since.elapsed() < patience => sleep(LOOK).await,
                None => {
                    let s = patience.as_secs();
                    return Err(Stop::Failed(format!(
                        "it took no match for {s} s: it isn't connected any more, or it said Pause or Bye"
                    )));
                }
            }
        }
    }

    /// Resolves when this match isn't played any more, whether or not the bot has heard of it.
    pub(crate) async fn over(&self, match_id: &str) {
        if let (Some(open), Ok(id)) = (&self.open, match_id.parse()) {
            harness::match_over(&open.host.app, id).await;
        }
    }

    /// Has the bot's first opponent give this match up.
    ///
    /// # Errors
    /// If there is no arena.
    pub(crate) fn resign(&self, match_id: &str) -> anyhow::Result<()> {
        self.arena()?.partners[0].resign(match_id);
        Ok(())
    }

    /// Has the bot's first opponent answer no ask of this match until told otherwise.
    ///
    /// # Errors
    /// If there is no arena.
    pub(crate) fn let_lie(&self, match_id: Option<String>) -> anyhow::Result<()> {
        self.arena()?.partners[0].let_lie(match_id);
        Ok(())
    }

    /// Ends the matches that the bot still sits in, and its connection if it is to be started again.
    ///
    /// # Errors
    /// If the arena doesn't get rid of them.
    pub(crate) async fn clear(&self, cut: bool) -> anyhow::Result<()> {
        self.desk.let_pass();
        if cut {
            self.wire.cut();
        }
        let Some(Open { host, .. }) = &self.open else { return Ok(()) };
        let is_clear = |app: &App| {
            let me = app.bots().into_iter().find(|bot| bot.name == self.bot);
            me.is_none_or(|me| me.open_matches == 0 && !(cut && me.connected))
        };
        let cleared = async {
            harness::abort_matches_of(&host.app, self.bot, "the step is over").await;
            while !is_clear(&host.app) {
                sleep(LOOK).await;
            }
        };
        timeout(ARENA_MAX, cleared).await.context("the arena doesn't let go of the last step's matches")
    }

    fn arena(&self) -> anyhow::Result<&Open> {
        self.open.as_ref().ok_or_else(|| anyhow::anyhow!("the arena is closed"))
    }
}

fn partners() -> impl Iterator<Item = BotName> {
    SPARRING.iter().map(|name| name.parse().expect("a sound name"))
}
