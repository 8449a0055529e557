//! Who may come in: the tokens of bots and organizers, and the origins of web pages that may call.

pub(crate) mod access;
pub(crate) mod origin;
pub mod token;
