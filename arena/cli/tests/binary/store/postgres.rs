//! Commands on a store in a PostgreSQL database.

use kahua_tests::postgres::Postgres;
use kahua_tests::soon;

use super::text;
use crate::KAHUA;
use crate::arena::Arena;

#[test]
fn organizers_commands_and_readers_find_the_store_in_a_database() {
    let Some(server) = Postgres::shared("organizers_commands_and_readers") else { return };
    let (dir, url) = (tempfile::tempdir().unwrap(), server.new_database());
    let run = |args: &[&str]| KAHUA.run(&[args, &["--data", text(dir.path()), "--store", &url]].concat());
    let missing = run(&["standings"]).failed(2);
    assert!(missing.contains("there is no store at postgres://arena@") && !missing.contains("secret"), "{missing}");

    let _token = run(&["bot", "add", "ann"]).good();
    assert!(run(&["bot", "list"]).good().contains("ann"));
    assert!(run(&["audit"]).good().contains("CreateBot"));
    assert!(run(&["verify"]).good().contains("0 verified, 0 failed"));
    assert!(run(&["doctor"]).good().contains("no arena is using the data"));
    assert!(run(&["backup", "copy.db"]).failed(2).contains("pg_dump"));
    assert!(run(&["compact"]).failed(2).contains("VACUUM FULL"));
    assert_eq!(dir.path().read_dir().unwrap().count(), 0, "nothing of the store lies in the data directory");
}

#[test]
fn an_address_that_is_wrong_is_told_without_its_password() {
    let Some(server) = Postgres::shared("an_address_that_is_wrong") else { return };
    for (url, code, expected) in [
        (server.url("arena", "s3cret", "postgres"), 3, "password authentication failed"),
        ("postgres://arena:s3cret@127.0.0.1:1/l".to_owned(), 3, "Connection refused"),
        ("postgre://arena:s3cret@localhost/l".to_owned(), 2, "expected postgres://USER:PASSWORD@HOST:PORT/DATABASE"),
    ] {
        let said = KAHUA.run(&["standings", "--store", &url]).failed(code);
        assert!(said.contains(expected) && !said.contains("s3cret"), "{said}");
    }
}

#[test]
fn a_node_whose_name_another_one_takes_ends_and_says_why() {
    let Some(server) = Postgres::shared("a_node_whose_name_another_one_takes") else { return };
    let (dir, url) = (tempfile::tempdir().unwrap(), server.new_database());
    let settings = dir.path().join("arena.toml");
    std::fs::write(&settings, "node = { name = 'east' }").unwrap();
    let serve =
        |data: &str| Arena::serve("true", &dir.path().join(data), &["--store", &url, "--config", text(&settings)]);
    let mut first = serve("first");
    let second = serve("second");
    let status = soon(|| first.process.try_wait().unwrap());
    assert_eq!(status.code(), Some(2), "{:?}", first.log.lock());
    soon(|| (first.logged("give each its own name, with `node = { name = … }`") == 1).then_some(()));
    second.stop();
}
