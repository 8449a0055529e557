//! A simulated bot: it plays at random, and commits the misdeeds of its character.

use std::sync::Arc;
use std::time::Duration;

use kahua_core::ids::BotName;
use kahua_engine::{Dice, Seed};
use kahua_play::BotStream;
use kahua_play::token;
use kahua_proto::pb::arena::v1 as pb;
use kahua_server::App;
use kahua_server::harness::play;
use kahua_store::TokenHash;
use parking_lot::Mutex;
use pb::answer::Choice;
use pb::arena_message::Message as FromArena;
use pb::bot_message::Message as ToArena;
use tokio::sync::mpsc;
use tokio::time::{sleep, sleep_until, timeout};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;
use tonic::Status;
use tonic_types::StatusExt;

use crate::agenda::{Agenda, Deed};
use crate::introduction::Introduction;
use crate::misdeed::Misdeed;
use crate::plan::Character;
use crate::story::Stories;
use crate::witness::Witness;

/// More messages than any bot may send at once.
const FLOOD: usize = 700;

/// How long an abandoned connection stays open.
const HAUNTING: Duration = Duration::from_secs(2);

/// The reasons for which the arena may end a connection. For an innocent bot only the first two are allowed.
const REFUSALS: [&str; 5] = ["DRAINING", "MOVED", "FLOODING", "MESSAGE_UNREADABLE", "NAME_IN_USE"];

/// The state of a bot that outlives the arena.
#[derive(Debug)]
pub(crate) struct Bot {
    character: Character,
    dice: Dice,
    introduction: Introduction,
    stories: Stories,
}

impl Bot {
    pub(crate) fn new(character: Character, seed: Seed, token: Option<String>) -> Bot {
        let introduction = Introduction { token, resume_token: None, version: 1, stated: 1, away: Duration::ZERO };
        Bot { character, dice: Dice::new(seed), introduction, stories: Stories::default() }
    }

    pub(crate) fn name(&self) -> BotName {
        self.character.name
    }

    /// The token with which the arena must admit it, where tokens are required.
    pub(crate) fn admission(&self) -> Option<(BotName, TokenHash)> {
        Some((self.name(), token::hash_of(self.introduction.token.as_deref()?)))
    }

    pub(crate) fn is_innocent(&self) -> bool {
        self.character.is_innocent
    }

    /// The version with which it came in last.
    pub(crate) fn version(&self) -> String {
        self.introduction.stated.to_string()
    }

    /// The arena is gone.
    pub(crate) fn lose_arena(&mut self) {
        self.introduction.lose_arena(&mut self.dice);
    }

    /// What the bot does about an ask.
    fn answer(&mut self, ask: &pb::Ask, comes_again: bool, is_calm: bool, agenda: &mut Agenda) {
        let goes_wrong = !is_calm && !comes_again && self.dice.below(self.character.rarity) == 0;
        let misdeed =
            (goes_wrong && !self.character.misdeeds.is_empty()).then(|| *self.dice.pick(&self.character.misdeeds));
        let limit = ask.ask_ms.unwrap_or(20);
        let after = Duration::from_millis(self.dice.below(1 + limit.min(20) as u32 / 2).into());
        let index = self.dice.below(ask.legal_total);
        let choice = match ask.legal.get(index as usize) {
            Some(action) if !action.notation.is_empty() && self.dice.below(2) == 0 => {
                Choice::Notation(action.notation.clone())
            }
            _ => Choice::Index(index),
        };
        let answer = pb::Answer {
            match_id: ask.match_id.clone(),
            ticket: ask.ticket,
            choice: Some(choice),
            comment: String::new(),
        };
        match misdeed {
            Some(misdeed) => self.misbehave(misdeed, ask, answer, after, agenda),
            None => agenda.say(after, ToArena::Answer(answer)),
        }
    }

