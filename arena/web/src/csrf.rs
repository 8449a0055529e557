//! The arena accepts a form that changes something only from its own pages.
//!
//! Two things show where a form comes from. The browser says it, by `Sec-Fetch-Site` or `Origin`. And every form has a
//! word that only a page of the arena can know: it is made of the visitor's cookie and a secret of this run of the
//! arena.

use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};
use axum::http::uri::Authority;
use kahua_play::token::{hash_of, random_bytes};
use maud::{Markup, html};
use std::sync::LazyLock;

use crate::cookie;
use crate::failure::Failure;
use crate::language::{Language, say};

/// The field of the word.
pub(crate) const FIELD: &str = "csrf";

static SECRET: LazyLock<String> = LazyLock::new(|| hex::encode(random_bytes::<32>()));

/// The word in the forms of this visitor.
fn word(headers: &HeaderMap) -> String {
    // The secret is on both sides, so that a word can't be extended to another one without it.
    let token = cookie::token(headers).unwrap_or_default();
    hex::encode(hash_of(&format!("{} {token} {}", *SECRET, *SECRET)).0)
}

/// The hidden field of a form that is sent by POST.
pub(crate) fn field(headers: &HeaderMap) -> Markup {
    html! { input type="hidden" name=(FIELD) value=(word(headers)); }
}

/// Checks that a form with this word comes from one of the arena's own pages.
///
/// # Errors
/// If it doesn't.
pub(crate) fn check(
    language: Language,
    headers: &HeaderMap,
    authority: Option<&Authority>,
    given: Option<&str>,
) -> Result<(), Failure> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let is_own = match (text("sec-fetch-site"), text(ORIGIN.as_str())) {
        (Some(site), _) => site == "same-origin",
        (None, Some(origin)) => {
            let host = authority.map(Authority::as_str).or_else(|| text(HOST.as_str()));
            origin.split_once("://").is_some_and(|(_, origin)| Some(origin) == host)
        }
        // Programs send neither header. They have no cookies that a foreign page could use.
        (None, None) => true,
    };
    if !is_own {
        return Err(Failure::forbidden(say!(
            language,
            "This form was sent by a page of another origin, which the arena doesn't take"
        )));
    }
    match given {
        // The hashes are compared, so that the time of the comparison reveals nothing.
        Some(given) if hash_of(given) == hash_of(&word(headers)) => Ok(()),
        _ => Err(Failure::forbidden(say!(
            language,
            "This form is too old: the arena was started again, or you have signed in or out since. Go back, load the \
             page again, and send the form once more"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    fn is_taken(pairs: &[(&'static str, &str)], word_of: &[(&'static str, &str)]) -> bool {
        check(Language::English, &headers(pairs), None, Some(&word(&headers(word_of)))).is_ok()
    }

    #[test]
    fn a_form_of_a_foreign_page_is_refused_even_with_the_right_word() {
        let host = ("host", "arena.example:7700");
        for own in [&[("sec-fetch-site", "same-origin")][..], &[host, ("origin", "http://arena.example:7700")], &[]] {
            assert!(is_taken(own, &[]), "{own:?}");
        }
        for foreign in [
            &[("sec-fetch-site", "cross-site")][..],
            &[("sec-fetch-site", "same-site"), host, ("origin", "http://arena.example:7700")],
            &[("sec-fetch-site", "none")],
            &[host, ("origin", "http://evil.example")],
            &[host, ("origin", "http://arena.example:7701")],
            &[host, ("origin", "null")],
            &[("origin", "http://arena.example:7700")],
        ] {
            assert!(!is_taken(foreign, &[]), "{foreign:?}");
        }
    }

    #[test]
    fn the_word_of_another_visitor_or_none_is_refused() {
        let ann = [("cookie", "kahua-token=ann")];
        assert!(is_taken(&ann, &ann));
        assert!(!is_taken(&ann, &[]) && !is_taken(&[], &ann) && !is_taken(&ann, &[("cookie", "kahua-token=bob")]));
        for none in [None, Some("")] {
            assert!(check(Language::English, &headers(&[]), None, none).is_err());
        }
    }
}
