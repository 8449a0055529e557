//! Every mistake that the author of a bot can make shows its cause, in every language. The table lists the mistakes,
//! and what the bot must then write to standard error. The programs that make them take the first legal action, but do
//! what KAHUA_MISTAKE names.

mod leaving;
mod running;
mod table;

use std::process::Command;

use kahua_tests::languages::language;
use kahua_tests::{Ran, has_file, signal};
use tempfile::TempDir;

use crate::KAHUA;
use running::{Running, serve};
use table::{Mistake, Scene, mistakes};

/// A language's program that makes mistakes.
struct Program {
    language: &'static str,
    command: String,
}

/// Words that differ between languages: the file to which the trace of a failure leads, the method that gets a match's
/// end, and the null value.
const WORDS: [(&str, [&str; 3]); 6] = [
    ("python", ["mistakes.py", "on_ended", "None"]),
    ("typescript", ["mistakes.js", "onEnded", "null"]),
    ("go", ["mistakes/main.go", "OnEnded", "nothing"]),
    ("java", ["Mistakes.java", "onEnded", "null"]),
    // An exception has no trace in C++; its message must do.
    ("cpp", ["a mistake", "on_ended", ""]),
    ("rust", ["mistakes.rs", "on_ended", ""]),
];

/// How much of a bot's output is shown if it is wrong, in characters.
const SHOWN_MAX: usize = 3000;

/// The arenas that a program may meet: one in the clear, one with TLS, and a port where nothing listens.
struct Arenas {
    clear: (Running, String),
    tls: (Running, String),
    nobody: String,
}

impl Program {
    /// The program of this language, if it is there.
    fn of(name: &'static str) -> Option<Program> {
        let command = if name == "rust" { rust() } else { language(name).mistakes() };
        command.map(|command| Program { language: name, command })
    }

    /// A text of the table, with the words of this language.
    fn word(&self, text: &str) -> String {
        let (_, [trace, ended, null]) = WORDS.iter().find(|(name, _)| *name == self.language).expect("known words");
        text.replace("{trace}", trace).replace("{on_ended}", ended).replace("{null}", null)
    }
}

/// The program in Rust, which Cargo builds with the examples of the sample bots.
fn rust() -> Option<String> {
    let file = std::path::Path::new(KAHUA.path()).with_file_name("examples").join("mistakes");
    let build = "cargo build --package kahua-bots --examples";
    has_file("the mistakes of rust", &file, build).then(|| file.display().to_string())
}

/// Makes every mistake that this language knows. It collects all problems, so that one run shows everything.
fn makes_every_mistake(name: &'static str) {
    let Some(program) = Program::of(name) else { return };
    let dir = tempfile::tempdir().unwrap();
    let arenas = Arenas::start(&dir);
    let made = mistakes().into_iter().filter(|mistake| mistake.languages.contains(&name));
    let problems: Vec<String> = made.filter_map(|mistake| problem(&mistake, &program, &arenas)).collect();
    assert!(problems.is_empty(), "{name}, {} problems:\n{}", problems.len(), problems.join("\n"));
    leaving::hears_that_it_is_late(&program);
    leaving::leaves_in_good_order(&program);
    leaving::waits_for_its_name(&program, &arenas.clear);
}

#[test]
fn python_shows_every_mistake() {
    makes_every_mistake("python");
}

#[test]
fn typescript_shows_every_mistake() {
    makes_every_mistake("typescript");
}

#[test]
fn go_shows_every_mistake() {
    makes_every_mistake("go");
}

#[test]
fn java_shows_every_mistake() {
    makes_every_mistake("java");
}

#[test]
fn cpp_shows_every_mistake() {
    makes_every_mistake("cpp");
}

#[test]
fn rust_shows_every_mistake() {
    makes_every_mistake("rust");
}

