//! The bots that play by the rules.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::bot_service_client::BotServiceClient;
use parking_lot::Mutex;
use pb::arena_message::Message as FromArena;
use pb::bot_message::Message as ToArena;
use tokio::sync::{mpsc, oneshot};
use tokio_stream::wrappers::ReceiverStream;
use tonic::Status;

use super::scene::HOSTILE;
use super::target::{connect, with_token};
use kahua_tests::load::{Waits, on_a_thread};

/// Bots on a thread of their own. They play until this is dropped.
pub(super) struct GoodBots {
    pub(super) heard: Arc<Heard>,
    _stop: oneshot::Sender<()>,
}

/// What the good bots have heard.
#[derive(Default)]
pub(super) struct Heard {
    /// In matches among themselves.
    pub(super) waits: Waits,
    with_hostile: Mutex<BTreeSet<String>>,
    pub(super) asks: AtomicU64,
    pub(super) ends: AtomicU64,
    /// The newest resume token of each of them.
    pub(super) resume_tokens: Arc<Mutex<BTreeMap<String, String>>>,
    /// Messages that no good bot should ever get.
    pub(super) complaints: Mutex<Vec<String>>,
    /// Set when the arena is to stop: from then on, streams may end.
    pub(super) is_over: AtomicBool,
}

impl GoodBots {
    /// Connects those with these names and tokens. Each answers after `thought`.
    pub(super) fn start(addr: SocketAddr, bots: Vec<(String, String)>, thought: Duration) -> GoodBots {
        let heard: Arc<Heard> = Arc::default();
        let all = {
            let heard = heard.clone();
            async move {
                for (name, token) in bots {
                    tokio::spawn(keep_playing(addr, name, token, thought, heard.clone()));
                }
            }
        };
        GoodBots { heard, _stop: on_a_thread(0, all) }
    }
}

async fn keep_playing(addr: SocketAddr, name: String, token: String, thought: Duration, heard: Arc<Heard>) {
    let end = play(addr, &name, &token, thought, &heard).await;
    if !heard.is_over.load(Ordering::Acquire) {
        heard.complaints.lock().push(format!("the stream of {name} has ended: {end:?}"));
    }
}

async fn play(addr: SocketAddr, name: &str, token: &str, thought: Duration, heard: &Arc<Heard>) -> Result<(), Status> {
    let endpoint = tonic::transport::Endpoint::from_shared(format!("http://{addr}")).unwrap();
    let mut client = BotServiceClient::new(connect(&endpoint).await?);
    let (sender, said) = mpsc::channel(16);
    let hello = ToArena::Hello(pb::Hello { name: name.into(), matches_max: Some(8), ..Default::default() });
    say(&sender, hello).await;
    let mut stream = client.play(with_token(ReceiverStream::new(said), Some(token))).await?.into_inner();
    while let Some(message) = stream.message().await? {
        match message.message {
            Some(FromArena::Welcome(welcome)) => {
                heard.resume_tokens.lock().insert(name.into(), welcome.resume_token);
            }
            // In these matches a good bot waits as long as the hostile bot likes, which says nothing about the arena.
            Some(FromArena::Seated(seated)) if seated.players.iter().any(|player| player.name.starts_with(HOSTILE)) => {
                heard.with_hostile.lock().insert(seated.match_id);
            }
            Some(FromArena::Ask(ask)) => {
                heard.waits.end(&ask.match_id);
                heard.asks.fetch_add(1, Ordering::Relaxed);
                // It thinks about all its matches at once, so that none of them waits for another.
                tokio::spawn(answer(ask, thought, sender.clone(), heard.clone()));
            }
            Some(FromArena::Ended(_)) => drop(heard.ends.fetch_add(1, Ordering::Relaxed)),
            // The match ended while the bot thought, through no fault of its own. This costs nothing.
            Some(FromArena::Fault(fault)) if fault.cause() == pb::FaultCause::StaleTicket => {}
            Some(FromArena::Fault(fault)) => heard.complaints.lock().push(format!("{name} was told {fault:?}")),
            _ => {}
        }
    }
    Ok(())
}

async fn answer(ask: pb::Ask, thought: Duration, sender: mpsc::Sender<pb::BotMessage>, heard: Arc<Heard>) {
    tokio::time::sleep(thought).await;
    if !heard.with_hostile.lock().contains(&ask.match_id) {
        heard.waits.begin(&ask.match_id);
    }
    let (match_id, ticket, choice) = (ask.match_id, ask.ticket, Some(pb::answer::Choice::Index(0)));
    say(&sender, ToArena::Answer(pb::Answer { match_id, ticket, choice, comment: String::new() })).await;
}

async fn say(sender: &mpsc::Sender<pb::BotMessage>, message: ToArena) {
    // The task that reads from the arena notices when the arena has gone.
    let _gone = sender.send(pb::BotMessage { message: Some(message) }).await;
}
