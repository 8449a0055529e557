//! Organizers' commands on the data directory of an arena that isn't running. The arena reads these changes at its next
//! start.

use std::collections::BTreeMap;

use anyhow::Context;
use kahua_core::ids::BotName;
use kahua_core::text::on_one_line;
use kahua_play::{UnknownLeague, token};
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::time::timestamp;
use kahua_settings::config::Length;
use kahua_settings::organizers;
use kahua_settings::overrides::{self, Overrides};
use kahua_settings::seasons::{self, PresentSeasons};
use kahua_store::{Act, Location, Reader, Store, StoreError};

use super::status;
use crate::data::{DataArgs, expect_bot, written};
use crate::exit::Failure;

/// The data directory of an arena.
#[derive(Debug)]
pub(crate) struct Stored(pub(super) DataArgs);

impl Stored {
    pub(super) fn statuses(&self, league: Option<&str>) -> Result<Vec<pb::LeagueStatus>, Failure> {
        let _there_is_one = self.0.reader()?;
        if Store::is_in_use(&self.0.location()?).context("cannot open the data directory")? {
            return Err(self.is_served());
        }
        self.statuses_kept(league)
    }

    /// What the store knows of the leagues. An arena that serves it knows more.
    pub(super) fn statuses_kept(&self, league: Option<&str>) -> Result<Vec<pb::LeagueStatus>, Failure> {
        let reader = self.0.reader()?;
        let leagues = known_leagues(&reader, league)?;
        Ok(status::of(&leagues, &reader).context("cannot read the leagues")?)
    }

    pub(super) fn set_paused(&self, paused: bool) -> Result<(), Failure> {
        let _there_is_one = self.0.reader()?;
        self.write("SetPaused", format!("paused {paused}"), async |store| {
            overrides::keep_all_paused(paused, store).await
        })
    }

    pub(super) fn set_league_paused(&self, league: &str, paused: bool) -> Result<(), Failure> {
        let mut changes = self.changes_of(league)?;
        changes.paused = paused;
        let arguments = format!("league {league}, paused {paused}");
        self.write("SetLeaguePaused", arguments, async |store| changes.keep(league, store).await)
    }

    pub(super) fn extend(&self, league: &str, length: Length) -> Result<(), Failure> {
        let mut changes = self.changes_of(league)?;
        let refused = |problem| Failure::usage(format!("league {league:?} can't be extended: {problem}"));
        changes.extend(length).map_err(refused)?;
        let arguments = format!("league {league}, {length}");
        self.write("ExtendLeague", arguments, async |store| changes.keep(league, store).await)
    }

    pub(super) fn set_withdrawn(&self, league: &str, bot: BotName, withdrawn: bool) -> Result<(), Failure> {
        let mut changes = self.changes_of(league)?;
        expect_bot(&self.0.reader()?, &bot)?;
        changes.set_withdrawn(bot, withdrawn);
        let arguments = format!("league {league}, bot {bot}, withdrawn {withdrawn}");
        self.write("SetWithdrawn", arguments, async |store| changes.keep(league, store).await)
    }

    pub(super) fn start_season(&self, league: &str) -> Result<u32, Failure> {
        let _known = known_leagues(&self.0.reader()?, Some(league))?;
        let mut started = None;
        self.write("StartSeason", league.to_owned(), async |store| {
            started = seasons::start_new_season(league, store).await?;
            Ok(())
        })?;
        Ok(started.context("the league is gone")?.number())
    }

    pub(super) fn suspend(&self, name: BotName, reason: &str) -> Result<(), Failure> {
        expect_bot(&self.0.reader()?, &name)?;
        let since = Some(timestamp(jiff::Timestamp::now().as_millisecond()));
        let suspension = pb::Suspension { reason: reason.to_owned(), since };
        let arguments = format!("{name}, reason {reason:?}");
        self.write("Suspend", arguments, async |store| store.suspend(&name, &suspension).await)
    }

    pub(super) fn let_back(&self, name: BotName) -> Result<bool, Failure> {
        if !suspensions(&self.0.reader()?)?.contains_key(&name) {
            return Ok(false);
        }
        self.write("LetBack", name.to_string(), async |store| store.let_back(&name).await)?;
        Ok(true)
    }

