//! The read-only pages, drawn from invented facts.

use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::time::timestamp;
use pb::correction::Change;
use pb::league_status::State;
use pb::recorded_event::Event;

use super::matches::PageNumber;
use super::{bot, bots, compare, corrections, home, league, leagues, matches};
use crate::failure::Failure;
use crate::frame::{Frame, Served};
use crate::source::fake::Fake;

/// Markup, an entity, quotes, ESC, a bidirectional override, a space of no width and a tag.
const HOSTILE: &str = "\"'><script>alert(1)</script><b>&amp;\u{1b}[2J\u{202e}\u{200b}\u{e0041}";

fn served() -> Frame {
    Frame::at("/a/b/", Some(Served { organizer: false }))
}

fn standing(name: &str, ranks: (u32, u32), estimate: f64) -> pb::Standing {
    pb::Standing {
        rank: ranks.0,
        rank_last: ranks.1,
        name: name.into(),
        version: "1.0".into(),
        current: true,
        estimate,
        lower: Some(estimate - 50.0),
        upper: Some(estimate + 50.0),
        matches: 40,
        score: 0.5,
        ..pb::Standing::default()
    }
}

/// A league of ann, bob and cid, in which ann has an earlier version and cid is suspended.
fn spring() -> Fake {
    let pool =
        pb::Pool { league: "spring".into(), season: 2, game: "haleakala".into(), seats: 2, ..pb::Pool::default() };
    let suspension = Some(pb::Suspension { reason: "it lost 3 matches in a row".into(), since: None });
    let standings = vec![
        standing("ann", (1, 1), 1800.0),
        standing("bob", (2, 4), 1500.0),
        pb::Standing { version: "0.9".into(), current: false, ..standing("ann", (2, 4), 1490.0) },
        pb::Standing { suspension: suspension.clone(), ..standing("cid", (2, 4), 1480.0) },
    ];
    let status = pb::LeagueStatus {
        league: Some(pb::League {
            name: "spring".into(),
            game: "haleakala".into(),
            seats: 2,
            season: 2,
            ..pb::League::default()
        }),
        format: "round-robin".into(),
        state: State::Waiting.into(),
        played: 60,
        planned: Some(120),
        time_left_ms: Some(180_000),
        waiting_for: vec!["bob".into()],
        ..pb::LeagueStatus::default()
    };
    let player = |name: &str| pb::Player { name: name.into(), ..pb::Player::default() };
    let result = |place, score| pb::SeatResult { place, score, ..pb::SeatResult::default() };
    let summary = pb::MatchSummary {
        match_id: "01997f3e-7a1c-7d1e-9d3b-0f6f2f1c9a55".into(),
        league: "spring".into(),
        game: "haleakala".into(),
        players: ["ann", "bob"].map(player).into(),
        results: vec![result(2, 31), result(1, 45)],
        termination: Some(pb::Termination { kind: pb::termination::Kind::Finished.into(), reason: String::new() }),
        rated: true,
        ..pb::MatchSummary::default()
    };
    let bot = |name: &str| pb::BotInfo { name: name.into(), version: "1.0".into(), ..pb::BotInfo::default() };
    Fake {
        pools: vec![pb::PoolStandings { pool: Some(pool), matches: 60, standings, times: Vec::new() }],
        bots: ["ann", "bob", "cid"].map(bot).into(),
        matches: vec![summary],
        leagues: vec![status],
        ..Fake::default()
    }
}

#[tokio::test]
async fn a_league_tells_how_far_it_is_and_where_everybody_stands() {
    let wanted = league::LeagueQuery { league: "spring".into(), ..league::LeagueQuery::default() };
    let page = league::page(&spring(), &served(), wanted, None).await.unwrap().into_string();
    for told in ["60 of 120 matches played", "waiting for bots", "about 3 minutes left", "Earlier versions (1)", "2-4"]
    {
        assert!(page.contains(told), "{told}: {page}");
    }
    let (current, earlier) = page.split_once("<details>").unwrap();
    assert!(current.contains("suspended") && !current.contains("0.9") && earlier.contains("0.9"), "{page}");
    let groups = current.split_once("class=\"standings\"").unwrap().1;
    assert_eq!(groups.matches("<tbody>").count(), 2, "ann is alone, bob and cid are equals: {page}");
    assert!(page.contains("?season=1") && page.contains("?against=ann"), "{page}");
    let latest = page.split_once("Latest matches").unwrap().1;
    assert!(latest.contains(">Ending</th>") && !latest.contains(">League</th>"), "they are all of this league: {page}");
}

