//! A worker's stream. It is opened again and again until the worker is asked to end.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use kahua_core::ids::{BotName, MatchId};
use kahua_core::limits;
use kahua_core::text::on_one_line;
use kahua_play::AssignedError;
use kahua_proto::pb::arena::v1 as pb;
use kahua_server::App;
use pb::work_request::Message as Said;
use pb::work_response::Message;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval, sleep};
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Code, Status, Streaming};

use super::report::Report;
use crate::exit::Failure;
use crate::remote::Remote;
use crate::signals::asked_to_stop;

/// How often to check whether the ready bots have changed.
const LOOK_INTERVAL: Duration = Duration::from_millis(250);

/// The facts about this machine for the arena.
#[derive(Clone, Copy, Debug)]
pub(super) struct Machine {
    pub(super) name: BotName,
    pub(super) cores: u32,
    pub(super) speed: u64,
    pub(super) matches_at_once: usize,
}

/// How the work ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// Every match that was begun has been filed.
    Finished,
    /// A second signal came first.
    GivenBack,
}

/// How a stream ended.
enum Parted {
    /// The worker was asked to end, and has ended.
    Ended(Ended),
    /// The arena has ended the stream, or can't be reached.
    By(Failure),
}

/// The signals that end a worker: the first lets it finish, the second doesn't.
struct Signals<'a, F> {
    first: Pin<&'a mut F>,
    second: Option<Pin<Box<dyn Future<Output = io::Result<()>> + 'a>>>,
}

impl<F: Future<Output = io::Result<()>>> Signals<'_, F> {
    /// Whether the first signal has come.
    fn have_begun(&self) -> bool {
        self.second.is_some()
    }

    /// Resolves at the next signal.
    async fn next(&mut self) -> io::Result<()> {
        match &mut self.second {
            Some(second) => second.await,
            None => {
                self.first.as_mut().await?;
                self.second = Some(Box::pin(asked_to_stop()));
                Ok(())
            }
        }
    }
}

/// A worker and the arena for which it plays.
pub(super) struct Joined {
    /// The arena of this process, in which the matches are played.
    app: Arc<App>,
    machine: Machine,
    remote: Remote,
    report: Report,
    /// Whether the arena has answered since the last failure.
    was_welcome: bool,
}

impl Joined {
    pub(super) fn new(app: Arc<App>, machine: Machine, remote: Remote, report: Report) -> Joined {
        Joined { app, machine, remote, report, was_welcome: false }
    }

    /// Joins the arena, plays what it assigns, and joins again when the stream breaks, until a signal comes.
    ///
    /// # Errors
    /// If the arena will never let this worker in.
    pub(super) async fn play(
        &mut self,
        asked: &mut Pin<&mut impl Future<Output = io::Result<()>>>,
    ) -> Result<Ended, Failure> {
        let mut signals = Signals { first: asked.as_mut(), second: None };
        let mut pause = limits::WORKER_RETRY_PAUSE;
        loop {
            let stream = tokio::select! {
                biased;
                asked = signals.next() => return asked.map(|()| Ended::Finished).map_err(Failure::from),
                stream = self.join() => stream,
            };
            let parted = match stream {
                Ok((orders, stream)) => Session::new(self, orders).run(stream, &mut signals).await,
                Err(failure) => Parted::By(failure),
            };
            let failure = match parted {
                Parted::Ended(ended) => {
                    self.report.line(&self.report.so_far(0));
                    return Ok(ended);
                }
                // The matches in progress have been given back, and no more will come.
                Parted::By(_) if signals.have_begun() => return Ok(Ended::Finished),
                Parted::By(failure @ Failure::Outside(_)) => failure,
                Parted::By(failure) => return Err(failure),
            };
            if std::mem::take(&mut self.was_welcome) {
                pause = limits::WORKER_RETRY_PAUSE;
            }
            if let Failure::Outside(problem) = failure {
                self.report.line(&format!("{problem:#}; trying again"));
            }
            tokio::select! {
                biased;
                asked = signals.next() => return asked.map(|()| Ended::Finished).map_err(Failure::from),
                () = sleep(pause) => {}
            }
            pause = (pause * 2).min(limits::WORKER_RETRY_PAUSE_MAX);
        }
    }

