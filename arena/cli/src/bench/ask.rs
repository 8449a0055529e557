//! The ask that the benches send: of median size, from a real match.

use anyhow::Context;
use kahua_engine::{Choices, GameEntry, PerSeat, Seed};
use kahua_proto::pb::arena::v1 as pb;
use pb::ActionForm;
use pb::answer::Choice;
use prost::Message;

use kahua_core::clock::Micros;
use kahua_core::ids::MatchId;
use kahua_core::referee::{FaultPolicy, Input, Luck, MatchSetup, Nonce, OnFault, Player, Referee, SetPosition};
use kahua_core::season::Season;

/// The ask of median size in a match of this game between two first-legal bots.
pub(super) fn median_ask(game: &dyn GameEntry) -> anyhow::Result<pb::Ask> {
    let ruleset = game.built_in_ruleset();
    let player = |name: &str| -> anyhow::Result<Player> { Ok(Player { name: name.parse()?, version: String::new() }) };
    let mut referee = Referee::new(MatchSetup {
        id: MatchId::new(0, [0; 10]),
        league: String::new(),
        season: Season::FIRST,
        rated: false,
        choices: Choices::defaults(ruleset.info().options),
        players: PerSeat::from_values([player("load-0")?, player("load-1")?]).context("two seats")?,
        seed: Seed::from_number(1),
        nonce: Nonce([0; 32]),
        set: SetPosition::alone(),
        luck: Luck::Fresh,
        time_control: "none".parse()?,
        fault_policy: FaultPolicy { on_fault: OnFault::Forfeit, reconnect: std::time::Duration::from_secs(60) },
        started_unix_ms: 0,
        ruleset,
    })?;
    let seats: Vec<_> = referee.setup().players.count().seats().collect();
    let mut effects = Vec::new();
    for seat in &seats {
        referee.step(Micros(0), Input::Reconnected { seat: *seat }, &mut effects);
    }
    referee.step(Micros(0), Input::Begin, &mut effects);
    let mut asks = Vec::new();
    while !referee.is_over() {
        let open =
            seats.iter().find_map(|&seat| Some((seat, referee.ask_message(seat, ActionForm::Typed, Micros(0))?)));
        let (seat, (ticket, ask)) = open.context("a match that isn't over has an open ask")?;
        asks.push(ask);
        referee.step(
            Micros(0),
            Input::Answer { seat, ticket, choice: Some(Choice::Index(0)), comment: String::new() },
            &mut effects,
        );
        effects.clear();
    }
    asks.sort_by_key(Message::encoded_len);
    let middle = asks.len() / 2;
    asks.into_iter().nth(middle).context("a match without an ask")
}
