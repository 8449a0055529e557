//! The style and the scripts of all pages, compiled in. Their path has a digest of them all, so browsers can cache them
//! forever.

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use kahua_server::App;
use kahua_show::board_styles;
use sha2::{Digest, Sha256};

/// A file that pages refer to.
#[derive(Debug)]
pub(crate) struct Asset {
    pub(crate) name: &'static str,
    media_type: &'static str,
    pub(crate) text: &'static str,
}

/// The handwritten files that pages refer to.
const ALL: [Asset; 11] = [
    Asset { name: "style.css", media_type: "text/css; charset=utf-8", text: include_str!("assets/style.css") },
    Asset { name: "icon.svg", media_type: "image/svg+xml", text: include_str!("assets/icon.svg") },
    Asset { name: "board.js", media_type: "text/javascript; charset=utf-8", text: include_str!("assets/board.js") },
    Asset { name: "open.js", media_type: "text/javascript; charset=utf-8", text: include_str!("assets/open.js") },
    Asset { name: "play.js", media_type: "text/javascript; charset=utf-8", text: include_str!("assets/play.js") },
    Asset { name: "live.js", media_type: "text/javascript; charset=utf-8", text: include_str!("assets/live.js") },
    Asset { name: "glimpse.js", media_type: "text/javascript; charset=utf-8", text: include_str!("assets/glimpse.js") },
    Asset { name: "sound.js", media_type: "text/javascript; charset=utf-8", text: include_str!("assets/sound.js") },
    Asset { name: "times.js", media_type: "text/javascript; charset=utf-8", text: include_str!("assets/times.js") },
    Asset {
        name: "pictures.js",
        media_type: "text/javascript; charset=utf-8",
        text: include_str!("assets/pictures.js"),
    },
    Asset { name: "replay.js", media_type: "text/javascript; charset=utf-8", text: include_str!("assets/replay.js") },
];

/// The styles of the boards, which the games provide.
static BOARDS: LazyLock<Asset> =
    LazyLock::new(|| Asset { name: "boards.css", media_type: "text/css; charset=utf-8", text: board_styles().leak() });

/// All files that pages refer to, including those of the games.
pub(crate) fn all() -> impl Iterator<Item = &'static Asset> {
    ALL.iter().chain([&*BOARDS])
}

static DIGEST: LazyLock<String> = LazyLock::new(|| {
    let mut hash = Sha256::new();
    all().for_each(|asset| hash.update(asset.text));
    hex::encode(&hash.finalize()[..6])
});

/// The path of the file with this name, from the root of the pages.
pub(crate) fn path(name: &str) -> String {
    format!("assets/{}/{name}", *DIGEST)
}

/// The text of the file with this name.
///
/// # Panics
/// If there is none.
pub(crate) fn text(name: &str) -> &'static str {
    all().find(|asset| asset.name == name).map(|asset| asset.text).expect("pages name their own files")
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The classes that both pages and boards style, each with the reason why that does no harm.
    const SHARED: [(&str, &str); 2] = [
        ("card", "a background, a border and space around it, none of which a part of a drawing has"),
        ("faint", "the colour of text, which drawings fill instead"),
    ];

    /// What stands before each block of a style sheet, selector by selector.
    fn selectors(css: &'static str) -> Vec<String> {
        let after_comment = |part: &'static str| part.split_once("*/").map_or(part, |(_, rest)| rest);
        let without_comments: String = css.split("/*").map(after_comment).collect();
        let mut blocks: Vec<&str> = without_comments.split('{').collect();
        // The text after the last brace opens no block.
        blocks.pop();
        let preludes = blocks.iter().filter_map(|block| block.rsplit(['}', ';']).next());
        preludes.flat_map(|prelude| prelude.split(',')).map(|selector| selector.trim().to_owned()).collect()
    }

    fn classes(selector: &str) -> impl Iterator<Item = String> {
        let is_of_name = |c: &char| c.is_ascii_alphanumeric() || *c == '-';
        selector.split('.').skip(1).map(move |rest| rest.chars().take_while(is_of_name).collect::<String>())
    }

    #[test]
    fn the_style_of_pages_stays_out_of_boards() {
        let style = all().find(|asset| asset.name == "style.css").expect("pages have a style");
        // Selectors that match this class everywhere, even inside a board.
        let is_anywhere = |selector: &String| selector.starts_with('.') && !selector.contains([' ', '>', '+', '~']);
        let of_pages = selectors(style.text).into_iter().filter(is_anywhere);
        let of_pages: BTreeSet<String> = of_pages.flat_map(|selector| classes(&selector).collect::<Vec<_>>()).collect();
        let of_boards = selectors(BOARDS.text).into_iter().flat_map(|selector| classes(&selector).collect::<Vec<_>>());
        let of_boards: BTreeSet<String> = of_boards.collect();
        assert!(of_pages.contains("for-readers") && of_boards.contains("unseen"), "{of_pages:?} {of_boards:?}");
        let shared: Vec<&str> = of_pages.intersection(&of_boards).map(String::as_str).collect();
        assert_eq!(shared, SHARED.map(|(class, _)| class), "another name for pages keeps boards as they are drawn");
    }
}
