//! What a call says about its caller: the token in its metadata.

use kahua_store::TokenHash;

use crate::auth::token;

/// The hash of the token that came with a call, if one did.
#[derive(Clone, Copy, Debug, Default)]
pub struct Credentials(Option<TokenHash>);

impl Credentials {
    /// The credentials of a call without a token.
    pub const NOTHING: Credentials = Credentials(None);

    /// The credentials of a call with this token.
    #[must_use]
    pub fn of(token: &str) -> Credentials {
        Credentials(Some(token::hash_of(token)))
    }

    /// Reads the text of an `authorization` entry, if there is one.
    ///
    /// # Errors
    /// If the text has another form than `Bearer TOKEN`.
    pub fn read(authorization: Option<&str>) -> Result<Credentials, String> {
        let Some(text) = authorization else { return Ok(Credentials::NOTHING) };
        match text.split_once(' ') {
            Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") && !token.trim().is_empty() => {
                Ok(Credentials::of(token.trim()))
            }
            _ => Err("the metadata entry \"authorization\" must have the form \"Bearer TOKEN\"".into()),
        }
    }

    /// Names the caller without revealing the token: the first digits of the token's hash.
    pub fn label(&self) -> String {
        self.0.map_or_else(|| "without a token".to_owned(), |hash| format!("token {}", hex::encode(&hash.0[..4])))
    }

    /// The hash of the token; `None` if no token came with the call.
    pub fn token(&self) -> Option<TokenHash> {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_entry_has_one_form() {
        assert!(Credentials::read(Some("bearer x")).is_ok());
        assert!(Credentials::read(Some("Basic x")).is_err());
        assert!(Credentials::read(Some("Bearer ")).is_err());
        assert!(Credentials::read(Some("x")).is_err());
    }
}
