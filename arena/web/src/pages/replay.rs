//! A finished match: who played, the board at any event, what happened in sentences, how long every player thought,
//! what the bots expected, and where the points came from.
//!
//! The page of a match needs the file [`boards`] in the same folder (`boards.json`; for each seat's own view,
//! `boards-0.json` and so on). The script steps through the boards. Without scripts the page shows the board after the
//! event in its address. A page that becomes a file holds all of this itself (`packed.rs`), and without scripts it shows
//! the last board.

mod choice;
mod curve;
mod expectation;
pub(crate) mod header;
mod steps;
mod table;
mod timeline;

use std::sync::Arc;

use bytes::Bytes;

use kahua_engine::{DynRuleset, Seat, SeatCount, Viewer};
use kahua_leagues::{Corrections, Played};
use kahua_proto::pb::arena::v1 as pb;
use kahua_server::in_the_background;
use maud::{Markup, PreEscaped, html};
use tonic::Status;

use crate::boards::Boards;
use crate::failure::Failure;
use crate::files::{self, DATA, File};
use crate::frame::{Frame, Head, Section};
use crate::language::{Language, say};
use crate::packed::{Contents, Parts};
use crate::panels::{in_text, panels};
use crate::replays::Drawing;
use crate::source::Source;
use crate::telling::{At, Telling, tellable};

/// Which position of a match is shown, and to whom.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShownPosition {
    pub(crate) at: At,
    /// The seat whose view is shown; `None` for the public view.
    pub(crate) seat: Option<u32>,
}

impl ShownPosition {
    /// The end of a match in the public view: the page that becomes a file.
    pub(crate) const END: ShownPosition = ShownPosition { at: At::End, seat: None };

    /// What the query `?at=N&seat=S` of an address asks for: the position after event N, or at the `start`, from seat S.
    pub(crate) fn parse(language: Language, at: Option<&str>, seat: Option<&str>) -> Result<ShownPosition, Failure> {
        let no_event = || wrong(say!(language, "at: expected the number of an event, from 0, or \"start\" or \"end\""));
        let no_seat = || wrong(say!(language, "seat: expected the number of a seat, from 0"));
        let at = match at {
            None | Some("end") => ShownPosition::END.at,
            Some("start") => At::Start,
            Some(number) => At::Event(number.parse().map_err(|_| no_event())?),
        };
        let seat = seat.map(|seat| seat.parse().map_err(|_| no_seat()));
        Ok(ShownPosition { at, seat: seat.transpose()? })
    }
}

fn wrong(problem: &str) -> Failure {
    Status::invalid_argument(problem).into()
}

/// The page of a match that has ended.
pub(crate) async fn page(
    source: &impl Source,
    frame: &Frame,
    id: &str,
    shown: ShownPosition,
) -> Result<Markup, Failure> {
    let record = tellable(source.record(id).await?);
    let made = Corrections::of(source.corrections().await?);
    let corrected = super::corrections::of_match(frame, &made.holding(&Played::of(&record)));
    let (frame, language) = (frame.clone(), frame.language);
    let ruleset = match record.moves_removed {
        None => source.ruleset(&record.game, &record.ruleset_hash),
        Some(_) => {
            let notice = html! { (corrected) (table::moves_removed(language, &record)) };
            return Ok(without_moves(&frame, &record, &notice));
        }
    };
    let Some(ruleset) = ruleset else {
        let problem = say!(
            language,
            "This version of Kahua doesn't have the rules by which the match was played, so its moves can't be shown."
        );
        return Ok(without_moves(&frame, &record, &html! { (corrected) p.notice { (problem) } }));
    };
    in_the_background(move || tell(&frame, &record, &corrected, &ruleset, shown)).await?
}

/// The page of this finished match as a file by itself; `None` if the moves can't be told.
pub(crate) fn alone(language: Language, record: &pb::MatchRecord, ruleset: &Arc<dyn DynRuleset>) -> Option<String> {
    let frame = Frame::alone(language, String::new());
    tell(&frame, record, &html! {}, ruleset, ShownPosition::END).ok().map(Markup::into_string)
}

