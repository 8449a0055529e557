//! Reports on running leagues: how many matches they have, how far they are, and which bots they wait for.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use kahua_core::ids::BotName;
use kahua_core::limits::{LEAGUE_REPORT_FIRST, LEAGUE_REPORT_INTERVAL, WAITING_LOG_INTERVAL};
use kahua_core::words::about;
use kahua_leagues::Availability;
use kahua_proto::pb::arena::v1::notice;
use tokio::time::{Instant, sleep};
use tracing::{info, warn};

use super::Matchmaker;
use super::league::League;

/// The last report on a league, and the data for the next one.
#[derive(Debug, Default)]
pub(super) struct Reported {
    /// When the first match of this run of the arena began.
    pub(super) began: Option<Instant>,
    /// For how long matches were played in this run, as far as that was noted.
    busy: Duration,
    /// When that was last noted.
    noted: Option<Instant>,
    /// How many matches had been played before this run.
    before: u64,
    /// How many had been played at the last report.
    last: u64,
    /// What the log has last said of the bots for which it waits.
    waiting: Repeated,
}

/// What the log has said last, and when. Nobody wants to read the same line each minute.
#[derive(Debug, Default)]
pub(super) struct Repeated(Option<(String, Instant)>);

impl Repeated {
    /// Whether this is to be said now: it is new, or was said long ago.
    fn is_due(&mut self, text: &str, now: Instant) -> bool {
        let is_known = |(said, at): &(String, Instant)| said == text && now.duration_since(*at) < WAITING_LOG_INTERVAL;
        if self.0.as_ref().is_some_and(is_known) {
            return false;
        }
        self.0 = Some((text.to_owned(), now));
        true
    }
}

impl Reported {
    /// Logs how many matches a league has, before it is played.
    pub(super) fn first(League { spec, format, .. }: &League) -> Reported {
        let played = format.progress().ended;
        let (league, season) = (&spec.settings.name, spec.season);
        info!(league, %season, "{}; {played} are played", spec.settings.plan(&spec.format, spec.seats()));
        Reported { before: played, last: played, ..Reported::default() }
    }

    /// The progress of the league, if it has changed since the last report.
    fn news(&mut self, played: u64, planned: Option<u64>, away: &[BotName], now: Instant) -> Option<String> {
        if std::mem::replace(&mut self.last, played) == played {
            return None;
        }
        let Some(planned) = planned else { return Some(format!("{played} matches are played")) };
        if planned <= played {
            return Some(format!("all {planned} matches are played"));
        }
        let time = self.time_left(played, planned, now).unwrap_or_default();
        let waits = match away.iter().map(BotName::as_str).collect::<Vec<_>>().join(", ") {
            none if none.is_empty() => none,
            away => format!(", and wait for {away}"),
        };
        Some(format!("{played} of {planned} matches are played; the others take about {}{waits}", about(time)))
    }

    /// Notes whether anything is being played. Call it again and again.
    pub(super) fn note_time(&mut self, now: Instant, is_running: bool) {
        if let Some(before) = self.noted.replace(now).filter(|_| is_running) {
            self.busy += now.duration_since(before);
        }
    }

    /// The time for the matches that are left, at the rate of this run while anything was played; `None` if none has ended in it.
    pub(super) fn time_left(&self, played: u64, planned: u64, now: Instant) -> Option<Duration> {
        let in_this_run = u32::try_from(played.saturating_sub(self.before)).unwrap_or(u32::MAX);
        let began = self.began?;
        // A league that has just begun has no time on note.
        let busy = if self.busy.is_zero() { now.duration_since(began) } else { self.busy };
        let each = busy.checked_div(in_this_run)?;
        Some(each.saturating_mul(u32::try_from(planned.saturating_sub(played)).unwrap_or(u32::MAX)))
    }
}

impl Matchmaker {
    /// Reports every minute how far the leagues are and which bots they wait for, until the arena stops.
    pub(super) async fn report(self: Arc<Self>) {
        let mut pause = LEAGUE_REPORT_FIRST;
        loop {
            tokio::select! {
                biased;
                () = self.stop.cancelled() => return,
                () = sleep(pause) => {}
            }
            pause = LEAGUE_REPORT_INTERVAL;
            if self.pairs() && !self.is_paused() {
                self.report_all();
            }
        }
    }

    fn report_all(&self) {
        let running = self.running_of_seasons();
        let mut told: BTreeMap<BotName, Vec<String>> = BTreeMap::new();
        for league in self.leagues.lock().iter_mut() {
            let (played, planned) = league.far();
            let (away, there) = self.listed(league);
            if let Some(closed) = league.closed_in_words().filter(|_| !league.is_over()) {
                league.bots().into_iter().for_each(|name| told.entry(name).or_default().push(closed.clone()));
            }
            if let Some(news) = league.reported.news(played, planned, &away, Instant::now()) {
                info!(league = league.name(), "{news}");
            }
            match league.stands_still(&running) {
                true => self.report_waiting(league, (&away, there), &mut told),
                false => league.reported.waiting = Repeated::default(),
            }
        }
        match running.is_empty() {
            true => self.report_lonely(&mut told),
            false => *self.lonely.lock() = Repeated::default(),
        }
        for (name, lines) in told {
            self.lobby.tell(name, notice::Kind::Waiting, lines.join("; "));
        }
    }

