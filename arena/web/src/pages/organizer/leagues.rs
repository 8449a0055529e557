//! The leagues on the organizer's page: how far each is, which bots it waits for, and what can be changed.

use kahua_core::words::{about, count};
use std::time::Duration;

use kahua_proto::pb::arena::v1 as pb;
use maud::{Markup, html};
use pb::league_length::Length;

use super::Form;
use crate::frame::Frame;
use crate::words;

pub(super) fn list(frame: &Frame, form: &Form, leagues: &[pb::LeagueStatus]) -> Markup {
    html! {
        @if leagues.is_empty() { p { "The arena plays no league." } }
        @for status in leagues {
            @let name = status.league.as_ref().map_or("", |league| league.name.as_str());
            div.row {
                h3 { (words::league(frame, name)) }
                p { (progress(status)) }
                @if !status.waiting_for.is_empty() {
                    p { "It waits for " @for (index, bot) in status.waiting_for.iter().enumerate() {
                        @if index > 0 { ", " } (words::bot(frame, bot))
                    } "." }
                }
                @let is_paused = status.changes.as_ref().is_some_and(|changes| changes.paused);
                @if is_paused { (form.button("resume", name, "Resume")) } @else { (form.button("pause", name, "Pause")) }
                // A league without a list of bots has no end that could be moved.
                @let length = status.planned.and(status.length.as_ref()).and_then(|length| length.length);
                @if let Some(length) = length { (extend(form, name, length)) }
                (bots(form, name, &status.bots))
            }
        }
    }
}

fn progress(status: &pb::LeagueStatus) -> Markup {
    let game = status.league.as_ref().map_or_else(String::new, |league| words::game(&league.game));
    html! {
        (game) ", " (status.format) ", " (words::state(status)) ": "
        @if let Some(planned) = status.planned { (status.played) " of " (count(planned, "match", "matches")) }
        @else { (count(status.played, "match", "matches")) }
        " played"
        @if status.running > 0 { ", " (status.running) " running" }
        @if let Some(ms) = status.time_left_ms { ", over in about " (about(Duration::from_millis(ms))) }
        "."
    }
}

fn extend(form: &Form, name: &str, length: Length) -> Markup {
    let (now, of, kind) = match length {
        Length::Sets(now) => (now, "Sets by every group of bots", "sets"),
        Length::MatchesPerBot(now) => (now, "Matches by every bot", "matches-per-bot"),
        Length::Rounds(now) => (now, "Rounds", "rounds"),
    };
    let id = format!("extend-{name}");
    form.of(
        "extend",
        name,
        &html! {
            label for=(id) { (of) ", now " (now) ":" } " "
            input type="hidden" name="kind" value=(kind);
            input id=(id) type="number" name="length" min=(now.saturating_add(1)) required;
            " " button type="submit" { "Extend" }
        },
    )
}

fn bots(form: &Form, name: &str, bots: &[pb::LeagueBot]) -> Markup {
    let mut names: Vec<(&str, bool)> = bots.iter().map(|bot| (bot.name.as_str(), bot.withdrawn)).collect();
    names.dedup();
    let choice = |act: &str, text: &str, button: &str, withdrawn: bool| {
        let chosen: Vec<&str> = names.iter().filter(|(_, is)| *is == withdrawn).map(|(name, _)| *name).collect();
        let id = format!("{act}-{name}");
        html! {
            @if !chosen.is_empty() {
                (form.of(act, name, &html! {
                    label for=(id) { (text) ":" } " "
                    select id=(id) name="bot" { @for bot in chosen { option value=(bot) { (words::safe(bot)) } } }
                    " " button type="submit" { (button) }
                }))
            }
        }
    };
    html! {
        (choice("withdraw", "A bot that plays", "Withdraw", false))
        (choice("readmit", "A bot that was withdrawn", "Let it play again", true))
    }
}
