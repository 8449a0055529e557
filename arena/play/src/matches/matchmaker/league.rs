//! The state of a league in the matchmaker.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use kahua_core::ids::{BotName, MatchId};
use kahua_core::season::Season;
use kahua_engine::Seed;
use kahua_leagues::{Corrections, Entrant, Format, Outcome, Pairing, Progress, SetSeeds, SetSource};
use kahua_proto::pb::arena::v1::correction::Change;
use tracing::info;

use super::absent::Absences;
use super::report::Reported;
use crate::matches::ended_match::EndedMatch;
use crate::time::Time;
use kahua_settings::config::LeagueSeed;
use kahua_settings::league_spec::LeagueSpec;
use kahua_settings::overrides::Overrides;

/// A season of a league.
#[derive(Debug)]
pub(super) struct League {
    pub(super) spec: Arc<LeagueSpec>,
    /// The seeds of all its seasons are derived from this.
    pub(super) seed: Seed,
    pub(super) format: Box<dyn Format>,
    pub(super) overrides: Overrides,
    /// Pairings that couldn't begin when it was their turn. They come before new ones.
    pub(super) waiting: Vec<Pairing>,
    /// How many matches were started in this run of the arena.
    pub(super) started: u64,
    /// How many matches of the season have ended, with or without result.
    ended: u64,
    /// The matches of the season that have begun and haven't ended.
    pub(super) open: BTreeSet<MatchId>,
    /// The entrants of this season, and how many matches each has played with a result.
    pub(super) played: BTreeMap<Entrant, u64>,
    /// The version in which each of them plays now, or has played last.
    pub(super) current: BTreeMap<BotName, Arc<str>>,
    /// The bots that came with a version beyond the limit, and that version.
    pub(super) refused: BTreeMap<BotName, Arc<str>>,
    /// The bots that organizers have disqualified: in one version, or without a version in all.
    disqualified: BTreeSet<(BotName, Option<String>)>,
    /// For how long the league has stood still for bots on its list.
    pub(super) absent: Absences,
    /// Whether its bots were told that its calendar has closed it.
    pub(super) is_told_closed: bool,
    pub(super) reported: Reported,
}

impl League {
    /// A season in which nothing has been played.
    pub(super) fn new(spec: LeagueSpec, seed: Seed, overrides: Overrides) -> League {
        let settings = &spec.settings;
        let (league, season) = (settings.name.clone(), spec.season.number() - 1);
        let seeds = match settings.seed {
            LeagueSeed::Shared(_) => SetSeeds::AllGroups,
            LeagueSeed::Secret(_) | LeagueSeed::Reproducible(_) => SetSeeds::EachGroup,
        };
        let source = SetSource { league, season, seats: spec.seats(), seed, seeds, luck: spec.matches.luck };
        let mut format = spec.format.start(source);
        let expected = settings.bots.iter().filter(|name| !overrides.withdrawn.contains(name));
        expected.for_each(|name| format.expect(*name));
        let (waiting, played, current, refused, disqualified, absent, reported) = Default::default();
        let spec = Arc::new(spec);
        League {
            spec,
            seed,
            format,
            overrides,
            waiting,
            started: 0,
            ended: 0,
            open: BTreeSet::new(),
            played,
            current,
            refused,
            disqualified,
            absent,
            is_told_closed: false,
            reported,
        }
    }

    pub(super) fn name(&self) -> &str {
        &self.spec.settings.name
    }

    /// Whether every connected bot plays.
    pub(super) fn is_open(&self) -> bool {
        self.spec.settings.bots.is_empty()
    }

    /// Whether the calendar has closed the league.
    pub(super) fn is_closed(&self) -> bool {
        self.spec.settings.calendar.as_ref().is_some_and(|calendar| calendar.is_closed(Time::unix_ms()))
    }

    /// That the calendar has closed the league, and until when; `None` while matches may begin.
    pub(super) fn closed_in_words(&self) -> Option<String> {
        let calendar = self.spec.settings.calendar.as_ref()?;
        let opens = calendar.in_words(calendar.opens(Time::unix_ms())?);
        Some(format!("league {} is closed: its matches begin again {opens}", self.name()))
    }

    /// Whether new matches may begin: no organizer has paused the league, and its calendar hasn't closed it.
    pub(super) fn begins_matches(&self) -> bool {
        !self.overrides.paused && !self.is_closed()
    }

    /// The bots on its list; without a list, those that have played.
    pub(super) fn bots(&self) -> BTreeSet<BotName> {
        match self.is_open() {
            true => self.current.keys().copied().collect(),
            false => self.spec.settings.bots.iter().copied().collect(),
        }
    }

    /// Whether organizers let this bot play, in one version or another.
    pub(super) fn admits(&self, name: &BotName) -> bool {
        !self.overrides.withdrawn.contains(name) && !self.disqualified.contains(&(*name, None))
    }

    /// Whether organizers let this version of a bot play.
    pub(super) fn admits_entrant(&self, Entrant { name, version }: &Entrant) -> bool {
        self.admits(name) && !self.disqualified.contains(&(*name, Some(version.to_string())))
    }

