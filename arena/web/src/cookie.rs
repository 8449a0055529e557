//! The one cookie: the token of whoever has signed in.

use axum::http::header::COOKIE;
use axum::http::{HeaderMap, HeaderValue};

/// The name of the cookie.
const NAME: &str = "kahua-token";

/// The token that these headers show.
pub(crate) fn token(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == NAME).map(|(_, token)| token)
}

/// The cookie that shows this token until the browser is closed; `None` if a cookie can't hold it. Only the arena's own pages
/// send it, no script reads it, and over TLS it is never sent in the clear.
pub(crate) fn showing(token: &str, is_secure: bool) -> Option<HeaderValue> {
    let fits = |byte: u8| byte.is_ascii_graphic() && !b"\",;\\".contains(&byte);
    let secure = if is_secure { "; Secure" } else { "" };
    let cookie = format!("{NAME}={token}; Path=/; HttpOnly; SameSite=Strict{secure}");
    HeaderValue::from_str(&cookie).ok().filter(|_| token.bytes().all(fits))
}

/// What takes the cookie away.
pub(crate) fn none() -> HeaderValue {
    const NONE: &str = "kahua-token=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0";
    debug_assert!(NONE.starts_with(NAME));
    HeaderValue::from_static(NONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_in_a_cookie_is_read_again() {
        let cookie = showing("0123abcd", true).unwrap();
        assert_eq!(cookie, "kahua-token=0123abcd; Path=/; HttpOnly; SameSite=Strict; Secure");
        let headers = [(COOKIE, "other=1; kahua-token=0123abcd".parse().unwrap())].into_iter().collect();
        assert_eq!(token(&headers), Some("0123abcd"));
        assert!(!showing("a", false).unwrap().to_str().unwrap().contains("Secure"));
    }

    #[test]
    fn no_token_adds_to_its_cookie() {
        assert!(["a; Domain=evil", "a\r\nx: y", "a b", "a\"", "é"].iter().all(|token| showing(token, true).is_none()));
    }
}
