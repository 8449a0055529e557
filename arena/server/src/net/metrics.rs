//! The metrics as Prometheus reads them: counters, and values of the moment.

mod gauges;
mod listener;

use prometheus_client::encoding::text;

use gauges::Snapshot;
use kahua_play::metrics::Metrics;
pub(crate) use listener::serve_metrics;

/// All metrics, in the OpenMetrics text format.
fn text_of(metrics: &Metrics, now: &Snapshot) -> String {
    let mut text = String::new();
    let written = text::encode_registry(&mut text, metrics.registry())
        .and_then(|()| text::encode_registry(&mut text, &now.registry()))
        .and_then(|()| text::encode_eof(&mut text));
    written.expect("a string takes everything");
    text
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::time::Duration;

    use kahua_proto::pb::arena::v1 as pb;
    use pb::recorded_event::Event;
    use pb::{FaultCause, termination};

    use super::*;
    use kahua_play::matches::matchmaker::WorkerCounts;

    fn text(metrics: &Metrics) -> String {
        text_of(
            metrics,
            &Snapshot {
                bots: 3,
                running: 2,
                store_up: true,
                lag: Duration::from_millis(2),
                connections_of_bots: 3,
                other_connections: 1,
                spectators: 4,
                workers: WorkerCounts { connected: 1, assigned: 2 },
                bot_messages_waiting: vec![1, 0, 2],
                ..Snapshot::default()
            },
        )
    }

    #[test]
    fn what_has_never_happened_shows_as_zero() {
        let text = text(&Metrics::new(["toy"].into_iter()));
        for line in [
            r#"kahua_asks_total{game="toy"} 0"#,
            r#"kahua_faults_total{cause="late"} 0"#,
            r#"kahua_faults_total{cause="stale_ticket"} 0"#,
            r#"kahua_matches_total{game="toy",end="forfeited"} 0"#,
            "kahua_bots 3",
            "kahua_matches_running 2",
            "kahua_paused 0",
            "kahua_store_up 1",
            "kahua_lag_seconds 0.002",
            r#"kahua_connections{kind="bot"} 3"#,
            r#"kahua_connections{kind="other"} 1"#,
            "kahua_spectators 4",
            "kahua_workers 1",
            "kahua_worker_matches 2",
            "kahua_worker_records_refused_total 0",
            "kahua_wrong_tokens_total 0",
            "kahua_bot_messages_waiting 3",
            "kahua_bot_messages_waiting_max 2",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} in:\n{text}");
        }
        assert!(text.ends_with("# EOF\n"), "{text}");
    }

    #[test]
    fn a_match_that_ends_counts_with_its_decisions() {
        let metrics = Metrics::new(["toy"].into_iter());
        let decision = |substitute| {
            let decision = pb::Decision { think_us: 1_500, substitute, ..pb::Decision::default() };
            pb::RecordedEvent { event: Some(Event::Decision(decision)) }
        };
        let kind = termination::Kind::Finished.into();
        metrics.ended(&pb::MatchRecord {
            game: "toy".into(),
            termination: Some(pb::Termination { kind, reason: String::new() }),
            events: vec![decision(false), decision(true)],
            ..pb::MatchRecord::default()
        });
        metrics.asks("toy").inc();
        metrics.fault(FaultCause::Late);
        metrics.record_waited(Duration::from_millis(4));
        metrics.webhook("relay").failed.inc();
        let text = text(&metrics);
        for line in [
            r#"kahua_asks_total{game="toy"} 1"#,
            r#"kahua_faults_total{cause="late"} 1"#,
            r#"kahua_matches_total{game="toy",end="finished"} 1"#,
            r#"kahua_think_seconds_count{game="toy"} 1"#,
            r#"kahua_think_seconds_sum{game="toy"} 0.0015"#,
            "kahua_record_wait_seconds_count 1",
            r#"kahua_webhook_tries_total{webhook="relay",end="delivered"} 0"#,
            r#"kahua_webhook_tries_total{webhook="relay",end="failed"} 1"#,
        ] {
            assert!(text.lines().any(|found| found == line), "{line} in:\n{text}");
        }
    }

    #[test]
    fn every_metric_is_documented_and_no_other() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/");
        let names = |text: &str| -> BTreeSet<String> {
            let words = text.split(|c: char| !(c.is_ascii_lowercase() || c == '_'));
            let names = words.filter(|word| word.starts_with("kahua_"));
            let base = |name: &str| {
                ["_bucket", "_sum", "_count"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name).to_owned()
            };
            names.map(base).collect()
        };
        let metrics = Metrics::new(["toy"].into_iter());
        metrics.webhook("relay");
        let text = text(&metrics);
        let samples: String = text.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n");
        let known = names(&(samples + " kahua_think_seconds"));
        let read = |file: &str| std::fs::read_to_string(format!("{root}{file}")).unwrap();
        assert_eq!(names(&read("operate.md")), known);
        for file in ["operate/grafana.json", "operate/alerts.yaml"] {
            let used = names(&read(file));
            assert!(used.len() > 3 && used.is_subset(&known), "{file}: {used:?}");
        }
    }
}
