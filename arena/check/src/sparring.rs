//! Sparring partners: bots inside this process that draw lots, and that let a match lie or give it up when told to.

use kahua_bots::Random;
use kahua_client::Agent;
use kahua_proto::pb::arena::v1 as pb;
use pb::arena_message::Message as Said;
use pb::bot_message::Message as Heard;
use tokio::sync::{mpsc, watch};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

use kahua_core::ids::BotName;
use kahua_core::limits;
use kahua_server::app::App;
use kahua_server::harness::{self, BotStream, Credentials};

/// More than a partner ever has to say at once: an answer for each match, its Hello, and that it resigns.
const OUTBOUND: usize = 16;

/// A partner in the arena. It leaves when this and the arena's side of its line are gone.
#[derive(Debug)]
pub(crate) struct Sparring {
    say: mpsc::Sender<Result<pb::BotMessage, tonic::Status>>,
    /// The match that it lets lie, if there is one.
    lying: watch::Sender<Option<String>>,
}

impl Sparring {
    /// Brings a partner into the arena.
    pub(crate) fn enter(app: &App, name: BotName, seed: u64) -> Sparring {
        let (say, said) = mpsc::channel(OUTBOUND);
        let outbound = harness::play(app, Credentials::default(), ReceiverStream::new(said));
        let (lying, lies) = watch::channel(None);
        tokio::spawn(spar(outbound, say.clone(), lies, name, seed));
        Sparring { say, lying }
    }

    /// Answers no ask of this match until it is told otherwise; `None` for no match.
    pub(crate) fn let_lie(&self, match_id: Option<String>) {
        self.lying.send_replace(match_id);
    }

    /// Gives this match up.
    pub(crate) fn resign(&self, match_id: &str) {
        // A partner whose line has ended can't, and the step that wanted it sees that.
        let _said = self.say.try_send(message(Heard::Resign(pb::Resign { match_id: match_id.to_owned() })));
    }
}

async fn spar(
    mut heard: BotStream,
    say: mpsc::Sender<Result<pb::BotMessage, tonic::Status>>,
    mut lying: watch::Receiver<Option<String>>,
    name: BotName,
    seed: u64,
) {
    let hello = pb::Hello {
        name: name.to_string(),
        library: "kahua check".into(),
        matches_max: limits::MATCHES_PER_BOT_MAX,
        action_form: pb::ActionForm::None.into(),
        ..pb::Hello::default()
    };
    let mut lots = Random::new(seed, name.as_str());
    // The ask of the match that lies, as long as it does. A seat has one open ask at most.
    let mut kept = None;
    let mut said = say.send(message(Heard::Hello(hello))).await;
    while said.is_ok() {
        let told = tokio::select! {
            told = heard.next() => told,
            Ok(()) = lying.changed() => {
                if let Some(answer) = kept.take().and_then(|ask| lots.handle(ask)) {
                    said = say.send(message(answer)).await;
                }
                continue;
            }
        };
        let Some(Ok(told)) = told else { return };
        let Some(told) = told.message else { continue };
        if let Said::Ask(ask) = &told
            && lying.borrow().as_ref() == Some(&ask.match_id)
        {
            kept = Some(told);
        } else if let Some(answer) = lots.handle(told) {
            said = say.send(message(answer)).await;
        }
    }
}

fn message(message: Heard) -> Result<pb::BotMessage, tonic::Status> {
    Ok(pb::BotMessage { message: Some(message) })
}
