//! What a running arena knows, for the answers of `kahua-queries`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use kahua_leagues::{Career, Corrections};
use kahua_proto::pb::arena::v1 as pb;
use tracing::error;

use super::App;
use kahua_core::ids::BotName;
use kahua_core::season::Season;
use kahua_queries::{Facts, Selection, Tables, Version};
use kahua_settings::Rulesets;
use kahua_settings::config::DisqualifiedMatches;
use kahua_store::{Reader, StoreError};

impl Facts for App {
    fn reader(&self) -> &Reader {
        self.store.reader()
    }

    fn rulesets(&self) -> &Rulesets {
        &self.rulesets
    }

    fn leagues(&self) -> Result<Vec<String>, StoreError> {
        Ok(self.matchmaker.league_names())
    }

    fn present_bots(&self) -> Vec<(BotName, pb::BotInfo)> {
        let present = self.bots().into_iter().map(|bot| {
            let info = pb::BotInfo {
                name: bot.name.to_string(),
                connected: bot.connected,
                open_matches: bot.open_matches as u32,
                version: bot.version,
                silent: bot.silent,
                ..pb::BotInfo::default()
            };
            (bot.name, info)
        });
        present.collect()
    }

    fn is_present(&self, bot: BotName) -> bool {
        self.bots().iter().any(|present| present.name == bot)
    }

    fn suspensions(&self) -> Result<BTreeMap<BotName, pb::Suspension>, StoreError> {
        Ok(self.lobby.suspensions())
    }

    fn corrections(&self) -> Result<Arc<Corrections>, StoreError> {
        Ok(self.ledger.corrections())
    }

    fn disqualified_matches(&self, league: &str) -> Result<DisqualifiedMatches, StoreError> {
        Ok(self.matchmaker.disqualified_matches(league).unwrap_or_default())
    }

    fn has_token(&self, bot: BotName, _: bool) -> bool {
        self.access.token_of(bot).is_some()
    }

    fn tables(&self, against: Option<BotName>, wanted: &Selection) -> Result<Vec<Tables>, StoreError> {
        let is_wanted = |league: &str, season| wanted.has_season(league, season);
        Ok(match against {
            Some(bot) => self.ledger.standings().against(bot, is_wanted),
            None => self.ledger.standings().kept(is_wanted),
        })
    }

    fn swiss(
        &self,
        league: &str,
        season: Season,
        withdrawn: &BTreeSet<BotName>,
    ) -> Result<Vec<pb::PoolStandings>, StoreError> {
        Ok(self.ledger.standings().swiss((league, season), withdrawn, |_| true))
    }

    fn comparisons(
        &self,
        one: Version<'_>,
        other: Version<'_>,
        wanted: &Selection,
    ) -> Result<Vec<pb::Comparison>, StoreError> {
        let is_wanted = |league: &str, season| wanted.has_season(league, season);
        Ok(self.ledger.standings().compare(one, other, is_wanted, |pool| wanted.has(pool)))
    }

    fn careers(&self, bot: BotName) -> Result<Vec<(pb::Pool, String, Career)>, StoreError> {
        Ok(self.ledger.careers(bot))
    }

    fn statuses(&self, league: Option<&str>) -> Result<Vec<pb::LeagueStatus>, StoreError> {
        Ok(self.matchmaker.statuses(league, self.seasons_elsewhere()))
    }

    fn leave_out(&self, damaged: StoreError) {
        error!(problem = %damaged, "a damaged match is left out of a list");
    }
}
