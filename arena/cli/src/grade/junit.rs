//! The report as JUnit XML: a suite for each submission, with a test case for each reference.

use kahua_core::text::in_xml;
use quick_junit::{NonSuccessKind, Report as JunitReport, TestCase, TestCaseStatus, TestSuite};

use super::assignment::Reference;
use super::report::{Report, Result, Verdict};

impl Report<'_> {
    /// The report as a JUnit XML document. A reference that the submission doesn't surely beat counts as a failure,
    /// what could not be played as an error, and what has not been played as skipped.
    pub(super) fn junit(&self) -> String {
        let mut report = JunitReport::new(format!("kahua grade {}", self.assignment.name));
        for row in &self.rows {
            let mut suite = TestSuite::new(row.name);
            suite.add_property(("grade", row.grade.in_words()));
            suite.add_property(("points", row.points.to_string().as_str()));
            let references = self.assignment.references.iter();
            match row.problem {
                Some(problem) => suite.add_test_cases(
                    references.map(|reference| case(reference, failed(NonSuccessKind::Error, "not started", problem))),
                ),
                None => suite.add_test_cases(references.zip(&row.results).map(|(reference, result)| {
                    let mut case = case(reference, self.status(reference, result));
                    if !result.last_lines().is_empty() {
                        case.set_system_err(in_xml(&result.last_lines().join("\n")).as_ref());
                    }
                    case
                })),
            };
            report.add_test_suite(suite);
        }
        report.to_string().expect("a report in memory can always be written")
    }

    fn status(&self, reference: &Reference, result: &Result) -> TestCaseStatus {
        let sentence = result.sentence(self.assignment, reference.name);
        match result.verdict {
            Verdict::Beats => TestCaseStatus::success(),
            Verdict::NotPlayed => {
                let mut status = TestCaseStatus::skipped();
                status.set_message(sentence);
                status
            }
            Verdict::GaveUp(_) => failed(NonSuccessKind::Error, result.verdict.in_words(), &sentence),
            Verdict::NotStronger | Verdict::Undecided => {
                failed(NonSuccessKind::Failure, result.verdict.in_words(), &sentence)
            }
        }
    }
}

fn case(reference: &Reference, status: TestCaseStatus) -> TestCase {
    let mut case = TestCase::new(format!("beats {}", reference.name), status);
    case.set_classname("kahua.grade");
    case
}

fn failed(kind: NonSuccessKind, what: &str, sentence: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(kind);
    status.set_type(what).set_message(in_xml(sentence).as_ref());
    status
}
