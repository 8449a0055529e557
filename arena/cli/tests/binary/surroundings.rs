//! Unusual surroundings: proxies, languages with other digits, no home, umasks, and closed standard streams. Bots of
//! every language play there, and the files they leave stay private. `languages.rs` runs `kahua play` in the same
//! surroundings.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use kahua_tests::languages::{bridged, languages};
use kahua_tests::{Ran, json_lines, soon};

use crate::KAHUA;

/// Closes the streams that every program expects to be open.
const CLOSED: &str = "<&- >&- 2>&-";

/// A command in the surroundings of a user who has a proxy, no home, and another language.
pub(crate) fn dirty(umask: &str, streams: &str, words: &[String]) -> Command {
    // Nothing listens there, and no address is excepted.
    let proxy = "http://127.0.0.1:1";
    let java =
        "-Duser.language=tr -Duser.country=TR -Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=1 -Dhttp.nonProxyHosts=";
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("umask {umask}; exec \"$@\" {streams}"), "sh"]).args(words).stdin(Stdio::null());
    for name in ["grpc_proxy", "https_proxy", "http_proxy", "all_proxy", "HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY"] {
        shell.env(name, proxy);
    }
    for name in ["HOME", "KAHUA_LOG", "no_proxy", "NO_PROXY", "no_grpc_proxy", "XDG_CONFIG_HOME", "TMPDIR"] {
        shell.env_remove(name);
    }
    shell.env("LANG", "tr_TR.UTF-8").env("LC_ALL", "ar_EG.UTF-8").env("JAVA_TOOL_OPTIONS", java);
    shell
}

/// The words of `kahua` with these arguments.
pub(crate) fn kahua(arguments: &[&str]) -> Vec<String> {
    [KAHUA.path()].iter().chain(arguments).map(|word| (*word).to_owned()).collect()
}

/// A name and a command for the first-legal bot of every language, Rust and the bridge among them.
fn bots() -> Vec<(String, String)> {
    let mut bots: Vec<_> = languages().map(|language| (language.name.to_owned(), language.command(0))).collect();
    bots.push(("rust".to_owned(), "kahua house first-legal".to_owned()));
    let [(shell, command), _] = bridged();
    bots.push((shell.to_owned(), command));
    bots
}

/// The number of records in a store. All of them must be of matches without a fault.
fn faultless(data: &Path) -> usize {
    let data = data.to_str().unwrap();
    let records = json_lines(&KAHUA.run(&["match", "export", "--data", data]).good());
    for record in &records {
        assert_eq!(record["termination"]["kind"], "KIND_FINISHED", "{record}");
        let results = record["results"].as_array().unwrap();
        assert!(results.iter().all(|result| result["strikes"] == 0 && result["given_up"].is_null()), "{record}");
    }
    assert!(KAHUA.run(&["verify", "--data", data]).good().ends_with(" verified, 0 failed\n"));
    records.len()
}

/// Expects that no other user can read or write anything below this folder.
pub(crate) fn expect_private(folder: &Path) {
    let mut open: Vec<PathBuf> = vec![folder.to_owned()];
    while let Some(path) = open.pop() {
        let metadata = fs::symlink_metadata(&path).unwrap();
        assert_eq!(metadata.permissions().mode() & 0o077, 0, "{} is open to others", path.display());
        if metadata.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        }
    }
}

/// A process that is killed when this is dropped.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

/// If a standard stream is closed, the next opened file gets its number, and output would go there: into the store, or
/// to the arena.
#[test]
fn arenas_and_bots_do_without_standard_streams() {
    let dir = tempfile::tempdir().unwrap();
    let (data, settings) = (dir.path().join("data"), dir.path().join("arena.toml"));
    let bots = bots();
    let names: Vec<String> = bots.iter().map(|(name, _)| format!("'{name}'")).collect();
    let league = format!(
        "[[league]]\nname = 'l'\ngame = 'haleakala'\nformat = 'gauntlet'\nreferences = ['rust']\nsets = 1\ntime = '120s/60s'\nbots = [{}]\n\
         [[bot]]\nname = 'rust'\nhouse = 'first-legal'\n",
        names.join(", ")
    );
    fs::write(&settings, league).unwrap();
    let addr = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let (place, settings) = (data.to_str().unwrap(), settings.to_str().unwrap());
    let serve = kahua(&["serve", "--listen", &addr, "--data", place, "--config", settings]);
    let mut running = vec![Ended(dirty("000", CLOSED, &serve).spawn().unwrap())];
    // The arena itself starts the house bot.
    for (name, command) in bots.iter().filter(|(name, _)| name != "rust") {
        let mut words = shell_words::split(command).unwrap();
        if words[0] == "kahua" {
            words[0] = KAHUA.path().to_owned();
        }
        let mut bot = dirty("077", CLOSED, &words);
        // At this level they print the most.
        bot.env("KAHUA_ADDR", &addr).env("KAHUA_NAME", name).env("KAHUA_LOG", "trace");
        running.push(Ended(bot.spawn().unwrap()));
    }
    let ended = || {
        let list = KAHUA.run(&["match", "list", "--data", place, "--ended", "--json", "--limit", "200"]);
        // The arena may not have made its store yet.
        if list.code == Some(0) { json_lines(&list.out).len() } else { 0 }
    };
    let all = 2 * (bots.len() - 1);
    soon(|| (ended() == all).then_some(()));
    drop(running);
    assert_eq!(faultless(&data), all);
    expect_private(&data);
}