#[tokio::test]
async fn a_swiss_league_shows_its_points_and_its_round() {
    let mut source = spring();
    let wanted = || league::LeagueQuery { league: "spring".into(), ..league::LeagueQuery::default() };
    let page = league::page(&source, &served(), wanted(), None).await.unwrap().into_string();
    assert!(!page.contains("Opponents' points") && !page.contains("Swiss") && !page.contains("Round"), "{page}");
    for standing in &mut source.pools[0].standings {
        standing.swiss = Some(pb::SwissScore { half_points: 7, byes: 1, opponents_half_points: 24 });
    }
    let bots = |names: &[&str]| pb::SwissTable { bots: names.iter().map(ToString::to_string).collect() };
    source.leagues[0].round = Some(pb::SwissRound {
        number: 3,
        tables: vec![bots(&["ann", "bob"]), bots(&["dan", HOSTILE])],
        byes: vec!["cid".into()],
        begins_in_ms: Some(8100),
    });
    let page = league::page(&source, &served(), wanted(), None).await.unwrap().into_string();
    for told in
        ["Round 3", "It begins in 9 seconds.", "A bye: ", "Opponents' points", ">3.5</td>", ">12</td>", "fewer byes"]
    {
        assert!(page.contains(told), "{told}: {page}");
    }
    assert!(!page.contains("<script>alert"), "{page}");
}

#[tokio::test]
async fn a_knock_out_shows_its_rounds() {
    let mut source = spring();
    let table = |bots: [&str; 2], winner: Option<&str>, is_for_third| pb::KnockoutTable {
        bots: bots.map(str::to_owned).into(),
        half_points: vec![3, 1],
        winner: winner.map(str::to_owned),
        is_for_third,
    };
    source.leagues[0].format = "knockout".into();
    source.leagues[0].knockout = vec![
        pb::KnockoutRound {
            number: 1,
            tables: vec![table(["ann", HOSTILE], Some("ann"), false)],
            byes: vec!["bob".into()],
        },
        pb::KnockoutRound {
            number: 2,
            tables: vec![table(["bob", "ann"], None, false), table(["cid", "dan"], Some("dan"), true)],
            byes: Vec::new(),
        },
    ];
    let wanted = league::LeagueQuery { league: "spring".into(), ..league::LeagueQuery::default() };
    let page = league::page(&source, &served(), wanted, None).await.unwrap().into_string();
    for told in [
        "<h2>Round 1</h2>",
        "Without a match goes on: ",
        "<h2>Final</h2>",
        "For the third place: ",
        "</a> 1.5, ",
        "how far each bot has come",
    ] {
        assert!(page.contains(told), "{told}: {page}");
    }
    assert_eq!(page.matches(" won.").count(), 2, "the final isn't decided: {page}");
    assert!(!page.contains("<script>alert"), "{page}");
    let earlier = league::LeagueQuery { league: "spring".into(), season: Some(1), ..league::LeagueQuery::default() };
    let page = league::page(&source, &served(), earlier, None).await.unwrap().into_string();
    assert!(page.contains("how far each bot has come") && !page.contains("<h2>Round 1</h2>"), "{page}");
}

#[tokio::test]
async fn a_league_that_is_closed_tells_its_hours_and_when_it_opens() {
    let mut source = spring();
    let calendar = pb::LeagueCalendar {
        hours: vec!["sat-sun".into()],
        time_zone: "Europe/Berlin".into(),
        opens: Some(timestamp(1_764_370_800_000)),
        ..pb::LeagueCalendar::default()
    };
    (source.leagues[0].state, source.leagues[0].calendar) = (State::Closed.into(), Some(calendar));
    let wanted = league::LeagueQuery { league: "spring".into(), season: None, against: None };
    let page = league::page(&source, &served(), wanted, None).await.unwrap().into_string();
    for told in ["closed at this hour", "Matches begin sat-sun (Europe/Berlin).", "2025-11-28 23:00:00 UTC"] {
        assert!(page.contains(told), "{told}: {page}");
    }
}

#[tokio::test]
async fn a_league_shows_differences_to_a_bot() {
    let mut source = spring();
    let difference = pb::Difference { elo: 300.4, lower: Some(210.0), upper: Some(380.0), superiority: Some(0.9999) };
    source.pools[0].standings[0].difference = Some(difference);
    let wanted = league::LeagueQuery { league: "spring".into(), against: Some("bob".into()), season: None };
    let page = league::page(&source, &served(), wanted, None).await.unwrap().into_string();
    for told in ["Ahead of ", "+300", "210 to 380", "&gt; 99.9 %"] {
        assert!(page.contains(told), "{told}: {page}");
    }
}

