//! The rounds of a knock-out: who met whom, what they scored, and who went on.

use kahua_proto::pb::arena::v1 as pb;
use maud::{Markup, html};

use crate::figures::half_points;
use crate::frame::Frame;
use crate::words;

pub(super) fn draw(frame: &Frame, rounds: &[pb::KnockoutRound]) -> Markup {
    html! {
        @for round in rounds {
            section {
                h2 { (title(round)) }
                ol {
                    @for table in &round.tables { li { (self::table(frame, table)) } }
                }
                @if !round.byes.is_empty() {
                    p { "Without a match goes on: " (words::bots(frame, round.byes.iter().map(String::as_str))) "." }
                }
            }
        }
    }
}

fn title(round: &pb::KnockoutRound) -> String {
    let tables = round.tables.iter().filter(|table| !table.is_for_third).count();
    if tables == 1 && round.byes.is_empty() { "Final".into() } else { format!("Round {}", round.number) }
}

fn table(frame: &Frame, table: &pb::KnockoutTable) -> Markup {
    html! {
        @if table.is_for_third { "For the third place: " }
        @for (at, (name, points)) in table.bots.iter().zip(&table.half_points).enumerate() {
            @if at > 0 { ", " }
            (words::bot(frame, name)) " " (half_points(*points))
        }
        @if let Some(winner) = &table.winner { ". " strong { (words::bot(frame, winner)) } " won." }
    }
}
