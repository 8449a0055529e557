//! The wording of facts on pages: names from strangers, results, times and places.

use std::time::Duration;

use kahua_core::clock::TimeControl;
use kahua_core::text::on_one_line;
use kahua_core::words::{Unit, rounded};
use kahua_engine::registry;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::time::{Timestamp, unix_ms};
use kahua_story::cause;
use maud::{Markup, html};
use pb::league_status::State;
use pb::termination::Kind;

use crate::frame::Frame;
use crate::language::{Language, say, say_count};
use crate::path::segment;

/// Text from strangers, without characters that would change how the page around it is read.
pub(crate) fn safe(text: &str) -> String {
    on_one_line(text).into_owned()
}

/// The path of a bot's page.
pub(crate) fn bot_path(name: &str) -> String {
    format!("bots/{}/", segment(name))
}

/// A bot's name, as a link to its page if it has one.
pub(crate) fn bot(frame: &Frame, name: &str) -> Markup {
    html! {
        @if frame.has_bot(name) { a.bot href=(frame.link(&bot_path(name))) { bdi { (safe(name)) } } }
        @else { bdi { (safe(name)) } }
    }
}

/// Bots' names, each as a link.
pub(crate) fn bots<'a>(frame: &Frame, names: impl IntoIterator<Item = &'a str>) -> Markup {
    html! {
        @for (number, name) in names.into_iter().enumerate() {
            @if number > 0 { ", " }
            (bot(frame, name))
        }
    }
}

/// A bot's version, if it stated one.
pub(crate) fn version(version: &str) -> Markup {
    html! { @if !version.is_empty() { " " span.version { bdi { (safe(version)) } } } }
}

/// The league of a match, or that it belongs to none.
pub(crate) fn league(frame: &Frame, name: &str) -> Markup {
    html! {
        @if name.is_empty() { (say!(frame.language, "no league")) }
        @else if !frame.has_links() { bdi { (safe(name)) } }
        @else { a href=(frame.link(&league_path(name))) { bdi { (safe(name)) } } }
    }
}

/// The path of a league's page.
pub(crate) fn league_path(name: &str) -> String {
    format!("leagues/{}/", segment(name))
}

/// A text as a link to a match, or as it is if the match has no page.
pub(crate) fn match_link(frame: &Frame, id: &str, text: &str) -> Markup {
    match_link_at(frame, id, None, text)
}

/// The same, with a link to this event.
pub(crate) fn match_link_at(frame: &Frame, id: &str, event: Option<usize>, text: &str) -> Markup {
    let path = format!("matches/{id}/{}", event.map(|event| format!("?at={event}")).unwrap_or_default());
    html! {
        @if frame.has_match(id) { a href=(frame.link(&path)) { (text) } } @else { (text) }
    }
}

/// Who plays, without markup.
pub(crate) fn players(players: &[pb::Player]) -> String {
    players.iter().map(|player| safe(&player.name)).collect::<Vec<_>>().join(", ")
}

/// A game's name for people.
pub(crate) fn game(name: &str) -> String {
    registry::find(name).map_or_else(|| safe(name), |game| game.info().title.to_owned())
}

/// What the matches of a pool have in common, without their league and season.
pub(crate) fn pool(language: Language, pool: &pb::Pool) -> String {
    let options = pool.options.iter().map(|option| format!(", {}", safe(option))).collect::<String>();
    format!("{}{options}", say!(language, "{0}, {1} seats", game(&pool.game), pool.seats))
}

/// The colour of a seat's pieces, of which the games know the English name.
pub(crate) fn colour(language: Language, name: &str) -> &str {
    match name {
        "red" => say!(language, "red"),
        "yellow" => say!(language, "yellow"),
        "blue" => say!(language, "blue"),
        "green" => say!(language, "green"),
        "pink" => say!(language, "pink"),
        _ => name,
    }
}

/// A point in time, to the minute.
pub(crate) fn moment(time: Option<&Timestamp>) -> Markup {
    let time = time.and_then(unix_ms).and_then(|ms| jiff::Timestamp::from_millisecond(ms).ok());
    html! {
        @if let Some(time) = time {
            time datetime=(time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()) { (time.strftime("%Y-%m-%d %H:%M").to_string()) }
        }
    }
}

/// The time zone of all times on a page. The script that shows them by the reader's clock changes it with them.
pub(crate) fn zone() -> Markup {
    html! { span.zone { "UTC" } }
}

