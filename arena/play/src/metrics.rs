//! The arena's metrics for Prometheus.
//!
//! Counters grow where things happen. Values that can be read at any time (bots, running matches, the store) are read
//! on request, by `net/metrics/gauges.rs`. docs/operate.md lists every metric.

use std::sync::Arc;
use std::time::Duration;

use kahua_proto::pb::arena::v1 as pb;
use pb::recorded_event::Event;
use pb::{FaultCause, termination};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Metric, Registry, Unit};

/// The names of all metrics begin with it.
pub const PREFIX: &str = "kahua";

/// Counts what the arena does. Clones count together.
#[derive(Clone, Debug)]
pub struct Metrics(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    registry: Registry,
    asks: Family<Game, Counter>,
    think: Family<Game, Histogram>,
    faults: Family<Cause, Counter>,
    matches: Family<End, Counter>,
    record_wait: Histogram,
    floods: Counter,
    records_refused: Counter,
    wrong_tokens: Counter,
    webhook_tries: Family<Try, Counter>,
}

/// Counts what became of the events for one webhook.
#[derive(Debug)]
pub struct WebhookTries {
    /// Those that its receiver has taken.
    pub delivered: Counter,
    /// The tries that have failed.
    pub failed: Counter,
    /// Those that aren't sent any more.
    pub given_up: Counter,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Try {
    webhook: String,
    end: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Game {
    game: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Cause {
    cause: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct End {
    game: String,
    end: String,
}

impl Metrics {
    /// New metrics. Counters of these games and of the known faults are exported as zero from the start, because
    /// Prometheus can compute a rate only from an earlier value.
    pub fn new<'a>(games: impl Iterator<Item = &'a str>) -> Metrics {
        let mut registry = Registry::with_prefix(PREFIX);
        let names = &mut registry;
        let mut inner = Inner {
            asks: counted(names, "asks", "Asks that were sent to bots"),
            think: Family::new_with_constructor(times as fn() -> Histogram),
            faults: counted(names, "faults", "What bots were told that they did wrong"),
            matches: counted(names, "matches", "Matches that have ended since the arena was started"),
            record_wait: times(),
            floods: counted(names, "floods", "Connections that were cut off for a flood of HTTP/2 frames"),
            records_refused: counted(names, "worker_records_refused", "Records of workers that were refused"),
            wrong_tokens: counted(names, "wrong_tokens", "Unknown tokens that callers sent"),
            webhook_tries: counted(names, "webhook_tries", "What became of the events for webhooks"),
            registry,
        };
        let Inner { registry, think, record_wait, .. } = &mut inner;
        let help = "Thinking time of each decision as charged, counted when its match ends";
        registry.register_with_unit("think", help, Unit::Seconds, think.clone());
        let help = "How long a match that had ended waited until its record was on disk";
        registry.register_with_unit("record_wait", help, Unit::Seconds, record_wait.clone());
        for game in games {
            inner.asks.get_or_create_owned(&Game { game: game.into() });
            for end in [termination::Kind::Finished, termination::Kind::Forfeited, termination::Kind::Aborted] {
                inner.matches.get_or_create_owned(&End::of(game, end));
            }
        }
        for cause in (1..).map_while(|number| FaultCause::try_from(number).ok()) {
            inner.faults.get_or_create_owned(&Cause::of(cause));
        }
        Metrics(Arc::new(inner))
    }

    /// Counts the asks of one game; looked up once for each match, since asks are many.
    pub fn asks(&self, game: &str) -> Counter {
        self.0.asks.get_or_create_owned(&Game { game: game.into() })
    }

    /// Counts a fault that a bot was told of.
    pub fn fault(&self, cause: FaultCause) {
        self.0.faults.get_or_create(&Cause::of(cause)).inc();
    }

    /// Counts a match that has ended, and the time of each decision in it.
    pub fn ended(&self, record: &pb::MatchRecord) {
        let kind = record.termination.as_ref().map(pb::Termination::kind).unwrap_or_default();
        self.0.matches.get_or_create(&End::of(&record.game, kind)).inc();
        let think = self.0.think.get_or_create(&Game { game: record.game.clone() });
        for event in &record.events {
            if let Some(Event::Decision(decision)) = &event.event
                && !decision.substitute
            {
                think.observe(Duration::from_micros(decision.think_us).as_secs_f64());
            }
        }
    }

    /// Counts how long a match that had ended waited until its record was on disk.
    pub fn record_waited(&self, waited: Duration) {
        self.0.record_wait.observe(waited.as_secs_f64());
    }

    /// Counts a connection that was closed because of a flood of frames.
    pub fn flood(&self) {
        self.0.floods.inc();
    }

    /// Counts a record of a worker that was refused.
    pub(crate) fn record_refused(&self) {
        self.0.records_refused.inc();
    }

    /// Counts a token that the arena doesn't know.
    pub(crate) fn wrong_token(&self) {
        self.0.wrong_tokens.inc();
    }

    /// Counts the events for this webhook, from zero.
    pub fn webhook(&self, name: &str) -> WebhookTries {
        let ended = |end| self.0.webhook_tries.get_or_create_owned(&Try { webhook: name.into(), end });
        WebhookTries { delivered: ended("delivered"), failed: ended("failed"), given_up: ended("given_up") }
    }

    /// The registry, for export.
    pub fn registry(&self) -> &Registry {
        &self.0.registry
    }
}

impl Cause {
    fn of(cause: FaultCause) -> Cause {
        Cause { cause: label(cause.as_str_name(), "FAULT_CAUSE_") }
    }
}

impl End {
    fn of(game: &str, kind: termination::Kind) -> End {
        End { game: game.into(), end: label(kind.as_str_name(), "KIND_") }
    }
}

/// The name of an enum's value as a label: without the enum's own name.
fn label(name: &str, prefix: &str) -> String {
    name.trim_start_matches(prefix).to_lowercase()
}

/// A new metric, registered under this name.
pub fn counted<M: Metric + Clone + Default>(registry: &mut Registry, name: &str, help: &str) -> M {
    let metric = M::default();
    registry.register(name, help, metric.clone());
    metric
}

/// A histogram of times, from a tenth of a millisecond to almost two minutes.
fn times() -> Histogram {
    Histogram::new(exponential_buckets(0.000_1, 2.0, 21))
}
