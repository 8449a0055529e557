//! A bot of the league that breaks the rules in its matches.

use kahua_proto::pb::arena::v1 as pb;
use pb::answer::Choice;
use pb::arena_message::Message as FromArena;
use pb::bot_message::Message as ToArena;

use super::target::{Attack, HostileBot, Target, connect, hello};

pub(super) const ATTACKS: [Attack; 6] = [
    Attack { name: "two answers to one ask", run: |target| Box::pin(play(target, answer_twice)) },
    Attack { name: "answers to old asks and to those of others", run: |target| Box::pin(play(target, answer_others)) },
    Attack { name: "a flood of answers", run: |target| Box::pin(play(target, flood_with_answers)) },
    Attack { name: "texts that a terminal obeys", run: |target| Box::pin(play(target, say_escapes)) },
    Attack { name: "coming and going between matches", run: |target| Box::pin(flip(target)) },
    Attack { name: "a window that stays closed", run: |target| Box::pin(closed_window(target)) },
];

/// More than the arena takes from a bot in a row.
const FLOOD: usize = 2000;

/// Texts that would affect a terminal or a page that shows them.
const ESCAPES: &str = "\u{1b}[2J\u{1b}]0;owned\u{7}\r\nall good\u{202e}\u{200b}";

/// Enters as itself, and does this whenever it is asked.
async fn play<F>(target: Target, respond: fn(Target, HostileBot, pb::Ask) -> F)
where
    F: Future<Output = HostileBot> + Send,
{
    loop {
        let Ok(mut bot) = target.enter(hello(&target.name)).await else {
            tokio::task::yield_now().await;
            continue;
        };
        while let Ok(Some(message)) = bot.heard.message().await {
            if let Some(FromArena::Ask(ask)) = message.message {
                bot = respond(target.clone(), bot, ask).await;
                target.strike();
            }
        }
    }
}

fn answer(ask: &pb::Ask) -> pb::Answer {
    let (match_id, ticket, choice) = (ask.match_id.clone(), ask.ticket, Some(Choice::Index(0)));
    pb::Answer { match_id, ticket, choice, comment: String::new() }
}

async fn answer_twice(_target: Target, bot: HostileBot, ask: pb::Ask) -> HostileBot {
    for choice in [Choice::Index(0), Choice::Index(1), Choice::Index(0)] {
        bot.say(ToArena::Answer(pb::Answer { choice: Some(choice), ..answer(&ask) })).await;
    }
    bot
}

/// Answers every ticket but its own, in its match and in one of the good bots', and resigns that match.
async fn answer_others(target: Target, bot: HostileBot, ask: pb::Ask) -> HostileBot {
    let other = target.running_match().await.unwrap_or_default();
    for ticket in [0, ask.ticket.wrapping_sub(1), ask.ticket.wrapping_add(1), u32::MAX] {
        for match_id in [&ask.match_id, &other] {
            bot.say(ToArena::Answer(pb::Answer { match_id: match_id.clone(), ticket, ..answer(&ask) })).await;
        }
    }
    if other != ask.match_id {
        bot.say(ToArena::Resign(pb::Resign { match_id: other })).await;
    }
    bot.say(ToArena::Answer(answer(&ask))).await;
    bot
}

async fn flood_with_answers(target: Target, bot: HostileBot, ask: pb::Ask) -> HostileBot {
    for _ in 0..FLOOD {
        if !bot.say(ToArena::Answer(answer(&ask))).await {
            break;
        }
        target.strike();
    }
    bot
}

async fn say_escapes(target: Target, bot: HostileBot, ask: pb::Ask) -> HostileBot {
    let again = pb::Hello { version: ESCAPES.into(), library: ESCAPES.into(), ..hello(&target.name) };
    let status = target.enter(again).await.err().expect("a version with escapes is refused");
    assert!(!status.message().contains('\u{1b}'), "the refusal repeats them: {status:?}");
    bot.say(ToArena::Answer(pb::Answer { comment: ESCAPES.into(), ..answer(&ask) })).await;
    bot
}

/// Every change makes the arena look for a match.
async fn flip(target: Target) {
    loop {
        let Ok(bot) = target.enter(hello(&target.name)).await else {
            tokio::task::yield_now().await;
            continue;
        };
        while bot.say(ToArena::Pause(pb::Pause {})).await && bot.say(ToArena::Ready(pb::Ready {})).await {
            target.strike();
        }
    }
}

/// Plays, and reads nothing from the arena.
async fn closed_window(target: Target) {
    loop {
        let narrow = target.endpoint().initial_stream_window_size(1);
        let Ok(channel) = connect(&narrow).await else { continue };
        let entered = target.enter_over(channel, hello(&target.name), Some(&target.token)).await;
        target.strike();
        let Ok(bot) = entered else {
            tokio::task::yield_now().await;
            continue;
        };
        // The arena answers each of these with a fault, and the bot reads none of them.
        for _ in 0..FLOOD {
            let unknown = pb::Answer { match_id: "nobody's".into(), ..Default::default() };
            if !bot.say(ToArena::Answer(unknown)).await {
                break;
            }
        }
    }
}
