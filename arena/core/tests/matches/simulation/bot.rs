//! A fake bot: what it was told, and what it does about it.

use kahua_engine::Dice;
use kahua_proto::pb::arena::v1 as pb;

use super::plan::Misdeed;
use crate::support::{answer, index, notation};

/// One seat's bot, with what it knows.
#[derive(Debug, Default)]
pub(crate) struct Bot {
    pub(crate) connected: bool,
    /// Whether it did anything that may cost something.
    pub(crate) guilty: bool,
    /// Everything that it was told since it was last seated.
    pub(crate) story: Vec<pb::MatchEvent>,
    /// The tickets that it was asked with, the last one at the end.
    pub(crate) tickets: Vec<u32>,
}

/// What a bot does, and how long after it was asked, in microseconds.
#[derive(Debug)]
pub(crate) enum Deed {
    Answer { after: u64, answer: pb::Answer },
    Leave { after: u64, back_after: Option<u64> },
    Resign { after: u64 },
    Flood { after: u64 },
}

impl Bot {
    pub(crate) fn told(&mut self, events: Vec<pb::MatchEvent>) {
        self.story.extend(events);
    }

    /// What the bot does about this ask. `misdeed` is what goes wrong this time, `allowance_us` what it may take on top.
    pub(crate) fn deeds(
        &mut self,
        ask: &pb::Ask,
        misdeed: Option<Misdeed>,
        allowance_us: u64,
        dice: &mut Dice,
    ) -> Vec<Deed> {
        self.guilty |= misdeed.is_some_and(Misdeed::is_fault);
        let limit_us = ask.ask_ms.map(|ms| ms * 1_000);
        let prompt = |dice: &mut Dice| u64::from(dice.below(1 + limit_us.unwrap_or(20_000).min(20_000) as u32 / 2));
        let after = prompt(dice);
        let good = answer(ask.ticket, if dice.below(2) == 0 { index(dice.below(2)) } else { notation("bank") });
        let answers = |after, answer| Deed::Answer { after, answer };
        match misdeed {
            None => vec![answers(after, good)],
            // Without limit nothing is late.
            Some(Misdeed::Late) => {
                vec![answers(limit_us.map_or(after, |limit| limit + allowance_us + 1_000 + after), good)]
            }
            Some(Misdeed::Silent) => vec![],
            Some(Misdeed::Illegal) => vec![answers(after, answer(ask.ticket, index(2 + dice.below(9))))],
            Some(Misdeed::Unreadable) if dice.below(2) == 0 => vec![answers(after, answer(ask.ticket, notation("?")))],
            Some(Misdeed::Unreadable) => {
                vec![answers(after, pb::Answer { ticket: ask.ticket, ..pb::Answer::default() })]
            }
            Some(Misdeed::Vanish) => {
                let back_after = (dice.below(3) > 0).then(|| u64::from(dice.below(900_000)));
                vec![Deed::Leave { after, back_after }]
            }
            Some(Misdeed::Resign) => vec![Deed::Resign { after }],
            Some(Misdeed::Flood) => vec![Deed::Flood { after }, answers(after, good)],
            // Asked again, it has half of the time that is left.
            Some(Misdeed::Blink) => vec![Deed::Leave { after: after / 2, back_after: Some(after / 4) }],
            Some(Misdeed::Twice) => vec![answers(after, good.clone()), answers(after + 10, good)],
            Some(Misdeed::Stale) => {
                let old = *dice.pick(&self.tickets);
                let foreign = ask.ticket + 1 + dice.below(100);
                let wrong = if old == ask.ticket { foreign } else { old };
                vec![answers(after / 2, answer(wrong, index(7))), answers(after, good)]
            }
        }
    }
}
