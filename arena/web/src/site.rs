//! The pages of a data directory as files, which any web server can publish.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::{fs, io};

use kahua_core::limits;
use kahua_engine::registry;
use kahua_proto::pb::arena::v1 as pb;
use kahua_queries::{Facts, StoredArena, store_failed};
use maud::Markup;

use crate::assets;
use crate::failure::Failure;
use crate::frame::{Files, Frame};
use crate::language::Language;
use crate::pages::replay::{self, ShownPosition};
use crate::pages::{bot, bots, corrections, home, league, leagues, matches, rules};
use crate::source::Source;
use crate::words::{bot_path, league_path};

/// The file that marks a folder as a site, so that it may be overwritten.
const MARK: &str = "kahua-site.txt";

/// Its contents.
const MARK_TEXT: &str = "`kahua site` wrote this folder, and replaces its pages when it writes them anew.\n";

/// The top-level folders of a site, which has [`MARK`] as well. Other files in its folder are left alone.
const FOLDERS: [&str; 6] = ["assets", "bots", "corrections", "leagues", "matches", "rules"];

/// The first page.
const INDEX: &str = "index.html";

/// Why a site can't be written.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// The folder holds other things.
    #[error(
        "the folder {} isn't empty, and `kahua site` didn't write it: name another one, or one that doesn't exist yet",
        .0.display()
    )]
    Foreign(PathBuf),
    /// A file can't be written.
    #[error("cannot write {}", .path.display())]
    Disk {
        /// The file, or its folder.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A page can't be drawn.
    #[error("the page {path} can't be drawn: {problem}")]
    Page {
        /// Its path.
        path: String,
        /// Why not.
        problem: String,
    },
}

/// Writes the pages of this store, which is read for pages, into this folder, in this language, with the latest `matches` in
/// its list of matches and as replays.
/// After each page, `progress` gets the number of pages written so far, and the number of all pages.
///
/// # Errors
/// If the folder holds other things than a site, if a file can't be written, or if the store can't be read.
pub fn write<'a>(
    archive: &'a StoredArena,
    folder: &'a Path,
    language: Language,
    matches: u32,
    progress: &'a mut dyn FnMut(u64, u64),
) -> Pin<Box<dyn Future<Output = Result<u64, SiteError>> + 'a>> {
    // Boxed, so that the pages are compiled in this crate: what an async function does is compiled where it is awaited.
    Box::pin(write_all(archive, folder, language, matches, progress))
}

