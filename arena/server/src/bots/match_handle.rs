//! The way into a running match: a bounded inbox, and a board that says over which line each seat can be reached.

use std::sync::Arc;

use kahua_engine::{PerSeat, Seat};
use tokio::sync::{broadcast, mpsc, oneshot, watch};

use kahua_proto::pb::arena::v1 as pb;

use crate::bots::Connection;
use kahua_core::clock::Micros;
use kahua_core::ids::MatchId;
use kahua_core::limits;
use kahua_core::referee::Input;

/// Over which connection each seat can be reached; `None` for a seat whose bot is away.
pub type Connections = PerSeat<Option<Connection>>;

/// The outer side of a match: whoever has something to tell it holds one. Clones are the same door.
#[derive(Clone, Debug)]
pub struct MatchHandle(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    id: MatchId,
    inbox: mpsc::Sender<MatchCommand>,
    /// A state, not a queue: a bot that comes and goes faster than the match looks can't fill anything.
    connections: watch::Sender<Connections>,
}

/// The inner side: what the match's task listens to.
#[derive(Debug)]
pub struct MatchInbox {
    /// What was said to the match, in order.
    pub letters: mpsc::Receiver<MatchCommand>,
    /// Who is connected.
    pub connections: watch::Receiver<Connections>,
}

/// Something said to a match.
#[derive(Debug)]
pub enum MatchCommand {
    /// For the referee, with the moment at which it was read.
    Input(Micros, Input),
    /// Somebody wants to watch.
    Watch(oneshot::Sender<Watching>),
}

/// What a spectator is given: the match so far, and what happens from then on.
#[derive(Debug)]
pub struct Watching {
    /// Everything so far.
    pub first: pb::WatchMatchResponse,
    /// The rest, as it happens.
    pub rest: broadcast::Receiver<pb::WatchMatchResponse>,
}

/// The match has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closed;

impl MatchHandle {
    /// A door to a match that is about to begin with these connections, and its inner side.
    #[must_use]
    pub fn new(id: MatchId, connections: Connections) -> (MatchHandle, MatchInbox) {
        let (inbox, letters) = mpsc::channel(limits::INBOX_QUEUE);
        let (sender, receiver) = watch::channel(connections);
        (
            MatchHandle(Arc::new(Shared { id, inbox, connections: sender })),
            MatchInbox { letters, connections: receiver },
        )
    }

    /// Which match is behind it.
    #[must_use]
    pub fn id(&self) -> MatchId {
        self.0.id
    }

    /// Says something to the match; waits while its inbox is full, which holds back whoever fills it.
    ///
    /// # Errors
    /// If the match has ended.
    pub async fn tell(&self, letter: MatchCommand) -> Result<(), Closed> {
        self.0.inbox.send(letter).await.map_err(|_| Closed)
    }

    /// Resolves when the match isn't run any more: it has ended, or the arena has stopped.
    pub async fn closed(&self) {
        self.0.inbox.closed().await;
    }

    /// Notes over which connection a seat can be reached from now on.
    pub fn connect(&self, seat: Seat, connection: Option<Connection>) {
        self.0.connections.send_modify(|connections| connections[seat] = connection);
    }
}
