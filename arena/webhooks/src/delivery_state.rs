//! What a webhook has seen of an arena, and what waits to be sent. What is new since the last look becomes events.

use std::collections::{BTreeMap, VecDeque};

use kahua_core::ids::BotName;
use kahua_leagues::Corrections;
use kahua_play::token;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::time::unix_ms;
use kahua_queries::Facts;
use kahua_settings::config::{WebhookEvent, WebhookSettings};
use kahua_store::{Reader, StoreError, match_summary};
use pb::league_status::State;
use serde::{Deserialize, Serialize};

use crate::event::{Event, Origin, Round};
use crate::limits::{WAITING_MAX, WAITING_WITH_RESULTS_MAX};

/// What one webhook has seen and was sent. The store keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct DeliveryState {
    origin: Origin,
    seen: Seen,
    /// What is still to be sent, the oldest first.
    pub(crate) waiting: VecDeque<Event>,
    /// How many events were given up since the last one that was taken.
    pub(crate) missed: u64,
}

/// Everything up to here has been sent, or waits to be sent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Seen {
    /// The number of the last record; unset while the webhook isn't sent results.
    record: Option<i64>,
    /// The number of the last correction.
    correction: u64,
    /// Since when each suspended bot is suspended.
    suspended: BTreeMap<String, i64>,
    leagues: BTreeMap<String, SeenLeague>,
    unwell: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct SeenLeague {
    season: u32,
    /// The number of its latest round, from 1.
    round: u32,
    over: bool,
}

impl DeliveryState {
    /// What the store has kept for the webhook of this name; `None` if that is nothing, or nothing that this version can read.
    pub(crate) fn read(name: BotName, reader: &Reader) -> Result<Option<DeliveryState>, StoreError> {
        Ok(reader.meta(&key(name))?.and_then(|kept| serde_json::from_slice(&kept).ok()))
    }

    /// Everything up to now is known, and nothing waits.
    pub(crate) fn begin(facts: &impl Facts) -> Result<DeliveryState, StoreError> {
        let leagues = facts.statuses(None)?.into_iter().filter_map(|status| {
            let now = SeenLeague::of(&status)?;
            // The first round of a league that begins with the arena is news.
            let round = if status.played == 0 { 0 } else { now.round };
            Some((status.league?.name, SeenLeague { round, ..now }))
        });
        let seen = Seen {
            record: Some(facts.reader().last_number()?),
            correction: last(facts.corrections()?.as_ref()),
            suspended: since_when(&facts.suspensions()?),
            leagues: leagues.collect(),
            unwell: false,
        };
        let origin = Origin(hex::encode(token::random_bytes::<16>()));
        Ok(DeliveryState { origin, seen, waiting: VecDeque::new(), missed: 0 })
    }

    /// The key under which the store keeps it, and its bytes.
    pub(crate) fn kept(&self, name: BotName) -> (String, Vec<u8>) {
        (key(name), serde_json::to_vec(self).expect("all keys are texts"))
    }

    /// Makes events of what is new, as far as the webhook wants them.
    pub(crate) fn look(&mut self, facts: &impl Facts, settings: &WebhookSettings) -> Result<(), StoreError> {
        // Looked at before the results, so that a league isn't over before its last result is told.
        let (statuses, suspensions, made) = (facts.statuses(None)?, facts.suspensions()?, facts.corrections()?);
        self.see_results(facts.reader(), settings)?;
        self.see_corrections(&made, settings);
        self.see_suspensions(&suspensions, settings);
        self.see_leagues(&statuses, settings);
        Ok(())
    }

    /// Results wait in the store while there is no room for them.
    fn see_results(&mut self, reader: &Reader, settings: &WebhookSettings) -> Result<(), StoreError> {
        if !settings.events.contains(&WebhookEvent::Result) {
            // If results are wanted again later, the past ones aren't sent.
            self.seen.record = None;
            return Ok(());
        }
        let mut last = match self.seen.record {
            Some(last) => last,
            None => reader.last_number()?,
        };
        while self.waiting.len() < WAITING_WITH_RESULTS_MAX {
            let page = reader.summaries_after(last)?;
            if page.is_empty() {
                break;
            }
            for (number, record) in page {
                if self.waiting.len() == WAITING_WITH_RESULTS_MAX {
                    break;
                }
                last = number;
                if settings.wants(WebhookEvent::Result, Some(&record.league)) {
                    let event = self.origin.result(&match_summary(record));
                    self.push(event);
                }
            }
        }
        self.seen.record = Some(last);
        Ok(())
    }

    fn see_corrections(&mut self, made: &Corrections, settings: &WebhookSettings) {
        let seen = self.seen.correction;
        for made in made.iter().filter(|made| made.number > seen) {
            self.seen.correction = made.number;
            if settings.wants(WebhookEvent::Correction, Some(&made.league)) {
                let event = self.origin.correction(made);
                self.push(event);
            }
        }
    }

    fn see_suspensions(&mut self, now: &BTreeMap<BotName, pb::Suspension>, settings: &WebhookSettings) {
        // Also where it isn't wanted, so that it isn't told late once it is.
        let before = std::mem::replace(&mut self.seen.suspended, since_when(now));
        if !settings.wants(WebhookEvent::Suspension, None) {
            return;
        }
        for (bot, since_ms) in &before {
            if !self.seen.suspended.contains_key(bot) {
                let event = self.origin.let_back(bot, *since_ms);
                self.push(event);
            }
        }
        for (bot, suspension) in now {
            if before.get(bot.as_str()) != Some(&since(suspension)) {
                let event = self.origin.suspended(bot.as_str(), suspension);
                self.push(event);
            }
        }
    }

