//! The report as JUnit XML, which CI systems read.

use kahua_core::text::in_xml;
use quick_junit::{NonSuccessKind, Report as JunitReport, TestCase, TestCaseStatus, TestSuite};

use super::{Report, StepReport, StepStatus};

impl Report {
    /// The report as a JUnit XML document: one suite with a test case for each step. Terminal colours and other control
    /// characters, which XML can't hold, are left out.
    #[must_use]
    pub fn junit(&self) -> String {
        let mut suite = TestSuite::new(in_xml(&format!("kahua check: {}", self.bot)).as_ref());
        suite.set_time(self.took);
        for (name, value) in [("bot", &self.bot), ("time_control", &self.time), ("seed", &self.seed)] {
            suite.add_property((name, in_xml(value).as_ref()));
        }
        suite.add_test_cases(self.steps.iter().map(test_case));
        let mut report = JunitReport::new("kahua check");
        report.set_time(self.took).add_test_suite(suite);
        report.to_string().expect("a report in memory can always be written")
    }
}

fn test_case(step: &StepReport) -> TestCase {
    let mut status = match step.status {
        StepStatus::Passed(_) => TestCaseStatus::success(),
        StepStatus::Skipped(_) => TestCaseStatus::skipped(),
        StepStatus::Failed(_) => TestCaseStatus::non_success(NonSuccessKind::Failure),
    };
    let message = in_xml(step.message());
    status.set_message(message.as_ref());
    if step.failed() {
        status.set_type("failed").set_description(format!("{message}\nwanted: {}", step.wants));
    }
    let mut case = TestCase::new(format!("{:02} {}", step.number, step.name), status);
    case.set_classname("kahua.check").set_time(step.took);
    match step.status {
        StepStatus::Passed(_) => _ = case.set_system_out(message.as_ref()),
        StepStatus::Failed(_) => _ = case.set_system_out(in_xml(&step.output).as_ref()),
        StepStatus::Skipped(_) => {}
    }
    case
}

#[cfg(test)]
mod tests {
    use quick_junit::Report as JunitReport;

    use super::super::tests::example;

    #[test]
    fn a_report_is_one_suite_with_a_test_case_for_each_step() {
        insta::assert_snapshot!(example().junit());
    }

    #[test]
    fn what_xml_cannot_hold_is_left_out_and_everything_else_can_be_read_again() {
        let mut report = example();
        report.steps[1].output = "a\u{1b}[31mb\u{0}\n]]>end\u{ffff}".into();
        let read = JunitReport::deserialize_from_str(&report.junit()).expect("valid XML");
        let cases = &read.test_suites[0].test_cases;
        assert_eq!(cases[1].system_out.as_ref().map(|text| text.as_str()), Some("ab\n]]>end\u{fffd}"));
        assert_eq!(read.test_suites[0].name.as_str(), "kahua check: python3 \"my bot.py\" <x>");
        assert_eq!(cases[1].name.as_str(), "02 greets");
    }
}
