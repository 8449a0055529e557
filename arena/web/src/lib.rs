//! The arena's web pages: running matches, standings, bots, matches and replays.
//!
//! [`pages`] makes the pages of a running arena, which serves them on its own port. A page is drawn from a source
//! (`source.rs`): either the arena, asked with the rights of the visitor, or the records in a data directory. So the
//! same page can be served, or written to a file.
//!
//! Pages work without scripts, and send requests only to the arena. They never contain a script or a style: those are
//! assets (`assets.rs`), as the Content-Security-Policy in `answer.rs` demands.

mod answer;
mod assets;
mod badge;
mod boards;
mod conduct;
mod cookie;
mod csrf;
mod failure;
pub mod figures;
mod files;
mod form;
mod frame;
mod guest;
mod language;
mod live;
#[doc(hidden)]
pub mod measured;
mod packed;
mod pages;
mod panels;
mod path;
mod play;
mod player;
mod plot;
mod replays;
pub mod scale;
mod seats;
mod sentences;
mod share;
pub mod site;
mod source;
mod telling;
mod wide;
mod words;

pub use language::{Language, UnknownLanguage};

use std::sync::Arc;

use axum::Router;
use kahua_engine::DynRuleset;
use kahua_proto::pb::arena::v1 as pb;
use kahua_server::App;

/// The page of this finished match with everything in it, to keep or to mail; `None` if its moves can't be told.
#[must_use]
pub fn match_page(language: Language, record: &pb::MatchRecord, ruleset: &Arc<dyn DynRuleset>) -> Option<String> {
    pages::replay::alone(language, &telling::tellable(record.clone()), ruleset)
}

/// The pages of this arena, for [`Host::start_with_pages`](kahua_server::host::Host::start_with_pages).
pub fn pages(app: &Arc<App>) -> Router {
    let routes = pages::router().merge(share::router()).merge(assets::router()).with_state(app.clone());
    answer::with_headers(routes, app.embed_origins())
}
