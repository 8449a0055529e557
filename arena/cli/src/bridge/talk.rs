//! The bridge's agent: hears the arena and the command as they speak, and lets the desk put it in order.

use std::pin::Pin;
use std::task::{Context, Poll};

use kahua_client::{Agent, ArenaEvent, BotFailure, BotHandle, BotMessage};
use kahua_proto::pb::arena::v1 as pb;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Sleep, sleep};

use super::ask_queue::AskQueue;
use super::command::Lines;
use crate::output::complain;
use kahua_core::limits::{BRIDGE_LINES_UNREAD_MAX, BRIDGE_OWED_MAX};

/// What is said of a command that is late with its first answer.
const NEVER_ANSWERED: &str = "No answer has ever come from the command: it must flush its output after each line. How to flush in your \
                              language: docs/bots/bridge.md";

/// The queue of asks with its command.
#[derive(Debug)]
pub(super) struct Talk {
    desk: AskQueue,
    lines: Lines,
    /// The line whose answer is owed but no longer counts, and how long to wait for it.
    owed: Option<(u64, Pin<Box<Sleep>>)>,
    /// Whether any answer has come from the command.
    has_answered: bool,
    /// Whether it was said that its output may be held back.
    has_hinted: bool,
    /// Where to report that the command has failed.
    failed: Option<oneshot::Sender<String>>,
}

impl Talk {
    /// The agent for this command, and a future that resolves with the reason once the command fails.
    pub(super) fn new(desk: AskQueue, lines: Lines) -> (Talk, impl Future<Output = String>) {
        let (failed, reason) = oneshot::channel();
        let reason = async {
            match reason.await {
                Ok(reason) => reason,
                // The sender is dropped only with the connection, whose error says more.
                Err(_) => std::future::pending().await,
            }
        };
        (Talk { desk, lines, owed: None, has_answered: false, has_hinted: false, failed: Some(failed) }, reason)
    }

    /// Writes what the queue has for the command.
    fn hand_on(&mut self) {
        while let Some(line) = self.desk.take_line() {
            // A closed channel isn't reported here: `Command::failed` knows why it is closed.
            if let Err(mpsc::error::TrySendError::Full(_)) = self.lines.to.try_send(line) {
                return self
                    .fail(format!("it doesn't read its standard input: {BRIDGE_LINES_UNREAD_MAX} lines are waiting"));
            }
        }
    }

    fn fail(&mut self, problem: String) {
        if let Some(failed) = self.failed.take() {
            // The receiver may be gone with the whole bridge.
            let _ = failed.send(problem);
        }
    }

    /// Says once why an answer may be late that the command believes to have given.
    fn hint(&mut self, event: &ArenaEvent) {
        let is_late = matches!(event, ArenaEvent::Fault(fault) if fault.cause() == pb::FaultCause::Late);
        if is_late && !self.has_answered && !std::mem::replace(&mut self.has_hinted, true) {
            complain(NEVER_ANSWERED);
        }
    }

    /// Gives up on a command that still owes an answer that no longer counts, because other matches are waiting behind it.
    fn poll_owed(&mut self, context: &mut Context<'_>) {
        let Some(line) = self.desk.overdue() else {
            self.owed = None;
            return;
        };
        if self.owed.as_ref().is_none_or(|(of, _)| *of != line) {
            self.owed = Some((line, Box::pin(sleep(BRIDGE_OWED_MAX))));
        }
        if self.owed.as_mut().is_some_and(|(_, sleep)| sleep.as_mut().poll(context).is_ready()) {
            let seconds = BRIDGE_OWED_MAX.as_secs();
            let hint = match self.has_answered {
                true => "",
                false => "; no answer has ever come from it: it may not have flushed its output",
            };
            self.fail(format!(
                "it hasn't answered the ask in line {line} of its input, and {seconds} s have passed since the answer \
                 could still count{hint}"
            ));
        }
    }
}

impl Agent for Talk {
    fn handle(&mut self, event: ArenaEvent, _arena: &BotHandle) -> Result<Option<BotMessage>, BotFailure> {
        self.hint(&event);
        let said = self.desk.hear(event);
        self.hand_on();
        Ok(said)
    }

