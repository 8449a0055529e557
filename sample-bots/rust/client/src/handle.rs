//! Messages from a bot to the arena besides its answers.

use std::collections::BTreeSet;

use tokio::sync::watch;

use crate::agent::BotMessage;
use crate::pb;

/// Tells the arena what a bot wants, besides its answers. The bot gets it in
/// [`Bot::on_welcome`](crate::Bot::on_welcome). Clones of it may be used on any thread, and none of the calls waits.
///
/// A wish that comes while there is no connection is sent after the reconnect. The default handle belongs to no arena:
/// it is for tests of a bot.
#[derive(Clone, Debug, Default)]
pub struct BotHandle(watch::Sender<Wishes>);

/// What a bot wants, or what its connection has told the arena about it.
///
/// Wishes are stored as their result, not as a queue of messages. So they need no other limit than the number of
/// matches, and a new connection sends what still holds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wishes {
    is_paused: bool,
    is_leaving: bool,
    /// The matches that it gives up, as long as they are open.
    resigned: BTreeSet<String>,
}

impl BotHandle {
    /// Gives up a match. The seat is placed last, and the bot isn't asked about this match any more.
    pub fn resign(&self, match_id: impl Into<String>) {
        self.0.send_modify(|wishes| {
            wishes.resigned.insert(match_id.into());
        });
    }

    /// Asks for no new matches. The open ones continue.
    pub fn pause(&self) {
        self.0.send_modify(|wishes| wishes.is_paused = true);
    }

    /// Asks for new matches again after [`BotHandle::pause`].
    pub fn ready(&self) {
        self.0.send_modify(|wishes| wishes.is_paused = false);
    }

    /// Leaves once the open matches have ended. The bot's play is over then.
    pub fn bye(&self) {
        self.0.send_modify(|wishes| wishes.is_leaving = true);
    }

    pub(crate) fn is_leaving(&self) -> bool {
        self.0.borrow().is_leaving
    }

    pub(crate) fn has_resigned(&self, match_id: &str) -> bool {
        self.0.borrow().resigned.contains(match_id)
    }

    /// Takes note that a match is over.
    pub(crate) fn forget(&self, match_id: &str) {
        self.0.send_if_modified(|wishes| {
            wishes.resigned.remove(match_id);
            // The arena is told the same as before.
            false
        });
    }

    pub(crate) fn changes(&self) -> watch::Receiver<Wishes> {
        self.0.subscribe()
    }

    /// A message with something that the arena hasn't been told yet, if there is anything. From then on it counts as
    /// told.
    pub(crate) fn next_message(&self, told: &mut Wishes) -> Option<BotMessage> {
        let wishes = self.0.borrow();
        told.resigned.retain(|match_id| wishes.resigned.contains(match_id));
        if let Some(match_id) = wishes.resigned.difference(&told.resigned).next().cloned() {
            told.resigned.insert(match_id.clone());
            return Some(BotMessage::Resign(pb::Resign { match_id }));
        }
        if wishes.is_paused != told.is_paused {
            told.is_paused = wishes.is_paused;
            let paused = wishes.is_paused;
            return Some(if paused { BotMessage::Pause(pb::Pause {}) } else { BotMessage::Ready(pb::Ready {}) });
        }
        if wishes.is_leaving && !told.is_leaving {
            told.is_leaving = true;
            return Some(BotMessage::Bye(pb::Bye {}));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(arena: &BotHandle, told: &mut Wishes) -> Vec<BotMessage> {
        std::iter::from_fn(|| arena.next_message(told)).collect()
    }

    #[test]
    fn each_connection_is_told_once_what_holds() {
        let (arena, mut told) = (BotHandle::default(), Wishes::default());
        arena.pause();
        arena.resign("a");
        arena.resign("a");
        arena.bye();
        let resign = BotMessage::Resign(pb::Resign { match_id: "a".to_owned() });
        let all = [resign, BotMessage::Pause(pb::Pause {}), BotMessage::Bye(pb::Bye {})];
        assert_eq!(messages(&arena, &mut told), all);
        assert_eq!(messages(&arena, &mut told), []);
        assert_eq!(messages(&arena, &mut Wishes::default()), all, "a new connection");

        arena.forget("a");
        arena.ready();
        assert_eq!(messages(&arena, &mut told), [BotMessage::Ready(pb::Ready {})]);
        assert_eq!(messages(&arena, &mut Wishes::default()), [BotMessage::Bye(pb::Bye {})]);
    }
}
