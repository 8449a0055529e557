//! The facts from which questions are answered, wherever an arena has them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use kahua_core::ids::BotName;
use kahua_core::season::Season;
use kahua_engine::{DynRuleset, RulesetHash};
use kahua_leagues::{Career, Corrections};
use kahua_play::UnknownLeague;
use kahua_play::reason::Reason;
use kahua_proto::pb::arena::v1 as pb;
use kahua_settings::Rulesets;
use kahua_settings::config::DisqualifiedMatches;
use kahua_store::{Reader, StoreError};
use tonic::Status;

use crate::refusal::{invalid, store_failed};
use crate::standings::Selection;

/// The standings of some pools.
pub type Tables = Arc<Vec<pb::PoolStandings>>;

/// A bot in one version; without one, in the version in which it played last.
pub type Version<'a> = (&'a BotName, Option<&'a str>);

/// What an arena knows. Every call may block while the disk is read, and those about pools while they are computed.
pub trait Facts: Send + Sync {
    /// Reads its store.
    fn reader(&self) -> &Reader;

    /// The games that it knows, with the rulesets by which it plays them.
    fn rulesets(&self) -> &Rulesets;

    /// The leagues that it plays, by name.
    ///
    /// # Errors
    /// If the store can't be read.
    fn leagues(&self) -> Result<Vec<String>, StoreError>;

    /// The bots that are connected or have a seat in a match.
    fn present_bots(&self) -> Vec<(BotName, pb::BotInfo)>;

    /// Whether this bot is connected or has a seat in a match.
    fn is_present(&self, bot: BotName) -> bool;

    /// The suspended bots.
    ///
    /// # Errors
    /// If the store can't be read.
    fn suspensions(&self) -> Result<BTreeMap<BotName, pb::Suspension>, StoreError>;

    /// What organizers have corrected.
    ///
    /// # Errors
    /// If the store can't be read.
    fn corrections(&self) -> Result<Arc<Corrections>, StoreError>;

    /// What becomes of the matches of a bot that is disqualified from this league.
    ///
    /// # Errors
    /// If the store can't be read.
    fn disqualified_matches(&self, league: &str) -> Result<DisqualifiedMatches, StoreError>;

    /// Whether this bot has a token. `is_stored` says whether the store has one.
    fn has_token(&self, bot: BotName, is_stored: bool) -> bool;

    /// The standings of the selected pools, and maybe of others. With `against`, each has its difference to that bot.
    ///
    /// # Errors
    /// If the store can't be read.
    fn tables(&self, against: Option<BotName>, wanted: &Selection) -> Result<Vec<Tables>, StoreError>;

    /// The tables of this season of a Swiss league, from which these bots were withdrawn.
    ///
    /// # Errors
    /// If the store can't be read.
    fn swiss(
        &self,
        league: &str,
        season: Season,
        withdrawn: &BTreeSet<BotName>,
    ) -> Result<Vec<pb::PoolStandings>, StoreError>;

    /// How two bots compare in each of the selected pools.
    ///
    /// # Errors
    /// If the store can't be read.
    fn comparisons(
        &self,
        one: Version<'_>,
        other: Version<'_>,
        wanted: &Selection,
    ) -> Result<Vec<pb::Comparison>, StoreError>;

    /// How the ratings of this bot have moved, pool by pool, each with the bot's version.
    ///
    /// # Errors
    /// If the store can't be read.
    fn careers(&self, bot: BotName) -> Result<Vec<(pb::Pool, String, Career)>, StoreError>;

    /// How far this league is, or how far all are.
    ///
    /// # Errors
    /// If the store can't be read.
    fn statuses(&self, league: Option<&str>) -> Result<Vec<pb::LeagueStatus>, StoreError>;

    /// Notes that a damaged match is left out of an answer.
    fn leave_out(&self, damaged: StoreError);

    /// The refusal of a bot that it doesn't know.
    fn unknown_bot(&self, name: BotName) -> Status {
        Reason::BotUnknown.status(format!("this arena has no bot named \"{name}\"; see the list of its bots"))
    }

    /// The ruleset of this game.
    ///
    /// # Errors
    /// If the arena doesn't know the game.
    fn expect_game(&self, name: &str) -> Result<&Arc<dyn DynRuleset>, Status> {
        self.rulesets().expect(name).map_err(|unknown| Reason::GameUnknown.status(unknown.to_string()))
    }

    /// Checks that it knows this league, be it from earlier settings. An empty name stands for matches of no league.
    ///
    /// # Errors
    /// If it doesn't, or the store can't be read.
    fn expect_league(&self, name: &str) -> Result<(), Status> {
        let leagues = self.leagues().map_err(store_failed)?;
        let is_known = name.is_empty()
            || leagues.iter().any(|league| league == name)
            || self.reader().has_matches_of(name).map_err(store_failed)?;
        if is_known { Ok(()) } else { Err(unknown_league(name, &leagues)) }
    }

    /// The bot with the name in this field of a request. It is enough that it is connected, suspended or has played.
    ///
    /// # Errors
    /// If the arena doesn't know it, the name isn't valid, or the store can't be read.
    fn expect_bot(&self, field: &str, name: &str) -> Result<BotName, Status> {
        let name: BotName = name.parse().map_err(|problem| invalid(field, problem))?;
        let is_known = self.is_present(name) || self.reader().knows_bot(&name).map_err(store_failed)?;
        if is_known { Ok(name) } else { Err(self.unknown_bot(name)) }
    }

    /// The ruleset by which a match of this game was played; `None` if it isn't known, or this version can't read it.
    fn ruleset_of_match(&self, game: &str, hash: &[u8]) -> Option<Arc<dyn DynRuleset>> {
        self.rulesets().of_match(game, RulesetHash(hash.try_into().ok()?), self.reader())
    }
}

/// The refusal of a league that isn't one of these.
pub(crate) fn unknown_league(name: &str, leagues: &[String]) -> Status {
    Reason::LeagueUnknown.status(UnknownLeague::new(name, leagues.iter().map(String::as_str)).to_string())
}
