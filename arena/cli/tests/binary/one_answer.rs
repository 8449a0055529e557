//! A running arena and its data directory give the same answers to the same questions.

use std::fs;
use std::path::Path;

use kahua_proto::pb::arena::v1 as pb;
use kahua_store::Store;
use kahua_tests::{Ran, json_lines, soon};
use serde_json::Value;

use crate::KAHUA;
use crate::arena::Arena;

/// The questions for both. Both must refuse unknown names. Records as JSON are left out: an arena hides the seed of a
/// set that isn't over.
const QUESTIONS: [&str; 64] = [
    "standings",
    "standings --json",
    "standings --csv",
    "standings --elo",
    "standings --season 1",
    "standings --season 9",
    "standings --season all",
    "standings --season 0",
    "standings --season all --json",
    "standings --season all --league play",
    "standings --season all --game haleakala --seats 2",
    "standings --season all --seats 5",
    "standings --season 1 --against r",
    "standings --season all --against crash --json",
    "standings --against nobody",
    "standings --against quiet",
    "standings --league nowhere",
    "standings --game chess",
    "standings --season 1 --anchor g=2000",
    "standings --season all --anchor r=1500 --csv",
    "standings --season 1 --anchor g=2000 --against f",
    "standings --anchor nobody=1500",
    "standings --anchor quiet=1500",
    "standings --cross",
    "standings --cross --season all",
    "standings --cross --season 1 --csv",
    "standings --cross --season all --seats 3",
    "standings --cross --league nowhere",
    "standings --league waiting",
    "standings --league cup",
    "standings --league cup --csv",
    "standings --season 1 --anchor g=2000 --json",
    "compare g r --season 1",
    "compare g r --season 1 --json",
    "compare g r --seats 3",
    "compare g nobody",
    "compare g quiet",
    "compare g r --league waiting",
    "compare g r --league nowhere",
    "match list",
    "match list --json --bot g",
    "match list --bot quiet",
    "match list --bot nobody",
    "match list --season 2 --ended",
    "match list --running",
    "match list --limit 3",
    "match list --league waiting",
    "match list --league nowhere",
    "match export --season 1 --format csv",
    "match export --format pgn",
    "match export --bot crash --format csv",
    "match export --bot nobody",
    "match export --bot quiet",
    "faults",
    "faults --bot crash --limit 1",
    "faults --bot later --limit 1 --json",
    "faults --bot quiet",
    "faults --bot nobody",
    "faults --league nowhere",
    "league seeds play --count 2",
    "league seeds nowhere --count 2",
    "league seeds cup --count 2",
    "correction list",
    "correction list --json",
];

/// A league whose standings have a scale of their own, and one that waits for a bot.
const LEAGUES: &str = "
    [[bot]]
    name = 'ann'
    house = 'greedy'
    [[bot]]
    name = 'bob'
    house = 'random'
    [[league]]
    name = 'cup'
    game = 'haleakala'
    seed = '1'
    bots = ['ann', 'bob']
    anchor = { ann = 2000 }
    [[league]]
    name = 'waiting'
    game = 'hawaii'
    bots = ['ann', 'absent']";

