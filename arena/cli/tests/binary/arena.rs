//! An arena in its own process, under limits of the system if a test wants them.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use kahua_tests::{signal, soon};
use parking_lot::Mutex;
use tonic::transport::Endpoint;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

use crate::KAHUA;

/// An arena that is serving, and its log so far.
pub(crate) struct Arena {
    pub(crate) process: Child,
    pub(crate) addr: String,
    pub(crate) log: Arc<Mutex<Vec<String>>>,
}

impl Arena {
    /// Starts it on a free port, after this command of a shell, such as `ulimit -n 64`.
    pub(crate) fn serve(limit: &str, data: &Path, options: &[&str]) -> Arena {
        Arena::serve_at("127.0.0.1:0", limit, data, options)
    }

    /// As [`Arena::serve`], at this address.
    pub(crate) fn serve_at(addr: &str, limit: &str, data: &Path, options: &[&str]) -> Arena {
        let command = format!("{limit} && exec \"$0\" \"$@\"");
        let mut shell = Command::new("sh");
        shell.args(["-c", &command, KAHUA.path(), "serve", "--listen", addr, "--data"]).arg(data).args(options);
        let mut process = shell.env_remove("KAHUA_LOG").stdin(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let log: Arc<Mutex<Vec<String>>> = Arc::default();
        let stderr = BufReader::new(process.stderr.take().unwrap());
        std::thread::spawn({
            let log = log.clone();
            move || stderr.lines().map_while(Result::ok).for_each(|line| log.lock().push(line))
        });
        let address = |line: &String| Some(line.split("serving address=").nth(1)?.split(' ').next()?.to_owned());
        let addr = soon(|| log.lock().iter().find_map(address));
        Arena { process, addr, log }
    }

    /// How many lines of the log have this in them.
    pub(crate) fn logged(&self, part: &str) -> usize {
        self.log.lock().iter().filter(|line| line.contains(part)).count()
    }

    /// The answer of `grpc.health.v1` for this service. During a flood, the arena may drop a connection before it
    /// answers.
    pub(crate) fn health(&self, service: &str) -> ServingStatus {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let ask = async || {
            let channel = Endpoint::from_shared(format!("http://{}", self.addr)).unwrap().connect().await.ok()?;
            let request = HealthCheckRequest { service: service.to_owned() };
            Some(HealthClient::new(channel).check(request).await.ok()?.into_inner().status())
        };
        soon(|| runtime.block_on(ask()))
    }

    /// The same call, as a new caller makes it.
    pub(crate) fn answers_a_newcomer(&self) {
        let list = KAHUA.run(&["match", "list", "--addr", &self.addr]);
        assert_eq!(list.code, Some(0), "{}", list.err);
    }

    /// Stops it by SIGTERM, as the system does.
    pub(crate) fn stop(mut self) {
        signal("-TERM", self.process.id());
        let status = soon(|| self.process.try_wait().unwrap());
        assert!(status.success(), "{status}: {:?}", self.log.lock());
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        let _it_may_have_ended = self.process.kill();
        let _nothing_is_left_to_do = self.process.wait();
    }
}
