//! Sparring partners: bots inside this process that choose at random, and that stall or resign a match on request.

use kahua_bots::Random;
use kahua_client::Bot;
use kahua_proto::pb::arena::v1 as pb;
use pb::arena_message::Message as FromArena;
use pb::bot_message::Message as ToArena;
use tokio::sync::{mpsc, watch};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

use kahua_core::ids::BotName;
use kahua_core::limits;
use kahua_play::{BotStream, Credentials};
use kahua_server::App;
use kahua_server::harness::{self};

/// More messages than a partner ever sends at once: an answer for each match, its Hello, and a resignation.
const OUTBOUND: usize = 16;

/// A partner in the arena. It leaves when this and the arena's side of its connection are dropped.
#[derive(Debug)]
pub(crate) struct SparringPartner {
    to_arena: mpsc::Sender<Result<pb::BotMessage, tonic::Status>>,
    /// The match that it stalls, if there is one.
    stalled: watch::Sender<Option<String>>,
}

impl SparringPartner {
    /// Brings a partner into the arena.
    pub(crate) fn enter(app: &App, name: BotName, seed: u64) -> SparringPartner {
        let (to_arena, sent) = mpsc::channel(OUTBOUND);
        let from_arena = harness::play(app, Credentials::default(), ReceiverStream::new(sent));
        let (stalled, stalls) = watch::channel(None);
        tokio::spawn(spar(from_arena, to_arena.clone(), stalls, name, seed));
        SparringPartner { to_arena, stalled }
    }

    /// Leaves the asks of this match unanswered until this is called again; `None` answers all of them.
    pub(crate) fn stall(&self, match_id: Option<String>) {
        self.stalled.send_replace(match_id);
    }

    /// Resigns this match.
    pub(crate) fn resign(&self, match_id: &str) {
        // This fails if the partner isn't connected any more. The step that waits for the resignation notices that.
        let _sent = self.to_arena.try_send(message(ToArena::Resign(pb::Resign { match_id: match_id.to_owned() })));
    }
}

async fn spar(
    mut from_arena: BotStream,
    to_arena: mpsc::Sender<Result<pb::BotMessage, tonic::Status>>,
    mut stalled: watch::Receiver<Option<String>>,
    name: BotName,
    seed: u64,
) {
    let hello = pb::Hello {
        name: name.to_string(),
        library: "kahua check".into(),
        matches_max: Some(limits::MATCHES_PER_BOT_MAX),
        action_form: Some(pb::ActionForm::None.into()),
        ..pb::Hello::default()
    };
    let mut random = Random::new(seed, name.as_str());
    // The ask of the stalled match, which is answered later. A seat has at most one open ask.
    let mut kept = None;
    let mut sent = to_arena.send(message(ToArena::Hello(hello))).await;
    while sent.is_ok() {
        let received = tokio::select! {
            received = from_arena.next() => received,
            Ok(()) = stalled.changed() => {
                if let Some(ask) = kept.take() {
                    sent = to_arena.send(answer(&mut random, &ask)).await;
                }
                continue;
            }
        };
        let Some(Ok(received)) = received else { return };
        let Some(FromArena::Ask(ask)) = received.message else { continue };
        let is_stalled = stalled.borrow().as_ref() == Some(&ask.match_id);
        if is_stalled {
            kept = Some(ask);
        } else {
            sent = to_arena.send(answer(&mut random, &ask)).await;
        }
    }
}

fn answer(random: &mut Random, ask: &pb::Ask) -> Result<pb::BotMessage, tonic::Status> {
    message(random.choose(ask).to_message(ask).expect("a random action is one of the ask's"))
}

fn message(message: ToArena) -> Result<pb::BotMessage, tonic::Status> {
    Ok(pb::BotMessage { message: Some(message) })
}
