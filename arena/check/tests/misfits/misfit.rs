//! A bot that is wrong in one way, for the check to find out. Its argument names the way; without an argument it is
//! sound.

use std::process::ExitCode;
use std::time::Duration;

use kahua_proto::pb::arena::v1 as pb;
use pb::answer::Choice;
use pb::arena_message::Message as FromArena;
use pb::bot_message::Message as ToArena;
use pb::bot_service_client::BotServiceClient;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::transport::{Channel, Endpoint};
use tonic::{Request, Status};

/// Longer than the time controls of its checks allow, including an absence.
const TOO_LONG: Duration = Duration::from_millis(3500);
/// More answers than the check keeps faults for, and fewer than would count as flooding.
const MANY: usize = 60;
/// The pause before it comes back.
const PAUSE: Duration = Duration::from_millis(50);

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let way = std::env::args().nth(1).unwrap_or_default();
    match Misfit::new(way).live().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("misfit: {error}");
            ExitCode::from(3)
        }
    }
}

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

struct Misfit {
    way: String,
    resume_token: String,
    /// The match that it plays, if it minds only one.
    mine: Option<String>,
    /// Whether it stays away for too long before it comes back.
    hides: bool,
}

impl Misfit {
    fn new(way: String) -> Misfit {
        Misfit { way, resume_token: String::new(), mine: None, hides: false }
    }

    fn is(&self, way: &str) -> bool {
        self.way == way
    }

    /// Plays, and comes back when the connection is lost.
    async fn live(&mut self) -> Result<()> {
        let addr = format!("http://{}", std::env::var("KAHUA_ADDR")?);
        loop {
            if let Ok(channel) = Endpoint::from_shared(addr.clone())?.connect().await {
                if self.is("half-duplex") || self.is("repeats") {
                    self.play_by_calls(channel).await?
                } else {
                    self.play(channel).await?
                }
                if self.is("stays-away") {
                    eprintln!("misfit: I don't come back");
                    std::future::pending::<()>().await;
                }
            }
            if std::mem::take(&mut self.hides) {
                tokio::time::sleep(TOO_LONG).await;
            }
            if !self.is("no-pauses") {
                tokio::time::sleep(PAUSE).await;
            }
        }
    }