    /// May be read while an arena is running.
    pub(super) fn bots(&self) -> Result<Vec<pb::BotInfo>, Failure> {
        let reader = match Reader::open(&self.0.location()?) {
            Err(StoreError::Missing { .. }) => return Ok(Vec::new()),
            _ => self.0.reader()?,
        };
        let known = reader.bots().context("cannot read the bots")?.into_iter().map(|bot| {
            let registered = bot.token.is_some();
            (bot.name, pb::BotInfo { version: bot.version, registered, ..pb::BotInfo::default() })
        });
        let mut bots: BTreeMap<BotName, pb::BotInfo> = known.collect();
        // A bot that was suspended before it ever connected is in the store only for that reason.
        for (name, suspension) in suspensions(&reader)? {
            bots.entry(name).or_default().suspension = Some(suspension);
        }
        Ok(bots.into_iter().map(|(name, bot)| pb::BotInfo { name: name.to_string(), ..bot }).collect())
    }

    pub(super) fn create_bot(&self, name: BotName) -> Result<String, Failure> {
        let token = token::new_token();
        self.write("CreateBot", name.to_string(), async |store| store.set_token(&name, token::hash_of(&token)).await)?;
        Ok(token)
    }

    pub(super) fn revoke_token(&self, name: BotName) -> Result<(), Failure> {
        expect_bot(&self.0.reader()?, &name)?;
        self.write("RevokeToken", name.to_string(), async |store| store.clear_token(&name).await)
    }

    pub(super) fn kick(&self) -> Result<bool, Failure> {
        let _there_is_one = self.0.reader()?;
        Err(Failure::usage("no bot is connected to a data directory: give the address of a running arena with --addr"))
    }

    pub(super) fn create_organizer(&self, name: BotName) -> Result<String, Failure> {
        let token = token::new_token();
        self.write("CreateOrganizer", name.to_string(), async |store| {
            organizers::set_token(name, token::hash_of(&token), store).await
        })?;
        Ok(token)
    }

    fn changes_of(&self, league: &str) -> Result<Overrides, Failure> {
        let reader = self.0.reader()?;
        let _known = known_leagues(&reader, Some(league))?;
        let read = || Overrides::read(league, PresentSeasons::read(&reader)?.of(league), &reader);
        Ok(read().context("cannot read the league")?)
    }

    /// Changes the store, and records in the audit log what was done, with its arguments.
    fn write(
        &self,
        what: &str,
        arguments: String,
        change: impl AsyncFnOnce(&Store) -> Result<(), StoreError>,
    ) -> Result<(), Failure> {
        let store = self.0.open().map_err(|failure| match &failure {
            Failure::Outside(error) if matches!(error.downcast_ref(), Some(StoreError::InUse { .. })) => {
                self.is_served()
            }
            _ => failure,
        })?;
        let unix_ms = jiff::Timestamp::now().as_millisecond();
        let (who, what, outcome) = ("kahua".to_owned(), what.to_owned(), "done".to_owned());
        let act = Act { unix_ms, who, what, arguments: on_one_line(&arguments).into_owned(), outcome };
        let changing = async {
            change(&store).await?;
            store.note_act(act).await
        };
        Ok(written(changing).context("cannot write the change")?)
    }

    fn is_served(&self) -> Failure {
        let place = match self.0.location() {
            Ok(Location::Postgres(url)) => format!("the store {url}"),
            _ => format!("the data directory {}", self.0.dir().display()),
        };
        Failure::usage(format!("an arena serves {place}: give its address with --addr"))
    }
}

fn suspensions(reader: &Reader) -> anyhow::Result<BTreeMap<BotName, pb::Suspension>> {
    Ok(reader.suspensions().context("cannot read the bots")?.into_iter().collect())
}

/// The leagues that the store knows, by name; or only the wanted one, which must be one of them.
fn known_leagues(reader: &Reader, wanted: Option<&str>) -> Result<Vec<String>, Failure> {
    let present = PresentSeasons::read(reader).context("cannot read the seasons")?;
    let mut known = reader.leagues().context("cannot read the leagues")?;
    known.extend(present.leagues().map(str::to_owned));
    known.retain(|league| !league.is_empty());
    known.sort();
    known.dedup();
    match wanted {
        None => Ok(known),
        Some(wanted) if known.iter().any(|known| known == wanted) => Ok(vec![wanted.to_owned()]),
        Some(wanted) => Err(Failure::usage(UnknownLeague::new(wanted, known.iter().map(String::as_str)))),
    }
}
