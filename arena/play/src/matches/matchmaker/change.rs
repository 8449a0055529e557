//! Changes that organizers make to a running league.

use std::sync::Arc;

use kahua_core::ids::BotName;
use kahua_core::season::Season;
use kahua_proto::pb::arena::v1::notice;
use kahua_store::StoreError;
use tracing::{info, warn};

use super::Matchmaker;
use super::league::League;
use super::report::Reported;
use crate::matches::unknown_league::UnknownLeague;
use kahua_settings::config::Length;
use kahua_settings::league_spec::{LeagueError, LeagueSpec};
use kahua_settings::overrides::{ExtendError, NotListed, Overrides};
use kahua_settings::seasons::{KeptSeason, PresentSeasons, StoredSeason};

/// Why a league can't be changed.
#[derive(Debug, thiserror::Error)]
pub enum ChangeError {
    /// No such league is played.
    #[error(transparent)]
    Unknown(UnknownLeague),
    /// The bot isn't on the league's list.
    #[error(transparent)]
    NotListed(#[from] NotListed),
    /// It can't be extended to this length.
    #[error("league {league:?} can't be extended: {problem}")]
    Extend { league: String, problem: ExtendError },
    /// It can't be played in this length.
    #[error(transparent)]
    League(LeagueError),
    /// The store can't keep the change, which lasts until the arena stops.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Matchmaker {
    /// Stops or resumes the pairing of this league. Matches that have begun go on.
    pub async fn set_league_paused(&self, league: &str, paused: bool) -> Result<(), ChangeError> {
        self.change(league, |league| {
            if std::mem::replace(&mut league.overrides.paused, paused) != paused {
                self.tell_paused(league);
            }
            Ok(())
        })
        .await
    }

    /// Tells the bots of a league that its pairing was stopped or goes on.
    fn tell_paused(&self, league: &League) {
        let name = league.name();
        let (kind, text) = match league.overrides.paused {
            true => (notice::Kind::Paused, format!("an organizer has paused league {name}; its open matches go on")),
            false => (notice::Kind::Unpaused, format!("new matches of league {name} are paired again")),
        };
        self.lobby.tell_all(league.bots(), kind, &text);
    }

    /// Tells the bots of a league when its calendar has closed or opened it.
    pub(super) fn tell_opened_or_closed(&self, league: &mut League) {
        let is_closed = league.is_closed();
        if std::mem::replace(&mut league.is_told_closed, is_closed) == is_closed {
            return;
        }
        let (kind, text) = match league.closed_in_words() {
            Some(closed) => (notice::Kind::Paused, format!("{closed}; its open matches go on")),
            None => (notice::Kind::Unpaused, format!("league {} is open: new matches are paired again", league.name())),
        };
        info!(league = league.name(), "{text}");
        self.lobby.tell_all(league.bots(), kind, &text);
        self.lobby.notify();
    }

    /// Tells all bots of a league that this one was withdrawn, and why, or this one that it plays again.
    fn tell_withdrawn(&self, league: &League, withdrawn: BotName, why: &str) {
        let name = league.name();
        if !league.overrides.withdrawn.contains(&withdrawn) {
            let text = format!("an organizer lets you play in league {name} again");
            return self.lobby.tell(withdrawn, notice::Kind::LetBack, text);
        }
        let text = format!("{withdrawn} plays no more in league {name}: {why}");
        self.lobby.tell_all(league.bots(), notice::Kind::Withdrawn, &text);
    }

    /// Gives this bot no more matches in this league, for this reason, or lets it play again. Matches that have begun go on.
    pub async fn set_withdrawn(
        &self,
        league: &str,
        bot: BotName,
        withdrawn: bool,
        why: &str,
    ) -> Result<(), ChangeError> {
        self.change(league, |league| {
            NotListed::check(league.name(), bot, &league.spec.settings.bots)?;
            let was_withdrawn = league.overrides.withdrawn.contains(&bot);
            league.overrides.set_withdrawn(bot, withdrawn);
            match withdrawn {
                true => league.format.withdraw(&bot),
                // An open league waits for no bot. One that is let back enters when it is connected.
                false if league.is_open() => {}
                false => league.format.expect(bot),
            }
            if was_withdrawn != withdrawn {
                self.tell_withdrawn(league, bot, why);
            }
            Ok(())
        })
        .await
    }

    /// Extends this league to this length. Returns how many matches it then has, if that is known.
    pub async fn extend(&self, league: &str, length: Length) -> Result<Option<u64>, ChangeError> {
        self.change(league, |league| {
            let mut overrides = league.overrides.clone();
            let refused = |problem| ChangeError::Extend { league: league.name().to_owned(), problem };
            overrides.extend(length).map_err(refused)?;
            let spec = league.spec.with_length(length, &self.rulesets).map_err(ChangeError::League)?;
            league.format.extend(&spec.format);
            (league.spec, league.overrides) = (Arc::new(spec), overrides);
            Ok(league.far().1)
        })
        .await
    }

    /// Takes over the changes that organizers have made to the leagues at another node.
    ///
    /// # Errors
    /// If the store can't be read.
    pub fn read_overrides(&self) -> Result<(), StoreError> {
        let known = |league: &League| (league.name().to_owned(), league.overrides.clone());
        let leagues: Vec<_> = self.leagues.lock().iter().map(known).collect();
        let (reader, seasons) = (self.store.reader(), PresentSeasons::read(self.store.reader())?);
        for (name, before) in leagues {
            let present = seasons.of(&name);
            // Reads without the lock, since all other work on leagues would wait for it.
            let overrides = Overrides::read(&name, present, reader)?;
            let mut leagues = self.leagues.lock();
            // If the overrides were changed here since, that change is newer than what was read, so it stays.
            let unchanged = leagues.iter_mut().find(|league| league.name() == name && league.overrides == before);
            if let Some(league) = unchanged
                && let Err(problem) = self.become_as(league, present, overrides)
            {
                warn!(league = name, "what was changed on another node can't be played here: {problem}");
            }
        }
        self.lobby.notify();
        Ok(())
    }

    fn become_as(&self, league: &mut League, season: Season, overrides: Overrides) -> Result<(), LeagueError> {
        if season != league.spec.season {
            let mut spec = self.with_bots_by_hand(league.spec.settings.clone(), &overrides)?;
            spec.season = season;
            *league = League::new(spec, league.seed, overrides.clone());
            league.disqualify(&self.matches.ledger().corrections());
            league.reported = Reported::first(league);
        }
        let changed: Vec<BotName> =
            overrides.withdrawn.symmetric_difference(&league.overrides.withdrawn).copied().collect();
        for bot in &changed {
            match overrides.withdrawn.contains(bot) {
                true => league.format.withdraw(bot),
                false if league.is_open() => {}
                false => league.format.expect(*bot),
            }
        }
        if let Some(length) = overrides.length.filter(|length| league.overrides.length != Some(*length)) {
            let spec = league.spec.with_length(length, &self.rulesets)?;
            league.format.extend(&spec.format);
            league.spec = Arc::new(spec);
        }
        let is_paused_otherwise = overrides.paused != league.overrides.paused;
        league.overrides = overrides;
        changed.into_iter().for_each(|bot| self.tell_withdrawn(league, bot, "it was withdrawn at another node"));
        if is_paused_otherwise {
            self.tell_paused(league);
        }
        Ok(())
    }

    /// Begins a new season of this league, on the terms of the present one and with the length of the settings, between these
    /// bots, or those of the present season if there are none. Running matches go on in their own season.
    pub async fn start_season(&self, league: &str, bots: Vec<BotName>) -> Result<Season, ChangeError> {
        let mut kept = None;
        let season = self.change(league, |league| {
            let season = league.spec.season.next();
            let mut overrides = league.overrides.in_season(season);
            let mut settings = match overrides.length_of_settings {
                Some(length) => league.spec.settings.with_length(length),
                None => league.spec.settings.clone(),
            };
            if !bots.is_empty() {
                settings.bots.clone_from(&bots);
                overrides.bots = bots;
            }
            let mut spec = LeagueSpec::new(settings, &self.rulesets).map_err(ChangeError::League)?;
            spec.season = season;
            // All three are queued in the store here, while the leagues are locked, and awaited below.
            let ended = KeptSeason { season: league.spec.season, terms: league.spec.season_terms() };
            let ended = StoredSeason { kept: ended, withdrawn: league.overrides.withdrawn.clone() };
            let ended = ended.keep_as_past(league.name(), &self.store);
            let terms = KeptSeason { season, terms: spec.season_terms() }.keep(league.name(), &self.store);
            kept = Some((ended, terms, spec.times.keep(league.name(), season, &self.store)));
            *league = League::new(spec, league.seed, overrides);
            league.reported = Reported::first(league);
            Ok(season)
        });
        let season = season.await?;
        if let Some((ended, terms, times)) = kept {
            ended.await?;
            terms.await?;
            times.await?;
        }
        Ok(season)
    }

    /// Changes the league of this name, and stores the overrides.
    async fn change<T>(
        &self,
        name: &str,
        change: impl FnOnce(&mut League) -> Result<T, ChangeError>,
    ) -> Result<T, ChangeError> {
        let (changed, kept) = {
            let mut leagues = self.leagues.lock();
            let Some(league) = leagues.iter_mut().find(|league| league.name() == name) else {
                let unknown = UnknownLeague::new(name, leagues.iter().map(League::name));
                return Err(ChangeError::Unknown(unknown));
            };
            let changed = change(league)?;
            // Queued under the lock, so that the store gets two changes in the order in which they were made.
            (changed, league.overrides.keep(name, &self.store))
        };
        self.lobby.notify();
        kept.await?;
        Ok(changed)
    }
}
