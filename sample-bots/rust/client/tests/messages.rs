//! One message of each kind as bytes, which every language's test reads and writes back the same.

use std::fmt::Write as _;
use std::{env, fs};

use games::haleakala::v1 as hk;
use kahua_client::{games, pb};
use pb::answer::Choice;
use pb::arena_message::Message as ByArena;
use pb::bot_message::Message as ByBot;
use pb::match_event::Event;
use prost::Message;

const FIXTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/messages.txt");
const MATCH: &str = "0193a7c1-5b00-7000-8000-0123456789ab";

/// `UPDATE_FIXTURES=1 cargo test -p kahua-client messages` writes the file again.
#[test]
fn messages_of_each_kind_are_the_recorded_bytes() {
    let mut lines =
        String::from("# One message of each kind: who says it, what it is, and its bytes in hexadecimal digits.\n");
    for message in by_bot() {
        let name = name_by_bot(&message);
        line(&mut lines, "bot", name, &pb::BotMessage { message: Some(message) }.encode_to_vec());
    }
    for message in by_arena() {
        let name = name_by_arena(&message);
        line(&mut lines, "arena", name, &pb::ArenaMessage { message: Some(message) }.encode_to_vec());
    }
    if env::var_os("UPDATE_FIXTURES").is_some() {
        fs::write(FIXTURE, &lines).expect("the folder of fixtures can be written");
    }
    let recorded = fs::read_to_string(FIXTURE).expect("the fixture is in the repository");
    assert!(recorded == lines, "the messages changed: see UPDATE_FIXTURES in this test");
}

fn line(lines: &mut String, who: &str, what: &str, bytes: &[u8]) {
    write!(lines, "{who} {what} ").expect("a String takes everything");
    for byte in bytes {
        write!(lines, "{byte:02x}").expect("a String takes everything");
    }
    lines.push('\n');
}

/// The match covers all kinds, so that a new one can't be forgotten.
fn name_by_bot(message: &ByBot) -> &'static str {
    match message {
        ByBot::Hello(_) => "hello",
        ByBot::Answer(_) => "answer",
        ByBot::Resign(_) => "resign",
        ByBot::Ready(_) => "ready",
        ByBot::Pause(_) => "pause",
        ByBot::Bye(_) => "bye",
    }
}

fn name_by_arena(message: &ByArena) -> &'static str {
    match message {
        ByArena::Welcome(_) => "welcome",
        ByArena::Seated(_) => "seated",
        ByArena::Ask(_) => "ask",
        ByArena::Events(_) => "events",
        ByArena::Fault(_) => "fault",
        ByArena::Ended(_) => "ended",
        ByArena::Notice(_) => "notice",
    }
}

fn by_bot() -> Vec<ByBot> {
    let answer = |choice| {
        ByBot::Answer(pb::Answer { match_id: MATCH.into(), ticket: 7, choice: Some(choice), comment: "why not".into() })
    };
    vec![
        ByBot::Hello(pb::Hello {
            name: "anna".into(),
            version: "1.2".into(),
            games: vec![pb::GameSupport { game: "haleakala".into(), seat_counts: vec![2] }],
            matches_max: Some(4),
            library: "paper 1".into(),
            resume_token: "token".into(),
            action_form: Some(pb::ActionForm::Both.into()),
            protocol_version: Some(1),
            capabilities: vec!["later".into()],
        }),
        answer(Choice::Index(3)),
        answer(Choice::Action(place())),
        answer(Choice::Notation("place:3@2".into())),
        ByBot::Resign(pb::Resign { match_id: MATCH.into() }),
        ByBot::Ready(pb::Ready {}),
        ByBot::Pause(pb::Pause {}),
        ByBot::Bye(pb::Bye {}),
    ]
}

