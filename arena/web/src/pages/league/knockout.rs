//! The rounds of a knock-out: who met whom, what they scored, and who went on.

use kahua_proto::pb::arena::v1 as pb;
use maud::{Markup, html};

use crate::figures::half_points;
use crate::frame::Frame;
use crate::language::{Language, compose, say};
use crate::words;

pub(super) fn draw(frame: &Frame, rounds: &[pb::KnockoutRound]) -> Markup {
    html! {
        @for round in rounds {
            section {
                h2 { (title(frame.language, round)) }
                ol {
                    @for table in &round.tables { li { (self::table(frame, table)) } }
                }
                @if !round.byes.is_empty() {
                    @let byes = words::bots(frame, round.byes.iter().map(String::as_str));
                    p { (compose!(frame.language, "Without a match goes on: {0}.", byes)) }
                }
            }
        }
    }
}

fn title(language: Language, round: &pb::KnockoutRound) -> String {
    let tables = round.tables.iter().filter(|table| !table.is_for_third).count();
    match tables == 1 && round.byes.is_empty() {
        true => say!(language, "Final").to_owned(),
        false => say!(language, "Round {0}", round.number),
    }
}

fn table(frame: &Frame, table: &pb::KnockoutTable) -> Markup {
    let scores = html! {
        @for (at, (name, points)) in table.bots.iter().zip(&table.half_points).enumerate() {
            @if at > 0 { ", " }
            (words::bot(frame, name)) " " (half_points(*points))
        }
    };
    html! {
        @if table.is_for_third { (compose!(frame.language, "For the third place: {0}", scores)) } @else { (scores) }
        @if let Some(winner) = &table.winner {
            ". " (compose!(frame.language, "{0} won.", html! { strong { (words::bot(frame, winner)) } }))
        }
    }
}
