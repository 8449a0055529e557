//! The pages of a running arena, read as a browser reads them.

use std::io::{Read, Write};
use std::net::TcpStream;

use kahua_tests::json_lines;

use crate::KAHUA;
use crate::arena::Arena;

/// The answer to a request for this path, with its head.
fn get(arena: &Arena, path: &str) -> String {
    let mut connection = TcpStream::connect(&arena.addr).unwrap();
    let (host, mut answer) = (&arena.addr, Vec::new());
    write!(connection, "GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n").unwrap();
    connection.read_to_end(&mut answer).unwrap();
    String::from_utf8(answer).unwrap()
}

fn page(arena: &Arena, path: &str) -> String {
    let answer = get(arena, path);
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{path}: {answer}");
    assert!(answer.contains("content-security-policy: default-src 'none';"), "{path}: {answer}");
    answer
}

#[test]
fn the_pages_of_an_arena_tell_of_leagues_bots_and_matches() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    let bots = ["--bot", "ann=house:random", "--bot", "bob=house:first-legal", "--bot", "cid=house:random"];
    let words = format!("play --game haleakala --matches 12 --seed 1 --data {}", data.display());
    let _table = KAHUA.run(&words.split(' ').chain(bots).collect::<Vec<_>>()).good();
    let listed = KAHUA.run(&["match", "list", "--data", data.to_str().unwrap(), "--bot", "ann", "--json"]).good();
    let id = json_lines(&listed)[0]["match_id"].as_str().unwrap().to_owned();

    let config = dir.path().join("arena.toml");
    std::fs::write(&config, "[[league]]\nname = 'spring cup'\ngame = 'hawaii'\nseats = 3\nsets = 1\n").unwrap();
    let arena = Arena::serve("true", &data, &["--config", config.to_str().unwrap()]);
    let home = page(&arena, "/");
    assert!(home.contains("No bot is connected") && home.contains("spring~20cup/"), "{home}");
    assert!(page(&arena, "/leagues/").contains("waiting for bots"));
    assert!(page(&arena, "/leagues/spring~20cup/").contains("No rated match has ended yet."));
    let league = page(&arena, "/leagues/play/");
    assert!(league.contains("12 rated matches") && league.contains("?against=bob"), "{league}");
    assert!(page(&arena, "/leagues/play/?season=1&against=bob").contains("Ahead of"));
    assert!(page(&arena, "/bots/").contains("../bots/cid/"));
    let bot = page(&arena, "/bots/ann/");
    assert!(
        ["Head to head", "Think time", "There was none in the latest 8 matches"].iter().all(|part| bot.contains(part))
    );
    assert!(page(&arena, "/compare/?bot=ann&other=bob&league=").contains("95 % interval"));
    assert!(page(&arena, "/matches/?bot=ann&game=&league=play&running=no&page=").contains(&id));

    for (path, problem) in [
        ("/leagues/autumn/", "autumn"),
        ("/bots/nobody/", "nobody"),
        ("/compare/?bot=ann&other=nobody", "nobody"),
        ("/matches/?game=chess", "chess"),
    ] {
        let answer = get(&arena, path);
        assert!(answer.starts_with("HTTP/1.1 404 Not Found\r\n") && answer.contains(problem), "{path}: {answer}");
    }
    let mistyped = get(&arena, "/matches/?bot=nobody&game=haleakala");
    assert!(mistyped.starts_with("HTTP/1.1 404 Not Found\r\n") && mistyped.contains("no bot named"), "{mistyped}");
    assert!(mistyped.contains("name=\"bot\" value=\"nobody\""), "the form stays: {mistyped}");
    assert!(get(&arena, "/matches/?page=soup").starts_with("HTTP/1.1 400 Bad Request\r\n"));
}
