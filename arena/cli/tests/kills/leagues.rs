//! A league of twelve bots at three seats and a ladder, without supervision: one bot hangs, one crashes again and
//! again, one joins halfway, one changes its version halfway, and the arena is killed twice.
//!
//! `KAHUA_LEAGUE_MATCHES` says how many matches each bot plays in the league.

use std::time::Duration;

use kahua_tests::{Ran, json_lines, soon_within};
use serde_json::Value;

use crate::arena::Arena;
use crate::guests::Guest;
use crate::{KAHUA, MACHINE, from_env};

/// How many matches each bot plays in the league unless `KAHUA_LEAGUE_MATCHES` says otherwise.
const MATCHES: u32 = 6;

/// How long the whole test may take for each match of a bot: bots that crash rest for up to a minute.
const PATIENCE_A_MATCH: Duration = Duration::from_secs(90);

const HOUSE: [&str; 6] = ["anna", "bert", "carl", "dora", "emil", "fritz"];
const GUESTS: [&str; 5] = ["gast", "hangs", "changes", "late", "inge"];

fn settings(matches: u32) -> String {
    let house = HOUSE.map(|name| format!("[[bot]]\nname = '{name}'\nhouse = 'random'\n")).concat();
    // After so many answers, and not after some time, in which a bot on a slow machine plays no match.
    let dies = r#"n=0; while read -r ask; do n=$((n+1)); [ $n -lt 3000 ] || kill -KILL $PPID; echo 0; done"#;
    let crashes = format!(r#"{} bridge -- sh -c "{dies}""#, KAHUA.path());
    let names = [&HOUSE[..], &GUESTS, &["crashes"]].concat();
    format!(
        "tokens = 'required'
suspend_after = 50
{house}
[[bot]]
name = 'crashes'
command = '{crashes}'
matches_at_once = 1
restarts = 1000
[[league]]
name = 'three'
game = 'kanaloa'
seats = 3
bots = {names:?}
matches_per_bot = {matches}
time = '3s+50ms'
[[league]]
name = 'open'
game = 'haleakala'
format = 'ladder'
time = '3s+50ms'
"
    )
}

#[test]
fn leagues_run_to_their_ends_unattended() {
    let _together = MACHINE.read();
    let matches = from_env("KAHUA_LEAGUE_MATCHES", MATCHES);
    let patience = PATIENCE_A_MATCH * matches;
    let folder = tempfile::tempdir().unwrap();
    let mut arena = Arena::new(folder.path(), &settings(matches));
    let organizer = KAHUA.run(&["organizer", "token", "me", "--data", &arena.data()]).good().trim().to_owned();
    let tokens = GUESTS.map(|name| arena.add_bot(name));
    let address = arena.address().to_owned();
    let guest = |number: usize, version: &str| Guest::start(&address, GUESTS[number], &tokens[number], version);
    let hangs = Guest::that_hangs(&address, GUESTS[1], &tokens[1]);
    let (gast, inge, changes) = (guest(0, "1"), guest(4, "1"), guest(2, "1"));
    arena.start();

    let call = |args: &[&str]| {
        let ran = KAHUA.command(&[args, &["--addr", &address]].concat()).env("KAHUA_TOKEN", &organizer).output();
        Ran::of(&ran.unwrap()).good()
    };
    let ask = |args: &[&str]| json_lines(&call(&[args, &["--json"]].concat()));
    let status = |league: &str| ask(&["league", "status", league]).remove(0);
    let has_played = |percent: u64| {
        println!("waiting for {percent} % of the league");
        soon_within(patience, || {
            let status = status("three");
            (number(&status["played"]) * 100 >= percent * number(&status["planned"])).then_some(())
        });
    };
    has_played(30);
    arena.kill_and_restart();
    // The ladder would play tens of thousands of matches until the league is over.
    let _paused = call(&["league", "pause", "open"]);
    has_played(50);
    drop(changes);
    // Its name is taken until the arena has noticed that the bot is gone.
    soon_within(patience, || {
        let status = status("three");
        let mut bots = status["bots"].as_array().unwrap().iter();
        (!bots.any(|bot| bot["name"] == GUESTS[2] && bot["connected"] == true)).then_some(())
    });
    let (changes, late) = (guest(2, "2"), guest(3, "1"));
    has_played(70);
    arena.kill_and_restart();

    println!("waiting for the league's end");
    soon_within(patience, || (status("three")["state"] == "STATE_OVER").then_some(()));
    let _resumed = call(&["league", "resume", "open"]);
    let played = |name: &str| {
        let lines = ask(&["standings", "--league", "three"]);
        let current = lines.iter().find(|line| line["name"] == name && line["current"] == true);
        current.map_or(0, |line| number(&line["matches"]))
    };
    for name in [&HOUSE[..], &GUESTS, &["crashes"]].concat() {
        assert!(
            played(name) >= u64::from(matches),
            "{name} has played {} of {matches} matches:\n{}\n{}",
            played(name),
            call(&["league", "status", "three"]),
            call(&["standings", "--league", "three"])
        );
        println!("waiting for {name} in the ladder");
        soon_within(patience, || {
            let ladder = ask(&["standings", "--league", "open"]);
            ladder.iter().any(|line| line["name"] == name && number(&line["matches"]) >= 2).then_some(())
        });
    }
    // A hang or a crash is excused if the arena is killed during it, but another one follows.
    for name in ["hangs", "crashes"] {
        println!("waiting for a fault of {name}");
        soon_within(patience, || (!ask(&["faults", "--bot", name]).is_empty()).then_some(()));
    }
    let _paused = call(&["league", "pause", "open"]);
    soon_within(patience, || (number(&status("open")["running"]) == 0).then_some(()));
    println!("{}", KAHUA.run(&["standings", "--data", &arena.data()]).good());
    println!("waiting for the arena's own tables to be those of the records; large ones follow a moment later");
    soon_within(patience, || {
        let rebuilt = json_lines(&KAHUA.run(&["standings", "--data", &arena.data(), "--json"]).good());
        (ask(&["standings"]) == rebuilt).then_some(())
    });
    arena.stop();
    drop((gast, hangs, changes, late, inge));
    println!("{}", KAHUA.run(&["verify", "--data", &arena.data()]).good());
}

/// A number, which JSON messages with 64 bits write as text; 0 if it is missing.
pub(crate) fn number(value: &Value) -> u64 {
    value.as_u64().or_else(|| value.as_str()?.parse().ok()).unwrap_or(0)
}
