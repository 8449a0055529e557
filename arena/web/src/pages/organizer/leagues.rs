//! The leagues on the organizer's page: how far each is, which bots it waits for, and what can be changed.

use std::time::Duration;

use kahua_proto::pb::arena::v1 as pb;
use maud::{Markup, html};
use pb::league_length::Length;

use super::Form;
use crate::frame::Frame;
use crate::language::{Language, compose, say};
use crate::pages::league::played;
use crate::words;

pub(super) fn list(frame: &Frame, form: &Form, leagues: &[pb::LeagueStatus]) -> Markup {
    let language = frame.language;
    html! {
        @if leagues.is_empty() { p { (say!(language, "The arena plays no league.")) } }
        @for status in leagues {
            @let name = status.league.as_ref().map_or("", |league| league.name.as_str());
            div.row {
                h3 { (words::league(frame, name)) }
                p { (progress(language, status)) }
                @if !status.waiting_for.is_empty() {
                    @let bots = words::bots(frame, status.waiting_for.iter().map(String::as_str));
                    p { (compose!(language, "It waits for {0}.", bots)) }
                }
                @let is_paused = status.changes.as_ref().is_some_and(|changes| changes.paused);
                @if is_paused { (form.button("resume", name, say!(language, "Resume"))) }
                @else { (form.button("pause", name, say!(language, "Pause"))) }
                // A league without a list of bots has no end that could be moved.
                @let length = status.planned.and(status.length.as_ref()).and_then(|length| length.length);
                @if let Some(length) = length { (extend(language, form, name, length)) }
                (bots(language, form, name, &status.bots))
            }
        }
    }
}

fn progress(language: Language, status: &pb::LeagueStatus) -> Markup {
    let game = status.league.as_ref().map_or_else(String::new, |league| words::game(&league.game));
    let mut how_far = played(language, status, status.planned);
    if let Some(ms) = status.time_left_ms {
        let left = words::about(language, Duration::from_millis(ms));
        how_far = say!(language, "{0}, over in about {1}", how_far, left);
    }
    html! { (game) ", " (status.format) ", " (words::state(language, status)) ": " (how_far) "." }
}

fn extend(language: Language, form: &Form, name: &str, length: Length) -> Markup {
    let (now, of, kind) = match length {
        Length::Sets(now) => (now, say!(language, "Sets by every group of bots"), "sets"),
        Length::MatchesPerBot(now) => (now, say!(language, "Matches by every bot"), "matches-per-bot"),
        Length::Rounds(now) => (now, say!(language, "Rounds"), "rounds"),
    };
    let id = format!("extend-{name}");
    form.of(
        "extend",
        name,
        &html! {
            label for=(id) { (say!(language, "{0}, now {1}:", of, now)) } " "
            input type="hidden" name="kind" value=(kind);
            input id=(id) type="number" name="length" min=(now.saturating_add(1)) required;
            " " button type="submit" { (say!(language, "Extend")) }
        },
    )
}

fn bots(language: Language, form: &Form, name: &str, bots: &[pb::LeagueBot]) -> Markup {
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
        (choice("withdraw", say!(language, "A bot that plays"), say!(language, "Withdraw"), false))
        (choice("readmit", say!(language, "A bot that was withdrawn"), say!(language, "Let it play again"), true))
    }
}
