//! One submission against one reference: played until it is decided, in its own arena.

use std::cell::{Cell, RefCell};
use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, anyhow, ensure};
use kahua_core::ids::BotName;
use kahua_core::limits::SHUTDOWN_TIMEOUT;
use kahua_core::season::Season;
use kahua_play::VERSION;
use kahua_process::{StartProcessError, excerpt, last_error, length, log_path, written_since};
use kahua_server::App;
use kahua_settings::config::LeagueSettings;
use kahua_settings::seasons::{PresentSeasons, start_new_season};
use kahua_store::{Reader, Store};
use tokio::time::{Instant, sleep, timeout};

use super::assignment::{Assignment, Reference, SUBMISSION};
use super::contestant::Contestant;
use super::pace::Forecast;
use super::tally::Tally;
use crate::bot_arg::BotArg;
use crate::confine::{Confinement, folders_in, removal};
use crate::data::{open_store, store_path};
use crate::exit::Failure;
use crate::output::complain;
use crate::own_arena::{self, Setup};
use crate::processes::logs;
use crate::supervise::{Consequence, Trouble};

/// A submission that has lost this many matches in a row by its own faults has given up.
const FAULTS_IN_A_ROW_MAX: u32 = 5;

/// How often in a row a bot is started again that crashes or hangs.
const RESTARTS: u32 = 3;

/// How often to check whether a bot is missing.
const LOOK_INTERVAL: Duration = Duration::from_millis(200);

/// The store's key for what was graded: this prefix, then the name of the league.
const GRADED: &str = "graded:";

/// One submission against one reference.
#[derive(Clone, Copy)]
pub(super) struct Pairing<'a> {
    pub(super) assignment: &'a Assignment,
    /// Whose submission it is.
    pub(super) name: &'a str,
    pub(super) submission: &'a Contestant,
    pub(super) reference: &'a Reference,
    /// The submission's own data directory.
    pub(super) data: &'a Path,
    pub(super) confinement: Option<&'a Confinement>,
    pub(super) pace: &'a Forecast,
}

/// The result of a pairing.
#[derive(Clone, Debug)]
pub(super) struct Played {
    pub(super) tally: Tally,
    /// Why the submission can't go on, if it can't.
    pub(super) gave_up: Option<GaveUp>,
    /// How many of its sets this run has played.
    pub(super) sets_now: u64,
}

/// Why a submission can't go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GaveUp {
    pub(super) reason: String,
    /// What it wrote that tells best why; `None` if it wrote nothing.
    pub(super) last_error: Option<String>,
    /// The first and the last lines that it wrote.
    pub(super) last_lines: Vec<String>,
}

impl GaveUp {
    /// For a reason that the submission knows nothing of.
    fn because(reason: impl Into<String>) -> GaveUp {
        GaveUp { reason: reason.into(), last_error: None, last_lines: Vec::new() }
    }
}

