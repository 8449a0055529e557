//! Leagues in a form for people.

use std::time::Duration;

use indicatif::HumanDuration;
use kahua_core::text::on_one_line;
use kahua_proto::pb::arena::v1 as pb;
use kahua_settings::config::Length;
use kahua_web::Language;
use kahua_web::figures::{half_points, hours, times};
use pb::league_status::State;

use crate::format::date_or_unknown;
use crate::output::table;

/// A table with a line for each league.
pub(super) fn list(leagues: &[pb::LeagueStatus]) -> String {
    if leagues.is_empty() {
        return "There is no league.".into();
    }
    let headings = ["league", "game", "seats", "format", "season", "matches", "running", "bots", "state"];
    let row = |status: &pb::LeagueStatus| {
        let league = status.league.clone().unwrap_or_default();
        vec![
            league.name,
            league.game,
            league.seats.to_string(),
            status.format.clone(),
            league.season.to_string(),
            match status.planned {
                Some(planned) => format!("{}/{planned}", status.played),
                None => status.played.to_string(),
            },
            status.running.to_string(),
            status.bots.iter().filter(|bot| bot.current).count().to_string(),
            state(status),
        ]
    };
    table(&headings, &[2, 4, 5, 6, 7], leagues.iter().map(row)).to_string()
}

/// All facts about one league.
pub(super) fn status(status: &pb::LeagueStatus) -> String {
    let league = status.league.clone().unwrap_or_default();
    let changes = status.changes.clone().unwrap_or_default();
    let pb::League { name, game, seats, season, .. } = &league;
    let title = format!("{name}: {game}, {seats} seats, {}, season {season}", status.format);
    let mut lines = vec![on_one_line(&title).into_owned()];
    let mut line = |what: &str, text: String| lines.push(format!("  {what:<12}{}", on_one_line(&text)));
    line("state", state(status));
    line("matches", matches(status));
    if let Some(length) = status.length.as_ref().and_then(Length::from_wire) {
        line("length", length_in_words(length, &changes));
    }
    if !changes.bots.is_empty() {
        let of_settings = match changes.bots_of_settings.as_slice() {
            [] => "the settings list none".to_owned(),
            bots => format!("the settings list {}", bots.join(", ")),
        };
        line("plays with", format!("{} (by hand; {of_settings})", changes.bots.join(", ")));
    }
    if let Some(times) = times(Language::English, &league.times) {
        line("time", times);
    }
    if let Some(calendar) = &status.calendar {
        line("hours", hours(Language::English, calendar));
    }
    if !status.waiting_for.is_empty() {
        line("waits for", status.waiting_for.join(", "));
    }
    if !changes.withdrawn.is_empty() {
        line("withdrawn", changes.withdrawn.join(", "));
    }
    if let Some(pb::SwissRound { number, tables, byes, begins_in_ms }) = &status.round {
        let begins = begins_in_ms.map_or(String::new(), |left| format!(", begins in {} s", left.div_ceil(1000)));
        line("round", format!("{number}{begins}"));
        tables.iter().for_each(|table| line("", table.bots.join(" - ")));
        if !byes.is_empty() {
            line("bye", byes.join(", "));
        }
    }
    status.knockout.iter().for_each(|round| knockout(&mut line, round));
    if status.bots.is_empty() {
        return lines.join("\n");
    }
    let rows =
        status.bots.iter().map(|bot| vec![bot.name.clone(), bot.version.clone(), bot.played.to_string(), is(bot)]);
    format!("{}\n\n{}", lines.join("\n"), table(&["bot", "version", "matches", "now"], &[2], rows))
}

/// A round of a knock-out: a line for each table, with the winner of those that are decided.
fn knockout(line: &mut impl FnMut(&str, String), round: &pb::KnockoutRound) {
    for (at, table) in round.tables.iter().enumerate() {
        let title = if at == 0 { format!("round {}", round.number) } else { String::new() };
        let scores =
            table.bots.iter().zip(&table.half_points).map(|(name, points)| format!("{name} {}", half_points(*points)));
        let place = if table.is_for_third { " for the third place" } else { "" };
        let winner = table.winner.as_ref().map(|winner| format!(", {winner} won")).unwrap_or_default();
        line(&title, format!("{}{place}{winner}", scores.collect::<Vec<_>>().join(" - ")));
    }
    if !round.byes.is_empty() {
        line("bye", round.byes.join(", "));
    }
}

