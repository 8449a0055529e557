//! Callers without a name, with the name of another bot, or that come again and again.

use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::bot_service_client::BotServiceClient;
use pb::bot_message::Message as ToArena;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Code, Status};

use super::target::{Attack, Target, connect, hello, with_token};

pub(super) const ATTACKS: [Attack; 5] = [
    Attack { name: "streams without a Hello", run: |target| Box::pin(without_hello(target)) },
    Attack { name: "a flood of Hellos", run: |target| Box::pin(hellos(target)) },
    Attack { name: "names of others", run: |target| Box::pin(names_of_others(target)) },
    Attack { name: "stolen resume tokens", run: |target| Box::pin(stolen_tokens(target)) },
    Attack { name: "reconnecting without end", run: |target| Box::pin(reconnecting(target)) },
];

/// How many streams one connection carries.
const STREAMS: usize = 200;

/// On how many connections.
const CONNECTIONS: usize = 4;

async fn without_hello(target: Target) {
    loop {
        let mut held = Vec::new();
        for connection in 0..CONNECTIONS {
            let Ok(channel) = connect(&target.endpoint()).await else { continue };
            // Callers with a token have other places than callers without one.
            let token = (connection % 2 == 0).then_some(&*target.token);
            for _ in 0..STREAMS {
                let (sender, said) = mpsc::channel(1);
                let call = with_token(ReceiverStream::new(said), token);
                held.push((sender, BotServiceClient::new(channel.clone()).play(call).await));
                target.strike();
            }
        }
    }
}

/// Every stream begins with a Hello of a name that the arena doesn't know, and goes on with more of them.
async fn hellos(target: Target) {
    loop {
        let Ok(channel) = connect(&target.endpoint()).await else { continue };
        for number in 0..STREAMS {
            let stranger = hello(&format!("stranger-{number}"));
            let refused = target.enter_over(channel.clone(), stranger, None).await;
            expect_refusal("a stranger", refused.map(drop));
            target.strike();
        }
        let Ok(own) = target.enter_over(channel, hello(&target.name), Some(&target.token)).await else { continue };
        while own.say(ToArena::Hello(hello(&target.name))).await {
            target.strike();
        }
    }
}

/// The names of good bots, with every token but their own.
async fn names_of_others(target: Target) {
    loop {
        let Ok(channel) = connect(&target.endpoint()).await else { continue };
        let names: Vec<String> = target.stolen.lock().keys().cloned().collect();
        for name in names {
            for token in [None, Some("a guess"), Some(&*target.token)] {
                let refused = target.enter_over(channel.clone(), hello(&name), token).await;
                expect_refusal(&name, refused.map(drop));
                target.strike();
            }
        }
        tokio::task::yield_now().await;
    }
}

/// The resume tokens of good bots: neither a way into their connections nor into their matches.
async fn stolen_tokens(target: Target) {
    loop {
        let Ok(channel) = connect(&target.endpoint()).await else { continue };
        let stolen = target.stolen.lock().clone();
        for (name, resume_token) in stolen {
            for token in [None, Some(&*target.token)] {
                let come_back = pb::Hello { resume_token: resume_token.clone(), ..hello(&name) };
                let refused = target.enter_over(channel.clone(), come_back, token).await;
                expect_refusal(&name, refused.map(drop));
                let bye = Some(pb::BotMessage { message: Some(ToArena::Bye(pb::Bye {})) });
                let submit = pb::SubmitRequest { session: resume_token.clone(), message: bye };
                let refused = BotServiceClient::new(channel.clone()).submit(with_token(submit, token)).await;
                expect_refusal(&name, refused.map(drop));
                target.strike();
            }
        }
        tokio::task::yield_now().await;
    }
}

/// Comes as itself, and goes without a word as soon as it is let in.
async fn reconnecting(target: Target) {
    loop {
        if let Ok(bot) = target.enter(hello(&target.name)).await {
            drop(bot);
            target.strike();
        }
        tokio::task::yield_now().await;
    }
}

/// Fails if a caller gets in without the right to. An arena that is too busy to answer does no harm.
fn expect_refusal(name: &str, outcome: Result<(), Status>) {
    let status = outcome.expect_err(&format!("the hostile bot is let in as {name}"));
    let by_right = [Code::Unauthenticated, Code::PermissionDenied, Code::AlreadyExists];
    let by_load = [Code::Unavailable, Code::ResourceExhausted, Code::DeadlineExceeded, Code::Cancelled, Code::Unknown];
    assert!(by_right.contains(&status.code()) || by_load.contains(&status.code()), "as {name}: {status:?}");
}
