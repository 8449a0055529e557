//! The only cookie: the visitor's token after signing in.
//!
//! A browser sends the cookies of a host to all its ports. So the name includes the port. Otherwise several arenas on
//! one host would sign out each other's visitors.

use std::borrow::Cow;

use axum::http::header::{COOKIE, HOST};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue};

/// The name of the cookie at the default port. At any other port, a dash and the port follow.
const NAME: &str = "kahua-token";

/// The name of the cookie at the address to which this request was sent.
fn name(headers: &HeaderMap) -> Cow<'static, str> {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()?.parse::<Authority>().ok());
    match host.and_then(|host| host.port_u16()) {
        Some(port) => format!("{NAME}-{port}").into(),
        None => NAME.into(),
    }
}

/// The token in the cookie of these headers.
pub(crate) fn token(headers: &HeaderMap) -> Option<&str> {
    let own = name(headers);
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == own).map(|(_, token)| token)
}

/// The cookie that holds this token until the browser is closed; `None` if a cookie can't hold it. The browser sends it
/// only for the arena's own pages. No script can read it, and over TLS it is never sent in the clear.
pub(crate) fn showing(headers: &HeaderMap, token: &str, is_secure: bool) -> Option<HeaderValue> {
    let fits = |byte: u8| byte.is_ascii_graphic() && !b"\",;\\".contains(&byte);
    let secure = if is_secure { "; Secure" } else { "" };
    let cookie = format!("{}={token}; Path=/; HttpOnly; SameSite=Strict{secure}", name(headers));
    HeaderValue::from_str(&cookie).ok().filter(|_| token.bytes().all(fits))
}

/// A header that deletes the cookie.
pub(crate) fn none(headers: &HeaderMap) -> HeaderValue {
    let none = format!("{}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0", name(headers));
    none.parse().expect("a name with a number")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_in_a_cookie_is_read_again() {
        let bare = HeaderMap::new();
        let cookie = showing(&bare, "0123abcd", true).unwrap();
        assert_eq!(cookie, "kahua-token=0123abcd; Path=/; HttpOnly; SameSite=Strict; Secure");
        let headers = [(COOKIE, "other=1; kahua-token=0123abcd".parse().unwrap())].into_iter().collect();
        assert_eq!(token(&headers), Some("0123abcd"));
        assert!(!showing(&bare, "a", false).unwrap().to_str().unwrap().contains("Secure"));
    }

    #[test]
    fn every_port_of_a_host_has_a_cookie_of_its_own() {
        for (host, own) in [
            ("localhost:7700", "kahua-token-7700"),
            ("[::1]:7701", "kahua-token-7701"),
            ("arena.example", NAME),
            ("[::1]", NAME),
            ("x y:1", NAME),
        ] {
            let at =
                |cookie: &str| [(HOST, host.parse().unwrap()), (COOKIE, cookie.parse().unwrap())].into_iter().collect();
            let headers: HeaderMap = at("kahua-token-1=other; kahua-token-77=other");
            assert_eq!(token(&headers), None, "{host}");
            assert!(showing(&headers, "a", false).unwrap().to_str().unwrap().starts_with(&format!("{own}=a;")));
            assert!(none(&headers).to_str().unwrap().starts_with(&format!("{own}=;")));
            assert_eq!(token(&at(&format!("kahua-token-1=other; {own}=mine"))), Some("mine"), "{host}");
        }
    }

    #[test]
    fn no_token_adds_to_its_cookie() {
        assert!(
            ["a; Domain=evil", "a\r\nx: y", "a b", "a\"", "é"].iter().all(|token| showing(
                &HeaderMap::new(),
                token,
                true
            )
            .is_none())
        );
    }
}
