//! The bots that an arena knows.

use std::collections::BTreeMap;

use kahua_core::ids::BotName;
use kahua_proto::pb::arena::v1 as pb;
use kahua_store::StoreError;
use tonic::Status;

use crate::facts::Facts;
use crate::page::Page;
use crate::refusal::store_failed;

/// A page of the bots that are asked for.
///
/// # Errors
/// If the page isn't valid, or the store can't be read.
pub fn list_bots(facts: &impl Facts, mut wanted: pb::ListBotsRequest) -> Result<pb::ListBotsResponse, Status> {
    let page = Page::take(&mut wanted)?;
    let bots = known_bots(facts).map_err(store_failed)?.into_values();
    let bots = bots.filter(|bot| wanted.connected.is_none_or(|wanted| bot.connected == wanted));
    let (bots, next_page_token) = page.cut(bots, |bot| bot.name.clone());
    Ok(pb::ListBotsResponse { bots, next_page_token })
}

/// One bot. Of a bot that has only played in records from elsewhere, nothing but the name is known.
///
/// # Errors
/// If the arena doesn't know it, or the store can't be read.
pub fn bot(facts: &impl Facts, name: &str) -> Result<pb::BotInfo, Status> {
    let name = facts.expect_bot("name", name)?;
    let known = known_bots(facts).map_err(store_failed)?.remove(&name);
    Ok(known.unwrap_or_else(|| named(name)))
}

fn known_bots(facts: &impl Facts) -> Result<BTreeMap<BotName, pb::BotInfo>, StoreError> {
    let mut bots = BTreeMap::new();
    for bot in facts.reader().bots()? {
        let registered = bot.token.is_some();
        bots.insert(bot.name, pb::BotInfo { version: bot.version, registered, ..named(bot.name) });
    }
    bots.extend(facts.present_bots());
    // A bot that was suspended before it ever connected is known only for that reason.
    for (name, suspension) in facts.suspensions()? {
        bots.entry(name).or_insert_with(|| named(name)).suspension = Some(suspension);
    }
    bots.iter_mut().for_each(|(name, bot)| bot.registered = facts.has_token(*name, bot.registered));
    Ok(bots)
}

fn named(name: BotName) -> pb::BotInfo {
    pb::BotInfo { name: name.to_string(), ..pb::BotInfo::default() }
}
