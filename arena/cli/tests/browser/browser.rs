//! A headless Chromium that a test drives through ChromeDriver.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use kahua_tests::has_tool;
use serde_json::{Value, json};
use tempfile::TempDir;
use tonic::codegen::http::Method;
use url::{ParseError, Url};

/// How long a page may take to reach the state that a test waits for: long enough on the busiest machine.
const PATIENCE: Duration = Duration::from_secs(150);

/// What a page says that a busy arena can't make.
const TOO_BUSY: &str = "too busy to make this page now";

/// How often a test looks at a page before it asks whether the arena couldn't make it, which costs more than a look.
const LOOKS_BEFORE_RELOAD: u32 = 50;

/// A browser that ends with the test.
pub(crate) struct Browser {
    client: Client,
    session: String,
    driver: Child,
    port: u16,
    _profile: TempDir,
}

impl Browser {
    /// Starts one; `None` where there is no ChromeDriver, and the test is skipped by name.
    pub(crate) async fn open() -> Option<Browser> {
        if !has_tool("the tests in a browser", "chromedriver", &["--version"]) {
            return None;
        }
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver can be started");
        let said = BufReader::new(driver.stdout.take().expect("it is piped"));
        let port = said.lines().map_while(Result::ok).find_map(|line| {
            line.split_once("started successfully on port ")?.1.trim_end_matches('.').parse::<u16>().ok()
        });
        let port = port.expect("chromedriver says its port");
        let profile = tempfile::tempdir().expect("a folder for the profile");
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities(&profile))
            .connect(&format!("http://127.0.0.1:{port}"))
            .await
            .expect("Chromium can be started");
        let session = client.session_id().await.ok().flatten().expect("a session has an id");
        Some(Browser { client, session, driver, port, _profile: profile })
    }

    /// Goes to this address, and waits until the page is loaded. A busy arena asks to load it again, as a person would.
    pub(crate) async fn goto(&self, address: &str) {
        let began = Instant::now();
        loop {
            self.client.goto(address).await.unwrap_or_else(|error| panic!("{address}: {error}"));
            let page = self.script("return document.body?.innerText ?? ''").await;
            if !page.as_str().is_some_and(|page| page.contains(TOO_BUSY)) {
                return;
            }
            assert!(began.elapsed() < PATIENCE, "{address}: {page}");
            // What the browser has logged of the refusal is of no interest.
            let _refusal = self.console().await;
        }
    }

    /// Goes to this address again and again until the page has this many of what a selector finds: a busy arena shows a page before it
    /// has drawn its boards.
    pub(crate) async fn goto_until(&self, address: &str, css: &str, count: usize) {
        let began = Instant::now();
        loop {
            self.goto(address).await;
            if self.count(css).await >= count {
                return;
            }
            assert!(began.elapsed() < PATIENCE, "{address} should have {count} of {css} by now");
        }
    }

    /// Runs the body of a function in the page; what it returns.
    pub(crate) async fn script(&self, body: &str) -> Value {
        self.client.execute(body, Vec::new()).await.unwrap_or_else(|error| panic!("{body}: {error}"))
    }

    /// Runs the body of a function in the page that calls its last argument with the result.
    pub(crate) async fn async_script(&self, body: &str) -> Value {
        self.client.execute_async(body, Vec::new()).await.unwrap_or_else(|error| panic!("{body}: {error}"))
    }

    /// The text that people see of the first element that this selector finds.
    pub(crate) async fn text(&self, css: &str) -> String {
        let found = self.client.find(Locator::Css(css)).await;
        let found = found.unwrap_or_else(|error| panic!("{css}: {error}"));
        found.text().await.unwrap_or_else(|error| panic!("{css}: {error}"))
    }

    /// How many elements this selector finds.
    pub(crate) async fn count(&self, css: &str) -> usize {
        self.client.find_all(Locator::Css(css)).await.unwrap_or_else(|error| panic!("{css}: {error}")).len()
    }

    /// Clicks the first element that this selector finds, as a mouse does: it must be in sight and not covered.
    pub(crate) async fn click(&self, css: &str) {
        let found = self.client.find(Locator::Css(css)).await;
        let found = found.unwrap_or_else(|error| panic!("{css}: {error}"));
        if let Err(error) = found.click().await {
            let part = found.html(false).await;
            panic!("{css}: {error}\n{part:?}");
        }
    }

    /// Types these keys, wherever the page has its focus.
    pub(crate) async fn press(&self, keys: &str) {
        let focused = self.client.active_element().await.expect("a page has an active element");
        focused.send_keys(keys).await.unwrap_or_else(|error| panic!("{keys:?}: {error}"));
    }

    /// Types these keys into the first element that this selector finds.
    pub(crate) async fn press_in(&self, css: &str, keys: &str) {
        let found = self.client.find(Locator::Css(css)).await;
        let found = found.unwrap_or_else(|error| panic!("{css}: {error}"));
        found.send_keys(keys).await.unwrap_or_else(|error| panic!("{css}, {keys:?}: {error}"));
    }

    /// Waits until this expression is true in the page. If a click led to a page that a busy arena couldn't make, it is loaded again, as a
    /// person would.
    pub(crate) async fn until(&self, expression: &str) {
        let began = Instant::now();
        let mut looked = 0;
        while self.script(&format!("return Boolean({expression})")).await != json!(true) {
            looked += 1;
            if looked % LOOKS_BEFORE_RELOAD == 0 {
                self.script(&format!("if (document.body?.innerText.includes({TOO_BUSY:?})) location.reload()")).await;
            }
            if began.elapsed() >= PATIENCE {
                let page = self.script("return document.body.innerText.slice(0, 2000)").await;
                panic!("it should have come by now: {expression}\n{page}\n{:?}", self.console().await);
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// A method of the Chrome DevTools Protocol.
    pub(crate) async fn devtools(&self, method: &str, params: Value) -> Value {
        let command = Extension { path: "goog/cdp/execute", body: json!({ "cmd": method, "params": params }) };
        self.client.issue_cmd(command).await.unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// A picture of what is in sight, as a PNG.
    pub(crate) async fn screenshot(&self) -> Vec<u8> {
        self.client.screenshot().await.expect("a page can be pictured")
    }

    /// The messages of the console since the last call: failed scripts, refusals by the Content-Security-Policy, and
    /// what couldn't be loaded.
    pub(crate) async fn console(&self) -> Vec<String> {
        let entries = self.log("browser").await;
        let messages = entries.iter().map(|entry| format!("{}: {}", entry["level"], entry["message"]));
        // On a slow machine, drawing a match takes longer than a page may. The player asks again, and shows the match in the end.
        messages.filter(|message| !(message.contains("/boards.json ") && message.contains("status of 503"))).collect()
    }

    /// All addresses that were requested since the last call.
    pub(crate) async fn requests(&self) -> Vec<String> {
        let sent = self.log("performance").await.into_iter().filter_map(|entry| {
            let event: Value = serde_json::from_str(entry["message"].as_str()?).ok()?;
            let (event, params) = (&event["message"], &event["message"]["params"]);
            (event["method"] == "Network.requestWillBeSent")
                .then(|| params["request"]["url"].as_str().map(str::to_owned))?
        });
        sent.collect()
    }

    async fn log(&self, kind: &str) -> Vec<Value> {
        let entries = self.client.issue_cmd(Extension { path: "se/log", body: json!({ "type": kind }) }).await;
        match entries.unwrap_or_else(|error| panic!("the log {kind}: {error}")) {
            Value::Array(entries) => entries,
            other => panic!("a log is a list, not {other}"),
        }
    }
}

/// The browser ends however the test ends: ChromeDriver alone would leave it behind.
impl Drop for Browser {
    fn drop(&mut self) {
        if let Ok(mut stream) = TcpStream::connect(("127.0.0.1", self.port)) {
            // ChromeDriver doesn't accept HTTP/1.0, and leaves connections open.
            let request = format!("DELETE /session/{} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", self.session);
            let _it_may_be_gone = stream.write_all(request.as_bytes());
            let _when_the_browser_has_ended = stream.read(&mut [0; 1024]);
        }
        let _it_may_have_ended = self.driver.kill();
        let _nothing_is_left_to_do = self.driver.wait();
    }
}

fn capabilities(profile: &TempDir) -> fantoccini::wd::Capabilities {
    let profile = format!("--user-data-dir={}", profile.path().display());
    // In a container, Chromium can't make its sandbox. These pages are our own.
    let args =
        ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", &profile];
    let capabilities = json!({
        "goog:chromeOptions": { "args": args },
        "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
    });
    match capabilities {
        Value::Object(capabilities) => capabilities,
        _ => unreachable!("it is an object"),
    }
}

/// A command of ChromeDriver's own.
#[derive(Debug)]
struct Extension {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Extension {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.body.to_string()))
    }
}
