//! What surrounds the content of every page: the head, the links to other pages, and how links are written.

use std::collections::BTreeSet;
use std::sync::Arc;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::assets;
use crate::language::{Language, say};

/// A page's surroundings.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// The path from the page to the root of all pages, such as `../../`; empty at the root. Links are relative, so
    /// that pages can be published below any address.
    root: String,
    /// In which language the page is.
    pub(crate) language: Language,
    /// The visitor; `None` if the page becomes a file.
    pub(crate) served: Option<Served>,
    /// The arena's address as the browser calls it, such as `https://arena.example`; empty if it isn't known.
    pub(crate) host: String,
    /// What has a page among the files; `None` if every bot and match has one.
    files: Option<Arc<Files>>,
    /// Whether the page is a file by itself, with its styles and scripts in it.
    is_alone: bool,
}

/// The bots and matches with a page among the files.
#[derive(Debug, Default)]
pub(crate) struct Files {
    /// The bots, by name. Players at a table of people have none.
    pub(crate) bots: BTreeSet<String>,
    /// The ids of the matches.
    pub(crate) matches: BTreeSet<String>,
}

/// The visitor to whom a running arena shows the page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Served {
    /// Whether the visitor may do what organizers do.
    pub(crate) organizer: bool,
}

/// What a page says of itself in its head.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Head<'a> {
    pub(crate) title: &'a str,
    pub(crate) here: Section,
    /// The page's own scripts, which are [`assets`].
    pub(crate) scripts: &'a [&'a str],
    /// A sentence that programs show where somebody sends a link to the page.
    pub(crate) about: Option<&'a str>,
    /// The path from the root to a picture of the page, for the same programs.
    pub(crate) card: Option<&'a str>,
    /// The address of the feed with the page's results, if it has one.
    pub(crate) feed: Option<&'a str>,
}

impl<'a> Head<'a> {
    /// A page without scripts, feed and sentence of its own.
    pub(crate) fn new(title: &'a str, here: Section) -> Head<'a> {
        Head { title, here, scripts: &[], about: None, card: None, feed: None }
    }
}

/// The parts of the pages, as the header lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Section {
    Home,
    Leagues,
    Bots,
    Matches,
    Play,
    Organizer,
    SignIn,
    /// None of them.
    None,
}

/// Each part with its path. Every page's path ends with a slash.
const SECTIONS: [(Section, &str); 7] = [
    (Section::Home, ""),
    (Section::Leagues, "leagues/"),
    (Section::Bots, "bots/"),
    (Section::Matches, "matches/"),
    (Section::Play, "play/"),
    (Section::Organizer, "organizer/"),
    (Section::SignIn, "sign-in/"),
];

impl Section {
    /// What the header calls it.
    fn name(self, language: Language) -> &'static str {
        match self {
            Section::Home => say!(language, "Arena"),
            Section::Leagues => say!(language, "Leagues"),
            Section::Bots => say!(language, "Bots"),
            Section::Matches => say!(language, "Matches"),
            Section::Play => say!(language, "Play"),
            Section::Organizer => say!(language, "Organizer"),
            Section::SignIn => say!(language, "Sign in"),
            Section::None => "",
        }
    }
}

/// The styles of every page, and the scripts, which are [`assets`].
const STYLES: [&str; 2] = ["style.css", "boards.css"];
const SCRIPTS: [&str; 1] = ["times.js"];

/// Folders of pages to which the header has no link.
const OTHER_FOLDERS: [&str; 3] = ["compare/", "corrections/", "rules/"];

impl Frame {
    /// The surroundings of the page at this path, such as `/bots/ann/`.
    pub(crate) fn at(path: &str, served: Option<Served>) -> Frame {
        let folders = path.matches('/').count().saturating_sub(1);
        Frame {
            root: "../".repeat(folders),
            language: Language::English,
            served,
            host: String::new(),
            files: None,
            is_alone: false,
        }
    }

    /// The surroundings of the page at this path as a file, one of these files.
    pub(crate) fn file(path: &str, files: &Arc<Files>) -> Frame {
        Frame { files: Some(files.clone()), ..Frame::at(path, None) }
    }

    /// The surroundings of a page that becomes a file by itself. Its links lead to the arena, if the arena's address is known.
    pub(crate) fn alone(language: Language, host: String) -> Frame {
        let files = host.is_empty().then(Arc::default);
        Frame { root: format!("{host}/"), language, served: None, host, files, is_alone: true }
    }

    /// The same in this language.
    pub(crate) fn in_language(self, language: Language) -> Frame {
        Frame { language, ..self }
    }

    /// The same for a browser that calls the arena so.
    pub(crate) fn called(self, host: String) -> Frame {
        Frame { host, ..self }
    }

    /// Whether the page becomes a file.
    pub(crate) fn is_file(&self) -> bool {
        self.files.is_some() || self.is_alone
    }

    /// Whether links lead to other pages.
    pub(crate) fn has_links(&self) -> bool {
        !self.is_alone || !self.host.is_empty()
    }

    /// Whether there is a page for this match.
    pub(crate) fn has_match(&self, id: &str) -> bool {
        self.files.as_ref().is_none_or(|files| files.matches.contains(id))
    }

    /// Whether there is a page for this bot.
    pub(crate) fn has_bot(&self, name: &str) -> bool {
        self.files.as_ref().is_none_or(|files| files.bots.contains(name))
    }

