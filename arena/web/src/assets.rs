//! The style and the scripts of all pages, compiled in. Their path has a digest of them all, so that browsers keep them for good.

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use kahua_engine::registry;
use kahua_server::App;
use sha2::{Digest, Sha256};

/// A file that pages refer to.
#[derive(Debug)]
pub(crate) struct Asset {
    pub(crate) name: &'static str,
    media_type: &'static str,
    pub(crate) text: &'static str,
}

/// The files that pages refer to and that are written by hand.
const ALL: [Asset; 5] = [
    Asset { name: "style.css", media_type: "text/css; charset=utf-8", text: include_str!("assets/style.css") },
    Asset { name: "icon.svg", media_type: "image/svg+xml", text: include_str!("assets/icon.svg") },
    Asset { name: "play.js", media_type: "text/javascript; charset=utf-8", text: include_str!("assets/play.js") },
    Asset { name: "live.js", media_type: "text/javascript; charset=utf-8", text: include_str!("assets/live.js") },
    Asset { name: "replay.js", media_type: "text/javascript; charset=utf-8", text: include_str!("assets/replay.js") },
];

/// The styles of the boards, which the games bring along.
static BOARDS: LazyLock<Asset> = LazyLock::new(|| Asset {
    name: "boards.css",
    media_type: "text/css; charset=utf-8",
    text: registry::board_styles().leak(),
});

/// All files that pages refer to, those of the games among them.
pub(crate) fn all() -> impl Iterator<Item = &'static Asset> {
    ALL.iter().chain([&*BOARDS])
}

static DIGEST: LazyLock<String> = LazyLock::new(|| {
    let mut hash = Sha256::new();
    all().for_each(|asset| hash.update(asset.text));
    hex::encode(&hash.finalize()[..6])
});

/// Where the file of this name is, seen from the root of the pages.
pub(crate) fn path(name: &str) -> String {
    format!("assets/{}/{name}", *DIGEST)
}

pub(crate) fn router() -> Router<Arc<App>> {
    Router::new().route("/assets/{digest}/{name}", get(async |Path((_, name)): Path<(String, String)>| asset(&name)))
}

fn asset(name: &str) -> Response {
    match all().find(|asset| asset.name == name) {
        Some(Asset { media_type, text, .. }) => {
            let headers = [(CONTENT_TYPE, *media_type), (CACHE_CONTROL, "public, max-age=31536000, immutable")];
            (headers, *text).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
