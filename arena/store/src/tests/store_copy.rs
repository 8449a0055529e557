//! Copies of whole stores, within a database and from one to the other.

use kahua_core::limits::COPIED_RECORDS_AT_ONCE;
use kahua_core::season::Season;

use super::test_store::TestStore;
use super::*;
use crate::database;

/// Makes a test of each function for every pair of databases: where the original is, and where the copy is to be.
macro_rules! over_each_pair {
    ($($test:ident),* $(,)?) => {
        $(
            mod $test {
                use super::TestStore;

                fn postgres() -> Option<TestStore> {
                    TestStore::postgres(stringify!($test))
                }

                #[tokio::test]
                async fn sqlite_to_sqlite() {
                    super::$test(TestStore::sqlite(), TestStore::sqlite()).await;
                }

                #[tokio::test]
                async fn sqlite_to_postgres() {
                    if let Some(to) = postgres() {
                        super::$test(TestStore::sqlite(), to).await;
                    }
                }

                #[tokio::test]
                async fn postgres_to_sqlite() {
                    if let Some(from) = postgres() {
                        super::$test(from, TestStore::sqlite()).await;
                    }
                }

                #[tokio::test]
                async fn postgres_to_postgres() {
                    if let (Some(from), Some(to)) = (postgres(), postgres()) {
                        super::$test(from, to).await;
                    }
                }
            }
        )*
    };
}

over_each_pair!(
    a_copy_gives_what_the_original_gives_and_goes_on_as_it,
    matches_of_a_copy_get_keys_that_the_original_never_gave,
    what_somebody_has_deleted_or_changed_shows_in_the_copy_too,
    an_unfinished_copy_cannot_be_opened_and_is_begun_again,
    stores_that_are_in_use_or_there_already_are_left_alone,
);

/// An act of an organizer, with texts that not every database can store unchanged.
fn act(n: i64) -> Act {
    let (who, arguments) = ("ann\0".into(), format!("{n} \u{ffff}"));
    Act { unix_ms: n, who, what: "Try".into(), arguments, outcome: String::new() }
}

/// Fills a store with data of every kind, and more than one page of records.
async fn fill(store: &Store) {
    for n in 0..3 {
        store.note_act(act(n)).await.unwrap();
    }
    for n in 0..u64::from(COPIED_RECORDS_AT_ONCE) + 3 {
        let record =
            pb::MatchRecord { league: "l".into(), season: n as u32 % 3, ended_unix_ms: n as i64, ..finished(n, 3) };
        store.finish(&sealed(record)).await.unwrap();
    }
    assert_eq!(store.remove_moves(5, 1_000).await.unwrap().matches, 5);
    store.note_act(act(3)).await.unwrap();
    store.finish(&sealed(pb::MatchRecord { league: "nul\0".into(), ..finished(500, 3) })).await.unwrap();
    for n in 1000..1003 {
        store.begin(&header(n), RULESET).await.unwrap();
        for number in 0..n as u32 - 1000 {
            journal(store, id(n), number..number + 1).unwrap();
            store.sync().await.unwrap();
        }
    }
    store.set_version(&name("bob"), "2\0").await.unwrap();
    store.set_version(&name("new"), "1").await.unwrap();
    store.set_token(&name("bob"), TokenHash([1; 32])).await.unwrap();
    store.suspend(&name("bob"), &pb::Suspension { reason: "it hangs".into(), ..Default::default() }).await.unwrap();
    store.set_meta("seed:\u{1f600}", &[0, 255, 7]).await.unwrap();
    store.set_meta("empty", &[]).await.unwrap();
}

