//! What happens to a data directory: damage, tampering, removal under a running arena.

mod backup;
mod chain;
mod copy;
mod damage;
mod doctor;
mod postgres;
mod read_only;
mod removal;
mod upkeep;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};

use kahua_tests::{signal, soon};
use rusqlite::Connection;

use crate::KAHUA;

/// Plays this many matches between two bots into a data directory.
fn play(data: &Path, matches: &str) {
    let bots = ["--bot", "a=house:first-legal", "--bot", "b=house:random"];
    let play = ["play", "--game", "haleakala", "--seed", "1", "--matches", matches, "--data", text(data)];
    let _table = KAHUA.run(&[&play[..], &bots].concat()).good();
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

/// Changes the store in a data directory, as a tamperer would.
fn tamper(data: &Path, sql: &str) {
    Connection::open(data.join("arena.db")).unwrap().execute_batch(sql).unwrap();
}

/// An arena on a data directory, killed with the test.
struct Arena {
    process: Child,
    log: PathBuf,
}

impl Arena {
    /// Returns when bots can connect. Its log is next to the data directory.
    fn start(data: &Path) -> Arena {
        let mut arena = Arena::spawn(data);
        soon(|| match arena.process.try_wait().unwrap() {
            Some(ended) => panic!("the arena has ended: {ended}\n{}", arena.log()),
            None => arena.log().contains("serving").then_some(()),
        });
        arena
    }

    /// Returns at once.
    fn spawn(data: &Path) -> Arena {
        Arena::of(KAHUA.command(&["serve", "--listen", "127.0.0.1:0", "--data", text(data)]), data)
    }

    /// Plays many matches, one after the other.
    fn playing(data: &Path) -> Arena {
        let play = ["play", "--game", "haleakala", "--matches", "60000", "--data", text(data)];
        let bots = ["--bot", "a=house:random", "--bot", "b=house:random", "--bot", "c=house:random"];
        Arena::of(KAHUA.command(&[&play[..], &bots].concat()), data)
    }

    fn of(mut command: Command, data: &Path) -> Arena {
        let log = data.with_extension("log");
        let process = command.stdout(File::create(data.with_extension("out")).unwrap());
        let process = process.stderr(File::create(&log).unwrap()).spawn().unwrap();
        Arena { process, log }
    }

    /// What it has written to standard output and standard error.
    fn log(&self) -> String {
        let out = fs::read_to_string(self.log.with_extension("out")).unwrap_or_default();
        out + &fs::read_to_string(&self.log).unwrap_or_default()
    }

    /// Stops it with SIGTERM; returns its exit code.
    fn stop(&mut self) -> Option<i32> {
        signal("-TERM", self.process.id());
        soon(|| self.process.try_wait().unwrap()).code()
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        let _it_may_have_ended = self.process.kill();
        let _nothing_is_left_to_do = self.process.wait();
    }
}