    fn misbehave(&mut self, misdeed: Misdeed, ask: &pb::Ask, good: pb::Answer, after: Duration, agenda: &mut Agenda) {
        let bad = match misdeed {
            Misdeed::Late => {
                let control = self.stories.story(&ask.match_id).seated.time_control.unwrap_or_default();
                let limit = Duration::from_millis(ask.ask_ms.unwrap_or(0) + control.allowance_ms + 1);
                agenda.say(limit + after, ToArena::Answer(good));
                return;
            }
            Misdeed::Silent => return,
            Misdeed::Illegal => {
                let choice = Some(Choice::Index(ask.legal_total + self.dice.below(9)));
                pb::Answer { choice, ..good.clone() }
            }
            Misdeed::Unreadable => pb::Answer { choice: None, ..good.clone() },
            Misdeed::Vanish => return agenda.add(after, Deed::Leave(ms(self.dice.below(12_000)))),
            Misdeed::Forget => {
                self.introduction.resume_token = None;
                return agenda.add(after, Deed::Leave(ms(self.dice.below(1_000))));
            }
            Misdeed::Resign => return agenda.say(after, ToArena::Resign(pb::Resign { match_id: good.match_id })),
            Misdeed::Flood => return agenda.add(after, Deed::Flood),
            Misdeed::Garble => return agenda.add(after, Deed::Garble),
            // When asked again, the bot has the rest of its time.
            Misdeed::Blink => return agenda.add(after, Deed::Leave(ms(self.dice.below(10)))),
            Misdeed::Ghost => return agenda.add(after, Deed::Haunt),
            Misdeed::Twice => good.clone(),
            Misdeed::Stale => {
                let old = *self.dice.pick(&self.stories.story(&ask.match_id).tickets);
                let ticket = if old == ask.ticket { ask.ticket + 1 + self.dice.below(100) } else { old };
                pb::Answer { ticket, ..good.clone() }
            }
            Misdeed::Elsewhere => {
                let match_id = self.stories.elsewhere().cloned().unwrap_or_else(|| "no match".into());
                pb::Answer { match_id, ..good.clone() }
            }
            Misdeed::HelloAgain => {
                let hello = self.introduction.hello(&self.character);
                agenda.say(after / 2, ToArena::Hello(hello));
                return agenda.say(after, ToArena::Answer(good));
            }
            Misdeed::Pause => {
                agenda.say(after, ToArena::Pause(pb::Pause {}));
                agenda.say(after + ms(self.dice.below(2_000)), ToArena::Ready(pb::Ready {}));
                return agenda.say(after, ToArena::Answer(good));
            }
            Misdeed::Bye => {
                self.introduction.version += 1;
                self.introduction.away = ms(self.dice.below(1_000));
                agenda.say(after, ToArena::Bye(pb::Bye {}));
                return agenda.say(after, ToArena::Answer(good));
            }
        };
        agenda.say(after / 2, ToArena::Answer(bad));
        if matches!(misdeed, Misdeed::Twice | Misdeed::Stale | Misdeed::Elsewhere) {
            agenda.say(after, ToArena::Answer(good));
        }
    }

    /// Notes a message, and plans what to do about it.
    fn hear(&mut self, message: pb::ArenaMessage, witness: &mut Witness, agenda: &mut Agenda) {
        match message.message.expect("the arena says something") {
            FromArena::Welcome(welcome) => self.introduction.resume_token = Some(welcome.resume_token),
            FromArena::Seated(seated) => self.stories.seated(seated, witness),
            FromArena::Events(events) => self.stories.told(&events.match_id, &events.events, witness),
            FromArena::Ask(ask) => {
                let comes_again = self.stories.asked(&ask, witness);
                self.answer(&ask, comes_again, witness.is_calm, agenda);
            }
            FromArena::Fault(notice) => {
                assert!(!notice.problem.is_empty() && !notice.consequence.is_empty());
                witness.counts.see(format!("notice {}", notice.cause().as_str_name()));
                if notice.cause() == pb::FaultCause::Late {
                    // A bot that was late must show that it still works, to get more matches.
                    agenda.say(ms(self.dice.below(1_000)), ToArena::Ready(pb::Ready {}));
                }
            }
            FromArena::Ended(ended) => self.stories.ended(&ended, witness),
            FromArena::Notice(_) => {}
        }
    }
}

