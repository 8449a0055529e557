//! Leagues that share bots: a league reserves bots, so that the bots of its next match are free at the same time.

use std::collections::{BTreeMap, BTreeSet};

use kahua_core::clock::Micros;
use kahua_core::ids::BotName;

use crate::{Availability, Format};

/// The bots that a league keeps from the leagues that are asked after it.
///
/// A match needs all its bots at once. If each bot plays one match at a time, and another league takes each of them as
/// soon as it is free, they may never all be free. So a league that has nothing to hand out reserves the bots of one
/// match, all of which are free or will be soon. A reserved bot is kept from a league for no longer than that league's
/// own matches take, so no league waits for the slow matches of others.
///
/// The reservations are made anew each time the leagues are asked for their next matches.
#[derive(Debug, Default)]
pub struct Reservations {
    /// The bots that will be free soon, and how long that takes at most.
    soon: BTreeMap<BotName, Micros>,
    /// The reserved bots, and how long their match waits at most.
    reserved: BTreeMap<BotName, Micros>,
}

impl Reservations {
    /// No reservations yet, between these leagues.
    pub fn new<'a>(leagues: impl ExactSizeIterator<Item = &'a dyn Format>) -> Reservations {
        // A single league has nobody to keep its bots from, and without `soon` it reserves none.
        if leagues.len() < 2 {
            return Reservations::default();
        }
        let mut soon: BTreeMap<BotName, Micros> = BTreeMap::new();
        for league in leagues {
            let quick = league.quick_match();
            for bot in league.soon_free() {
                let within = soon.entry(bot).or_insert(quick);
                *within = quick.min(*within);
            }
        }
        Reservations { soon, reserved: BTreeMap::new() }
    }

    /// The reserved bots that this league must not use.
    #[must_use]
    pub fn kept_from(&self, league: &dyn Format) -> BTreeSet<BotName> {
        if self.reserved.is_empty() {
            return BTreeSet::new();
        }
        let longest = league.quick_match();
        self.reserved.iter().filter(|(_, wait)| **wait <= longest).map(|(bot, _)| *bot).collect()
    }

    /// Reserves the bots of the match that this league could hand out if all bots that will be free soon were free now.
    /// Call it when the league has nothing to hand out with this availability.
    pub fn reserve(&mut self, league: &mut dyn Format, availability: &dyn Fn(&BotName) -> Availability) {
        if self.soon.is_empty() {
            return;
        }
        let soon = |bot: &BotName| match availability(bot) {
            Availability::Free | Availability::Busy if self.reserved.contains_key(bot) => Availability::Busy,
            Availability::Busy if self.soon.contains_key(bot) => Availability::Free,
            other => other,
        };
        let Some(bots) = league.peek(&soon) else { return };
        let busy = bots.iter().filter(|bot| availability(bot) == Availability::Busy);
        let wait = busy.filter_map(|bot| self.soon.get(bot)).max().copied().unwrap_or_default();
        self.reserved.extend(bots.into_iter().map(|bot| (bot, wait)));
    }
}
