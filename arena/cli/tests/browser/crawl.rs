//! Every page that can be reached by links: all people can use it, it fits a phone, and texts of strangers do no harm.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde_json::Value;
use url::Url;

use crate::accessibility::Axe;
use crate::arena::Arena;
use crate::browser::Browser;
use crate::hostile_records::keep_hostile_records;
use crate::look::{Look, examined};

/// How many pages of each kind are visited.
const ALIKE_MAX: usize = 2;

/// Would close the element that contains it, load an image from a stranger, move a cursor, and reverse what follows. It
/// is as short as the shortest text limit of a record demands.
pub(crate) const HOSTILE: &str = "</title><img src=//e.x>\"'\u{1b}\u{202e}";

#[tokio::test]
async fn every_page_is_for_everybody_and_harmless_whatever_strangers_wrote() {
    let (Some(axe), Some(browser)) = (Axe::installed(), Browser::open().await) else { return };
    let arena = || {
        let a_game = kahua_engine::registry::all()[0].info().name;
        Arena::changed(a_game, |store| drop(keep_hostile_records(store, HOSTILE)))
    };
    let arena = tokio::task::spawn_blocking(arena).await.expect("it starts");
    Crawl::from(&arena.address).finds_nothing_wrong(&browser, &axe, "").await;
}

async fn problems_of(browser: &Browser, axe: &Axe, look: Look) -> Vec<String> {
    let mut problems = browser.console().await;
    let is_wide = browser.script("return document.documentElement.scrollWidth").await;
    if is_wide.as_u64() > Some(look.width.into()) {
        problems.push(format!("is {is_wide} pixels wide"));
    }
    let raw = browser
        .script("return /[\\u0000-\\u0008\\u001b\\u202a-\\u202e\\u2066-\\u2069]/.test(document.body.innerText)")
        .await;
    if raw != Value::Bool(false) {
        problems.push("shows control characters as they are".to_owned());
    }
    problems.extend(axe.violations(browser).await);
    problems
}

/// The links to other pages. Those that name a type lead to files for programs.
async fn links(browser: &Browser) -> Vec<String> {
    let links =
        browser.script("return [...document.querySelectorAll('a[href]:not([type])')].map(link => link.href)").await;
    let Value::Array(links) = links else { panic!("links are a list, not {links}") };
    links.iter().filter_map(|link| link.as_str().map(str::to_owned)).collect()
}

/// The pages that are still to be visited.
pub(crate) struct Crawl {
    home: Url,
    waiting: VecDeque<Url>,
    seen: BTreeSet<Url>,
    /// How many pages there were of each kind.
    alike: BTreeMap<String, usize>,
    /// How many pages of each kind were viewed.
    looked_at: BTreeMap<String, usize>,
}

impl Crawl {
    pub(crate) fn from(address: &str) -> Crawl {
        let home = Url::parse(address).expect("an address");
        let (waiting, seen) = (VecDeque::from([home.clone()]), BTreeSet::from([home.clone()]));
        Crawl { home, waiting, seen, alike: BTreeMap::new(), looked_at: BTreeMap::new() }
    }

    /// Visits all pages, and fails with everything that is wrong with them. The names of pictures begin with `pictures`.
    pub(crate) async fn finds_nothing_wrong(mut self, browser: &Browser, axe: &Axe, pictures: &str) {
        let mut problems = Vec::new();
        while let Some(page) = self.next() {
            let path = page[url::Position::BeforePath..].to_owned();
            for look in self.looks(&page) {
                look.take(browser).await;
                browser.goto(page.as_str()).await;
                look.keep_picture(browser, &format!("{pictures}{path}")).await;
                let found = problems_of(browser, axe, look).await;
                problems.extend(found.into_iter().map(|problem| format!("{path} {look:?}: {problem}")));
            }
            let foreign = browser.requests().await.into_iter().filter(|asked| !asked.starts_with(self.home.as_str()));
            // Addresses that the page or the browser contains itself aren't requested from any server.
            let foreign = foreign.filter(|asked| !["data:", "chrome:"].iter().any(|own| asked.starts_with(own)));
            problems.extend(foreign.map(|asked| format!("{path}: a request to {asked}")));
            self.add(&links(browser).await);
        }
        assert!(problems.is_empty(), "{}", problems.join("\n"));
        println!("visited {} pages: {:?}", self.seen.len(), self.alike);
    }

    fn next(&mut self) -> Option<Url> {
        self.waiting.pop_front()
    }

    /// The first page of each kind is viewed in all of these ways, the others in one way each, in turn.
    fn looks(&mut self, page: &Url) -> Vec<Look> {
        let looked_at = self.looked_at.entry(kind(page)).or_default();
        *looked_at += 1;
        let looks = examined();
        match *looked_at {
            1 => looks.to_vec(),
            number => vec![looks[if number % 2 == 0 { looks.len() - 1 } else { 0 }]],
        }
    }

    /// Adds links of a page: those within the arena that are new, a few of each kind.
    fn add(&mut self, links: &[String]) {
        for link in links {
            let Ok(mut link) = Url::parse(link) else { panic!("{link:?} is not an address") };
            assert!(["http", "https"].contains(&link.scheme()), "{link} leads elsewhere than to a page");
            link.set_fragment(None);
            if link.origin() != self.home.origin() || self.seen.contains(&link) {
                continue;
            }
            let alike = self.alike.entry(kind(&link)).or_default();
            if *alike < ALIKE_MAX {
                *alike += 1;
                self.seen.insert(link.clone());
                self.waiting.push_back(link);
            }
        }
    }
}

/// The common form of pages that differ in a name or a number: `bots/*`, or `matches/*?at`.
fn kind(link: &Url) -> String {
    let mut parts = link.path().trim_matches('/').split('/');
    let mut kind = parts.next().unwrap_or_default().to_owned();
    parts.for_each(|_| kind += "/*");
    let keys: BTreeSet<_> = link.query_pairs().map(|(key, _)| key.into_owned()).collect();
    for key in keys {
        kind += &format!("?{key}");
    }
    kind
}
