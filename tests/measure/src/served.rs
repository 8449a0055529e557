//! The program `kahua`, and an arena that it serves.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;

use anyhow::Context;

/// The program that was built together with this one.
///
/// # Errors
/// If it isn't there.
pub(crate) fn kahua() -> anyhow::Result<PathBuf> {
    let path = std::env::current_exe()?.with_file_name("kahua");
    anyhow::ensure!(path.exists(), "{} isn't there: use `just measure`, which builds it", path.display());
    Ok(path)
}

/// An arena in a process of its own. It is killed when this is dropped.
pub(crate) struct Served {
    process: Child,
    pub(crate) addr: String,
}

impl Served {
    /// Serves these settings on a free port, after this command of a shell. Waits until the arena is reached.
    ///
    /// # Errors
    /// If it doesn't start.
    pub(crate) fn start(before: &str, folder: &Path, settings: &str) -> anyhow::Result<Served> {
        let config = folder.join("leagues.toml");
        std::fs::write(&config, settings)?;
        let command = format!("{before} && exec \"$0\" \"$@\"");
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(command).arg(kahua()?).args(["serve", "--listen", "127.0.0.1:0", "--config"]).arg(config);
        shell
            .arg("--data")
            .arg(folder.join("data"))
            .env_remove("KAHUA_LOG")
            .stdin(Stdio::null())
            .stderr(Stdio::piped());
        let mut process = shell.spawn()?;
        let mut log = BufReader::new(process.stderr.take().context("its log is piped")?).lines().map_while(Result::ok);
        let address = |line: String| Some(line.split("serving address=").nth(1)?.split(' ').next()?.to_owned());
        let addr = log.find_map(address);
        // Else the arena would wait for somebody to read its log.
        thread::spawn(move || log.for_each(drop));
        // Before an error, so that the process is ended.
        let served = Served { process, addr: addr.unwrap_or_default() };
        anyhow::ensure!(!served.addr.is_empty(), "the arena has ended before it served");
        Ok(served)
    }

    /// The number of its process.
    pub(crate) fn pid(&self) -> u32 {
        self.process.id()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _it_may_have_ended = self.process.kill();
        let _nothing_is_left_to_do = self.process.wait();
    }
}
