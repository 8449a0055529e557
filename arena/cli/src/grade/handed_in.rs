//! Reads files that strangers have handed in: only real files of their own, and only up to a limit.

use std::fs::File;
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use rustix::fs::OFlags;

/// Opens this file. A link isn't followed, since it may lead to files of others. A pipe or a device isn't opened, since
/// it may never end.
///
/// # Errors
/// If it isn't a file, or can't be read.
pub(super) fn open(path: &Path) -> io::Result<File> {
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
    let file = File::options().read(true).custom_flags(flags.bits().cast_signed()).open(path);
    let file = file.map_err(|error| match rustix::io::Errno::from_io_error(&error) {
        Some(rustix::io::Errno::LOOP) => io::Error::other("it is a link, where a file is expected"),
        _ => error,
    })?;
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(io::Error::other("it isn't a file")),
    }
}

/// What is in this file.
///
/// # Errors
/// As [`open`], and if it has more than `bytes_max` bytes.
pub(super) fn read(path: &Path, bytes_max: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.take(bytes_max + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > bytes_max {
        true => Err(io::Error::other(format!("it is larger than {} KiB", bytes_max >> 10))),
        false => Ok(bytes),
    }
}