    /// Opens a stream and says who this is.
    async fn join(&self) -> Result<(mpsc::Sender<pb::WorkRequest>, Streaming<pb::WorkResponse>), Failure> {
        let mut arena = self.remote.workers().await?;
        // `say` doesn't wait, so all matches may end at the same moment and still find room.
        let (orders, said) = mpsc::channel(2 * limits::WORKER_MATCHES_MAX);
        let Machine { name, cores, speed, .. } = self.machine;
        let version = kahua_play::VERSION.to_owned();
        let hello = pb::WorkerHello { name: name.to_string(), version, cores, speed };
        say(&orders, Said::Hello(hello))?;
        let stream = arena.work(ReceiverStream::new(said)).await.map_err(|status| refused(&status))?;
        Ok((orders, stream.into_inner()))
    }
}

/// One stream, and what is played while it is open.
struct Session<'a> {
    joined: &'a mut Joined,
    said: mpsc::Sender<pb::WorkRequest>,
    playing: JoinSet<(MatchId, Result<pb::MatchRecord, AssignedError>)>,
    ids: Vec<MatchId>,
    /// How many records the arena hasn't answered.
    unanswered: usize,
    offered: Option<pb::WorkerOffer>,
}

impl<'a> Session<'a> {
    fn new(joined: &'a mut Joined, said: mpsc::Sender<pb::WorkRequest>) -> Session<'a> {
        Session { joined, said, playing: JoinSet::new(), ids: Vec::new(), unanswered: 0, offered: None }
    }

    /// Plays until the stream ends, or the worker is asked to end and has finished.
    async fn run(
        mut self,
        mut stream: Streaming<pb::WorkResponse>,
        signals: &mut Signals<'_, impl Future<Output = io::Result<()>>>,
    ) -> Parted {
        let parted = self.talk(&mut stream, signals).await;
        let given_back = self.ids.len();
        // The arena doesn't wait for these matches any more.
        for id in std::mem::take(&mut self.ids) {
            self.joined.app.abort_assigned(id).await;
        }
        // The arena may assign the same match again over the next stream, and its bots must be free then.
        while self.playing.join_next().await.is_some() {}
        match parted {
            Ok(ended) => Parted::Ended(ended),
            Err(failure) => {
                if let Failure::Outside(problem) = &failure {
                    self.joined.report.parted(&format!("{problem:#}"), given_back);
                }
                Parted::By(failure)
            }
        }
    }

    async fn talk(
        &mut self,
        stream: &mut Streaming<pb::WorkResponse>,
        signals: &mut Signals<'_, impl Future<Output = io::Result<()>>>,
    ) -> Result<Ended, Failure> {
        let (mut look, mut alive) = (interval(LOOK_INTERVAL), interval(limits::WORKER_ALIVE_INTERVAL));
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            // A record that isn't answered may still be refused, and the worker reports that.
            if signals.have_begun() && self.ids.is_empty() && self.unanswered == 0 {
                return Ok(Ended::Finished);
            }
            tokio::select! {
                biased;
                asked = signals.next() => {
                    let is_second = self.is_leaving();
                    asked?;
                    if is_second {
                        return Ok(Ended::GivenBack);
                    }
                    self.offer(0)?;
                    let left = self.ids.len();
                    self.joined.report.line(&format!("taking no more matches; {left} are being played to their end"));
                }
                message = stream.message() => match message {
                    Ok(Some(message)) => self.take(message)?,
                    Ok(None) => return Err(anyhow::anyhow!("the arena has ended the stream").into()),
                    Err(status) => return Err(refused(&status)),
                },
                Some(done) = self.playing.join_next() => {
                    let (id, played) = done.context("a match was lost")?;
                    self.file(id, played)?;
                }
                _ = look.tick() => if !self.is_leaving() { self.offer(self.joined.machine.matches_at_once)? },
                _ = alive.tick() => say(&self.said, Said::Alive(pb::WorkerAlive {}))?,
                () = self.joined.report.due() => self.joined.report.progress(self.ids.len()),
            }
        }
    }

