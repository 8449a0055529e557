//! Looks every second which leagues play, which stand still, and which their calendars have opened or closed. A league that stands still
//! for an absent bot goes on without it after the time in its settings.

use std::collections::BTreeMap;
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

/// For how long a league has stood still for each bot on its list that is away.
#[derive(Debug, Default)]
pub(super) struct Absences(BTreeMap<BotName, Duration>);

impl Absences {
    /// Notes that the league has stood still for these bots for another span. All others are back.
    fn note(&mut self, away: &[BotName], span: Duration) {
        self.0.retain(|bot, _| away.contains(bot));
        for bot in away {
            *self.0.entry(*bot).or_default() += span;
        }
    }

    /// The bots for which the league has stood still at least this long, each with its time.
    fn overdue(&self, patience: Duration) -> impl Iterator<Item = (BotName, Duration)> {
        self.0.iter().filter(move |(_, time)| **time >= patience).map(|(bot, time)| (*bot, *time))
    }
}

impl Matchmaker {
    /// Looks every second, until the arena stops.
    pub(super) async fn watch_progress(self: Arc<Self>) {
        let mut looked = Instant::now();
        loop {
            tokio::select! {
                biased;
                () = self.stop.cancelled() => return,
                () = sleep(LOOK_INTERVAL) => {}
            }
            let now = Instant::now();
            // Also while another node pairs. Otherwise the first span after that would hold all of that time.
            let span = now.duration_since(std::mem::replace(&mut looked, now));
            if !self.pairs() {
                continue;
            }
            for absent in self.look_at_leagues(now, span) {
                self.withdraw_absent(absent).await;
            }
        }
    }

    /// Notes which leagues have played in this span, and returns the bots for which one has stood still for too long.
    fn look_at_leagues(&self, now: Instant, span: Duration) -> Vec<Absent> {
        let running = self.running_of_seasons();
        let can_pair = !self.is_paused() && self.store.health() == Health::Well;
        let mut overdue = Vec::new();
        for league in self.leagues.lock().iter_mut() {
            league.reported.note_time(now, running.contains_key(&league.key()));
            self.tell_opened_or_closed(league);
            let Some(patience) = league.spec.settings.withdraw_absent_after_s else { continue };
            // While no match may begin, no bot holds the league up. What was counted before still counts.
            if !can_pair || !league.begins_matches() {
                continue;
            }
            let (away, there) = if league.stands_still(&running) { self.listed(league) } else { Default::default() };
            // Nobody can play without these either, so there is no need to lose one.
            let away = if there.len() < league.spec.seats().get() { Vec::new() } else { away };
            league.absent.note(&away, span);
            let too_long = league.absent.overdue(Duration::from_secs(u64::from(patience.get())));
            overdue.extend(too_long.map(|(bot, time)| Absent { league: league.name().to_owned(), bot, time }));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_for_which_a_league_stands_still_adds_up_until_the_bot_is_back() {
        let [ann, bob] = ["ann", "bob"].map(|name| name.parse::<BotName>().unwrap());
        let hours = |hours: u64| Duration::from_secs(hours * 3600);
        let mut absences = Absences::default();
        // Nothing is noted in between, while the league is closed.
        absences.note(&[ann, bob], hours(5));
        absences.note(&[ann], hours(1));
        absences.note(&[ann, bob], hours(5));
        assert_eq!(absences.overdue(hours(11)).collect::<Vec<_>>(), [(ann, hours(11))]);
        assert_eq!(absences.overdue(hours(12)).count(), 0);
    }
}