#[test]
fn a_running_arena_and_its_data_directory_answer_alike() {
    let dir = tempfile::tempdir().unwrap();
    store(dir.path());
    let ([id, annulled], settings) = (stored_ids(dir.path()), dir.path().join("arena.toml"));
    fs::write(&settings, LEAGUES).unwrap();
    let data = ["--data", dir.path().to_str().unwrap()];
    let _annulled = KAHUA.run(&[&["match", "annul", &annulled, "--why", "it was a trial"], &data[..]].concat()).good();
    let arena = Arena::serve("true", dir.path(), &["--config", settings.to_str().unwrap()]);
    soon(|| ask(&["league", "status", "cup"], &["--addr", &arena.addr]).contains("state       over").then_some(()));
    for question in QUESTIONS {
        let stored = one_answer(question, dir.path(), &arena);
        let is_known = !["nobody", "nowhere", "chess", "--season 0"].iter().any(|name| question.contains(name));
        assert_eq!(stored.code, Some(if is_known { 0 } else { 2 }), "{question}\n{}", stored.err);
    }
    let of_match = [
        "match replay ID",
        "match replay ID --at 9",
        "match replay x",
        "match export ID --bot nobody",
        "match export ID --bot g --format csv",
        "asks --match ID",
        "asks --match x",
    ];
    for question in of_match.map(|question| question.replace("ID", &id)) {
        let _answer = one_answer(&question, dir.path(), &arena);
    }
    let shown = |place: [&str; 2]| KAHUA.run(&[&["match", "show", &id], &place[..]].concat()).good();
    let (stored, live) = (shown(["--data", dir.path().to_str().unwrap()]), shown(["--addr", &arena.addr]));
    // A directory also has the changes of the ratings.
    let facts = |shown: &str| shown.split("\n\n").next().unwrap().to_owned();
    assert_eq!(facts(&stored), facts(&live));
    assert!(stored.contains(" -> ") && !live.contains(" -> ") && live.contains("think time"), "{stored}\n{live}");

    let store = ["standings", "--addr", &arena.addr, "--store", "postgres://arena@localhost/league"];
    assert!(KAHUA.run(&store).failed(2).contains("--store is for a data directory"));

    let limited = KAHUA.run(&["faults", "--bot", "crash", "--limit", "1", "--addr", &arena.addr]).good();
    assert!(limited.starts_with("crash"), "the newest match with a fault is one of another bot: {limited}");
}

#[test]
fn matches_whose_moves_were_removed_are_told_alike() {
    let dir = tempfile::tempdir().unwrap();
    store(dir.path());
    let [id, _] = stored_ids(dir.path());
    let data = ["--data", dir.path().to_str().unwrap()];
    let _removed = KAHUA.run(&[&["compact", "--older-than", "0d"], &data[..]].concat()).good();
    let arena = Arena::serve("true", dir.path(), &[]);
    for question in ["match export", "match export --season 1 --format csv", "match export --format pgn", "faults"] {
        assert_eq!(one_answer(question, dir.path(), &arena).code, Some(0), "{question}");
    }
    for place in [data, ["--addr", &arena.addr]] {
        let shown = ask(&["match", "show", &id], &place);
        assert!(shown.contains("which were removed on"), "{shown}");
        let refused = KAHUA.run(&[&["match", "replay", &id], &place[..]].concat()).failed(2);
        assert!(refused.contains("its arena keeps moves for a limited time"), "{refused}");
    }
    arena.stop();
}

/// The answer of the directory, which must be that of the arena, too.
fn one_answer(question: &str, data: &Path, arena: &Arena) -> Ran {
    let words: Vec<&str> = question.split(' ').collect();
    let stored = KAHUA.run(&[&words[..], &["--data", data.to_str().unwrap()]].concat());
    let live = KAHUA.run(&[&words[..], &["--addr", &arena.addr]].concat());
    assert_eq!((stored.code, &stored.out), (live.code, &live.out), "{question}\n{}\n{}", stored.err, live.err);
    stored
}

/// The two newest matches in which nobody had a fault.
fn stored_ids(data: &Path) -> [String; 2] {
    let listed = KAHUA.run(&["match", "list", "--json", "--season", "1", "--data", data.to_str().unwrap()]).good();
    let listed = json_lines(&listed);
    [0, 1].map(|at: usize| listed[at]["match_id"].as_str().unwrap().to_owned())
}

const KNOCKOUT: &str = "
    [[bot]]
    name = 'ann'
    house = 'greedy'
    [[bot]]
    name = 'bob'
    house = 'first-legal'
    [[bot]]
    name = 'cid'
    house = 'greedy'
    [[bot]]
    name = 'dan'
    house = 'first-legal'
    [[league]]
    name = 'final'
    game = 'haleakala'
    format = 'knockout'
    bots = ['ann', 'bob', 'cid', 'dan']
    third_place = true";

