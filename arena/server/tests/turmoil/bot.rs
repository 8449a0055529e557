//! A bot on a simulated host: it plays, reconnects whenever its connection breaks, and notes what it is told.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::bot_service_client::BotServiceClient;
use parking_lot::Mutex;
use pb::arena_message::Message as FromArena;
use pb::bot_message::Message as ToArena;
use tokio::sync::{mpsc, watch};
use tokio::time::sleep;
use tokio_stream::wrappers::ReceiverStream;
use tonic::Request;

use crate::network::connect;

/// How long a bot thinks.
const THOUGHT: Duration = Duration::from_millis(40);

/// How long it waits before it connects again.
const PAUSE: Duration = Duration::from_millis(100);

/// How many matches it plays at once.
const MATCHES: u32 = 3;

/// The notes of all bots.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    /// The ends that they were told of, by match.
    pub(crate) ends: BTreeMap<String, pb::Ended>,
    /// How often a bot has come back to a match that it had a seat in.
    pub(crate) resumed: usize,
    /// How each bot's last connection ended.
    pub(crate) last_end: BTreeMap<String, String>,
    /// What must never happen.
    pub(crate) faults: Vec<String>,
}

/// A bot's data that survives a restart of its machine.
///
/// The resume token survives too, as if on a disk. Without it, a restarted machine could connect only once the arena's
/// kernel has noticed that the old connection is dead, and the simulated kernels never notice.
#[derive(Clone)]
pub(crate) struct SimulatedBot {
    pub(crate) name: String,
    pub(crate) token: String,
    pub(crate) resume_token: Arc<Mutex<String>>,
    /// Notified when messages were lost. The simulated TCP doesn't resend them, so nothing after them is ever read. A
    /// real kernel would end the connection.
    pub(crate) losses: watch::Sender<()>,
    pub(crate) notes: Arc<Mutex<Notes>>,
}

impl SimulatedBot {
    /// The program of its host.
    pub(crate) async fn keep_playing(self) -> turmoil::Result {
        let mut losses = self.losses.subscribe();
        loop {
            let end = tokio::select! {
                biased;
                _lost = losses.changed() => "its network has lost something".to_owned(),
                end = self.play() => format!("{end:?}"),
            };
            self.notes.lock().last_end.insert(self.name.clone(), end);
            sleep(PAUSE).await;
        }
    }

    async fn play(&self) -> Result<(), Box<dyn std::error::Error>> {
        let mut client = BotServiceClient::new(connect().await?);
        let (sender, said) = mpsc::channel(64);
        let resume_token = self.resume_token.lock().clone();
        let hello =
            pb::Hello { name: self.name.clone(), matches_max: Some(MATCHES), resume_token, ..pb::Hello::default() };
        sender.send(pb::BotMessage { message: Some(ToArena::Hello(hello)) }).await?;
        let mut call = Request::new(ReceiverStream::new(said));
        call.metadata_mut().insert("authorization", format!("Bearer {}", self.token).parse()?);
        let mut heard = client.play(call).await?.into_inner();
        // The matches in which this connection owes an answer.
        let owed: Arc<Mutex<BTreeSet<String>>> = Arc::default();
        while let Some(message) = heard.message().await? {
            match message.message {
                Some(FromArena::Welcome(welcome)) => *self.resume_token.lock() = welcome.resume_token,
                Some(FromArena::Seated(seated)) => self.notes.lock().resumed += usize::from(seated.resumed),
                Some(FromArena::Ask(ask)) => {
                    if !owed.lock().insert(ask.match_id.clone()) {
                        self.note_fault(&format!("is asked twice at once: {ask:?}"));
                    }
                    tokio::spawn(answer(ask, sender.clone(), owed.clone()));
                }
                Some(FromArena::Ended(ended)) => self.note_end(ended),
                Some(FromArena::Fault(fault)) if fault.cause() != pb::FaultCause::StaleTicket => {
                    self.note_fault(&format!("is told {fault:?}"));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn note_end(&self, ended: pb::Ended) {
        let mut notes = self.notes.lock();
        let earlier = notes.ends.insert(ended.match_id.clone(), ended.clone());
        if earlier.is_some_and(|earlier| earlier.results != ended.results) {
            notes.faults.push(format!("two ends of match {}", ended.match_id));
        }
    }

    fn note_fault(&self, what: &str) {
        self.notes.lock().faults.push(format!("{} {what}", self.name));
    }
}

async fn answer(ask: pb::Ask, sender: mpsc::Sender<pb::BotMessage>, owed: Arc<Mutex<BTreeSet<String>>>) {
    sleep(THOUGHT).await;
    owed.lock().remove(&ask.match_id);
    let (match_id, ticket, choice) = (ask.match_id, ask.ticket, Some(pb::answer::Choice::Index(0)));
    let answer = pb::Answer { match_id, ticket, choice, comment: String::new() };
    // If the connection is gone, the arena asks again over the next one.
    let _gone = sender.send(pb::BotMessage { message: Some(ToArena::Answer(answer)) }).await;
}
