//! Who may do what: the tokens of bots and organizers.

use std::collections::BTreeMap;

use parking_lot::Mutex;

use crate::auth::token;
use kahua_core::ids::BotName;
use kahua_store::TokenHash;

/// Whether tokens are required.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenPolicy {
    /// Nobody needs a token, but a wrong one is refused.
    Optional,
    /// Bots and organizers need theirs.
    Required,
}

/// The hash of the token that came with a call, if one did.
#[derive(Clone, Copy, Debug, Default)]
pub struct Credentials(Option<TokenHash>);

impl Credentials {
    /// Reads the text of an `authorization` entry, if there is one.
    ///
    /// # Errors
    /// If the text has another form than `Bearer TOKEN`.
    pub(crate) fn read(authorization: Option<&str>) -> Result<Credentials, String> {
        let Some(text) = authorization else { return Ok(Credentials(None)) };
        match text.split_once(' ') {
            Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") && !token.trim().is_empty() => {
                Ok(Credentials(Some(token::hash_of(token.trim()))))
            }
            _ => Err("the metadata entry \"authorization\" must have the form \"Bearer TOKEN\"".into()),
        }
    }

    /// Whether a token came with the call.
    pub(crate) fn are_given(&self) -> bool {
        self.0.is_some()
    }
}

/// The tokens that the arena knows.
#[derive(Debug)]
pub(crate) struct Access {
    policy: TokenPolicy,
    organizers: Vec<TokenHash>,
    bots: Mutex<BTreeMap<BotName, TokenHash>>,
}

impl Access {
    pub(crate) fn new(
        policy: TokenPolicy,
        organizers: Vec<TokenHash>,
        bots: impl IntoIterator<Item = (BotName, TokenHash)>,
    ) -> Access {
        Access { policy, organizers, bots: Mutex::new(bots.into_iter().collect()) }
    }

    /// Whether a caller with these credentials may be the bot with this name.
    ///
    /// # Errors
    /// Why not, in words for the bot's author.
    pub(crate) fn admit_bot(&self, name: BotName, credentials: &Credentials) -> Result<(), String> {
        let known = self.bots.lock().get(&name).copied();
        match (credentials.0, known, self.policy) {
            (Some(given), Some(known), _) if token::same(&given, &known) => Ok(()),
            (Some(_), Some(_), _) => Err(format!("the token is not that of {name}; an organizer can issue a new one")),
            (_, None, TokenPolicy::Optional) | (None, Some(_), TokenPolicy::Optional) => Ok(()),
            (Some(_), None, TokenPolicy::Required) => {
                Err(format!("no bot named {name} is registered with this arena; an organizer must add it first"))
            }
            (None, _, TokenPolicy::Required) => Err(format!(
                "this arena requires the token of {name}, as \"Bearer TOKEN\" in the metadata entry \"authorization\""
            )),
        }
    }

    /// Whether a caller with these credentials is an organizer.
    ///
    /// # Errors
    /// Why not, in words for the caller.
    pub(crate) fn admit_organizer(&self, credentials: &Credentials) -> Result<(), String> {
        // Compares with every organizer's token, so that the time taken reveals nothing.
        let is_one = |token| self.organizers.iter().fold(false, |found, known| found | token::same(token, known));
        match (&credentials.0, self.policy) {
            (Some(token), _) if is_one(token) => Ok(()),
            (None, TokenPolicy::Optional) => Ok(()),
            (Some(_), _) => Err("the token is not that of an organizer of this arena".into()),
            (None, TokenPolicy::Required) => {
                Err("this call requires an organizer's token, as \"Bearer TOKEN\" in the \
                                                  metadata entry \"authorization\""
                    .into())
            }
        }
    }

    /// Whether nobody gets in without a token.
    pub(crate) fn needs_tokens(&self) -> bool {
        self.policy == TokenPolicy::Required
    }

    /// Replaces the token of a bot.
    pub(crate) fn set_bot(&self, name: BotName, token: TokenHash) {
        self.bots.lock().insert(name, token);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(policy: TokenPolicy) -> Access {
        let bots = [("a".parse().unwrap(), token::hash_of("secret"))];
        Access::new(policy, vec![token::hash_of("organizer")], bots)
    }

    fn bearer(token: &str) -> Credentials {
        Credentials::read(Some(&format!("Bearer {token}"))).unwrap()
    }

    #[test]
    fn with_tokens_a_bot_needs_its_own() {
        let access = access(TokenPolicy::Required);
        let (a, b): (BotName, BotName) = ("a".parse().unwrap(), "b".parse().unwrap());
        assert_eq!(access.admit_bot(a, &bearer("secret")), Ok(()));
        assert!(access.admit_bot(a, &bearer("other")).is_err());
        assert!(access.admit_bot(a, &Credentials::default()).is_err());
        assert!(access.admit_bot(b, &bearer("secret")).is_err());
        access.set_bot(b, token::hash_of("new"));
        assert_eq!(access.admit_bot(b, &bearer("new")), Ok(()));
    }

    #[test]
    fn an_open_arena_takes_no_wrong_token_either() {
        let access = access(TokenPolicy::Optional);
        let a: BotName = "a".parse().unwrap();
        assert_eq!(access.admit_bot(a, &Credentials::default()), Ok(()));
        assert!(access.admit_bot(a, &bearer("other")).is_err());
        assert_eq!(access.admit_bot("b".parse().unwrap(), &bearer("any")), Ok(()));
        assert_eq!(access.admit_organizer(&Credentials::default()), Ok(()));
    }

    #[test]
    fn organizers_need_an_organizers_token() {
        let access = access(TokenPolicy::Required);
        assert_eq!(access.admit_organizer(&bearer("organizer")), Ok(()));
        assert!(access.admit_organizer(&bearer("secret")).is_err());
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
