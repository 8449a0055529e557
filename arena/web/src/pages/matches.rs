//! The list of matches, by page, with filters.

use kahua_engine::registry;
use kahua_proto::pb::arena::v1 as pb;
use maud::{Markup, html};
use serde::Deserialize;

use super::match_table;
use crate::failure::Failure;
use crate::files::{self, DATA, File};
use crate::frame::{Frame, Section};
use crate::language::{Language, say};
use crate::path::in_query;
use crate::source::Source;
use crate::words;

/// How many matches a page has.
pub(crate) const ON_A_PAGE: u32 = 50;

/// Which matches to show. An empty text selects all, since a form sends it for an empty field.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(crate) struct MatchesQuery {
    pub(crate) game: String,
    pub(crate) bot: String,
    pub(crate) league: String,
    /// `yes`, `no`, or both if it is empty.
    pub(crate) running: String,
    /// The page to show.
    pub(crate) page: String,
}

/// A page of the list, and which one follows.
#[derive(Debug)]
pub(crate) struct Listed {
    pub(crate) page: Markup,
    /// The next page; empty after the last.
    pub(crate) next: String,
}

/// A page's place in the list. Files count pages by number; a running arena uses page tokens.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PageNumber {
    pub(crate) number: u32,
    /// The number of the last page that has a link.
    pub(crate) last: u32,
}

impl PageNumber {
    /// The first page of all.
    pub(crate) const FIRST: PageNumber = PageNumber { number: 1, last: u32::MAX };
}

/// The path of the list with these filters.
pub(super) fn path(filters: &[(&str, &str)]) -> String {
    let filters = filters.iter().filter(|(_, value)| !value.is_empty());
    let filters: Vec<String> = filters.map(|(name, value)| format!("{name}={}", in_query(value))).collect();
    if filters.is_empty() { "matches/".into() } else { format!("matches/?{}", filters.join("&")) }
}

/// The address of this page of the list as JSON, from the page.
fn data(wanted: &MatchesQuery) -> String {
    let here = path(&[&wanted.filters()[..], &[("page", &wanted.page)]].concat());
    here.replacen("matches/", DATA, 1)
}

/// A page of the list. The link to the next one has its page token, or in files its number.
pub(crate) async fn page(
    source: &impl Source,
    frame: &Frame,
    wanted: &MatchesQuery,
    PageNumber { number, last }: PageNumber,
) -> Result<Listed, Failure> {
    let pb::ListMatchesResponse { matches, next_page_token: next } = source.matches(wanted.request()).await?;
    let following = match frame.served {
        Some(_) => path(&[&wanted.filters()[..], &[("page", &next)]].concat()),
        None => format!("matches/page-{}/", number + 1),
    };
    let language = frame.language;
    let title = say!(language, "Matches");
    let content = html! {
        h1 { (title) }
        @if frame.served.is_some() { (filters(language, wanted)) }
        @if matches.is_empty() { p { (say!(language, "There is no such match.")) } }
        @else { (match_table::of(frame, title, &matches)) }
        nav.paging aria-label=(say!(language, "Pages of the list")) {
            @if number > 1 || !wanted.page.is_empty() {
                a href=(frame.link(&path(&wanted.filters()))) { (say!(language, "First page")) } " "
            }
            @if !next.is_empty() && number < last { a rel="next" href=(frame.link(&following)) { (say!(language, "Next page")) } }
        }
        (files::links(frame, &[File::data(say!(language, "this list as JSON"), data(wanted))]))
    };
    Ok(Listed { page: frame.page(title, Section::Matches, content), next })
}

/// The page for filters that can't be used, such as an invalid bot name, with the form to correct them.
pub(crate) fn without_any(frame: &Frame, wanted: &MatchesQuery, failure: &Failure) -> Markup {
    let language = frame.language;
    let title = say!(language, "Matches");
    let content = html! {
        h1 { (title) }
        (filters(language, wanted))
        p.notice role="alert" {
            strong { (say!(language, "Nothing to show: ")) }
            (failure.reason(language)) "."
        }
    };
    frame.page(title, Section::Matches, content)
}

impl MatchesQuery {
    pub(crate) fn request(&self) -> pb::ListMatchesRequest {
        let filter = |text: &String| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        pb::ListMatchesRequest {
            game: filter(&self.game),
            bot: filter(&self.bot),
            league: filter(&self.league),
            running: match self.running.as_str() {
                "yes" => Some(true),
                "no" => Some(false),
                _ => None,
            },
            page_size: Some(ON_A_PAGE),
            page_token: self.page.clone(),
            ..pb::ListMatchesRequest::default()
        }
    }

    fn filters(&self) -> [(&'static str, &str); 4] {
        [("game", &self.game), ("bot", &self.bot), ("league", &self.league), ("running", &self.running)]
    }
}

fn filters(language: Language, wanted: &MatchesQuery) -> Markup {
    let states =
        [("", say!(language, "all")), ("yes", say!(language, "being played")), ("no", say!(language, "ended"))];
    let games = registry::all().iter().map(|game| game.info());
    html! {
        form.filters method="get" role="search" aria-label=(say!(language, "Filters")) {
            label { (say!(language, "Game")) " "
                select name="game" {
                    option value="" { (say!(language, "all")) }
                    @for game in games {
                        option value=(game.name) selected[wanted.game == game.name] { (game.title) }
                    }
                }
            }
            label {
                (say!(language, "Bot")) " "
                input name="bot" value=(words::safe(&wanted.bot)) size="14" autocomplete="off";
            }
            label {
                (say!(language, "League")) " "
                input name="league" value=(words::safe(&wanted.league)) size="14" autocomplete="off";
            }
            label { (say!(language, "State")) " "
                select name="running" {
                    @for (value, name) in states {
                        option value=(value) selected[wanted.running == value] { (name) }
                    }
                }
            }
            button type="submit" { (say!(language, "Show")) }
        }
    }
}
