//! An arena with pages for a test to look at.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;

use kahua_tests::{json_lines, signal, soon, soon_within};
use std::time::Duration;
use tempfile::TempDir;

use crate::KAHUA;

/// How long the few matches of a test may take on the busiest machine.
const PLAYING: Duration = Duration::from_secs(180);

/// The widest name that a bot may have: pages hold it without getting wider than a phone.
pub(crate) const LONGEST_NAME: &str = "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW";

/// The folder of an arena in which three house bots have played a league of each game to its end. They play once, and each test
/// has a copy.
static PLAYED: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("played");
    let _of_an_earlier_run = fs::remove_dir_all(&folder);
    let mut arena = Arena::playing_to_the_end();
    arena.stop();
    copy(arena.dir.path(), &folder);
    folder
});

/// An arena that is serving, with its data.
pub(crate) struct Arena {
    /// Where its pages are, such as `http://127.0.0.1:7700`.
    pub(crate) address: String,
    process: Child,
    bots: Vec<Child>,
    dir: TempDir,
}

impl Arena {
    /// Starts an arena in which three house bots have played a league of each game to its end.
    pub(crate) fn played() -> Arena {
        Arena::in_copy("", |_| ())
    }

    /// The same, after a change of the store in this file, and together with a slow match of this game.
    pub(crate) fn changed(game: &str, change: impl FnOnce(&Path)) -> Arena {
        Arena::in_copy(&league_of_paced(game, 2), change).with_paced_bots(2, SLOW)
    }

    fn in_copy(more_settings: &str, change: impl FnOnce(&Path)) -> Arena {
        let dir = played_copy(change);
        let settings = fs::read_to_string(dir.path().join("arena.toml")).expect("the settings");
        Arena::start(&(settings + more_settings), dir)
    }

    fn playing_to_the_end() -> Arena {
        let mut settings = String::new();
        for (name, house) in [("ann", "greedy"), ("bob", "random"), (LONGEST_NAME, "first-legal")] {
            settings += &format!("[[bot]]\nname = '{name}'\nhouse = '{house}'\nmatches_at_once = 8\n");
        }
        let mut matches = 0;
        for (number, game) in kahua_engine::registry::all().iter().enumerate() {
            let game = game.info().name;
            // Of the first game there is a whole league. Of the others, one pair is enough to look at.
            let bots = if number == 0 { vec!["ann", "bob", LONGEST_NAME] } else { vec!["ann", LONGEST_NAME] };
            settings += &format!("[[league]]\nname = '{game}'\ngame = '{game}'\nbots = {bots:?}\nsets = 1\n");
            // Each pair plays in both seatings.
            matches += bots.len() * (bots.len() - 1);
        }
        let arena = Arena::start(&settings, tempfile::tempdir().expect("a folder for the data"));
        soon_within(PLAYING, || (arena.matches(false) >= matches).then_some(()));
        arena
    }

    /// Starts an arena with a league of this game. Its bots pause for this many milliseconds before each answer.
    pub(crate) fn playing(game: &str, pause_ms: u32) -> Arena {
        let (settings, dir) = (league_of_paced(game, 2), tempfile::tempdir().expect("a folder for the data"));
        Arena::start(&settings, dir).with_paced_bots(2, pause_ms)
    }

    /// Starts an arena with a league of this game. So many bots play half as many matches at once, and wait with their answers for
    /// [`Arena::release`]: a slow browser would find the matches over.
    pub(crate) fn waiting(bots: usize, game: &str) -> Arena {
        let settings = league_of_paced(game, bots).replace(PACED_TIME, "600s+5s");
        let arena = Arena::start(&settings, tempfile::tempdir().expect("a folder for the data"));
        let first_legal = "while read -r ask; do until [ -e \"$0\" ]; do sleep 0.1; done; sleep 0.02; echo 0; done";
        let released = arena.released();
        arena.with_bots(bots, || KAHUA.command(&["bridge", "--", "sh", "-c", first_legal, text(&released)]))
    }

    /// Lets the bots answer.
    pub(crate) fn release(&self) {
        fs::write(self.released(), "").expect("the folder can be written");
    }

    fn released(&self) -> PathBuf {
        self.dir.path().join("released")
    }

