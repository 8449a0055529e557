//! The sample bots of every language: what must be there for them, and how they are started.

use std::path::PathBuf;

use crate::{has_tool, root};

/// The names of the sample bots, the same in every language.
pub const BOTS: [&str; 3] = ["first-legal", "random", "greedy"];

/// A language with sample bots.
#[derive(Debug)]
pub struct Language {
    /// Its folder in `sample-bots`.
    pub name: &'static str,
    /// How its own tests are run, in its folder.
    pub tests: &'static [&'static str],
    /// What must be there for its bots.
    needs: Needs,
    /// The commands of [`BOTS`]; `{}` stands for the language's folder.
    commands: [&'static str; 3],
}

/// What must be there for a language's bots.
#[derive(Debug)]
enum Needs {
    /// This file in its folder, which `sample-bots/build` makes.
    Built(&'static str),
    /// This command, successful.
    Command(&'static str, &'static [&'static str]),
}

/// The languages whose bots `sample-bots/build` makes.
pub const BUILT: [Language; 4] = [
    Language {
        name: "typescript",
        needs: Needs::Built("dist/bots/greedy.js"),
        tests: &["npm", "test", "--silent"],
        commands: ["node {}/dist/bots/first_legal.js", "node {}/dist/bots/random.js", "node {}/dist/bots/greedy.js"],
    },
    Language {
        name: "go",
        needs: Needs::Built("bin/greedy"),
        tests: &["go", "test", "./..."],
        commands: ["{}/bin/first-legal", "{}/bin/random", "{}/bin/greedy"],
    },
    Language {
        name: "java",
        needs: Needs::Built("target/kahua-bots.jar"),
        tests: &["mvn", "--batch-mode", "--quiet", "test"],
        commands: [
            "java -cp {}/target/kahua-bots.jar dev.kahua.bots.FirstLegal",
            "java -cp {}/target/kahua-bots.jar dev.kahua.bots.Random",
            "java -cp {}/target/kahua-bots.jar dev.kahua.bots.Greedy",
        ],
    },
    Language {
        name: "cpp",
        needs: Needs::Built("build/greedy"),
        tests: &["ctest", "--test-dir", "build", "--output-on-failure"],
        commands: ["{}/build/first-legal", "{}/build/random", "{}/build/greedy"],
    },
];

/// Python, whose package is installed and not built.
pub const PYTHON: Language = Language {
    name: "python",
    needs: Needs::Command("python3", &["-c", "import kahua"]),
    tests: &["python3", "-m", "unittest", "discover", "tests"],
    commands: ["python3 {}/first_legal.py", "python3 {}/random_bot.py", "python3 {}/greedy.py"],
};

/// The language with this name, one of [`BUILT`] or [`PYTHON`].
///
/// # Panics
/// If there is none.
#[must_use]
pub fn language(name: &str) -> Language {
    let known = BUILT.into_iter().chain([PYTHON]).find(|language| language.name == name);
    known.unwrap_or_else(|| panic!("there are no bots in {name}"))
}

impl Language {
    /// Where its bots and their library are.
    #[must_use]
    pub fn folder(&self) -> PathBuf {
        root().join("sample-bots").join(self.name)
    }

    /// Whether its bots can be started; if not, that is said, and with `KAHUA_REQUIRE_ALL=1` it is a failure.
    ///
    /// # Panics
    /// If they can't where everything is required.
    #[must_use]
    pub fn is_there(&self) -> bool {
        let name = self.name;
        match self.needs {
            Needs::Command(program, args) => has_tool(&format!("the {name} bots"), program, args),
            Needs::Built(made) => {
                let built = self.folder().join(made).exists();
                if !built {
                    let needs = format!("the {name} bots need sample-bots/{name}/{made}: sample-bots/build {name}");
                    assert!(std::env::var_os("KAHUA_REQUIRE_ALL").is_none_or(|all| all != "1"), "{needs}");
                    eprintln!("skipped: {needs}");
                }
                built
            }
        }
    }

    /// The command of this one of [`BOTS`].
    #[must_use]
    pub fn command(&self, which: usize) -> String {
        self.commands[which].replace("{}", &self.folder().display().to_string())
    }

    /// This one of [`BOTS`] as `--bot` takes it: `NAME=COMMAND`.
    #[must_use]
    pub fn bot(&self, which: usize) -> String {
        format!("{}-{}={}", self.name, BOTS[which], self.command(which))
    }
}
