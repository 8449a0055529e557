//! `/rules/GAME/`: the rules of a game in words.

use kahua_engine::registry;
use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::failure::Failure;
use crate::frame::{Frame, Section};
use crate::language::say;

pub(crate) fn page(frame: &Frame, game: &str) -> Result<Markup, Failure> {
    let entry = registry::find(game);
    let entry = entry.ok_or_else(|| {
        Failure::not_found(say!(frame.language, "There is no game of this name; there are: {0}", registry::names()))
    })?;
    let info = entry.info();
    let content = html! { article.rules lang=[frame.language.of_english()] { (PreEscaped(to_html(info.rules))) } };
    Ok(frame.page(&say!(frame.language, "Rules of {0}", info.title), Section::None, content))
}

/// Markdown as HTML. Markup in it is shown as text. Links are left out: they lead to files next to the rules.
fn to_html(markdown: &str) -> String {
    let parser = Parser::new_ext(markdown, Options::ENABLE_TABLES);
    let events = parser.filter_map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Some(Event::Text(text)),
        Event::Start(Tag::Link { .. } | Tag::Image { .. }) | Event::End(TagEnd::Link | TagEnd::Image) => None,
        other => Some(other),
    });
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, events);
    // Alignment is written as inline style, which the pages' policy forbids.
    html.replace(" style=\"text-align: right\"", " class=\"right\"")
        .replace(" style=\"text-align: left\"", "")
        .replace(" style=\"text-align: center\"", "")
        // A wide table scrolls on its own, by keyboard too.
        .replace("<table>", "<table tabindex=\"0\">")
        .replace("<th></th>", "<td></td>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_its_rules() {
        for entry in registry::all() {
            let page = page(&Frame::at("/rules/x/", None), entry.info().name).unwrap().into_string();
            assert!(
                page.contains("<h2>") && page.contains("<table tabindex=\"0\">") && page.contains(entry.info().title)
            );
            assert!(!page.contains("style=") && !page.contains("| ---"));
        }
        assert!(page(&Frame::at("/rules/x/", None), "chess").is_err());
    }

    #[test]
    fn markup_in_the_rules_is_text() {
        let html = to_html("a <b onclick=x>b</b>\n\n<script>c</script>\n\n[link](javascript:d) ![image](e)\n");
        assert!(!html.contains("<b") && !html.contains("<script") && !html.contains("javascript"), "{html}");
        assert!(html.contains("link") && html.contains("&lt;script&gt;"), "{html}");
    }

    #[test]
    fn tables_have_no_inline_style() {
        let html = to_html("| a | b |\n|---:|:-:|\n| 1 | 2 |\n");
        assert!(html.contains("<th class=\"right\">") && !html.contains("style"), "{html}");
    }
}
