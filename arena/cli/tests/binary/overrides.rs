//! `kahua league`, `kahua bot` and `kahua organizer`, in a running arena and on its data directory.

use std::fs;
use std::path::Path;

use kahua_tests::{Ran, json_lines, root, soon};
use serde_json::Value;

use crate::KAHUA;
use crate::arena::Arena;

const SETTINGS: &str = "
    [[bot]]
    name = 'ann'
    house = 'first-legal'
    [[bot]]
    name = 'bob'
    house = 'first-legal'
    [[bot]]
    name = 'cid'
    house = 'first-legal'
    [[league]]
    name = 'spring'
    game = 'haleakala'
    bots = ['ann', 'bob', 'cid']
    sets = 10";

/// A folder with settings and a data directory, and the token of an organizer.
struct League {
    folder: tempfile::TempDir,
    token: String,
}

impl League {
    fn new() -> League {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("arena.toml"), SETTINGS).unwrap();
        let mut place = League { folder, token: String::new() };
        place.token = place.stored(&["organizer", "token", "me"]).good().trim().to_owned();
        place
    }

    fn data(&self) -> String {
        self.folder.path().join("data").display().to_string()
    }

    /// An arena to which all bots have connected.
    fn serve(&self) -> Arena {
        let settings = self.folder.path().join("arena.toml");
        let arena = Arena::serve("true", Path::new(&self.data()), &["--config", settings.to_str().unwrap()]);
        soon(|| (arena.logged("bot connected") >= 3).then_some(()));
        arena
    }

    fn stored(&self, args: &[&str]) -> Ran {
        KAHUA.run(&[args, &["--data", &self.data()]].concat())
    }

    fn asked(&self, arena: &Arena, args: &[&str]) -> Ran {
        let args = [args, &["--addr", &arena.addr]].concat();
        Ran::of(&KAHUA.command(&args).env("KAHUA_TOKEN", &self.token).output().unwrap())
    }
}

fn status(ran: Ran) -> Value {
    json_lines(&ran.good()).remove(0)
}

#[test]
fn every_command_works_in_a_running_arena_and_on_its_data() {
    let place = League::new();
    let arena = place.serve();
    type Run<'a> = &'a dyn Fn(&[&str]) -> Ran;
    let over_the_wire: Run<'_> = &|args| place.asked(&arena, args);
    organize(over_the_wire);
    let season = over_the_wire(&["league", "season", "spring"]).good();
    assert_eq!(season, "League spring is in season 2 now.\n");
    assert!(over_the_wire(&["bot", "kick", "dan"]).failed(2).contains("bot dan isn't connected"));

    let served = place.stored(&["league", "list"]).failed(2);
    assert!(served.contains("give its address with --addr"), "{served}");
    for args in [["league", "pause", "spring"], ["league", "season", "spring"], ["bot", "add", "eve"]] {
        let refused = place.stored(&args).failed(2);
        assert!(refused.contains("an arena serves the data directory"), "{refused}");
    }
    let anybody = KAHUA.run(&["league", "pause", "spring", "--addr", &arena.addr]).failed(3);
    assert!(anybody.contains("requires an organizer's token"), "{anybody}");
    arena.stop();

    let on_the_data: Run<'_> = &|args| place.stored(args);
    let kept = status(on_the_data(&["league", "status", "spring", "--json"]));
    assert_eq!((&kept["league"]["season"], &kept["state"]), (&2.into(), &"STATE_IDLE".into()));
    assert_eq!((&kept["league"]["game"], &kept["format"]), (&"haleakala".into(), &"round-robin".into()));
    organize(on_the_data);
    assert_eq!(on_the_data(&["league", "season", "spring"]).good(), "League spring is in season 3 now.\n");
    assert!(on_the_data(&["bot", "kick", "dan"]).failed(2).contains("give the address of a running arena with --addr"));

    let acts = json_lines(&on_the_data(&["audit", "--json", "--limit", "100"]).good());
    let noted = |who: &str| {
        let of = acts.iter().filter(|act| act["who"].as_str().unwrap().starts_with(who) && act["outcome"] == "done");
        let mut acts: Vec<String> = of.map(|act| format!("{} {}", act["what"], act["arguments"])).collect();
        // Only a running arena logs acts that had no effect.
        acts.retain(|act| !act.contains("Kick"));
        acts.dedup();
        acts
    };
    let (wire, data) = (noted("token "), noted("kahua"));
    assert!(wire.len() > 10, "{wire:?}");
    assert_eq!(data[0], "\"CreateOrganizer\" \"me\"");
    assert_eq!(data[1..], wire, "the same is noted in both ways");
}

