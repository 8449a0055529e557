//! The results of one submission as platforms for courses read them: `results.json` of Gradescope's autograders, and the result of
//! a runner that GitHub Classroom's reporter adds up.

use kahua_core::text::on_one_line;
use serde_json::{Value, json};

use super::assignment::{Assignment, Reference};
use super::report::Verdict;
use super::student::{Against, Student};

/// What Gradescope reads: points by test, and their sum.
pub(super) fn gradescope(assignment: &Assignment, student: &Student<'_>) -> Value {
    let tests = student.against.iter().enumerate().map(|(at, against)| {
        let worth = worth(assignment, at, against.reference);
        let beats = beats(student, against);
        json!({
            "name": title(against),
            "status": if beats { "passed" } else { "failed" },
            "score": if beats { worth } else { 0 },
            "max_score": worth,
            "output": told(student, against),
        })
    });
    json!({
        "score": score(assignment, student),
        "output": student.verdict(),
        "stdout_visibility": "hidden",
        "tests": tests.collect::<Vec<_>>(),
    })
}

/// What a runner of GitHub Classroom hands to the reporter, which sums `score` over all tests.
pub(super) fn classroom(assignment: &Assignment, student: &Student<'_>) -> Value {
    let tests = student.against.iter().enumerate().map(|(at, against)| {
        let beats = beats(student, against);
        let status = match &against.result.verdict {
            _ if beats => "pass",
            Verdict::NotStronger | Verdict::Undecided if student.row.problem.is_none() => "fail",
            _ => "error",
        };
        json!({
            "name": title(against),
            "status": status,
            "score": if beats { worth(assignment, at, against.reference) } else { 0 },
            "message": (!beats).then(|| told(student, against)),
        })
    });
    let tests: Vec<Value> = tests.collect();
    let has = |status: &str| tests.iter().any(|test| test["status"] == status);
    let status = match () {
        () if has("error") => "error",
        () if has("fail") => "fail",
        () => "pass",
    };
    let all = assignment.references.iter().enumerate();
    let max_score = all.fold(0, |sum: u32, (at, reference)| sum.saturating_add(worth(assignment, at, reference)));
    json!({"version": 1, "status": status, "max_score": max_score, "tests": tests})
}

/// How many points a victory over this reference is worth. Without points in the file, it is one for the reference that must be
/// beaten.
fn worth(assignment: &Assignment, at: usize, reference: &Reference) -> u32 {
    match assignment.points_max() {
        0 => u32::from(at == assignment.mark),
        _ => reference.points,
    }
}

fn score(assignment: &Assignment, student: &Student<'_>) -> u32 {
    let all = student.against.iter().enumerate().filter(|(_, against)| beats(student, against));
    all.fold(0, |sum, (at, against)| sum.saturating_add(worth(assignment, at, against.reference)))
}

fn beats(student: &Student<'_>, against: &Against<'_>) -> bool {
    student.row.problem.is_none() && against.result.verdict == Verdict::Beats
}

fn title(against: &Against<'_>) -> String {
    format!("beats {}", against.reference.name)
}

/// How it was decided, each fault, and what was written, in lines.
fn told(student: &Student<'_>, against: &Against<'_>) -> String {
    if let Some(problem) = student.row.problem {
        return on_one_line(problem).into_owned();
    }
    let faults = against.faults.iter().flat_map(|fault| std::iter::once(&fault.sentence).chain(&fault.written));
    let lines = std::iter::once(&against.sentence).chain(against.result.last_lines()).chain(faults);
    lines.map(|line| on_one_line(line).into_owned()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::super::assignment::tests::example;
    use super::super::pairing::{GaveUp, Played};
    use super::super::report::Report;
    use super::super::tally::tests::{after, record};
    use super::*;

    /// The files of a submission that has beaten greedy, and of one that couldn't go on.
    fn files() -> [[Value; 2]; 2] {
        let assignment = example();
        let won = (0..10).flat_map(|set| [record(set, 0, true), record(set, 1, true)]);
        let last_lines = ["Traceback (most recent call last):", "ImportError: no module"].map(Into::into).into();
        let gave_up = GaveUp { reason: "its process ended".into(), last_error: None, last_lines };
        let ann = Played { tally: after(won), gave_up: None, sets_now: 0 };
        let bob = Played { tally: after([record(0, 0, false)]), gave_up: Some(gave_up), sets_now: 0 };
        let report = Report::new(&assignment, vec![vec![Some(ann)], vec![Some(bob)]]);
        [0, 1].map(|at| {
            let student = report.student(&report.rows[at], std::path::Path::new("")).unwrap();
            [gradescope(&assignment, &student), classroom(&assignment, &student)]
        })
    }

    /// <https://gradescope-autograders.readthedocs.io/en/latest/specs/>
    #[test]
    fn gradescope_gets_the_fields_that_it_knows() {
        let [[ann, _], [bob, _]] = files();
        assert_eq!((&ann["score"], &ann["tests"][0]["status"]), (&40.into(), &"passed".into()), "{ann}");
        assert_eq!((&bob["score"], &bob["tests"][0]["status"]), (&0.into(), &"failed".into()), "{bob}");
        assert!(bob["tests"][0]["output"].as_str().is_some_and(|output| output.ends_with("\nImportError: no module")));
        for file in [&ann, &bob] {
            let known = ["score", "output", "stdout_visibility", "tests"];
            assert!(file.as_object().unwrap().keys().all(|key| known.contains(&key.as_str())), "{file}");
            assert_eq!(file["stdout_visibility"], "hidden");
            for test in file["tests"].as_array().unwrap() {
                let known = ["name", "status", "score", "max_score", "output"];
                assert!(test.as_object().unwrap().keys().all(|key| known.contains(&key.as_str())), "{test}");
                assert!(test["score"].as_u64() <= test["max_score"].as_u64(), "{test}");
            }
        }
    }

    /// The reporter reads `status`, `max_score`, and of each test `name`, `status`, `score` and `message`, and sums all scores.
    #[test]
    fn classroom_gets_what_its_reporter_adds_up() {
        let [[_, ann], [_, bob]] = files();
        let sum = |file: &Value| {
            file["tests"].as_array().unwrap().iter().map(|test| test["score"].as_u64().unwrap()).sum::<u64>()
        };
        assert_eq!((sum(&ann), &ann["max_score"], &ann["status"]), (40, &40.into(), &"pass".into()), "{ann}");
        assert_eq!((sum(&bob), &bob["max_score"], &bob["status"]), (0, &40.into(), &"error".into()), "{bob}");
        assert!(ann["tests"][0]["message"].is_null());
        assert!(bob["tests"][0]["message"].as_str().is_some_and(|message| message.contains("its process ended")));
    }
}
