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
use tokio::sync::mpsc;
use tokio::time::sleep;
use tracing::warn;

use super::marks::{MatchMark, without_marks};

/// How much is read at once, in bytes: the capacity of a pipe.
const CHUNK: usize = 64 * 1024;

/// The log of this bot in the folder `logs`.
#[must_use]
pub fn log_path(logs: &Path, name: BotName) -> PathBuf {
    logs.join(format!("{name}.log"))
}

/// The length of a log in bytes; 0 if it doesn't exist.
#[must_use]
pub fn length(log: &Path) -> u64 {
    log.metadata().map_or(0, |log| log.len())
}

/// What was written to a log after its first `length` bytes, without marks; empty if it can't be read.
#[must_use]
pub fn written_since(log: &Path, length: u64) -> String {
    let read = || {
        let (mut file, mut written) = (File::open(log)?, Vec::new());
        file.seek(SeekFrom::Start(length))?;
        file.read_to_end(&mut written)?;
        Ok::<_, io::Error>(written)
    };
    without_marks(&String::from_utf8_lossy(&read().unwrap_or_default()))
}

/// Opens this log at its end. It first moves a long one aside, so that a bot that is started again and again fills at
/// most two logs.
pub(super) fn open(log: &Path) -> io::Result<File> {
    if let Some(folder) = log.parent() {
        DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    }
    if length(log) > limits::BOT_LOG_BYTES_MAX as u64 {
        fs::rename(log, set_aside(log))?;
    }
    File::options().create(true).append(true).mode(0o600).open(log)
}

/// The path of a log that was moved aside because it was too long.
pub(super) fn set_aside(log: &Path) -> PathBuf {
    log.with_added_extension("old")
}

/// A pipe: the end that [`copy`] reads, and the end for the process.
pub(super) fn pipe() -> io::Result<(pipe::Receiver, PipeWriter)> {
    let (written, pipe) = io::pipe()?;
    Ok((pipe::Receiver::from_owned_fd(OwnedFd::from(written))?, pipe))
}

/// Appends to the file everything that comes out of the pipe, and the marks in between, until all writers have closed
/// the pipe.
pub(super) async fn copy(name: BotName, mut written: pipe::Receiver, file: File, mut marks: mpsc::Receiver<MatchMark>) {
    let mut log = BoundedLog::new(file.into());
    let mut chunk = vec![0; CHUNK];
    let problem = loop {
        let step = tokio::select! {
            biased;
            // This comes first: the bot may already have written output that belongs after the beginning of a match.
            Some(mark) = marks.recv() => log.mark(mark, &written, &mut chunk).await,
            read = written.read(&mut chunk) => match read {
                Ok(0) => break log.end().await.err(),
                Ok(length) => log.write_of_bot(&chunk[..length]).await,
                Err(problem) => Err(problem),
            },
        };
        if let Err(problem) = step {
            break Some(problem);
        }
        if log.room == 0 {
            // A pause, so that a bot that writes without end waits for the arena, and not the arena for the bot.
            sleep(limits::BOT_LOG_PAUSE).await;
        }
    };
    if let Some(problem) = problem {
        warn!(bot = %name, %problem, "the bot's log is incomplete");
        // The pipe must be read to its end: the bot would block if it were full.
        let _nothing_more = tokio::io::copy(&mut written, &mut tokio::io::sink()).await;
    }
}

/// A file that takes at most [`limits::BOT_LOG_BYTES_MAX`] as they come. After that it keeps only the last
/// [`limits::BOT_LOG_TAIL_BYTES`], which follow at the end; at the end of each match that the bot loses by a fault they
/// are written too, in all up to as many bytes again. A bot's last output matters most.
#[derive(Debug)]
struct BoundedLog {
    file: tokio::fs::File,
    room: usize,
    /// The room for the last output of lost matches, once the normal room is used up.
    room_of_lost: usize,
    tail: VecDeque<u8>,
    /// Whether the last byte ended a line.
    at_line_start: bool,
    /// The marks of open matches in which the bot has written nothing yet. A match without output gets no mark. There
    /// are no more of these than the bot plays matches at once.
    begun: Vec<MatchMark>,
    /// The marks of open matches in which the bot has written something.
    open: Vec<MatchMark>,
}

