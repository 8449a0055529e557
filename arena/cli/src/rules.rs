//! `kahua rules`: the rules of the games for programs in any language, as lines of JSON on standard input and output.

use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, Read, Write};
use std::path::PathBuf;

use kahua_core::text;
use kahua_engine::registry;
use kahua_rules::Rules;
use kahua_rules::limits::LINE_BYTES_MAX;
use tokio::signal::unix::{SignalKind, signal};

use crate::exit::CommandResult;
use crate::game_arg::read_ruleset;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each line of standard input is a request, or a list of requests; each is answered by one line, in order. The process ends \
with its input. docs/bots/rules.md describes all requests.

Examples:
  $ kahua rules
  {\"op\":\"start\",\"game\":\"haleakala\",\"seed\":7}
  {\"position\":1,\"phase\":\"decide\",\"seat\":0,\"legal_total\":30,...}
  {\"op\":\"successors\",\"position\":1}
  {\"seat\":0,\"successors\":[{\"action\":\"place:1@0\",\"phase\":\"decide\",\"seat\":1,\"scores\":[0,0]},...]}")]
pub(crate) struct Args {
    /// A ruleset file to use instead of the built-in one of its game; may be given several times.
    #[arg(long = "ruleset", value_name = "FILE")]
    rulesets: Vec<PathBuf>,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    let rulesets =
        args.rulesets.iter().map(|path| read_ruleset(path, registry::read_ruleset)).collect::<Result<Vec<_>, _>>()?;
    if !io::stdin().is_terminal() {
        leave_interrupts_to_the_bot()?;
    }
    let mut rules = Rules::new(rulesets);
    let mut input = BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut output = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut line = Vec::new();
    loop {
        let answer = match read_line(&mut input, &mut line)? {
            Line::End => return Ok(output.flush()?),
            Line::TooLong => Some(Rules::answer_to_long_line()),
            Line::Whole => rules.answer(&line),
        };
        if let Some(answer) = answer {
            writeln!(output, "{}", text::in_json(&answer))?;
        }
        // While further requests are there already, the answers go out together.
        if input.buffer().is_empty() {
            output.flush()?;
        }
    }
}

/// Ctrl-C in a terminal goes to this process too, but the bot that started it still needs it: it may end its matches in good
/// order. The end of the input ends this process.
fn leave_interrupts_to_the_bot() -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    let _context = runtime.enter();
    // From the first listener on, the signal doesn't end the process any more.
    signal(SignalKind::interrupt()).map(drop)
}

/// What was read.
enum Line {
    Whole,
    TooLong,
    End,
}

/// Reads the next line into `line`, without its line break. The rest of one that is too long is skipped.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Line> {
    line.clear();
    input.by_ref().take(LINE_BYTES_MAX as u64 + 1).read_until(b'\n', line)?;
    if line.last() == Some(&b'\n') {
        line.pop();
        return Ok(Line::Whole);
    }
    if line.len() > LINE_BYTES_MAX {
        input.skip_until(b'\n')?;
        return Ok(Line::TooLong);
    }
    Ok(if line.is_empty() { Line::End } else { Line::Whole })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_skipped_and_the_next_one_is_read() {
        let long = "x".repeat(LINE_BYTES_MAX + 1);
        let longest = "y".repeat(LINE_BYTES_MAX);
        let text = format!("one\n{long}\n{longest}\n\nlast");
        let (mut input, mut line, mut read) = (text.as_bytes(), Vec::new(), Vec::new());
        loop {
            match read_line(&mut input, &mut line).expect("memory can be read") {
                Line::End => break,
                Line::TooLong => read.push("too long".to_owned()),
                Line::Whole => read.push(String::from_utf8(line.clone()).expect("it is text")),
            }
        }
        assert_eq!(read, ["one", "too long", &longest, "", "last"]);
    }
}
