//! Copies of whole stores from a data directory to a database and back.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use kahua_store::{Location, Reader, StoreError};
use kahua_tests::postgres::Postgres;
use kahua_tests::{json_lines, soon};

use super::{Arena, play, tamper, text};
use crate::KAHUA;

/// A league that never ends between two bots, which the arena starts.
const SETTINGS: &str = "
    [[bot]]
    name = 'a'
    house = 'random'
    [[bot]]
    name = 'b'
    house = 'first-legal'
    [[league]]
    name = 'l'
    game = 'haleakala'
    bots = ['a', 'b']
    sets = 100000";

/// Serves a store with these settings until it has this many more records.
fn play_on(dir: &Path, store: &[&str], records: u64) {
    let (settings, location) = (dir.join("arena.toml"), location(store));
    fs::write(&settings, SETTINGS).unwrap();
    let count = || Reader::open(&location).map_or(0, |reader| reader.record_count().unwrap());
    let before = count();
    let serve = ["serve", "--listen", "127.0.0.1:0", "--config", text(&settings)];
    let mut arena = Arena::of(KAHUA.command(&[&serve[..], store].concat()), &dir.join("served"));
    soon(|| match arena.process.try_wait().unwrap() {
        Some(ended) => panic!("the arena has ended: {ended}\n{}", arena.log()),
        None => (count() >= before + records).then_some(()),
    });
    assert_eq!(arena.stop(), Some(0), "{}", arena.log());
}

fn location(store: &[&str]) -> Location {
    match store {
        [.., "--store", url] => url.parse().unwrap(),
        [.., dir] => Location::File(Path::new(dir).join("arena.db")),
        [] => unreachable!("a store is named"),
    }
}

fn asked(command: &[&str], store: &[&str]) -> String {
    KAHUA.run(&[command, store].concat()).good()
}

#[test]
fn a_league_moves_into_a_database_and_back_and_goes_on_each_time() {
    let Some(server) = Postgres::shared("a_league_moves_into_a_database") else { return };
    let dir = tempfile::tempdir().unwrap();
    let (data, back, url) = (dir.path().join("data"), dir.path().join("back"), server.new_database());
    let (first, second, third) =
        (["--data", text(&data)], ["--data", text(&data), "--store", &url], ["--data", text(&back)]);
    let _token = asked(&["bot", "add", "guest"], &first);
    play_on(dir.path(), &first, 5);
    let all = |store: &[&str]| {
        let commands: [&[&str]; 6] = [
            &["match", "export"],
            &["standings", "--json"],
            &["bot", "list", "--json"],
            &["audit", "--json"],
            &["league", "list", "--json"],
            &["verify"],
        ];
        commands.map(|command| asked(command, store))
    };
    let before = all(&first);

    let told = KAHUA.run(&["store", "copy", text(&data), &url]).good();
    assert!(told.contains(" verified, 0 failed\n") && told.contains("put the address of postgres://arena@"), "{told}");
    assert!(told.contains(&format!("kahua serve --data {}", data.display())) && !told.contains("secret"), "{told}");
    assert_eq!(all(&second), before);
    play_on(dir.path(), &second, 5);
    let after = all(&second);
    assert!(after[0].starts_with(&before[0]) && after[5].contains(", 0 failed"), "{}", after[5]);
    assert_eq!(all(&first), before, "the original stays as it is");

    let mut command = KAHUA.command(&["store", "copy", "env:THERE", text(&back), "--json"]);
    let made = command.env("THERE", &url).output().unwrap();
    let made = json_lines(&String::from_utf8(made.stdout).unwrap()).remove(0);
    assert_eq!((made["failed"].as_u64(), &made["verified"]), (Some(0), &made["records"]), "{made}");
    assert_eq!(all(&third), after);
    play_on(dir.path(), &third, 1);
}

