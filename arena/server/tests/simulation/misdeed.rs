//! What goes wrong with a bot.

use kahua_engine::Dice;

/// Something that a bot may do instead of answering properly, or in addition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Misdeed {
    /// Answers after its time.
    Late,
    /// Doesn't answer.
    Silent,
    /// Answers what isn't legal.
    Illegal,
    /// Sends an answer without an action.
    Unreadable,
    /// Loses its connection for a long time.
    Vanish,
    /// Crashes: comes back without its resume token.
    Forget,
    /// Gives the match up.
    Resign,
    /// Sends too much.
    Flood,
    /// Sends bytes that are no message.
    Garble,
    /// Loses its connection for a moment, and answers in time all the same.
    Blink,
    /// As `Blink`, but the arena doesn't notice that the old connection is gone.
    Ghost,
    /// Answers twice.
    Twice,
    /// Answers an old ticket, or one that never existed, before it answers properly.
    Stale,
    /// Answers in a match in which it has no seat before it answers properly.
    Elsewhere,
    /// Sends its Hello again.
    HelloAgain,
    /// Takes no new matches for a while.
    Pause,
    /// Leaves when its matches are over, and comes back as a new version.
    Bye,
}

impl Misdeed {
    const FAULTS: [Misdeed; 9] = [
        Misdeed::Late,
        Misdeed::Silent,
        Misdeed::Illegal,
        Misdeed::Unreadable,
        Misdeed::Vanish,
        Misdeed::Forget,
        Misdeed::Resign,
        Misdeed::Flood,
        Misdeed::Garble,
    ];

    const HARMLESS: [Misdeed; 8] = [
        Misdeed::Blink,
        Misdeed::Ghost,
        Misdeed::Twice,
        Misdeed::Stale,
        Misdeed::Elsewhere,
        Misdeed::HelloAgain,
        Misdeed::Pause,
        Misdeed::Bye,
    ];

    /// Some harmless ones and, unless the bot is innocent, some faults.
    pub(crate) fn some(is_innocent: bool, dice: &mut Dice) -> Vec<Misdeed> {
        let faults: &[Misdeed] = if is_innocent { &[] } else { &Misdeed::FAULTS };
        let all = Misdeed::HARMLESS.iter().chain(faults);
        all.copied().filter(|_| dice.below(3) == 0).collect()
    }
}