/// Acts that both can do.
fn organize(run: &dyn Fn(&[&str]) -> Ran) {
    let quiet = |args: &[&str]| assert_eq!(run(args).good(), "", "{args:?}");
    let league = || status(run(&["league", "status", "spring", "--json"]));
    let changes = || league()["changes"].clone();

    quiet(&["league", "pause", "spring"]);
    assert_eq!((&league()["state"], &changes()["paused"]), (&"STATE_PAUSED".into(), &true.into()));
    let list = run(&["league", "list"]).good();
    assert!(list.contains("spring") && list.contains("paused"), "{list}");
    quiet(&["league", "resume", "spring"]);
    quiet(&["league", "pause"]);
    assert_eq!((&league()["state"], &changes()["paused"]), (&"STATE_PAUSED".into(), &false.into()));
    quiet(&["league", "resume"]);

    let _planned = run(&["league", "extend", "spring", "--sets", "20"]).good();
    assert_eq!(changes()["length"], serde_json::json!({"sets": 20}));
    let refused = run(&["league", "extend", "spring", "--sets", "5"]).failed(2);
    assert!(refused.contains("it has sets = 20 now; give more"), "{refused}");
    let unknown = run(&["league", "extend", "springg", "--sets", "5"]).failed(2);
    assert!(unknown.contains("there is no league \"springg\" here; there is spring"), "{unknown}");

    quiet(&["league", "withdraw", "spring", "cid"]);
    assert_eq!(changes()["withdrawn"], serde_json::json!(["cid"]));
    let shown = run(&["league", "status", "spring"]).good();
    for expected in ["sets = 20 (by hand; the settings say sets = 10)", "withdrawn   cid"] {
        assert!(shown.contains(expected), "{shown}");
    }
    quiet(&["league", "withdraw", "spring", "cid", "--undo"]);
    assert_eq!(changes()["withdrawn"], serde_json::json!([]));

    quiet(&["league", "suspend", "cid", "--reason", "asks for a break"]);
    let bots = run(&["bot", "list"]).good();
    assert!(bots.contains("asks for a break"), "{bots}");
    let standings = run(&["standings"]).good();
    assert!(standings.ends_with("cid is suspended: asks for a break\n"), "{standings}");
    quiet(&["league", "let-back", "cid"]);
    assert!(run(&["league", "let-back", "cid"]).failed(2).contains("bot cid isn't suspended"));

    assert_eq!(run(&["bot", "add", "dan"]).good().trim().len(), 64);
    assert!(run(&["bot", "add", "dan"]).failed(2).contains("there is already a bot dan"));
    assert_eq!(run(&["bot", "token", "dan"]).good().trim().len(), 64);
    quiet(&["bot", "revoke", "dan"]);
    assert!(run(&["bot", "revoke", "dan"]).failed(2).contains("there is no bot dan with a token"));
    assert_eq!(run(&["organizer", "token", "other"]).good().trim().len(), 64);
    quiet(&["organizer", "revoke", "other"]);
    assert!(run(&["organizer", "revoke", "other"]).failed(2).contains("only me has one"));
    assert!(
        run(&["organizer", "revoke", "me"]).failed(2).contains("me is the last organizer: make a token for another")
    );

    let report = status(run(&["report", "--week", "--json"]));
    let acts = report["acts"].as_array().unwrap().iter().map(|act| act["what"].as_str().unwrap());
    for expected in ["Suspend", "SetLeaguePaused", "RevokeOrganizer"] {
        assert!(acts.clone().any(|act| act == expected), "{expected} in {report}");
    }
    let text = run(&["report"]).good();
    assert!(text.contains("asks for a break") && text.contains("The store has"), "{text}");
}

#[test]
fn the_commands_on_the_page_about_leagues_do_what_it_says() {
    let page = fs::read_to_string(root().join("docs/leagues.md")).unwrap();
    let section = page.split("## Running a league by hand").nth(1).unwrap().split("\n## ").next().unwrap();
    let in_tables = section.lines().filter(|line| line.starts_with("| ")).flat_map(|line| line.split('`'));
    let blocks = section.split("```sh\n").skip(1).flat_map(|block| block.split("```").next().unwrap().lines());
    let commands: Vec<&str> = blocks.chain(in_tables).filter_map(|text| text.strip_prefix("kahua ")).collect();
    assert!(commands.len() >= 14, "{commands:?}");

    let place = League::new();
    let arena = place.serve();
    for command in commands.iter().filter(|command| !command.starts_with("organizer")) {
        let words = shell_words::split(command).unwrap();
        let mut args: Vec<&str> = words.iter().map(String::as_str).collect();
        let data = place.data();
        if let Some(at) = args.iter().position(|word| ["--addr", "--data"].contains(word)) {
            args[at + 1] = if args[at] == "--addr" { &arena.addr } else { &data };
        } else {
            args.extend(["--addr", &arena.addr]);
        }
        if *command == "bot kick ann" {
            // A bot that the arena has just let back may still be connecting.
            soon(|| (place.asked(&arena, &["bot", "kick", "ann"]).code == Some(0)).then_some(()));
            continue;
        }
        let ran = Ran::of(&KAHUA.command(&args).env("KAHUA_TOKEN", &place.token).output().unwrap());
        assert_eq!(ran.code, Some(0), "kahua {command}: {}", ran.err);
    }
    let list = place.asked(&arena, &["league", "list"]).good();
    let columns = |text: &str| text.lines().next().unwrap().split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(columns(&list), columns(section.split("```text\n").nth(1).unwrap()));
    arena.stop();
}
