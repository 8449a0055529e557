//! The settings of webhooks: addresses to which the arena sends what happens.

use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use http::Uri;
use http::uri::Scheme;
use kahua_core::ids::BotName;
use kahua_core::limits::WEBHOOKS_MAX;
use serde::Deserialize;

use super::deserialize::from_text;
use super::league::LeagueSettings;

/// A receiver of events.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WebhookSettings {
    /// Its name, in the log and in the metrics. Under this name the store keeps what it has been sent.
    #[serde(deserialize_with = "from_text")]
    pub name: BotName,
    /// Where events are sent.
    #[serde(deserialize_with = "from_text")]
    pub url: WebhookUrl,
    /// The file with the secret by which events are signed.
    pub secret_file: PathBuf,
    /// What is sent.
    #[serde(default = "all_but_results")]
    pub events: BTreeSet<WebhookEvent>,
    /// Only what happens in these leagues; if there are none, in all. What concerns no league is sent in any case.
    #[serde(default)]
    pub leagues: Vec<String>,
}

/// What a webhook may be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WebhookEvent {
    /// A match has ended.
    Result,
    /// A round of a Swiss league or of a knock-out was announced or has begun.
    Round,
    /// All matches of a league's season are played.
    LeagueOver,
    /// A bot was suspended or let back.
    Suspension,
    /// An organizer has corrected results, or has taken a correction back.
    Correction,
    /// The arena isn't well, or is well again.
    Health,
}

impl WebhookEvent {
    /// Its name in settings and in what is sent.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            WebhookEvent::Result => "result",
            WebhookEvent::Round => "round",
            WebhookEvent::LeagueOver => "league_over",
            WebhookEvent::Suspension => "suspension",
            WebhookEvent::Correction => "correction",
            WebhookEvent::Health => "health",
        }
    }
}

/// Results are many, so a webhook is sent them only if its settings say so.
fn all_but_results() -> BTreeSet<WebhookEvent> {
    use WebhookEvent::{Correction, Health, LeagueOver, Round, Suspension};
    BTreeSet::from([Round, LeagueOver, Suspension, Correction, Health])
}

impl WebhookSettings {
    /// Whether the webhook is sent this: something that happens in a league, or concerns none.
    #[must_use]
    pub fn wants(&self, event: WebhookEvent, league: Option<&str>) -> bool {
        let is_of_league = |league| self.leagues.is_empty() || self.leagues.iter().any(|wanted| wanted == league);
        self.events.contains(&event) && league.is_none_or(is_of_league)
    }
}

/// Where events are sent. It is shown without its path, which may be a secret.
#[derive(Clone, PartialEq, Eq)]
pub struct WebhookUrl(Uri);

/// A text that isn't the address of a webhook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "it is not the address of a webhook: expected http://HOST/PATH or https://HOST/PATH, maybe with a port, and without a user"
)]
pub struct ParseWebhookUrlError;

impl FromStr for WebhookUrl {
    type Err = ParseWebhookUrlError;

    fn from_str(text: &str) -> Result<WebhookUrl, ParseWebhookUrlError> {
        let uri: Uri = text.parse().map_err(|_| ParseWebhookUrlError)?;
        let is_web = uri.scheme() == Some(&Scheme::HTTP) || uri.scheme() == Some(&Scheme::HTTPS);
        let has_host = uri.authority().is_some_and(|authority| !authority.as_str().contains('@'));
        if is_web && has_host && !uri.host().unwrap_or_default().is_empty() {
            Ok(WebhookUrl(uri))
        } else {
            Err(ParseWebhookUrlError)
        }
    }
}

impl WebhookUrl {
    /// Whether events are sent over TLS.
    #[must_use]
    pub fn is_encrypted(&self) -> bool {
        self.0.scheme() == Some(&Scheme::HTTPS)
    }

    /// The host, without the brackets of an IPv6 address, and the port.
    #[must_use]
    pub fn place(&self) -> (&str, u16) {
        let host = self.0.host().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
        (host, self.0.port_u16().unwrap_or(if self.is_encrypted() { 443 } else { 80 }))
    }

    /// The host and maybe the port, as they are written.
    #[must_use]
    pub fn authority(&self) -> &str {
        self.0.authority().map_or("", |authority| authority.as_str())
    }

