//! The arena's service for bots with an ear in its wall: it notes what passes, and can do to a bot what a network may do.

use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use arena_proto::pb::arena::v1 as pb;
use pb::arena_message::Message as Said;
use pb::bot_message::Message as Heard;
use pb::bot_service_server::BotService;
use tokio::sync::{mpsc, oneshot};
use tokio_stream::{Stream, StreamExt};
use tonic::{Code, Request, Response, Status, Streaming};

use super::notes::{Call, Notebook, Way};
use crate::app::App;
use crate::service::{Bots, presented};
use crate::session::{self, Outbound};

/// More than is ever slipped in at once.
const SLIPS: usize = 4;

/// The service that the bot under check meets.
#[derive(Debug)]
pub(super) struct Examiner {
    pub(super) app: Arc<App>,
    pub(super) desk: Desk,
}

/// Where the steps and the examiner meet. Clones are the same desk.
#[derive(Clone, Debug)]
pub(super) struct Desk {
    /// What was seen.
    pub(super) notebook: Notebook,
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    /// Who waits for an answer to be held.
    snare: Option<Snare>,
    /// The way to slip a message into what the bot is told.
    slips: Option<mpsc::Sender<pb::ArenaMessage>>,
}

#[derive(Debug)]
struct Snare {
    /// So many answers pass before it.
    let_pass: usize,
    held: oneshot::Sender<Held>,
}

/// An answer that has come from the bot and isn't handed on to the arena yet. Dropped, it is lost.
#[derive(Debug)]
pub(super) struct Held {
    answer: pb::Answer,
    notebook: Notebook,
    /// The way to hand it on, until it is.
    fate: Option<oneshot::Sender<()>>,
}

impl Held {
    /// The ask that it answers.
    pub(super) fn ticket(&self) -> u64 {
        self.answer.ticket
    }

    /// Hands the answer on to the arena.
    pub(super) fn pass(mut self) {
        // Nobody waits for it any more if its connection was lost meanwhile.
        let _passed = self.fate.take().map(|fate| fate.send(()));
    }
}

impl Drop for Held {
    /// Noted here and not where the answer was heard: there it could come after the bot was asked again.
    fn drop(&mut self) {
        if self.fate.is_some() {
            self.notebook.note(|notes| notes.lost(&self.answer));
        }
    }
}

impl Desk {
    pub(super) fn new() -> Desk {
        Desk { notebook: Notebook::new(), state: Arc::default() }
    }

    /// Holds the answer that comes after `let_pass` more.
    pub(super) async fn hold_answer(&self, let_pass: usize) -> Held {
        loop {
            let (held, coming) = oneshot::channel();
            self.lock().snare = Some(Snare { let_pass, held });
            if let Ok(held) = coming.await {
                return held;
            }
        }
    }

    /// Lets everything pass again.
    pub(super) fn let_pass(&self) {
        self.lock().snare = None;
    }

