//! A bot that takes its time, so that people can follow its matches.

use std::collections::VecDeque;
use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use kahua_client::{Agent, ArenaEvent, BotFailure, BotHandle, BotMessage};
use tokio::time::{Instant, Sleep, sleep_until};

/// Delays each reply of an agent for a while. Matches don't wait for one another.
pub(crate) struct Paced<A> {
    agent: A,
    pause: Duration,
    /// The replies to send, in order, each with its time. There is at most one for each open ask, and a match has at
    /// most one open ask.
    waiting: VecDeque<(Instant, BotMessage)>,
    /// Rings when the first of them is due.
    alarm: Pin<Box<Sleep>>,
}

impl<A: Agent> Paced<A> {
    /// Must be called within a runtime.
    pub(crate) fn new(agent: A, pause: Duration) -> Paced<A> {
        Paced { agent, pause, waiting: VecDeque::new(), alarm: Box::pin(sleep_until(Instant::now())) }
    }

    fn delay(&mut self, message: BotMessage) {
        self.waiting.push_back((Instant::now() + self.pause, message));
    }
}

impl<A: Agent> Agent for Paced<A> {
    fn handle(&mut self, event: ArenaEvent, arena: &BotHandle) -> Result<Option<BotMessage>, BotFailure> {
        match &event {
            // On a new connection the arena repeats its asks.
            ArenaEvent::Welcome(_) => self.waiting.clear(),
            ArenaEvent::Ended(ended) => self.waiting.retain(|(_, message)| !answers(message, &ended.match_id)),
            _ => {}
        }
        if let Some(reply) = self.agent.handle(event, arena)? {
            self.delay(reply);
        }
        Ok(None)
    }

    fn poll_message(&mut self, context: &mut Context<'_>) -> Poll<Result<BotMessage, BotFailure>> {
        while let Poll::Ready(message) = self.agent.poll_message(context) {
            self.delay(message?);
        }
        let Some((due, _)) = self.waiting.front() else { return Poll::Pending };
        self.alarm.as_mut().reset(*due);
        if self.alarm.as_mut().poll(context).is_pending() {
            return Poll::Pending;
        }
        self.waiting.pop_front().map_or(Poll::Pending, |(_, message)| Poll::Ready(Ok(message)))
    }

    fn poll_close(&mut self, context: &mut Context<'_>) -> Poll<Result<(), BotFailure>> {
        self.agent.poll_close(context)
    }
}

fn answers(message: &BotMessage, match_id: &str) -> bool {
    matches!(message, BotMessage::Answer(answer) if answer.match_id == match_id)
}

impl<A> fmt::Debug for Paced<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Paced")
            .field("pause", &self.pause)
            .field("waiting", &self.waiting.len())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use kahua_client::pb;

    use super::*;
    use crate::FirstLegal;

    const PAUSE: Duration = Duration::from_millis(1500);

    fn ask(match_id: &str) -> ArenaEvent {
        ArenaEvent::Ask(pb::Ask { match_id: match_id.into(), legal_total: 2, ..Default::default() })
    }

    /// The matches of the answers that are sent within this time, which passes at once.
    async fn sent_within(bot: &mut Paced<FirstLegal>, time: Duration) -> Vec<String> {
        let mut sent = Vec::new();
        let end = Instant::now() + time;
        while let Ok(Ok(message)) = tokio::time::timeout_at(end, poll_fn(|context| bot.poll_message(context))).await {
            match message {
                BotMessage::Answer(answer) => sent.push(answer.match_id),
                other => panic!("{other:?}"),
            }
        }
        sent
    }

    #[tokio::test(start_paused = true)]
    async fn every_answer_comes_after_the_pause_and_none_waits_for_another() {
        let mut bot = Paced::new(FirstLegal, PAUSE);
        for match_id in ["a", "b"] {
            assert_eq!(bot.handle(ask(match_id), &BotHandle::default()).unwrap(), None);
        }
        assert_eq!(sent_within(&mut bot, PAUSE - Duration::from_millis(10)).await, [""; 0]);
        assert_eq!(sent_within(&mut bot, Duration::from_millis(20)).await, ["a", "b"]);
    }

    #[tokio::test(start_paused = true)]
    async fn answers_that_nobody_waits_for_any_more_are_not_sent() {
        let mut bot = Paced::new(FirstLegal, PAUSE);
        for event in [ask("a"), ask("b"), ArenaEvent::Ended(pb::Ended { match_id: "a".into(), ..Default::default() })] {
            bot.handle(event, &BotHandle::default()).unwrap();
        }
        assert_eq!(sent_within(&mut bot, 2 * PAUSE).await, ["b"]);
        for event in [ask("b"), ArenaEvent::Welcome(pb::Welcome::default())] {
            bot.handle(event, &BotHandle::default()).unwrap();
        }
        assert_eq!(sent_within(&mut bot, 2 * PAUSE).await, [""; 0]);
    }
}
