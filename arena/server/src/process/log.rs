//! A bot's log: what its process writes to standard output and standard error, up to a bound.

use std::collections::VecDeque;
use std::fs::{self, DirBuilder, File};
use std::io::{self, PipeWriter, Read, Seek, SeekFrom};
use std::os::fd::OwnedFd;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use kahua_core::ids::BotName;
use kahua_core::limits;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::unix::pipe;
use tokio::time::sleep;
use tracing::warn;

/// How much is read at once, in bytes: all that a pipe holds.
const CHUNK: usize = 64 * 1024;

/// The log of this bot in the folder `logs`.
#[must_use]
pub fn log_path(logs: &Path, name: BotName) -> PathBuf {
    logs.join(format!("{name}.log"))
}

/// How long a log is, in bytes; 0 if it isn't there.
#[must_use]
pub fn length(log: &Path) -> u64 {
    log.metadata().map_or(0, |log| log.len())
}

/// What a log has beyond its first `length` bytes; nothing if it can't be read.
#[must_use]
pub fn written_since(log: &Path, length: u64) -> String {
    let read = || {
        let (mut file, mut written) = (File::open(log)?, Vec::new());
        file.seek(SeekFrom::Start(length))?;
        file.read_to_end(&mut written)?;
        Ok::<_, io::Error>(written)
    };
    String::from_utf8_lossy(&read().unwrap_or_default()).into_owned()
}

/// Opens this log at its end. A long one is set aside first, so that a bot that is started again and again fills at most
/// two logs.
pub(super) fn open(log: &Path) -> io::Result<File> {
    if let Some(folder) = log.parent() {
        DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    }
    if length(log) > limits::BOT_LOG_BYTES_MAX as u64 {
        fs::rename(log, set_aside(log))?;
    }
    File::options().create(true).append(true).mode(0o600).open(log)
}

/// Where a log is that was too long to be continued.
fn set_aside(log: &Path) -> PathBuf {
    log.with_added_extension("old")
}

/// A pipe: the end that [`copy`] reads, and the end for the process.
pub(super) fn pipe() -> io::Result<(pipe::Receiver, PipeWriter)> {
    let (written, pipe) = io::pipe()?;
    Ok((pipe::Receiver::from_owned_fd(OwnedFd::from(written))?, pipe))
}

/// Appends to the file what comes out of the pipe, until nobody can write to the pipe any more.
pub(super) async fn copy(name: BotName, mut written: pipe::Receiver, file: File) {
    let mut log = BoundedLog::new(file.into());
    let mut chunk = vec![0; CHUNK];
    let problem = loop {
        match written.read(&mut chunk).await {
            Ok(0) => break log.end().await.err(),
            Ok(length) => {
                if let Err(problem) = log.write(&chunk[..length]).await {
                    break Some(problem);
                }
                if log.room == 0 {
                    // A bot that writes without end waits for the arena, and not the arena for it.
                    sleep(limits::BOT_LOG_PAUSE).await;
                }
            }
            Err(problem) => break Some(problem),
        }
    };
    if let Some(problem) = problem {
        warn!(bot = %name, %problem, "the bot's log is incomplete");
        // The bot would stop if nobody read what it writes.
        let _nothing_more = tokio::io::copy(&mut written, &mut tokio::io::sink()).await;
    }
}

/// A file to which at most [`limits::BOT_LOG_BYTES_MAX`] are written as they come. Of what comes later the last
/// [`limits::BOT_LOG_TAIL_BYTES`] follow at the end: a bot's last words matter most.
#[derive(Debug)]
struct BoundedLog {
    file: tokio::fs::File,
    room: usize,
    tail: VecDeque<u8>,
}

impl BoundedLog {
    fn new(file: tokio::fs::File) -> BoundedLog {
        BoundedLog { file, room: limits::BOT_LOG_BYTES_MAX, tail: VecDeque::new() }
    }

    async fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let (fits, rest) = bytes.split_at(bytes.len().min(self.room));
        if !fits.is_empty() {
            self.file.write_all(fits).await?;
            self.room -= fits.len();
            if self.room == 0 {
                let (max, last) = (limits::BOT_LOG_BYTES_MAX, limits::BOT_LOG_TAIL_BYTES);
                let full = format!("\n… the log is full: after {max} bytes, only the last {last} follow at the end\n");
                self.file.write_all(full.as_bytes()).await?;
            }
            // Whoever follows the log sees each line when it is written.
            self.file.flush().await?;
        }
        self.tail.extend(rest);
        self.tail.drain(..self.tail.len().saturating_sub(limits::BOT_LOG_TAIL_BYTES));
        Ok(())
    }

    async fn end(mut self) -> io::Result<()> {
        self.file.write_all(self.tail.make_contiguous()).await?;
        self.file.flush().await
    }
}
