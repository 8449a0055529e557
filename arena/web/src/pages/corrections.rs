//! All that organizers have corrected of results, with who has done so and why.

use kahua_proto::pb::arena::v1 as pb;
use maud::{Markup, html};
use pb::correction::Change;
use pb::disqualification::Effect;

use crate::failure::Failure;
use crate::files::{self, DATA, File};
use crate::frame::{Frame, Section};
use crate::language::{Language, compose, say, say_count};
use crate::source::Source;
use crate::wide::wide;
use crate::words;

/// The path of the page.
pub(crate) const PATH: &str = "corrections/";

pub(crate) async fn page(source: &impl Source, frame: &Frame) -> Result<Markup, Failure> {
    let made = source.corrections().await?;
    let language = frame.language;
    let title = say!(language, "Corrections");
    let content = html! {
        h1 { (title) }
        @if made.is_empty() {
            p { (say!(language, "No result was corrected.")) }
        } @else {
            p {
                (say!(
                    language,
                    "{0}, the newest first. A record stays as it was played; a correction changes what it counts for in \
                     ratings, tables and pairings.",
                    say_count!(language, made.len(), "{0} correction", "{0} corrections")
                ))
            }
            (table(frame, &made))
        }
        (files::links(frame, &[File::data(say!(language, "corrections as JSON"), DATA.to_owned())]))
    };
    Ok(frame.page(title, Section::None, content))
}

fn table(frame: &Frame, made: &[pb::Correction]) -> Markup {
    let language = frame.language;
    html! {
        (wide(say!(language, "Corrections"), html! {
            table {
                thead { tr {
                    th.number scope="col" { (say!(language, "Number")) }
                    th scope="col" { (compose!(language, "Made ({0})", words::zone())) }
                    th scope="col" { (say!(language, "League")) }
                    th scope="col" { (say!(language, "What")) }
                    th scope="col" { (say!(language, "Why")) }
                    th scope="col" { (say!(language, "By")) }
                    th scope="col" { (say!(language, "Now")) }
                } }
                tbody {
                    @for correction in made {
                        tr id=(format!("c{}", correction.number)) {
                            td.number { (correction.number) }
                            td { (words::moment(correction.at.as_ref())) }
                            @let league = words::league(frame, &correction.league);
                            td { (compose!(language, "{0}, season {1}", league, correction.season)) }
                            td { (what(frame, correction)) }
                            td { bdi { (words::safe(&correction.why)) } }
                            td { bdi { (words::safe(&correction.by)) } }
                            td {
                                @match correction.undone_by {
                                    None => (say!(language, "holds")),
                                    Some(by) => (say!(language, "taken back by {0}", by)),
                                }
                            }
                        }
                    }
                }
            }
        }))
    }
}

/// What is corrected, with links to it.
fn what(frame: &Frame, correction: &pb::Correction) -> Markup {
    let language = frame.language;
    let one_match = |id: &str| words::match_link(frame, id, say!(language, "A match"));
    match &correction.change {
        Some(Change::Annulled(annulled)) => compose!(language, "{0} is annulled", one_match(&annulled.match_id)),
        Some(Change::Places(corrected)) => {
            compose!(language, "{0} counts with the places {1}", one_match(&corrected.match_id), places(corrected))
        }
        Some(Change::Disqualified(out)) => disqualified(frame, out),
        Some(Change::Undone(undone)) => compose!(language, "Correction {0} is taken back", undone.number),
        None => html! {},
    }
}

fn disqualified(frame: &Frame, out: &pb::Disqualification) -> Markup {
    let language = frame.language;
    let bot = match &out.version {
        None => words::bot(frame, &out.bot),
        Some(version) => {
            let version = html! { bdi { (words::safe(version)) } };
            compose!(language, "{0} in version {1}", words::bot(frame, &out.bot), version)
        }
    };
    match out.effect() {
        Effect::Lost => compose!(language, "{0} is disqualified, and its matches are lost", bot),
        Effect::Annulled | Effect::Unspecified => {
            compose!(language, "{0} is disqualified, and its matches are annulled", bot)
        }
    }
}

fn places(corrected: &pb::CorrectedPlaces) -> String {
    corrected.places.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// What holds for one match, for its page.
pub(crate) fn of_match(frame: &Frame, holding: &[&pb::Correction]) -> Markup {
    let language = frame.language;
    html! {
        @for correction in holding {
            @let why = html! { bdi { (words::safe(&correction.why)) } };
            @let number = html! { a href=(frame.link(PATH)) { (say!(language, "correction {0}", correction.number)) } };
            @let by = html! { bdi { (words::safe(&correction.by)) } };
            p.notice {
                (compose!(
                    language, "{0}: {1} ({2} by {3}, {4} {5})",
                    holds(language, correction), why, number, by, words::moment(correction.at.as_ref()), words::zone()
                ))
            }
        }
    }
}

/// What this correction means for one match.
fn holds(language: Language, correction: &pb::Correction) -> Markup {
    html! {
        @match &correction.change {
            Some(Change::Annulled(_)) => (say!(language, "This match is annulled and counts for nothing")),
            Some(Change::Places(corrected)) => (say!(language, "This match counts with the places {0}", places(corrected))),
            Some(Change::Disqualified(out)) => {
                @let bot = html! { bdi { (words::safe(&out.bot)) } };
                @match out.effect() {
                    Effect::Lost => (compose!(language, "{0} is disqualified, so this match counts as lost by it", bot)),
                    Effect::Annulled | Effect::Unspecified => {
                        (compose!(language, "{0} is disqualified, so this match counts for nothing", bot))
                    },
                }
            },
            Some(Change::Undone(_)) | None => {},
        }
    }
}
