//! The players of a running match with their points, their clocks, and what their faults have cost them.
//!
//! A clock is drawn as the arena last reported it. The script counts down from there, by the attributes `data-left` and
//! `data-counts`.

use kahua_engine::PerSeat;
use kahua_proto::pb::arena::v1 as pb;
use kahua_story::cause;
use maud::{Markup, html};

use crate::language::{Language, compose, say, say_count};
use crate::seats::Seats;

/// How the time in a match is controlled, what faults cost in it, and in which language that is told.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    language: Language,
    /// The most for one decision, in milliseconds.
    cap_ms: Option<u64>,
    /// The strike with which a seat is given up; 0 if the first fault ends the match.
    strikes_max: u32,
}

impl Terms {
    pub(super) fn of(language: Language, record: &pb::MatchRecord) -> Terms {
        Terms {
            language,
            cap_ms: record.time_control.and_then(|control| control.ask_cap_ms),
            strikes_max: record.fault_policy.map_or(0, |policy| policy.strikes_max),
        }
    }

    /// All players. `clocks` are in seat order; empty before the first update.
    pub(super) fn players(self, seats: &Seats, scores: &PerSeat<i32>, clocks: &[pb::SeatClock]) -> Markup {
        html! {
            ul.clocks {
                @for (seat, points) in scores.entries() {
                    @let clock = clocks.get(seat.index()).copied().unwrap_or_default();
                    li data-asked[clock.ask.is_some()] {
                        (seats.player(seat)) " " b { (points) }
                        @if clock.given_up.is_none() { (self.time(&clock)) }
                        (self.faults(&clock))
                    }
                }
            }
        }
    }

    /// The time that a seat has left, in its bank and for its decision. A seat that isn't asked shows the full time for
    /// a decision: without it, players would grow and shrink with every turn.
    fn time(self, clock: &pb::SeatClock) -> Markup {
        let counts = clock.ask.is_some_and(|ask| ask.counts_down);
        let decision_ms = self.cap_ms.map(|cap_ms| match (clock.ask.and_then(|ask| ask.left_ms), clock.bank_ms) {
            (Some(left_ms), _) => left_ms,
            (None, bank_ms) => cap_ms.min(bank_ms.unwrap_or(cap_ms)),
        });
        html! {
            @if let Some(bank_ms) = clock.bank_ms {
                " " span.time { (compose!(self.language, "{0} left", left(bank_ms, counts))) }
            }
            @if let Some(decision_ms) = decision_ms {
                " " span.time { (compose!(self.language, "{0} to decide", left(decision_ms, counts))) }
            }
        }
    }

    fn faults(self, clock: &pb::SeatClock) -> Markup {
        let language = self.language;
        html! {
            @if clock.given_up.is_some() {
                " " span.warning { (say!(language, "given up: {0}", cause(language, clock.given_up()))) }
            } @else if clock.strikes > 0 {
                " " span.warning { (self.strikes(clock.strikes)) }
            }
        }
    }

    /// The strikes of a seat, and how many there may be.
    fn strikes(self, strikes: u32) -> String {
        let language = self.language;
        match (strikes, self.strikes_max) {
            (_, 0) => say_count!(language, strikes, "{0} strike", "{0} strikes"),
            (1, most) => say!(language, "{0} strike of {1}", strikes, most),
            (_, most) => say!(language, "{0} strikes of {1}", strikes, most),
        }
    }
}

fn left(ms: u64, counts: bool) -> Markup {
    html! { span data-left=(ms) data-counts[counts] { (shown(ms)) } }
}

/// The time left, in the form that `live.js` also writes: `59.9 s`, `1:00` or `1:00:00`.
fn shown(ms: u64) -> String {
    let seconds = ms / 1000;
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds}.{} s", ms % 1000 / 100),
        (0, minutes, seconds) => format!("{minutes}:{seconds:02}"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use pb::FaultCause;

    use super::*;

    fn drawn(terms: Terms, clock: pb::SeatClock) -> String {
        let names = PerSeat::from_values(["ann".to_owned(), "bob".to_owned()]).unwrap();
        let scores = names.map(|_| 7);
        let drawn = terms.players(&Seats { game: "haleakala", names }, &scores, &[clock, clock]).into_string();
        // The first seat's part, after its name.
        drawn.split("ann").nth(1).unwrap().split("</li>").next().unwrap().to_owned()
    }

    const TERMS: Terms = Terms { language: Language::English, cap_ms: Some(5_000), strikes_max: 3 };

    #[test]
    fn times_are_written_as_on_a_clock() {
        assert_eq!(
            [0, 99, 1_250, 59_999, 60_000, 3_599_999, 3_600_000].map(shown).join(", "),
            "0.0 s, 0.0 s, 1.2 s, 59.9 s, 1:00, 59:59, 1:00:00"
        );
    }

    #[test]
    fn a_seat_that_is_asked_has_a_clock_that_counts() {
        let ask = pb::AskClock { think_ms: 100, left_ms: Some(1_900), counts_down: true };
        let asked = pb::SeatClock { bank_ms: Some(65_000), ask: Some(ask), ..pb::SeatClock::default() };
        let both = drawn(TERMS, asked);
        assert!(both.contains("<span data-left=\"65000\" data-counts>1:05</span> left"), "{both}");
        assert!(both.contains("<span data-left=\"1900\" data-counts>1.9 s</span> to decide"), "{both}");
        let bank = drawn(Terms { cap_ms: None, ..TERMS }, asked);
        assert!(bank.contains("1:05") && !bank.contains("to decide"), "the limit is the bank: {bank}");
        let waits = drawn(TERMS, pb::SeatClock { ask: None, ..asked });
        assert!(waits.contains("<span data-left=\"65000\">1:05</span> left"), "{waits}");
        assert!(waits.contains("<span data-left=\"5000\">5.0 s</span> to decide"), "{waits}");
        let poor = drawn(TERMS, pb::SeatClock { ask: None, bank_ms: Some(300), ..asked });
        assert_eq!(poor.matches("0.3 s").count(), 2, "nobody has more for a decision than in the bank: {poor}");
        let still = pb::AskClock { counts_down: false, ..ask };
        let still = drawn(TERMS, pb::SeatClock { ask: Some(still), ..asked });
        assert!(still.contains("1.9 s") && !still.contains("data-counts"), "{still}");
    }

    #[test]
    fn faults_are_told_with_what_they_cost() {
        let strikes = pb::SeatClock { strikes: 2, ..pb::SeatClock::default() };
        assert!(drawn(TERMS, strikes).contains("2 strikes of 3"));
        assert!(drawn(Terms { strikes_max: 0, ..TERMS }, strikes).contains(">2 strikes<"));
        let given_up = pb::SeatClock { given_up: Some(FaultCause::Late.into()), ..strikes };
        let given_up = drawn(TERMS, given_up);
        assert!(given_up.contains("given up: late") && !given_up.contains("data-left"), "{given_up}");
        assert!(!drawn(Terms { cap_ms: None, ..TERMS }, strikes).contains("data-left"), "no clock, no time");
    }
}
