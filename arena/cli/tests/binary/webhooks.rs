//! `kahua webhook test`, with the receiver that docs/webhooks.md offers.

use std::fs;
use std::io::{BufRead, BufReader, Lines};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use kahua_tests::{Ran, has_tool, root};

use crate::KAHUA;

const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/// The receiver of docs/webhooks.md, with this secret.
struct Receiver {
    process: Child,
    lines: Lines<BufReader<ChildStdout>>,
    url: String,
}

impl Receiver {
    fn start(secret: &Path) -> Receiver {
        let mut command = Command::new("python3");
        command.arg(root().join("docs/operate/receiver.py")).arg(secret).arg("0");
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let url = lines.next().unwrap().unwrap();
        Receiver { process, lines, url }
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        let _it_has_ended = self.process.kill();
        let _its_end = self.process.wait();
    }
}

/// Writes settings with a webhook for this address.
fn settings(folder: &Path, url: &str, secret: &str) -> PathBuf {
    fs::write(folder.join("relay.secret"), format!("{secret}\n")).unwrap();
    let text = format!("[[webhook]]\nname = \"relay\"\nurl = \"{url}\"\nsecret_file = \"relay.secret\"\n");
    let file = folder.join("arena.toml");
    fs::write(&file, text).unwrap();
    file
}

fn test(name: &str, settings: &Path) -> Ran {
    KAHUA.run(&["webhook", "test", name, "--config", settings.to_str().unwrap()])
}

#[test]
fn a_receiver_of_another_language_takes_what_is_signed_with_its_secret() {
    if !has_tool("a receiver of webhooks", "python3", &["--version"]) {
        return;
    }
    let (ours, theirs) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    settings(theirs.path(), "http://localhost", SECRET);
    let mut receiver = Receiver::start(&theirs.path().join("relay.secret"));
    let url = receiver.url.trim_end_matches('/').to_owned();

    let sent = test("relay", &settings(ours.path(), &format!("{url}/hidden"), SECRET)).good();
    assert_eq!(sent.trim_end(), format!("webhook relay at {url} has taken the event: it answered 204 No Content"));
    assert_eq!(receiver.lines.next().unwrap().unwrap(), "test: this is a test of a webhook");

    let another = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    let refused = test("relay", &settings(ours.path(), &url, another)).failed(3);
    let expected = "hasn't taken the event: it answered 401 Unauthorized; expected 200 to 299";
    assert!(refused.contains(expected), "{refused}");
}

#[test]
fn what_is_wrong_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let file = settings(folder.path(), "http://127.0.0.1:1/hidden", SECRET);
    let error = test("relay", &file).failed(3);
    assert!(
        error.starts_with("error: webhook relay at http://127.0.0.1:1 hasn't taken the event: can't connect:"),
        "{error}"
    );
    let error = test("other", &file).failed(2);
    assert!(error.contains("arena.toml has no [[webhook]] called other; it has relay"), "{error}");
    settings(folder.path(), "http://127.0.0.1:1/hidden", "secret");
    let error = test("relay", &file).failed(2);
    assert!(error.contains("relay.secret holds no secret of a webhook: expected whsec_"), "{error}");
}
