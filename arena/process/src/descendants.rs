//! The processes that this process has started, and their descendants.

use rustix::io;
use rustix::process::{Pid, Signal};

use super::Signalled;

#[cfg(target_os = "linux")]
pub(super) use linux::{adopt, kill_all, signal};
#[cfg(not(target_os = "linux"))]
pub(super) use other::{adopt, kill_all, signal};

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::{BTreeMap, HashSet};
    use std::fs;

    use rustix::process::{getpid, kill_process, set_child_subreaper};

    use super::{Pid, Signal, Signalled, io};

    /// From now on, a descendant whose parent has ended becomes a child of this process.
    pub(crate) fn adopt() -> io::Result<()> {
        set_child_subreaper(Some(getpid()))
    }

    /// Sends a signal to all descendants, or to all except the command itself.
    pub(crate) fn signal(command: Pid, signalled: Signalled, signal: Signal) {
        let hears = |pid: &Pid| signalled == Signalled::All || *pid != command;
        all().into_iter().filter(hears).for_each(|pid| send(pid, signal));
    }

    /// Kills all descendants; returns whether there were any. It stops them first, since running ones may start others.
    pub(crate) fn kill_all(_command: Pid) -> bool {
        let mut stopped = HashSet::new();
        loop {
            let fresh: Vec<Pid> = all().into_iter().filter(|pid| !stopped.contains(pid)).collect();
            if fresh.is_empty() || stopped.len() > MANY {
                break;
            }
            fresh.iter().for_each(|&pid| send(pid, Signal::STOP));
            stopped.extend(fresh);
        }
        stopped.iter().for_each(|&pid| send(pid, Signal::KILL));
        !stopped.is_empty()
    }

    /// With this many stopped, it is faster to kill them than to look for others.
    const MANY: usize = 4096;

    fn send(pid: Pid, signal: Signal) {
        // The process may just have ended.
        let _gone = kill_process(pid, signal);
    }

    /// All descendants, including ended ones that have not been reaped: one of their threads may still run.
    fn all() -> HashSet<Pid> {
        let mut children: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        for process in processes.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok()) {
            if let Some(parent) = parent_of(process) {
                children.entry(parent).or_default().push(process);
            }
        }
        let mut found = HashSet::new();
        let mut open = vec![getpid().as_raw_nonzero().get()];
        while let Some(parent) = open.pop() {
            for child in children.remove(&parent).unwrap_or_default() {
                found.extend(Pid::from_raw(child));
                open.push(child);
            }
        }
        found
    }

    /// The parent of a process; `None` if the process has gone.
    fn parent_of(process: i32) -> Option<i32> {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // The name before the state is in parentheses, and may contain parentheses itself.
        stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
    }
}

#[cfg(not(target_os = "linux"))]
mod other {
    use rustix::process::kill_process_group;

    use super::{Pid, Signal, Signalled, io};

    /// This system has no such setting.
    pub(crate) fn adopt() -> io::Result<()> {
        Ok(())
    }

    /// Sends a signal to the command's process group.
    pub(crate) fn signal(command: Pid, _signalled: Signalled, signal: Signal) {
        let _gone = kill_process_group(command, signal);
    }

    /// Kills the command's process group; returns whether there was one.
    pub(crate) fn kill_all(command: Pid) -> bool {
        kill_process_group(command, Signal::KILL).is_ok()
    }
}
