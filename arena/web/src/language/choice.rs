//! Which language a browser or a command asks for.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_LANGUAGE;

use super::Language;

/// How many languages of a browser's list are looked at.
const ASKED_MAX: usize = 20;

/// The language that this browser's owner reads most easily, among those of the pages (RFC 9110, section 12.5.4).
pub(crate) fn asked_for(headers: &HeaderMap) -> Language {
    let asked = headers.get(ACCEPT_LANGUAGE).and_then(|asked| asked.to_str().ok()).unwrap_or_default();
    let mut best = (Language::default(), 0);
    for (language, weight) in asked.split(',').take(ASKED_MAX).filter_map(weighed) {
        // Of those that are wanted equally, the first counts.
        if weight > best.1 {
            best = (language, weight);
        }
    }
    best.0
}

/// A language of the list, such as `de-CH;q=0.8`, and its weight in thousandths; `None` if the pages don't have it.
fn weighed(item: &str) -> Option<(Language, u32)> {
    let (tag, parameters) = item.split_once(';').unwrap_or((item, ""));
    let primary = tag.trim().split('-').next()?;
    let language = primary.parse().ok()?;
    let weight = match parameters.trim().strip_prefix("q=") {
        None => 1000,
        Some(weight) => thousandths(weight.trim())?,
    };
    Some((language, weight))
}

/// A number from 0 to 1 with at most three digits behind the point, in thousandths.
fn thousandths(weight: &str) -> Option<u32> {
    let (whole, digits) = weight.split_once('.').unwrap_or((weight, ""));
    let whole: u32 = whole.parse().ok()?;
    let digits: u32 = match digits.len() {
        0 => 0,
        1..=3 => format!("{digits:0<3}").parse().ok()?,
        _ => return None,
    };
    Some(whole * 1000 + digits).filter(|weight| *weight <= 1000)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn a_browser_gets_the_language_that_it_wants_most() {
        let asked = |list: &str| {
            asked_for(&HeaderMap::from_iter([(ACCEPT_LANGUAGE, HeaderValue::from_str(list).unwrap())])).tag()
        };
        for german in ["de", "de-CH", "DE-at", "fr, de;q=0.5", "en;q=0.7, de;q=0.8", "de, en", "de;q=0.001, en;q=0"] {
            assert_eq!(asked(german), "de", "{german}");
        }
        for english in ["en-GB, de;q=0.9", "en, de", "fr", "*", "", "de;q=0", "deu", "de;q=2", "de;q=x", ";;,,q="] {
            assert_eq!(asked(english), "en", "{english}");
        }
        assert_eq!(asked_for(&HeaderMap::new()), Language::English);
    }
}