    /// One connection over Play; an error ends the process.
    async fn play(&mut self, channel: Channel) -> Result<()> {
        let (say, said) = mpsc::channel(64);
        say.send(message(ToArena::Hello(self.hello()?))).await?;
        let called = BotServiceClient::new(channel).play(self.with_token(ReceiverStream::new(said))?).await;
        let Some(mut heard) = self.lost_or(called)? else { return Ok(()) };
        while let Some(Some(message_in)) = self.lost_or(heard.get_mut().message().await)? {
            if let Some(FromArena::Ask(ask)) = &message_in.message
                && self.is("resigns")
            {
                say.send(message(ToArena::Resign(pb::Resign { match_id: ask.match_id.clone() }))).await?;
                continue;
            }
            let answers = self.hear(message_in)?;
            if self.hides {
                return Ok(());
            }
            for answer in answers {
                if self.is("late") {
                    tokio::time::sleep(TOO_LONG).await;
                }
                if say.send(message(ToArena::Answer(answer))).await.is_err() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// One connection over Listen and Submit.
    async fn play_by_calls(&mut self, channel: Channel) -> Result<()> {
        let mut client = BotServiceClient::new(channel);
        let listen = pb::ListenRequest { hello: Some(self.hello()?) };
        let called = client.listen(self.with_token(listen)?).await;
        let Some(mut heard) = self.lost_or(called)? else { return Ok(()) };
        while let Some(Some(message_in)) = self.lost_or(heard.get_mut().message().await)? {
            for answer in self.hear(message_in)? {
                let session = self.resume_token.clone();
                let request = pb::SubmitRequest { session, message: Some(message(ToArena::Answer(answer))) };
                let called = client.submit(self.with_token(request.clone())?).await;
                if self.lost_or(called)?.is_none() {
                    if self.is("repeats") {
                        // As curl does by itself, over a new connection.
                        let _unknown_session = client.submit(self.with_token(request)?).await;
                    }
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// The result of a call, or `None` if the connection was lost, which does not end the bot.
    fn lost_or<T>(&self, called: std::result::Result<T, Status>) -> Result<Option<T>> {
        match called {
            Ok(done) => Ok(Some(done)),
            Err(status) if self.is("dies-when-cut") => Err(format!("I can't go on: {status}").into()),
            Err(_) => Ok(None),
        }
    }

    fn hello(&self) -> Result<pb::Hello> {
        let name = if self.is("other-name") { "somebody".into() } else { std::env::var("KAHUA_NAME")? };
        let resume_token = if self.is("forgets-token") { String::new() } else { self.resume_token.clone() };
        let games = match self.is("unknown-game") {
            true => vec![pb::GameSupport { game: "chess".into(), seat_counts: Vec::new() }],
            false => Vec::new(),
        };
        let matches_max = Some(if self.is("one-at-a-time") { 1 } else { 4 });
        Ok(pb::Hello { name, resume_token, games, matches_max, version: "1".into(), ..pb::Hello::default() })
    }

    fn with_token<T>(&self, message: T) -> Result<Request<T>> {
        let mut request = Request::new(message);
        if !self.is("no-token") {
            let token = format!("Bearer {}", std::env::var("KAHUA_TOKEN")?);
            request.metadata_mut().insert("authorization", token.parse()?);
        }
        Ok(request)
    }

    /// Its answers to a message; an error ends the process.
    fn hear(&mut self, message: pb::ArenaMessage) -> Result<Vec<pb::Answer>> {
        match message.message {
            Some(FromArena::Welcome(welcome)) => self.resume_token = welcome.resume_token,
            Some(FromArena::Fault(fault)) => {
                eprintln!("misfit: fault: {}", fault.problem);
                if self.is("dies-at-faults") {
                    return Err("faults are too much for me".into());
                }
                self.hides = self.is("hides-from-faults");
                if self.is("answers-faults")
                    && let (Some(match_id), Some(ticket @ 2..)) = (fault.match_id, fault.ticket)
                {
                    return Ok(vec![answer(match_id, ticket, 0)]);
                }
            }
            Some(FromArena::Ended(ended)) => {
                self.mine.take_if(|mine| *mine == ended.match_id);
                let resigned = pb::termination::Kind::Forfeited;
                let kind = ended.termination.unwrap_or_default().kind();
                if self.is("dies-at-resigns") && kind == resigned {
                    return Err("I only play to the end".into());
                }
            }
            Some(FromArena::Seated(seated)) => {
                self.mine.get_or_insert(seated.match_id);
            }
            Some(FromArena::Ask(_)) if self.is("silent") => {}
            Some(FromArena::Ask(ask)) if self.is("wrong-tickets") => {
                return Ok(vec![answer(ask.match_id, ask.ticket + 1, 0); MANY]);
            }
            Some(FromArena::Ask(ask)) if self.is("no-ticket") => return Ok(vec![answer(ask.match_id, 0, 0)]),
            Some(FromArena::Ask(ask)) if self.is("minds-but-one") && self.mine.as_ref() != Some(&ask.match_id) => {}
            Some(FromArena::Ask(ask)) => {
                let index = if self.is("illegal") { ask.legal_total } else { 0 };
                let answers = if self.is("answers-twice") { 2 } else { 1 };
                return Ok(vec![answer(ask.match_id, ask.ticket, index); answers]);
            }
            _ => {}
        }
        Ok(Vec::new())
    }
}

fn answer(match_id: String, ticket: u32, index: u32) -> pb::Answer {
    pb::Answer { match_id, ticket, choice: Some(Choice::Index(index)), ..pb::Answer::default() }
}

fn message(message: ToArena) -> pb::BotMessage {
    pb::BotMessage { message: Some(message) }
}
