//! What the fuzz targets do with their input. `arena/core/tests/fuzz_corpus.rs` does the same with the corpus, without a
//! fuzzer.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use kahua_core::clock::Micros;
use kahua_core::ids::{ArenaRun, MatchId};
use kahua_core::limits;
use kahua_core::referee::{FaultPolicy, Input, Luck, MatchSetup, Nonce, OnFault, Player, Referee, SetPosition, seal};
use kahua_core::season::Season;
use kahua_core::verify::verify;
use kahua_engine::{Choices, DynRuleset, PerSeat, SeatCount, Seed, registry};
use kahua_proto::pb::arena::v1 as pb;
use pb::ActionForm;
use pb::bot_message::Message as Said;
use prost::Message;

/// Plays a match in which the bots send what the bytes say. Nothing may panic, and the match must end with a valid
/// record.
///
/// The first byte chooses the game. The messages follow, each after one byte with its length. An answer with the ticket
/// 0 means the open ask.
pub fn inbox(bytes: &[u8]) {
    let [game, messages @ ..] = bytes else { return };
    let entries = registry::all();
    let ruleset = entries[usize::from(*game) % entries.len()].built_in_ruleset();
    let mut referee = Referee::new(setup(&ruleset)).expect("a number of seats of this game");
    let seats = referee.setup().players.count();
    let (mut effects, mut now) = (Vec::new(), Micros(0));
    seats.seats().for_each(|seat| referee.step(now, Input::Reconnected { seat }, &mut effects));
    referee.step(now, Input::Begin, &mut effects);
    for message in split(messages) {
        now = Micros(now.0 + 1);
        let asked = seats
            .seats()
            .find_map(|seat| referee.ask_message(seat, ActionForm::Typed, now).map(|(_, ask)| (seat, ask.ticket)));
        let (Some((seat, ticket)), Ok(message)) = (asked, pb::BotMessage::decode(message)) else { continue };
        let input = match message.message {
            Some(Said::Answer(answer)) if answer.ticket == 0 => Input::answer(seat, pb::Answer { ticket, ..answer }),
            Some(Said::Answer(answer)) => Input::answer(seat, answer),
            Some(Said::Resign(_)) => Input::Resign { seat },
            _ => Input::Tick,
        };
        referee.step(now, input, &mut effects);
        effects.clear();
    }
    referee.step(now, Input::Abort { reason: "enough".into() }, &mut effects);
    let record = referee.record(0, "").expect("a match that was aborted is over");
    verify(&record, &ruleset).expect("the referee's own record holds");
}

/// Reads bytes as a record, verifies it as it is and again with a new seal, and continues its match. Nothing may panic.
pub fn record(bytes: &[u8]) {
    let Ok(mut record) = pb::MatchRecord::decode(bytes) else { return };
    let Some(entry) = registry::find(&record.game) else { return };
    let ruleset = entry.built_in_ruleset();
    let _ = verify(&record, &ruleset);
    seal(&mut record);
    let _ = verify(&record, &ruleset);
    if let Ok(setup) = MatchSetup::from_header(&record, ruleset) {
        let _ = Referee::resume(setup, &record.events, 0, ArenaRun(1));
    }
}

/// The messages in these bytes; the last one may be cut short.
fn split(mut bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        let [length, rest @ ..] = bytes else { return None };
        let (message, rest) = rest.split_at(rest.len().min(usize::from(*length)));
        bytes = rest;
        Some(message)
    })
}

/// A match with the fewest seats. Garbage costs strikes, and a seat has many of them.
fn setup(ruleset: &Arc<dyn DynRuleset>) -> MatchSetup {
    let info = ruleset.info();
    let seats = SeatCount::new(*info.seats.start()).expect("a number of seats");
    let strikes_max = NonZeroU32::new(limits::STRIKES_MAX).expect("not zero");
    MatchSetup {
        id: MatchId::new(0, [0; 10]),
        league: String::new(),
        season: Season::FIRST,
        rated: false,
        ruleset: Arc::clone(ruleset),
        choices: Choices::defaults(info.options),
        players: PerSeat::from_fn(seats, |seat| Player {
            name: format!("bot-{seat}").parse().expect("a valid name"),
            version: String::new(),
        }),
        seed: Seed::from_number(1),
        nonce: Nonce([0; 32]),
        set: SetPosition::alone(),
        luck: Luck::Fresh,
        time_control: "none".parse().expect("a time control"),
        fault_policy: FaultPolicy { on_fault: OnFault::Substitute { strikes_max }, reconnect: Duration::from_secs(60) },
        started_unix_ms: 0,
    }
}
