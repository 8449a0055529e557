//! `kahua grade`: submissions against references of known strength, until it is certain enough who passes.

mod archive;
mod assignment;
mod contestant;
mod handed_in;
mod html;
mod junit;
mod pace;
mod pairing;
mod platforms;
mod report;
mod student;
mod submission;
mod submission_name;
mod tally;
mod text;

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::Context;
use kahua_core::text::on_one_line;
use kahua_core::words;
use kahua_server::telemetry::{self, LogForm};
use tokio::task::{JoinSet, LocalSet};
use tokio::time::timeout;

use self::assignment::Assignment;
use self::pace::Forecast;
use self::pairing::{Pairing, Played};
use self::report::{Grade, Report, Verdict};
use crate::confine::{ConfineArgs, Confinement};
use crate::exit::{CommandResult, Failure};
use crate::output::{complain, print, print_json};
use crate::processes::matches_beside_bots;
use crate::runtime::{block_on, on_all_cores};
use crate::signals::stopped;

/// How often the page of a grading that goes on is written.
const SHOW_INTERVAL: Duration = Duration::from_secs(5);

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The file names a game, references of known strength, submissions, and which reference must be beaten. Every submission plays \
every reference in sets, with the same luck as all other submissions, until a sequential test has decided whether it is stronger \
than the reference, or the most sets that are allowed have been played. Submissions never meet each other.

What was played is kept in the data directory, and the same command goes on after an interruption. A submission that was changed \
is played again. docs/grading.md describes the file, and what it means to run the programs of strangers.

Exit codes:
  0  all submissions have passed
  1  at least one hasn't, or could not be graded
  2  the command line or the file is wrong
  3  a reference can't go on, Ctrl-C ended the command, or something outside kahua went wrong
  4  all others have passed, but for at least one the matches weren't enough to decide

Example of a file:
  game = \"haleakala\"
  seed = \"2026\"
  pass = { beats = \"greedy\", confidence = 0.95 }
  submissions = \"submissions/*\"
  [[reference]]
  name = \"greedy\"
  house = \"greedy\"

Examples:
  kahua grade homework.toml
  kahua grade homework.toml --confine=required --html report.html --junit report.xml
  kahua grade homework.toml --html report.html --watch
  kahua grade homework.toml --students for-students")]
pub(crate) struct Args {
    /// The file of the assignment.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Where to keep the data, in a folder for each submission. [default: NAME-data beside the file NAME.toml]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// How many submissions to grade at once; each plays one match at a time. [default: one for each core of this machine]
    #[arg(long, value_name = "N")]
    at_once: Option<NonZeroUsize>,
    /// Print one JSON object for each submission.
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print comma-separated values: a line for each submission and reference.
    #[arg(long)]
    csv: bool,
    /// Write a page with tables and plots to this file.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the page of --html every few seconds while it is graded, with how far each submission is. A browser reads it again by
    /// itself.
    #[arg(long, requires = "html")]
    watch: bool,
    /// Write a JUnit XML file, which CI systems read.
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Write a folder for each submission into this directory: what its author should know, as a page and as text with the matches
    /// in which it committed faults, and the files that Gradescope and GitHub Classroom read.
    #[arg(long, value_name = "DIR")]
    students: Option<PathBuf>,
    // Last, since its heading holds for every flag that follows.
    #[command(flatten)]
    confine: ConfineArgs,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    telemetry::init(LogForm::Text, "error").map_err(Failure::usage)?;
    let beside = || args.file.with_file_name(format!("{}-data", Assignment::name_of(&args.file)));
    let data = args.data.clone().unwrap_or_else(beside);
    let assignment = Rc::new(Assignment::read(&args.file, &data)?);
    let confinement = args.confine.prepare(&data)?;
    if args.json || args.csv {
        assignment.left_out.iter().for_each(|sentence| complain(sentence));
    }
    let runtime = on_all_cores()?;
    let lanes = args.at_once.unwrap_or_else(matches_beside_bots);
    let page = args.html.clone().filter(|_| args.watch);
    let grading = Grading::new(assignment.clone(), data.clone(), confinement, lanes, page);
    grading.show()?;
    let graded = block_on(&runtime, LocalSet::new().run_until(grading.clone().run(lanes)));
    // There is a report after an interruption, too: what has been played counts.
    let report = Report::new(&assignment, grading.played.take());
    args.print(&report)?;
    args.students.as_ref().map_or(Ok(()), |to| report.write_for_students(to, &data))?;
    if graded.is_err() {
        complain("the same command goes on from here: what has been played counts");
    }
    graded?;
    match () {
        () if report.count(Grade::Failed) + report.count(Grade::Ungraded) > 0 => Err(Failure::CheckFailed),
        () if report.count(Grade::Undecided) > 0 => Err(Failure::Undecided),
        () => Ok(()),
    }
}

impl Args {
    fn print(&self, report: &Report<'_>) -> Result<(), Failure> {
        let write = |file: &Path, text: String| {
            fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))
        };
        self.html.as_ref().map_or(Ok(()), |file| write(file, report.html(&today())))?;
        self.junit.as_ref().map_or(Ok(()), |file| write(file, report.junit()))?;
        match (self.json, self.csv) {
            (true, _) => report.json().iter().try_for_each(print_json)?,
            (_, true) => report.print_csv()?,
            _ => print(&report.text())?,
        }
        Ok(())
    }
}

/// The day in UTC, for people.
fn today() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%d").to_string()
}

