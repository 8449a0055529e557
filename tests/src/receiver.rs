//! A receiver of webhooks: it keeps what it is sent, and answers what a test wants.

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::timeout;

/// How many requests a receiver keeps.
const KEPT_MAX: usize = 1024;

/// How long [`Receiver::next`] waits: long enough on the busiest machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A receiver on a port of its own.
#[derive(Debug)]
pub struct Receiver {
    address: SocketAddr,
    answer: Arc<Mutex<&'static str>>,
    requests: mpsc::Receiver<Received>,
}

/// A request that has come.
#[derive(Clone, Debug)]
pub struct Received {
    /// Its headers, with names in lower case.
    pub headers: BTreeMap<String, String>,
    /// Its body, as it came.
    pub body: String,
    /// The status with which it was answered.
    pub answer: &'static str,
}

impl Receiver {
    /// Answers each request with this status, such as `204 No Content`. If it is empty, ends the connection without an answer.
    ///
    /// # Panics
    /// If the system has no port.
    pub async fn start(answer: &'static str) -> Receiver {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("its address");
        let (kept, requests) = mpsc::channel(KEPT_MAX);
        let answer = Arc::new(Mutex::new(answer));
        let answers = answer.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let answer = *answers.lock();
                // A client that leaves in the middle is none of the test's business.
                let Ok(received) = receive(stream, answer).await else { continue };
                if kept.send(received).await.is_err() {
                    return;
                }
            }
        });
        Receiver { address, answer, requests }
    }

    /// Its address.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}/hook", self.address)
    }

    /// Answers later requests with this status.
    pub fn answer(&self, status: &'static str) {
        *self.answer.lock() = status;
    }

    /// The next request.
    ///
    /// # Panics
    /// If none comes within two minutes.
    pub async fn next(&mut self) -> Received {
        timeout(PATIENCE, self.requests.recv()).await.expect("a request comes").expect("the receiver runs")
    }

    /// The next request that was taken.
    ///
    /// # Panics
    /// If none comes within two minutes.
    pub async fn taken(&mut self) -> Received {
        loop {
            let next = self.next().await;
            if next.answer.starts_with('2') {
                return next;
            }
        }
    }

    /// The next request, if it comes within this time.
    pub async fn next_within(&mut self, time: Duration) -> Option<Received> {
        timeout(time, self.requests.recv()).await.ok()?
    }
}

impl Received {
    /// Its id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.headers["webhook-id"]
    }

    /// Its body as JSON.
    ///
    /// # Panics
    /// If it isn't JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("the body is JSON")
    }

    /// The type of its event.
    #[must_use]
    pub fn kind(&self) -> String {
        self.json()["type"].as_str().unwrap_or_default().to_owned()
    }
}

async fn receive(stream: TcpStream, answer: &'static str) -> io::Result<Received> {
    let mut stream = BufReader::new(stream);
    let (mut line, mut headers) = (String::new(), BTreeMap::new());
    loop {
        line.clear();
        stream.read_line(&mut line).await?;
        match line.trim_end().split_once(": ") {
            Some((name, value)) => drop(headers.insert(name.to_lowercase(), value.to_owned())),
            None if line.starts_with("POST ") => {}
            None => break,
        }
    }
    let length = headers.get("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await?;
    if !answer.is_empty() {
        let answer = format!("HTTP/1.1 {answer}\r\ncontent-length: 0\r\nlocation: /elsewhere\r\n\r\n");
        stream.write_all(answer.as_bytes()).await?;
    }
    Ok(Received { headers, body: String::from_utf8_lossy(&body).into_owned(), answer })
}