    /// Takes over which bots are disqualified from the season: those get no more matches, and those that aren't any more may play.
    pub(super) fn disqualify(&mut self, corrections: &Corrections) {
        let now = corrections.disqualified_in(self.name(), self.spec.season);
        let now: BTreeSet<_> = now
            .filter_map(|correction| match &correction.change {
                Some(Change::Disqualified(out)) => Some((out.bot.parse().ok()?, out.version.clone())),
                _ => None,
            })
            .collect();
        let changed: Vec<_> = self.disqualified.symmetric_difference(&now).cloned().collect();
        self.disqualified = now;
        for (bot, version) in changed {
            let is_out = self.disqualified.contains(&(bot, version.clone()));
            let plays_now = version
                .as_ref()
                .is_none_or(|version| self.current.get(&bot).is_some_and(|current| **current == **version));
            match is_out {
                true if plays_now => {
                    // Unless it comes with another version, nobody waits for it.
                    self.format.withdraw(&bot);
                    if let Some(version) = version {
                        self.refused.insert(bot, version.into());
                    }
                }
                true => {}
                false => {
                    self.refused.remove(&bot);
                    if !self.is_open() && self.spec.settings.bots.contains(&bot) && self.admits(&bot) {
                        self.format.expect(bot);
                    }
                }
            }
        }
    }

    /// Lets this entrant play, in place of any other version of its bot. If the version is beyond the limit, its bot
    /// doesn't play in this season until it comes with an earlier version. Then returns how many versions have played,
    /// but only the first time that this version is refused.
    pub(super) fn enter(&mut self, entrant: Entrant) -> Option<usize> {
        if !self.admits_entrant(&entrant) {
            // It was told when it was disqualified.
            self.refused.insert(entrant.name, entrant.version);
            return None;
        }
        if let Some(others) = self.surplus(&entrant) {
            let before = self.refused.insert(entrant.name, entrant.version.clone());
            return (before.as_ref() != Some(&entrant.version)).then_some(others);
        }
        self.refused.remove(&entrant.name);
        self.observe(&entrant);
        self.format.enter(entrant);
        None
    }

    /// How many other versions of its bot have played in this season, if they have used up the limit and this one
    /// hasn't played.
    fn surplus(&self, entrant: &Entrant) -> Option<usize> {
        // The empty version sorts before all others.
        let first = Entrant::new(entrant.name, "");
        let versions = self.played.range(first..).take_while(|(other, _)| other.name == entrant.name);
        let mut played = versions.filter(|(_, matches)| **matches > 0).map(|(other, _)| other);
        let others = played.clone().count();
        let is_surplus = others >= self.spec.settings.versions.get() as usize && !played.any(|other| other == entrant);
        is_surplus.then_some(others)
    }

    /// Whether this bot is connected with a version that may not play.
    pub(super) fn refuses(&self, name: &BotName) -> bool {
        self.refused.contains_key(name)
    }

    /// Notes a match that begins, and returns its number in the season. If it can't begin after all, take it out of `open` again.
    pub(super) fn begin(&mut self, id: MatchId) -> u64 {
        self.open.insert(id);
        let number = self.ended + self.open.len() as u64;
        if self.spec.times.change_with(number) {
            let (league, season, time) = (self.name(), self.spec.season, self.spec.times.of(number));
            info!(league, %season, "match {number} of the season begins; from now on the time control is {time}");
        }
        number
    }

    /// Notes a match that has ended. An annulled one was played, too.
    pub(super) fn ended(&mut self, ended: &EndedMatch, corrections: &Corrections) {
        let outcome = ended.outcome(corrections);
        self.ended += 1;
        if let Some(id) = ended.id() {
            self.open.remove(&id);
        }
        for entrant in &ended.seats {
            self.observe(entrant);
            if let Some(played) = self.played.get_mut(entrant).filter(|_| outcome != Outcome::Void) {
                *played += 1;
            }
        }
        self.format.ended(&ended.set, &ended.seats, &outcome);
    }

    /// Gives up a pairing that can't begin any more.
    pub(super) fn void(&mut self, pairing: &Pairing) {
        self.format.ended(&pairing.set, &pairing.seats, &Outcome::Void);
    }

    /// Whether all bots of this pairing still play in the version in which they were paired.
    pub(super) fn is_current(&self, pairing: &Pairing) -> bool {
        let is_current = |entrant: &Entrant| {
            let current = self.current.get(&entrant.name);
            self.admits_entrant(entrant) && current.is_none_or(|version| *version == entrant.version)
        };
        pairing.seats.iter().all(is_current)
    }

    /// How many matches have ended with a result, and how many there will be. `None` if the league has no end, or every
    /// connected bot plays.
    pub(super) fn far(&self) -> (u64, Option<u64>) {
        let Progress { ended, planned } = self.format.progress();
        (ended, planned.filter(|_| !self.is_open()))
    }

    /// Whether all matches are played.
    pub(super) fn is_over(&self) -> bool {
        let (played, planned) = self.far();
        planned.is_some_and(|planned| played >= planned)
    }

    /// Its season, by which running matches are counted.
    pub(super) fn key(&self) -> (String, Season) {
        (self.name().to_owned(), self.spec.season)
    }

    /// Whether nothing is played though there is something to play. `running` are the matches that are being played.
    pub(super) fn stands_still(&self, running: &BTreeMap<(String, Season), u32>) -> bool {
        self.begins_matches() && !self.is_over() && !running.contains_key(&self.key())
    }

    fn observe(&mut self, entrant: &Entrant) {
        if self.current.get(&entrant.name) != Some(&entrant.version) {
            if let Some(earlier) = self.current.insert(entrant.name, entrant.version.clone()) {
                // A version that left without a match need not be remembered.
                let earlier = Entrant { name: entrant.name, version: earlier };
                if self.played.get(&earlier) == Some(&0) {
                    self.played.remove(&earlier);
                }
            }
            self.played.entry(entrant.clone()).or_default();
        }
    }
}