#[test]
fn a_knock_out_has_the_same_rounds_and_ranks_in_its_arena_in_its_data_directory_and_on_its_site() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let (data, settings, site) = (path("data"), path("arena.toml"), path("site"));
    fs::write(&settings, KNOCKOUT).unwrap();
    let arena = Arena::serve("true", data.as_ref(), &["--config", &settings]);
    let addr = arena.addr.clone();
    let (live, stored) = (["--addr", &addr], ["--data", &data]);
    let over = soon(|| {
        let status = json_lines(&ask(&["league", "status", "final", "--json"], &live)).remove(0);
        (status["state"] == "STATE_OVER").then(|| status["knockout"].clone())
    });
    let played = answers(&live);
    assert_eq!((&played.0, over.as_array().unwrap().len()), (&over, 2));
    let [semi_finals, last] = [0, 1].map(|at| &over[at]["tables"]);
    let name = |name: &Value| name.as_str().unwrap().to_owned();
    let [winner, third] = [0, 1].map(|table| name(&last[table]["winner"]));
    let finalist = last[0]["bots"].as_array().unwrap().iter().map(name).find(|bot| *bot != winner).unwrap();
    assert_eq!(ranks(&played.1)[..3], [("1", &*winner), ("2", &*finalist), ("3", &*third)]);

    let _site = KAHUA.run(&["site", "--out", &site, "--data", &data]).good();
    let page = fs::read_to_string(Path::new(&site).join("leagues/final/index.html")).unwrap();
    assert!(page.contains("<h2>Round 1</h2>") && page.contains("<h2>Final</h2>"), "{page}");
    assert!(page.contains("For the third place: ") && page.contains("how far each bot has come"), "{page}");
    assert_eq!(page.matches(" won.").count(), semi_finals.as_array().unwrap().len() + 2, "{page}");

    let _paused = ask(&["league", "pause", "final"], &live);
    let made = ask(&["league", "disqualify", "final", &winner, "--why", "two accounts"], &live);
    let number = made.strip_prefix("Correction ").and_then(|made| made.split(':').next()).unwrap();
    let corrected = answers(&live);
    assert_ne!(corrected, played);
    arena.stop();
    assert_eq!(answers(&stored), corrected);
    let _back = ask(&["correction", "undo", number, "--why", "it was another bot"], &stored);
    assert_eq!(answers(&stored), played);
    let seeds = ask(&["league", "seeds", "final", "--count", "2"], &stored);
    assert_eq!(seeds, format!("bots = [\"{winner}\", \"{finalist}\"]\n"));
}

/// The rounds and the standings of the knock-out.
fn answers(place: &[&str; 2]) -> (Value, String) {
    let status = json_lines(&ask(&["league", "status", "final", "--json"], place)).remove(0);
    (status["knockout"].clone(), ask(&["standings"], place))
}

/// The answer of the arena, or of the data directory, at this place.
fn ask(question: &[&str], place: &[&str; 2]) -> String {
    KAHUA.run(&[question, place].concat()).good()
}

/// The ranks and the bots in a table.
fn ranks(standings: &str) -> Vec<(&str, &str)> {
    let words = standings.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    words
        .filter(|words| words.len() > 2 && words[0].starts_with(|first: char| first.is_ascii_digit()))
        .map(|words| (words[0], words[1]))
        .collect()
}

/// A season without faults, then two seasons in which a different bot crashes each time, and a bot that is known only
/// because it is suspended.
fn store(dir: &Path) {
    let bots = ["g=house:greedy", "r=house:random", "f=house:first-legal"];
    let _table = play(dir, &bots, "12").good();
    for name in ["crash", "later"] {
        let crashes = format!("{name}={} bridge -- sh -c 'read line; exit 3'", KAHUA.path());
        let _failed = play(dir, &[&crashes, "r=house:random"], "2");
    }
    // Only the directory has the files with the output of bots.
    fs::remove_dir_all(dir.join("logs")).unwrap();
    let store = Store::open(dir.join("arena.db").as_path()).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let suspension = pb::Suspension { reason: "it is late".to_owned(), since: None };
    runtime.block_on(store.suspend(&"quiet".parse().unwrap(), &suspension)).unwrap();
}

fn play(dir: &Path, bots: &[&str], matches: &str) -> Ran {
    let play = ["play", "--game", "haleakala", "--matches", matches, "--seed", "1", "--restarts", "0"];
    let bots = bots.iter().flat_map(|bot| ["--bot", bot]);
    let args: Vec<&str> = play.into_iter().chain(bots).chain(["--data", dir.to_str().unwrap()]).collect();
    KAHUA.run(&args)
}
