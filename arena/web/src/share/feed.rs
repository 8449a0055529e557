//! The latest results as an Atom feed (RFC 4287): of the whole arena, or of a league.

use axum::extract::Path;
use axum::response::Response;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::time::unix_ms;
use maud::{Markup, PreEscaped, html};

use crate::answer;
use crate::failure::Failure;
use crate::files::{ATOM, FEED};
use crate::guest::Guest;
use crate::language::{Language, say};
use crate::path::name;
use crate::source::Source;
use crate::words;

/// How many results a feed has.
const RESULTS: u32 = 30;

/// The results of the arena.
pub(super) async fn of_arena(guest: Guest) -> Response {
    answered(&guest, say!(guest.frame.language, "Results of a Kahua arena"), String::new(), None).await
}

/// The results of a league.
pub(super) async fn of_league(guest: Guest, Path(segment): Path<String>) -> Response {
    let league = name(&segment);
    let title = say!(guest.frame.language, "Results of the league {0}", words::safe(&league));
    answered(&guest, &title, words::league_path(&league), Some(league)).await
}

/// The feed of the page at this path.
async fn answered(guest: &Guest, title: &str, path: String, league: Option<String>) -> Response {
    let wanted =
        pb::ListMatchesRequest { league, running: Some(false), page_size: Some(RESULTS), ..Default::default() };
    match guest.visitor.matches(wanted).await {
        Ok(found) => {
            let feed = feed(guest.frame.language, &guest.frame.host, title, &path, &found.matches).into_string();
            answer::text(guest.headers(), ATOM, feed)
        }
        Err(failure) => guest.answer(Err::<Markup, Failure>(failure)),
    }
}

/// A feed of these results. Addresses in it are whole ones, since readers keep entries apart from the feed.
fn feed(language: Language, host: &str, title: &str, path: &str, results: &[pb::MatchSummary]) -> Markup {
    let page = format!("{host}/{path}");
    let updated = results.iter().filter_map(ended_ms).max().unwrap_or_default();
    html! {
        (PreEscaped("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"))
        feed xmlns="http://www.w3.org/2005/Atom" {
            title { (title) }
            id { (page) (FEED) }
            link rel="self" href=(format!("{page}{FEED}")) {}
            link rel="alternate" type="text/html" href=(page) {}
            updated { (moment(updated)) }
            author { name { "Kahua" } }
            @for result in results { (entry(language, host, result)) }
        }
    }
}

fn entry(language: Language, host: &str, result: &pb::MatchSummary) -> Markup {
    let (game, ending) = (words::game(&result.game), words::ending(language, result));
    let summary = match result.league.as_str() {
        "" => format!("{game}: {ending}"),
        league => say!(language, "{0}, league {1}: {2}", game, words::safe(league), ending),
    };
    html! {
        entry {
            title { (words::result(&result.players, &result.results)) }
            id { "urn:uuid:" (result.match_id) }
            link rel="alternate" type="text/html" href=(format!("{host}/matches/{}/", result.match_id)) {}
            updated { (moment(ended_ms(result).unwrap_or_default())) }
            summary { (summary) }
        }
    }
}

fn ended_ms(result: &pb::MatchSummary) -> Option<i64> {
    result.ended_at.as_ref().and_then(unix_ms)
}

/// A point in time as RFC 3339 writes it.
fn moment(unix_ms: i64) -> String {
    jiff::Timestamp::from_millisecond(unix_ms).unwrap_or_default().to_string()
}

#[cfg(test)]
mod tests {
    use kahua_proto::time::timestamp;

    use super::*;

    #[test]
    fn a_feed_names_each_result_and_trusts_no_name() {
        let player = |name: &str| pb::Player { name: name.into(), ..pb::Player::default() };
        let score = |place, score| pb::SeatResult { place, score, ..pb::SeatResult::default() };
        let result = pb::MatchSummary {
            match_id: "01997f3e-7a1c-7d1e-9d3b-0f6f2f1c9a55".into(),
            league: "<b>\u{202e}&".into(),
            game: "haleakala".into(),
            players: vec![player("ann"), player("bob")],
            results: vec![score(2, 31), score(1, 45)],
            ended_at: Some(timestamp(1_700_000_000_000)),
            ..pb::MatchSummary::default()
        };
        let feed = feed(Language::English, "https://arena.example", "Results", "leagues/l/", &[result]).into_string();
        for part in [
            "<id>https://arena.example/leagues/l/feed.xml</id>",
            "<updated>2023-11-14T22:13:20Z</updated><author>",
            "<title>bob 45, ann 31</title><id>urn:uuid:01997f3e-7a1c-7d1e-9d3b-0f6f2f1c9a55</id>",
            "href=\"https://arena.example/matches/01997f3e-7a1c-7d1e-9d3b-0f6f2f1c9a55/\"",
            "league &lt;b&gt;",
        ] {
            assert!(feed.contains(part), "{part}: {feed}");
        }
        assert!(!feed.contains('\u{202e}') && feed.contains("&amp;"), "{feed}");
    }
}
