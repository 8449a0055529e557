//! Where the steps and the examiner meet: what a step wants done to the bot, and what is noted of it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use kahua_proto::pb::arena::v1 as pb;
use pb::arena_message::Message as Said;
use pb::bot_message::Message as Heard;
use tokio::sync::{mpsc, oneshot};
use tonic::{Code, Status};

use super::notes::{Call, Notebook, Way};

/// More than is ever slipped in at once.
const SLIPS: usize = 4;

/// Where the steps and the examiner meet. Clones are the same desk.
#[derive(Clone, Debug)]
pub(crate) struct Interceptor {
    /// What was seen.
    pub(crate) notebook: Notebook,
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    /// Who waits for an answer to be held.
    snare: Option<HoldNext>,
    /// The way to slip a message into what the bot is told.
    slips: Option<mpsc::Sender<pb::ArenaMessage>>,
}

#[derive(Debug)]
struct HoldNext {
    /// So many answers pass before it.
    let_pass: usize,
    held: oneshot::Sender<Held>,
}

/// An answer that has come from the bot and isn't handed on to the arena yet. Dropped, it is lost.
#[derive(Debug)]
pub(crate) struct Held {
    /// The ask that it answers.
    pub(crate) ticket: u64,
    fate: oneshot::Sender<()>,
}

impl Held {
    /// Hands the answer on to the arena.
    pub(crate) fn pass(self) {
        // Nobody waits for it any more if its connection was lost meanwhile.
        let _passed = self.fate.send(());
    }
}

impl Interceptor {
    pub(crate) fn new() -> Interceptor {
        Interceptor { notebook: Notebook::new(), state: Arc::default() }
    }

    /// Holds the answer that comes after `let_pass` more.
    pub(crate) async fn hold_answer(&self, let_pass: usize) -> Held {
        loop {
            let (held, coming) = oneshot::channel();
            self.lock().snare = Some(HoldNext { let_pass, held });
            if let Ok(held) = coming.await {
                return held;
            }
        }
    }

    /// Lets everything pass again.
    pub(crate) fn let_pass(&self) {
        self.lock().snare = None;
    }

    /// Slips a message into what the bot is told.
    pub(crate) fn slip(&self, message: Said) {
        if let Some(slips) = &self.lock().slips {
            // A bot that doesn't read any more is found out by other means.
            let _slipped = slips.try_send(pb::ArenaMessage { message: Some(message) });
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A call came: its number, and what will be slipped into its answer.
    pub(crate) fn called(&self, way: Way, authorization: Option<String>, hello: Option<pb::Hello>) -> Line {
        let (slips, slipped) = mpsc::channel(SLIPS);
        self.lock().slips = Some(slips);
        let number = self.notebook.note(|notes| {
            notes.calls += 1;
            notes.messages += u64::from(hello.is_some());
            notes.call = Call { way, authorization, hello, welcomed: false, open: true };
            notes.calls
        });
        Line { desk: self.clone(), number, slipped }
    }

    /// The bot says this. Gives it back when it is to be handed on, or `None` if it is lost.
    pub(crate) async fn hear(&self, message: pb::BotMessage) -> Option<pb::BotMessage> {
        self.notebook.note(|notes| {
            notes.messages += 1;
            if let Some(Heard::Hello(hello)) = &message.message {
                notes.call.hello = Some(hello.clone());
            }
        });
        if let Some(Heard::Answer(answer)) = &message.message
            && let Some(asked_at) = self.notebook.note(|notes| notes.answered(answer))
            && let Some(snare) = self.snare()
        {
            let (fate, decided) = oneshot::channel();
            // Whoever set the snare may have gone: then nothing holds the answer.
            let is_held = snare.held.send(Held { ticket: answer.ticket, fate }).is_ok();
            if is_held && decided.await.is_err() {
                self.notebook.note(|notes| notes.lost(answer, asked_at));
                return None;
            }
        }
        Some(message)
    }

    /// The snare, if it is this answer's turn.
    fn snare(&self) -> Option<HoldNext> {
        let mut state = self.lock();
        let snare = state.snare.as_mut()?;
        if snare.let_pass == 0 {
            return state.snare.take();
        }
        snare.let_pass -= 1;
        None
    }
}

/// One call of Play or Listen, as the desk knows it. Dropped, the call is over.
#[derive(Debug)]
pub(crate) struct Line {
    desk: Interceptor,
    number: u64,
    slipped: mpsc::Receiver<pb::ArenaMessage>,
}

impl Line {
    /// What is slipped in next.
    pub(crate) fn poll_injected(&mut self, context: &mut Context<'_>) -> Poll<Option<pb::ArenaMessage>> {
        self.slipped.poll_recv(context)
    }

    /// The arena says this.
    pub(crate) fn told(&self, message: &pb::ArenaMessage) {
        self.desk.notebook.note(|notes| notes.told(message));
    }

    /// The stream ended with a status: a refusal, unless the arena only goes away for a while or another call took over.
    pub(crate) fn refused(&self, status: &Status) {
        if !matches!(status.code(), Code::Unavailable | Code::Aborted) {
            let why = format!("{:?}, {}", status.code(), status.message());
            self.desk.notebook.note(|notes| notes.refused = Some((self.number, why)));
        }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        let number = self.number;
        self.desk.notebook.note(|notes| {
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
    async fn an_ask_that_comes_again_is_open_though_the_lost_answer_is_noted_later() {
        let desk = Interceptor::new();
        let ask = || {
            let ask = pb::Ask { match_id: "m".into(), ticket: 7, ..pb::Ask::default() };
            desk.notebook.note(|notes| notes.told(&pb::ArenaMessage { message: Some(Said::Ask(ask)) }));
        };
        let answer = || {
            let answer = pb::Answer { match_id: "m".into(), ticket: 7, ..pb::Answer::default() };
            desk.hear(pb::BotMessage { message: Some(Heard::Answer(answer)) })
        };
        ask();
        let mut first = pin!(answer());
        let held = tokio::select! {
            biased;
            held = desk.hold_answer(0) => held,
            _ = &mut first => panic!("it is held"),
        };
        // A bot that is back at once is asked again before the task of its old connection runs.
        ask();
        drop(held);
        assert!(first.await.is_none(), "it is lost");
        assert!(answer().await.is_some());
        assert_eq!(desk.notebook.read(|notes| notes.stray_answers), 0);
    }
}
