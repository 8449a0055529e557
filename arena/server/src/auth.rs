//! Who may come in, how many, and who may see what: the roles of tokens, the places that callers share, the rules for
//! spectators, and the hosts and origins from which an arena may be called; and what organizers have done.

pub(crate) mod access;
pub(crate) mod audit;
pub(crate) mod caller;
pub(crate) mod credentials;
pub(crate) mod host_guard;
pub(crate) mod peer;
pub(crate) mod room;
pub mod token;
pub(crate) mod tries;
pub(crate) mod watch;
