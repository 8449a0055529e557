//! Who may come in, and who may see what: the roles of tokens, resume tokens, the rules for
//! spectators, and the hosts and origins from which an arena may be called.

pub(crate) mod access;
pub(crate) mod caller;
pub(crate) mod credentials;
pub(crate) mod host_guard;
pub(crate) mod origin;
pub(crate) mod resume;
pub mod token;
pub(crate) mod watch;
