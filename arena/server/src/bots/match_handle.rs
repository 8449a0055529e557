//! The handle to a running match: a bounded inbox, and a watch channel with the connection of each seat.

use std::sync::Arc;

use kahua_engine::{PerSeat, Seat};
use tokio::sync::{broadcast, mpsc, oneshot, watch};

use kahua_proto::pb::arena::v1 as pb;

use crate::bots::Connection;
use kahua_core::clock::Micros;
use kahua_core::ids::MatchId;
use kahua_core::limits;
use kahua_core::referee::Input;

/// The connection of each seat; `None` while its bot is away.
pub(crate) type Connections = PerSeat<Option<Connection>>;

/// Held by whoever has something for the match. Clones reach the same match.
#[derive(Clone, Debug)]
pub(crate) struct MatchHandle(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    id: MatchId,
    inbox: mpsc::Sender<MatchCommand>,
    /// A state, not a queue: a bot that comes and goes faster than the match looks can't fill anything.
    connections: watch::Sender<Connections>,
}

/// What the match's task reads.
#[derive(Debug)]
pub(crate) struct MatchInbox {
    /// In the order in which they were sent.
    pub(crate) commands: mpsc::Receiver<MatchCommand>,
    pub(crate) connections: watch::Receiver<Connections>,
}

/// What can be sent to a match.
#[derive(Debug)]
pub(crate) enum MatchCommand {
    /// An input for the referee, with the time at which it was read.
    Input(Micros, Input),
    /// A spectator who wants to watch.
    Watch(oneshot::Sender<Watching>),
}

/// What a spectator gets: the match so far, and what happens from then on.
#[derive(Debug)]
pub(crate) struct Watching {
    /// Everything so far.
    pub(crate) first: pb::WatchMatchResponse,
    /// The rest, as it happens.
    pub(crate) rest: broadcast::Receiver<pb::WatchMatchResponse>,
}

/// The match isn't running any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Closed;

impl MatchHandle {
    /// Both sides of a match that is about to begin with these connections.
    pub(crate) fn new(id: MatchId, connections: Connections) -> (MatchHandle, MatchInbox) {
        let (inbox, commands) = mpsc::channel(limits::INBOX_QUEUE);
        let (sender, receiver) = watch::channel(connections);
        (
            MatchHandle(Arc::new(Shared { id, inbox, connections: sender })),
            MatchInbox { commands, connections: receiver },
        )
    }

    pub(crate) fn id(&self) -> MatchId {
        self.0.id
    }

    /// Sends something to the match. Waits while its inbox is full, which slows down whoever fills it.
    ///
    /// # Errors
    /// If the match isn't running any more.
    pub(crate) async fn send(&self, command: MatchCommand) -> Result<(), Closed> {
        self.0.inbox.send(command).await.map_err(|_| Closed)
    }

    /// Resolves when the match isn't running any more: it has ended, or the arena has stopped.
    pub(crate) async fn closed(&self) {
        self.0.inbox.closed().await;
    }

    /// Sets the connection over which a seat can be reached from now on.
    pub(crate) fn connect(&self, seat: Seat, connection: Option<Connection>) {
        self.0.connections.send_modify(|connections| connections[seat] = connection);
    }
}