impl Pairing<'_> {
    /// Plays what is missing.
    ///
    /// # Errors
    /// If something fails that isn't the submission's fault, or the command is asked to end.
    pub(super) async fn play(&self) -> Result<Played, Failure> {
        let submission = match self.submission.fingerprint() {
            Ok(fingerprint) => fingerprint,
            Err(problem) => {
                let tally = Tally::new(self.assignment, self.reference.name.as_str(), Season::FIRST);
                let gave_up = Some(GaveUp::because(format!("it can't be read: {problem:#}")));
                return Ok(Played { tally, gave_up, sets_now: 0 });
            }
        };
        self.prepare(&submission).await.with_context(|| format!("submission {}", self.name))?;
        let tally = self.tally()?;
        let sets_before = tally.scores.sets();
        let gave_up = match tally.is_over() || tally.has_changed_version {
            true => None,
            false => self.play_on_and_listen().await?,
        };
        let tally = self.tally()?;
        let gave_up = match tally.has_changed_version {
            true => Some(GaveUp::because("it stated another version of itself while it was graded")),
            false => gave_up.filter(|_| !tally.is_over()),
        };
        let sets_now = tally.scores.sets() - sets_before;
        Ok(Played { tally, gave_up, sets_now })
    }

    /// What was played so far, as far as it can be read.
    pub(super) fn so_far(&self) -> Option<Played> {
        Some(Played { tally: self.tally().ok()?, gave_up: None, sets_now: 0 })
    }

    /// Starts a new season of the reference's league if anything has changed since the last match: earlier results must
    /// not count for what is graded now.
    async fn prepare(&self, submission: &str) -> anyhow::Result<()> {
        self.wait_until_free().await;
        let (store, league) = (open_store(self.data)?, self.reference.name.as_str());
        let (key, graded) = (format!("{GRADED}{league}"), self.graded(submission)?);
        let known = store.reader().meta(&key)?;
        if known.as_deref() == Some(graded.as_bytes()) {
            return Ok(());
        }
        // This order makes sure that no match of the new season counts for the old one.
        let season = start_new_season(league, &store).await?;
        if known.is_some() && season.is_some() {
            complain(&format!("{} against {league} has changed since it was played, so it is played again", self.name));
        }
        // These folders have what confined bots saved about matches with the same luck.
        let kept = folders_in(self.data);
        removal::remove(&kept).with_context(|| format!("cannot remove {}", kept.display()))?;
        Ok(store.set_meta(&key, graded.as_bytes()).await?)
    }

    /// A text of everything that is graded, so that any change shows.
    fn graded(&self, submission: &str) -> anyhow::Result<String> {
        let LeagueSettings { terms, seed, .. } = self.assignment.league(self.reference);
        let reference = self.reference.contestant.fingerprint().context("the reference")?;
        let terms = (&terms.game, &terms.options, terms.seats, terms.time, terms.faults, terms.luck, seed);
        Ok(format!("kahua {VERSION}\n{terms:?}\n{submission}\n{reference}"))
    }

    /// What the records say so far.
    fn tally(&self) -> anyhow::Result<Tally> {
        // It is opened anew each time, since the arena of this pairing may have written since.
        let reader = Reader::open(&store_path(self.data))?;
        let mut tally = Tally::new(self.assignment, self.reference.name.as_str(), self.season(&reader)?);
        for record in reader.records() {
            tally.add(&record.context("cannot read a record")?);
        }
        tally.faults.explain(&logs(self.data));
        Ok(tally)
    }

    fn season(&self, reader: &Reader) -> anyhow::Result<Season> {
        let seasons = PresentSeasons::read(reader).context("cannot read the seasons")?;
        Ok(seasons.of(self.reference.name.as_str()))
    }

    /// As [`play_on`](Pairing::play_on), with what the submission wrote meanwhile.
    async fn play_on_and_listen(&self) -> Result<Option<GaveUp>, Failure> {
        let log = log_path(&logs(self.data), submission());
        let before = length(&log);
        let reason = self.play_on().await?;
        Ok(reason.map(|reason| {
            let written = written_since(&log, before);
            GaveUp { reason, last_error: last_error(&written), last_lines: excerpt(&written) }
        }))
    }

    /// Plays until it is decided. Returns the reason if the submission can't go on.
    async fn play_on(&self) -> Result<Option<String>, Failure> {
        let arena = own_arena::open(self.setup()).await?;
        let app = arena.app();
        let (gave_up, stuck, crash) = (RefCell::new(None), Cell::new(None), RefCell::new(None));
        let done = async {
            match self.decided(&app, &crash).await {
                Ok(reason) => *gave_up.borrow_mut() = reason,
                Err(error) => stuck.set(Some(error)),
            }
        };
        let on_trouble = |trouble: Trouble| {
            if trouble.bot.as_str() == SUBMISSION {
                // The bot's log has all details, and the report says why it gave up.
                tracing::info!(submission = self.name, %trouble, "trouble with a submission");
                crash.replace(Some(trouble.short));
                return Ok(());
            }
            complain(&trouble.to_string());
            match trouble.consequence {
                Consequence::Restart { .. } => Ok(()),
                Consequence::Suspended => Err(anyhow!("the reference {} can't go on", self.reference.name)),
            }
        };
        let ended = match arena.play(done, on_trouble).await {
            Ok(ended) => ended,
            Err(error) => match error.downcast_ref::<StartProcessError>() {
                Some(problem) if problem.bot() == submission() => return Ok(Some(problem.to_string())),
                _ => return Err(error.into()),
            },
        };
        ended.result()?;
        match stuck.take() {
            Some(error) => Err(Failure::Outside(error)),
            None => Ok(gave_up.take()),
        }
    }

    fn setup(&self) -> Setup {
        let league = self.assignment.league(self.reference);
        let bots = league.bots.iter().map(|name| {
            let is_submission = name.as_str() == SUBMISSION;
            let contestant = if is_submission { self.submission } else { &self.reference.contestant };
            let Contestant { origin, place } = contestant.clone();
            BotArg { name: *name, origin, place }
        });
        Setup {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            // One set at a time, so that no set is begun in vain.
            matches_at_once: Some(NonZeroUsize::MIN),
            suspend_after: FAULTS_IN_A_ROW_MAX,
            games: self.assignment.games.clone(),
            bots: bots.collect(),
            leagues: vec![league],
            for_people: false,
            restarts: RESTARTS,
            data: self.data.to_owned(),
            confinement: self.confinement.map(|confinement| confinement.for_bots_in(self.data)),
        }
    }

    /// Resolves when it is decided, or the submission can't go on, with the reason why. No match is running then. `crash` is how the
    /// submission's process last ended.
    ///
    /// # Errors
    /// If a reference can't go on, or the records can't be read.
    async fn decided(&self, app: &App, crash: &RefCell<Option<String>>) -> anyhow::Result<Option<String>> {
        let league = self.reference.name.as_str();
        let (season, _) = app.season_progress(league).context("the arena doesn't play the league")?;
        let mut tally = Tally::new(self.assignment, league, season);
        let mut records = app.reader().records();
        let mut sets_before = None;
        let mut present = Instant::now();
        let reason = loop {
            for record in records.by_ref() {
                tally.add(&record.context("cannot read a record")?);
            }
            let sets = tally.scores.sets();
            // Sets of an earlier run may have taken another time, so the forecast waits for one of this run.
            if *sets_before.get_or_insert(sets) < sets
                && let Some(told) = tally.last_set().and_then(|set| self.pace.foretell(set))
            {
                complain(&told);
            }
            if tally.is_over() || tally.has_changed_version {
                break None;
            }
            let progress = app.progress();
            let away = self.away(app);
            if !app.is_idle() || away.is_empty() {
                present = Instant::now();
            }
            if let Some(suspension) = app.suspensions().get(&submission()) {
                break Some(suspension.reason.clone());
            }
            if self.has_nothing_left(app) {
                break None;
            }
            if present.elapsed() >= self.assignment.patience {
                // If the reference is away, that isn't the submission's fault, so nothing is decided.
                ensure!(away.contains_key(&submission()), "the reference {league} takes no match");
                let crash = crash.borrow();
                break Some(reason_of_absence(away[&submission()], crash.as_deref(), self.assignment.patience));
            }
            let _look_again = timeout(LOOK_INTERVAL, app.wait_for(|now| *now != progress)).await;
        };
        // A match that has begun, or whose seats are taken, is played to its end. If it were left open, the next run would wait for
        // it.
        app.stop_pairing();
        while !app.is_idle() {
            sleep(LOOK_INTERVAL).await;
        }
        Ok(reason)
    }

    /// Whether nothing is left to play although the tally isn't over: matches became void again and again.
    fn has_nothing_left(&self, app: &App) -> bool {
        let progress = app.league_progress(self.reference.name.as_str());
        app.is_idle() && progress.is_some_and(|league| league.planned == Some(league.ended))
    }

    /// The bots that take no match, each with whether it is connected.
    fn away(&self, app: &App) -> std::collections::BTreeMap<BotName, bool> {
        let league = self.assignment.league(self.reference);
        app.away(&league.bots, &league.terms.game, self.assignment.seats).into_iter().collect()
    }

    /// Closing connections may still hold the store for a moment.
    async fn wait_until_free(&self) {
        let path = store_path(self.data);
        let since = Instant::now();
        while path.exists() && Store::is_in_use(&path).unwrap_or(false) && since.elapsed() < SHUTDOWN_TIMEOUT {
            sleep(LOOK_INTERVAL).await;
        }
    }
}

fn submission() -> BotName {
    SUBMISSION.parse().expect("a valid name")
}

fn reason_of_absence(is_connected: bool, crash: Option<&str>, patience: Duration) -> String {
    let seconds = patience.as_secs();
    match (is_connected, crash) {
        (true, _) => format!(
            "it was connected but took no match for {seconds} s: its Hello must name the game and the number of seats, \
             and it must not have sent Pause"
        ),
        (false, Some(crash)) => format!("it wasn't connected for {seconds} s: {crash}"),
        (false, None) => format!("it wasn't connected for {seconds} s, though its command was running"),
    }
}
