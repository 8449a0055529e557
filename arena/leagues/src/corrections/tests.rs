//! What a match counts for after corrections, in small examples.

use super::*;

fn correction(number: u64, change: Change) -> pb::Correction {
    pb::Correction { number, league: "l".into(), season: 1, change: Some(change), ..pb::Correction::default() }
}

fn annul(number: u64) -> pb::Correction {
    correction(number, Change::Annulled(pb::AnnulledMatch { match_id: "m".into() }))
}

fn places(number: u64, places: &[u32]) -> pb::Correction {
    correction(number, Change::Places(pb::CorrectedPlaces { match_id: "m".into(), places: places.into() }))
}

fn disqualify(number: u64, bot: &str, version: Option<&str>, effect: Effect) -> pb::Correction {
    let version = version.map(str::to_owned);
    correction(number, Change::Disqualified(pb::Disqualification { bot: bot.into(), version, effect: effect.into() }))
}

fn undo(number: u64, earlier: u64) -> pb::Correction {
    correction(number, Change::Undone(pb::UndoneCorrection { number: earlier }))
}

/// The places of a match of ann, bob, cid and dan, who came in this order, by these corrections.
fn counted(made: &[pb::Correction]) -> Option<Vec<u32>> {
    let players = [("ann", "1"), ("bob", "1"), ("cid", "2"), ("dan", "1")];
    let played = Played { id: "m", league: "l", season: Season::FIRST, players: players.into() };
    Corrections::of(made.iter().cloned()).places(&played, &[1, 2, 3, 4])
}

#[test]
fn a_match_counts_as_its_own_correction_says_until_that_is_taken_back() {
    assert_eq!(counted(&[]), Some(vec![1, 2, 3, 4]));
    assert_eq!(counted(&[annul(1)]), None);
    assert_eq!(counted(&[annul(1), undo(2, 1)]), Some(vec![1, 2, 3, 4]));
    assert_eq!(counted(&[places(1, &[2, 1, 3, 3])]), Some(vec![2, 1, 3, 3]));
    assert_eq!(counted(&[annul(1), undo(2, 1), places(3, &[4, 3, 2, 1])]), Some(vec![4, 3, 2, 1]));
    // Two nodes may have made both at once.
    assert_eq!(counted(&[places(1, &[4, 3, 2, 1]), places(2, &[1, 1, 1, 1])]), Some(vec![1; 4]));
    assert_eq!(counted(&[places(1, &[2, 1])]), Some(vec![1, 2, 3, 4]), "of another table");
}

#[test]
fn disqualified_bots_come_last_and_the_others_keep_their_order() {
    let out = |number, bot| disqualify(number, bot, None, Effect::Lost);
    assert_eq!(counted(&[out(1, "ann")]), Some(vec![4, 1, 2, 3]));
    assert_eq!(counted(&[out(1, "ann"), out(2, "cid")]), Some(vec![3, 1, 3, 2]));
    assert_eq!(counted(&[out(1, "eve")]), Some(vec![1, 2, 3, 4]));
    assert_eq!(counted(&[out(1, "ann"), undo(2, 1)]), Some(vec![1, 2, 3, 4]));
    assert_eq!(counted(&[out(1, "bob"), places(2, &[1, 1, 3, 4])]), Some(vec![1, 4, 2, 3]));
    assert_eq!(counted(&[disqualify(1, "cid", Some("1"), Effect::Lost)]), Some(vec![1, 2, 3, 4]));
    assert_eq!(counted(&[disqualify(1, "cid", Some("2"), Effect::Lost)]), Some(vec![1, 2, 4, 3]));
    assert_eq!(counted(&[disqualify(1, "cid", Some("2"), Effect::Annulled)]), None);
    let elsewhere = pb::Correction { season: 2, ..out(1, "ann") };
    assert_eq!(counted(&[elsewhere]), Some(vec![1, 2, 3, 4]));
}

#[test]
fn records_stay_and_only_places_change() {
    let place = |place| pb::SeatResult { place, score: 7, ..pb::SeatResult::default() };
    let player = |name: &str| pb::Player { name: name.into(), version: "1".into() };
    let record = pb::MatchRecord {
        match_id: "m".into(),
        league: "l".into(),
        players: vec![player("ann"), player("bob")],
        results: vec![place(1), place(2)],
        ..pb::MatchRecord::default()
    };
    let turned = Corrections::of([places(1, &[2, 1])]);
    let counted = turned.corrected(&record).unwrap();
    assert_eq!(counted.results, [place(2), place(1)]);
    assert!(matches!(Corrections::default().corrected(&record), Some(Cow::Borrowed(_))));
    let aborted = pb::MatchRecord { results: Vec::new(), ..record };
    assert!(matches!(Corrections::of([annul(1)]).corrected(&aborted), Some(Cow::Borrowed(_))), "it has no result");
}

#[test]
fn what_has_changed_since_is_known_by_season() {
    let before = Corrections::of([annul(1)]);
    let other = pb::Correction { league: "other".into(), ..annul(3) };
    let now = Corrections::of([annul(1), undo(2, 1), other]);
    let numbers: Vec<u64> = now.since(&before).map(|correction| correction.number).collect();
    assert_eq!(numbers, [2, 3]);
    let seasons = ["l", "other"].map(|league| (league.to_owned(), Season::FIRST));
    assert_eq!(now.changed_since(&before), seasons.into());
    assert_eq!(now.find(1).unwrap().undone_by, Some(2));
}