    /// Reports for which bots on its list a league waits, and tells those that are there.
    fn report_waiting(
        &self,
        league: &mut League,
        (away, there): (&[BotName], Vec<BotName>),
        told: &mut BTreeMap<BotName, Vec<String>>,
    ) {
        if away.is_empty() {
            return;
        }
        let suspended = self.lobby.suspensions();
        let in_words = |name: &BotName| match (self.lobby.sender(*name), suspended.contains_key(name)) {
            (_, true) => format!("{name} (it is suspended until an organizer lets it back)"),
            (Some(_), false) if league.refuses(name) => {
                format!("{name} (its present version is one too many for this season)")
            }
            (Some(_), false) => format!("{name} (it is connected, but takes no match of {} now)", league.spec.game()),
            (None, false) => name.to_string(),
        };
        let away = away.iter().map(in_words).collect::<Vec<_>>().join(", ");
        let name = league.name().to_owned();
        if league.reported.waiting.is_due(&away, Instant::now()) {
            warn!(league = name, "no match can begin: still waiting for {away}");
        }
        for bot in there {
            told.entry(bot).or_default().push(format!("league {name} is still waiting for {away}"));
        }
    }

    /// The bots on the league's list that aren't there for a match, and those that are. Withdrawn bots are in neither
    /// list.
    pub(super) fn listed(&self, league: &League) -> (Vec<BotName>, Vec<BotName>) {
        let spec = &league.spec;
        let is_away = |name: &BotName| {
            (league.refuses(name) || self.lobby.availability(*name, spec.game(), spec.seats()) == Availability::Away)
                && !(spec.settings.workers && self.workers.offers(name, spec.game(), spec.seats()))
        };
        spec.settings.bots.iter().filter(|name| league.admits(name)).partition(|name| is_away(name))
    }

    /// For a league without a list: reports that the connected bots are too few for a match.
    fn report_lonely(&self, told: &mut BTreeMap<BotName, Vec<String>>) {
        let connected: Vec<BotName> =
            self.lobby.bots().into_iter().filter(|bot| bot.connected).map(|bot| bot.name).collect();
        if connected.is_empty() || !self.leagues.lock().iter().any(League::is_open) {
            return;
        }
        let names = connected.iter().map(BotName::as_str).collect::<Vec<_>>().join(", ");
        if self.lonely.lock().is_due(&names, Instant::now()) {
            warn!("no match can begin: still waiting for more bots that play the same game; connected: {names}");
        }
        for name in connected {
            told.entry(name).or_default().push("still waiting for more bots that play the same game".to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_far_a_league_is_is_said_when_it_has_come_further() {
        let began = Instant::now();
        let mut reported = Reported { began: Some(began), before: 100, last: 100, ..Reported::default() };
        let minute = began + Duration::from_secs(60);
        assert_eq!(reported.news(100, Some(660), &[], minute), None);
        assert_eq!(
            reported.news(160, Some(660), &[], minute).unwrap(),
            "160 of 660 matches are played; the others take about 8 minutes"
        );
        assert_eq!(reported.news(160, Some(660), &[], minute), None);
        assert_eq!(reported.news(660, Some(660), &[], minute).unwrap(), "all 660 matches are played");
        assert_eq!(reported.news(700, None, &[], minute).unwrap(), "700 matches are played");
    }

    #[test]
    fn time_in_which_nothing_was_played_doesnt_count() {
        let began = Instant::now();
        let at = |seconds| began + Duration::from_secs(seconds);
        let mut reported = Reported { began: Some(began), ..Reported::default() };
        reported.note_time(began, false);
        reported.note_time(at(30), true);
        // It stood still for two hours.
        reported.note_time(at(7230), false);
        reported.note_time(at(7260), true);
        assert_eq!(reported.time_left(60, 120, at(7260)), Some(Duration::from_secs(60)));
        let bob = ["bob".parse().unwrap()];
        assert_eq!(
            reported.news(60, Some(120), &bob, at(7260)).unwrap(),
            "60 of 120 matches are played; the others take about 60 seconds, and wait for bob"
        );
    }

    #[test]
    fn the_same_is_said_again_only_after_an_hour() {
        let (now, mut said) = (Instant::now(), Repeated::default());
        assert!(said.is_due("ann", now) && !said.is_due("ann", now + WAITING_LOG_INTERVAL / 2));
        assert!(said.is_due("ann, bob", now) && !said.is_due("ann, bob", now));
        assert!(said.is_due("ann, bob", now + WAITING_LOG_INTERVAL));
    }
}