#[tokio::test]
async fn leagues_that_left_the_settings_are_still_found() {
    let listed = leagues::page(&spring(), &served()).await.unwrap().into_string();
    assert!(!listed.contains("Earlier leagues"), "{listed}");
    let source = Fake { leagues: Vec::new(), ..spring() };
    let listed = leagues::page(&source, &served()).await.unwrap().into_string();
    assert!(listed.split_once("Earlier leagues").unwrap().1.contains("leagues/spring/"), "{listed}");
}

#[tokio::test]
async fn what_was_played_stands_before_leagues_that_wait_for_somebody() {
    let league = pb::League { name: "open".into(), game: "hawaii".into(), ..pb::League::default() };
    let waits = pb::LeagueStatus { league: Some(league), state: State::Waiting.into(), ..pb::LeagueStatus::default() };
    let source = Fake { leagues: vec![waits.clone()], matches: Vec::new(), ..spring() };
    for page in [home::page(&source, &served(), None).await, leagues::page(&source, &served()).await] {
        let page = page.unwrap().into_string();
        let (spring, open) = (page.find("leagues/spring/").unwrap(), page.find("leagues/open/").unwrap());
        assert!(spring < open, "{page}");
        assert!(page[spring..open].contains("<td>Haleakala</td>"), "{page}");
        assert!(page[spring..open].contains("<td class=\"number\">60</td>"), "{page}");
    }
    let both = Fake { leagues: vec![waits, spring().leagues.remove(0)], matches: Vec::new(), ..spring() };
    let page = home::page(&both, &served(), None).await.unwrap().into_string();
    assert!(page.find("leagues/spring/") < page.find("leagues/open/"), "{page}");
    let folded = page.split("without a match so far</summary>").nth(1).unwrap().split("</details>").next().unwrap();
    assert!(folded.contains("leagues/open/") && !folded.contains("leagues/spring/"), "{folded}");
}

#[tokio::test]
async fn an_empty_arena_says_what_to_do_next() {
    let page = home::page(&Fake::default(), &served(), None).await.unwrap().into_string();
    assert!(page.contains("kahua new my-bot") && page.contains("No match has ended yet."), "{page}");
    let file = home::page(&Fake::default(), &Frame::at("/", None), None).await.unwrap().into_string();
    assert!(!file.contains("kahua new my-bot") && !file.contains("Being played"), "{file}");
}

#[tokio::test]
async fn filters_stay_from_page_to_page() {
    let source = Fake { next: "00ff".into(), ..spring() };
    let wanted = matches::MatchesQuery { bot: "ann".into(), league: "a&b".into(), ..matches::MatchesQuery::default() };
    let listed = matches::page(&source, &served(), &wanted, PageNumber::FIRST).await.unwrap();
    assert_eq!(listed.next, "00ff");
    let page = listed.page.into_string();
    assert!(page.contains("matches/?bot=ann&amp;league=a%26b&amp;page=00ff"), "{page}");
    assert!(page.contains("2. ") && page.contains("45") && page.contains("01997f3e"), "{page}");
}

#[tokio::test]
async fn many_bots_come_on_several_pages() {
    let bot = |number| pb::BotInfo { name: format!("bot-{number:03}"), ..pb::BotInfo::default() };
    let source = Fake { bots: (0..201).map(bot).collect(), ..Fake::default() };
    let pages = bots::page_count(source.bots.len());
    let mut listed = 0;
    for number in 1..=pages {
        let page = bots::page(&source, &served(), number).await.unwrap().into_string();
        listed += page.matches("class=\"bot\"").count();
        assert_eq!(page.contains("Next page"), number < pages);
    }
    assert_eq!((pages, listed), (3, 201));
    let beyond = bots::page(&source, &served(), u32::MAX).await.unwrap().into_string();
    assert!(beyond.contains("There is no bot"), "{beyond}");
}

