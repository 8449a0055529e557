//! `kahua serve` on one port, started again and again with the same data.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::Arc;

use kahua_tests::signal;
use parking_lot::Mutex;

use crate::KAHUA;
use crate::network::Machine;

/// An arena that can be killed.
pub(crate) struct Arena {
    folder: PathBuf,
    machine: Machine,
    address: String,
    process: Option<Child>,
    /// The database that holds its store; without it, the store is a file in its folder.
    store: Option<String>,
    log: Log,
}

/// How many lines of an arena's log a failed test prints.
const LINES_TOLD: usize = 200;

/// The last lines of a log.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<VecDeque<String>>>);

impl Log {
    fn push(&self, line: String) {
        let mut lines = self.0.lock();
        if lines.len() == LINES_TOLD {
            lines.pop_front();
        }
        lines.push_back(line);
    }

    fn text(&self) -> String {
        Vec::from(self.0.lock().clone()).join("\n")
    }
}

impl Arena {
    /// An arena with these settings that isn't running yet.
    pub(crate) fn new(folder: &Path, settings: &str) -> Arena {
        Arena::on(Machine::LOOPBACK, folder, settings)
    }

    /// As [`Arena::new`], on this machine, with its store in this database, which it shares with others under this name.
    pub(crate) fn node(name: &str, machine: Machine, folder: &Path, settings: &str, url: &str) -> Arena {
        let settings = format!("node = {{ name = '{name}', listen = '{}:0' }}\n{settings}", machine.ip());
        let mut arena = Arena::on(machine, folder, &settings);
        arena.store = Some(url.into());
        arena
    }

    fn on(machine: Machine, folder: &Path, settings: &str) -> Arena {
        std::fs::write(folder.join("arena.toml"), settings).unwrap();
        // The port must stay the same, since the bots know no other.
        let address = machine.free_address().to_string();
        Arena { folder: folder.into(), machine, address, process: None, store: None, log: Log::default() }
    }

    /// Where bots find it, running or not.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Its data directory.
    pub(crate) fn data(&self) -> String {
        self.folder.join("data").display().to_string()
    }

    /// Its store.
    pub(crate) fn store(&self) -> PathBuf {
        self.folder.join("data/arena.db")
    }

    /// Adds a bot, and returns its token.
    pub(crate) fn add_bot(&self, name: &str) -> String {
        KAHUA.run(&["bot", "add", name, "--data", &self.data()]).good().trim().to_owned()
    }

    /// Starts it, and returns when it serves.
    pub(crate) fn start(&mut self) {
        let settings = self.folder.join("arena.toml");
        let args = ["serve", "--listen", &self.address, "--data", &self.data(), "--config", settings.to_str().unwrap()];
        let mut command = KAHUA.command(&args);
        command.envs(self.store.iter().map(|url| ("KAHUA_STORE", url))).env("KAHUA_LOG", "info");
        let mut process = self.machine.command(command).stderr(Stdio::piped()).spawn().unwrap();
        let mut log = BufReader::new(process.stderr.take().unwrap()).lines().map(Result::unwrap);
        log.by_ref().take_while(|line| !line.contains(" serving")).for_each(|line| self.log.push(line));
        assert!(process.try_wait().unwrap().is_none(), "it ended: {}", self.log.text());
        // The log is read on, so that it never blocks the arena.
        let kept = self.log.clone();
        std::thread::spawn(move || log.for_each(|line| kept.push(line)));
        self.process = Some(process);
    }

    /// Kills it as `kill -9` does, and starts it again.
    pub(crate) fn kill_and_restart(&mut self) {
        self.kill();
        self.start();
    }

    /// Kills it as `kill -9` does.
    pub(crate) fn kill(&mut self) {
        let mut process = self.process.take().unwrap();
        process.kill().unwrap();
        assert!(!process.wait().unwrap().success());
    }

    /// The number of its process.
    pub(crate) fn process_id(&self) -> u32 {
        self.process.as_ref().unwrap().id()
    }

    /// Stops it in good order.
    pub(crate) fn stop(&mut self) {
        let mut process = self.process.take().unwrap();
        signal("-TERM", process.id());
        assert!(process.wait().unwrap().success());
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        if let Some(process) = &mut self.process {
            if std::thread::panicking() {
                println!("{} ({:?}) ends its log with:\n{}", self.address, process.try_wait(), self.log.text());
            }
            // It may have ended by itself. The test has noticed that.
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}