/// All that can be read of a store, in words.
fn everything(reader: &Reader) -> Vec<String> {
    let rows = |rows: database::Result<String>| rows.unwrap();
    let of_store = [
        format!("{:?}", in_words(reader.records())),
        format!("{:?} {:?}", reader.head().unwrap(), reader.head_key().unwrap()),
        // A copy may count more runs than the original, so that no number is used twice.
        format!("{:?}", reader.metas("").unwrap().iter().filter(|(key, _)| key != RUNS).collect::<Vec<_>>()),
        format!("{:?}", reader.bots().unwrap().iter().map(|bot| (bot, bot.token.map(|t| t.0))).collect::<Vec<_>>()),
        format!("{:?}", reader.acts(u32::MAX).unwrap()),
        format!("{:?} {:?}", reader.suspensions().unwrap(), reader.leagues().unwrap()),
        format!("{:?} {:?}", reader.record_count().unwrap(), reader.last_number().unwrap()),
        format!("{:?}", reader.ruleset(RulesetHash::of(RULESET)).unwrap()),
        format!("{:?}", in_words(reader.open_matches().unwrap())),
    ];
    let of_rows = reader.read(|on| {
        Ok([
            // Keys are the writer's own matter.
            rows(on.open_matches().map(|open| format!("{:?}", open.iter().map(|(_, id, _)| id).collect::<Vec<_>>()))),
            rows(on.links_after(0, 1000).map(|links| format!("{links:?}"))),
            rows(on.ends().map(|ends| format!("{ends:?}"))),
            rows(on.acts_after(0, 1000).map(|acts| format!("{acts:?}"))),
            rows(on.summaries_after(0, 1000).map(|summaries| format!("{summaries:?}"))),
            rows(on.with_moves(50, 0, 1000).map(|numbers| format!("{numbers:?}"))),
            rows(on.unlinked().map(|records| format!("{records:?}"))),
        ])
    });
    let lists = filters().map(|filter| {
        let query = Query { filter, limit: 1000, ..Query::default() };
        format!("{:?}", in_words(reader.summaries(&query).unwrap().matches))
    });
    let mut faults = Vec::new();
    reader.check_chain(|fault| faults.push(fault.to_string())).unwrap();
    of_store.into_iter().chain(of_rows.unwrap()).chain(lists).chain(faults).collect()
}

fn in_words<T>(found: impl IntoIterator<Item = Result<T, StoreError>>) -> Vec<Result<T, String>> {
    found.into_iter().map(|found| found.map_err(|error| error.to_string())).collect()
}

fn filters() -> impl Iterator<Item = Filter> {
    let none = Filter::default;
    [
        none(),
        Filter { league: Some("l".into()), season: Season::numbered(2), ..none() },
        Filter { league: Some("nul\0".into()), ..none() },
        Filter { game: Some("odd".into()), started_from_ms: Some(3), started_before_ms: Some(60), ..none() },
        Filter { bot: Some(name("cid")), version: Some("1".into()), ..none() },
        Filter { version: Some("2".into()), ..none() },
    ]
    .into_iter()
}

async fn matches_of_a_copy_get_keys_that_the_original_never_gave(from: TestStore, to: TestStore) {
    let original = from.open();
    for n in 0..3 {
        original.begin(&header(n), RULESET).await.unwrap();
    }
    original.sync().await.unwrap();
    drop(original);
    copy(&from, &to);
    let store = to.open();
    store.begin(&header(3), RULESET).await.unwrap();
    journal(&store, id(3), 0..2).unwrap();
    store.sync().await.unwrap();
    assert_eq!(to.reader().open_matches().unwrap().len(), 4);
}

fn begin(from: &TestStore, to: &TestStore) -> Result<StoreCopy, CopyError> {
    StoreCopy::begin(&from.location, &to.location)
}

fn copy(from: &TestStore, to: &TestStore) {
    let copy = begin(from, to).unwrap();
    let mut copied = 0;
    copy.run(|records| copied += records).unwrap();
    assert_eq!(copied, copy.record_count().unwrap());
    copy.finish().unwrap();
}

async fn a_copy_gives_what_the_original_gives_and_goes_on_as_it(from: TestStore, to: TestStore) {
    let store = from.open();
    fill(&store).await;
    drop(store);
    let before = everything(&from.reader());
    copy(&from, &to);
    assert_eq!(everything(&from.reader()), before);
    assert_eq!(everything(&to.reader()), before);
    let back = from.another();
    copy(&to, &back);
    assert_eq!(everything(&back.reader()), before);

    for place in [&from, &to, &back] {
        let store = place.open();
        journal(&store, id(1002), 2..4).unwrap();
        store.finish(&finished(1001, 2)).await.unwrap();
        store.begin(&header(2000), RULESET).await.unwrap();
        store.note_act(act(9)).await.unwrap();
        store.finish(&finished(2001, 2)).await.unwrap();
    }
    let after = everything(&from.reader());
    assert_ne!(after, before);
    assert_eq!(everything(&to.reader()), after);
    assert_eq!(everything(&back.reader()), after);
}

