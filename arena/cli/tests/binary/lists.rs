//! `kahua match list` with its filters, from a data directory and from a running arena.

use std::net::{TcpListener, TcpStream};
use std::process::{Child, Stdio};

use kahua_tests::{json_lines, soon};

use crate::KAHUA;

#[test]
fn the_same_filters_select_the_same_matches_from_a_directory_and_from_a_running_arena() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().to_str().unwrap();
    let play = ["play", "--game", "haleakala", "--matches", "2", "--seed", "1", "--data", data];
    let _table = KAHUA.run(&[&play[..], &["--bot", "a=house:first-legal", "--bot", "b=house:random"]].concat()).good();
    let all = json_lines(&KAHUA.run(&["match", "list", "--data", data, "--json"]).good());
    let players = all[0]["players"].as_array().unwrap();
    let version = players.iter().find(|player| player["name"] == "a").unwrap()["version"].as_str().unwrap();
    let league = all[0]["league"].as_str().unwrap();
    let cases: &[(&[&str], usize)] = &[
        (&[], 2),
        (&["--game", "haleakala", "--bot", "a", "--version", version, "--league", league, "--ended"], 2),
        (&["--season", "1"], 2),
        (&["--season", "2"], 0),
        (&["--running"], 0),
        (&["--version", "none"], 0),
        (&["--game", "kanaloa"], 0),
        (&["--since", "2026-01-01"], 2),
        (&["--until", "2026-01-01T00:00:00Z"], 0),
        (&["--limit", "1"], 1),
    ];
    let arena = Arena::start(data);
    for (flags, expected) in cases {
        for place in [["--data", data], ["--addr", &arena.addr]] {
            let args = [&["match", "list", "--json"], &place[..], flags].concat();
            assert_eq!(json_lines(&KAHUA.run(&args).good()).len(), *expected, "{args:?}");
        }
    }
    let table = KAHUA.run(&["match", "list", "--data", data, "--limit", "1"]).good();
    assert!(table.contains("players and places") && table.contains("... and more"), "{table}");
    let table = KAHUA.run(&["match", "list", "--addr", &arena.addr, "--running"]).good();
    assert_eq!(table, "No match was found.\n");
}

#[test]
fn filters_that_name_something_unknown_are_mistakes_of_the_command_line() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().to_str().unwrap();
    let _token = KAHUA.run(&["bot", "add", "--data", data, "ada"]).good();
    let arena = Arena::start(data);
    for (flags, expected) in [
        (&["--game", "chess"][..], "no game \"chess\""),
        (&["--league", "spring"], "league \"spring\""),
        (&["--bot", "bob"], "no bot "),
        (&["--bot", "a b"], "is not a valid bot name"),
        (&["--since", "yesterday"], "expected a date such as 2026-11-22"),
        (&["--running", "--ended"], "cannot be used with"),
        (&["--limit", "0"], "0 is not in"),
    ] {
        for place in [["--data", data], ["--addr", &arena.addr]] {
            let args = [&["match", "list"], &place[..], flags].concat();
            let error = KAHUA.run(&args).failed(2);
            assert!(error.contains(expected), "{args:?}: {error}");
        }
    }
    let both = KAHUA.run(&["match", "list", "--data", data, "--addr", &arena.addr]).failed(2);
    assert!(both.contains("cannot be used with"), "{both}");
    let nowhere = KAHUA.run(&["match", "list", "--addr", "127.0.0.1:1"]).failed(3);
    assert!(nowhere.contains("cannot reach an arena at 127.0.0.1:1"), "{nowhere}");
    for wrong in ["no where", "127.0.0.1", "ftp://127.0.0.1:1"] {
        let address = KAHUA.run(&["match", "list", "--addr", wrong]).failed(2);
        assert!(address.contains("is not a valid address of an arena: expected HOST:PORT"), "{address}");
    }
    for command in [&["standings"][..], &["match", "export"]] {
        let error = KAHUA.run(&[command, &["--data", data, "--game", "chess"]].concat()).failed(2);
        assert!(error.contains("no game \"chess\""), "{command:?}: {error}");
    }
    let error = KAHUA.run(&["standings", "--data", data, "--league", "spring"]).failed(2);
    assert!(error.contains("there is no league \"spring\" here"), "{error}");
}

#[test]
fn an_arena_that_requires_tokens_lists_its_matches_to_watchers() {
    let dir = tempfile::tempdir().unwrap();
    let (data, config) = (dir.path().join("data"), dir.path().join("arena.toml"));
    let watcher = hex::encode(kahua_play::token::hash_of("secret").0);
    std::fs::write(&config, format!("tokens = \"required\"\nwatchers = [\"{watcher}\"]\n")).unwrap();
    let arena = Arena::start_with(data.to_str().unwrap(), &["--config", config.to_str().unwrap()]);
    let list = |token: &str| {
        let mut list = KAHUA.command(&["match", "list", "--addr", &arena.addr]);
        let output = list.env("KAHUA_TOKEN", token).output().unwrap();
        (output.status.code(), [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap()))
    };
    assert_eq!(list("secret"), (Some(0), ["No match was found.\n".to_owned(), String::new()]));
    for wrong in ["", "a-guess"] {
        let (code, [_, error]) = list(wrong);
        assert_eq!(code, Some(3));
        assert!(error.contains("a watcher's or an organizer's token") && error.contains("KAHUA_TOKEN"), "{error}");
    }
}

/// An arena that ends with the test.
pub(crate) struct Arena {
    process: Child,
    pub(crate) addr: String,
}

impl Arena {
    /// Starts an arena on this data directory, and returns when it can be asked.
    pub(crate) fn start(data: &str) -> Arena {
        Arena::start_with(data, &[])
    }

    /// The same with these options.
    fn start_with(data: &str, options: &[&str]) -> Arena {
        let addr = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
        let mut serve = KAHUA.command(&[&["serve", "--listen", &addr, "--data", data], options].concat());
        let process = serve.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let arena = Arena { process, addr };
        soon(|| TcpStream::connect(&arena.addr).ok());
        arena
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        let _it_may_have_ended = self.process.kill();
        let _nothing_is_left_to_do = self.process.wait();
    }
}