fn state(status: &pb::LeagueStatus) -> String {
    let overrides = status.changes.as_ref().is_some_and(|changes| changes.paused);
    match status.state() {
        State::Playing => "playing".into(),
        State::Paused if overrides => "paused".into(),
        State::Paused => "paused, as all leagues".into(),
        State::Waiting if status.waiting_for.is_empty() => "waiting for more bots".into(),
        State::Waiting => format!("waiting for {}", status.waiting_for.join(", ")),
        State::Over => "over".into(),
        State::Idle => "not served".into(),
        State::Closed => {
            let opens = status.calendar.as_ref().and_then(|calendar| calendar.opens.as_ref());
            format!("closed until {}", date_or_unknown(opens))
        }
        State::Unspecified => "unknown".into(),
    }
}

fn matches(status: &pb::LeagueStatus) -> String {
    let played = match status.planned {
        Some(planned) => format!("{} of {planned} played", status.played),
        None => format!("{} played", status.played),
    };
    let left = status.time_left_ms.map(|left| HumanDuration(Duration::from_secs(left / 1000)));
    let left = left.map(|left| format!(", about {left} left")).unwrap_or_default();
    format!("{played}, {} running{left}", status.running)
}

fn length_in_words(length: Length, changes: &pb::LeagueChanges) -> String {
    let of_settings = changes.length_of_settings.as_ref().and_then(Length::from_wire);
    match (&changes.length, of_settings) {
        (Some(_), Some(settings)) => format!("{length} (by hand; the settings say {settings})"),
        _ => length.to_string(),
    }
}

fn is(bot: &pb::LeagueBot) -> String {
    if let Some(out) = &bot.disqualified {
        return format!("disqualified: {}", out.why);
    }
    match &bot.suspension {
        _ if !bot.current => "an earlier version".into(),
        Some(suspension) => format!("suspended: {}", suspension.reason),
        None if bot.withdrawn => "withdrawn".into(),
        None if bot.connected => "connected".into(),
        None => "away".into(),
    }
}

#[cfg(test)]
mod tests {
    use kahua_core::clock::TimeControl;

    use kahua_proto::time::timestamp;

    use super::*;

    fn league() -> pb::LeagueStatus {
        let bot = |name: &str, version: &str, played| pb::LeagueBot {
            name: name.into(),
            version: version.into(),
            played,
            current: true,
            ..pb::LeagueBot::default()
        };
        let suspension = Some(pb::Suspension { reason: "it lost 3 matches in a row".into(), since: None });
        let length = |sets: u32| Length::Sets(sets.try_into().unwrap()).to_wire();
        pb::LeagueStatus {
            league: Some(pb::League {
                name: "spring".into(),
                game: "haleakala".into(),
                seats: 2,
                season: 3,
                ..pb::League::default()
            }),
            format: "round-robin".into(),
            state: State::Playing.into(),
            played: 12,
            planned: Some(120),
            running: 2,
            time_left_ms: Some(184_000),
            waiting_for: vec!["dan".into()],
            length: Some(length(20)),
            changes: Some(pb::LeagueChanges {
                season: 3,
                withdrawn: vec!["cid".into()],
                length: Some(length(20)),
                length_of_settings: Some(length(10)),
                ..pb::LeagueChanges::default()
            }),
            bots: vec![
                pb::LeagueBot { current: false, ..bot("ann", "1.0", 8) },
                pb::LeagueBot { connected: true, ..bot("ann", "1.1", 4) },
                pb::LeagueBot { suspension, ..bot("bob", "1.0", 9) },
                pb::LeagueBot { withdrawn: true, connected: true, ..bot("cid", "2", 3) },
                bot("dan", "", 0),
            ],
            round: None,
            knockout: Vec::new(),
            calendar: None,
        }
    }

    #[test]
    fn a_league_is_shown_as_reviewed() {
        insta::assert_snapshot!("a_league", status(&league()));
    }

