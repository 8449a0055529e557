//! The service for workers: a stream for each, from its Hello to its end.

use std::pin::Pin;
use std::sync::Arc;

use kahua_core::ids::BotName;
use kahua_core::limits;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::worker_service_server::WorkerService;
use pb::work_request::Message as Said;
use pb::work_response::Message;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;
use tokio_stream::wrappers::ReceiverStream;
use tokio_stream::{Stream, StreamExt};
use tonic::{Request, Response, Status, Streaming};
use tracing::info;

use super::connection::peer;
use super::credentials::credentials;
use crate::app::App;
use kahua_play::bots::Profile;
use kahua_play::matches::matchmaker::{EnterError, WorkerId};
use kahua_play::reason::Reason;

/// How many messages may wait for a worker: one for each match that it may have, and one for each earlier match's
/// result.
const ORDERS: usize = 2 * limits::WORKER_MATCHES_MAX;

/// The service for workers.
#[derive(Clone, Debug)]
pub(super) struct Workers(pub(super) Arc<App>);

/// The messages to a worker, and the status that ends its stream.
type Orders = Pin<Box<dyn Stream<Item = Result<pb::WorkResponse, Status>> + Send>>;

#[tonic::async_trait]
impl WorkerService for Workers {
    type WorkStream = Orders;

    async fn work(&self, request: Request<Streaming<pb::WorkRequest>>) -> Result<Response<Orders>, Status> {
        let name = self.0.access.admit_worker(&credentials(&request))?;
        // Kept like the connection of a bot, since a worker plays matches too.
        let kept = peer(&request).keep_connection();
        let (orders, sent) = mpsc::channel(ORDERS);
        let (end, ended) = oneshot::channel();
        let app = self.0.clone();
        self.0.tasks.spawn(async move {
            let _kept = kept;
            let stop = app.stop.clone();
            let session = Session { app, name, said: request.into_inner(), orders };
            let status = tokio::select! {
                biased;
                () = stop.cancelled() => Reason::Draining.status("the arena is shutting down"),
                status = session.run() => status,
            };
            let _it_may_have_gone = end.send(status);
        });
        let end = tokio_stream::once(ended).then(|ended| async {
            Err(ended.await.unwrap_or_else(|_| Reason::ConnectionLost.status("the stream was closed")))
        });
        Ok(Response::new(Box::pin(ReceiverStream::new(sent).map(Ok).chain(end))))
    }
}

/// The stream of one worker.
struct Session {
    app: Arc<App>,
    /// The only name that its token allows, if there is one.
    name: Option<BotName>,
    said: Streaming<pb::WorkRequest>,
    orders: mpsc::Sender<pb::WorkResponse>,
}

/// A worker that was let in. When this is dropped, its matches are given back.
struct Entered {
    app: Arc<App>,
    id: WorkerId,
    name: BotName,
}

impl Drop for Entered {
    fn drop(&mut self) {
        self.app.matchmaker.worker_left(self.id);
    }
}

impl Session {
    /// Runs until the worker leaves or must go. Returns why.
    async fn run(mut self) -> Status {
        match self.enter().await {
            Ok(entered) => loop {
                if let Err(status) = self.next(&entered).await {
                    info!(worker = %entered.name, why = status.message(), "a worker's stream ends");
                    return status;
                }
            },
            Err(status) => status,
        }
    }

    async fn enter(&mut self) -> Result<Entered, Status> {
        let late = |_| Reason::HelloLate.status("no hello came in time");
        let first = timeout(limits::HELLO_TIMEOUT, self.said.message()).await.map_err(late)??;
        let Some(Said::Hello(hello)) = first.and_then(|first| first.message) else {
            return Err(Reason::HelloMissing.status("the first message must be a hello"));
        };
        let invalid = |field: &str, problem: String| Reason::HelloInvalid.status_of_field(field, problem);
        let name: BotName = hello.name.parse().map_err(|problem| invalid("hello.name", format!("{problem}")))?;
        if let Some(own) = self.name.filter(|own| *own != name) {
            return Err(invalid(
                "hello.name",
                format!("the token is that of the worker {own}, and the name is {name}"),
            ));
        }
        if hello.version != kahua_play::VERSION {
            let version = limits::cut(&hello.version, limits::VERSION_BYTES_MAX);
            let problem = format!("this arena is kahua {}, got {version:?}; use the same on both", kahua_play::VERSION);
            return Err(invalid("hello.version", problem));
        }
        let app = self.app.clone();
        if !app.matchmaker.pairs() {
            return Err(not_pairing(&app));
        }
        let (id, machine) = app.matchmaker.workers().enter(name, &hello, self.orders.clone()).map_err(not_let_in)?;
        let (cores, speed, time_permille) = (machine.cores, machine.speed, machine.time_permille);
        info!(worker = %name, cores, speed, time_permille, "worker connected");
        // Before anything can fail, so that the worker's place is given back in any case.
        let entered = Entered { app, id, name };
        self.send(Message::Welcome(pb::WorkerWelcome { arena_version: kahua_play::VERSION.into(), time_permille }))?;
        Ok(entered)
    }

