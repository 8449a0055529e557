//! Bots that stop answering, and bots that lose match after match by their own faults.

use std::num::NonZeroU32;

use kahua_core::ids::BotName;
use kahua_proto::pb::arena::v1 as pb;
use kahua_settings::Config;
use kahua_settings::config::LeagueSettings;
use kahua_store::Store;
use pb::arena_message::Message as FromArena;
use pb::bot_message::Message as ToArena;
use pb::notice::Kind;
use tonic::Code;

use crate::reason::{CallError, call_error};
use crate::report::{HOUR, report, span};
use crate::support::{Bot, TestArena, answer_to, config, first, hello, terms};

/// A league of these bots that doesn't end during a test, with this time for each decision.
fn endless(bots: &[&str], time: &str) -> LeagueSettings {
    let bots = bots.iter().map(|bot| name(bot)).collect();
    LeagueSettings { sets: NonZeroU32::new(10_000), ..LeagueSettings::new("l", terms(time), bots) }
}

fn name(name: &str) -> BotName {
    name.parse().unwrap()
}

impl Bot {
    /// Reads on until an ask comes.
    async fn next_ask(&mut self) -> pb::Ask {
        loop {
            if let FromArena::Ask(ask) = self.next().await {
                return ask;
            }
        }
    }

    /// Reads on without answering until this notice comes.
    async fn notice(&mut self, kind: Kind) -> String {
        loop {
            if let FromArena::Notice(notice) = self.next().await
                && notice.kind() == kind
            {
                return notice.text;
            }
        }
    }
}

/// How many matches this bot has or had a seat in.
async fn matches_of(arena: &TestArena, bot: &str) -> usize {
    let request = pb::ListMatchesRequest { bot: Some(bot.into()), ..Default::default() };
    arena.leagues().await.list_matches(request).await.unwrap().into_inner().matches.len()
}

async fn info(arena: &TestArena, bot: &str) -> pb::BotInfo {
    let bots = arena.leagues().await.list_bots(pb::ListBotsRequest::default()).await.unwrap().into_inner().bots;
    bots.into_iter().find(|info| info.name == bot).unwrap()
}

#[tokio::test]
async fn a_bot_that_hangs_loses_one_match_and_the_others_play_on() {
    let arena =
        TestArena::with(config([endless(&["a", "b", "hung"], "/300ms")]), Store::open_in_memory().unwrap()).await;
    let mut hung = Bot::enter(&arena, "hung").await;
    let [a, b] = [Bot::enter(&arena, "a").await, Bot::enter(&arena, "b").await];
    let watched = async {
        hung.next_ask().await;
        assert!(hung.notice(Kind::Silent).await.contains("an ask was missed"));
        assert!(info(&arena, "hung").await.silent);
        let so_far = arena.app.progress().finished;
        arena.finished(so_far + 30).await;
        assert_eq!(matches_of(&arena, "hung").await, 1);
    };
    tokio::select! {
        () = watched => {}
        _ = a.play(usize::MAX) => unreachable!("it plays for ever"),
        _ = b.play(usize::MAX) => unreachable!("it plays for ever"),
    }
    arena.stop().await;
}

/// Plays endlessly as `a` against `silent`, which misses its first ask and then does `then`. Checks that it is asked
/// again.
async fn shows_life_by(then: impl AsyncFnOnce(&TestArena, Bot, pb::Ask) -> Bot) {
    let arena = TestArena::with(config([endless(&["a", "silent"], "/300ms")]), Store::open_in_memory().unwrap()).await;
    let mut silent = Bot::enter(&arena, "silent").await;
    let other = async { Bot::enter(&arena, "a").await.play(usize::MAX).await };
    let watched = async {
        let missed = silent.next_ask().await;
        silent.notice(Kind::Silent).await;
        let mut back = then(&arena, silent, missed.clone()).await;
        assert_ne!(back.next_ask().await.match_id, missed.match_id);
        assert!(!info(&arena, "silent").await.silent);
    };
    tokio::select! {
        () = watched => {}
        _ = other => unreachable!("it plays for ever"),
    }
    arena.stop().await;
}

