//! What a kind of database gives the store: ways to open it. The store knows databases by these traits alone.

use std::sync::Arc;

use super::database::{Held, Result as Written, Source, WriteAll};
use super::error::StoreError;
use super::node::{Joined, NodeCard, NodeNumber, ReadNodes};
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
