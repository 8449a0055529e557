//! PGN headers with results: what rating tools such as Ordo and BayesElo need of a match between two bots.

use std::fmt::Write;

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
    tag("Event", if record.league.is_empty() { "?" } else { &record.league });
    tag("Site", "Kahua");
    tag("Date", &started.strftime("%Y.%m.%d").to_string());
    tag("Round", if set.set_id.is_empty() { "-" } else { &set.set_id });
    tag("White", &white.name);
    tag("Black", &black.name);
    tag("Result", result);
    tag("Variant", &record.game);
    tag("Termination", termination);
    tag("MatchId", &record.match_id);
    tag("WhiteScore", &first.score.to_string());
    tag("BlackScore", &second.score.to_string());
    let _ = write!(text, "\n{result}\n");
    Some(text)
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
    fn only_two_seats_with_a_result_make_a_pgn() {
        assert_eq!(headers(&record(&[1, 2, 3])), None);
        let aborted = pb::MatchRecord { results: Vec::new(), ..record(&[1, 2]) };
        assert_eq!(headers(&aborted), None);
    }
}