#[tokio::test]
async fn an_answer_that_comes_too_late_shows_life() {
    shows_life_by(async |_, bot, missed| {
        bot.answer(&missed, first()).await;
        bot
    })
    .await;
}

#[tokio::test]
async fn ready_shows_life() {
    shows_life_by(async |_, bot, _| {
        bot.send(ToArena::Ready(pb::Ready {})).await;
        bot
    })
    .await;
}

#[tokio::test]
async fn a_new_connection_shows_life() {
    shows_life_by(async |arena, bot, _| {
        let resume_token = bot.welcome.resume_token.clone();
        Bot::try_enter(arena, pb::Hello { resume_token, ..hello("silent") }, None).await.unwrap()
    })
    .await;
}

/// Answers each ask too late, until this notice comes.
async fn late_until(bot: &mut Bot, kind: Kind) -> String {
    let mut owed = None;
    loop {
        match bot.next().await {
            FromArena::Ask(ask) => owed = Some(ask),
            FromArena::Notice(notice) if notice.kind() == kind => return notice.text,
            FromArena::Notice(notice) if notice.kind() == Kind::Silent => {
                let missed = owed.take().expect("it was asked");
                bot.send(ToArena::Answer(answer_to(&missed, first()))).await;
            }
            _ => {}
        }
    }
}

#[tokio::test]
async fn a_bot_that_loses_match_after_match_by_its_faults_is_suspended_until_it_is_let_back() {
    let directory = tempfile::tempdir().unwrap();
    let store = || Store::open(&directory.path().join("arena.db")).unwrap();
    let settings = || Config { suspend_after: 2, ..config([endless(&["a", "late"], "/300ms")]) };
    let arena = TestArena::with(settings(), store()).await;
    let mut late = Bot::enter(&arena, "late").await;
    let other = Bot::enter(&arena, "a").await;
    let told_why = tokio::select! {
        text = late_until(&mut late, Kind::Suspended) => text,
        _ = other.play(usize::MAX) => unreachable!("it plays for ever"),
    };
    assert!(told_why.contains("it lost 2 matches in a row by faults of its own: late (no answer after "), "{told_why}");
    assert_eq!(matches_of(&arena, "late").await, 2);
    assert!(told_why.ends_with(&info(&arena, "late").await.suspension.unwrap().reason));
    drop(late);
    arena.stop().await;

    let arena = TestArena::with(settings(), store()).await;
    assert!(info(&arena, "late").await.suspension.is_some(), "it holds over a restart");
    let mut late = Bot::enter(&arena, "late").await;
    assert_eq!(late.notice(Kind::Suspended).await, told_why);
    let mut leagues = arena.leagues().await;
    let mut let_back = async |bot: &str| {
        leagues.let_back(pb::LetBackRequest { name: bot.into() }).await.map(|done| done.into_inner().was_suspended)
    };
    let unknown = let_back("nobody").await.unwrap_err();
    assert_eq!(call_error(&unknown), CallError::for_good(Code::NotFound, "BOT_UNKNOWN"));
    assert!(let_back("late").await.unwrap());
    assert!(!let_back("late").await.unwrap(), "it is back already");
    assert!(late.notice(Kind::LetBack).await.contains("gets matches again"));
    assert_eq!(info(&arena, "late").await.suspension, None);
    let told = report(&arena, span(HOUR, HOUR)).await.unwrap();
    let [fault] = told.faults.as_slice() else { panic!("{:?}", told.faults) };
    assert_eq!((fault.cause(), &*fault.bot, fault.count), (pb::FaultCause::Late, "late", 2));
    let acts: Vec<_> = told.acts.iter().map(|act| (&*act.who, &*act.what)).collect();
    assert_eq!((acts[0], acts[2].1), (("the arena", "Suspend"), "LetBack"));
    assert!(told.acts[0].details.starts_with("late, reason \"it lost 2 matches in a row"), "{:?}", told.acts[0]);
    let other = Bot::enter(&arena, "a").await;
    tokio::select! {
        _ask = late.next_ask() => {}
        _ = other.play(usize::MAX) => unreachable!("it plays for ever"),
    }
    arena.stop().await;
    assert!(store().reader().suspensions().unwrap().is_empty());
}