    /// Whether this page has this section. Without a running arena, there is no playing and no signing in.
    fn has(&self, section: Section) -> bool {
        match section {
            Section::Play | Section::SignIn => self.served.is_some(),
            Section::Organizer => self.served.is_some_and(|served| served.organizer),
            _ => true,
        }
    }

    /// The address of the page at this path from the root, such as `bots/ann/`, for a link on this page.
    pub(crate) fn link(&self, path: &str) -> String {
        let link = format!("{}{path}", self.root);
        if self.files.is_some() {
            return of_file(&link);
        }
        // An empty link would mean the page itself, and a file's folder has no link.
        if link.is_empty() { "./".to_owned() } else { link }
    }

    /// The whole page.
    pub(crate) fn page(&self, title: &str, here: Section, content: Markup) -> Markup {
        self.page_with(&Head::new(title, here), content)
    }

    /// The whole page with this head.
    pub(crate) fn page_with(&self, head: &Head<'_>, content: Markup) -> Markup {
        let Head { title, here, scripts, about, card, feed } = *head;
        // What pages say of themselves that say nothing better.
        let about = about.unwrap_or(say!(self.language, "Bots play board games here: leagues, results and replays."));
        html! {
            (DOCTYPE)
            html lang=(self.language.tag()) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (title) @if here != Section::Home { " – Kahua" } }
                    meta name="description" content=(about);
                    meta property="og:title" content=(title);
                    meta property="og:description" content=(about);
                    meta property="og:site_name" content="Kahua";
                    meta property="og:type" content="website";
                    // Programs take only whole addresses.
                    @if let Some(card) = card.filter(|_| !self.host.is_empty()) {
                        meta property="og:image" content={ (self.host) "/" (card) };
                        meta name="twitter:card" content="summary_large_image";
                    }
                    @if let Some(feed) = feed { link rel="alternate" type="application/atom+xml" title=(say!(self.language, "Results")) href=(feed); }
                    @if self.is_alone {
                        @for style in STYLES { style { (PreEscaped(assets::text(style))) } }
                    } @else {
                        link rel="icon" type="image/svg+xml" href=(self.link(&assets::path("icon.svg")));
                        @for style in STYLES { link rel="stylesheet" href=(self.link(&assets::path(style))); }
                        @for script in SCRIPTS.iter().chain(scripts) { script src=(self.link(&assets::path(script))) defer {} }
                    }
                }
                body {
                    @if !self.is_alone {
                        a.skip href="#content" { (say!(self.language, "Skip to the content")) }
                        header.top { (self.sections(here)) }
                    }
                    main id="content" { (content) }
                    // They expect the whole page, as deferred scripts do.
                    @if self.is_alone {
                        @for script in SCRIPTS.iter().chain(scripts) { script { (PreEscaped(assets::text(script))) } }
                    }
                }
            }
        }
    }

    /// Links to the parts of the pages.
    fn sections(&self, here: Section) -> Markup {
        html! {
            nav aria-label=(say!(self.language, "Pages")) {
                @for (section, path) in SECTIONS.into_iter().filter(|(section, _)| self.has(*section)) {
                    a href=(self.link(path)) aria-current=[(section == here).then_some("page")] {
                        (section.name(self.language))
                    }
                }
            }
        }
    }
}

/// Whether this path begins with the folder of a kind of page. So it leads to no other site, as `//example.org` would.
pub(crate) fn is_within(path: &str) -> bool {
    let Some(rest) = path.strip_prefix('/') else { return false };
    let folder = format!("{}/", rest.split('/').next().unwrap_or_default());
    OTHER_FOLDERS.contains(&folder.as_str()) || SECTIONS.iter().any(|(_, path)| *path == folder)
}

/// A link to a page as a file, with its full name, so that pages work from a disk as well as from a server.
fn of_file(link: &str) -> String {
    let (path, query) = link.split_at(link.find('?').unwrap_or(link.len()));
    if path.is_empty() || path.ends_with('/') { format!("{path}index.html{query}") } else { link.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_from_wherever_a_page_is() {
        assert_eq!(Frame::at("/", None).link("bots/ann/"), "bots/ann/");
        assert_eq!(Frame::at("/", None).link(""), "./");
        assert_eq!(Frame::at("/bots/ann/", None).link("matches/"), "../../matches/");
    }

    #[test]
    fn links_between_files_name_the_file() {
        let files = Files { bots: ["ann".to_owned()].into(), matches: ["m1".to_owned()].into() };
        let frame = Frame::file("/bots/ann/", &Arc::new(files));
        assert_eq!(frame.link(""), "../../index.html");
        assert_eq!(frame.link("matches/m1/?at=5"), "../../matches/m1/index.html?at=5");
        assert_eq!(frame.link("assets/x/style.css"), "../../assets/x/style.css");
        assert!(frame.has_match("m1") && !frame.has_match("m2") && Frame::at("/", None).has_match("m2"));
        assert!(frame.has_bot("ann") && !frame.has_bot("human-1") && Frame::at("/", None).has_bot("human-1"));
    }

    #[test]
    fn only_paths_of_pages_lie_within_them() {
        assert!(["/bots/ann", "/matches/m1", "/rules/hawaii", "/play", "/compare"].into_iter().all(is_within));
        assert!(
            !["/", "", "//example.org", "/\\example.org", "/robots.txt", "bots/ann", "/bots.html"]
                .into_iter()
                .any(is_within)
        );
    }
}