/// What a time control means: `60 s for the match, 2 s more after each decision`. Empty if there is no limit.
pub(crate) fn time_control(language: Language, control: &TimeControl) -> String {
    let span = |span: Duration| match span.subsec_nanos() {
        0 => format!("{} s", span.as_secs()),
        _ => format!("{} ms", span.as_millis()),
    };
    let parts = [
        control.bank.map(|bank| say!(language, "{0} for the match", span(bank))),
        control.increment.map(|increment| say!(language, "{0} more after each decision", span(increment))),
        control.ask_cap.map(|cap| say!(language, "at most {0} for a decision", span(cap))),
        Some(control.allowance)
            .filter(|allowance| !allowance.is_zero())
            .map(|allowance| say!(language, "{0} of each decision free for the network", span(allowance))),
        control.stopped.then(|| say!(language, "but the clock stands still").to_owned()),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// A share in percent.
pub(crate) fn percent(language: Language, share: f64) -> String {
    decimal(language, &format!("{:.1} %", 100.0 * share))
}

/// How long something took, short and easy to compare.
pub(crate) fn measured(language: Language, time: Duration) -> String {
    decimal(language, &kahua_core::words::measured(time))
}

/// A number with the decimal sign of this language.
fn decimal(language: Language, number: &str) -> String {
    match language {
        Language::English => number.to_owned(),
        Language::German => number.replace('.', ","),
    }
}

/// The players in the order of their places, each with its points: `bob 45, ann 31`.
pub(crate) fn result(players: &[pb::Player], results: &[pb::SeatResult]) -> String {
    let mut players: Vec<_> = players.iter().zip(results).collect();
    players.sort_by_key(|(_, result)| result.place);
    let told = players.into_iter().map(|(player, result)| format!("{} {}", safe(&player.name), result.score));
    told.collect::<Vec<_>>().join(", ")
}

/// How a match ended, and who was given up on the way.
pub(crate) fn ending(language: Language, summary: &pb::MatchSummary) -> String {
    let how = match &summary.termination {
        None => return say!(language, "is being played").to_owned(),
        Some(ended) => match ended.kind() {
            Kind::Finished => say!(language, "finished").to_owned(),
            Kind::Forfeited => say!(language, "ended by a fault").to_owned(),
            Kind::Aborted => say!(language, "stopped: {0}", safe(&ended.reason)),
            Kind::Unspecified => say!(language, "ended").to_owned(),
        },
    };
    let given_up = summary.players.iter().zip(&summary.results).filter(|(_, result)| result.given_up.is_some());
    let given_up =
        given_up.map(|(player, result)| format!("{} {}", safe(&player.name), cause(language, result.given_up())));
    let given_up: Vec<String> = given_up.collect();
    let ended = if given_up.is_empty() { how } else { format!("{how} ({})", given_up.join(", ")) };
    if summary.corrections.is_empty() { ended } else { say!(language, "{0}; corrected", ended) }
}

/// About how long something takes: `3 minutes`.
pub(crate) fn about(language: Language, time: Duration) -> String {
    // There are always two of a larger unit.
    match rounded(time) {
        (number, Unit::Day) => say!(language, "{0} days", number),
        (number, Unit::Hour) => say!(language, "{0} hours", number),
        (number, Unit::Minute) => say!(language, "{0} minutes", number),
        (number, Unit::Second) => say_count!(language, number, "{0} second", "{0} seconds"),
    }
}

/// What a league does, in a word or a few.
pub(crate) fn state(language: Language, status: &pb::LeagueStatus) -> &'static str {
    match status.state() {
        State::Playing => say!(language, "playing"),
        State::Paused => say!(language, "paused by an organizer"),
        State::Waiting => say!(language, "waiting for bots"),
        State::Over => say!(language, "over"),
        State::Idle => say!(language, "not being played at present"),
        State::Closed => say!(language, "closed at this hour"),
        State::Unspecified => say!(language, "unknown"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_told_in_words() {
        let told = |text: &str| time_control(Language::English, &text.parse().unwrap());
        assert_eq!(
            told("60s+2s/1500ms~50ms"),
            "60 s for the match, 2 s more after each decision, at most 1500 ms for a decision, \
             50 ms of each decision free for the network"
        );
        assert_eq!([told("/5s"), told("none")], ["at most 5 s for a decision", ""]);
    }

    #[test]
    fn numbers_have_the_decimal_sign_of_the_language() {
        let told = |language| [percent(language, 0.5), measured(language, Duration::from_millis(1500))];
        assert_eq!(Language::ALL.map(told), [["50.0 %", "1.5 s"], ["50,0 %", "1,5 s"]]);
    }

    #[test]
    fn pages_in_english_use_the_words_of_the_commands() {
        for seconds in [0, 1, 2, 119, 120, 5400, 7199, 7200, 172_799, 172_800, 2_000_000] {
            let time = Duration::from_secs(seconds);
            assert_eq!(about(Language::English, time), kahua_core::words::about(time));
        }
    }
}