#[test]
fn a_copy_that_is_killed_can_be_used_by_nobody_and_is_made_again() {
    let Some(server) = Postgres::shared("a_copy_that_is_killed") else { return };
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    play(&data, "40");
    let new_dir = || text(&tempfile::tempdir_in(dir.path()).unwrap().keep()).to_owned();
    let (to_dir, to_database) = (killed(&data, "--data", new_dir), killed(&data, "--store", || server.new_database()));
    for store in [["--data", &to_dir], ["--store", &to_database]] {
        for command in ["serve", "verify", "standings", "doctor"] {
            let ran = KAHUA.run(&[&[command], &store[..]].concat());
            let said = format!("{}{}", ran.out, ran.err);
            assert!(ran.code != Some(0) && said.contains("run the same `kahua store copy` again"), "{said}");
        }
        assert!(KAHUA.run(&["store", "copy", text(&data), store[1]]).good().contains("40 verified, 0 failed"));
        assert!(asked(&["verify"], &store).contains("40 verified, 0 failed"));
    }
}

const COPIES_MAX: u32 = 100;

/// The place of a copy that was killed on the way. If a copy is faster than this test, another one follows.
fn killed(data: &Path, option: &str, new_place: impl Fn() -> String) -> String {
    for _ in 0..COPIES_MAX {
        let to = new_place();
        let place = location(&[option, &to]);
        let is_unfinished = || matches!(Reader::open(&place), Err(StoreError::Unfinished { .. }));
        let mut command = KAHUA.command(&["store", "copy", text(data), &to]);
        let mut copying = command.stdout(Stdio::null()).spawn().unwrap();
        soon(|| (is_unfinished() || copying.try_wait().unwrap().is_some()).then_some(()));
        copying.kill().unwrap();
        copying.wait().unwrap();
        if is_unfinished() {
            return to;
        }
    }
    panic!("{COPIES_MAX} copies were faster than this test");
}

#[test]
fn what_cannot_be_copied_is_refused_with_a_remedy_and_without_a_password() {
    let dir = tempfile::tempdir().unwrap();
    let (data, other) = (dir.path().join("data"), dir.path().join("other"));
    play(&data, "2");
    play(&other, "2");
    let refused = |from: &str, to: &str, code| KAHUA.run(&["store", "copy", from, to]).failed(code);
    let (data_text, other_text, new) = (text(&data), text(&other), dir.path().join("new"));
    for (from, to, code, expected) in [
        (data_text, other_text, 2, "a copy replaces none: name another place"),
        (data_text, data_text, 2, "would be copied to itself"),
        (text(&new), other_text, 2, "there is no store at"),
        ("env:KAHUA_NOT_SET", text(&new), 2, "FROM: the environment variable KAHUA_NOT_SET isn't set"),
        (data_text, "postgre://arena:s3cret@localhost/l", 2, "TO: the address of the PostgreSQL database is not valid"),
        (data_text, "postgres://arena:s3cret@127.0.0.1:1/l", 3, "Connection refused"),
    ] {
        let said = refused(from, to, code);
        assert!(said.contains(expected) && !said.contains("s3cret"), "{said}");
    }
    let mut arena = Arena::start(&data);
    assert!(refused(data_text, text(&new), 3).contains("is in use: stop the arena"));
    assert_eq!(arena.stop(), Some(0));
    assert!(!new.exists());

    tamper(&data, "UPDATE records SET digest = zeroblob(32) WHERE number = 2");
    let damaged = KAHUA.run(&["store", "copy", data_text, text(&new)]);
    assert_eq!(damaged.code, Some(1));
    assert!(damaged.out.contains("1 verified, 2 failed") && damaged.err.contains("or --accept-damage"), "{damaged:?}");
    assert!(KAHUA.run(&["standings", "--data", text(&new)]).failed(3).contains("an unfinished copy"));
    let accepted = KAHUA.run(&["store", "copy", data_text, text(&new), "--accept-damage"]).good();
    assert!(accepted.contains("To go on with the copy: kahua serve --data"), "{accepted}");
}