#[test]
fn submissions_are_graded_in_the_same_surroundings() {
    let dir = tempfile::tempdir().unwrap();
    let text =
        "game = 'haleakala'\nseed = '1'\nsets_max = 1\nsubmissions = 'in/*'\npass = { beats = 'random', margin = 1 }
        [[reference]]\nname = 'random'\nhouse = 'random'\npoints = 1\n";
    fs::write(dir.path().join("homework.toml"), text).unwrap();
    let bots = bots();
    for (name, command) in &bots {
        let folder = dir.path().join("in").join(name);
        fs::create_dir_all(&folder).unwrap();
        let manifest = format!("command = {:?}\n", command.replacen("kahua ", &format!("{} ", KAHUA.path()), 1));
        fs::write(folder.join("kahua.toml"), manifest).unwrap();
    }
    let homework = dir.path().join("homework.toml");
    let grade = kahua(&["grade", homework.to_str().unwrap(), "--json"]);
    let ran = Ran::of(&dirty("077", "", &grade).output().unwrap());
    let graded = json_lines(&ran.out);
    assert_eq!(graded.len(), bots.len(), "{}\n{}", ran.out, ran.err);
    for line in graded {
        assert!(line["problem"].is_null() && line["forfeits"] == 0 && line["decisions"] != 0, "{line}\n{}", ran.err);
    }
}

/// A laptop that sleeps, or a Ctrl-Z: the bot loses time by its own fault, and no other bot does.
#[test]
fn a_bot_that_stands_still_harms_itself_alone() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    // Stops the whole bridge while it has an ask, and continues it when its time is over.
    let stops =
        "read -r ask; (sleep 10; kill -CONT $PPID) & kill -STOP $PPID; echo 0; while read -r ask; do echo 0; done";
    let bot = format!("stops=kahua bridge -- sh -c '{stops}'");
    let mut arguments =
        vec!["play", "--game", "haleakala", "--seats", "2", "--seed", "1", "--tc", "60s/4s", "--matches", "6"];
    arguments.extend(["--bot", &bot, "--bot", "b=house:first-legal", "--bot", "c=house:first-legal"]);
    arguments.extend(["--data", data.to_str().unwrap()]);
    let said = KAHUA.run(&arguments).failed(5);
    let records = json_lines(&KAHUA.run(&["match", "export", "--data", data.to_str().unwrap()]).good());
    let mut late = 0;
    for record in &records {
        let (players, results) = (record["players"].as_array().unwrap(), record["results"].as_array().unwrap());
        for (player, result) in players.iter().zip(results) {
            let faults = result["strikes"].as_u64().unwrap() + u64::from(!result["given_up"].is_null());
            assert!(player["name"] == "stops" || faults == 0, "{record}");
            late += faults;
        }
    }
    assert!(records.len() == 6 && late > 0, "{said}");
}

#[test]
fn a_command_that_does_not_connect_is_told_of_the_proxy() {
    let dir = tempfile::tempdir().unwrap();
    let play = ["play", "--game", "haleakala", "--bot", "a=sleep 600", "--bot", "b=house:random", "--data"];
    let words = kahua(&[&play[..], &[dir.path().join("data").to_str().unwrap()]].concat());
    let mut playing = Ended(dirty("077", "", &words).stderr(Stdio::piped()).spawn().unwrap());
    let lines = BufReader::new(playing.0.stderr.take().unwrap()).lines().map_while(Result::ok);
    let hint = lines.into_iter().find(|line| line.contains("hasn't connected")).unwrap();
    assert!(hint.contains("; grpc_proxy is set, but through a proxy it can't reach"), "{hint}");
}
