//! A hostile bot in a sandbox, under each command that confines bots. It replaces, links and fills everything that it
//! can reach, ends, is started again, and checks whether it has got out.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use kahua_tests::{Ran, json_lines, signal, soon};

use crate::KAHUA;
use crate::arena::Arena;
use crate::confine::{SANDBOX, has_sandbox};

/// A text that no bot may read.
const SECRET: &str = "SECRET of the organizer";

/// The bot's script. OUTSIDE is replaced by the folder that it wants to get into.
const HOSTILE: &str = r#"
out=OUTSIDE
exec 2>> "$HOME/errors"
reach() {
  for place in "$HOME" "$TMPDIR" /dev/shm /run/kahua "$HOME/.." "$HOME/../.." "$TMPDIR/.." "$out" "$(dirname "$0")"; do
    cat "$place/secret" "$place/../secret" "$place/../../secret" >> "$HOME/stolen"
    echo x > "$place/written"
  done
  cat <&9 >> "$HOME/stolen"
}
plant() {
  for place in "$TMPDIR" /dev/shm /run/kahua "$HOME/.." "$(dirname "$0")" "$HOME"; do
    for name in tmp home run arena .arena logs kahua.toml bot.sh; do
      mv "$place/$name" "$place/$name.gone"
      ln -s "$out" "$place/$name"
    done
    mkfifo "$place/fifo"
    mknod "$place/null" c 1 3
    ln "$0" "$place/hard"
    ln /etc/passwd "$place/hard"
    touch "$place/-rf" "$place/... " "$place/$(printf 'two\nlines')" "$place/$(printf '\377')" "$place/$(printf %0255d 0)"
    mkdir -p "$place/locked/in" && chmod 0 "$place/locked"
  done
  for folder in "$TMPDIR" /run/kahua "$HOME"; do
    mv "$folder" "$folder.gone" && ln -s "$out" "$folder"
  done
  (cd "$HOME" && for i in 1 2; do mkdir -p "$(printf '%01000d' 0 | sed 's/0/d\//g')" && cd d/d/d || exit; done)
}
echo >> "$HOME/starts"
reach
plant
reach
[ "$(wc -l < "$HOME/starts")" -gt 1 ] || exit 1
while read -r ask; do echo 0; done
"#;

/// An organizer's folder, with a bot of somebody else in `bad`.
struct Scene(tempfile::TempDir);

impl Scene {
    fn new() -> Scene {
        let scene = Scene(tempfile::tempdir().unwrap());
        let outside = scene.path("outside");
        fs::create_dir(&outside).unwrap();
        fs::write(outside.join("secret"), SECRET).unwrap();
        scene.write_bot("bad");
        scene
    }

    fn path(&self, below: &str) -> PathBuf {
        self.0.path().join(below)
    }

    fn write_bot(&self, folder: &str) {
        fs::create_dir_all(self.path(folder)).unwrap();
        let program = HOSTILE.replace("OUTSIDE", self.path("outside").to_str().unwrap());
        fs::write(self.path(folder).join("bot.sh"), program).unwrap();
    }

    /// Runs `kahua` in this folder. It inherits an open descriptor of the secret, and knows nothing of it.
    fn kahua(&self, args: &[&str]) -> Command {
        let mut shell = Command::new("sh");
        shell.args(["-c", "exec 9< outside/secret && exec \"$0\" \"$@\"", KAHUA.path()]).args(args);
        shell.current_dir(self.0.path()).stdin(Stdio::null()).env_remove("KAHUA_LOG");
        shell
    }

