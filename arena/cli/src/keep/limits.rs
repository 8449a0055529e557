//! The limits of a confined command. Its keeper sets them on itself, so everything that it starts inherits them.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;

use kahua_core::limits::{
    CONFINED_CPU_MAX, CONFINED_FILE_BYTES_MAX, CONFINED_FILES_MAX, CONFINED_NICENESS, CONFINED_PROCESSES_MAX,
};
use rustix::process::{Resource, Rlimit, geteuid, getrlimit, nice, setrlimit};

/// Limits this process and all that it will start, except for their number.
///
/// # Errors
/// If the system refuses.
pub(super) fn set(memory_mib: u64) -> io::Result<()> {
    // Memory that is reserved but never used doesn't count, unlike with `As`: some languages reserve a lot.
    lower(Resource::Data, memory_mib << 20)?;
    lower(Resource::Nofile, CONFINED_FILES_MAX)?;
    lower(Resource::Fsize, CONFINED_FILE_BYTES_MAX)?;
    lower(Resource::Cpu, CONFINED_CPU_MAX.as_secs())?;
    lower(Resource::Core, 0)?;
    nice(CONFINED_NICENESS)?;
    Ok(())
}

/// Limits how many processes and threads this process and all that it will start may have together. A sandbox counts
/// its own; elsewhere the system counts all of the user's, so the ones that already run are added to the limit.
///
/// # Errors
/// If the system refuses.
pub(crate) fn set_processes() -> io::Result<()> {
    match running() {
        0 => Ok(()),
        running => lower(Resource::Nproc, running + CONFINED_PROCESSES_MAX),
    }
}

/// Sets a limit that can't be raised again. A lower one stays.
fn lower(resource: Resource, most: u64) -> io::Result<()> {
    let most = Some(getrlimit(resource).maximum.map_or(most, |already| already.min(most)));
    Ok(setrlimit(resource, Rlimit { current: most, maximum: most })?)
}

/// How many threads of this user run; 0 where the system doesn't tell.
fn running() -> u64 {
    let own = geteuid().as_raw();
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let own = processes.filter(|process| process.metadata().is_ok_and(|metadata| metadata.uid() == own));
    own.map(|process| fs::read_dir(process.path().join("task")).map_or(0, Iterator::count) as u64).sum()
}
