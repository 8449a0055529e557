//! What a story says beside the words of its game.

mod german;

use kahua_core::faults::CountedFault;
use kahua_proto::pb::arena::v1::{self as pb, FaultCause};
use kahua_show::language::{Language, Tables, keys, lines};
use kahua_show::say;

use german::GERMAN;

/// What stories say in other languages.
pub(crate) const TABLES: Tables = Tables::new(GERMAN, &keys::<{ lines(GERMAN) }>(GERMAN));

/// The cause of a fault, as it stands behind the name of the bot.
#[must_use]
pub fn cause(language: Language, cause: FaultCause) -> &'static str {
    match cause {
        FaultCause::Unspecified => say!(language, "unspecified"),
        FaultCause::Late => say!(language, "late"),
        FaultCause::Illegal => say!(language, "illegal"),
        FaultCause::Unreadable => say!(language, "unreadable"),
        FaultCause::Disconnected => say!(language, "disconnected"),
        FaultCause::Flooding => say!(language, "flooding"),
        FaultCause::Resigned => say!(language, "resigned"),
        FaultCause::StaleTicket => say!(language, "stale ticket"),
        FaultCause::Crashed => say!(language, "crashed"),
    }
}

/// What was wrong, where, and what it cost: `late (no answer after 300 ms) at its decision 4, event 17: the seat was given up`. The
/// numbers of the decision and the event are those of [`CountedFault`].
#[must_use]
pub fn fault_sentence(
    language: Language,
    fault: &pb::Fault,
    (decision, event): (usize, usize),
    gave_up: bool,
) -> String {
    let cause = cause(language, fault.cause());
    let problem = if fault.detail.is_empty() { cause.to_owned() } else { format!("{cause} ({})", fault.detail) };
    match (gave_up, fault.cause()) {
        (true, FaultCause::Resigned) => {
            say!(language, "{0} at its decision {1}, event {2}: it gave the match up", problem, decision, event)
        }
        (true, _) => {
            say!(language, "{0} at its decision {1}, event {2}: the seat was given up", problem, decision, event)
        }
        (false, _) => say!(language, "{0} at its decision {1}, event {2}: a strike", problem, decision, event),
    }
}

/// The same of a fault that was found in a record, in English.
#[must_use]
pub fn found_sentence(found: &CountedFault<'_>) -> String {
    fault_sentence(Language::English, found.fault, (found.decision, found.event), found.gave_up)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_once_in_the_tables_and_said() {
        let sources = kahua_tests::sources::without_german(env!("CARGO_MANIFEST_DIR"));
        assert_eq!(TABLES.mistakes(&sources), [""; 0]);
    }

    #[test]
    fn causes_in_english_have_the_words_of_the_commands() {
        let causes = (0..).map_while(|number| FaultCause::try_from(number).ok());
        let all = causes.inspect(|known| {
            assert_eq!(cause(Language::English, *known), kahua_core::referee::cause_in_words(*known));
        });
        assert_eq!(all.count(), 9);
    }

    #[test]
    fn a_fault_is_told_with_its_place_and_its_cost() {
        let sentence = |cause: FaultCause, detail: &str, gave_up| {
            let fault = pb::Fault { cause: cause.into(), detail: detail.into(), ..pb::Fault::default() };
            fault_sentence(Language::English, &fault, (4, 17), gave_up)
        };
        assert_eq!(
            [
                sentence(FaultCause::Late, "no answer after 300 ms", false),
                sentence(FaultCause::Illegal, "no such action", true),
                sentence(FaultCause::Crashed, "", true),
                sentence(FaultCause::Resigned, "", true),
            ],
            [
                "late (no answer after 300 ms) at its decision 4, event 17: a strike",
                "illegal (no such action) at its decision 4, event 17: the seat was given up",
                "crashed at its decision 4, event 17: the seat was given up",
                "resigned at its decision 4, event 17: it gave the match up",
            ]
        );
    }
}