/// Connects to the arena again and again, as long as the arena lives.
pub(crate) async fn live(app: Arc<App>, bot: Arc<Mutex<Bot>>, witness: Arc<Mutex<Witness>>) {
    loop {
        let away = std::mem::replace(&mut bot.lock().introduction.away, Duration::from_millis(1));
        sleep(away).await;
        connect(&app, &bot, &witness).await;
    }
}

/// One connection, from its Hello to its end.
async fn connect(app: &App, bot: &Mutex<Bot>, witness: &Arc<Mutex<Witness>>) {
    let (say, inbound) = mpsc::channel(FLOOD + 64);
    let (credentials, hello) = {
        let Bot { character, introduction, stories, .. } = &mut *bot.lock();
        stories.begin_connection();
        introduction.stated = introduction.version;
        (introduction.credentials(), introduction.hello(character))
    };
    let mut stream = play(app, credentials, ReceiverStream::new(inbound));
    let mut agenda = Agenda::default();
    agenda.say(Duration::ZERO, ToArena::Hello(hello));
    loop {
        tokio::select! {
            biased;
            heard = stream.next() => match heard {
                Some(Ok(message)) => bot.lock().hear(message, &mut witness.lock(), &mut agenda),
                Some(Err(status)) => return refused(&status, bot, witness),
                None => return,
            },
            () = sleep_until(agenda.next_at()) => match agenda.pop() {
                Some(Deed::Say(message)) => tell(&say, message),
                Some(Deed::Flood) => (0..FLOOD).for_each(|_| tell(&say, ToArena::Ready(pb::Ready {}))),
                // Fails if the arena has ended the connection.
                Some(Deed::Garble) => drop(say.try_send(Err(Status::internal("no message")))),
                Some(Deed::Leave(away)) => {
                    bot.lock().introduction.away = away;
                    return;
                }
                Some(Deed::Haunt) => {
                    bot.lock().introduction.away = ms(1);
                    tokio::spawn(haunt(say, stream, witness.clone()));
                    return;
                }
                None => {}
            }
        }
    }
}

/// Leaves a connection open for a while, and then looks how it has ended.
async fn haunt(say: mpsc::Sender<Result<pb::BotMessage, Status>>, mut stream: BotStream, witness: Arc<Mutex<Witness>>) {
    sleep(HAUNTING).await;
    while let Ok(Some(heard)) = timeout(ms(1), stream.next()).await {
        if let Err(status) = heard {
            witness.lock().counts.see(format!("refused {}", reason(&status)));
        }
    }
    drop(say);
}

fn tell(say: &mpsc::Sender<Result<pb::BotMessage, Status>>, message: ToArena) {
    // Fails if the arena has ended the connection, or if a flood has filled the queue.
    let _unheard = say.try_send(Ok(pb::BotMessage { message: Some(message) }));
}

/// Checks the status with which the arena ended the connection or refused the bot.
fn refused(status: &Status, bot: &Mutex<Bot>, witness: &Mutex<Witness>) {
    let reason = reason(status);
    let Bot { character, introduction, dice, .. } = &mut *bot.lock();
    let allowed: &[&str] = if character.is_innocent { &REFUSALS[..2] } else { &REFUSALS };
    // Above all, the arena must never refuse a resume token that it has issued.
    assert!(allowed.contains(&reason.as_str()), "{} is refused: {status}", character.name);
    witness.lock().counts.see(format!("refused {reason}"));
    introduction.was_refused(dice);
}

/// The reason for programs with which a stream ended.
fn reason(status: &Status) -> String {
    status.get_error_details().error_info().map(|info| info.reason.clone()).unwrap_or_default()
}

fn ms(ms: u32) -> Duration {
    Duration::from_millis(ms.into())
}
