//! The report as one JSON object, for programs.

use serde_json::{Value, json};

use super::{Finding, Report, Verdict};

impl Report {
    /// The report as a JSON object.
    pub fn json(&self) -> Value {
        let (passed, failed, skipped) = self.counts();
        json!({
            "bot": self.bot,
            "arena_version": kahua_server::VERSION,
            "time_control": self.time,
            "seed": self.seed,
            "ok": failed == 0,
            "passed": passed,
            "failed": failed,
            "skipped": skipped,
            "took_ms": self.took.as_millis() as u64,
            "steps": self.findings.iter().map(step).collect::<Vec<_>>(),
            "messages": self.besides.messages,
            "asks": self.besides.asks,
            "unanswered_asks": self.besides.unanswered,
            "stray_answers": self.besides.stray_answers,
            "faults": self.besides.faults,
            "log": self.kept.as_ref().map(|kept| kept.log.display().to_string()),
            "data": self.kept.as_ref().map(|kept| kept.data.display().to_string()),
        })
    }
}

fn step(finding: &Finding) -> Value {
    let verdict = match finding.verdict {
        Verdict::Passed(_) => "passed",
        Verdict::Failed(_) => "failed",
        Verdict::Skipped(_) => "skipped",
    };
    json!({
        "number": finding.number,
        "name": finding.name,
        "wants": finding.wants,
        "verdict": verdict,
        "seen": finding.said(),
        "took_ms": finding.took.as_millis() as u64,
        "stderr": finding.stderr,
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::example;

    #[test]
    fn every_step_is_an_object_with_its_verdict() {
        let json = example().json();
        assert_eq!((&json["ok"], &json["passed"], &json["skipped"]), (&false.into(), &1.into(), &1.into()));
        let verdicts: Vec<_> = json["steps"].as_array().unwrap().iter().map(|step| step["verdict"].clone()).collect();
        assert_eq!(verdicts, ["passed", "failed", "skipped"]);
        assert_eq!(json["steps"][1]["stderr"], "a\u{1b}[31mb\u{0}\n]]>end\n");
        assert_eq!(json["log"], "/d/logs/candidate.log");
    }
}
