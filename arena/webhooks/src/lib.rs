//! Sends what happens in an arena to the webhooks of its settings.
//!
//! Nothing in an arena reports to this crate. Once a second, each [`Webhook`] compares the arena and its store with what it has seen, and
//! the difference becomes events. So no match ever waits for a receiver. What a webhook has seen, and what waits to be sent, is
//! kept in the store: after a restart, or on the node that pairs next, it goes on from there, and at worst sends an event again
//! under the same id.
//!
//! Requests are as [Standard Webhooks](https://www.standardwebhooks.com) has them, for which receivers find libraries.

mod delivery_state;
mod event;
mod limits;
mod post;
mod retry;
mod run;
mod secret;
mod watched;
mod webhook;

pub use post::PostError;
pub use run::run;
pub use secret::SecretError;
pub use watched::Watched;
pub use webhook::Webhook;