    /// Reads and handles one message.
    async fn next(&mut self, entered: &Entered) -> Result<(), Status> {
        let silent = |_| Reason::WorkerLate.status("nothing was heard from the worker for too long");
        let said = timeout(limits::WORKER_SILENCE_MAX, self.said.message()).await.map_err(silent)??;
        let Some(said) = said else { return Err(Reason::ConnectionLost.status("the worker has left")) };
        let (app, id) = (&self.app, entered.id);
        match said.message {
            Some(Said::Offer(offer)) => self.take_offer(id, offer)?,
            Some(Said::Filed(pb::FiledMatch { record: Some(record) })) => self.file(id, record).await?,
            Some(Said::Failed(failed)) => app.matchmaker.worker_failed(id, &failed),
            Some(Said::Alive(_)) => {}
            Some(Said::Hello(_)) => return Err(Reason::FieldInvalid.status_of_field("hello", "it is sent only once")),
            Some(Said::Filed(_)) | None => {
                return Err(Reason::MessageUnreadable.status("the message has no content that this arena knows"));
            }
        }
        // With every message, which is often enough: a worker says every few seconds that it is there.
        let said = app.matchmaker.take_overdue(id);
        said.into_iter().try_for_each(|text| self.send(Message::Notice(pb::WorkerNotice { text })))?;
        let workers = app.matchmaker.workers();
        if let Some(why) = workers.barred(id) {
            return Err(Reason::WorkerBarred.status(why));
        }
        Ok(())
    }

    fn take_offer(&self, id: WorkerId, offer: pb::WorkerOffer) -> Result<(), Status> {
        let invalid = |problem: String| Reason::FieldInvalid.status_of_field("offer.bots", problem);
        if offer.bots.len() > limits::WORKER_BOTS_MAX {
            let (found, max) = (offer.bots.len(), limits::WORKER_BOTS_MAX);
            return Err(invalid(format!("there are {found} bots; at most {max} are allowed")));
        }
        let bots = offer.bots.into_iter().map(|bot| Profile::read(as_hello(bot), &self.app.rulesets));
        let bots = bots.collect::<Result<Vec<_>, _>>().map_err(|problem| invalid(problem.to_string()))?;
        let matches_at_once = usize::try_from(offer.matches_at_once).unwrap_or(usize::MAX);
        let said = self.app.matchmaker.take_offer(id, bots, matches_at_once);
        said.into_iter().try_for_each(|text| self.send(Message::Notice(pb::WorkerNotice { text })))
    }

    async fn file(&self, id: WorkerId, record: pb::MatchRecord) -> Result<(), Status> {
        let match_id = limits::cut(&record.match_id, limits::UNKNOWN_NAME_BYTES_MAX).to_owned();
        self.send(match self.app.matchmaker.file(id, record).await {
            Ok(()) => Message::Kept(pb::KeptMatch { match_id }),
            Err(problem) => Message::Refused(pb::RefusedMatch { match_id, why: problem.to_string() }),
        })
    }

    /// Sends a message. Fails if the worker doesn't read its messages.
    fn send(&self, message: Message) -> Result<(), Status> {
        let unread = |_| Reason::SlowReader.status("the worker doesn't read what it is sent");
        self.orders.try_send(pb::WorkResponse { message: Some(message) }).map_err(unread)
    }
}

/// The Hello that a bot of a worker would send here.
fn as_hello(bot: pb::WorkerBot) -> pb::Hello {
    let pb::WorkerBot { name, version, games, matches_max } = bot;
    pb::Hello { name, version, games, matches_max: Some(matches_max), ..pb::Hello::default() }
}

/// The refusal of a worker by a node that doesn't pair. The worker would wait there forever.
fn not_pairing(app: &App) -> Status {
    let pairing = app.nodes().into_iter().flatten().find(|node| node.pairs);
    let who = pairing.map_or("which none does at the moment".to_owned(), |node| {
        format!("which is {}; it listens at {}", node.name, node.for_bots)
    });
    Reason::NotPairing.status(format!("workers get their matches from the node that pairs, {who}"))
}

fn not_let_in(problem: EnterError) -> Status {
    let reason = match problem {
        EnterError::NameInUse(_) => Reason::NameInUse,
        EnterError::Barred { .. } | EnterError::Failing { .. } => Reason::WorkerBarred,
        EnterError::Full => Reason::ArenaFull,
    };
    reason.status(problem.to_string())
}
