//! The sample bots of the other languages: each passes its own tests, and all of them meet in one round robin.

use std::path::PathBuf;
use std::process::Command;

use tests::{json_lines, root, run};

/// A language with bots that a build has to make: what it makes, how its own tests are run, and how its bots are started.
struct Language {
    name: &'static str,
    /// Made by `sample-bots/build`.
    made: &'static str,
    tests: &'static [&'static str],
    /// The commands of first-legal, random and greedy; `{}` stands for the language's folder.
    bots: [&'static str; 3],
}

const LANGUAGES: [Language; 4] = [
    Language {
        name: "typescript",
        made: "dist/bots/greedy.js",
        tests: &["npm", "test", "--silent"],
        bots: ["node {}/dist/bots/first_legal.js", "node {}/dist/bots/random.js", "node {}/dist/bots/greedy.js"],
    },
    Language {
        name: "go",
        made: "bin/greedy",
        tests: &["go", "test", "./..."],
        bots: ["{}/bin/first-legal", "{}/bin/random", "{}/bin/greedy"],
    },
    Language {
        name: "java",
        made: "target/kahua-bots.jar",
        tests: &["mvn", "--batch-mode", "--quiet", "test"],
        bots: [
            "java -cp {}/target/kahua-bots.jar dev.kahua.bots.FirstLegal",
            "java -cp {}/target/kahua-bots.jar dev.kahua.bots.Random",
            "java -cp {}/target/kahua-bots.jar dev.kahua.bots.Greedy",
        ],
    },
    Language {
        name: "cpp",
        made: "build/greedy",
        tests: &["ctest", "--test-dir", "build", "--output-on-failure"],
        bots: ["{}/build/first-legal", "{}/build/random", "{}/build/greedy"],
    },
];

impl Language {
    fn folder(&self) -> PathBuf {
        root().join("sample-bots").join(self.name)
    }

    /// Whether its bots have been built; if not, that is said, and with `KAHUA_REQUIRE_ALL=1` it is a failure.
    fn is_built(&self) -> bool {
        let name = self.name;
        let built = self.folder().join(self.made).exists();
        if !built {
            let needs = format!("the {name} bots need sample-bots/{name}/{}: sample-bots/build {name}", self.made);
            assert!(std::env::var_os("KAHUA_REQUIRE_ALL").is_none_or(|all| all != "1"), "{needs}");
            eprintln!("skipped: {needs}");
        }
        built
    }

    fn bot(&self, which: usize) -> String {
        let command = self.bots[which].replace("{}", &self.folder().display().to_string());
        format!("{}-{}={command}", self.name, ["first-legal", "random", "greedy"][which])
    }
}

#[test]
fn every_language_passes_its_own_tests() {
    for language in LANGUAGES.iter().filter(|language| language.is_built()) {
        let (program, arguments) = language.tests.split_first().expect("a command");
        let tests = Command::new(program).args(arguments).current_dir(language.folder()).output().unwrap();
        let said = String::from_utf8_lossy(&tests.stdout).into_owned() + &String::from_utf8_lossy(&tests.stderr);
        assert!(tests.status.success(), "{}: {said}", language.name);
    }
}

#[test]
fn the_greedy_bots_of_all_languages_meet_in_one_round_robin() {
    let built = LANGUAGES.iter().filter(|language| language.is_built());
    let mut bots: Vec<String> = built.map(|language| language.bot(2)).collect();
    bots.push("rust-greedy=house:greedy".to_owned());
    bots.push("rust-random=house:random".to_owned());
    round_robin("haleakala", &bots);
}

#[test]
fn bots_that_know_no_game_play_every_game_in_every_language() {
    for kind in engine::registry::all() {
        let built = LANGUAGES.iter().filter(|language| language.is_built());
        let mut bots: Vec<String> = built.flat_map(|language| [language.bot(0), language.bot(1)]).collect();
        bots.push("rust-first-legal=house:first-legal".to_owned());
        bots.push("rust-random=house:random".to_owned());
        round_robin(kind.info().name, &bots);
    }
}

/// Every pair of the bots plays one set; nobody gives a match up, and every record verifies.
fn round_robin(game: &str, bots: &[String]) {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().to_str().unwrap();
    let matches = (bots.len() * (bots.len() - 1)).to_string();
    let mut arguments = vec!["play", "--game", game, "--seats", "2", "--matches", &matches, "--data", data];
    arguments.extend(["--seed", "1", "--tc", "120s/30s~100ms"]);
    arguments.extend(bots.iter().flat_map(|bot| ["--bot", bot.as_str()]));
    let said = run(&arguments).good();
    println!("{said}");
    let standings = json_lines(&run(&["standings", "--data", data, "--json"]).good());
    assert_eq!(standings.len(), bots.len(), "{said}");
    assert!(standings.iter().all(|standing| standing["forfeits"] == 0), "{said}");
    assert!(run(&["verify", "--data", data]).good().ends_with(" verified, 0 failed\n"));
}
