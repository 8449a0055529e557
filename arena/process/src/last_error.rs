//! The line of a program's output that names its last error.

use super::excerpt::printable;

/// What Python writes before the lines of a trace, which are indented, and the error, which isn't.
const TRACEBACK: &str = "Traceback (most recent call last):";

/// Among how many words at the beginning of a line its log says how serious it is: after a date, a time and a thread.
const LOG_MARKS: usize = 4;

/// The line that tells best why a program has failed, without control characters and of bounded length; `None` if none does.
///
/// That is the last line that begins with the name of an error, as most languages write one: `IndexError: …`. Without any it is
/// the last one that speaks of an error, and without that, the last one that a log doesn't mark as mere information.
#[must_use]
pub fn last_error(output: &str) -> Option<String> {
    let lines: Vec<&str> = output.lines().filter(|line| !line.trim().is_empty()).collect();
    let raised = lines.iter().rposition(|line| line.trim() == TRACEBACK).and_then(|trace| {
        let after = lines[trace + 1..].iter().position(|line| !line.starts_with([' ', '\t']))?;
        Some(trace + 1 + after)
    });
    let named = lines.iter().rposition(|line| names_an_error(line));
    let best = raised
        .max(named)
        .or_else(|| lines.iter().rposition(|line| speaks_of_an_error(line)))
        .or_else(|| lines.iter().rposition(|line| !informs(line)))?;
    Some(printable(lines[best].trim()))
}

/// Whether a log marks this line as mere information, in one of the words that stand before its text.
fn informs(line: &str) -> bool {
    let mut marks = line.split_whitespace().take(LOG_MARKS).map(|word| word.trim_matches(['[', ']', ':', '|']));
    marks.any(|mark| ["TRACE", "DEBUG", "INFO"].contains(&mark))
}

/// Whether a line begins with the name of an error: `java.lang.IllegalStateException: …`, `TypeError: …`, `panic: …`.
fn names_an_error(line: &str) -> bool {
    let name = line.split([':', ' ']).next().unwrap_or_default();
    ["Error", "Exception", "panic"].iter().any(|end| name.ends_with(end)) && name.len() < line.len()
}

fn speaks_of_an_error(line: &str) -> bool {
    let mut words = line.split(|character: char| !character.is_alphanumeric()).map(str::to_lowercase);
    words.any(|word| ["error", "exception", "fatal", "panic", "panicked", "failed"].contains(&word.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_is_found_before_and_after_its_trace() {
        for (output, expected) in [
            (
                "ERROR choose failed\nTraceback (most recent call last):\n  File \"m.py\"\nBoom: no luck\nbye\n",
                "Boom: no luck",
            ),
            (
                "IndexError: old\nIndexError: list index out of range\nerror: the command exited\n",
                "IndexError: list index out of range",
            ),
            (
                "java.lang.StackOverflowError: deep\n\tat bot.Search.deeper(Search.java:41)\n",
                "java.lang.StackOverflowError: deep",
            ),
            (
                "ERROR choose failed\nTypeError: x is undefined\n    at choose (bot.ts:11:5)\n",
                "TypeError: x is undefined",
            ),
            (
                "panic: assignment to entry in nil map\n\ngoroutine 1 [running]:\n",
                "panic: assignment to entry in nil map",
            ),
            ("thinking\nerror: no licence\nsee the manual\n", "error: no licence"),
            ("thinking\nsegmentation fault\n\n", "segmentation fault"),
            ("Error\n", "Error"),
            ("Killed\n2026-11-27 18:45:10,885 INFO  leaving\n[INFO] gone\n", "Killed"),
        ] {
            assert_eq!(last_error(output).as_deref(), Some(expected), "{output}");
        }
        for nothing in ["", " \n", "2026-11-27 18:45:10,885 INFO  match m ended\n"] {
            assert_eq!(last_error(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn it_is_harmless_and_short() {
        let long = format!("ValueError: \u{1b}[31m{}\n", "x".repeat(5000));
        let shown = last_error(&long).unwrap();
        assert!(shown.starts_with("ValueError: [31mxxx") && shown.ends_with('…') && shown.len() < 400, "{shown}");
    }
}
