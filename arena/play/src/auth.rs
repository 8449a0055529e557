//! Access control: the roles of tokens, the slots that callers share, the rules for spectators, the hosts and origins
//! that may call an arena, and the log of what organizers do.

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