/// An assignment that is being graded.
struct Grading {
    assignment: Rc<Assignment>,
    data: PathBuf,
    confinement: Option<Confinement>,
    /// The numbers of the submissions that aren't being graded yet.
    waiting: RefCell<VecDeque<usize>>,
    /// By submission and reference.
    played: RefCell<Vec<Vec<Option<Played>>>>,
    pace: Forecast,
    began: Instant,
    /// The page that grows.
    page: Option<PathBuf>,
    /// Whether nothing more may begin.
    is_over: Cell<bool>,
}

impl Grading {
    fn new(
        assignment: Rc<Assignment>,
        data: PathBuf,
        confinement: Option<Confinement>,
        lanes: NonZeroUsize,
        page: Option<PathBuf>,
    ) -> Rc<Grading> {
        let (submissions, references) = (assignment.submissions.len(), assignment.references.len());
        let nothing = || std::iter::repeat_with(|| None).take(references).collect();
        let pace = Forecast::new(&assignment, lanes.get());
        Rc::new(Grading {
            assignment,
            data,
            confinement,
            waiting: RefCell::new((0..submissions).collect()),
            played: RefCell::new(std::iter::repeat_with(nothing).take(submissions).collect()),
            pace,
            began: Instant::now(),
            page,
            is_over: Cell::new(false),
        })
    }

    /// Grades this many submissions at once, until none is left.
    async fn run(self: Rc<Grading>, lanes: NonZeroUsize) -> Result<(), Failure> {
        let mut running = JoinSet::new();
        (0..lanes.get().min(self.assignment.submissions.len()))
            .for_each(|_| drop(running.spawn_local(self.clone().lane())));
        let stopped = stopped();
        tokio::pin!(stopped);
        let mut result = Ok(());
        loop {
            tokio::select! {
                biased;
                // The arenas have received the signal too, and end.
                error = &mut stopped, if result.is_ok() => result = Err(error.into()),
                ended = running.join_next() => match ended {
                    None => return result,
                    Some(Ok(Ok(()))) => continue,
                    Some(Ok(Err(failure))) => result = result.and(Err(failure)),
                    Some(Err(panic)) => std::panic::resume_unwind(panic.into_panic()),
                },
            }
            // Only an error leads here. The other lanes end after what they play now.
            self.is_over.set(true);
        }
    }

    /// Grades one submission after another.
    async fn lane(self: Rc<Grading>) -> Result<(), Failure> {
        loop {
            let next = self.waiting.borrow_mut().pop_front();
            let Some(number) = next else { return Ok(()) };
            self.grade(number).await?;
        }
    }

    /// Plays one submission against every reference.
    async fn grade(&self, number: usize) -> Result<(), Failure> {
        let submission = &self.assignment.submissions[number];
        let Ok(contestant) = &submission.contestant else {
            self.pace.skip(self.assignment.references.len());
            return Ok(());
        };
        for (at, reference) in self.assignment.references.iter().enumerate() {
            if self.is_over.get() {
                return Ok(());
            }
            let pairing = Pairing {
                assignment: &self.assignment,
                name: &submission.name,
                submission: contestant,
                reference,
                data: &self.data.join(&submission.data),
                confinement: self.confinement.as_ref(),
                pace: &self.pace,
            };
            let played = match self.play(&pairing, (number, at)).await {
                Ok(played) => played,
                Err(failure) => {
                    self.played.borrow_mut()[number][at] = pairing.so_far();
                    return Err(failure);
                }
            };
            self.say(&submission.name, at, &played);
            self.played.borrow_mut()[number][at] = Some(played);
            self.show()?;
        }
        Ok(())
    }

    /// Plays a pairing, and shows every few seconds how far it is.
    async fn play(&self, pairing: &Pairing<'_>, (number, at): (usize, usize)) -> Result<Played, Failure> {
        let playing = pairing.play();
        tokio::pin!(playing);
        let mut shown = Ok(());
        loop {
            match timeout(SHOW_INTERVAL, &mut playing).await {
                // Its matches are on record, so nothing is lost with a page that can't be written.
                Ok(played) => return shown.and(played),
                Err(_still_playing) if self.page.is_none() || shown.is_err() => {}
                Err(_still_playing) => {
                    self.played.borrow_mut()[number][at] = pairing.so_far();
                    shown = self.show();
                }
            }
        }
    }

    /// Writes the page that grows, as a whole or not at all: a browser may read it at any time.
    fn show(&self) -> Result<(), Failure> {
        let Some(page) = &self.page else { return Ok(()) };
        let report = Report::new(&self.assignment, self.played.borrow().clone());
        let partial = page.with_extension("partial");
        fs::write(&partial, report.growing_html(&today(), SHOW_INTERVAL))
            .and_then(|()| fs::rename(&partial, page))
            .with_context(|| format!("cannot write {}", page.display()))?;
        Ok(())
    }

    fn say(&self, submission: &str, at: usize, played: &Played) {
        let number = self.pace.decide(played.tally.scores.sets(), played.sets_now);
        let all = self.assignment.submissions.len() * self.assignment.references.len();
        let (reference, sets) =
            (self.assignment.references[at].name, words::count(played.tally.scores.sets(), "set", "sets"));
        let score = 100.0 * played.tally.scores.score();
        let verdict = report::verdict(played);
        let why = match &verdict {
            Verdict::GaveUp(gave_up) => format!(": {gave_up}"),
            _ => String::new(),
        };
        let left = match self.pace.time_left(self.began.elapsed()) {
            Some(left) => format!("; about {} left", words::about(left)),
            None => String::new(),
        };
        let submission = on_one_line(submission);
        let verdict = verdict.in_words();
        complain(&format!(
            "{number} of {all}: {submission} against {reference}: {verdict}, {score:.1} % in {sets}{why}{left}"
        ));
    }
}
