//! A bot's place in a league as a small picture, for a page of its author: `leagues/NAME/badges/BOT.svg`.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use kahua_proto::pb::arena::v1 as pb;
use maud::{Markup, html};

use crate::answer;
use crate::figures::{interval, ranks};
use crate::files::SVG;
use crate::guest::{Guest, no_page};
use crate::language::{Language, say};
use crate::path::{name, segment};
use crate::source::Source;
use crate::words;

/// How much room a character takes, in pixels, and how much is left at both ends of a text.
const CHARACTER: usize = 7;
const MARGIN: usize = 12;

/// The address of a bot's badge, from the page of the league.
pub(crate) fn path(bot: &str) -> String {
    format!("badges/{}.svg", segment(bot))
}

/// The badge of a bot in a league's present season.
pub(crate) async fn badge(guest: Guest, Path((league, file)): Path<(String, String)>) -> Response {
    let Some(bot) = file.strip_suffix(".svg").map(name) else { return no_page(&guest) };
    let (league, language) = (name(&league), guest.frame.language);
    let wanted = pb::GetStandingsRequest { league: Some(league.clone()), ..Default::default() };
    let pools = match guest.visitor.standings(wanted).await {
        Ok(pools) => pools,
        // A picture has no room for a reason.
        Err(failure) => return (failure.status, failure.to_string()).into_response(),
    };
    match pools.iter().find_map(|pool| standing(pool, &bot)) {
        Some(standing) => answer::text(guest.headers(), SVG, draw(language, &league, standing).into_string()),
        None => (StatusCode::NOT_FOUND, say!(language, "The bot has no place in the league.")).into_response(),
    }
}

/// Where the bot's present version stands in a pool.
pub(crate) fn standing<'a>(pool: &'a pb::PoolStandings, bot: &str) -> Option<&'a pb::Standing> {
    pool.standings.iter().find(|standing| standing.current && standing.name == bot)
}

fn draw(language: Language, league: &str, standing: &pb::Standing) -> Markup {
    let league = if league.is_empty() { "kahua".to_owned() } else { words::safe(league) };
    let label = say!(language, "{0} in {1}", words::safe(&standing.name), league);
    let rating = match interval(language, standing.lower, standing.upper) {
        unknown if unknown == "-" => format!("{:.0}", standing.estimate),
        known => format!("{:.0} ({known})", standing.estimate),
    };
    let value = match standing.matches_missing {
        0 => say!(language, "rank {0} · {1}", ranks(standing), rating),
        _ => say!(language, "not ranked yet").to_owned(),
    };
    let width = |text: &str| text.chars().count() * CHARACTER;
    let (left, right) = (width(&label) + MARGIN, width(&value) + MARGIN);
    let text = |x: usize, text: &str| {
        html! {
            text x=(x + MARGIN / 2) y="14" textLength=(width(text)) lengthAdjust="spacingAndGlyphs" { (text) }
        }
    };
    html! {
        svg xmlns="http://www.w3.org/2000/svg" width=(left + right) height="20" role="img" aria-label=(format!("{label}: {value}")) {
            rect width=(left) height="20" fill="#444" {}
            rect x=(left) width=(right) height="20" fill="#0b6e4f" {}
            g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" {
                (text(0, &label))
                (text(left, &value))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ann() -> pb::Standing {
        pb::Standing {
            name: "ann".into(),
            current: true,
            rank: 2,
            rank_last: 3,
            estimate: 1611.6,
            lower: Some(1581.0),
            upper: Some(1643.0),
            ..pb::Standing::default()
        }
    }

    #[test]
    fn a_badge_tells_rank_and_rating_as_the_table_does() {
        let badge = draw(Language::English, "spring", &ann()).into_string();
        assert!(badge.contains("aria-label=\"ann in spring: rank 2-3 · 1612 (1581 to 1643)\""), "{badge}");
        let new = pb::Standing { matches_missing: 3, ..ann() };
        assert!(draw(Language::English, "spring", &new).into_string().contains(">not ranked yet<"));
    }

    #[test]
    fn a_badge_is_of_the_present_version_and_harmless() {
        let old = pb::Standing { current: false, rank: 9, ..ann() };
        let pool = pb::PoolStandings { standings: vec![old, ann()], ..Default::default() };
        assert_eq!(standing(&pool, "ann").unwrap().rank, 2);
        assert!(standing(&pool, "bob").is_none());
        let badge = draw(Language::English, "<script>\u{202e}", &ann()).into_string();
        assert!(!badge.contains("<script>") && !badge.contains('\u{202e}'), "{badge}");
    }
}