    /// The path and what follows it.
    #[must_use]
    pub fn path(&self) -> &str {
        self.0.path_and_query().map_or("/", |path| path.as_str())
    }
}

impl fmt::Display for WebhookUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.0.scheme_str().unwrap_or_default(), self.authority())
    }
}

impl fmt::Debug for WebhookUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Checks that the webhooks of a settings file don't conflict, and that there are such leagues.
///
/// # Errors
/// What is wrong, in words for the author of the file.
pub(super) fn check(webhooks: &[WebhookSettings], leagues: &[LeagueSettings]) -> Result<(), String> {
    if webhooks.len() > WEBHOOKS_MAX {
        return Err(format!("{} [[webhook]] are too many: expected at most {WEBHOOKS_MAX}", webhooks.len()));
    }
    for (at, webhook) in webhooks.iter().enumerate() {
        let name = webhook.name;
        if webhooks[..at].iter().any(|other| other.name == name) {
            return Err(format!("two [[webhook]] are called {name}: each needs a name of its own"));
        }
        if webhook.events.is_empty() {
            return Err(format!("webhook {name} has no events: leave `events` out, or name at least one"));
        }
        let is_there = |wanted: &&String| leagues.iter().any(|league| league.name == **wanted);
        if let Some(missing) = webhook.leagues.iter().find(|league| !is_there(league)) {
            return Err(format!("webhook {name} wants to know of league {missing:?}, but there is no such [[league]]"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;

    const HOOK: &str = "[[webhook]]\nname = 'a'\nurl = 'https://example.com/x'\nsecret_file = 's'\n";

    #[test]
    fn results_are_sent_only_if_the_settings_say_so() {
        let hook = |lines: &str| Config::parse(&format!("{HOOK}{lines}")).unwrap().webhooks.remove(0);
        let default = hook("");
        assert!(!default.wants(WebhookEvent::Result, Some("l")));
        assert!(default.wants(WebhookEvent::LeagueOver, Some("l")) && default.wants(WebhookEvent::Health, None));
        let results = hook("events = ['result', 'health']\nleagues = ['l']\n[[league]]\nname = 'l'\ngame = 'g'\n");
        assert!(results.wants(WebhookEvent::Result, Some("l")) && results.wants(WebhookEvent::Health, None));
        assert!(!results.wants(WebhookEvent::Result, Some("m")) && !results.wants(WebhookEvent::Round, Some("l")));
    }

    #[test]
    fn an_address_is_taken_apart_and_shown_without_its_path() {
        let url = |text: &str| text.parse::<WebhookUrl>().unwrap();
        let (with_port, plain) = (url("http://[::1]:81/a?b=c"), url("https://example.com"));
        assert_eq!((with_port.place(), with_port.authority(), with_port.path()), (("::1", 81), "[::1]:81", "/a?b=c"));
        assert_eq!((plain.place(), plain.path(), plain.is_encrypted()), (("example.com", 443), "/", true));
        assert_eq!(
            format!("{} {with_port:?}", url("https://example.com/secret")),
            "https://example.com http://[::1]:81"
        );
    }

    #[test]
    fn mistakes_are_refused_in_words() {
        let error = |text: String| Config::parse(&text).unwrap_err();
        for url in ["example.com/x", "ftp://example.com", "https://me:pw@example.com", "/x", "https:///x", "http://a b"]
        {
            let error = error(HOOK.replace("https://example.com/x", url));
            assert!(error.contains("line 3") && error.contains("not the address of a webhook"), "{url}: {error}");
        }
        for (text, expected) in [
            (HOOK.repeat(2), "two [[webhook]] are called a"),
            (HOOK.repeat(WEBHOOKS_MAX + 1), "9 [[webhook]] are too many: expected at most 8"),
            (format!("{HOOK}events = []"), "webhook a has no events"),
            (format!("{HOOK}events = ['results']"), "unknown variant `results`, expected one of `result`, `round`"),
            (
                format!("{HOOK}leagues = ['x']"),
                "webhook a wants to know of league \"x\", but there is no such [[league]]",
            ),
            (HOOK.replace("secret_file = 's'", ""), "missing field `secret_file`"),
        ] {
            assert!(error(text.clone()).contains(expected), "{expected}: {}", error(text));
        }
    }
}
