//! Opponents that a bot owes a match, so that it can't choose its opponents by being away.

use std::collections::BTreeMap;

use kahua_core::ids::BotName;

use crate::Availability;

/// How long a free bot waits for the opponent that it owes a match, in quick matches.
const WAITED_MATCHES: u64 = 4;

/// The matches that bots owe. If a bot is away while others are free, one of those is drawn as its opponent. When the
/// bot comes back, it plays that opponent first, and waits for it. Otherwise it could leave whenever a certain opponent
/// is free.
#[derive(Debug, Default)]
pub(crate) struct Debts(BTreeMap<BotName, Debt>);

#[derive(Clone, Copy, Debug)]
enum Debt {
    /// The bot is away. It owes a match to this opponent, or to none as no opponent was free yet.
    Away { to: Option<BotName> },
    /// The bot is present, and waits for this opponent until then.
    Due { to: BotName, until: u64 },
}

impl Debts {
    /// Updates the debts from who is present now, among all bots that play. `draw` draws an opponent for a bot that is
    /// away, from the bots that are free. `quick` is how long a quick match takes.
    pub(crate) fn observe(
        &mut self,
        playing: &BTreeMap<BotName, Availability>,
        now: u64,
        quick: u64,
        draw: impl Fn(&BotName) -> Option<BotName>,
    ) {
        let is_there = |name: &BotName| playing.get(name).is_some_and(|of| *of != Availability::Away);
        let until = now.saturating_add(WAITED_MATCHES.saturating_mul(quick));
        for name in playing.keys() {
            let next = match self.0.get(name).copied() {
                None | Some(Debt::Away { to: None }) if is_there(name) => None,
                None | Some(Debt::Away { to: None }) => Some(Debt::Away { to: draw(name) }),
                Some(Debt::Away { to: Some(to) } | Debt::Due { to, .. }) if !is_there(name) => {
                    Some(Debt::Away { to: Some(to) })
                }
                // A bot doesn't wait for an opponent that has left, and only until `until` for a slow one.
                Some(Debt::Away { to: Some(to) }) => is_there(&to).then_some(Debt::Due { to, until }),
                Some(Debt::Due { to, until }) => (is_there(&to) && now < until).then_some(Debt::Due { to, until }),
            };
            match next {
                Some(debt) => drop(self.0.insert(*name, debt)),
                None => drop(self.0.remove(name)),
            }
        }
    }

    /// The opponent to which this bot, which is present, owes a match.
    pub(crate) fn of(&self, name: &BotName) -> Option<BotName> {
        match self.0.get(name)? {
            Debt::Due { to, .. } => Some(*to),
            Debt::Away { .. } => None,
        }
    }

    /// Removes the debts that are paid by a match between these bots.
    pub(crate) fn settle(&mut self, names: &[BotName]) {
        for name in names {
            if self.of(name).is_some_and(|to| names.contains(&to)) {
                self.0.remove(name);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use Availability::{Away, Busy, Free};

    use super::*;

    fn bot(name: &str) -> BotName {
        name.parse().unwrap()
    }

    #[test]
    fn who_was_away_comes_back_to_an_opponent_that_was_free_until_it_was_met_or_waited_for() {
        let (mut debts, ann, bob, cid) = (Debts::default(), bot("ann"), bot("bob"), bot("cid"));
        let see = |debts: &mut Debts, now, of: [Availability; 3], drawn| {
            debts.observe(&[ann, bob, cid].into_iter().zip(of).collect(), now, 10, |_| drawn);
            debts.of(&ann)
        };
        assert_eq!(see(&mut debts, 0, [Free, Free, Free], Some(bob)), None, "it was never away");
        see(&mut debts, 1, [Away, Busy, Busy], None);
        assert_eq!(see(&mut debts, 2, [Free, Free, Free], Some(bob)), None, "nobody was free meanwhile");
        see(&mut debts, 3, [Away, Busy, Busy], None);
        see(&mut debts, 4, [Away, Free, Busy], Some(bob));
        see(&mut debts, 5, [Away, Free, Free], Some(cid));
        assert_eq!(see(&mut debts, 6, [Free, Busy, Free], Some(cid)), Some(bob), "though it is busy now");
        assert_eq!(see(&mut debts, 7, [Away, Free, Free], Some(cid)), None);
        assert_eq!(see(&mut debts, 100, [Free, Busy, Free], Some(cid)), Some(bob), "being away again doesn't help");
        assert_eq!(see(&mut debts, 139, [Free, Busy, Free], Some(cid)), Some(bob));
        assert_eq!(see(&mut debts, 140, [Free, Busy, Free], Some(cid)), None, "it has waited for long");
        see(&mut debts, 150, [Away, Free, Free], Some(bob));
        assert_eq!(see(&mut debts, 151, [Free, Away, Free], Some(cid)), None, "nobody waits for one that has left");
        see(&mut debts, 160, [Away, Free, Free], Some(bob));
        assert_eq!(see(&mut debts, 161, [Free, Busy, Free], None), Some(bob));
        debts.settle(&[ann, bob]);
        assert_eq!(see(&mut debts, 162, [Free, Free, Free], None), None);
    }
}