    /// Slips a message into what the bot is told.
    pub(super) fn slip(&self, message: Said) {
        if let Some(slips) = &self.lock().slips {
            // A bot that doesn't read any more is found out by other means.
            let _slipped = slips.try_send(pb::ArenaMessage { message: Some(message) });
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A call came: its number, and what will be slipped into its answer.
    fn called(&self, way: Way, authorization: Option<String>, hello: Option<pb::Hello>) -> Line {
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
    async fn hear(&self, message: pb::BotMessage) -> Option<pb::BotMessage> {
        self.notebook.note(|notes| {
            notes.messages += 1;
            if let Some(Heard::Hello(hello)) = &message.message {
                notes.call.hello = Some(hello.clone());
            }
        });
        if let Some(Heard::Answer(answer)) = &message.message
            && self.notebook.note(|notes| notes.answered(answer))
            && let Some(snare) = self.snare()
        {
            let (fate, decided) = oneshot::channel();
            let held = Held { answer: answer.clone(), notebook: self.notebook.clone(), fate: Some(fate) };
            match snare.held.send(held) {
                Ok(()) => decided.await.ok()?,
                // Whoever set the snare has gone: nothing holds the answer.
                Err(held) => held.pass(),
            }
        }
        Some(message)
    }

    /// The snare, if it is this answer's turn.
    fn snare(&self) -> Option<Snare> {
        let mut state = self.lock();
        let snare = state.snare.as_mut()?;
        if snare.let_pass == 0 {
            return state.snare.take();
        }
        snare.let_pass -= 1;
        None
    }
}

#[tonic::async_trait]
impl BotService for Examiner {
    type PlayStream = Told;
    type ListenStream = Told;

    async fn play(&self, request: Request<Streaming<pb::BotMessage>>) -> Result<Response<Told>, Status> {
        let line = self.desk.called(Way::Play, authorization(&request), None);
        let (presented, desk) = (presented(&request), self.desk.clone());
        let heard = request.into_inner().then(move |message| {
            let desk = desk.clone();
            async move {
                match message {
                    Ok(message) => desk.hear(message).await.map(Ok),
                    Err(status) => Some(Err(status)),
                }
            }
        });
        let outbound = session::play(&self.app, presented, Box::pin(heard.filter_map(|heard| heard)));
        Ok(Response::new(Told { outbound, line }))
    }

    async fn listen(&self, request: Request<pb::ListenRequest>) -> Result<Response<Told>, Status> {
        let line = self.desk.called(Way::Listen, authorization(&request), request.get_ref().hello.clone());
        match Bots(self.app.clone()).listen(request).await {
            Ok(outbound) => Ok(Response::new(Told { outbound: outbound.into_inner(), line })),
            Err(status) => {
                line.refused(&status);
                Err(status)
            }
        }
    }

    async fn answer(&self, request: Request<pb::AnswerRequest>) -> Result<Response<pb::AnswerResponse>, Status> {
        let mut request = request;
        if let Some(message) = request.get_mut().message.take() {
            let Some(message) = self.desk.hear(message).await else {
                return Err(Status::unavailable("the connection was lost"));
            };
            request.get_mut().message = Some(message);
        }
        Bots(self.app.clone()).answer(request).await
    }
}

fn authorization<T>(request: &Request<T>) -> Option<String> {
    request.metadata().get("authorization")?.to_str().ok().map(str::to_owned)
}

/// One call of Play or Listen, as the desk knows it. Dropped, the call is over.
#[derive(Debug)]
struct Line {
    desk: Desk,
    number: u64,
    slipped: mpsc::Receiver<pb::ArenaMessage>,
}

impl Line {
    fn told(&self, message: &pb::ArenaMessage) {
        self.desk.notebook.note(|notes| notes.told(message));
    }

    /// The stream ended with a status: a refusal, unless the arena only goes away for a while or another call took over.
    fn refused(&self, status: &Status) {
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

/// What the arena says, noted on the way, with what is slipped in.
#[derive(Debug)]
pub(super) struct Told {
    outbound: Outbound,
    line: Line,
}

impl Stream for Told {
    type Item = Result<pb::ArenaMessage, Status>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        if let Poll::Ready(Some(slip)) = this.line.slipped.poll_recv(context) {
            return Poll::Ready(Some(Ok(slip)));
        }
        let next = Pin::new(&mut this.outbound).poll_next(context);
        match &next {
            Poll::Ready(Some(Ok(message))) => this.line.told(message),
            Poll::Ready(Some(Err(status))) => this.line.refused(status),
            Poll::Ready(None) | Poll::Pending => {}
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use super::*;

    #[tokio::test]
    async fn an_ask_that_comes_again_before_the_lost_answer_is_through_is_open() {
        let desk = Desk::new();
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
        drop(held);
        // A bot that is back at once is asked again before the task of its old connection is run.
        ask();
        assert!(first.await.is_none(), "it is lost");
        assert!(answer().await.is_some());
        assert_eq!(desk.notebook.read(|notes| notes.stray_answers), 0);
    }
}
