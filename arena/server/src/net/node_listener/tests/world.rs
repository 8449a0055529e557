//! Nodes, a connection between two of them, and a bot that sends and reads exactly what a test wants.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use hyper_util::rt::TokioIo;
use kahua_core::ids::{BotName, MatchId};
use kahua_core::referee::{FaultPolicy, Luck, MatchSetup, Nonce, OnFault, Referee, SetPosition};
use kahua_core::season::Season;
use kahua_engine::toy::Toy;
use kahua_engine::{Choices, DynRuleset, PerSeat, Seed};
use kahua_proto::pb::arena::v1 as pb;
use kahua_store::Store;
use parking_lot::Mutex;
use pb::arena_message::Message as FromArena;
use pb::bot_message::Message as ToArena;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, ReadHalf, WriteHalf, duplex, split};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;
use tokio_util::sync::CancellationToken;
use tonic::Status;
use tower::service_fn;

use crate::app::App;
use crate::harness;
use crate::net::node_listener::serve_connections;
use kahua_cluster::bot_locations::{BotLocations, NodeAddress};
use kahua_cluster::channels::endpoint;
use kahua_cluster::key::NodeKey;
use kahua_cluster::relay::Relay;
use kahua_play::auth::token;
use kahua_play::matches::matchmaker::ReachesSeats;
use kahua_play::matches::runner::Start;
use kahua_play::time::Time;
use kahua_play::{BotStream, Credentials};
use kahua_settings::Rulesets;
use kahua_settings::config::Config;

/// What all nodes share.
pub(super) const KEY: [u8; 32] = [7; 32];

/// An arena that is one of several nodes.
pub(super) struct Node {
    pub(super) app: Arc<App>,
    pub(super) relay: Relay,
    pub(super) bot_locations: BotLocations,
}

impl Node {
    pub(super) async fn start() -> Node {
        Node::with(Rulesets::of([Toy::ruleset() as _])).await
    }

    pub(super) async fn with(rulesets: Rulesets) -> Node {
        let app = App::build(&Config::default(), rulesets, Store::open_in_memory().unwrap()).await.unwrap();
        let (sessions, bot_locations) = (&app.sessions, BotLocations::default());
        let (time, lag, tasks) = (sessions.time.clone(), sessions.lag.clone(), app.tasks.clone());
        let relay = Relay::new(NodeKey::new(KEY), bot_locations.clone(), time, lag, tasks);
        Node { app, relay, bot_locations }
    }

    /// Learns that this bot is connected to the node at this place. It knows of no other remote bot.
    pub(super) fn learns(&self, bot: &str, place: &NodeAddress) {
        self.bot_locations.set([(name(bot), place.clone())].into());
    }

    /// Runs a match of the toy game between these bots here, wherever they are. A fault loses it.
    pub(super) async fn launch(&self, bots: [&str; 2], time_control: &str) -> MatchId {
        self.launch_of(Toy::ruleset(), bots, time_control).await
    }

    /// As [`launch`](Node::launch), of this game.
    pub(super) async fn launch_of(&self, ruleset: Arc<dyn DynRuleset>, bots: [&str; 2], time_control: &str) -> MatchId {
        let names = PerSeat::from_values(bots.map(name)).unwrap();
        let id = MatchId::new(Time::unix_ms().unsigned_abs(), token::random_bytes());
        let seating = self.app.lobby.take_seats_again(id, &names);
        let setup = MatchSetup {
            id,
            league: String::new(),
            season: Season::FIRST,
            rated: false,
            choices: Choices::defaults(ruleset.info().options),
            ruleset,
            players: seating.players.clone(),
            seed: Seed::from_number(1),
            nonce: Nonce([9; 32]),
            set: SetPosition::alone(),
            luck: Luck::Fresh,
            time_control: time_control.parse().unwrap(),
            fault_policy: FaultPolicy { on_fault: OnFault::Forfeit, reconnect: Duration::from_secs(60) },
            started_unix_ms: Time::unix_ms(),
        };
        self.app.store.begin(&setup.header(), setup.ruleset.toml()).await.unwrap();
        self.relay.follow(&seating.match_handle, &names);
        self.relay.reached(&seating.match_handle, &names).await;
        self.app.matches.launch(Referee::new(setup).unwrap(), seating, Start::Fresh);
        id
    }

    /// The record of a match whose end the bots have been told.
    pub(super) fn record(&self, id: MatchId) -> pb::MatchRecord {
        self.app.reader().record(id).unwrap().expect("the match has ended")
    }

