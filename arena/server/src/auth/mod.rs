//! Who may come in: tokens of bots and organizers, and the web pages that may call.

pub mod access;
pub mod origin;
pub mod token;