fn by_arena() -> Vec<ByArena> {
    vec![
        ByArena::Welcome(pb::Welcome {
            name: "anna".into(),
            resume_token: "token".into(),
            limits: Some(pb::Limits {
                message_bytes_max: 65_536,
                matches_max: 16,
                messages_per_second_max: 50,
                legal_max: 400,
            }),
            arena_version: "0.1.0".into(),
            resumed_matches: 1,
            protocol_version: 1,
            capabilities: vec!["later".into()],
        }),
        ByArena::Seated(seated()),
        ByArena::Ask(pb::Ask {
            match_id: MATCH.into(),
            ticket: u32::MAX,
            game: "haleakala".into(),
            seat: 1,
            view: Some(pb::View {
                to_move: Some(1),
                game: Some(pb::view::Game::Haleakala(hk::View { round: 1, ..Default::default() })),
            }),
            legal: vec![place()],
            legal_total: 1,
            ask_ms: Some(1_000),
            bank_ms: Some(0),
            strikes: 2,
            events: events(),
        }),
        ByArena::Events(pb::MatchEvents { match_id: MATCH.into(), events: events() }),
        ByArena::Fault(pb::FaultNotice {
            match_id: Some(MATCH.into()),
            ticket: Some(7),
            cause: pb::FaultCause::StaleTicket.into(),
            problem: "ticket 7 was answered already".into(),
            expected: "ticket 8".into(),
            consequence: "nothing".into(),
        }),
        ByArena::Ended(pb::Ended {
            match_id: MATCH.into(),
            termination: Some(pb::Termination { kind: pb::termination::Kind::Forfeited.into(), reason: "late".into() }),
            results: vec![
                pb::SeatResult { score: 21, place: 1, given_up: None, strikes: 0, think_us: 1_234 },
                pb::SeatResult {
                    score: -3,
                    place: 2,
                    given_up: Some(pb::FaultCause::Late.into()),
                    strikes: 1,
                    think_us: 5,
                },
            ],
            ratings: vec![pb::RatingChange { before: 1500.0, after: 1512.5 }],
            seed: vec![9; 32],
            seed_nonce: vec![8; 32],
        }),
        ByArena::Notice(pb::Notice { kind: pb::notice::Kind::Draining.into(), text: "back in a minute".into() }),
    ]
}

fn seated() -> pb::Seated {
    let player = |name: &str| pb::Player { name: name.into(), version: "1".into() };
    pb::Seated {
        match_id: MATCH.into(),
        league: "winter".into(),
        rated: true,
        game: "haleakala".into(),
        options: vec!["variant=base".into()],
        ruleset_id: "haleakala-1".into(),
        ruleset_hash: vec![1; 32],
        seat: 1,
        players: vec![player("bert"), player("anna")],
        time_control: Some(pb::TimeControl {
            bank_ms: Some(60_000),
            increment_ms: None,
            ask_cap_ms: Some(5_000),
            allowance_ms: 50,
            stopped: false,
        }),
        fault_policy: Some(pb::FaultPolicy {
            kind: pb::fault_policy::Kind::Substitute.into(),
            strikes_max: 3,
            reconnect_ms: 30_000,
        }),
        seed_commitment: vec![2; 32],
        resumed: true,
        luck: pb::Luck::Fresh.into(),
    }
}

fn place() -> pb::Action {
    let place = hk::action::Kind::PlaceDisc(hk::PlaceDisc { disc: 3, beach: Some(2) });
    let game = pb::action::Game::Haleakala(hk::Action { kind: Some(place) });
    pb::Action { notation: "place:3@2".into(), game: Some(game) }
}

fn events() -> Vec<pb::MatchEvent> {
    let starter = hk::chance::Kind::StarterDrawn(hk::StarterDrawn { seat: 1 });
    let game = pb::chance::Game::Haleakala(hk::Chance { kind: Some(starter) });
    let chance = pb::Chance { notation: "start:yellow".into(), game: Some(game) };
    let action = pb::ActionTaken { seat: 1, action: Some(place()), substitute: true };
    vec![
        pb::MatchEvent { number: 0, event: Some(Event::Chance(chance)) },
        pb::MatchEvent { number: 1, event: Some(Event::ActionTaken(action)) },
    ]
}
