//! A data directory that an earlier version of the arena has written opens, and its matches go on.
//!
//! `data/store-v1.db` was written by version 0.1.0 at commit 794e686: 20 records of three games, and 14 open matches of
//! three seats between the bots a, b and c.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use kahua_core::verify::verify;
use kahua_engine::{DynRuleset, RulesetHash};
use kahua_proto::pb::arena::v1 as pb;
use kahua_server::harness::{self, Credentials};
use kahua_server::{App, Config, Rulesets};
use kahua_store::{Reader, Store};
use pb::arena_message::Message as FromArena;
use pb::bot_message::Message as ToArena;
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

/// Long enough for everything that ends at all.
const PATIENCE: Duration = Duration::from_secs(120);

#[tokio::test(flavor = "multi_thread")]
async fn a_store_of_the_version_before_opens_verifies_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("arena.db");
    std::fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/store-v1.db"), &file).unwrap();

    let store = Store::open(&file).unwrap();
    assert_eq!(verified(store.reader()), 20);
    let open = store.reader().open_matches().unwrap();
    let open: Vec<pb::MatchRecord> = open.into_iter().map(|open| open.unwrap().header).collect();
    assert_eq!(open.len(), 14);

    let app = App::build(&Config::default(), Rulesets::built_in(), store).await.unwrap();
    assert_eq!((app.progress().finished, app.running()), (20, 14));
    let bots = ["a", "b", "c"].map(|name| tokio::spawn(take_first_actions(app.clone(), name)));
    let over = app.wait_for(|progress| progress.finished + progress.aborted == 34);
    let progress = timeout(PATIENCE, over).await.expect("the open matches end");
    assert_eq!(progress.aborted, 0);
    app.dismiss();
    for bot in bots {
        bot.await.unwrap();
    }
    app.drain().await;

    assert_eq!(verified(app.reader()), 34);
    assert!(app.reader().open_matches().unwrap().is_empty());
    for header in open {
        let record = app.reader().record(header.match_id.parse().unwrap()).unwrap().expect("a record of every match");
        let kind = record.termination.as_ref().map(pb::Termination::kind);
        assert_eq!(kind, Some(pb::termination::Kind::Finished), "{}", record.match_id);
        assert_eq!((record.players, record.seed), (header.players, header.seed));
    }
}

/// Plays every record again; how many there are.
fn verified(reader: &Reader) -> usize {
    let records = reader.records().map(|record| {
        let record = record.unwrap();
        verify(&record, &ruleset_of(reader, &record)).unwrap_or_else(|error| panic!("{}: {error}", record.match_id));
    });
    records.count()
}

/// The ruleset by which a match was played, which the store keeps.
fn ruleset_of(reader: &Reader, record: &pb::MatchRecord) -> Arc<dyn DynRuleset> {
    let hash = RulesetHash(record.ruleset_hash.as_slice().try_into().unwrap());
    let kept = reader.ruleset(hash).unwrap();
    Rulesets::built_in().find_exact(&record.game, hash, kept.as_deref()).expect("the ruleset can still be read")
}

/// A bot that answers every ask with its first legal action, until the arena lets it go.
async fn take_first_actions(app: Arc<App>, name: &str) {
    let (to_arena, inbound) = mpsc::channel(64);
    let mut from_arena = harness::play(&app, Credentials::default(), ReceiverStream::new(inbound));
    drop(app);
    let send = async |message| {
        // The arena doesn't read any more once it has let the bot go.
        let _gone = to_arena.send(Ok(pb::BotMessage { message: Some(message) })).await;
    };
    let action_form = Some(pb::ActionForm::None.into());
    send(ToArena::Hello(pb::Hello { name: name.into(), action_form, ..pb::Hello::default() })).await;
    while let Some(message) = from_arena.next().await {
        match message.unwrap().message {
            Some(FromArena::Ask(ask)) => {
                let choice = Some(pb::answer::Choice::Index(0));
                let (match_id, ticket) = (ask.match_id, ask.ticket);
                send(ToArena::Answer(pb::Answer { match_id, ticket, choice, ..pb::Answer::default() })).await;
            }
            Some(FromArena::Fault(fault)) => panic!("{name}: {fault:?}"),
            _ => {}
        }
    }
}