async fn write_all(
    archive: &StoredArena,
    folder: &Path,
    language: Language,
    matches: u32,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<u64, SiteError> {
    let mut writer = Writer { folder, language, files: Arc::default(), written: 0 };
    let mut pages = pages(archive, matches).await.map_err(|failure| writer.cannot_draw("", &failure))?;
    let replayed = latest(archive, matches).await.map_err(|failure| writer.cannot_draw("matches/", &failure))?;
    let bots = pages.iter().filter_map(|page| if let Page::Bot(name) = page { Some(name.clone()) } else { None });
    let ids = replayed.iter().map(|summary| summary.match_id.clone());
    writer.files = Arc::new(Files { bots: bots.collect(), matches: ids.collect() });
    let games: BTreeSet<&str> = replayed.iter().map(|summary| &*summary.game).collect();
    pages.extend(games.into_iter().filter(|game| registry::find(game).is_some()).map(|game| Page::Rules(game.into())));
    pages.extend(replayed.into_iter().map(|summary| Page::Match(summary.match_id)));
    // The old pages stay until the store has been read.
    writer.clear()?;
    let mut token = String::new();
    for page in &pages {
        let path = page.path(&writer.frame(""));
        let drawn = page.draw(archive, &writer.frame(&path), &mut token, last_list(matches)).await;
        writer.page(&path, drawn)?;
        progress(writer.written, pages.len() as u64);
    }
    writer.assets()?;
    Ok(writer.written)
}

/// A page of the site.
#[derive(Debug)]
enum Page {
    Home,
    Leagues,
    League(league::LeagueQuery),
    Bots(u32),
    Bot(String),
    Corrections,
    /// A page of the list, in the order of their numbers.
    Matches(u32),
    Match(String),
    /// The rules of a game that was played.
    Rules(String),
}

/// How many pages the list of matches has at most.
fn last_list(matches: u32) -> u32 {
    matches.div_ceil(matches::ON_A_PAGE).max(1)
}

/// All pages of the site.
async fn pages(archive: &StoredArena, matches: u32) -> Result<Vec<Page>, Failure> {
    let mut pages = vec![Page::Home, Page::Leagues, Page::Corrections];
    for status in archive.leagues().await? {
        let league = status.league.unwrap_or_default();
        pages.extend(pages_of_league(archive, &league).await?.into_iter().map(Page::League));
    }
    let bots = archive.bots().await?;
    pages.extend((1..=bots::page_count(bots.len())).map(Page::Bots));
    pages.extend(bots.into_iter().map(|bot| Page::Bot(bot.name)));
    let count = archive.archive()?.reader().record_count().map_err(store_failed)?;
    let found = u32::try_from(count).unwrap_or(u32::MAX).min(matches);
    pages.extend((1..=last_list(found)).map(Page::Matches));
    Ok(pages)
}

/// The latest matches, at most this many.
async fn latest(archive: &StoredArena, matches: u32) -> Result<Vec<pb::MatchSummary>, Failure> {
    let (mut latest, mut page_token) = (Vec::new(), String::new());
    while latest.len() < matches as usize {
        let left = matches - latest.len() as u32;
        let page_size = Some(left.min(limits::PAGE_MAX));
        let wanted = pb::ListMatchesRequest { page_size, page_token, ..pb::ListMatchesRequest::default() };
        let found = archive.matches(wanted).await?;
        latest.extend(found.matches);
        page_token = found.next_page_token;
        if page_token.is_empty() {
            break;
        }
    }
    Ok(latest)
}

/// A league's page for each season, and for the present one also the pages with the differences to each bot.
async fn pages_of_league(archive: &StoredArena, league: &pb::League) -> Result<Vec<league::LeagueQuery>, Failure> {
    let present = league::LeagueQuery { league: league.name.clone(), ..league::LeagueQuery::default() };
    let seasons = league::seasons_linked(league.season);
    let seasons = seasons.map(|season| league::LeagueQuery { season: Some(season), ..present.clone() });
    let pools = archive.standings(present.request()).await?;
    let against = league::bots_compared(&pools).into_iter();
    let against = against.map(|bot| league::LeagueQuery { against: Some(bot), ..present.clone() });
    Ok(std::iter::once(present.clone()).chain(seasons).chain(against).collect())
}

impl Page {
    fn path(&self, frame: &Frame) -> String {
        match self {
            Page::Home => String::new(),
            Page::Leagues => "leagues/".into(),
            Page::Corrections => corrections::PATH.into(),
            Page::League(wanted) if wanted.season.is_none() && wanted.against.is_none() => league_path(&wanted.league),
            Page::League(wanted) => wanted.path(frame),
            Page::Bots(1) => "bots/".into(),
            Page::Bots(number) => format!("bots/page-{number}/"),
            Page::Bot(name) => bot_path(name),
            Page::Matches(1) => "matches/".into(),
            Page::Matches(number) => format!("matches/page-{number}/"),
            Page::Match(id) => format!("matches/{id}/"),
            Page::Rules(game) => format!("rules/{game}/"),
        }
    }

    /// The page. `token` is the page token of the list of matches, and is updated from page to page.
    async fn draw(
        &self,
        archive: &StoredArena,
        frame: &Frame,
        token: &mut String,
        last_list: u32,
    ) -> Result<Markup, Failure> {
        match self {
            Page::Home => home::page(archive, frame, None).await,
            Page::Leagues => leagues::page(archive, frame).await,
            Page::Corrections => corrections::page(archive, frame).await,
            Page::League(wanted) => league::page(archive, frame, wanted.clone(), None).await,
            Page::Bots(number) => bots::page(archive, frame, *number).await,
            Page::Bot(name) => bot::page(archive, frame, name).await,
            Page::Match(id) => replay::page(archive, frame, id, ShownPosition::END).await,
            Page::Rules(game) => rules::page(frame, game),
            Page::Matches(number) => {
                let wanted = matches::MatchesQuery { page: std::mem::take(token), ..matches::MatchesQuery::default() };
                let place = matches::PageNumber { number: *number, last: last_list };
                let listed = matches::page(archive, frame, &wanted, place).await?;
                *token = listed.next;
                Ok(listed.page)
            }
        }
    }
}

struct Writer<'a> {
    folder: &'a Path,
    language: Language,
    files: Arc<Files>,
    written: u64,
}

impl Writer<'_> {
    fn frame(&self, path: &str) -> Frame {
        Frame::file(&format!("/{path}"), &self.files).in_language(self.language)
    }

    /// Removes the pages of an earlier site, or makes the folder for the first one.
    fn clear(&self) -> Result<(), SiteError> {
        let failed = |source| SiteError::Disk { path: self.folder.to_owned(), source };
        let mark = self.folder.join(MARK);
        if mark.is_file() {
            for folder in FOLDERS {
                match fs::remove_dir_all(self.folder.join(folder)) {
                    Err(problem) if problem.kind() != io::ErrorKind::NotFound => return Err(failed(problem)),
                    _ => {}
                }
            }
        } else if self.folder.exists() && fs::read_dir(self.folder).map_err(failed)?.next().is_some() {
            return Err(SiteError::Foreign(self.folder.to_owned()));
        }
        // The mark comes before the pages, so that a site which was left half written can be written again.
        self.file(Path::new(MARK), MARK_TEXT)
    }

    fn page(&mut self, path: &str, page: Result<Markup, Failure>) -> Result<(), SiteError> {
        let page = page.map_err(|failure| self.cannot_draw(path, &failure))?;
        self.written += 1;
        self.file(&Path::new(path).join(INDEX), page.into_string())
    }

    fn assets(&self) -> Result<(), SiteError> {
        assets::all().try_for_each(|asset| self.file(Path::new(&assets::path(asset.name)), asset.text))
    }

    fn file(&self, path: &Path, contents: impl AsRef<[u8]>) -> Result<(), SiteError> {
        let path = self.folder.join(path);
        let written = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&path, contents));
        written.map_err(|source| SiteError::Disk { path, source })
    }

    fn cannot_draw(&self, path: &str, failure: &Failure) -> SiteError {
        SiteError::Page { path: format!("/{path}"), problem: failure.to_string() }
    }
}
