//! Who plays at tables: a browser, which a cookie tells apart from all others.
//!
//! A seat belongs to the browsers in which its link was opened. So the secret of the link stands in no address that a
//! visitor stays at, passes on by accident, or leaves in the history of a browser.

use axum::http::HeaderValue;
use kahua_play::token::{hash_of, random_bytes};

use crate::cookie;
use crate::guest::Guest;

/// A browser as tables know it: the hash of the secret in its cookie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Player([u8; 32]);

impl Player {
    /// The player that this visitor's browser shows; `None` if it has no cookie of one.
    pub(crate) fn of(guest: &Guest) -> Option<Player> {
        secret(guest).map(|secret| Player::with(&secret))
    }

    /// The player of this visitor's browser, a new one if it shows none, and the cookie by which it stays known.
    pub(crate) fn to_keep(guest: &Guest) -> (Player, HeaderValue) {
        let secret = secret(guest).unwrap_or_else(random_bytes);
        (Player::with(&secret), cookie::playing(guest.headers(), &secret, guest.is_secure()))
    }

    /// Players are compared by hashes, so that the time of a comparison reveals nothing.
    fn with(secret: &[u8; 16]) -> Player {
        Player(hash_of(&hex::encode(secret)).0)
    }
}

fn secret(guest: &Guest) -> Option<[u8; 16]> {
    let mut secret = [0; 16];
    hex::decode_to_slice(cookie::player(guest.headers())?, &mut secret).ok()?;
    Some(secret)
}