impl BoundedLog {
    fn new(file: tokio::fs::File) -> BoundedLog {
        BoundedLog {
            file,
            room: limits::BOT_LOG_BYTES_MAX,
            room_of_lost: limits::BOT_LOG_BYTES_MAX,
            tail: VecDeque::new(),
            at_line_start: true,
            begun: Vec::new(),
            open: Vec::new(),
        }
    }

    /// Notes that a match begins, or marks that it is over, after what the bot has written by now.
    async fn mark(&mut self, mark: MatchMark, written: &pipe::Receiver, chunk: &mut [u8]) -> io::Result<()> {
        let (MatchMark::Over(id) | MatchMark::Lost(id)) = mark else {
            // The mark of an end may have been dropped, so the lists need a bound.
            if self.begun.len() + self.open.len() < limits::MATCHES_PER_BOT_MAX as usize {
                self.begun.push(mark);
            }
            return Ok(());
        };
        if let Ok(length @ 1..) = written.try_read(chunk) {
            self.write_of_bot(&chunk[..length]).await?;
        }
        let begins = MatchMark::Begins(id);
        if let Some(unwritten) = self.begun.iter().position(|begun| *begun == begins) {
            self.begun.remove(unwritten);
            return Ok(());
        }
        self.write_mark(mark).await?;
        if mark == MatchMark::Lost(id) && self.room == 0 && self.tail.len() <= self.room_of_lost {
            self.room_of_lost -= self.tail.len();
            self.write_tail().await?;
        }
        self.open.retain(|open| *open != begins);
        Ok(())
    }

    /// Writes the last output so far, after the marks of the matches in which it was written: the tail may not reach
    /// back to them.
    async fn write_tail(&mut self) -> io::Result<()> {
        if self.tail.is_empty() {
            return Ok(());
        }
        for open in &self.open {
            self.file.write_all(format!("\n{open}\n").as_bytes()).await?;
        }
        self.file.write_all(self.tail.make_contiguous()).await?;
        self.tail.clear();
        self.file.flush().await
    }

    /// Writes the bot's output, after the marks of the matches that have begun.
    async fn write_of_bot(&mut self, bytes: &[u8]) -> io::Result<()> {
        for mark in std::mem::take(&mut self.begun) {
            self.write_mark(mark).await?;
            self.open.push(mark);
        }
        self.write(bytes).await
    }

    /// Writes a mark on a line of its own.
    async fn write_mark(&mut self, mark: MatchMark) -> io::Result<()> {
        let line_end = if self.at_line_start { "" } else { "\n" };
        self.write(format!("{line_end}{mark}\n").as_bytes()).await
    }

    async fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.at_line_start = bytes.last().map_or(self.at_line_start, |last| *last == b'\n');
        let (fits, rest) = bytes.split_at(bytes.len().min(self.room));
        if !fits.is_empty() {
            self.file.write_all(fits).await?;
            self.room -= fits.len();
            if self.room == 0 {
                let (max, last) = (limits::BOT_LOG_BYTES_MAX, limits::BOT_LOG_TAIL_BYTES);
                let full = format!("\n… the log is full: after {max} bytes, only the last {last} follow at the end\n");
                self.file.write_all(full.as_bytes()).await?;
            }
            // Flushed at once, for readers who follow the log line by line.
            self.file.flush().await?;
        }
        self.tail.extend(rest);
        self.tail.drain(..self.tail.len().saturating_sub(limits::BOT_LOG_TAIL_BYTES));
        Ok(())
    }

    async fn end(mut self) -> io::Result<()> {
        self.write_tail().await?;
        self.file.flush().await
    }
}