    /// Waits until this bot has so many seats here.
    pub(super) async fn has_seats(&self, bot: &str, count: usize) {
        while self.app.lobby.seats_of(name(bot)).len() != count {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
}

pub(super) fn name(bot: &str) -> BotName {
    bot.parse().unwrap()
}

/// A simulated network from the node that runs matches to the host.
#[derive(Clone)]
pub(super) struct Way {
    pub(super) place: NodeAddress,
    /// How long everything takes in each direction.
    delay: Arc<Mutex<Duration>>,
    /// Cancelled when the connection breaks; `None` while nothing gets through.
    open: Arc<Mutex<Option<CancellationToken>>>,
}

impl Way {
    pub(super) fn between(runner: &Node, host: &Node, delay: Duration) -> Way {
        let (accepted, connections) = mpsc::channel(8);
        let app = host.app.clone();
        tokio::spawn(serve_connections(ReceiverStream::new(connections), app, NodeKey::new(KEY)));
        let place: NodeAddress = "host:1".parse().unwrap();
        let delay = Arc::new(Mutex::new(delay));
        let way = Way { place: place.clone(), delay, open: Arc::new(Mutex::new(Some(CancellationToken::new()))) };
        let connecting = way.clone();
        let connect = service_fn(move |_| {
            let (way, accepted) = (connecting.clone(), accepted.clone());
            async move {
                let (near, far) = way.connect().ok_or_else(|| io::Error::from(io::ErrorKind::ConnectionRefused))?;
                accepted.send(io::Result::Ok(far)).await.map_err(io::Error::other)?;
                io::Result::Ok(TokioIo::new(near))
            }
        });
        runner.relay.set_channel(place.clone(), endpoint(&place).unwrap().connect_with_connector_lazy(connect));
        way
    }

    /// Breaks all connections, and lets none be opened.
    pub(super) fn cut(&self) {
        self.open.lock().take().expect("the way is open").cancel();
    }

    /// From now on everything takes this long in each direction.
    pub(super) fn set_delay(&self, delay: Duration) {
        *self.delay.lock() = delay;
    }

    pub(super) fn restore(&self) {
        *self.open.lock() = Some(CancellationToken::new());
    }

    fn connect(&self) -> Option<(DuplexStream, DuplexStream)> {
        let open = self.open.lock().clone()?;
        let ((near, near_end), (far_end, far)) = (duplex(64 * 1024), duplex(64 * 1024));
        let ((near_read, near_write), (far_read, far_write)) = (split(near_end), split(far_end));
        for (from, to) in [(near_read, far_write), (far_read, near_write)] {
            tokio::spawn(open.clone().run_until_cancelled_owned(carry(from, to, self.delay.clone())));
        }
        Some((near, far))
    }
}

/// Carries bytes from one end to the other, each so much later.
async fn carry(mut from: ReadHalf<DuplexStream>, mut to: WriteHalf<DuplexStream>, delay: Arc<Mutex<Duration>>) {
    let (sender, mut on_the_way) = mpsc::channel::<(Instant, Vec<u8>)>(1024);
    let read = async move {
        let mut bytes = vec![0; 16 * 1024];
        while let Ok(count @ 1..) = from.read(&mut bytes).await {
            let due = Instant::now() + *delay.lock();
            if sender.send((due, bytes[..count].to_vec())).await.is_err() {
                return;
            }
        }
    };
    let write = async move {
        while let Some((due, bytes)) = on_the_way.recv().await {
            sleep_until(due).await;
            if to.write_all(&bytes).await.is_err() {
                return;
            }
        }
    };
    tokio::join!(read, write);
}

/// A bot that is connected to a node.
pub(super) struct Bot {
    pub(super) to: mpsc::Sender<Result<pb::BotMessage, Status>>,
    from: BotStream,
    pub(super) welcome: pb::Welcome,
}

impl Bot {
    pub(super) async fn enter(node: &Node, name: &str) -> Bot {
        Bot::enter_again(node, name, "").await
    }

    /// With the resume token of an earlier connection to this node.
    pub(super) async fn enter_again(node: &Node, name: &str, resume_token: &str) -> Bot {
        let (to, inbound) = mpsc::channel(1024);
        let mut from = harness::play(&node.app, Credentials::NOTHING, ReceiverStream::new(inbound));
        let (name, resume_token) = (name.to_owned(), resume_token.to_owned());
        let hello = ToArena::Hello(pb::Hello { name, resume_token, ..pb::Hello::default() });
        to.send(Ok(message(hello))).await.unwrap();
        match from.next().await.unwrap().unwrap().message {
            Some(FromArena::Welcome(welcome)) => Bot { to, from, welcome },
            other => panic!("Welcome comes first, not {other:?}"),
        }
    }

    /// What comes next; `None` when the connection has ended.
    pub(super) async fn try_next(&mut self) -> Option<FromArena> {
        self.from.next().await?.ok()?.message
    }

    pub(super) async fn next(&mut self) -> FromArena {
        self.try_next().await.expect("the connection goes on")
    }

    pub(super) async fn send(&self, body: ToArena) {
        self.to.send(Ok(message(body))).await.unwrap();
    }

    /// Takes the first legal action.
    pub(super) async fn answer(&self, ask: &pb::Ask) {
        let choice = Some(pb::answer::Choice::Index(0));
        let (match_id, ticket) = (ask.match_id.clone(), ask.ticket);
        self.send(ToArena::Answer(pb::Answer { match_id, ticket, choice, comment: String::new() })).await;
    }

    pub(super) async fn seated(&mut self) -> pb::Seated {
        match self.next().await {
            FromArena::Seated(seated) => seated,
            other => panic!("Seated was expected, not {other:?}"),
        }
    }

    /// Reads on until an ask comes.
    pub(super) async fn ask(&mut self) -> pb::Ask {
        loop {
            match self.next().await {
                FromArena::Ask(ask) => return ask,
                FromArena::Events(_) => {}
                other => panic!("an ask was expected, not {other:?}"),
            }
        }
    }

    /// Thinks for this long about each ask, until a match has ended. Gives that end, and the faults before it.
    pub(super) async fn play(&mut self, think: Duration) -> (pb::Ended, Vec<pb::FaultCause>) {
        let mut faults = Vec::new();
        loop {
            match self.next().await {
                FromArena::Ask(ask) => {
                    tokio::time::sleep(think).await;
                    self.answer(&ask).await;
                }
                FromArena::Fault(fault) => faults.push(fault.cause()),
                FromArena::Ended(ended) => return (ended, faults),
                _ => {}
            }
        }
    }
}

fn message(body: ToArena) -> pb::BotMessage {
    pb::BotMessage { message: Some(body) }
}

/// Runs a test with a time limit.
pub(super) async fn within(test: impl Future<Output = ()>) {
    tokio::time::timeout(Duration::from_secs(60), test).await.expect("everything that is awaited happens");
}
