//! The report as one JSON object, for programs.

use serde_json::{Value, json};

use super::{Report, StepReport, StepStatus};

impl Report {
    /// The report as a JSON object. Each step has `number`, `name`, `wants`, `verdict` (`passed`, `failed` or `skipped`),
    /// `seen`, `took_ms` and `output`.
    #[must_use]
    pub fn json(&self) -> Value {
        let (passed, failed, skipped) = self.counts();
        json!({
            "bot": self.bot,
            "arena_version": kahua_play::VERSION,
            "time_control": self.time,
            "seed": self.seed,
            "ok": failed == 0,
            "passed": passed,
            "failed": failed,
            "skipped": skipped,
            "took_ms": self.took.as_millis() as u64,
            "steps": self.steps.iter().map(step).collect::<Vec<_>>(),
            "messages": self.totals.messages,
            "asks": self.totals.asks,
            "unanswered_asks": self.totals.unanswered,
            "stray_answers": self.totals.stray_answers,
            "faults": self.totals.faults,
            "log": self.kept.as_ref().map(|kept| kept.log.display().to_string()),
            "data": self.kept.as_ref().map(|kept| kept.data.display().to_string()),
        })
    }
}

fn step(step: &StepReport) -> Value {
    let verdict = match step.status {
        StepStatus::Passed(_) => "passed",
        StepStatus::Failed(_) => "failed",
        StepStatus::Skipped(_) => "skipped",
    };
    json!({
        "number": step.number,
        "name": step.name,
        "wants": step.wants,
        "verdict": verdict,
        "seen": step.message(),
        "took_ms": step.took.as_millis() as u64,
        "output": step.output,
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::example;

    #[test]
    fn every_step_is_an_object_with_its_verdict() {
        let json = example().json();
        assert_eq!(json["arena_version"], kahua_play::VERSION);
        let text = format!("{json:#}").replace(kahua_play::VERSION, "[version]");
        insta::assert_snapshot!(text);
        assert_eq!((&json["ok"], &json["passed"], &json["skipped"]), (&false.into(), &1.into(), &1.into()));
        let verdicts: Vec<_> = json["steps"].as_array().unwrap().iter().map(|step| step["verdict"].clone()).collect();
        assert_eq!(verdicts, ["passed", "failed", "skipped"]);
        assert_eq!(json["steps"][1]["output"], "a & b\n]]>end");
        assert_eq!(json["log"], "/d/logs/candidate.log");
    }
}
