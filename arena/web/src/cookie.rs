//! The one cookie: the token of whoever has signed in.

use axum::http::HeaderMap;
use axum::http::header::COOKIE;

/// The name of the cookie.
const NAME: &str = "kahua-token";

/// The token that these headers show.
pub(crate) fn token(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == NAME).map(|(_, token)| token)
}
