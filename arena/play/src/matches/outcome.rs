//! How a match ended, in words for the log.

use kahua_core::referee::cause_in_words;
use kahua_proto::pb::arena::v1 as pb;
use pb::termination::Kind;

/// The seats in their order, each with its bot and its place: `ann 2., bob 1.`; without places if the match has no result.
pub(super) fn seats_in_words(record: &pb::MatchRecord) -> String {
    let places =
        record.results.iter().map(|result| format!(" {}.", result.place)).chain(std::iter::repeat(String::new()));
    let seats = record.players.iter().zip(places).map(|(player, place)| format!("{}{place}", player.name));
    seats.collect::<Vec<_>>().join(", ")
}

/// How it ended: `played to the end`, `forfeited; bob was given up: late`, `aborted: the room is needed`.
pub(super) fn end_in_words(record: &pb::MatchRecord) -> String {
    let termination = record.termination.as_ref();
    let mut words = match termination.map_or(Kind::Unspecified, pb::Termination::kind) {
        Kind::Finished => "played to the end".to_owned(),
        Kind::Forfeited => "forfeited".to_owned(),
        Kind::Aborted => format!("aborted: {}", termination.map_or("", |termination| &termination.reason)),
        Kind::Unspecified => "in a way that this arena doesn't know".to_owned(),
    };
    for (player, result) in record.players.iter().zip(&record.results) {
        if result.given_up.is_some() {
            words.push_str(&format!("; {} was given up: {}", player.name, cause_in_words(result.given_up())));
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(kind: Kind, results: Vec<pb::SeatResult>) -> pb::MatchRecord {
        let players = ["ann", "bob"].map(|name| pb::Player { name: name.into(), version: "1".into() });
        let termination = Some(pb::Termination { kind: kind.into(), reason: "the room is needed".into() });
        pb::MatchRecord { players: players.into(), termination, results, ..Default::default() }
    }

    #[test]
    fn the_log_says_in_words_how_a_match_ended() {
        let place = |place| pb::SeatResult { place, ..Default::default() };
        let late = pb::SeatResult { place: 2, given_up: Some(pb::FaultCause::Late.into()), ..Default::default() };
        let said = [
            record(Kind::Finished, vec![place(2), place(1)]),
            record(Kind::Forfeited, vec![place(1), late]),
            record(Kind::Aborted, Vec::new()),
        ]
        .map(|record| format!("{} - {}", seats_in_words(&record), end_in_words(&record)));
        assert_eq!(
            said,
            [
                "ann 2., bob 1. - played to the end",
                "ann 1., bob 2. - forfeited; bob was given up: late",
                "ann, bob - aborted: the room is needed",
            ]
        );
    }
}
