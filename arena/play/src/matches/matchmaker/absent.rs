//! Looks every second which leagues play, which stand still, and which their calendars have opened or closed. A league that stands still
//! for an absent bot goes on without it after the time in its settings.

use std::sync::Arc;
use std::time::Duration;

use kahua_core::ids::BotName;
use kahua_core::words::about;
use kahua_store::Health;
use tokio::time::{Instant, sleep};
use tracing::{error, warn};

use super::Matchmaker;
use crate::auth::audit::note_by_the_arena;

/// How often the arena looks.
const LOOK_INTERVAL: Duration = Duration::from_secs(1);

/// A bot for which a league has stood still for too long.
#[derive(Debug)]
struct Absent {
    league: String,
    bot: BotName,
    /// For how long.
    time: Duration,
}

impl Matchmaker {
    /// Looks every second, until the arena stops.
    pub(super) async fn watch_progress(self: Arc<Self>) {
        loop {
            tokio::select! {
                biased;
                () = self.stop.cancelled() => return,
                () = sleep(LOOK_INTERVAL) => {}
            }
            if !self.pairs() {
                continue;
            }
            for absent in self.look_at_leagues(Instant::now()) {
                self.withdraw_absent(absent).await;
            }
        }
    }

    /// Notes which leagues play, and returns the bots for which one has stood still for too long.
    fn look_at_leagues(&self, now: Instant) -> Vec<Absent> {
        let running = self.running_of_seasons();
        let can_pair = !self.is_paused() && self.store.health() == Health::Well;
        let mut overdue = Vec::new();
        for league in self.leagues.lock().iter_mut() {
            league.reported.note_time(now, running.contains_key(&league.key()));
            self.tell_opened_or_closed(league);
            let Some(patience) = league.spec.settings.withdraw_absent_after_s else { continue };
            let stands_still = can_pair && league.stands_still(&running);
            let (away, there) = if stands_still { self.listed(league) } else { Default::default() };
            // Nobody can play without these either, so there is no need to lose one.
            let away = if there.len() < league.spec.seats().get() { Vec::new() } else { away };
            league.absent.retain(|bot, _| away.contains(bot));
            for bot in away {
                let since = *league.absent.entry(bot).or_insert(now);
                let time = now.duration_since(since);
                if time >= Duration::from_secs(u64::from(patience.get())) {
                    overdue.push(Absent { league: league.name().to_owned(), bot, time });
                }
            }
        }
        overdue
    }

    /// Withdraws a bot as an organizer can.
    async fn withdraw_absent(&self, Absent { league, bot, time }: Absent) {
        let why = format!("the league stood still for it for {}", about(time));
        let told = format!("{why}; an organizer can let it back");
        if let Err(problem) = self.set_withdrawn(&league, bot, true, &told).await {
            error!(league, %bot, %problem, "a bot that is absent can't be withdrawn");
            return;
        }
        warn!(league, %bot, "the bot is withdrawn: {told}");
        let arguments = format!("league {league}, bot {bot}, withdrawn true, since {why}");
        note_by_the_arena(&self.store, "SetWithdrawn", arguments).await;
    }
}
