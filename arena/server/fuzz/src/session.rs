//! The messages of a bot to an arena, over several connections and matches.

use std::sync::Arc;
use std::time::Duration;

use kahua_core::verify::verify;
use kahua_engine::toy::Toy;
use kahua_engine::{DynRuleset, Game, Seed};
use kahua_play::{BotStream, Credentials, SimulatedMachine};
use kahua_proto::pb::arena::v1 as pb;
use kahua_server::App;
use kahua_server::harness::play;
use kahua_settings::Rulesets;
use kahua_settings::config::{Config, FaultKind, FaultSettings, LeagueSettings, MatchTerms};
use kahua_store::{Reader, SimulatedDisk};
use pb::answer::Choice;
use pb::arena_message::Message as FromArena;
use pb::bot_message::Message as ToArena;
use prost::Message;
use tokio::runtime::Builder;
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;
use tonic::Status;

/// The bot that sends what the bytes say.
const STRANGER: &str = "a";

/// The bot that plays with it.
const HONEST: &str = "b";

/// This text as resume token stands for that of the last Welcome.
const LAST_RESUME_TOKEN: &str = "r";

/// At most this many messages of an input are sent.
const MESSAGES_MAX: usize = 200;

/// How many messages may be on their way to the arena.
const UNREAD_MAX: usize = 16;

/// How long the stranger listens before its next message. The time is simulated, so this lasts until nothing happens
/// any more.
const PAUSE: Duration = Duration::from_millis(1);

/// How long two good bots may need for a match.
const MATCH_MAX: Duration = Duration::from_secs(600);

/// Runs an arena and a bot that sends what the bytes say. Nothing may panic, two good bots must be able to play
/// afterwards, and all records must be valid.
///
/// The bytes are messages, each after one byte with its length. The length 255 stands for a new connection. An answer
/// with the ticket 0 means the newest ask, and a Resign without an id means that ask's match.
pub fn session(bytes: &[u8]) {
    let runtime = Builder::new_current_thread().enable_time().start_paused(true).build().expect("a runtime");
    runtime.block_on(arena(bytes));
}

async fn arena(bytes: &[u8]) {
    let seed = Seed::from_number(1);
    let _machine = SimulatedMachine::start(seed, 0, Duration::ZERO);
    let disk = SimulatedDisk::new(seed).expect("a disk");
    let store = disk.open().expect("an empty store");
    let app = App::build(&config(), Rulesets::of([toy()]), store).await.expect("an arena");
    tokio::spawn(play_honestly(app.clone(), HONEST));
    stranger(&app, bytes).await;
    tokio::spawn(play_honestly(app.clone(), STRANGER));
    let count = || app.reader().record_count().expect("a disk that works");
    let kept = count();
    let another = async {
        while count() == kept {
            sleep(PAUSE).await;
        }
    };
    timeout(MATCH_MAX, another).await.expect("good bots play on");
    app.drain().await;
    for record in records(&disk.reader()) {
        verify(&record, &toy()).expect("the arena's own record holds");
    }
}

/// Sends what the bytes say.
async fn stranger(app: &App, mut bytes: &[u8]) {
    let mut connection = Connection::open(app);
    for _ in 0..MESSAGES_MAX {
        let [length, rest @ ..] = bytes else { return };
        if *length == u8::MAX {
            bytes = rest;
            connection = Connection { told: connection.told, ..Connection::open(app) };
            continue;
        }
        let (message, rest) = rest.split_at(rest.len().min(usize::from(*length)));
        bytes = rest;
        if let Ok(message) = pb::BotMessage::decode(message) {
            connection.say(message);
        }
        connection.listen().await;
    }
}

/// A connection of the stranger.
struct Connection {
    say: mpsc::Sender<Result<pb::BotMessage, Status>>,
    stream: BotStream,
    told: Told,
}

/// What the arena has told the stranger, for values that the bytes can't contain.
#[derive(Default)]
struct Told {
    ask: pb::Ask,
    resume_token: String,
}

impl Connection {
    fn open(app: &App) -> Connection {
        let (say, inbound) = mpsc::channel(UNREAD_MAX);
        let stream = play(app, Credentials::NOTHING, ReceiverStream::new(inbound));
        Connection { say, stream, told: Told::default() }
    }

    fn say(&self, mut message: pb::BotMessage) {
        match &mut message.message {
            Some(ToArena::Answer(answer)) if answer.ticket == 0 => {
                answer.match_id.clone_from(&self.told.ask.match_id);
                answer.ticket = self.told.ask.ticket;
            }
            Some(ToArena::Resign(resign)) if resign.match_id.is_empty() => {
                resign.match_id.clone_from(&self.told.ask.match_id);
            }
            Some(ToArena::Hello(hello)) if hello.resume_token == LAST_RESUME_TOKEN => {
                hello.resume_token.clone_from(&self.told.resume_token);
            }
            _ => {}
        }
        // The arena may have ended the connection.
        let _unheard = self.say.try_send(Ok(message));
    }

    async fn listen(&mut self) {
        while let Ok(Some(Ok(heard))) = timeout(PAUSE, self.stream.next()).await {
            match heard.message {
                Some(FromArena::Ask(ask)) => self.told.ask = ask,
                Some(FromArena::Welcome(welcome)) => self.told.resume_token = welcome.resume_token,
                _ => {}
            }
        }
    }
}

/// Takes the first legal action whenever it is asked, and comes back when its connection ends.
async fn play_honestly(app: Arc<App>, name: &str) {
    loop {
        let (say, inbound) = mpsc::channel(UNREAD_MAX);
        let mut stream = play(&app, Credentials::NOTHING, ReceiverStream::new(inbound));
        let mut next = Some(ToArena::Hello(pb::Hello { name: name.to_owned(), ..pb::Hello::default() }));
        loop {
            if let Some(message) = next.take() {
                let _gone = say.send(Ok(pb::BotMessage { message: Some(message) })).await;
            }
            let Some(Ok(heard)) = stream.next().await else { break };
            if let Some(FromArena::Ask(pb::Ask { match_id, ticket, .. })) = heard.message {
                let choice = Some(Choice::Index(0));
                next = Some(ToArena::Answer(pb::Answer { match_id, ticket, choice, comment: String::new() }));
            }
        }
        sleep(Duration::from_secs(1)).await;
    }
}

/// A league without an end, whatever one of its bots does.
fn config() -> Config {
    let bots = [STRANGER, HONEST].map(|name| name.parse().expect("a bot name"));
    let terms = MatchTerms {
        time: "/1s".parse().expect("a time control"),
        faults: FaultSettings {
            policy: FaultKind::Substitute,
            strikes: 100.try_into().expect("not zero"),
            reconnect_s: 1,
        },
        ..MatchTerms::new(Toy::INFO.name)
    };
    let league = LeagueSettings::new("l", terms, bots.to_vec());
    let league = LeagueSettings { sets: 10_000.try_into().ok(), ..league };
    Config { suspend_after: 0, leagues: vec![league], ..Config::default() }
}

fn records(reader: &Reader) -> Vec<pb::MatchRecord> {
    reader.records().map(|record| record.expect("a record")).collect()
}

fn toy() -> Arc<dyn DynRuleset> {
    Toy::ruleset()
}
