//! The lines of a program's output that best show what happened to it.

use kahua_core::limits::cut;

/// How many lines are shown from the beginning.
const FIRST_LINES: usize = 10;
/// How many lines are shown from the end.
const LAST_LINES: usize = 30;
/// How many lines are shown at either end of a block of indented lines.
const INDENTED_LINES: usize = 4;
/// The longest line that is shown in full, in bytes.
const LINE_BYTES_MAX: usize = 300;

/// The first and the last lines of this output, at most 41 of them, without control characters. A line with `…` stands
/// for what is left out.
///
/// A stack trace may have hundreds of lines. What went wrong stands before it, after it, or in between. In every
/// language the calls are indented and the messages aren't, so the middle of a long indented block is left out first.
#[must_use]
pub fn excerpt(output: &str) -> Vec<String> {
    let lines: Vec<&str> = output.trim_end().lines().collect();
    let mut folded = Vec::new();
    for block in lines.chunk_by(|line, next| is_indented(line) && is_indented(next)) {
        shorten(block, INDENTED_LINES, INDENTED_LINES, "indented lines", &mut folded);
    }
    let folded: Vec<&str> = folded.iter().map(String::as_str).collect();
    let mut shown = Vec::new();
    shorten(&folded, FIRST_LINES, LAST_LINES, "lines", &mut shown);
    shown
}

fn is_indented(line: &str) -> bool {
    line.starts_with([' ', '\t'])
}

/// Appends these lines to `to`, leaving out those between the `first` and the `last` ones.
fn shorten(lines: &[&str], first: usize, last: usize, what: &str, to: &mut Vec<String>) {
    // A line that says "one line is left out" would save nothing.
    if lines.len() <= first + last + 1 {
        to.extend(lines.iter().map(|line| printable(line)));
        return;
    }
    let left_out = lines.len() - first - last;
    to.extend(lines[..first].iter().map(|line| printable(line)));
    to.push(format!("… {left_out} {what} …"));
    to.extend(lines[lines.len() - last..].iter().map(|line| printable(line)));
}

/// A line of bounded length. Control characters are removed, since they could move the terminal's cursor.
pub(super) fn printable(line: &str) -> String {
    let shown = cut(line, LINE_BYTES_MAX);
    let mut printable: String =
        shown.chars().filter(|character| !character.is_control() || *character == '\t').collect();
    if shown.len() < line.len() {
        printable.push('…');
    }
    printable
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(count: usize) -> String {
        (1..=count).map(|number| format!("line {number}\n")).collect()
    }

    #[test]
    fn a_short_output_is_shown_in_full() {
        assert_eq!(excerpt(""), Vec::<String>::new());
        assert_eq!(excerpt("\n\n"), Vec::<String>::new());
        assert_eq!(excerpt("no licence\n  ask the author\n\n"), ["no licence", "  ask the author"]);
        assert_eq!(excerpt(&numbered(41)).len(), 41);
        assert_eq!(excerpt(&numbered(41))[10], "line 11");
    }

    #[test]
    fn of_a_long_output_the_first_and_the_last_lines_are_shown() {
        let shown = excerpt(&numbered(1000));
        assert_eq!(shown.len(), 41);
        assert_eq!((shown[9].as_str(), shown[10].as_str()), ("line 10", "… 960 lines …"));
        assert_eq!((shown[11].as_str(), shown[40].as_str()), ("line 971", "line 1000"));
    }

    /// A bot that logs its moves and dies of a stack overflow: neither the first nor the last lines alone would show
    /// the cause.
    #[test]
    fn what_stands_before_a_long_trace_is_shown() {
        let frames = "\tat bot.Search.deeper(Search.java:41)\n".repeat(1024);
        let output = format!("{}java.lang.StackOverflowError\n{frames}Caused by: bad luck\n{frames}", numbered(500));
        let shown = excerpt(&output);
        for expected in ["line 1", "java.lang.StackOverflowError", "… 1016 indented lines …", "Caused by: bad luck"]
        {
            assert!(shown.iter().any(|line| line == expected), "{expected}: {shown:#?}");
        }
        assert!(shown.len() <= 41, "{shown:#?}");
    }

    #[test]
    fn lines_can_not_disturb_the_terminal() {
        assert_eq!(excerpt("a\u{1b}[31mb\u{0}\tc\r\n"), ["a[31mb\tc"]);
        let long = excerpt(&"ü".repeat(1000));
        assert_eq!(long, [format!("{}…", "ü".repeat(150))]);
    }
}