    #[test]
    fn a_time_that_changes_is_told() {
        let span = |first_match, time: &str| {
            let time_control = Some(time.parse::<TimeControl>().unwrap().to_wire());
            pb::TimeSpan { first_match, time_control }
        };
        let mut league = league();
        league.league.as_mut().unwrap().times = vec![span(1, "60s+1s"), span(200, "30s"), span(300, "/5s")];
        let told = status(&league);
        let line = told.lines().find(|line| line.starts_with("  time")).unwrap();
        assert_eq!(line, "  time        60s+1s, 30s from match 200 on, /5s from match 300 on");
    }

    #[test]
    fn a_round_is_told_with_its_tables() {
        let bots = |names: [&str; 2]| pb::SwissTable { bots: names.map(str::to_owned).into() };
        let round = pb::SwissRound {
            number: 2,
            tables: vec![bots(["ann", "bob"]), bots(["cid", "dan"])],
            byes: vec!["eve".into()],
            begins_in_ms: Some(4100),
        };
        let told = status(&pb::LeagueStatus { round: Some(round), ..league() });
        let lines: Vec<&str> =
            told.lines().skip_while(|line| !line.contains("round  ")).take(4).map(str::trim).collect();
        assert_eq!(lines, ["round       2, begins in 5 s", "ann - bob", "cid - dan", "bye         eve"]);
    }

    #[test]
    fn the_rounds_of_a_knock_out_are_told_with_scores_and_winners() {
        let table = |bots: [&str; 2], half_points: [u64; 2], winner: Option<&str>, is_for_third| pb::KnockoutTable {
            bots: bots.map(str::to_owned).into(),
            half_points: half_points.into(),
            winner: winner.map(str::to_owned),
            is_for_third,
        };
        let first =
            vec![table(["bob", "eve"], [1, 3], Some("eve"), false), table(["cid", "dan"], [4, 0], Some("cid"), false)];
        let last = vec![table(["ann", "cid"], [1, 1], None, false), table(["bob", "dan"], [0, 0], None, true)];
        let knockout = vec![
            pb::KnockoutRound { number: 1, tables: first, byes: vec!["ann".into()] },
            pb::KnockoutRound { number: 2, tables: last, byes: Vec::new() },
        ];
        let told = status(&pb::LeagueStatus { knockout, ..league() });
        let lines: Vec<&str> =
            told.lines().skip_while(|line| !line.contains("round 1")).take(5).map(str::trim).collect();
        let expected = [
            "round 1     bob 0.5 - eve 1.5, eve won",
            "cid 2 - dan 0, cid won",
            "bye         ann",
            "round 2     ann 0.5 - cid 0.5",
            "bob 0 - dan 0 for the third place",
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn a_league_that_its_calendar_has_closed_says_until_when() {
        let calendar = pb::LeagueCalendar {
            hours: vec!["mon-fri 20:00-07:00".into(), "sat-sun".into()],
            closed: vec!["2026-12-24".into()],
            time_zone: "Europe/Berlin".into(),
            opens: Some(timestamp(1_764_270_000_000)),
        };
        let told = status(&pb::LeagueStatus { state: State::Closed.into(), calendar: Some(calendar), ..league() });
        let lines: Vec<&str> = told.lines().map(str::trim).collect();
        assert!(lines.contains(&"state       closed until 2025-11-27 19:00:00Z"), "{told}");
        let hours = "hours       mon-fri 20:00-07:00, sat-sun, not on 2026-12-24 (Europe/Berlin)";
        assert!(lines.contains(&hours), "{told}");
    }

    #[test]
    fn leagues_are_listed_as_reviewed() {
        let state = |state: State| pb::LeagueStatus { state: state.into(), ..league() };
        let paused = Some(pb::LeagueChanges { paused: true, ..pb::LeagueChanges::default() });
        let endless = pb::LeagueStatus { planned: None, waiting_for: Vec::new(), ..state(State::Waiting) };
        let paused = pb::LeagueStatus { changes: paused, ..state(State::Paused) };
        let all = [league(), state(State::Waiting), endless, paused, state(State::Paused), state(State::Over)];
        insta::assert_snapshot!("leagues", list(&all));
        insta::assert_snapshot!("no_leagues", list(&[]));
    }
}
