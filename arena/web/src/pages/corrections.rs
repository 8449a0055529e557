//! All that organizers have corrected of results, with who has done so and why.

use kahua_core::words::count;
use kahua_proto::pb::arena::v1 as pb;
use maud::{Markup, html};
use pb::correction::Change;
use pb::disqualification::Effect;

use crate::failure::Failure;
use crate::frame::{Frame, Section};
use crate::share::{self, DATA, File};
use crate::source::Source;
use crate::wide::wide;
use crate::words;

/// The path of the page.
pub(crate) const PATH: &str = "corrections/";

pub(crate) async fn page(source: &impl Source, frame: &Frame) -> Result<Markup, Failure> {
    let made = source.corrections().await?;
    let content = html! {
        h1 { "Corrections" }
        @if made.is_empty() {
            p { "No result was corrected." }
        } @else {
            p {
                (count(made.len() as u64, "correction", "corrections")) ", the newest first. A record stays as it was played; a \
                correction changes what it counts for in ratings, tables and pairings."
            }
            (table(frame, &made))
        }
        (share::links(frame, &[File::data("corrections as JSON", DATA.to_owned())]))
    };
    Ok(frame.page("Corrections", Section::None, content))
}

fn table(frame: &Frame, made: &[pb::Correction]) -> Markup {
    html! {
        (wide("Corrections", html! {
            table {
                thead { tr {
                    th.number scope="col" { "Number" }
                    th scope="col" { "Made (" (words::zone()) ")" }
                    th scope="col" { "League" }
                    th scope="col" { "What" }
                    th scope="col" { "Why" }
                    th scope="col" { "By" }
                    th scope="col" { "Now" }
                } }
                tbody {
                    @for correction in made {
                        tr id=(format!("c{}", correction.number)) {
                            td.number { (correction.number) }
                            td { (words::moment(correction.at.as_ref())) }
                            td { (words::league(frame, &correction.league)) ", season " (correction.season) }
                            td { (what(frame, correction)) }
                            td { bdi { (words::safe(&correction.why)) } }
                            td { bdi { (words::safe(&correction.by)) } }
                            td { @match correction.undone_by { None => "holds", Some(by) => { "taken back by " (by) } } }
                        }
                    }
                }
            }
        }))
    }
}

/// What is corrected, with links to it.
fn what(frame: &Frame, correction: &pb::Correction) -> Markup {
    html! {
        @match &correction.change {
            Some(Change::Annulled(annulled)) => { (words::match_link(frame, &annulled.match_id, "A match")) " is annulled" }
            Some(Change::Places(corrected)) => {
                (words::match_link(frame, &corrected.match_id, "A match")) " counts with the places " (places(corrected))
            }
            Some(Change::Disqualified(out)) => {
                (words::bot(frame, &out.bot))
                @if let Some(version) = &out.version { " in version " bdi { (words::safe(version)) } }
                " is disqualified, and its matches " (effect(out))
            }
            Some(Change::Undone(undone)) => { "Correction " (undone.number) " is taken back" }
            None => {}
        }
    }
}

fn places(corrected: &pb::CorrectedPlaces) -> String {
    corrected.places.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn effect(out: &pb::Disqualification) -> &'static str {
    match out.effect() {
        Effect::Lost => "are lost",
        Effect::Annulled | Effect::Unspecified => "are annulled",
    }
}

/// What holds for one match, for its page.
pub(crate) fn of_match(frame: &Frame, holding: &[&pb::Correction]) -> Markup {
    html! {
        @for correction in holding {
            p.notice {
                @match &correction.change {
                    Some(Change::Annulled(_)) => "This match is annulled and counts for nothing",
                    Some(Change::Places(corrected)) => { "This match counts with the places " (places(corrected)) },
                    Some(Change::Disqualified(out)) => {
                        bdi { (words::safe(&out.bot)) } " is disqualified, so this match "
                        @match out.effect() {
                            Effect::Lost => "counts as lost by it",
                            Effect::Annulled | Effect::Unspecified => "counts for nothing",
                        }
                    },
                    Some(Change::Undone(_)) | None => {},
                }
                ": " bdi { (words::safe(&correction.why)) }
                " (" a href=(frame.link(PATH)) { "correction " (correction.number) } " by " bdi { (words::safe(&correction.by)) } ", "
                (words::moment(correction.at.as_ref())) " " (words::zone()) ")"
            }
        }
    }
}
