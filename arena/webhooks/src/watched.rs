//! What a webhook looks at.

use kahua_play::metrics::Metrics;
use kahua_queries::Facts;
use kahua_store::Store;

/// A running arena.
pub trait Watched: Facts + 'static {
    /// Its store.
    fn store(&self) -> &Store;

    /// Whether it pairs the matches. Where several arenas share a store, one of them does, and that one sends.
    fn pairs(&self) -> bool;

    /// Why no new match can begin, or only few; `None` if the arena is well.
    fn trouble(&self) -> Option<String>;

    /// Counts what is sent.
    fn metrics(&self) -> &Metrics;
}
