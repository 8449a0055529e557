//! A browser without scripts: it keeps the arena's cookies, sends forms with their hidden fields, and follows redirects.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::header::{CONTENT_TYPE, COOKIE, LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, Request, StatusCode};
use axum::response::Response;
use kahua_server::App;
use kahua_server::host::Host;
use kahua_settings::{Config, Rulesets};
use kahua_store::Store;
use tower::ServiceExt;

/// An arena with these settings on a port of its own.
pub(crate) async fn arena(config: Config) -> Host {
    arena_with(config, Store::open_in_memory().unwrap()).await
}

/// The same with this store.
pub(crate) async fn arena_with(config: Config, store: Store) -> Host {
    let config = Config { listen: ([127, 0, 0, 1], 0).into(), ..config };
    Host::start_with_pages(&config, Rulesets::built_in(), store, kahua_web::pages).await.unwrap()
}

/// What was answered.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
    /// The path and query at which it was found.
    pub(crate) at: String,
}

#[derive(Debug)]
pub(crate) struct Browser {
    pages: Router,
    /// The cookie with the visitor's token.
    pub(crate) cookie: Option<String>,
    /// The cookie of a player, which only tables get.
    pub(crate) player: Option<String>,
    /// Headers that every request has in addition to the usual ones.
    pub(crate) headers: Vec<(&'static str, &'static str)>,
}

impl Browser {
    pub(crate) fn new(app: &Arc<App>) -> Browser {
        Browser { pages: kahua_web::pages(app), cookie: None, player: None, headers: Vec::new() }
    }

    /// A browser of somebody else at the same arena.
    pub(crate) fn another(&self) -> Browser {
        Browser { pages: self.pages.clone(), cookie: None, player: None, headers: Vec::new() }
    }

    pub(crate) async fn get(&mut self, path: &str) -> Page {
        self.ask(Request::get(path), path, Body::empty()).await
    }

    /// Sends a form, and follows the redirect.
    pub(crate) async fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Page {
        let page = self.send(path, fields).await;
        match page.headers.get(LOCATION) {
            Some(location) => self.get(&resolved(path, location.to_str().unwrap())).await,
            None => page,
        }
    }

    /// Sends a form, and returns the status and the cookie of the answer.
    pub(crate) async fn post_only(&mut self, path: &str, fields: &[(&str, &str)]) -> (StatusCode, String) {
        let page = self.send(path, fields).await;
        (page.status, page.headers[SET_COOKIE].to_str().unwrap().to_owned())
    }

    async fn send(&mut self, path: &str, fields: &[(&str, &str)]) -> Page {
        let encode = |text: &str| text.bytes().map(|byte| format!("%{byte:02x}")).collect::<String>();
        let pairs: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={}", encode(value))).collect();
        let request = Request::post(path).header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        self.ask(request, path, Body::from(pairs.join("&"))).await
    }

    /// Sends the form on this page that has a button of this name and value, with its hidden fields.
    pub(crate) async fn press(&mut self, page: &Page, name: &str, value: &str) -> Page {
        let (action, mut fields) = page.form_with(&format!("name=\"{name}\" value=\"{value}\""));
        fields.insert(name.to_owned(), value.to_owned());
        let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        self.post(&resolved(&page.at, &action), &fields).await
    }

    /// The answer to a request for this path. Only its head has been read yet.
    pub(crate) async fn begin(&self, path: &str) -> Response {
        let request = self.with_cookies(Request::get(path), path).body(Body::empty()).unwrap();
        self.pages.clone().oneshot(request).await.unwrap()
    }

    fn with_cookies(&self, request: axum::http::request::Builder, path: &str) -> axum::http::request::Builder {
        let player = self.player.as_ref().filter(|_| path.starts_with("/play/"));
        let cookies: Vec<&str> = self.cookie.iter().chain(player).map(String::as_str).collect();
        if cookies.is_empty() { request } else { request.header(COOKIE, cookies.join("; ")) }
    }

    async fn ask(&mut self, mut request: axum::http::request::Builder, path: &str, body: Body) -> Page {
        for (name, value) in &self.headers {
            request = request.header(*name, *value);
        }
        let request = self.with_cookies(request, path);
        let answer = self.pages.clone().oneshot(request.body(body).unwrap()).await.unwrap();
        let (parts, body) = answer.into_parts();
        if let Some(cookie) = parts.headers.get(SET_COOKIE) {
            let cookie = cookie.to_str().unwrap().split(';').next().unwrap();
            let kept = if cookie.starts_with("kahua-player") { &mut self.player } else { &mut self.cookie };
            *kept = (!cookie.ends_with('=')).then(|| cookie.to_owned());
        }
        let text = String::from_utf8(to_bytes(body, 1 << 24).await.unwrap().to_vec()).unwrap();
        Page { status: parts.status, headers: parts.headers, text, at: path.to_owned() }
    }
}

impl Page {
    /// Where the form with this text in it leads, and its hidden fields.
    pub(crate) fn form_with(&self, text: &str) -> (String, BTreeMap<String, String>) {
        let forms = self.text.split("<form").skip(1).map(|form| form.split("</form>").next().unwrap());
        let form = forms.into_iter().find(|form| form.contains(text));
        let form = form.unwrap_or_else(|| panic!("no form with {text:?} at {}:\n{}", self.at, self.text));
        let hidden = form.split("<input type=\"hidden\"").skip(1);
        let fields = hidden.map(|input| (attribute(input, "name").unwrap(), attribute(input, "value").unwrap()));
        (attribute(form, "action").unwrap(), fields.collect())
    }

    /// The values of all elements in which this text stands before `value="`.
    pub(crate) fn values_after(&self, text: &str) -> Vec<String> {
        self.text.split(text).skip(1).filter_map(|rest| attribute(rest, "value")).collect()
    }
}

/// The first attribute of this name; enough for pages in which values have no quotes.
fn attribute(text: &str, name: &str) -> Option<String> {
    let start = text.find(&format!("{name}=\""))? + name.len() + 2;
    let value = &text[start..start + text[start..].find('"')?];
    Some(value.replace("&amp;", "&").replace("&quot;", "\""))
}

/// An address on the page at this path, from the root.
fn resolved(path: &str, link: &str) -> String {
    let (mut folder, mut link) = (path.split('?').next().unwrap().rsplit_once('/').unwrap().0.to_owned(), link);
    while let Some(rest) = link.strip_prefix("../") {
        folder.truncate(folder.rfind('/').unwrap_or(0));
        link = rest;
    }
    format!("{folder}/{link}")
}
