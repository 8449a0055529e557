//! What the fuzz target does with its input. `arena/cli/tests/fuzz_corpus.rs` does the same with the corpus, without a fuzzer.

use kahua_client::BotMessage;
use kahua_proto::pb::arena::v1 as pb;

#[path = "../../src/bridge/line.rs"]
#[expect(dead_code, reason = "the bridge needs more of it")]
mod line;

/// The longest message about a line that isn't a valid answer, in bytes.
const PROBLEM_BYTES_MAX: usize = 4_000;

/// Reads bytes as a command's answer to an ask. Bytes that can be read are an answer to this ask, or give up its match.
/// Other bytes are refused with a short message.
pub fn answer(bytes: &[u8]) {
    let ask = ask();
    match line::read_answer(&String::from_utf8_lossy(bytes), &ask) {
        Ok(BotMessage::Answer(answer)) => {
            assert_eq!((&answer.match_id, answer.ticket), (&ask.match_id, ask.ticket));
            assert!(answer.choice.is_some());
        }
        Ok(BotMessage::Resign(resign)) => assert_eq!(resign.match_id, ask.match_id),
        Ok(other) => panic!("{other:?} is neither an answer nor a resignation"),
        Err(problem) => assert!(problem.len() < PROBLEM_BYTES_MAX, "{problem}"),
    }
}

fn ask() -> pb::Ask {
    let legal = ["pass", "place:3@2"].map(|notation| pb::Action { notation: notation.to_owned(), game: None });
    pb::Ask { match_id: "m".to_owned(), ticket: 7, legal: legal.to_vec(), legal_total: 2, ..pb::Ask::default() }
}
