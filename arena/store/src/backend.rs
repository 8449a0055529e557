//! What a kind of database gives the store: ways to open it, and a node's place in it. The store knows databases by these
//! traits alone.

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use kahua_core::ids::{BotName, MatchId};

use super::database::{Held, Result as Written, Source, WriteAll};
use super::error::StoreError;
use super::node::{ClusterSnapshot, FreeMatch, NodeCard, NodeNumber, Presence};
use super::reader::{KeyedMatch, Reader};
use super::writer::WriteTarget;

type Result<T> = std::result::Result<T, StoreError>;

/// A place where a store can be.
pub(crate) trait Backend {
    /// Opens the store for reading, also if it is an unfinished copy.
    fn open_for_reading(&self) -> Result<Arc<dyn Source>>;

    /// Opens the store for the one arena that may write it, as [`crate::Store::open`] says. Nodes have numbers; an arena
    /// that is alone has one too if nodes can share the store.
    fn open_for_writing(&self) -> Result<(Box<dyn WriteTarget>, Option<NodeNumber>)>;

    /// Whether an arena has the store open for writing.
    fn is_in_use(&self) -> Result<bool>;

    /// Opens the store for reading, and keeps arenas from writing it.
    fn hold(&self) -> Result<Box<dyn Held>>;

    /// Keeps arenas from writing here, where a copy is to be.
    fn lock_for_copy(&self) -> Result<Box<dyn CopyPlace + '_>>;
}

/// A place that is locked, so that a copy can be made there.
pub(crate) trait CopyPlace {
    /// Makes a new store and calls `mark` with it before it is there. If one `is_begun`, that unfinished one is replaced.
    fn make(self: Box<Self>, is_begun: bool, mark: &dyn Fn(&dyn WriteAll) -> Written<()>) -> Result<Box<dyn Held>>;
}

/// A database on a server, which several arenas can share.
pub(crate) trait Server: Backend {
    /// Adds a node, as [`crate::Store::join`] says.
    fn join(&self, card: &NodeCard, earlier: Option<NodeNumber>) -> Result<Joined>;

    /// Opens the store for looking at its nodes.
    fn open_for_nodes(&self) -> Result<Arc<dyn ReadNodes>>;
}

/// What is read of the nodes.
pub(crate) trait ReadNodes: fmt::Debug + Send + Sync {
    /// What a node sees.
    fn look(&self) -> Result<ClusterSnapshot>;

    /// The matches of these that are open.
    fn held_among(&self, ids: &[MatchId]) -> Result<Vec<HeldRow>>;
}

/// The id of an open match, its header, and the node that plays it.
pub(crate) type HeldRow = (String, Vec<u8>, Option<NodeNumber>);

/// A node's lease. It has its own connection, so that it doesn't wait for the writer. [`crate::Membership`] says
/// what the calls do.
pub(crate) trait Lease: fmt::Debug + Send {
    fn for_renewals(&self) -> Box<dyn Lease>;
    fn node(&self) -> NodeNumber;
    fn until(&self) -> Instant;
    fn renew(&mut self, status: &[u8]) -> Result<()>;
    fn succeed(&mut self) -> Result<()>;
    fn look(&mut self) -> Result<ClusterSnapshot>;
    fn free_matches(&mut self, limit: u32) -> Result<Vec<FreeMatch>>;
    fn take_matches(&mut self, ids: &[String]) -> Result<Vec<KeyedMatch>>;
    fn report_presence(&mut self, bots: &[(BotName, Option<Vec<u8>>)]) -> Result<()>;
    fn presence_since(&mut self, seen: &[(NodeNumber, i64)]) -> Result<Vec<Presence>>;
    fn end(&mut self) -> Result<()>;
}

/// What a database gives a node that has joined.
pub(crate) struct Joined {
    pub(crate) reader: Reader,
    pub(crate) nodes: Arc<dyn ReadNodes>,
    pub(crate) target: Box<dyn WriteTarget>,
    pub(crate) lease: Box<dyn Lease>,
}
