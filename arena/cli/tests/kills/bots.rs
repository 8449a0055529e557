//! The bots: listeners, which record the ends that they are told, and house bots, which are killed.

use std::collections::BTreeMap;
use std::process::{Child, Stdio};
use std::sync::Arc;

use kahua_client::{Answer, Bot, Settings, connect};
use kahua_proto::pb::arena::v1 as pb;
use parking_lot::Mutex;
use tokio::runtime::Runtime;

use crate::KAHUA;

/// A bot in this process. It keeps playing whatever happens to the arena.
pub(crate) struct Listener {
    told: Arc<Mutex<BTreeMap<String, pb::Ended>>>,
    runtime: Runtime,
}

/// Always plays the first legal action.
struct FirstLegal {
    told: Arc<Mutex<BTreeMap<String, pb::Ended>>>,
}

impl Bot for FirstLegal {
    fn choose(&mut self, _ask: &pb::Ask) -> Answer {
        Answer::index(0)
    }

    fn on_ended(&mut self, ended: &pb::Ended) {
        let earlier = self.told.lock().insert(ended.match_id.clone(), ended.clone());
        assert!(earlier.is_none_or(|earlier| earlier.results == ended.results), "told two ends of {}", ended.match_id);
    }
}

impl Listener {
    /// Starts it; the arena needn't be up yet.
    pub(crate) fn start(address: &str, name: &str, token: String) -> Listener {
        let told = Arc::<Mutex<BTreeMap<_, _>>>::default();
        let runtime = Runtime::new().unwrap();
        let settings = Settings { token: Some(token), matches_max: Some(2), ..Settings::new(address, name) };
        let bot = FirstLegal { told: told.clone() };
        runtime.spawn(async move { connect(settings).await?.play(bot).await });
        Listener { told, runtime }
    }

    /// The ends that it was told of so far.
    pub(crate) fn told(&self) -> BTreeMap<String, pb::Ended> {
        self.told.lock().clone()
    }

    /// Stops it, and returns the ends that it was told of.
    pub(crate) fn stop(self) -> BTreeMap<String, pb::Ended> {
        self.runtime.shutdown_background();
        self.told.lock().clone()
    }
}

/// A bot in a process of its own.
pub(crate) struct HouseBot {
    address: String,
    name: &'static str,
    token: String,
    process: Child,
}

impl HouseBot {
    /// Starts it; the arena needn't be up yet.
    pub(crate) fn start(address: &str, name: &'static str, token: String) -> HouseBot {
        let process = spawn(address, name, &token);
        HouseBot { address: address.into(), name, token, process }
    }

    /// Kills it as `kill -9` does, and starts it anew: it remembers nothing.
    pub(crate) fn kill_and_restart(&mut self) {
        self.kill();
        self.process = spawn(&self.address, self.name, &self.token);
    }

    pub(crate) fn stop(mut self) {
        self.kill();
    }

    fn kill(&mut self) {
        self.process.kill().unwrap();
        assert!(!self.process.wait().unwrap().success(), "{} has ended by itself", self.name);
    }
}

impl Drop for HouseBot {
    fn drop(&mut self) {
        // It may have been killed already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn spawn(address: &str, name: &str, token: &str) -> Child {
    // It takes its time: what is killed needs open matches, and not thousands of them.
    let mut command = KAHUA.command(&["house", "random", "--pause-ms", "2"]);
    command.env("KAHUA_ADDR", address).env("KAHUA_NAME", name).env("KAHUA_TOKEN", token);
    // It ends with its standard input. Its log isn't read.
    command.stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap()
}