    /// Checks that the bot was started twice, and that neither run has got out of its folders. `home` is one of these.
    fn assert_kept_in(&self, home: &str) {
        let seen = |file: &str| fs::read_to_string(self.path(home).join(file)).unwrap_or_default();
        assert!(seen("starts").lines().count() >= 2, "it was started again: {}", seen("errors"));
        assert!(!seen("stolen").contains(SECRET), "{}", seen("stolen"));
        assert!(seen("errors").contains("outside"), "it has tried: {}", seen("errors"));
        let outside: Vec<_> =
            fs::read_dir(self.path("outside")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(outside, ["secret"]);
        assert_eq!(fs::read_to_string(self.path("outside/secret")).unwrap(), SECRET);
        let beside: Vec<_> =
            fs::read_dir(self.path(home).parent().unwrap()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert!(beside.len() == 3, "home, tmp and run: {beside:?}");
    }
}

const BAD: &str = "bad=kahua bridge -- sh bad/bot.sh";

#[test]
fn a_bot_of_play_stays_in_its_sandbox() {
    if !has_sandbox("a hostile bot under play") {
        return;
    }
    let scene = Scene::new();
    let play = ["play", "--game", "haleakala", "--matches", "2", "--no-clock", "--data", "data", SANDBOX];
    let mut play = scene.kahua(&[&play[..], &["--bot", BAD, "--bot", "good=house:random"]].concat());
    // Twice, since what a bot leaves must not harm the next run either.
    for _ in 0..2 {
        // All is played. Its exit code says whether the bot ended in the middle of a match, as it does at its first start.
        let said = Ran::of(&play.output().unwrap());
        assert!(matches!(said.code, Some(0 | 5)), "{said:?}");
        scene.assert_kept_in("data/bots/bad/home");
    }
    let _verified = KAHUA.run(&["verify", "--data", scene.path("data").to_str().unwrap()]).good();
}

#[test]
fn a_bot_under_check_stays_in_its_sandbox() {
    if !has_sandbox("a hostile bot under check") {
        return;
    }
    let scene = Scene::new();
    let (_, command) = BAD.split_once('=').unwrap();
    let check = ["check", "--game", "haleakala", "--data", "data", SANDBOX, "--bot", command];
    // It fails, since the bot ends at its first start.
    let _failed = Ran::of(&scene.kahua(&check).output().unwrap()).failed(1);
    scene.assert_kept_in("data/bots/candidate/home");
}

/// Settings with the hostile bot and a good one, and a league of both with these terms.
fn settings(scene: &Scene, name: &str, more: &str) -> String {
    let bad = "[[bot]]\nname = 'bad'\ncommand = 'kahua bridge -- sh bad/bot.sh'\ndir = '.'\n";
    let good = "[[bot]]\nname = 'good'\nhouse = 'random'\n";
    let path = scene.path(name);
    fs::write(&path, format!("{more}{bad}{good}")).unwrap();
    path.to_str().unwrap().to_owned()
}

const LEAGUE: &str = "[[league]]\nname = 'l'\ngame = 'haleakala'\nbots = ['bad', 'good']\nsets = 1\n";

/// Waits until both matches of the league have ended.
fn league_ended(data: &Path) {
    let args = ["match", "list", "--ended", "--json", "--data", data.to_str().unwrap()];
    soon(|| (json_lines(&KAHUA.run(&args).good()).len() >= 2).then_some(()));
}

#[test]
fn a_bot_of_serve_stays_in_its_sandbox() {
    if !has_sandbox("a hostile bot under serve") {
        return;
    }
    let scene = Scene::new();
    let (settings, data) = (settings(&scene, "arena.toml", LEAGUE), scene.path("data"));
    let enter = format!("cd '{}' && exec 9< outside/secret", scene.path("").display());
    let arena = Arena::serve(&enter, &data, &["--config", &settings, SANDBOX]);
    league_ended(&data);
    arena.stop();
    scene.assert_kept_in("data/bots/bad/home");
}

#[test]
fn a_bot_of_a_worker_stays_in_its_sandbox() {
    if !has_sandbox("a hostile bot under worker") {
        return;
    }
    let scene = Scene::new();
    // The SHA-256 of `one`.
    let token = "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed";
    let of_workers = ["bad", "good"].map(|name| format!("[[bot]]\nname = '{name}'\nworkers = true\n")).concat();
    let terms = format!("[[worker]]\nname = 'one'\ntoken = '{token}'\n{LEAGUE}workers = true\n{of_workers}");
    let (arena_settings, data) = (scene.path("arena.toml"), scene.path("arena"));
    fs::write(&arena_settings, terms).unwrap();
    let arena = Arena::serve("true", &data, &["--config", arena_settings.to_str().unwrap()]);
    let own = settings(&scene, "worker.toml", "matches_at_once = 1\n");
    let worker = ["worker", "--join", &arena.addr, "--name", "one", "--config", &own, "--data", "data", SANDBOX];
    let mut worker = scene.kahua(&worker).env("KAHUA_TOKEN", "one").spawn().unwrap();
    league_ended(&data);
    signal("-TERM", worker.id());
    soon(|| worker.try_wait().unwrap());
    arena.stop();
    scene.assert_kept_in("data/bots/bad/home");
}

#[test]
fn a_submission_stays_in_its_sandbox_and_chooses_nothing_that_it_reads() {
    if !has_sandbox("a hostile submission") {
        return;
    }
    let scene = Scene::new();
    scene.write_bot("in/bad");
    let secret = scene.path("outside/secret");
    let command = format!("kahua bridge -- sh bot.sh ../../outside/secret {}", secret.display());
    fs::write(scene.path("in/bad/kahua.toml"), format!("command = '{command}'")).unwrap();
    // Other submissions try to be read, or graded, in the place of somebody else's.
    for folder in ["in/manifest", "in/program", "in/pipe", "in/huge"] {
        fs::create_dir(scene.path(folder)).unwrap();
    }
    symlink(&secret, scene.path("in/manifest/kahua.toml")).unwrap();
    symlink("../bad/bot.sh", scene.path("in/program/run")).unwrap();
    symlink("bad", scene.path("in/folder")).unwrap();
    Command::new("mkfifo").arg(scene.path("in/pipe/kahua.toml")).status().unwrap();
    fs::write(scene.path("in/huge/kahua.toml"), "#".repeat(100_000)).unwrap();
    fs::create_dir(scene.path("in/odd")).unwrap();
    fs::write(scene.path("in/odd/kahua.toml"), "command = \"a\\u0000b\"").unwrap();
    fs::create_dir(scene.path("in/bytes")).unwrap();
    fs::write(scene.path("in/bytes/kahua.toml"), b"command = '\xff'").unwrap();
    let text = "game = 'haleakala'\nseed = '1'\nsets_max = 1\nsubmissions = 'in/*'\n[pass]\nbeats = 'level-1'\n
        [[reference]]\nname = 'level-1'\nhouse = 'random'";
    fs::write(scene.path("homework.toml"), text).unwrap();
    let grade = ["grade", "homework.toml", SANDBOX, "--html", "report.html", "--junit", "report.xml"];
    let ran = Ran::of(&scene.kahua(&grade).output().unwrap());
    scene.assert_kept_in("homework-data/bad/bots/submission/home");
    let reports = ["report.html", "report.xml"].map(|file| fs::read_to_string(scene.path(file)).unwrap());
    let said = format!("{}{}{}", ran.out, ran.err, reports.concat());
    assert!(!said.contains(SECRET), "{said}");
    for expected in [
        "kahua.toml: it is a link, where a file is expected",
        "its program run is a link that leads out of its folder",
        "it is a link to a folder, where a folder is expected",
        "kahua.toml: it isn't a file",
        "kahua.toml: it is larger than 64 KiB",
        "kahua.toml: it isn't text in UTF-8",
        "nul byte",
    ] {
        assert!(ran.out.contains(expected), "{expected}: {}\n{}", ran.out, ran.err);
    }
    // The file changes the submission, so that everything is removed that the first run has left.
    fs::write(scene.path("in/bad/more"), "").unwrap();
    let again = Ran::of(&scene.kahua(&grade).output().unwrap());
    assert!(again.err.contains("bad against level-1 has changed"), "{}", again.err);
    scene.assert_kept_in("homework-data/bad/bots/submission/home");
}
