//! The file of an assignment: the game, the references, the submissions, and what it takes to pass.

use std::fmt::Display;
use std::fs;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::time::Duration;

use kahua_core::clock::TimeControl;
use kahua_core::ids::BotName;
use kahua_core::limits::BOT_NAME_BYTES_MAX;
use kahua_core::referee::Luck;
use kahua_engine::{SeatCount, Seed};
use kahua_leagues::sprt::Sprt;
use kahua_settings::Rulesets;
use kahua_settings::config::{FaultSettings, LeagueSeed, LeagueSettings, MatchTerms, SeasonChoice, from_text};
use serde::Deserialize;

use super::contestant::Contestant;
use super::report::percent;
use super::submission::{self, Submission};
use crate::exit::Failure;
use crate::game_arg::{ChosenGame, GameArgs};

/// The name under which every submission plays, so that neither its seats nor its luck depend on who wrote it.
pub(super) const SUBMISSION: &str = "submission";

/// An assignment that can be graded.
#[derive(Debug)]
pub(super) struct Assignment {
    /// The name of its file, without the ending.
    pub(super) name: String,
    pub(super) games: Rulesets,
    /// The game with its options, for people.
    pub(super) game: String,
    pub(super) seats: SeatCount,
    pub(super) references: Vec<Reference>,
    pub(super) submissions: Vec<Submission>,
    /// What was found next to the submissions, in sentences.
    pub(super) left_out: Vec<String>,
    /// Which reference a submission must beat.
    pub(super) mark: usize,
    pub(super) confidence: f64,
    pub(super) test: Sprt,
    /// The most sets that a submission plays against one reference.
    pub(super) sets_max: NonZeroU32,
    /// How long a submission may take no match, for example because it hasn't connected, before the next one is graded.
    pub(super) patience: Duration,
    /// What all matches are played on.
    terms: MatchTerms,
    seed: Seed,
}

/// A bot of known strength.
#[derive(Debug)]
pub(super) struct Reference {
    pub(super) name: BotName,
    pub(super) contestant: Contestant,
    /// What a submission gets that beats it.
    pub(super) points: u32,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    game: String,
    #[serde(default)]
    options: Vec<String>,
    seats: Option<usize>,
    #[serde(default = "MatchTerms::default_time", deserialize_with = "from_text")]
    time: TimeControl,
    #[serde(default)]
    faults: FaultSettings,
    #[serde(default = "MatchTerms::default_luck", deserialize_with = "from_text")]
    luck: Luck,
    #[serde(deserialize_with = "from_text")]
    seed: Seed,
    #[serde(default = "default_sets_max")]
    sets_max: NonZeroU32,
    #[serde(default = "default_patience_s")]
    patience_s: NonZeroU32,
    pass: Pass,
    #[serde(rename = "reference")]
    references: Vec<ReferenceEntry>,
    submissions: Option<String>,
    #[serde(default, rename = "submission")]
    single: Vec<SubmissionEntry>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pass {
    beats: String,
    #[serde(default = "default_confidence")]
    confidence: f64,
    /// How many Elo points stronger a submission should be, so that the test detects it.
    #[serde(default = "default_margin")]
    margin: f64,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ReferenceEntry {
    #[serde(deserialize_with = "from_text")]
    name: BotName,
    command: Option<String>,
    house: Option<String>,
    #[serde(default)]
    points: u32,
}

/// One submission, as the file names it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SubmissionEntry {
    pub(super) name: String,
    pub(super) command: Option<String>,
    pub(super) house: Option<String>,
    pub(super) folder: Option<PathBuf>,
}

impl Assignment {
    /// Reads an assignment; paths in it are relative to its own folder. Archives are unpacked below `data`.
    ///
    /// # Errors
    /// If the file can't be read or used; the error says where and why.
    pub(super) fn read(path: &Path, data: &Path) -> Result<Assignment, Failure> {
        let wrong = |problem: &dyn Display| Failure::usage(format!("{}: {problem}", path.display()));
        let text = fs::read_to_string(path).map_err(|error| wrong(&error))?;
        let file: File = toml::from_str(&text).map_err(|error| wrong(&error.to_string().trim_end()))?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Assignment::of(Assignment::name_of(path), file, folder, data).map_err(|problem| wrong(&problem))
    }

