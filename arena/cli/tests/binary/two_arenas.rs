//! Two arenas on one host and in one browser. The browser is Python's cookie jar: as the standard demands, it sends the
//! cookies of a host to all its ports.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use kahua_tests::{Ran, has_tool, signal};

use crate::KAHUA;

/// Signs in to each arena, given as an address and a token, and prints the name by which each arena knows it. Then it
/// signs out of the first.
const BROWSER: &str = r#"
import re, sys, urllib.parse, urllib.request
browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
def read(address): return browser.open(address).read().decode()
def send(address, path, **fields):
    fields['csrf'] = re.search(r'name="csrf" value="(\w+)"', read(address + '/sign-in/')).group(1)
    browser.open(address + path, urllib.parse.urlencode(fields).encode()).read()
def who(address):
    found = re.search(r'signed in as <strong>(.*?)</strong>', read(address + '/sign-in/'))
    return found and found.group(1)
arenas = list(zip(sys.argv[1::2], sys.argv[2::2]))
for address, token in arenas: send(address, '/sign-in/', token=token)
print(*(who(address) for address, _ in arenas), sep=' | ')
send(arenas[0][0], '/sign-in/out/')
print(*(who(address) for address, _ in arenas), sep=' | ')
"#;

/// A running arena with an organizer, its address and the organizer's token.
fn serve(dir: &Path, organizer: &str) -> (Child, String, String) {
    let data = dir.join(organizer);
    let data = data.to_str().unwrap();
    let token = KAHUA.run(&["organizer", "token", "--data", data, organizer]).good().trim().to_owned();
    let mut arena = KAHUA.command(&["serve", "--listen", "127.0.0.1:0", "--data", data]);
    let mut arena = arena.env("KAHUA_LOG", "info").stderr(Stdio::piped()).spawn().unwrap();
    let mut log = BufReader::new(arena.stderr.take().unwrap()).lines().map(Result::unwrap);
    let line = log.find(|line| line.contains("in a browser: ")).expect("it serves");
    std::thread::spawn(move || log.count());
    let address = line.split("in a browser: ").nth(1).unwrap().trim_end_matches('/').to_owned();
    (arena, address, token)
}

#[test]
fn a_browser_stays_signed_in_to_two_arenas_on_one_host() {
    if !has_tool("a browser's cookies", "python3", &["--version"]) {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let arenas = ["ann", "bob"].map(|organizer| serve(dir.path(), organizer));
    let mut browser = Command::new("python3");
    browser.args(["-c", BROWSER]).env_remove("http_proxy");
    for (_, address, token) in &arenas {
        browser.args([address, token]);
    }
    let said = Ran::of(&browser.output().unwrap());
    for (mut arena, ..) in arenas {
        signal("-TERM", arena.id());
        assert!(arena.wait().unwrap().success());
    }
    assert_eq!(said.good(), "an organizer | an organizer\nNone | an organizer\n");
}