    fn poll_message(&mut self, context: &mut Context<'_>) -> Poll<Result<BotMessage, BotFailure>> {
        while self.failed.is_some()
            && let Poll::Ready(Some((number, line))) = self.lines.from.poll_recv(context)
        {
            self.has_answered = true;
            match self.desk.answer(number, &line) {
                Ok(said) => {
                    self.hand_on();
                    if let Some(said) = said {
                        return Poll::Ready(Ok(said));
                    }
                }
                Err(problem) => self.fail(problem),
            }
        }
        // This comes after the lines, since the answer that is owed may be among them.
        self.poll_owed(context);
        Poll::Pending
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::time::Duration;

    use super::*;

    /// An agent and the command's ends of its lines.
    fn talk(
        tells_all: bool,
    ) -> (Talk, impl Future<Output = String>, mpsc::Receiver<String>, mpsc::Sender<(u64, String)>) {
        let (to, unread) = mpsc::channel(BRIDGE_LINES_UNREAD_MAX);
        let (read, from) = mpsc::channel(1);
        let (talk, failed) = Talk::new(AskQueue::new(tells_all), Lines { to, from });
        (talk, failed, unread, read)
    }

    fn ask(match_id: &str) -> ArenaEvent {
        ArenaEvent::Ask(pb::Ask { match_id: match_id.to_owned(), ticket: 1, ..Default::default() })
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_that_comes_later_is_said_when_it_comes() {
        let (mut talk, _failed, mut unread, read) = talk(false);
        assert_eq!(talk.handle(ask("a"), &BotHandle::default()).unwrap(), None);
        assert!(unread.recv().await.unwrap().starts_with(r#"{"type":"ask","#));
        tokio::spawn(async move {
            sleep(Duration::from_secs(3_600)).await;
            read.send((1, "0\n".to_owned())).await
        });
        let said = poll_fn(|context| talk.poll_message(context)).await;
        assert!(matches!(said, Ok(BotMessage::Answer(answer)) if answer.match_id == "a" && answer.ticket == 1));
    }

    #[tokio::test(start_paused = true)]
    async fn patience_ends_with_a_command_that_owes_an_answer_that_no_longer_counts() {
        let (mut talk, failed, _unread, _read) = talk(false);
        let arena = BotHandle::default();
        talk.handle(ask("a"), &arena).unwrap();
        talk.handle(ArenaEvent::Ended(pb::Ended { match_id: "a".to_owned(), ..Default::default() }), &arena).unwrap();
        let problem = tokio::select! {
            problem = failed => problem,
            said = poll_fn(|context| talk.poll_message(context)) => panic!("{said:?}"),
        };
        assert!(
            problem.starts_with("it hasn't answered the ask in line 1 of its input, and 10 s have passed"),
            "{problem}"
        );
        assert!(
            problem.ends_with("; no answer has ever come from it: it may not have flushed its output"),
            "{problem}"
        );
    }

    #[test]
    fn a_command_that_is_late_with_its_first_answer_may_hold_it_back() {
        let late = || ArenaEvent::Fault(pb::FaultNotice { cause: pb::FaultCause::Late.into(), ..Default::default() });
        let (mut talk, _failed, _unread, _read) = talk(false);
        talk.hint(&ArenaEvent::Fault(pb::FaultNotice::default()));
        assert!(!talk.has_hinted);
        talk.hint(&late());
        assert!(talk.has_hinted);
        let (mut answered, _failed, _unread, _read) = self::talk(false);
        answered.has_answered = true;
        answered.hint(&late());
        assert!(!answered.has_hinted);
    }

    #[tokio::test(start_paused = true)]
    async fn a_command_that_has_answered_before_has_flushed_its_output() {
        let (mut talk, failed, _unread, read) = talk(false);
        let arena = BotHandle::default();
        talk.handle(ask("a"), &arena).unwrap();
        read.send((1, "{\"resign\":true}\n".to_owned())).await.unwrap();
        let _said = poll_fn(|context| talk.poll_message(context)).await;
        talk.handle(ask("b"), &arena).unwrap();
        talk.handle(ArenaEvent::Ended(pb::Ended { match_id: "b".to_owned(), ..Default::default() }), &arena).unwrap();
        let problem = tokio::select! {
            problem = failed => problem,
            said = poll_fn(|context| talk.poll_message(context)) => panic!("{said:?}"),
        };
        assert!(problem.ends_with("since the answer could still count"), "{problem}");
    }

    #[tokio::test]
    async fn a_command_that_reads_nothing_is_given_up() {
        let (mut talk, failed, _unread, _read) = talk(true);
        for _ in 0..=BRIDGE_LINES_UNREAD_MAX {
            talk.handle(ArenaEvent::Ended(pb::Ended::default()), &BotHandle::default()).unwrap();
        }
        assert_eq!(failed.await, "it doesn't read its standard input: 512 lines are waiting");
    }
}
