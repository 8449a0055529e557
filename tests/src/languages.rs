//! The sample bots of every language: what must be there for them, and how they are started.

use std::path::PathBuf;

use crate::{has_file, has_tool, root, skipped};

/// A language with sample bots.
#[derive(Debug)]
pub struct Language {
    /// Its folder in `sample-bots`.
    pub name: &'static str,
    /// How its own tests are run, in its folder.
    pub tests: &'static [&'static str],
    /// What must be there for its bots.
    needs: Needs,
    /// The sample bots, each with its command: first-legal, random, and one that knows a game. `{}` stands for the
    /// language's folder.
    bots: [(&'static str, &'static str); 3],
    /// The program that makes mistakes: its file, and its command.
    mistakes: [&'static str; 2],
    /// The bot that looks ahead by the rules: its file, and its command.
    looks_ahead: [&'static str; 2],
}

/// What must be there for a language's bots.
#[derive(Debug)]
enum Needs {
    /// This file in its folder, which `sample-bots/build` makes.
    Built(&'static str),
    /// This command, successful.
    Command(&'static str, &'static [&'static str]),
}

/// Flags of Java for processes that are too short for its second compiler and for more than one thread that collects garbage:
/// these would take more than half of the time.
macro_rules! short_run {
    () => {
        "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
    };
}

/// The command of a bot in Java.
macro_rules! java {
    ($class:literal) => {
        concat!("java ", short_run!(), " -cp {}/target/kahua-bots.jar dev.kahua.bots.", $class)
    };
}

/// All languages but Rust, whose bots are in `kahua` itself.
pub const LANGUAGES: [Language; 5] = [
    Language {
        name: "python",
        needs: Needs::Command("python3", &["-c", "import kahua"]),
        tests: &["python3", "-m", "unittest", "discover", "tests"],
        bots: [
            ("first-legal", "python3 {}/first_legal.py"),
            ("random", "python3 {}/random_bot.py"),
            ("greedy", "python3 {}/greedy.py"),
        ],
        mistakes: ["mistakes.py", "python3 {}/mistakes.py"],
        looks_ahead: ["lookahead.py", "python3 {}/lookahead.py"],
    },
    Language {
        name: "typescript",
        needs: Needs::Built("dist/bots/builder.js"),
        // They are built already. To build them again would change files under the bots of tests that run beside it.
        tests: &["npm", "run", "--silent", "test:built"],
        bots: [
            ("first-legal", "node {}/dist/bots/first_legal.js"),
            ("random", "node {}/dist/bots/random.js"),
            ("builder", "node {}/dist/bots/builder.js"),
        ],
        mistakes: ["dist/bots/mistakes.js", "node {}/dist/bots/mistakes.js"],
        looks_ahead: ["dist/bots/lookahead.js", "node {}/dist/bots/lookahead.js"],
    },
    Language {
        name: "go",
        needs: Needs::Built("bin/builder"),
        tests: &["go", "test", "./..."],
        bots: [("first-legal", "{}/bin/first-legal"), ("random", "{}/bin/random"), ("builder", "{}/bin/builder")],
        mistakes: ["bin/mistakes", "{}/bin/mistakes"],
        looks_ahead: ["bin/lookahead", "{}/bin/lookahead"],
    },
    Language {
        name: "java",
        needs: Needs::Built("target/kahua-bots.jar"),
        tests: &["mvn", "--batch-mode", "--quiet", concat!("-DargLine=", short_run!()), "test"],
        bots: [("first-legal", java!("FirstLegal")), ("random", java!("Random")), ("builder", java!("Builder"))],
        mistakes: ["target/kahua-bots.jar", java!("Mistakes")],
        looks_ahead: ["target/kahua-bots.jar", java!("LookAhead")],
    },
    Language {
        name: "cpp",
        needs: Needs::Built("build/builder"),
        tests: &["ctest", "--test-dir", "build", "--output-on-failure"],
        bots: [("first-legal", "{}/build/first-legal"), ("random", "{}/build/random"), ("builder", "{}/build/builder")],
        mistakes: ["build/mistakes", "{}/build/mistakes"],
        looks_ahead: ["build/lookahead", "{}/build/lookahead"],
    },
];

/// The bots without gRPC: shell and awk over the bridge, each with its command.
#[must_use]
pub fn bridged() -> [(&'static str, String); 2] {
    let folder = root().join("sample-bots/shell");
    let folder = folder.display();
    [
        ("sh-first-legal", format!("kahua bridge --matches 4 -- {folder}/first-legal.sh")),
        ("awk-random", format!("kahua bridge --matches 4 -- awk -W interactive -f {folder}/random.awk")),
    ]
}

/// The languages whose bots can be started here.
pub fn languages() -> impl Iterator<Item = &'static Language> {
    LANGUAGES.iter().filter(|language| language.is_there())
}

/// The language with this name.
///
/// # Panics
/// If there is none.
#[must_use]
pub fn language(name: &str) -> &'static Language {
    LANGUAGES.iter().find(|language| language.name == name).unwrap_or_else(|| panic!("there are no bots in {name}"))
}

impl Language {
    /// Where its bots and their library are.
    #[must_use]
    pub fn folder(&self) -> PathBuf {
        root().join("sample-bots").join(self.name)
    }

    /// Whether its bots can be started; if not, that is said, and with `KAHUA_REQUIRE_ALL=1` it is a failure. If
    /// `KAHUA_LANGUAGES` names languages, only those are meant to be tried.
    ///
    /// # Panics
    /// If they can't where everything is required.
    #[must_use]
    pub fn is_there(&self) -> bool {
        let name = self.name;
        let named = std::env::var("KAHUA_LANGUAGES");
        if named.is_ok_and(|languages| !languages.split_whitespace().any(|language| language == name)) {
            skipped::note(&format!("the {name} bots, which KAHUA_LANGUAGES doesn't name"));
            return false;
        }
        match self.needs {
            Needs::Command(program, args) => has_tool(&format!("the {name} bots"), program, args),
            Needs::Built(made) => {
                has_file(&format!("the {name} bots"), &self.folder().join(made), &format!("sample-bots/build {name}"))
            }
        }
    }

    /// The command of its program that takes the first legal action, but makes the mistake that KAHUA_MISTAKE names. `None`
    /// if it can't be started, which is said as by [`is_there`](Self::is_there).
    ///
    /// # Panics
    /// If it can't be started where everything is required.
    #[must_use]
    pub fn mistakes(&self) -> Option<String> {
        self.command_of("the mistakes of", self.mistakes)
    }

    /// The command of its bot that looks ahead by the rules. `None` if it can't be started, which is said as by
    /// [`is_there`](Self::is_there).
    ///
    /// # Panics
    /// If it can't be started where everything is required.
    #[must_use]
    pub fn looks_ahead(&self) -> Option<String> {
        self.command_of("the bot that looks ahead in", self.looks_ahead)
    }

    fn command_of(&self, what: &str, [file, command]: [&'static str; 2]) -> Option<String> {
        let test = format!("{what} {}", self.name);
        let build = format!("sample-bots/build {}", self.name);
        let there = self.is_there() && has_file(&test, &self.folder().join(file), &build);
        there.then(|| command.replace("{}", &self.folder().display().to_string()))
    }

    /// The commands of its sample bots.
    pub fn commands(&self) -> impl Iterator<Item = String> {
        (0..self.bots.len()).map(|which| self.command(which))
    }

    /// The command of one of its sample bots: 0 is first-legal, 1 random, and 2 knows a game.
    #[must_use]
    pub fn command(&self, which: usize) -> String {
        self.bots[which].1.replace("{}", &self.folder().display().to_string())
    }

    /// This sample bot as `--bot` takes it: `NAME=COMMAND`.
    #[must_use]
    pub fn bot(&self, which: usize) -> String {
        format!("{}-{}={}", self.name, self.bots[which].0, self.command(which))
    }
}
