//! The two cookies: the visitor's token after signing in, and the player that a browser is at tables.
//!
//! A browser sends the cookies of a host to all its ports. So their names include the port. Otherwise several arenas on
//! one host would sign out each other's visitors.

use std::borrow::Cow;

use axum::http::header::{COOKIE, HOST, SET_COOKIE};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use kahua_core::limits;

/// The name of the cookie with the token at the default port. At any other port, a dash and the port follow.
const TOKEN: &str = "kahua-token";

/// The same for the cookie of a player.
const PLAYER: &str = "kahua-player";

/// The name of a cookie at the address to which this request was sent.
fn name(base: &'static str, headers: &HeaderMap) -> Cow<'static, str> {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()?.parse::<Authority>().ok());
    match host.and_then(|host| host.port_u16()) {
        Some(port) => format!("{base}-{port}").into(),
        None => base.into(),
    }
}

/// The token in the cookie of these headers.
pub(crate) fn token(headers: &HeaderMap) -> Option<&str> {
    value(TOKEN, headers)
}

/// The secret in the player's cookie of these headers.
pub(crate) fn player(headers: &HeaderMap) -> Option<&str> {
    value(PLAYER, headers)
}

fn value<'a>(base: &'static str, headers: &'a HeaderMap) -> Option<&'a str> {
    let own = name(base, headers);
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == own).map(|(_, value)| value)
}

/// The cookie that holds this token until the browser is closed; `None` if a cookie can't hold it. The browser sends it
/// only for the arena's own pages. No script can read it, and over TLS it is never sent in the clear.
pub(crate) fn showing(headers: &HeaderMap, token: &str, is_secure: bool) -> Option<HeaderValue> {
    let fits = |byte: u8| byte.is_ascii_graphic() && !b"\",;\\".contains(&byte);
    let secure = if is_secure { "; Secure" } else { "" };
    let cookie = format!("{}={token}; Path=/; HttpOnly; SameSite=Strict{secure}", name(TOKEN, headers));
    HeaderValue::from_str(&cookie).ok().filter(|_| token.bytes().all(fits))
}

/// The cookie of a player with this secret, which only the pages of tables get. The browser sends it when somebody follows
/// a link in a message, too: that is how a friend comes to a table.
pub(crate) fn playing(headers: &HeaderMap, secret: &[u8; 16], is_secure: bool) -> HeaderValue {
    let (name, secret, age) = (name(PLAYER, headers), hex::encode(secret), limits::PLAYER_COOKIE_AGE.as_secs());
    let secure = if is_secure { "; Secure" } else { "" };
    let cookie = format!("{name}={secret}; Path=/play/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}");
    cookie.parse().expect("a name with a number, and digits")
}

/// A header that deletes the cookie with the token.
pub(crate) fn none(headers: &HeaderMap) -> HeaderValue {
    let none = format!("{}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0", name(TOKEN, headers));
    none.parse().expect("a name with a number")
}

/// The answer, with which the browser gets this cookie.
pub(crate) fn with_cookie(mut response: Response, cookie: HeaderValue) -> Response {
    response.headers_mut().insert(SET_COOKIE, cookie);
    response
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
    fn a_players_cookie_is_for_tables_and_comes_along_with_links_of_friends() {
        let headers: HeaderMap = [(HOST, "localhost:7700".parse().unwrap())].into_iter().collect();
        let cookie = playing(&headers, &[0xab; 16], true);
        let secret = "ab".repeat(16);
        let attributes = "Path=/play/; HttpOnly; SameSite=Lax; Max-Age=86400; Secure";
        assert_eq!(cookie.to_str().unwrap(), format!("kahua-player-7700={secret}; {attributes}"));
        assert!(!playing(&headers, &[0; 16], false).to_str().unwrap().contains("Secure"));
        let (host, cookie) =
            ("localhost:7700".parse().unwrap(), "kahua-token-7700=t; kahua-player-7700=p".parse().unwrap());
        let headers: HeaderMap = [(HOST, host), (COOKIE, cookie)].into_iter().collect();
        assert_eq!((token(&headers), player(&headers)), (Some("t"), Some("p")));
    }

    #[test]
    fn every_port_of_a_host_has_a_cookie_of_its_own() {
        for (host, own) in [
            ("localhost:7700", "kahua-token-7700"),
            ("[::1]:7701", "kahua-token-7701"),
            ("arena.example", TOKEN),
            ("[::1]", TOKEN),
            ("x y:1", TOKEN),
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