    /// The name of the assignment in this file.
    pub(super) fn name_of(path: &Path) -> String {
        path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    fn of(name: String, file: File, folder: &Path, data: &Path) -> Result<Assignment, String> {
        let chosen = GameArgs { game: file.game, options: file.options, ruleset: None };
        let ChosenGame { info, ruleset, choices } = chosen.read().map_err(|failure| match failure {
            Failure::Usage(problem) => problem,
            other => format!("{other:?}"),
        })?;
        let seats = file.seats.unwrap_or(*info.seats.start());
        let seats = info.seat_count(seats).map_err(|problem| problem.to_string())?;
        choices.check_seats(seats).map_err(|problem| problem.to_string())?;
        if seats.get() < 2 {
            return Err("one seat isn't enough to play against a reference".into());
        }
        if file.time.stopped || (file.time.bank.is_none() && file.time.ask_cap.is_none()) {
            return Err(format!(
                "time = \"{}\" has no limit, so a submission that hangs would never be late; give a bank or a cap",
                file.time
            ));
        }
        let references = references(file.references, folder)?;
        let mark = references.iter().position(|reference| reference.name.as_str() == file.pass.beats);
        let mark = mark.ok_or_else(|| format!("pass: there is no reference {:?}", file.pass.beats))?;
        let confidence = file.pass.confidence;
        // At 0.5 the two bounds of the test are the same, so it would be over before the first set.
        if !(confidence > 0.5 && confidence < 1.0) {
            return Err(format!("pass: confidence must be more than 0.5 and less than 1, got {confidence}"));
        }
        let (margin, error) = (file.pass.margin, 1.0 - confidence);
        let test = Sprt::new(0.0, margin, error, error);
        let test = test.map_err(|_| format!("pass: margin must be a number of Elo points above 0, got {margin}"))?;
        let (submissions, left_out) = submission::list(file.submissions.as_deref(), file.single, folder, data)?;
        let terms = MatchTerms {
            seats: seats.get(),
            options: choices.to_texts(),
            time: file.time,
            faults: file.faults,
            luck: file.luck,
            ..MatchTerms::new(info.name)
        };
        let game = std::iter::once(info.name.to_owned()).chain(terms.options.clone()).collect::<Vec<_>>().join(", ");
        let games = Rulesets::built_in().with(ruleset);
        let (seed, sets_max) = (file.seed, file.sets_max);
        let patience = Duration::from_secs(file.patience_s.get().into());
        Ok(Assignment {
            name,
            games,
            game,
            seats,
            references,
            submissions,
            left_out,
            mark,
            confidence,
            test,
            sets_max,
            patience,
            terms,
            seed,
        })
    }

    /// The league in which a submission plays this reference. Its luck is the same for all submissions, but differs
    /// between references: a submission that has played one must not know the luck of the next.
    pub(super) fn league(&self, reference: &Reference) -> LeagueSettings {
        let seed = self.seed.derive(&format!("reference {}", reference.name), 0);
        LeagueSettings {
            sets: Some(self.sets_max),
            seed: LeagueSeed::Shared(seed),
            season: SeasonChoice::NewIfChanged,
            ..LeagueSettings::new(reference.name.as_str(), self.terms.clone(), self.bots(reference))
        }
    }

    /// The bots at a table: the submission, and as many copies of the reference as needed.
    fn bots(&self, reference: &Reference) -> Vec<BotName> {
        let submission = SUBMISSION.parse().expect("a valid name");
        std::iter::once(submission).chain(reference.copies(self.seats)).collect()
    }

    /// How often a submission is compared with its opponents in a set.
    pub(super) fn comparisons(&self) -> u32 {
        let seats = self.seats.get() as u32;
        seats * (seats - 1)
    }

    /// The time control.
    pub(super) fn time(&self) -> TimeControl {
        self.terms.time
    }

    /// The most points that a submission can get.
    pub(super) fn points_max(&self) -> u32 {
        self.references.iter().fold(0, |sum, reference| sum.saturating_add(reference.points))
    }

    /// What it takes to pass, in a sentence.
    pub(super) fn pass_mark(&self) -> String {
        let (name, confidence) = (self.references[self.mark].name, percent(self.confidence));
        format!("To pass, a submission must beat {name} with a confidence of {confidence}.")
    }
}

impl Reference {
    /// The names of the reference's copies at a table with this many seats.
    pub(super) fn copies(&self, seats: SeatCount) -> Vec<BotName> {
        match seats.get() {
            2 => vec![self.name],
            seats => (1..seats).filter_map(|number| format!("{}-{number}", self.name).parse().ok()).collect(),
        }
    }
}

fn references(entries: Vec<ReferenceEntry>, folder: &Path) -> Result<Vec<Reference>, String> {
    let mut references: Vec<Reference> = Vec::new();
    for ReferenceEntry { name, command, house, points } in entries {
        if references.iter().any(|other| other.name == name) {
            return Err(format!("two references are called {name}"));
        }
        // Its copies at larger tables have a dash and a digit behind the name.
        let is_long = name.as_str().len() > BOT_NAME_BYTES_MAX - 2;
        if name.as_str() == SUBMISSION || name.as_str().starts_with('.') || is_long {
            return Err(format!(
                "a reference can't be called {name}: give another name, of at most {} bytes and without a dot at its \
                 beginning",
                BOT_NAME_BYTES_MAX - 2
            ));
        }
        let contestant = Contestant::of(command.as_deref(), house.as_deref(), folder);
        let contestant = contestant.map_err(|problem| format!("reference {name}: {problem:#}"))?;
        references.push(Reference { name, contestant, points });
    }
    if references.is_empty() { Err("there is no [[reference]]".into()) } else { Ok(references) }
}

fn default_sets_max() -> NonZeroU32 {
    const { NonZeroU32::new(200).expect("not zero") }
}

fn default_patience_s() -> NonZeroU32 {
    const { NonZeroU32::new(60).expect("not zero") }
}

fn default_confidence() -> f64 {
    0.95
}

/// With the default of `sets_max`, this decides at least 95 of 100 gradings, wherever the strength of a submission lies.
fn default_margin() -> f64 {
    100.0
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// An assignment of two submissions, ann and bob, who must beat `greedy`.
    pub(crate) fn example() -> Assignment {
        decided_by("sets_max = 30\npass = { beats = 'greedy', margin = 200 }")
    }

    /// The same with these terms.
    pub(crate) fn decided_by(terms: &str) -> Assignment {
        let text = format!(
            "game = 'haleakala'\nseed = '1'\n{terms}
            reference = [{{ name = 'greedy', house = 'greedy', points = 40 }}]
            submission = [{{ name = 'bob', house = 'random' }}, {{ name = 'ann', house = 'random' }}]"
        );
        Assignment::of("example".into(), toml::from_str(&text).unwrap(), Path::new("."), Path::new("nowhere")).unwrap()
    }

    #[test]
    fn the_examples_of_the_page_can_be_read() {
        let page = include_str!("../../../../docs/grading.md");
        let blocks: Vec<&str> = page.split("```toml\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
        assert_eq!(blocks.len(), 2);
        let dir = tempfile::tempdir().unwrap();
        for folder in ["submissions/ann", "solution"] {
            fs::create_dir_all(dir.path().join(folder)).unwrap();
        }
        for block in blocks {
            let file = dir.path().join("homework.toml");
            fs::write(&file, block).unwrap();
            let assignment =
                Assignment::read(&file, dir.path()).unwrap_or_else(|problem| panic!("{problem:?}\n{block}"));
            assert_eq!(assignment.submissions[0].name, "ann");
        }
    }

    #[test]
    fn references_have_luck_of_their_own_and_copies_where_there_are_more_seats() {
        let mut assignment = example();
        let of = |name: &str, assignment: &Assignment| {
            let contestant = Contestant::of(None, Some("greedy"), Path::new(".")).unwrap();
            assignment.league(&Reference { name: name.parse().unwrap(), contestant, points: 0 })
        };
        assert_ne!(of("one", &assignment).seed, of("two", &assignment).seed);
        assert_eq!(of("one", &assignment).bots.iter().map(BotName::as_str).collect::<Vec<_>>(), ["submission", "one"]);
        assignment.seats = SeatCount::new(3).unwrap();
        let bots = of("one", &assignment).bots;
        assert_eq!(bots.iter().map(BotName::as_str).collect::<Vec<_>>(), ["submission", "one-1", "one-2"]);
        assert_eq!(assignment.comparisons(), 6);
    }
}
