//! `/rules/GAME/`: the rules of a game in words.

use kahua_engine::{Seat, registry};
use kahua_show::first_drawing;
use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::failure::Failure;
use crate::frame::{Frame, Section};
use crate::language::say;

pub(crate) fn page(frame: &Frame, game: &str) -> Result<Markup, Failure> {
    let entry = registry::find(game);
    let entry = entry.ok_or_else(|| {
        Failure::not_found(say!(frame.language, "There is no game of this name; there are: {0}", registry::names()))
    })?;
    let info = entry.info();
    let Rules { html, chapters } = rules(info.rules);
    let player = |seat: Seat| say!(frame.language, "Player {0}", seat.number() + 1);
    let content = html! {
        div.beside-rules {
            nav.contents aria-label=(say!(frame.language, "Contents")) {
                ul {
                    @for chapter in &chapters {
                        li { a href={ "#" (chapter.id) } lang=[frame.language.of_english()] { (chapter.title) } }
                    }
                }
            }
            @if let Some(first) = first_drawing(entry, *info.seats.end(), frame.language, player) {
                figure {
                    (PreEscaped(first.board()))
                    figcaption { (say!(frame.language, "The board with all seats, before anything has been drawn or played.")) }
                }
            }
        }
        article.rules lang=[frame.language.of_english()] { (PreEscaped(html)) }
    };
    Ok(frame.page(&say!(frame.language, "Rules of {0}", info.title), Section::None, content))
}

/// Rules as HTML, and their chapters.
struct Rules {
    html: String,
    chapters: Vec<Chapter>,
}

/// A chapter of the rules, whose heading is an element with this id.
struct Chapter {
    id: String,
    title: String,
}

/// Markdown as HTML. Markup in it is shown as text. Links are left out: they lead to files next to the rules.
fn rules(markdown: &str) -> Rules {
    let parser = Parser::new_ext(markdown, Options::ENABLE_TABLES);
    let events = parser.filter_map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Some(Event::Text(text)),
        Event::Start(Tag::Link { .. } | Tag::Image { .. }) | Event::End(TagEnd::Link | TagEnd::Image) => None,
        other => Some(other),
    });
    let mut events: Vec<Event<'_>> = events.collect();
    let chapters = named_chapters(&mut events);
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, events.into_iter());
    // Alignment is written as inline style, which the pages' policy forbids.
    let html = html
        .replace(" style=\"text-align: right\"", " class=\"right\"")
        .replace(" style=\"text-align: left\"", "")
        .replace(" style=\"text-align: center\"", "")
        // A wide table scrolls on its own, by keyboard too.
        .replace("<table>", "<table tabindex=\"0\">")
        .replace("<th></th>", "<td></td>");
    Rules { html, chapters }
}

/// Gives the heading of each chapter an id, so that links lead there.
fn named_chapters(events: &mut [Event<'_>]) -> Vec<Chapter> {
    let mut chapters = Vec::new();
    for start in 0..events.len() {
        let (before, after) = events.split_at_mut(start + 1);
        let Some(Event::Start(Tag::Heading { level: HeadingLevel::H2, id, .. })) = before.last_mut() else { continue };
        let heading = after.iter().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
        let title = heading.filter_map(|event| match event {
            Event::Text(text) | Event::Code(text) => Some(&**text),
            _ => None,
        });
        let chapter = Chapter { id: format!("chapter-{}", chapters.len() + 1), title: title.collect() };
        *id = Some(chapter.id.clone().into());
        chapters.push(chapter);
    }
    chapters
}

#[cfg(test)]
mod tests {
    use super::*;

    fn html_of(markdown: &str) -> String {
        rules(markdown).html
    }

    #[test]
    fn every_game_has_its_rules() {
        for entry in registry::all() {
            let page = page(&Frame::at("/rules/x/", None), entry.info().name).unwrap().into_string();
            assert!(
                page.contains("<a href=\"#chapter-2\">")
                    && page.contains("<h2 id=\"chapter-2\">")
                    && page.contains("<table tabindex=\"0\">")
                    && page.contains(entry.info().title)
            );
            assert!(!page.contains("style=") && !page.contains("| ---"));
        }
        assert!(page(&Frame::at("/rules/x/", None), "chess").is_err());
    }

    #[test]
    fn markup_in_the_rules_is_text() {
        let html = html_of("a <b onclick=x>b</b>\n\n<script>c</script>\n\n[link](javascript:d) ![image](e)\n");
        assert!(!html.contains("<b") && !html.contains("<script") && !html.contains("javascript"), "{html}");
        assert!(html.contains("link") && html.contains("&lt;script&gt;"), "{html}");
    }

    #[test]
    fn each_chapter_has_an_entry_that_leads_to_it() {
        let rules = rules("# All\n## The `one` & more\na\n### Part\n## Two\n");
        let chapters: Vec<_> = rules.chapters.iter().map(|chapter| (&*chapter.id, &*chapter.title)).collect();
        assert_eq!(chapters, [("chapter-1", "The one & more"), ("chapter-2", "Two")]);
        assert!(rules.html.contains("<h2 id=\"chapter-2\">Two</h2>"), "{}", rules.html);
    }

    #[test]
    fn tables_have_no_inline_style() {
        let html = html_of("| a | b |\n|---:|:-:|\n| 1 | 2 |\n");
        assert!(html.contains("<th class=\"right\">") && !html.contains("style"), "{html}");
    }
}
