//! What a report says of a week in which something of each kind has happened, and of a quiet one.

use kahua_core::limits::REPORT_ENTRIES_MAX;

use super::*;

/// A week in which something of each kind has happened.
fn busy_week() -> Report {
    let (from_ms, day_ms) = (1_763_337_600_000, 1000 * DAY_S as i64);
    let at = |day: i64| Some(timestamp(from_ms + day * day_ms));
    let season = |league: &str, finished, forfeited| pb::ReportedSeason {
        league: league.into(),
        season: 1,
        finished,
        forfeited,
        ..pb::ReportedSeason::default()
    };
    let act = |day, who: &str, what: &str, details: &str, outcome: &str| pb::ReportedAct {
        at: at(day),
        who: who.into(),
        what: what.into(),
        details: details.into(),
        outcome: outcome.into(),
    };
    let organizer = "token 1a2b3c4d";
    let fault =
        |cause: pb::FaultCause, bot: &str, count| pb::ReportedFault { cause: cause.into(), bot: bot.into(), count };
    let suspension = pb::Suspension { reason: "it lost 3 matches in a row".into(), since: at(1) };
    let annulled = pb::correction::Change::Annulled(pb::AnnulledMatch { match_id: "01997f3e".into() });
    let told = pb::GetReportResponse {
        seasons: vec![
            season("", 3, 0),
            pb::ReportedSeason { begun: true, ended: true, aborted: 1, ..season("cup", 24, 2) },
            season("ladder", 10_240, 12),
        ],
        new_versions: vec![pb::NewVersion {
            bot: "ann".into(),
            version: "2".into(),
            first_match_at: at(2),
            matches: 17,
        }],
        corrections: vec![pb::Correction {
            number: 12,
            at: at(3),
            by: organizer.into(),
            why: "the machine stood still".into(),
            league: "cup".into(),
            season: 1,
            change: Some(annulled),
            undone_by: None,
        }],
        suspended: vec![pb::SuspendedBot { bot: "dan".into(), suspension: Some(suspension) }],
        acts: vec![
            act(1, "the arena", "Suspend", "dan, reason \"it lost 3 matches in a row\"", "done"),
            act(2, organizer, "LetBack", "eve", "done"),
            act(2, organizer, "LetBack", "nobody", "this arena has no bot named \"nobody\""),
            act(
                3,
                "the arena",
                "SetWithdrawn",
                "league cup, bot fay, withdrawn true, since it stood still for 2 hours",
                "done",
            ),
            act(3, organizer, "CorrectResults", "match 01997f3e", "done"),
            act(4, organizer, "CreateBot", "gus", "done"),
            act(4, organizer, "CreateBot", "a b", "name: it is not valid"),
        ],
        cut: true,
        faults: vec![
            fault(pb::FaultCause::Late, "ann", 2),
            fault(pb::FaultCause::Late, "dan", 11),
            fault(pb::FaultCause::Crashed, "dan", 1),
        ],
        strikes: 5,
        store: Some(pb::StoreUse { bytes: 179_000_000, matches: 30_668, bytes_a_day: 8_600_000 }),
    };
    Report { from_ms, before_ms: from_ms + 7 * day_ms, told, free_bytes: Some(12_000_000_000) }
}

#[test]
fn a_report_reads_as_reviewed() {
    insta::assert_snapshot!(busy_week().text());
}

#[test]
fn a_week_without_events_says_so_in_each_section() {
    let quiet = Report { told: pb::GetReportResponse::default(), free_bytes: None, ..busy_week() };
    insta::assert_snapshot!(quiet.text());
}

#[test]
fn a_page_needs_no_other_file_no_script_and_escapes_what_strangers_wrote() {
    let mut week = busy_week();
    week.told.suspended[0].bot = "<script>alert(1)</script>\u{202e}".into();
    week.told.corrections[0].why = "a <b>reason</b>\nin two lines".into();
    let page = week.html();
    for foreign in ["<script", "<b>", "<link", "<img", "src=", "href=", "http", "\u{202e}"] {
        assert!(!page.contains(foreign), "{foreign} in {page}");
    }
    // Everything that the text tells is on the page.
    for told in ["10252", "ladder", "a &lt;b&gt;reason", "dan 11, ann 2", "30668 matches"] {
        assert!(page.contains(told), "{told} in {page}");
    }
}

#[test]
fn json_has_the_answer_and_the_span() {
    let json = busy_week().json();
    assert_eq!(json["seasons"].as_array().map(Vec::len), Some(3));
    assert_eq!(
        (&json["free_bytes"], &json["from_unix_ms"]),
        (&12_000_000_000_u64.into(), &1_763_337_600_000_i64.into())
    );
    assert_eq!(json["cut"], true);
    assert!(json["acts"].as_array().is_some_and(|acts| acts.len() < REPORT_ENTRIES_MAX));
}

#[test]
fn a_report_covers_1_to_100_days() {
    assert_eq!(days("100").map(NonZeroU32::get), Ok(100));
    for wrong in ["0", "101", "-1", "week"] {
        assert_eq!(days(wrong), Err("expected 1 to 100".to_owned()));
    }
}
