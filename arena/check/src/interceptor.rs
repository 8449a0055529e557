//! The point through which every message between the bot and the arena passes. It records each message, and can hold it
//! back or add others.

use std::sync::Arc;
use std::task::{Context, Poll};

use kahua_proto::pb::arena::v1 as pb;
use parking_lot::{Mutex, MutexGuard};
use pb::arena_message::Message as ToBot;
use pb::bot_message::Message as FromBot;
use tokio::sync::{mpsc, oneshot};
use tonic::{Code, Status};

use super::notes::{Call, CallKind, Notebook};

/// More messages than a step ever injects at once.
const INJECTED_MAX: usize = 4;

/// Records all traffic of the bot under check and injects faults into it. Clones share their state.
#[derive(Clone, Debug)]
pub(crate) struct Interceptor {
    /// What was seen.
    pub(crate) notebook: Notebook,
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    /// The step that waits for an answer to be held back.
    hold_next: Option<HoldNext>,
    /// The sender into the stream of the bot's latest call.
    inject: Option<mpsc::Sender<pb::ArenaMessage>>,
}

#[derive(Debug)]
struct HoldNext {
    /// How many answers pass before the one that is held.
    let_pass: usize,
    held: oneshot::Sender<HeldAnswer>,
}

/// An answer that the bot has sent and the arena hasn't got yet. If this is dropped, the answer is lost.
#[derive(Debug)]
pub(crate) struct HeldAnswer {
    /// The ask that it answers.
    pub(crate) ticket: u32,
    release: oneshot::Sender<()>,
}

impl HeldAnswer {
    /// Hands the answer on to the arena.
    pub(crate) fn pass(self) {
        // The receiver is gone if its connection was lost in the meantime.
        let _passed = self.release.send(());
    }
}

impl Interceptor {
    pub(crate) fn new() -> Interceptor {
        Interceptor { notebook: Notebook::new(), state: Arc::default() }
    }

    /// Holds back the answer that comes after `let_pass` others, counted from this call on. Call it before the match
    /// begins: a quick bot plays whole matches before a task that waits for one has its turn.
    pub(crate) fn hold_answer(&self, let_pass: usize) -> impl Future<Output = HeldAnswer> + use<> {
        let (held, coming) = oneshot::channel();
        self.lock().hold_next = Some(HoldNext { let_pass, held });
        async {
            match coming.await {
                Ok(held) => held,
                // The hold was called off: every answer passes.
                Err(_) => std::future::pending().await,
            }
        }
    }

    /// Lets every answer pass from now on.
    pub(crate) fn let_pass(&self) {
        self.lock().hold_next = None;
    }

    /// Adds a message to what the arena sends to the bot.
    pub(crate) fn inject(&self, message: ToBot) {
        if let Some(inject) = &self.lock().inject {
            // A bot that no longer reads is detected in another way.
            let _injected = inject.try_send(pb::ArenaMessage { message: Some(message) });
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }

    /// Records a call of the bot; the steps inject into the latest one.
    pub(crate) fn called(&self, kind: CallKind, authorization: Option<String>, hello: Option<pb::Hello>) -> OpenCall {
        let (inject, injected) = mpsc::channel(INJECTED_MAX);
        self.lock().inject = Some(inject);
        let number = self.notebook.note(|notes| {
            notes.calls += 1;
            notes.messages += u64::from(hello.is_some());
            notes.call = Call { kind, authorization, hello, welcomed: false, open: true };
            notes.calls
        });
        OpenCall { interceptor: self.clone(), number, injected }
    }

    /// Records a message of the bot. Gives it back to be handed on, or `None` if it is lost.
    pub(crate) async fn received(&self, message: pb::BotMessage) -> Option<pb::BotMessage> {
        self.notebook.note(|notes| {
            notes.messages += 1;
            if let Some(FromBot::Hello(hello)) = &message.message {
                notes.call.hello = Some(hello.clone());
            }
        });
        if let Some(FromBot::Answer(answer)) = &message.message
            && let Some(asked_at) = self.notebook.note(|notes| notes.answered(answer))
            && let Some(hold) = self.take_hold()
        {
            let (release, released) = oneshot::channel();
            // The step that asked for the hold may be over. Then the answer passes.
            let is_held = hold.held.send(HeldAnswer { ticket: answer.ticket, release }).is_ok();
            if is_held && released.await.is_err() {
                self.notebook.note(|notes| notes.lost(answer, asked_at));
                return None;
            }
        }
        Some(message)
    }

    /// The request to hold this answer, if it is this one's turn.
    fn take_hold(&self) -> Option<HoldNext> {
        let mut state = self.lock();
        let hold = state.hold_next.as_mut()?;
        if hold.let_pass == 0 {
            return state.hold_next.take();
        }
        hold.let_pass -= 1;
        None
    }
}

/// A call of Play or Listen that is open until this is dropped.
#[derive(Debug)]
pub(crate) struct OpenCall {
    interceptor: Interceptor,
    number: u64,
    injected: mpsc::Receiver<pb::ArenaMessage>,
}

impl OpenCall {
    /// The next message that a step injects.
    pub(crate) fn poll_injected(&mut self, context: &mut Context<'_>) -> Poll<Option<pb::ArenaMessage>> {
        self.injected.poll_recv(context)
    }