    fn see_leagues(&mut self, statuses: &[pb::LeagueStatus], settings: &WebhookSettings) {
        for status in statuses {
            let (Some(league), Some(now)) = (&status.league, SeenLeague::of(status)) else { continue };
            let fresh = SeenLeague { season: now.season, round: 0, over: false };
            let before = self.seen.leagues.insert(league.name.clone(), now);
            let before = before.filter(|before| before.season == now.season).unwrap_or(fresh);
            let wants = |event| settings.wants(event, Some(&league.name));
            if let Some(round) = Round::of(status).filter(|_| now.round > before.round && wants(WebhookEvent::Round)) {
                let event = self.origin.round(league, round);
                self.push(event);
            }
            if now.over && !before.over && wants(WebhookEvent::LeagueOver) {
                let event = self.origin.league_over(league, status.played);
                self.push(event);
            }
        }
    }

    /// Whether this differs from what was last told of the arena's health.
    pub(crate) fn is_other_health(&self, trouble: Option<&str>) -> bool {
        trouble.is_some() != self.seen.unwell
    }

    /// Tells of the arena's health.
    pub(crate) fn see_health(&mut self, trouble: Option<&str>, settings: &WebhookSettings) {
        self.seen.unwell = trouble.is_some();
        if settings.wants(WebhookEvent::Health, None) {
            let event = self.origin.health(trouble);
            self.push(event);
        }
    }

    /// Lets an event wait. If there is no room, the oldest one is given up.
    fn push(&mut self, event: Event) {
        if self.waiting.len() == WAITING_MAX {
            self.give_up();
        }
        self.waiting.push_back(event);
    }

    /// Gives the oldest event up.
    pub(crate) fn give_up(&mut self) {
        self.missed += u64::from(self.waiting.pop_front().is_some());
    }
}

impl SeenLeague {
    fn of(status: &pb::LeagueStatus) -> Option<SeenLeague> {
        let round = Round::of(status).map_or(0, Round::number);
        Some(SeenLeague { season: status.league.as_ref()?.season, round, over: status.state() == State::Over })
    }
}

fn key(name: BotName) -> String {
    format!("webhook:{name}")
}

fn since_when(suspensions: &BTreeMap<BotName, pb::Suspension>) -> BTreeMap<String, i64> {
    suspensions.iter().map(|(bot, suspension)| (bot.to_string(), since(suspension))).collect()
}

fn since(suspension: &pb::Suspension) -> i64 {
    suspension.since.as_ref().and_then(unix_ms).unwrap_or_default()
}

fn last(made: &Corrections) -> u64 {
    made.iter().next_back().map_or(0, |made| made.number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> WebhookSettings {
        let text = "[[webhook]]\nname = 'relay'\nurl = 'http://localhost/'\nsecret_file = 's'\n";
        kahua_settings::Config::parse(text).unwrap().webhooks.remove(0)
    }

    impl DeliveryState {
        pub(crate) fn nothing() -> DeliveryState {
            DeliveryState { origin: Origin("one".into()), seen: Seen::default(), waiting: VecDeque::new(), missed: 0 }
        }
    }

    fn suspended(bots: impl IntoIterator<Item = usize>) -> BTreeMap<BotName, pb::Suspension> {
        bots.into_iter().map(|bot| (format!("b{bot}").parse().unwrap(), pb::Suspension::default())).collect()
    }

    #[test]
    fn what_is_over_is_told_once_and_once_more_when_it_was_taken_up_again() {
        let (mut told, settings) = (DeliveryState::nothing(), settings());
        let mut look = |season, played, state: State| {
            let league = Some(pb::League { name: "l".into(), season, ..pb::League::default() });
            let status = pb::LeagueStatus { league, played, state: state.into(), ..pb::LeagueStatus::default() };
            told.see_leagues(&[status], &settings);
            told.waiting.drain(..).map(|event| event.id).collect::<Vec<_>>()
        };
        assert_eq!(look(1, 1, State::Playing), [""; 0]);
        let first = look(1, 2, State::Over);
        assert_eq!((first.len(), look(1, 2, State::Over).len(), look(1, 2, State::Playing).len()), (1, 0, 0));
        let extended = look(1, 4, State::Over);
        let next_season = look(2, 2, State::Over);
        assert_eq!((extended.len(), next_season.len()), (1, 1));
        assert!(first != extended && first != next_season);
    }

    #[test]
    fn the_oldest_of_too_many_is_given_up_and_counted() {
        let (mut state, settings) = (DeliveryState::nothing(), settings());
        state.see_suspensions(&suspended(0..WAITING_MAX), &settings);
        let first = state.waiting[0].clone();
        assert_eq!((state.waiting.len(), state.missed), (WAITING_MAX, 0));
        state.see_suspensions(&suspended(0..WAITING_MAX + 1), &settings);
        assert_eq!((state.waiting.len(), state.missed), (WAITING_MAX, 1));
        assert!(!state.waiting.contains(&first));
    }

    #[test]
    fn what_is_kept_is_read_again() {
        let (mut state, settings) = (DeliveryState::nothing(), settings());
        state.see_suspensions(&suspended(0..2), &settings);
        state.see_health(Some("the disk is full"), &settings);
        state.give_up();
        let (key, bytes) = state.kept(settings.name);
        assert_eq!((key.as_str(), serde_json::from_slice::<DeliveryState>(&bytes).unwrap()), ("webhook:relay", state));
    }
}