async fn what_somebody_has_deleted_or_changed_shows_in_the_copy_too(from: TestStore, to: TestStore) {
    let store = from.open();
    for n in 0..6 {
        store.finish(&finished(n, 3)).await.unwrap();
        store.note_act(act(9)).await.unwrap();
    }
    drop(store);
    from.tamper("DELETE FROM records WHERE number IN (2, 6)");
    from.tamper("DELETE FROM chain WHERE number IN (3, 6)");
    from.tamper("DELETE FROM acts WHERE number IN (2, 6)");
    from.tamper(&format!("UPDATE records SET id = '{}' WHERE number = 4", id(77)));
    let before = everything(&from.reader());
    assert!(before.concat().contains("record 6 is missing") && before.concat().contains("is damaged"), "{before:?}");
    copy(&from, &to);
    assert_eq!(everything(&to.reader()), before);
    let next = to.open();
    assert_eq!(next.finish(&finished(9, 3)).await.unwrap(), 7, "no number is given twice");
}

async fn an_unfinished_copy_cannot_be_opened_and_is_begun_again(from: TestStore, to: TestStore) {
    let store = from.open();
    fill(&store).await;
    drop(store);
    for run in [false, true] {
        let copy = begin(&from, &to).unwrap();
        if run {
            copy.run(|_| ()).unwrap();
        }
        drop(copy);
        for error in [Store::open(&to.location).unwrap_err(), Reader::open(&to.location).unwrap_err()] {
            let said = error.to_string();
            assert!(matches!(error, StoreError::Unfinished { .. }), "{said}");
            assert!(said.contains("run the same `kahua store copy` again"), "{said}");
        }
        let error = begin(&to, &to.another()).unwrap_err();
        assert!(matches!(error, CopyError::Store(StoreError::Unfinished { .. })), "{error}");
    }
    let halfway = begin(&from, &to).unwrap();
    let error = halfway.finish().unwrap_err();
    assert!(matches!(error, CopyError::Differs(_)), "{error}");
    copy(&from, &to);
    assert_eq!(everything(&to.reader()), everything(&from.reader()));
}

async fn stores_that_are_in_use_or_there_already_are_left_alone(from: TestStore, to: TestStore) {
    let error = begin(&from, &to).unwrap_err();
    assert!(matches!(error, CopyError::Store(StoreError::Missing { .. })), "{error}");
    let original = from.open();
    let error = begin(&from, &to).unwrap_err();
    assert!(matches!(error, CopyError::InUse(_)) && error.to_string().contains("stop the arena"), "{error}");
    drop(original);
    let error = begin(&from, &from).unwrap_err();
    assert!(matches!(error, CopyError::Same(_)), "{error}");

    let first = begin(&from, &to).unwrap();
    for place in [&from, &to] {
        assert!(Store::is_in_use(&place.location).unwrap());
    }
    let error = begin(&from, &to).unwrap_err();
    assert!(matches!(error, CopyError::InUse(_)), "{error}");
    first.run(|_| ()).unwrap();
    first.finish().unwrap();
    let error = begin(&from, &to).unwrap_err();
    assert!(matches!(error, CopyError::NotEmpty(_)), "{error}");
    assert!(!error.to_string().contains("secret"), "{error}");
    drop((from.open(), to.open()));
}

#[test]
fn other_files_and_other_names_of_the_same_place_are_refused() {
    let (directory, path) = file();
    drop(Store::open(&path).unwrap());
    let from = Location::from(&path);
    let to = |path: PathBuf| StoreCopy::begin(&from, &Location::File(path)).unwrap_err();
    let link = directory.path().join("link");
    std::os::unix::fs::symlink(path.parent().unwrap(), &link).unwrap();
    assert!(matches!(to(link.join("arena.db")), CopyError::Same(_)));
    let text = directory.path().join("text/arena.db");
    std::fs::create_dir(text.parent().unwrap()).unwrap();
    std::fs::write(&text, "precious ".repeat(200)).unwrap();
    let error = to(text.clone());
    assert!(error.to_string().contains("it is not an SQLite database"), "{error}");
    assert!(std::fs::read_to_string(&text).unwrap().starts_with("precious"));
}
