//! Who may come in, how many, and who may see what: the roles of tokens, the places that callers share, the rules for
//! spectators, and the hosts and origins from which an arena may be called; and what organizers have done.

pub mod access;
pub mod audit;
pub mod caller;
pub mod credentials;
pub mod fair_slots;
pub mod host_guard;
pub mod peer;
pub mod token;
pub mod tries;
pub mod watch;
