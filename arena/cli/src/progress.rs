//! Progress bars with the time left, on terminals only.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar with this number of steps, drawn on standard error if that is a terminal.
pub(crate) fn bar(steps: u64, what: &str) -> ProgressBar {
    let target =
        if std::io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let template = "{bar:40} {pos}/{len} {msg}, {eta} left";
    let style = ProgressStyle::with_template(template).expect("a valid template").progress_chars("█▉▊▋▌▍▎▏ ");
    ProgressBar::with_draw_target(Some(steps), target).with_style(style).with_message(what.to_owned())
}
