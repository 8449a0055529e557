//! PGN headers with results: what rating tools such as Ordo and BayesElo need of a match between two bots. They
//! identify a player by its name alone and rate everything in a file together. So a name includes the version, as in
//! `kahua standings`.

use std::fmt::Write;

use kahua_core::season::Season;
use kahua_core::text::on_one_line;
use kahua_proto::pb::arena::v1 as pb;

/// The headers of a two-seat match, and its result as the only move text; `None` if it has another number of seats or
/// no result. Seat 0 is White.
pub(super) fn headers(record: &pb::MatchRecord) -> Option<String> {
    let ([white, black], [first, second]) = (record.players.as_slice(), record.results.as_slice()) else { return None };
    let result = match first.place.cmp(&second.place) {
        std::cmp::Ordering::Less => "1-0",
        std::cmp::Ordering::Equal => "1/2-1/2",
        std::cmp::Ordering::Greater => "0-1",
    };
    let started = jiff::Timestamp::from_millisecond(record.started_unix_ms).unwrap_or_default();
    let set = record.set.clone().unwrap_or_default();
    let termination = match record.termination.as_ref().map(pb::Termination::kind) {
        Some(pb::termination::Kind::Forfeited) => "rules infraction",
        _ => "normal",
    };
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{name} \"{}\"]", on_one_line(&value));
    };
    tag("Event", &event(record));
    tag("Site", "Kahua");
    tag("Date", &started.strftime("%Y.%m.%d").to_string());
    tag("Round", if set.set_id.is_empty() { "-" } else { &set.set_id });
    tag("White", &entrant(white));
    tag("Black", &entrant(black));
    tag("Result", result);
    // Not `Variant`: programs for chess refuse a variant that they don't know.
    tag("Game", &record.game);
    tag("Termination", termination);
    tag("MatchId", &record.match_id);
    tag("WhiteScore", &first.score.to_string());
    tag("BlackScore", &second.score.to_string());
    let _ = write!(text, "\n{result}\n");
    Some(text)
}

/// A bot in one version, which is what is rated.
fn entrant(player: &pb::Player) -> String {
    if player.version.is_empty() { player.name.clone() } else { format!("{} {}", player.name, player.version) }
}

fn event(record: &pb::MatchRecord) -> String {
    let season = Season::of(record);
    match record.league.is_empty() {
        true => "?".into(),
        false => format!("{}, season {season}", record.league),
    }
}

/// What `kahua standings` rates separately: the league with its season, the game, its options and its ruleset.
pub(super) type Pool = (String, Season, String, Vec<String>, Vec<u8>);

/// The pool of a two-seat match.
pub(super) fn pool(record: &pb::MatchRecord) -> Pool {
    let pb::MatchRecord { league, game, options, ruleset_hash, .. } = record.clone();
    (league, Season::of(record), game, options, ruleset_hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(places: &[u32]) -> pb::MatchRecord {
        let player = |name: &str| pb::Player { name: name.into(), version: String::new() };
        pb::MatchRecord {
            players: ["a", "b", "c"][..places.len()].iter().map(|name| player(name)).collect(),
            results: places.iter().map(|&place| pb::SeatResult { place, ..Default::default() }).collect(),
            ..Default::default()
        }
    }

    #[test]
    fn the_result_is_seen_from_seat_0() {
        assert!(headers(&record(&[1, 2])).unwrap().ends_with("\n\n1-0\n"));
        assert!(headers(&record(&[2, 1])).unwrap().contains("[Result \"0-1\"]"));
        assert!(headers(&record(&[1, 1])).unwrap().contains("[Result \"1/2-1/2\"]"));
    }

    #[test]
    fn versions_and_seasons_stay_apart_and_texts_are_quoted() {
        let mut old = record(&[1, 2]);
        (old.league, old.game) = ("spring".into(), "haleakala".into());
        old.players[1].version = "1.0 \"beta\\".into();
        let text = headers(&old).unwrap();
        for expected in [r#"[Event "spring, season 1"]"#, r#"[White "a"]"#, r#"[Black "b 1.0 \"beta\\"]"#] {
            assert!(text.contains(expected), "{text}");
        }
        assert!(!text.contains("Variant"), "{text}");
        assert!(pool(&old) != pool(&pb::MatchRecord { season: 2, ..old.clone() }));
    }

    #[test]
    fn only_two_seats_with_a_result_make_a_pgn() {
        assert_eq!(headers(&record(&[1, 2, 3])), None);
        let aborted = pb::MatchRecord { results: Vec::new(), ..record(&[1, 2]) };
        assert_eq!(headers(&aborted), None);
    }
}
