//! Lines in a bot's log that say which match begins and which is over, so that the output of each match can be found. A
//! match without output has no such lines.

use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use kahua_core::ids::{BotName, MatchId};
use kahua_core::limits;

use super::log::{log_path, set_aside};

/// The beginning of every mark.
const BEGINNING: &str = "--- kahua: match ";

/// A match in which the bot has a seat begins, or is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchMark {
    /// The match begins, or goes on after a restart of the arena.
    Begins(MatchId),
    /// The match is over.
    Over(MatchId),
    /// The match is over, and the bot's seat was given up. The log helps to find out why.
    Lost(MatchId),
}

/// The mark's text, for a line of its own.
impl fmt::Display for MatchMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchMark::Begins(id) => write!(f, "{BEGINNING}{id} begins ---"),
            MatchMark::Over(id) | MatchMark::Lost(id) => write!(f, "{BEGINNING}{id} is over ---"),
        }
    }
}

/// What a bot wrote during a match, if the logs in this folder still have it: its last [`limits::BOT_LOG_TAIL_BYTES`],
/// without marks. `None` if the match isn't in the logs. If a bot plays several matches at once, some of the output
/// belongs to the others.
#[must_use]
pub fn written_during(logs: &Path, name: BotName, id: MatchId) -> Option<String> {
    let log = log_path(logs, name);
    let (begins, over) = (MatchMark::Begins(id).to_string(), MatchMark::Over(id).to_string());
    let mut written: Option<String> = None;
    // The older one first: a match may begin there and go on in the other.
    for log in [set_aside(&log), log] {
        let Ok(file) = File::open(log) else { continue };
        for line in BufReader::new(file).split(b'\n').map_while(Result::ok) {
            let line = String::from_utf8_lossy(&line);
            if line == begins {
                written.get_or_insert_default();
            } else if line == over && written.is_some() {
                return written;
            } else if let Some(written) = &mut written
                && !is_mark(&line)
            {
                written.push_str(&line);
                written.push('\n');
                forget_the_beginning(written);
            }
        }
    }
    written
}

/// The lines of a log that aren't marks.
pub(super) fn without_marks(log: &str) -> String {
    log.split_inclusive('\n').filter(|line| !is_mark(line)).collect()
}

fn is_mark(line: &str) -> bool {
    line.starts_with(BEGINNING)
}

/// Cuts off the beginning of a text that has become twice as long as allowed. Waiting until then keeps the copying
/// cheap.
fn forget_the_beginning(text: &mut String) {
    if text.len() > 2 * limits::BOT_LOG_TAIL_BYTES {
        text.drain(..text.ceil_char_boundary(text.len() - limits::BOT_LOG_TAIL_BYTES));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_during_a_match_is_cut_out() {
        let logs = tempfile::tempdir().unwrap();
        let (name, [one, two, gone]) = ("a".parse().unwrap(), [1, 2, 3].map(|n| MatchId::new(n, [0; 10])));
        let [begins_one, begins_two] = [one, two].map(MatchMark::Begins);
        let (over, cut) = (MatchMark::Over(one), MatchMark::Over(gone));
        let old = format!("{begins_one}\nthinking\n");
        let new = format!("still\n{begins_two}\nboth\n{over}\nonly two\n{cut}\ngoodbye\n");
        std::fs::write(logs.path().join("a.log.old"), old).unwrap();
        std::fs::write(logs.path().join("a.log"), &new).unwrap();
        let during = |id| written_during(logs.path(), name, id);
        assert_eq!(during(one).as_deref(), Some("thinking\nstill\nboth\n"));
        assert_eq!(during(two).as_deref(), Some("both\nonly two\ngoodbye\n"), "it isn't over");
        assert_eq!(during(gone), None, "its beginning isn't there any more");
        assert_eq!(written_during(logs.path(), "b".parse().unwrap(), one), None);
        assert_eq!(without_marks(&new), "still\nboth\nonly two\ngoodbye\n");
    }
}