    fn start(settings: &str, dir: TempDir) -> Arena {
        let (config, data) = (dir.path().join("arena.toml"), dir.path().join("data"));
        fs::write(&config, settings).expect("the settings can be kept");
        let log = dir.path().join("log");
        let args = ["serve", "--listen", "127.0.0.1:0", "--config", text(&config), "--data", text(&data)];
        let stderr = fs::File::create(&log).expect("a log");
        let process = KAHUA.command(&args).stdout(Stdio::null()).stderr(stderr).spawn().expect("kahua can be started");
        let mut arena = Arena { address: String::new(), process, bots: Vec::new(), dir };
        arena.address = soon(|| {
            let log = fs::read_to_string(&log).ok()?;
            let (_, rest) = log.split_once("see the arena in a browser: ")?;
            Some(rest.split_once("/\n")?.0.to_owned())
        });
        arena
    }

    fn with_paced_bots(self, bots: usize, pause_ms: u32) -> Arena {
        self.with_bots(bots, || KAHUA.command(&["house", "random", "--pause-ms", &pause_ms.to_string()]))
    }

    fn with_bots(mut self, bots: usize, command: impl Fn() -> Command) -> Arena {
        for name in &PACED[..bots] {
            let mut bot = command();
            bot.env("KAHUA_ADDR", self.at()).env("KAHUA_NAME", name);
            let quiet = bot.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            self.bots.push(quiet.spawn().expect("kahua can be started"));
        }
        soon(|| (self.matches(true) >= bots / 2).then_some(()));
        self
    }

    /// How many matches are running, or how many of the latest have ended.
    fn matches(&self, running: bool) -> usize {
        let listed = KAHUA.run(&["match", "list", "--addr", self.at(), "--limit", "1000", "--json"]).good();
        json_lines(&listed).iter().filter(|summary| summary["running"] == running).count()
    }

    /// The ids of the matches of this game that have ended.
    pub(crate) fn ended(&self, game: &str) -> Vec<String> {
        let listed =
            json_lines(&KAHUA.run(&["match", "list", "--addr", self.at(), "--limit", "1000", "--json"]).good());
        let ended = listed.iter().filter(|summary| summary["running"] == false && summary["game"] == game);
        ended.filter_map(|summary| summary["match_id"].as_str().map(str::to_owned)).collect()
    }

    /// Its address and port.
    pub(crate) fn at(&self) -> &str {
        self.address.trim_start_matches("http://")
    }

    fn stop(&mut self) {
        signal("-TERM", self.process.id());
        assert!(self.process.wait().expect("it was started here").success());
    }
}

/// The pages, in files, of the arena in which house bots have played, after a change of the store in this file. Returns their folder.
pub(crate) fn site(change: impl FnOnce(&Path)) -> TempDir {
    let (dir, site) = (played_copy(change), tempfile::tempdir().expect("a folder for the site"));
    let _said = KAHUA.run(&["site", "--data", text(&dir.path().join("data")), "--out", text(site.path())]).good();
    site
}

/// A copy of what was played, after a change of the store in this file.
fn played_copy(change: impl FnOnce(&Path)) -> TempDir {
    let dir = tempfile::tempdir().expect("a folder for the data");
    copy(&PLAYED.join("."), dir.path());
    change(&dir.path().join("data/arena.db"));
    dir
}

/// Copies a folder with everything in it.
fn copy(from: &Path, to: &Path) {
    let copied = Command::new("cp").arg("-R").args([from, to]).status().expect("cp can be started");
    assert!(copied.success(), "{} is copied to {}", from.display(), to.display());
}

impl Drop for Arena {
    fn drop(&mut self) {
        for process in self.bots.iter_mut().chain([&mut self.process]) {
            let _it_may_have_ended = process.kill();
            let _nothing_is_left_to_do = process.wait();
        }
    }
}

/// The bots that play slowly and at random.
const PACED: [&str; 4] = ["dan", "eve", "fay", "gus"];

/// Their pause in milliseconds, for a match that lasts while a test looks at pages.
const SLOW: u32 = 500;

/// Their time control.
const PACED_TIME: &str = "60s+5s";

fn league_of_paced(game: &str, bots: usize) -> String {
    let bots = &PACED[..bots];
    format!("[[league]]\nname = 'paced'\ngame = '{game}'\nbots = {bots:?}\nsets = 1\ntime = '{PACED_TIME}'\n")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("paths of temporary folders are text")
}