    /// Records a message of the arena.
    pub(crate) fn sent(&self, message: &pb::ArenaMessage) {
        self.interceptor.notebook.note(|notes| notes.sent(message));
    }

    /// Records that the stream ended with a status. It counts as a refusal, unless the arena only pauses or another
    /// call of the bot took over.
    pub(crate) fn refused(&self, status: &Status) {
        if !matches!(status.code(), Code::Unavailable | Code::Aborted) {
            let why = format!("{:?}, {}", status.code(), status.message());
            self.interceptor.notebook.note(|notes| notes.refused = Some((self.number, why)));
        }
    }
}

impl Drop for OpenCall {
    fn drop(&mut self) {
        let number = self.number;
        self.interceptor.notebook.note(|notes| {
            if notes.calls == number {
                notes.call.open = false;
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use super::*;

    #[tokio::test]
    async fn an_answer_is_held_even_if_it_comes_before_anybody_waits_for_it() {
        let interceptor = Interceptor::new();
        let ask = pb::Ask { match_id: "m".into(), ticket: 7, ..pb::Ask::default() };
        interceptor.notebook.note(|notes| notes.sent(&pb::ArenaMessage { message: Some(ToBot::Ask(ask)) }));
        let hold = interceptor.hold_answer(0);
        let answer = pb::Answer { match_id: "m".into(), ticket: 7, ..pb::Answer::default() };
        let mut answer = pin!(interceptor.received(pb::BotMessage { message: Some(FromBot::Answer(answer)) }));
        let held = tokio::select! {
            biased;
            _ = &mut answer => panic!("it is held"),
            held = hold => held,
        };
        held.pass();
        assert!(answer.await.is_some());
    }

    #[tokio::test]
    async fn an_ask_that_comes_again_is_open_though_the_lost_answer_is_noted_later() {
        let interceptor = Interceptor::new();
        let ask = || {
            let ask = pb::Ask { match_id: "m".into(), ticket: 7, ..pb::Ask::default() };
            interceptor.notebook.note(|notes| notes.sent(&pb::ArenaMessage { message: Some(ToBot::Ask(ask)) }));
        };
        let answer = || {
            let answer = pb::Answer { match_id: "m".into(), ticket: 7, ..pb::Answer::default() };
            interceptor.received(pb::BotMessage { message: Some(FromBot::Answer(answer)) })
        };
        ask();
        let mut first = pin!(answer());
        let held = tokio::select! {
            biased;
            held = interceptor.hold_answer(0) => held,
            _ = &mut first => panic!("it is held"),
        };
        // If a bot is back at once, it may be asked again before the task of its old connection runs.
        ask();
        drop(held);
        assert!(first.await.is_none(), "it is lost");
        assert!(answer().await.is_some());
        assert_eq!(interceptor.notebook.read(|notes| notes.stray_answers), 0);
    }
}
