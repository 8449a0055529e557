//! The progress of a command: a bar with the time left on terminals, and a line every few seconds elsewhere.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use tokio::time::{Instant, sleep};

use crate::output::complain;

/// How often a line is written where no bar can be drawn.
const LINE_INTERVAL: Duration = Duration::from_secs(5);

/// A bar with this number of steps, drawn on standard error if that is a terminal.
pub(crate) fn bar(steps: u64, what: &str) -> ProgressBar {
    let target =
        if std::io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let template = "{bar:40} {pos}/{len} {msg}, {eta} left";
    let style = ProgressStyle::with_template(template).expect("a valid template").progress_chars("█▉▊▋▌▍▎▏ ");
    ProgressBar::with_draw_target(Some(steps), target).with_style(style).with_message(what.to_owned())
}

/// A bar, or lines where none can be drawn.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    what: &'static str,
    started: Instant,
    /// How many steps were done when it began.
    before: std::cell::OnceCell<u64>,
}

impl Progress {
    pub(crate) fn new(steps: u64, what: &'static str) -> Progress {
        let started = Instant::now();
        Progress { bar: bar(steps, what), what, started, before: std::cell::OnceCell::new() }
    }

    /// Sets the number of steps that are done.
    pub(crate) fn set(&self, done: u64) {
        self.before.get_or_init(|| done);
        self.bar.set_position(done);
    }

    /// Without a bar, writes a line each time one is due. Never ends.
    pub(crate) async fn say_on(&self) {
        if !self.bar.is_hidden() {
            return std::future::pending().await;
        }
        loop {
            sleep(LINE_INTERVAL).await;
            self.say();
        }
    }

    fn say(&self) {
        let (done, all) = (self.bar.position(), self.bar.length().unwrap_or_default());
        let fresh = done.saturating_sub(self.before.get().copied().unwrap_or_default());
        complain(&line(self.what, done, all, fresh, self.started.elapsed()));
    }

    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// A line that says that `done` of `all` steps are done, `fresh` of them in this time.
fn line(what: &str, done: u64, all: u64, fresh: u64, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    if fresh == 0 || seconds <= 0.0 {
        return format!("{done} of {all} {what} after {:.0} s", seconds);
    }
    let rate = fresh as f64 / seconds;
    let left = Duration::try_from_secs_f64(all.saturating_sub(done) as f64 / rate).unwrap_or(Duration::MAX);
    let left = HumanDuration(Duration::from_secs(left.as_secs()));
    // A rate below one is shown as its inverse: "0.0/s" would say nothing.
    let pace = if rate < 1.0 { format!("one in {:.0} s", 1.0 / rate) } else { format!("{rate:.1}/s") };
    format!("{done} of {all} {what}, {pace}, about {left} left")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_tell_the_rate_and_the_time_left() {
        let line = |done, fresh, seconds| line("matches", done, 40, fresh, Duration::from_secs(seconds));
        assert_eq!(line(0, 0, 5), "0 of 40 matches after 5 s");
        assert_eq!(line(20, 10, 5), "20 of 40 matches, 2.0/s, about 10 seconds left");
        assert_eq!(line(10, 10, 1200), "10 of 40 matches, one in 120 s, about 60 minutes left");
        assert_eq!(line(40, 40, 4), "40 of 40 matches, 10.0/s, about 0 seconds left");
    }
}
