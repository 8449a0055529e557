//! The round of a Swiss league that is played or announced: who meets whom.

use kahua_proto::pb::arena::v1 as pb;
use maud::{Markup, html};

use crate::frame::Frame;
use crate::words;

pub(super) fn draw(frame: &Frame, round: &pb::SwissRound) -> Markup {
    html! {
        section {
            h2 { "Round " (round.number) }
            @if let Some(begins_in_ms) = round.begins_in_ms {
                p { "It begins in " (begins_in_ms.div_ceil(1000)) " seconds." }
            }
            ol {
                @for table in &round.tables {
                    li { (words::bots(frame, table.bots.iter().map(String::as_str))) }
                }
            }
            @if !round.byes.is_empty() {
                p { "A bye: " (words::bots(frame, round.byes.iter().map(String::as_str))) "." }
            }
        }
    }
}
