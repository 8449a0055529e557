//! The players of a served arena: first-legal bots that think for a moment, and time how long they wait.

use std::sync::Arc;
use std::time::Duration;

use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::bot_service_client::BotServiceClient;
use kahua_tests::load::Waits;
use pb::arena_message::Message as FromArena;
use pb::bot_message::Message as ToArena;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::transport::Channel;

/// How many bots play, two and two.
const BOTS: usize = 24;

/// How long a bot thinks.
const THOUGHT: Duration = Duration::from_millis(50);

/// Settings with a league for every two bots of [`play_all`].
pub(crate) fn leagues() -> String {
    let league = |n: usize| {
        let (one, other) = (2 * n, 2 * n + 1);
        format!("[[league]]\nname = 'l{n}'\ngame = 'haleakala'\nbots = ['b{one}', 'b{other}']\nsets = 100000\n")
    };
    (0..BOTS / 2).map(league).collect()
}

/// Lets all bots play until the runtime ends.
pub(crate) async fn play_all(addr: String, waits: Arc<Waits>) {
    for number in 0..BOTS {
        let client = BotServiceClient::connect(addr.clone()).await.unwrap();
        tokio::spawn(play(client, format!("b{number}"), waits.clone()));
    }
}

async fn play(mut client: BotServiceClient<Channel>, name: String, waits: Arc<Waits>) {
    let (sender, said) = mpsc::channel(16);
    let say = async |body| sender.send(pb::BotMessage { message: Some(body) }).await.unwrap();
    say(ToArena::Hello(pb::Hello { name, ..Default::default() })).await;
    let mut heard = client.play(ReceiverStream::new(said)).await.unwrap().into_inner();
    while let Ok(Some(message)) = heard.message().await {
        if let Some(FromArena::Ask(ask)) = message.message {
            waits.end(&ask.match_id);
            tokio::time::sleep(THOUGHT).await;
            waits.begin(&ask.match_id);
            let (match_id, ticket, choice) = (ask.match_id, ask.ticket, Some(pb::answer::Choice::Index(0)));
            say(ToArena::Answer(pb::Answer { match_id, ticket, choice, comment: String::new() })).await;
        }
    }
}
