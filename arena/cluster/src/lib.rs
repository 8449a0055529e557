//! Several arenas that share one store: its nodes.
//!
//! The database coordinates them, and nothing else: each node looks at it ten times a second. One node pairs the matches of
//! all leagues and writes them to the store, and each node takes some of them to play. A bot may have connected to any node.
#![expect(missing_docs, reason = "it is published nowhere, and a name that says it all needs no sentence")]

pub mod bot_locations;
pub mod channels;
mod cluster;
mod context;
mod join;
pub mod key;
pub mod match_calls;
mod match_picker;
mod node_loop;
mod nodes;
mod presence;
pub mod relay;
mod renewals;
mod settings;

pub use cluster::Cluster;
pub use context::NodeContext;
pub use join::{JoinError, NodeSession, OpenStore};
pub use nodes::NodeInfo;
