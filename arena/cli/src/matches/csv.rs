//! Matches as comma-separated values, a line for each seat.

use kahua_proto::pb::arena::v1 as pb;

use crate::csv::line;
use crate::format::{date, termination};

/// The names of the columns.
pub(super) fn headings() -> String {
    let headings = [
        "match",
        "started",
        "league",
        "game",
        "options",
        "rated",
        "set",
        "seat",
        "bot",
        "version",
        "place",
        "score",
        "given_up",
        "termination",
    ];
    line(&headings.map(str::to_owned))
}

/// A line for each seat; place and score are empty in a match without a result.
pub(super) fn lines(record: &pb::MatchRecord) -> Vec<String> {
    let results = record.results.iter().map(Some).chain(std::iter::repeat(None));
    let seats = record.players.iter().zip(results).enumerate();
    seats.map(|(seat, (player, result))| line(&cells(record, seat, player, result))).collect()
}

fn cells(record: &pb::MatchRecord, seat: usize, player: &pb::Player, result: Option<&pb::SeatResult>) -> [String; 14] {
    let given_up = result.and_then(|result| result.given_up.map(|_| result.given_up().as_str_name()));
    let given_up = given_up.map(|cause| cause.trim_start_matches("FAULT_CAUSE_").to_lowercase());
    [
        record.match_id.clone(),
        date(record.started_unix_ms),
        record.league.clone(),
        record.game.clone(),
        record.options.join(";"),
        record.rated.to_string(),
        record.set.as_ref().map(|set| set.set_id.clone()).unwrap_or_default(),
        seat.to_string(),
        player.name.clone(),
        player.version.clone(),
        result.map(|result| result.place.to_string()).unwrap_or_default(),
        result.map(|result| result.score.to_string()).unwrap_or_default(),
        given_up.unwrap_or_default(),
        termination(record.termination.as_ref()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seat_has_a_line() {
        let record = pb::MatchRecord {
            match_id: "m".into(),
            game: "senet".into(),
            options: vec!["a=b".into(), "c=d".into()],
            players: [("ann", "1,5"), ("bob", "")]
                .map(|(name, version)| pb::Player { name: name.into(), version: version.into() })
                .into(),
            results: vec![
                pb::SeatResult { place: 1, score: 12, ..Default::default() },
                pb::SeatResult {
                    place: 2,
                    score: -3,
                    given_up: Some(pb::FaultCause::Late.into()),
                    ..Default::default()
                },
            ],
            ..Default::default()
        };
        let [ann, bob] = &lines(&record)[..] else { panic!("two seats") };
        assert_eq!(ann, "m,1970-01-01 00:00:00Z,,senet,a=b;c=d,false,,0,ann,\"1,5\",1,12,,running");
        assert_eq!(bob, "m,1970-01-01 00:00:00Z,,senet,a=b;c=d,false,,1,bob,,2,-3,late,running");
        assert_eq!(ann.split(',').count() - 1, headings().split(',').count(), "the version has a comma of its own");
    }
}