    /// Whether the worker has said that it takes no more.
    fn is_leaving(&self) -> bool {
        self.offered.as_ref().is_some_and(|offer| offer.matches_at_once == 0)
    }

    /// Tells the arena what this worker can play, if that has changed.
    fn offer(&mut self, matches_at_once: usize) -> Result<(), Failure> {
        let matches_at_once = u32::try_from(matches_at_once).unwrap_or(u32::MAX);
        let offer = pb::WorkerOffer { bots: self.joined.app.offered_bots(), matches_at_once };
        if self.offered.as_ref() != Some(&offer) {
            say(&self.said, Said::Offer(offer.clone()))?;
            self.offered = Some(offer);
        }
        Ok(())
    }

    fn take(&mut self, message: pb::WorkResponse) -> Result<(), Failure> {
        let report = &mut self.joined.report;
        match message.message {
            Some(Message::Welcome(welcome)) => {
                self.joined.was_welcome = true;
                report.joined(self.joined.remote.addr(), &welcome);
            }
            Some(Message::Assignment(assignment)) => self.begin(assignment)?,
            Some(Message::Kept(kept)) => {
                self.unanswered = self.unanswered.saturating_sub(1);
                report.kept(&on_one_line(&kept.match_id));
            }
            Some(Message::Refused(refused)) => {
                self.unanswered = self.unanswered.saturating_sub(1);
                report.refused(&on_one_line(&refused.match_id), &on_one_line(&refused.why));
            }
            Some(Message::Notice(notice)) => report.line(&on_one_line(&notice.text)),
            // A message of a later version. Such an arena is refused before this can happen.
            None => {}
        }
        Ok(())
    }

    /// Begins to play a match.
    fn begin(&mut self, assignment: pb::Assignment) -> Result<(), Failure> {
        let header = assignment.header.as_ref().context("the arena has sent an assignment without a header")?;
        let id: MatchId = header.match_id.parse().context("the arena has sent an assignment without a valid id")?;
        // A sound arena stays far below this bound. It keeps another one from filling this machine.
        if self.ids.len() >= 2 * limits::WORKER_MATCHES_MAX {
            return Err(anyhow::anyhow!("the arena assigns more matches than this worker takes").into());
        }
        self.joined.report.assigned(header);
        self.ids.push(id);
        let app = self.joined.app.clone();
        self.playing.spawn(async move { (id, app.play_assigned(&assignment).await) });
        Ok(())
    }

    /// Files a match, or gives it back.
    fn file(&mut self, id: MatchId, played: Result<pb::MatchRecord, AssignedError>) -> Result<(), Failure> {
        self.ids.retain(|playing| *playing != id);
        match played {
            Ok(record) => {
                self.unanswered += 1;
                say(&self.said, Said::Filed(pb::FiledMatch { record: Some(record) }))
            }
            Err(problem) => {
                let (match_id, why) = (id.to_string(), problem.to_string());
                self.joined.report.failed(&match_id, &why);
                say(&self.said, Said::Failed(pb::FailedMatch { match_id, why }))
            }
        }
    }
}

fn say(said: &mpsc::Sender<pb::WorkRequest>, message: Said) -> Result<(), Failure> {
    let unread = |_| anyhow::anyhow!("the arena doesn't read what this worker says");
    // This doesn't wait for room: meanwhile, nothing that the arena says would be read.
    Ok(said.try_send(pb::WorkRequest { message: Some(message) }).map_err(unread)?)
}

/// A usage error if trying again can't help; otherwise the problem outside.
fn refused(status: &Status) -> Failure {
    let words = on_one_line(status.message());
    match status.code() {
        Code::Unauthenticated | Code::PermissionDenied | Code::InvalidArgument | Code::FailedPrecondition => {
            Failure::usage(format!("the arena doesn't take this worker: {words}"))
        }
        _ => anyhow::anyhow!("{words}").into(),
    }
}
