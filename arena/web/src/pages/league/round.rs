//! The round of a Swiss league that is played or announced: who meets whom.

use kahua_proto::pb::arena::v1 as pb;
use maud::{Markup, html};

use crate::frame::Frame;
use crate::language::{compose, say};
use crate::words;

pub(super) fn draw(frame: &Frame, round: &pb::SwissRound) -> Markup {
    html! {
        section {
            h2 { (say!(frame.language, "Round {0}", round.number)) }
            @if let Some(begins_in_ms) = round.begins_in_ms {
                p { (say!(frame.language, "It begins in {0} seconds.", begins_in_ms.div_ceil(1000))) }
            }
            ol {
                @for table in &round.tables {
                    li { (words::bots(frame, table.bots.iter().map(String::as_str))) }
                }
            }
            @if !round.byes.is_empty() {
                @let byes = words::bots(frame, round.byes.iter().map(String::as_str));
                p { (compose!(frame.language, "A bye: {0}.", byes)) }
            }
        }
    }
}