fn tell(
    frame: &Frame,
    record: &pb::MatchRecord,
    corrected: &Markup,
    ruleset: &Arc<dyn DynRuleset>,
    shown: ShownPosition,
) -> Result<Markup, Failure> {
    let language = frame.language;
    let viewer = viewer(language, record, shown.seat)?;
    let content = match Telling::of(record, ruleset, shown.at, viewer, language) {
        Ok(telling) => {
            let packed = frame.is_file().then(|| pack(language, record, ruleset, viewer, &telling)).flatten();
            told(frame, record, corrected, &telling, shown.seat, packed.as_deref())
        }
        Err(problem) => {
            let problem = say!(
                language,
                "The record of this match is damaged, so its moves can't be shown: {0}.",
                crate::words::safe(&problem.to_string())
            );
            let notice = html! { (corrected) p.notice { (problem) } };
            return Ok(without_moves(frame, record, &notice));
        }
    };
    let (title, about) = (header::title(record), header::about(language, record));
    let card = files::card(&format!("matches/{}/", record.match_id));
    let head = Head {
        scripts: &["board.js", "pictures.js", "replay.js"],
        about: Some(&about),
        card: card.as_deref(),
        ..Head::new(&title, Section::Matches)
    };
    Ok(frame.page_with(&head, content))
}

/// Everything that the script needs, for a page that becomes a file; `None` if it can't be told.
fn pack(
    language: Language,
    record: &pb::MatchRecord,
    ruleset: &Arc<dyn DynRuleset>,
    viewer: Viewer,
    telling: &Telling,
) -> Option<String> {
    let sentences = steps::list(language, telling, None);
    let parts = Parts { sentences, timeline: timeline::drawing(language, telling, None) };
    Contents { parts, boards: Boards::of(record, ruleset, viewer, language).ok()? }.pack()
}

/// The viewer for this seat; without a seat, a spectator.
fn viewer(language: Language, record: &pb::MatchRecord, seat: Option<u32>) -> Result<Viewer, Failure> {
    let Some(number) = seat else { return Ok(Viewer::Public) };
    let seat: Option<Seat> = SeatCount::new(record.players.len()).and_then(|seats| seats.seat(number));
    seat.map(Viewer::Seat).ok_or_else(|| Failure::not_found(say!(language, "The match has no seat {0}", number)))
}

/// What `draw` makes of the match in this position.
///
/// # Errors
/// If the seat doesn't exist, or the match can't be told.
pub(crate) async fn drawing<T: Send + 'static>(
    source: &impl Source,
    language: Language,
    id: &str,
    shown: ShownPosition,
    draw: impl FnOnce(&pb::MatchRecord, &Telling) -> T + Send + 'static,
) -> Result<T, Failure> {
    let record = tellable(source.record(id).await?);
    let viewer = viewer(language, &record, shown.seat)?;
    let nothing_to_show = move || nothing_to_show(language);
    let ruleset = source.ruleset(&record.game, &record.ruleset_hash).ok_or_else(nothing_to_show)?;
    in_the_background(move || {
        let telling = Telling::of(&record, &ruleset, shown.at, viewer, language).map_err(|_| nothing_to_show())?;
        Ok(draw(&record, &telling))
    })
    .await?
}

fn nothing_to_show(language: Language) -> Failure {
    Failure::not_found(say!(language, "The moves of this match can't be shown"))
}

/// The boards of the match with this record, for the script.
///
/// # Errors
/// If the seat doesn't exist, or the match can't be told.
pub(crate) async fn boards(
    source: &impl Source,
    language: Language,
    record: pb::MatchRecord,
    seat: Option<u32>,
    drawing: Drawing,
) -> Result<Bytes, Failure> {
    let record = tellable(record);
    let viewer = viewer(language, &record, seat)?;
    let nothing_to_show = move || nothing_to_show(language);
    let ruleset = source.ruleset(&record.game, &record.ruleset_hash).ok_or_else(nothing_to_show)?;
    in_the_background(move || {
        drawing.once(|| {
            let boards = Boards::of(&record, &ruleset, viewer, language).map_err(|_| nothing_to_show())?;
            serde_json::to_string(&boards).map_err(|_| nothing_to_show())
        })
    })
    .await?
}

/// The name of the file with the boards in this seat's view, or in the public view.
fn boards_name(seat: Option<u32>) -> String {
    seat.map_or_else(|| "boards.json".to_owned(), |seat| format!("boards-{seat}.json"))
}

/// The seat for which a file has boards; `None` if it isn't such a file.
pub(crate) fn boards_seat(file: &str) -> Option<Option<u32>> {
    match file.strip_prefix("boards")?.strip_suffix(".json")? {
        "" => Some(None),
        seat => seat.strip_prefix('-')?.parse().ok().map(Some),
    }
}

