//! Divisions between whose seasons bots go up and down, and lists of bots that organizers give for a season.

use std::fs;
use std::path::{Path, PathBuf};

use kahua_tests::{Ran, json_lines, soon};
use serde_json::{Value, json};

use crate::KAHUA;
use crate::arena::Arena;

const BOTS: [(&str, &str); 4] = [("ann", "greedy"), ("bob", "first-legal"), ("cid", "greedy"), ("dan", "first-legal")];

struct Place(tempfile::TempDir);

impl Place {
    /// Settings with these leagues, in which the bots of [`BOTS`] play.
    fn write(&self, leagues: &[(&str, &str, &str)]) -> PathBuf {
        let bots = BOTS.map(|(name, house)| format!("[[bot]]\nname = '{name}'\nhouse = '{house}'\n"));
        let league = |(name, bots, rest): &(&str, &str, &str)| {
            format!("[[league]]\nname = '{name}'\ngame = 'haleakala'\nseed = '1'\nbots = {bots}\n{rest}\n")
        };
        let path = self.0.path().join("arena.toml");
        fs::write(&path, bots.join("") + &leagues.iter().map(league).collect::<String>()).unwrap();
        path
    }

    fn data(&self) -> PathBuf {
        self.0.path().join("data")
    }

    fn serve(&self, settings: &Path) -> Arena {
        Arena::serve("true", &self.data(), &["--config", settings.to_str().unwrap()])
    }

    fn stored(&self, args: &[&str]) -> Ran {
        KAHUA.run(&[args, &["--data", self.data().to_str().unwrap()]].concat())
    }
}

fn asked(arena: &Arena, args: &[&str]) -> Ran {
    KAHUA.run(&[args, &["--addr", &arena.addr]].concat())
}

/// The number of the season of a league, and its bots.
fn season(arena: &Arena, league: &str) -> (Value, Value) {
    let status = json_lines(&asked(arena, &["league", "status", league, "--json"]).good()).remove(0);
    (status["league"]["season"].clone(), status["league"]["bots"].clone())
}

fn until_over(arena: &Arena, league: &str) {
    soon(|| asked(arena, &["league", "status", league]).good().contains("state       over").then_some(()));
}

#[test]
fn bots_go_up_and_down_between_seasons_and_the_settings_count_again_when_they_change() {
    let place = Place(tempfile::tempdir().unwrap());
    let cup = ("cup", "['ann', 'bob']", "format = 'knockout'");
    let settings = place.write(&[("first", "['ann', 'bob']", ""), ("second", "['cid', 'dan']", ""), cup]);
    let arena = place.serve(&settings);
    ["first", "second", "cup"].iter().for_each(|league| until_over(&arena, league));

    let promote = ["league", "promote", "first", "second", "--count", "1"];
    let too_many = asked(&arena, &["league", "promote", "first", "second", "--count", "3"]).failed(2);
    assert!(too_many.contains("league first has 2 bots, but 3 would leave it"), "{too_many}");
    let tried = asked(&arena, &[&promote[..], &["--dry-run"]].concat()).good();
    assert_eq!(season(&arena, "first"), (json!(1), json!(["ann", "bob"])), "{tried}");
    let promoted = asked(&arena, &promote).good();
    let lines: Vec<Vec<&str>> = promoted.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[1..], [vec!["first", "2", "ann", "cid"], vec!["second", "2", "bob", "dan"]], "{promoted}");
    assert_eq!(season(&arena, "first"), (json!(2), json!(["ann", "cid"])));
    ["first", "second"].iter().for_each(|league| until_over(&arena, league));

    let seeds = ["league", "season", "cup", "--bots"];
    let unfit = asked(&arena, &[&seeds[..], &["ann"]].concat()).failed(2);
    assert!(unfit.contains("bots") && unfit.contains("2 seats need at least 2 bots"), "{unfit}");
    let twice = asked(&arena, &[&seeds[..], &["ann,ann"]].concat()).failed(2);
    assert!(twice.contains("ann is there twice"), "{twice}");
    let _begun = asked(&arena, &[&seeds[..], &["cid,ann"]].concat()).good();
    until_over(&arena, "cup");
    arena.stop();

    // The season's seeds are among its terms, and aren't those of the settings.
    let arena = place.serve(&settings);
    assert_eq!(season(&arena, "cup"), (json!(2), json!(["cid", "ann"])));
    assert_eq!(season(&arena, "second"), (json!(2), json!(["bob", "dan"])));
    let shown = asked(&arena, &["league", "status", "second"]).good();
    assert!(shown.contains("bob, dan (by hand; the settings list cid, dan)"), "{shown}");
    arena.stop();

    let listed = |status: &Value| status["league"]["bots"].clone();
    let stored = || json_lines(&place.stored(&["league", "status", "second", "--json"]).good()).remove(0);
    assert_eq!(listed(&stored()), json!(["bob", "dan"]));
    let unlisted = place.stored(&["league", "withdraw", "second", "ann"]).failed(2);
    assert!(unlisted.contains("has no bot ann on its list; there are bob, dan"), "{unlisted}");

    let back = place.stored(&promote).good();
    assert!(back.lines().any(|line| line.trim_start().starts_with("first")), "{back}");
    let settings = place.write(&[("first", "['ann', 'bob']", ""), ("second", "['dan', 'cid']", "")]);
    let arena = place.serve(&settings);
    assert_eq!(season(&arena, "first").0, json!(3));
    assert_eq!(season(&arena, "second"), (json!(3), json!(["dan", "cid"])), "the settings list others than before");
    arena.stop();
    let (status, name) = (stored(), |bot: &Value| bot["name"].clone());
    assert_eq!(listed(&status), json!(["dan", "cid"]));
    // Whether they have played or not.
    let names: Vec<Value> = status["bots"].as_array().unwrap().iter().map(name).collect();
    assert_eq!(names, ["cid", "dan"]);
}
