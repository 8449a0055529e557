//! Leagues that share bots: what one of them keeps from the others, so that the bots of its next match are free at once.

use std::collections::{BTreeMap, BTreeSet};

use kahua_core::clock::Micros;
use kahua_core::ids::BotName;

use crate::{Availability, Format};

/// The bots that leagues keep from those that come after them.
///
/// A match needs all its bots at once. Where each of them plays one match at a time, and another league takes each as soon as it
/// is free, the bots of a certain match might never be. So a league that has nothing to hand out reserves the bots of one match,
/// all of whom are free or will be soon. A league goes without a reserved bot for no longer than its own matches take, so
/// nobody waits for the slow matches of others.
///
/// It is made anew whenever the leagues are asked for their next matches.
#[derive(Debug, Default)]
pub struct Reservations {
    /// Those that will be free soon, and how long that takes at most.
    soon: BTreeMap<BotName, Micros>,
    /// Those that are reserved, and how long their set waits at most.
    reserved: BTreeMap<BotName, Micros>,
}

impl Reservations {
    /// No reservations yet, between these leagues.
    pub fn new<'a>(leagues: impl ExactSizeIterator<Item = &'a dyn Format>) -> Reservations {
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

    /// The bots that this league goes without.
    #[must_use]
    pub fn kept_from(&self, league: &dyn Format) -> BTreeSet<BotName> {
        if self.reserved.is_empty() {
            return BTreeSet::new();
        }
        let longest = league.quick_match();
        self.reserved.iter().filter(|(_, wait)| **wait <= longest).map(|(bot, _)| *bot).collect()
    }

    /// Reserves the bots of the match that this league could hand out if those were free that will be soon. To be called if it
    /// has none to hand out while its bots have this availability.
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