impl Arenas {
    fn start(dir: &TempDir) -> Arenas {
        Arenas {
            clear: serve(&dir.path().join("clear"), false),
            tls: serve(&dir.path().join("tls"), true),
            nobody: running::free_address(),
        }
    }

    /// The address that `{addr}` stands for in this scene.
    fn address(&self, scene: Scene) -> &str {
        match scene {
            Scene::Clear => &self.clear.1,
            Scene::Tls => &self.tls.1,
            Scene::Alone | Scene::Match | Scene::Nobody => &self.nobody,
        }
    }
}

/// Makes a mistake. Returns the problem, if there is one.
fn problem(mistake: &Mistake, program: &Program, arenas: &Arenas) -> Option<String> {
    let address = arenas.address(mistake.scene);
    let fill = |text: &str| program.word(text).replace("{addr}", address);
    let env: Vec<(&str, String)> = mistake.env.iter().map(|(name, value)| (*name, fill(value))).collect();
    let shows: Vec<String> = mistake.shows.iter().map(|text| fill(text)).collect();
    let dir = tempfile::tempdir().unwrap();
    let Ran { code, err, .. } = match mistake.scene {
        Scene::Match => in_a_match(program, &env, &dir),
        Scene::Nobody => until_it_says(&shows[0], program, &env, &dir),
        Scene::Alone | Scene::Clear | Scene::Tls => {
            Running::start(&program.command, &env, &dir.path().join("log")).exit()
        }
    };
    let mut wrong: Vec<String> = Vec::new();
    if code != Some(mistake.code) {
        wrong.push(format!("it exits with {code:?} instead of {}", mistake.code));
    }
    wrong.extend(shows.iter().filter(|text| !err.contains(*text)).map(|text| format!("it doesn't show `{text}`")));
    // A fatal error is shown once. If the settings are wrong, nothing else is shown.
    if mistake.code != 0 && err.matches(&shows[0]).count() > 1 {
        wrong.push(format!("it shows `{}` more than once", shows[0]));
    }
    if mistake.code == 2 && err.lines().count() > 1 {
        wrong.push("it shows more than one line".to_owned());
    }
    // A log with every message would hide the rest.
    let wrote: String = err.chars().take(SHOWN_MAX).collect();
    (!wrong.is_empty()).then(|| format!("{env:?}: {}; it wrote:\n{wrote}", wrong.join(", ")))
}

/// Plays two matches against a house bot. The exit code is the bot's, as `kahua play` reports it. A bot without one has exited
/// as it should.
fn in_a_match(program: &Program, env: &[(&str, String)], dir: &TempDir) -> Ran {
    let set: Vec<String> = env.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let bot = format!("bot=env {} {}", set.join(" "), program.command);
    let data = dir.path().to_str().unwrap();
    let mut args = vec!["play", "--game", "haleakala", "--matches", "2", "--seed", "1", "--data", data];
    // A fatal error is shown once, unless the bot is started again.
    args.extend(["--restarts", "0", "--bot", &bot, "--bot", "house=house:first-legal"]);
    let played = KAHUA.run(&args);
    let failed = played.err.lines().find_map(|line| line.split("(exit status: ").nth(1));
    let whole = if matches!(played.code, Some(5 | 6)) { Some(0) } else { played.code };
    let code = failed.map_or(whole, |line| line.split(')').next().and_then(|code| code.parse().ok()));
    let err = std::fs::read_to_string(dir.path().join("logs/bot.log")).unwrap_or(played.err);
    Ran { code, out: played.out, err }
}

/// Waits until the bot says this, and asks it to leave.
fn until_it_says(text: &str, program: &Program, env: &[(&str, String)], dir: &TempDir) -> Ran {
    let mut bot = Running::start(&program.command, env, &dir.path().join("log"));
    bot.says(text);
    signal("-TERM", bot.id());
    bot.exit()
}

/// A command of the shell, which becomes the program itself.
fn shell(command: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("exec {command}")]);
    shell
}