/// Hostile text in everything that strangers write.
fn hostile() -> Fake {
    let text = || HOSTILE.to_owned();
    let mut source = spring();
    let suspension = Some(pb::Suspension { reason: text(), since: None });
    let pool = source.pools[0].pool.as_mut().unwrap();
    (pool.league, pool.game, pool.options) = (text(), text(), vec![text()]);
    for standing in &mut source.pools[0].standings {
        (standing.name, standing.version, standing.suspension) = (text(), text(), suspension.clone());
    }
    let status = &mut source.leagues[0];
    status.league = Some(pb::League { name: text(), game: text(), ..status.league.clone().unwrap() });
    (status.format, status.waiting_for) = (text(), vec![text()]);
    status.calendar = Some(pb::LeagueCalendar { hours: vec![text()], ..pb::LeagueCalendar::default() });
    status.changes = Some(pb::LeagueChanges { withdrawn: vec![text()], ..pb::LeagueChanges::default() });
    status.bots =
        vec![pb::LeagueBot { name: text(), current: true, suspension: suspension.clone(), ..pb::LeagueBot::default() }];
    for bot in &mut source.bots {
        (bot.name, bot.version, bot.suspension, bot.connected) = (text(), text(), suspension.clone(), true);
    }
    let players =
        vec![pb::Player { name: text(), version: text() }, pb::Player { name: format!("{HOSTILE}2"), version: text() }];
    let summary = &mut source.matches[0];
    (summary.league, summary.game, summary.players) = (text(), text(), players.clone());
    summary.termination = Some(pb::Termination { kind: pb::termination::Kind::Aborted.into(), reason: text() });
    summary.results[0].given_up = Some(pb::FaultCause::Late.into());
    let fault =
        pb::Fault { cause: pb::FaultCause::Illegal.into(), detail: text(), counted: true, ..pb::Fault::default() };
    let decision = pb::Decision { think_us: 1, comment: text(), ..pb::Decision::default() };
    let events = [Event::Decision(decision), Event::Fault(fault)].map(|event| pb::RecordedEvent { event: Some(event) });
    source.record = pb::MatchRecord { game: text(), players, events: events.into(), ..pb::MatchRecord::default() };
    let disqualified = pb::Disqualification { bot: text(), version: Some(text()), ..Default::default() };
    source.corrections = vec![pb::Correction {
        by: text(),
        why: text(),
        league: text(),
        change: Some(Change::Disqualified(disqualified)),
        ..pb::Correction::default()
    }];
    source.comparisons = vec![pb::Comparison {
        pool: source.pools[0].pool.clone(),
        version: text(),
        other_version: text(),
        ..pb::Comparison::default()
    }];
    source
}

#[tokio::test]
async fn nothing_that_strangers_wrote_becomes_markup_or_changes_how_a_page_reads() {
    let (source, frame) = (hostile(), served());
    let of_league = league::LeagueQuery { league: HOSTILE.into(), season: None, against: Some(HOSTILE.into()) };
    let of_matches =
        matches::MatchesQuery { bot: HOSTILE.into(), league: HOSTILE.into(), ..matches::MatchesQuery::default() };
    let of_two = compare::CompareQuery { bot: HOSTILE.into(), other: HOSTILE.into(), league: HOSTILE.into() };
    let pages = [
        ("home", home::page(&source, &frame, None).await),
        ("leagues", leagues::page(&source, &frame).await),
        ("league", league::page(&source, &frame, of_league, None).await),
        ("bots", bots::page(&source, &frame, 1).await),
        ("bot", bot::page(&source, &frame, HOSTILE).await),
        ("compare", compare::page(&source, &frame, &of_two).await),
        ("matches", matches::page(&source, &frame, &of_matches, PageNumber::FIRST).await.map(|listed| listed.page)),
        ("corrections", corrections::page(&source, &frame).await),
        ("correction of a match", Ok(corrections::of_match(&frame, &source.corrections.iter().collect::<Vec<_>>()))),
        ("failure", Ok(Failure::not_found(HOSTILE).page(&frame))),
    ];
    for (name, page) in pages {
        let page = page.unwrap().into_string();
        assert!(page.contains("alert(1)"), "{name} shows none of it: {page}");
        for wrong in ["<script>alert", "\"'>", "<b>", "\u{1b}", "\u{202e}", "\u{200b}", "\u{e0041}", "style="] {
            assert!(!page.contains(wrong), "{name} has {wrong:?}: {page}");
        }
    }
}

#[tokio::test]
async fn all_corrections_are_listed_with_their_reasons() {
    let correction = |number, change, undone_by| pb::Correction {
        number,
        by: "token 01234567".into(),
        why: format!("reason {number}"),
        league: "spring".into(),
        season: 2,
        change: Some(change),
        undone_by,
        ..pb::Correction::default()
    };
    let annulled = Change::Annulled(pb::AnnulledMatch { match_id: "01997f3e-7a1c-7d1e-9d3b-0f6f2f1c9a55".into() });
    let undone = Change::Undone(pb::UndoneCorrection { number: 7 });
    let made = vec![correction(9, undone, None), correction(7, annulled, Some(9))];
    let page = corrections::page(&Fake { corrections: made, ..spring() }, &served()).await.unwrap().into_string();
    for told in
        ["reason 7", "reason 9", "taken back by 9", "token 01234567", "Correction 7 is taken back", "is annulled"]
    {
        assert!(page.contains(told), "{told}: {page}");
    }
    let none = corrections::page(&spring(), &served()).await.unwrap().into_string();
    assert!(none.contains("No result was corrected"), "{none}");
}
