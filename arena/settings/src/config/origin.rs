//! The origins of web pages that may call the arena: a browser asks the arena before it lets a page of another origin
//! call.

use std::fmt;
use std::str::FromStr;

use http::{HeaderValue, Uri};

/// Where a web page comes from, as browsers name it: scheme, host and port, such as `http://localhost:5173`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin(HeaderValue);

/// A text is not an origin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a valid web origin: expected https://HOST or http://HOST:PORT, with nothing after it")]
pub struct ParseOriginError(String);

impl FromStr for Origin {
    type Err = ParseOriginError;

    fn from_str(text: &str) -> Result<Origin, ParseOriginError> {
        let refused = || ParseOriginError(text.to_owned());
        let uri: Uri = text.parse().map_err(|_| refused())?;
        let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else { return Err(refused()) };
        // Browsers compare the whole text, so an origin written in any other way would never match.
        let plain = format!("{scheme}://{}", authority.as_str().to_ascii_lowercase());
        if plain != text || !matches!(scheme, "http" | "https") || text.contains(['@', '*']) {
            return Err(refused());
        }
        Ok(Origin(HeaderValue::from_str(text).map_err(|_| refused())?))
    }
}

impl Origin {
    /// What browsers send in the header `origin`.
    #[must_use]
    pub fn header(&self) -> &HeaderValue {
        &self.0
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.to_str().unwrap_or_default())
    }
}

/// Whether a browser sends this as the origin of a page.
impl PartialEq<HeaderValue> for Origin {
    fn eq(&self, header: &HeaderValue) -> bool {
        self.0 == header
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_what_browsers_send() {
        for text in ["http://localhost:5173", "https://bots.example", "http://[::1]:8080"] {
            assert_eq!(text.parse::<Origin>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn everything_else_is_refused_in_words() {
        let refused =
            ["", "*", "localhost:5173", "https://a.example/", "https://a.example/page", "ftp://a", "https://A.example"];
        for text in refused.into_iter().chain(["https://*", "https://me@a.example", "https://a b"]) {
            let error = text.parse::<Origin>().expect_err(text).to_string();
            assert!(error.starts_with(&format!("{text:?} is not a valid web origin")), "{error}");
        }
    }
}
