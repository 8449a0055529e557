//! The handle to a running match: a bounded inbox, and a watch channel with the connection of each seat.

use std::fmt::Debug;
use std::sync::{Arc, Weak};
use std::time::Duration;

use kahua_engine::{PerSeat, Seat};
use parking_lot::Mutex;
use tokio::sync::{mpsc, watch};

use crate::bots::match_tap::{MatchTap, MatchUpdate};
use crate::bots::{Connection, ConnectionId};
use kahua_core::clock::Moment;
use kahua_core::ids::MatchId;
use kahua_core::limits;
use kahua_core::referee::Input;

/// The connection of each seat; `None` while its bot is away.
pub type Connections = PerSeat<Option<Connection>>;

/// A match that can process its inbox on the task of the sender.
pub(crate) trait ReadInbox: Debug + Send + Sync {
    /// Returns when the inbox is empty, or the match doesn't run.
    fn read_inbox(&self);

    /// Shows the match from the event with this number on, and rings this tap from now on. `None` if it doesn't run.
    fn look(&self, from: usize, tap: &Arc<MatchTap>) -> Option<MatchUpdate>;

    /// The seat whose answer the match waits for, and its think time so far. `None` if no seat is asked, or the match
    /// doesn't run.
    fn waits_for(&self) -> Option<(Seat, Duration)>;
}

/// Sends to a match. Clones reach the same match.
#[derive(Clone, Debug)]
pub struct MatchHandle(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    id: MatchId,
    inbox: mpsc::Sender<MatchCommand>,
    /// A state and not a queue, so that a bot that reconnects faster than the match looks can't fill it.
    connections: watch::Sender<Connections>,
    /// `None` until the match is about to run. A lock and not a `OnceLock`: a sender that finds no reader has its
    /// command in the inbox before the match first reads it.
    reader: Mutex<Option<Arc<dyn ReadInbox>>>,
}

/// Names a match without keeping its inbox open. Only a [`MatchHandle`] does that.
#[derive(Clone, Debug)]
pub struct WeakMatchHandle(Weak<Shared>);

impl WeakMatchHandle {
    pub(crate) fn is_of(&self, handle: &MatchHandle) -> bool {
        std::ptr::eq(self.0.as_ptr(), Arc::as_ptr(&handle.0))
    }
}

/// The connection over which this seat can be reached.
pub fn connection_id(connections: &Connections, seat: Seat) -> Option<ConnectionId> {
    connections[seat].as_ref().map(|connection| connection.sender.id())
}

/// What the match reads.
#[derive(Debug)]
pub struct MatchInbox {
    /// In the order in which they were sent.
    pub commands: mpsc::Receiver<MatchCommand>,
    pub connections: watch::Receiver<Connections>,
}

/// What can be sent to a match: an input for the referee, with the moment at which it was read.
#[derive(Debug)]
pub struct MatchCommand(pub Moment, pub Input);

/// The match isn't running any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closed;

impl MatchHandle {
    /// The handle and the inbox of a match that is about to begin with these connections.
    pub(crate) fn new(id: MatchId, connections: Connections) -> (MatchHandle, MatchInbox) {
        let (inbox, commands) = mpsc::channel(limits::INBOX_QUEUE);
        let (sender, receiver) = watch::channel(connections);
        (
            MatchHandle(Arc::new(Shared { id, inbox, connections: sender, reader: Mutex::default() })),
            MatchInbox { commands, connections: receiver },
        )
    }

    pub fn id(&self) -> MatchId {
        self.0.id
    }

    /// Sets the match that reads the inbox from now on.
    pub(crate) fn attach(&self, reader: Arc<dyn ReadInbox>) {
        *self.0.reader.lock() = Some(reader);
    }

    /// Sends a command to the match. If the match runs, it is carried out at once. Waits while the inbox is full, which
    /// slows the sender down.
    ///
    /// # Errors
    /// If the match isn't running any more.
    pub async fn send(&self, command: MatchCommand) -> Result<(), Closed> {
        self.0.inbox.send(command).await.map_err(|_| Closed)?;
        // Cloned, so that the lock isn't held while the match carries the command out.
        let reader = self.0.reader.lock().clone();
        if let Some(reader) = reader {
            reader.read_inbox();
        }
        Ok(())
    }

    /// As [`ReadInbox::look`].
    pub(crate) fn look(&self, from: usize, tap: &Arc<MatchTap>) -> Option<MatchUpdate> {
        let reader = self.0.reader.lock().clone();
        reader?.look(from, tap)
    }

    /// As `ReadInbox::waits_for`.
    pub fn waits_for(&self) -> Option<(Seat, Duration)> {
        let reader = self.0.reader.lock().clone();
        reader?.waits_for()
    }

    /// Whether the match isn't running any more.
    pub(crate) fn is_closed(&self) -> bool {
        self.0.inbox.is_closed()
    }

    /// Resolves when the match isn't running any more: it has ended, or the arena has stopped.
    pub async fn closed(&self) {
        self.0.inbox.closed().await;
    }

    /// Sets the connection over which a seat can be reached from now on.
    pub(crate) fn connect(&self, seat: Seat, connection: Option<Connection>) {
        self.0.connections.send_modify(|connections| connections[seat] = connection);
    }

    /// Sets the connection of a seat if the present one is `old`, where `None` means no connection. Returns whether it
    /// was.
    pub fn replace(&self, seat: Seat, old: Option<ConnectionId>, new: Option<Connection>) -> bool {
        self.0.connections.send_if_modified(|connections| {
            let is_old = connection_id(connections, seat) == old;
            if is_old {
                connections[seat] = new;
            }
            is_old
        })
    }

    /// The connections of all seats, and every change of them.
    pub fn connections(&self) -> watch::Receiver<Connections> {
        self.0.connections.subscribe()
    }

    /// Whether a match in this process reads the inbox.
    pub(crate) fn is_read_here(&self) -> bool {
        self.0.reader.lock().is_some()
    }

    /// A handle that doesn't keep the match's inbox open.
    pub(crate) fn downgrade(&self) -> WeakMatchHandle {
        WeakMatchHandle(Arc::downgrade(&self.0))
    }
}
