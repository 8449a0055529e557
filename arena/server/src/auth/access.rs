//! Who may do what: tokens of bots and organizers.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use crate::auth::token;
use kahua_core::ids::BotName;
use kahua_store::TokenHash;

/// Whether tokens are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gate {
    /// Nobody needs a token; one that is shown all the same must be right.
    Open,
    /// Bots and organizers need theirs.
    Tokens,
}

/// The hash of the token that came with a request, if one did.
#[derive(Clone, Copy, Debug, Default)]
pub struct Credentials(Option<TokenHash>);

impl Credentials {
    /// Reads the text of an `authorization` entry; `None` if there is none.
    ///
    /// # Errors
    /// If the entry has another form than `Bearer TOKEN`.
    pub fn read(authorization: Option<&str>) -> Result<Credentials, String> {
        let Some(text) = authorization else { return Ok(Credentials(None)) };
        match text.split_once(' ') {
            Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") && !token.trim().is_empty() => {
                Ok(Credentials(Some(token::hash_of(token.trim()))))
            }
            _ => Err("the metadata entry \"authorization\" must be \"Bearer TOKEN\"".into()),
        }
    }
}

/// The tokens that the arena knows.
#[derive(Debug)]
pub struct Access {
    gate: Gate,
    organizers: Vec<TokenHash>,
    bots: Mutex<BTreeMap<BotName, TokenHash>>,
}

impl Access {
    /// These tokens' holders, behind this gate.
    pub fn new(gate: Gate, organizers: Vec<TokenHash>, bots: impl IntoIterator<Item = (BotName, TokenHash)>) -> Access {
        Access { gate, organizers, bots: Mutex::new(bots.into_iter().collect()) }
    }

    /// Whether whoever presented this may be the bot with this name.
    ///
    /// # Errors
    /// Why not.
    pub fn admit_bot(&self, name: BotName, presented: &Credentials) -> Result<(), String> {
        let known = self.bots.lock().unwrap_or_else(PoisonError::into_inner).get(&name).copied();
        match (presented.0, known, self.gate) {
            (Some(presented), Some(known), _) if token::same(&presented, &known) => Ok(()),
            (Some(_), Some(_), _) => Err(format!("this is not the token of {name}: an organizer can make a new one")),
            (_, None, Gate::Open) | (None, Some(_), Gate::Open) => Ok(()),
            (Some(_), None, Gate::Tokens) => {
                Err(format!("the arena knows no bot {name}: an organizer must add it first"))
            }
            (None, _, Gate::Tokens) => Err(format!(
                "this arena needs the token of {name} in the metadata entry \"authorization\" as \"Bearer TOKEN\""
            )),
        }
    }

    /// Whether whoever presented this is an organizer.
    ///
    /// # Errors
    /// Why not.
    pub fn admit_organizer(&self, presented: &Credentials) -> Result<(), String> {
        // Every one is compared, so that the time tells nothing.
        let is_one = |token| self.organizers.iter().fold(false, |found, known| found | token::same(token, known));
        match (&presented.0, self.gate) {
            (Some(token), _) if is_one(token) => Ok(()),
            (None, Gate::Open) => Ok(()),
            (Some(_), _) => Err("this is no organizer's token of this arena".into()),
            (None, Gate::Tokens) => Err("this needs an organizer's token in the metadata entry \"authorization\" \
                                         as \"Bearer TOKEN\""
                .into()),
        }
    }

    /// Gives a bot this token from now on.
    pub fn set_bot(&self, name: BotName, token: TokenHash) {
        self.bots.lock().unwrap_or_else(PoisonError::into_inner).insert(name, token);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(gate: Gate) -> Access {
        let bots = [("a".parse().unwrap(), token::hash_of("secret"))];
        Access::new(gate, vec![token::hash_of("organizer")], bots)
    }

    fn shown(token: &str) -> Credentials {
        Credentials::read(Some(&format!("Bearer {token}"))).unwrap()
    }

    #[test]
    fn with_tokens_a_bot_needs_its_own() {
        let access = access(Gate::Tokens);
        let (a, b): (BotName, BotName) = ("a".parse().unwrap(), "b".parse().unwrap());
        assert_eq!(access.admit_bot(a, &shown("secret")), Ok(()));
        assert!(access.admit_bot(a, &shown("other")).is_err());
        assert!(access.admit_bot(a, &Credentials::default()).is_err());
        assert!(access.admit_bot(b, &shown("secret")).is_err());
        access.set_bot(b, token::hash_of("new"));
        assert_eq!(access.admit_bot(b, &shown("new")), Ok(()));
    }

    #[test]
    fn an_open_arena_takes_no_wrong_token_either() {
        let access = access(Gate::Open);
        let a: BotName = "a".parse().unwrap();
        assert_eq!(access.admit_bot(a, &Credentials::default()), Ok(()));
        assert!(access.admit_bot(a, &shown("other")).is_err());
        assert_eq!(access.admit_bot("b".parse().unwrap(), &shown("any")), Ok(()));
        assert_eq!(access.admit_organizer(&Credentials::default()), Ok(()));
    }

    #[test]
    fn organizers_need_an_organizers_token() {
        let access = access(Gate::Tokens);
        assert_eq!(access.admit_organizer(&shown("organizer")), Ok(()));
        assert!(access.admit_organizer(&shown("secret")).is_err());
        assert!(access.admit_organizer(&Credentials::default()).is_err());
    }

    #[test]
    fn the_entry_has_one_form() {
        assert!(Credentials::read(Some("bearer x")).is_ok());
        assert!(Credentials::read(Some("Basic x")).is_err());
        assert!(Credentials::read(Some("Bearer ")).is_err());
        assert!(Credentials::read(Some("x")).is_err());
    }
}
