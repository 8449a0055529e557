//! An arena behind nginx and HAProxy, with the configurations of docs/web.md: bots play through them, pages load, and a running
//! match is seen.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use kahua_tests::{Ran, has_tool, json_lines, root, soon};
use parking_lot::Mutex;

use crate::KAHUA;
use crate::tls::fixture;

/// Reads the first page, and a running match for three seconds and until one more update has come.
const BROWSER: &str = r#"
import ssl, sys, time, urllib.request
trust = ssl.create_default_context(cafile=sys.argv[1])
def read(address): return urllib.request.urlopen(address, context=trust, timeout=50)
assert '<title>Kahua arena</title>' in read(sys.argv[2]).read().decode()
stream = read(sys.argv[2] + 'matches/' + sys.argv[3] + '/live')
assert stream.headers['content-type'] == 'text/event-stream'
began, updates = time.monotonic(), 0
while updates < 2 or time.monotonic() - began < 3:
    line = stream.readline()
    assert line, 'the stream has ended'
    updates += line == b'\n'
"#;

/// The time after which nginx ends a silent stream if the configuration doesn't set it: a second instead of a minute.
const IMPATIENT: &str =
    "grpc_read_timeout 1s; grpc_send_timeout 1s; proxy_read_timeout 1s; proxy_send_timeout 1s; client_body_timeout 1s;";

/// How long bots think, in milliseconds: longer than that.
const THINKING_MS: &str = "1500";

/// A process that ends with the test.
struct Running(Child);

impl Running {
    fn start(command: &mut Command) -> Running {
        Running(command.stdin(Stdio::piped()).spawn().unwrap())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _it_may_have_ended = self.0.kill();
        let _code = self.0.wait();
    }
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// The example in this language, with some texts replaced.
fn example(language: &str, changes: &[(&str, String)]) -> String {
    let page = fs::read_to_string(root().join("docs/web.md")).unwrap();
    let mut example = page.split(&format!("```{language}\n")).nth(1).unwrap().split("```").next().unwrap().to_owned();
    for (from, to) in changes {
        assert!(example.contains(from), "{from}");
        example = example.replace(from, to);
    }
    example
}

/// nginx and HAProxy in front of the arena at this port. Returns their ports.
fn proxies(dir: &Path, arena: u16) -> [(Running, u16); 2] {
    let (nginx, haproxy) = (free_port(), free_port());
    let arena = ("127.0.0.1:7700", format!("127.0.0.1:{arena}"));
    let [certificate, key] = ["arena.pem", "arena.key"].map(fixture);
    let listen =
        format!("listen 127.0.0.1:{nginx} ssl http2; ssl_certificate {certificate}; ssl_certificate_key {key};");
    let server = example("nginx", &[("listen 443 ssl http2;", listen), arena.clone()]);
    let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(|path| format!("{path}_temp_path {path};"));
    // One process: workers would outlive a killed master, and hold the output of whatever runs the tests.
    let config = format!(
        "daemon off; master_process off; pid nginx.pid; error_log stderr; events {{}}\nhttp {{ access_log off; {IMPATIENT} {}\n{server}}}",
        paths.join(" ")
    );
    fs::write(dir.join("nginx.conf"), config).unwrap();
    let both = dir.join("both.pem");
    fs::write(&both, [fs::read(certificate).unwrap(), fs::read(key).unwrap()].concat()).unwrap();
    let bind =
        ("bind :443 ssl crt /etc/haproxy/arena.pem", format!("bind 127.0.0.1:{haproxy} ssl crt {}", both.display()));
    fs::write(dir.join("haproxy.cfg"), example("haproxy", &[bind, arena])).unwrap();
    let mut first = Command::new("/usr/sbin/nginx");
    let first = first.arg("-p").arg(dir).arg("-c").arg(dir.join("nginx.conf")).stderr(Stdio::null());
    let mut second = Command::new("/usr/sbin/haproxy");
    let second = second.args(["-db", "-f"]).arg(dir.join("haproxy.cfg")).stdout(Stdio::null()).stderr(Stdio::null());
    [(Running::start(first), nginx), (Running::start(second), haproxy)]
}

#[test]
fn bots_play_and_people_watch_through_nginx_and_haproxy() {
    let name = "an arena behind a proxy";
    let tools = [("/usr/sbin/nginx", "-v"), ("/usr/sbin/haproxy", "-v"), ("python3", "--version")];
    if !tools.iter().all(|(tool, flag)| has_tool(name, tool, &[flag])) {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    let mut arena = KAHUA.command(&["serve", "--open", "--listen", "127.0.0.1:0", "--data", data.to_str().unwrap()]);
    let mut arena = Running::start(arena.env("KAHUA_LOG", "info").stderr(Stdio::piped()));
    let mut log = BufReader::new(arena.0.stderr.take().unwrap()).lines().map(Result::unwrap);
    let serving = log.find(|line| line.contains("in a browser: ")).expect("it serves");
    let port = serving.trim_end_matches('/').rsplit(':').next().unwrap().parse().unwrap();
    let said = Arc::new(Mutex::new(Vec::new()));
    let heard = said.clone();
    std::thread::spawn(move || log.for_each(|line| heard.lock().push(line)));
    let count = |words: &str| said.lock().iter().filter(|line| line.contains(words)).count();

    let proxies = proxies(dir.path(), port);
    let trusted = fixture("authority.pem");
    let mut bots = Vec::new();
    for (number, (_, port)) in proxies.iter().enumerate() {
        let address = format!("https://localhost:{port}");
        let list = || KAHUA.run(&["league", "list", "--addr", &address, "--ca", &trusted]);
        let leagues = soon(|| Some(list()).filter(|ran| ran.code == Some(0)));
        assert!(leagues.out.contains("open-haleakala-2"), "{}", leagues.out);
        let mut player = KAHUA.command(&["house", "greedy", "--pause-ms", THINKING_MS]);
        player.env("KAHUA_ADDR", &address).env("KAHUA_CA", &trusted).env("KAHUA_NAME", format!("player-{number}"));
        bots.push(Running::start(&mut player));
        // This bot is never asked, since two bots don't fill the table.
        let idle = format!("idle-{number}");
        let idle =
            ["bridge", "--addr", &address, "--ca", &trusted, "--name", &idle, "--game", "hawaii", "--seats", "5"];
        bots.push(Running::start(KAHUA.command(&[&idle[..], &["--", "cat"]].concat()).stderr(Stdio::null())));
    }
    let arena_address = format!("127.0.0.1:{port}");
    let running = || KAHUA.run(&["match", "list", "--addr", &arena_address, "--running", "--json"]).good();
    let id = soon(|| json_lines(&running()).first().map(|found| found["match_id"].as_str().unwrap().to_owned()));
    let browsers = proxies.iter().map(|(_, port)| {
        let mut browser = Command::new("python3");
        let address = format!("https://localhost:{port}/");
        browser.args(["-c", BROWSER, &trusted, &address, &id]).env_remove("https_proxy");
        browser.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    });
    for browser in browsers.collect::<Vec<_>>() {
        let _nothing = Ran::of(&browser.wait_with_output().unwrap()).good();
    }
    soon(|| (count("bot connected") >= 4).then_some(()));
    assert_eq!((count("bot connected"), count("connection ended")), (4, 0), "{:?}", said.lock());
}