fn without_moves(frame: &Frame, record: &pb::MatchRecord, notice: &Markup) -> Markup {
    let content = html! {
        (header::heading(record))
        (notice)
        (header::facts(frame, record))
        (header::players(frame, record, &[]))
    };
    frame.page(&header::title(record), Section::Matches, content)
}

/// The address of the board that is shown as a file, from the page of the match.
fn picture(telling: &Telling, seat: Option<u32>) -> String {
    let at = telling.shown().map_or_else(|| "start".to_owned(), |step| (step.events.end - 1).to_string());
    format!("board.svg?at={at}{}", seat.map(|seat| format!("&seat={seat}")).unwrap_or_default())
}

/// The page, whose boards and sentences are packed if it becomes a file.
fn told(
    frame: &Frame,
    record: &pb::MatchRecord,
    corrected: &Markup,
    telling: &Telling,
    seat: Option<u32>,
    packed: Option<&str>,
) -> Markup {
    let language = frame.language;
    let timeline = packed.is_none().then(|| timeline::drawing(language, telling, seat));
    html! {
        (header::headline(frame, record, &header::result(language, record), &html! {
            (header::facts(frame, record))
            (header::players(frame, record, telling.colours))
            @if packed.is_none() { (table::eyes(language, telling, seat)) }
        }))
        (corrected)
        @if let Some(problem) = &telling.broken {
            p.notice {
                (say!(
                    language, "The record of this match is damaged, so only its beginning can be shown: {0}.", problem
                ))
            }
        }
        (stage(frame, telling, seat, packed.is_some()))
        // The script takes it for text, and the browser for nothing that runs.
        @if let Some(packed) = packed { script type="text/plain" data-packed { (packed) } }
        (choice::section(language, record, telling))
        (timeline::section(language, record, telling, timeline.as_ref()))
        (expectation::section(language, telling, seat))
        (table::sheet(language, record, telling))
        (files::links(frame, &[
            File::data(say!(language, "the record as JSON"), DATA.to_owned()),
            File::match_page(language),
            File::moves(language),
            File::picture(say!(language, "this board as a picture").to_owned(), picture(telling, seat)),
        ]))
        @if frame.served.is_some() { (pictures(language)) }
    }
}

/// The board with the player, and what happened.
fn stage(frame: &Frame, telling: &Telling, seat: Option<u32>, is_file: bool) -> Markup {
    let language = frame.language;
    let boards = (!is_file).then(|| boards_name(seat));
    let unread = say!(language, "The boards of this match could not be read, so only this position is shown.");
    let (choice, text) = (say!(language, "What else was possible here"), say!(language, "The position as text"));
    html! {
        div.stage.replay data-boards=[boards] data-step=(telling.position.steps) data-unfolds[frame.served.is_some()]
            data-unread=(unread) data-choice=(choice) data-text=(text) {
            div.picture { (PreEscaped(telling.position.picture.board())) }
            section.action-bar aria-label=(say!(language, "Player")) {
                // The controls are above everything whose length changes with the steps, so that they don't move.
                (table::controls(language, telling, seat, is_file))
                (table::now(language, telling))
            }
            div.aside {
                // They are the larger part of a position, and the text has all that is in them.
                @let drawn = if is_file { String::new() } else { telling.position.picture.panels() };
                (panels(language, &drawn))
                (in_text(language, &telling.position.text))
            }
            section.told aria-labelledby="told" {
                h2 id="told" { (say!(language, "What happened")) }
                div.scroll tabindex="0" role="region" aria-label=(say!(language, "Sentences")) data-part="sentences" {
                    @if is_file { (without_scripts(language)) } @else { (steps::list(language, telling, seat)) }
                }
            }
        }
    }
}

/// What a page that is a file lacks without scripts.
fn without_scripts(language: Language) -> Markup {
    let lacks = say!(
        language,
        "This file shows the last position. All others, what happened and what the players have need scripts."
    );
    html! { noscript { p { (lacks) } } }
}

/// The pictures to take along that the browser draws.
fn pictures(language: Language) -> Markup {
    // The script fills the places.
    let draws = say!(language, "Drawing {0} of {1} …", "{0}", "{1}");
    let saved = say!(language, "Saved as {0}.", "{0}");
    let failed = say!(language, "This browser could not draw the picture.");
    html! {
        p data-pictures data-draws=(draws) data-saved=(saved) data-failed=(failed) hidden {
            button { (say!(language, "Save this board as PNG")) } " "
            button { (say!(language, "Save the match as an animated PNG")) } " "
            span role="status" {}
        }
    }
}
