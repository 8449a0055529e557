//! The point through which every message between the bot and the arena passes. It records each message, and can hold it
//! back or add others.

use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Instant;

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
    answer: pb::Answer,
    /// That of its Submit, if it came in one.
    session: Option<String>,
    /// When its ask was sent.
    asked_at: Instant,
    notebook: Notebook,
    /// `None` once it is decided what becomes of the answer.
    release: Option<oneshot::Sender<()>>,
}

impl HeldAnswer {
    /// The ask that it answers.
    pub(crate) fn ticket(&self) -> u32 {
        self.answer.ticket
    }

    /// Hands the answer on to the arena.
    pub(crate) fn pass(mut self) {
        // Nobody waits for it if its connection was lost meanwhile.
        let _passed = self.release.take().map(|release| release.send(()));
    }

    /// Loses the answer, and holds its call until what this returns is dropped: whatever ends the connection meanwhile, the
    /// notes say already that the answer is lost.
    pub(crate) fn lose(mut self) -> impl Sized {
        self.note_lost();
        self.release.take()
    }

    fn note_lost(&self) {
        self.notebook.note(|notes| notes.lost(&self.answer, self.session.as_deref(), self.asked_at));
    }
}

impl Drop for HeldAnswer {
    fn drop(&mut self) {
        if self.release.is_some() {
            self.note_lost();
        }
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

    /// Records a message of the bot, which came in a Submit of this session if there is one. Gives it back to be handed on, or
    /// `None` if it is lost.
    pub(crate) async fn received(&self, message: pb::BotMessage, session: Option<&str>) -> Option<pb::BotMessage> {
        self.notebook.note(|notes| {
            notes.messages += 1;
            if let Some(FromBot::Hello(hello)) = &message.message {
                notes.call.hello = Some(hello.clone());
            }
        });
        if let Some(FromBot::Answer(answer)) = &message.message
            && let Some(asked_at) = self.notebook.note(|notes| notes.answered(answer, session))
            && let Some(hold) = self.take_hold()
        {
            let (release, released) = oneshot::channel();
            let (answer, session) = (answer.clone(), session.map(str::to_owned));
            let held =
                HeldAnswer { answer, session, asked_at, notebook: self.notebook.clone(), release: Some(release) };
            if let Err(unwanted) = hold.held.send(held) {
                // The step that asked for it is over: nothing holds the answer.
                unwanted.pass();
            }
            if released.await.is_err() {
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
        let mut answer = pin!(interceptor.received(pb::BotMessage { message: Some(FromBot::Answer(answer)) }, None));
        let held = tokio::select! {
            biased;
            _ = &mut answer => panic!("it is held"),
            held = hold => held,
        };
        held.pass();
        assert!(answer.await.is_some());
    }

    #[tokio::test]
    async fn a_repeated_call_of_a_lost_answer_is_pardoned_once_and_other_strays_are_not() {
        let interceptor = Interceptor::new();
        let ask = pb::Ask { match_id: "m".into(), ticket: 7, ..pb::Ask::default() };
        interceptor.notebook.note(|notes| notes.sent(&pb::ArenaMessage { message: Some(ToBot::Ask(ask)) }));
        let answer = |session| {
            let answer = pb::Answer { match_id: "m".into(), ticket: 7, ..pb::Answer::default() };
            interceptor.received(pb::BotMessage { message: Some(FromBot::Answer(answer)) }, session)
        };
        let stray = || interceptor.notebook.read(|notes| (notes.stray_answers, notes.matches["m"].stray_answers));
        let hold = interceptor.hold_answer(0);
        let mut call = Box::pin(answer(Some("old")));
        let held = tokio::select! {
            biased;
            _ = &mut call => panic!("it is held"),
            held = hold => held,
        };
        let lost = held.lose();
        // The call ends with its connection, before it hears that its answer is lost.
        drop(call);
        assert!(answer(Some("old")).await.is_some());
        assert_eq!(stray(), (0, 0));
        drop(lost);
        assert!(answer(Some("new")).await.is_some());
        assert_eq!(stray(), (1, 1), "the bot knows the session after the cut");
        assert!(answer(None).await.is_some());
        assert!(answer(Some("old")).await.is_some());
        assert_eq!(stray(), (3, 3), "once is enough");
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
            interceptor.received(pb::BotMessage { message: Some(FromBot::Answer(answer)) }, None)
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
