//! Resume tokens: with its newest one a bot comes back to its matches after it has lost its connection.

use std::fmt;

use kahua_core::ids::{ArenaRun, BotName};
use kahua_store::TokenHash;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::auth::token::bytes_from_hex;
use crate::bots::ConnectionId;

/// Numbers the connections of all bots, in all runs of the arena, in the order in which they were opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ConnectionNumber {
    run: u32,
    connection: u64,
}

impl ConnectionNumber {
    /// The number of this connection in this run of the arena.
    pub(crate) fn new(run: ArenaRun, connection: ConnectionId) -> ConnectionNumber {
        ConnectionNumber { run: run.0, connection: connection.number() }
    }
}

impl fmt::Display for ConnectionNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}{:016x}", self.run, self.connection)
    }
}

/// The arena's secret behind the resume tokens. The store keeps it, so that resume tokens outlive a restart.
#[derive(Clone, Copy)]
pub struct ResumeKey([u8; 32]);

impl ResumeKey {
    pub fn new(bytes: [u8; 32]) -> ResumeKey {
        ResumeKey(bytes)
    }

    /// The resume token of a bot with this token for one of its connections: its name, the connection's number, and 64
    /// hexadecimal digits that only this arena can make, with dots between them.
    pub(crate) fn token(&self, name: BotName, number: ConnectionNumber, token: Option<TokenHash>) -> String {
        format!("{name}.{number}.{}", hex::encode(self.mac(name, number, token)))
    }

    /// The bot and the connection that this resume token was issued for. `None` if this arena didn't issue it, or if
    /// the bot's own token, as `token_of` says, has changed since.
    pub(crate) fn read(
        &self,
        text: &str,
        token_of: impl FnOnce(BotName) -> Option<TokenHash>,
    ) -> Option<(BotName, ConnectionNumber)> {
        // From the right, because a bot's name may have dots.
        let (named, mac) = text.rsplit_once('.')?;
        let (name, number) = named.rsplit_once('.')?;
        let (run, connection) = number.split_at_checked(8).filter(|(_, rest)| rest.len() == 16)?;
        let number = ConnectionNumber {
            run: u32::from_str_radix(run, 16).ok()?,
            connection: u64::from_str_radix(connection, 16).ok()?,
        };
        let (name, given) = (name.parse().ok()?, bytes_from_hex(mac)?);
        bool::from(self.mac(name, number, token_of(name)).ct_eq(&given)).then_some((name, number))
    }

    /// Hashed twice with the key in front, so that the hash of one name can't be extended to that of a longer name.
    fn mac(&self, name: BotName, number: ConnectionNumber, token: Option<TokenHash>) -> [u8; 32] {
        let inner = Sha256::new()
            .chain_update(self.0)
            .chain_update(number.to_string())
            // For a bot without a token, zeros: no token has this hash. If the bot gets a token, the resume token
            // becomes invalid.
            .chain_update(token.map_or([0; 32], |token| token.0))
            .chain_update(name.as_str())
            .finalize();
        Sha256::new().chain_update(self.0).chain_update(b"resume").chain_update(inner).finalize().into()
    }
}

impl fmt::Debug for ResumeKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ResumeKey(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: ResumeKey = ResumeKey([7; 32]);

    fn number(run: u32, connection: u64) -> ConnectionNumber {
        ConnectionNumber { run, connection }
    }

    #[test]
    fn a_resume_token_names_its_bot_and_its_connection_and_nobody_else_can_make_one() {
        let name: BotName = "dots.are.fine".parse().unwrap();
        let token = KEY.token(name, number(2, 3), None);
        let read = |key: ResumeKey, text: &str| key.read(text, |_| None);
        assert_eq!(read(KEY, &token), Some((name, number(2, 3))));
        assert_eq!(read(ResumeKey([8; 32]), &token), None);
        assert_eq!(read(KEY, &token.replace("fine", "fin")), None);
        assert_eq!(read(KEY, &token.replace("00000002", "00000003")), None);
        for wrong in ["dots", "", "a.b.c", "a.é00000000000000000000000.00"] {
            assert_eq!(read(KEY, wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_resume_token_is_bound_to_the_bots_token() {
        let (name, [one, other]) = ("a".parse().unwrap(), [TokenHash([1; 32]), TokenHash([2; 32])]);
        let token = KEY.token(name, number(1, 1), Some(one));
        assert!(KEY.read(&token, |_| Some(one)).is_some());
        assert!(KEY.read(&token, |_| Some(other)).is_none());
        assert!(KEY.read(&token, |_| None).is_none());
    }

    #[test]
    fn later_connections_have_greater_numbers_in_later_runs_too() {
        assert!(number(1, 9) < number(1, 10) && number(1, 10) < number(2, 0));
    }
}
